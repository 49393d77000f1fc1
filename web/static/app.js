// @ts-check
// The chat page: joins the connection, the outbox, the conversation and the
// views. After a welcome that does not resume, the conversation is fetched and
// the events that come meanwhile are applied behind it, so nothing falls
// between; the place to resume from moves only with what was applied.

import * as api from './api.js';
import { Choices } from './choices.js';
import { Connection } from './connection.js';
import { pick, Texts } from './i18n.js';
import { knownZone, Log } from './log.js';
import { Outbox } from './outbox.js';
import { ComposerView } from './view/composer.js';
import { ConversationView } from './view/list.js';
import { StatusView } from './view/status.js';
import { showWhy } from './view/why.js';

/** @typedef {import('./connection.js').Frame} Frame */
/** @typedef {import('./connection.js').Position} Position */
/** @typedef {import('./connection.js').State} State */

const KEPT_ME = 'kokoron.me';

/** Milliseconds before the conversation is asked for again. */
const AGAIN = 3_000;

/** Milliseconds between two looks at whether the model answers. */
const LOOK = 15_000;

class App {
  constructor() {
    this.log = new Log();
    this.store = safeStorage();
    /** @type {api.Me} */
    this.me = { name: 'kokoron', owner: '', language: pick(navigator.languages), rehearsal: false, zone: '' };
    this.unread = 0;
    /** @type {Position|undefined} where to resume; undefined while nothing is known */
    this.position = undefined;
    /** @type {{epoch: string, events: Frame[]}|undefined} what came while the conversation is fetched */
    this.behind = undefined;
    this.paging = false;
    this.status = /** @type {StatusView} */ (document.querySelector('kokoron-status'));
    this.list = /** @type {ConversationView} */ (document.querySelector('kokoron-log'));
    this.composer = /** @type {ComposerView} */ (document.querySelector('kokoron-composer'));
    this.connection = new Connection({
      url: api.socketURL(),
      position: () => this.position,
      onFrame: (frame) => this.#frame(frame),
      onState: (state) => this.#line(state),
      onTooBig: () => this.outbox.tooBig(),
      signedOut: () => api.me().then(() => false, isSignedOut),
    });
    this.choices = new Choices({ log: this.log, send: (frame) => this.connection.send(frame), lost: () => this.#setting().texts.say('notTaken') });
    this.outbox = new Outbox({
      storage: this.store,
      locks: navigator.locks,
      send: (frame) => this.connection.send(frame),
      stalled: () => this.connection.restart(),
    });
  }

  start() {
    this.#remember();
    this.list.begin(
      {
        log: this.log,
        outbox: this.outbox,
        older: () => this.#older(),
        why: (line) => this.#why(line),
        react: (line, reaction) => this.#react(line, reaction),
        take: (line, offer) => this.choices.take(line, offer),
        edit: (entry) => this.composer.takeBack(entry.text),
      },
      this.#setting(),
    );
    this.composer.begin({ send: (text) => this.#send(text), stop: () => this.#stop() });
    this.status.signOut = () => this.#signOut();
    this.log.addEventListener('open', () => this.#doing());
    this.#show();
    this.#listen();
    this.connection.start();
    this.#look();
    setInterval(() => document.hidden || this.#look(), LOOK);
    if (matchMedia('(hover: hover)').matches) this.composer.area.focus();
  }

  #listen() {
    addEventListener('online', () => this.connection.check());
    addEventListener('offline', () => this.connection.check());
    addEventListener('pageshow', () => this.connection.check());
    addEventListener('storage', (e) => this.outbox.noticed(e.key, e.newValue));
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) return;
      this.unread = 0;
      this.#title();
      this.connection.check();
    });
    document.addEventListener('keydown', (e) => {
      const taken = e.isComposing || e.keyCode === 229 || document.querySelector('dialog[open]');
      if (e.key === 'Escape' && !taken && this.log.open.size > 0) this.#stop();
    });
    visualViewport?.addEventListener('resize', fit);
    visualViewport?.addEventListener('scroll', fit);
    fit();
  }

  /** @param {string} text */
  #send(text) {
    this.outbox.add(text);
    this.list.toEnd();
  }

  /** @param {import('./log.js').Line} line */
  #why(line) {
    const asked = api.why(line.id);
    asked.catch((err) => isSignedOut(err) && location.replace('enter'));
    showWhy(asked, this.#setting());
  }

  /**
   * Keeps a thumb; what could not be kept is not shown.
   * @param {import('./log.js').Line} line
   * @param {'up'|'down'|''} reaction
   * @returns {Promise<void>}
   */
  async #react(line, reaction) {
    try {
      await api.react(line.id, reaction);
      line.reaction = reaction;
    } catch (err) {
      if (isSignedOut(err)) location.replace('enter');
    }
  }

  #stop() {
    this.connection.send({ type: 'stop' });
  }

  async #signOut() {
    await api.signOut();
    this.connection.stop();
    this.outbox.clear();
    this.composer.clear();
    this.store.removeItem(KEPT_ME);
    location.replace('enter');
  }

  /** @param {State} state */
  #line(state) {
    this.list.online = state === 'open';
    this.list.draw();
    this.status.update({ line: state });
    this.#doing();
    if (state === 'signedout') return location.replace('enter');
    if (state === 'open') return;
    this.behind = undefined;
    this.outbox.disconnect();
    this.choices.disconnect();
  }

  /** @param {Frame} frame */
  #frame(frame) {
    switch (frame.type) {
      case 'welcome':
        return this.#welcome(frame);
      case 'event':
        if (this.behind) this.behind.events.push(frame);
        else this.#event(frame);
        return;
      case 'ack': {
        if (this.choices.settle(frame.ext)) return;
        const entry = this.outbox.settle(frame.ext);
        if (entry) this.log.acked(frame.id, entry.text, new Date().toISOString());
        return;
      }
      case 'answer': {
        const entry = this.outbox.settle(frame.ext);
        if (entry) this.log.note('answer', frame.text, entry.text.trim());
        return;
      }
      case 'refused':
        if (this.choices.settle(frame.ext, frame.message)) return;
        this.outbox.refuse(frame.ext, frame.code, frame.message ?? '');
    }
  }

  /** @param {Frame} frame */
  #welcome(frame) {
    if (!frame.resumed) {
      this.position = undefined;
      this.behind = { epoch: frame.epoch, events: [] };
      this.#fetch(this.behind, frame.n, frame.open);
    }
    this.outbox.connect();
  }

  /**
   * Fetches the conversation anew and applies what came meanwhile.
   * @param {{epoch: string, events: Frame[]}} behind
   * @param {number} n the number of the last event before
   * @param {{turn: string, text: string}} [open]
   */
  async #fetch(behind, n, open) {
    try {
      const [me, page] = await Promise.all([api.me(), api.conversation()]);
      if (this.behind !== behind) return; // the connection it belonged to is gone
      this.#meet(me);
      this.log.reset(page.lines, page.more, open);
      this.position = { epoch: behind.epoch, n };
      this.behind = undefined;
      this.status.update({ unreadable: false });
      for (const frame of behind.events) this.#event(frame);
    } catch (err) {
      if (this.behind !== behind) return;
      if (isSignedOut(err)) return location.replace('enter');
      this.status.update({ unreadable: true });
      setTimeout(() => this.behind === behind && this.#fetch(behind, n, open), AGAIN);
    }
  }

  /** Shows whether the model answers; where that cannot be asked, the line is down and says so. */
  #look() {
    api.away().then(
      (away) => this.status.update({ away }),
      () => {},
    );
  }

  /** @param {Frame} frame */
  #event(frame) {
    if (!this.position || frame.n <= this.position.n) return;
    this.position.n = frame.n;
    if (frame.kind === 'said' && frame.ext) this.outbox.settle(frame.ext);
    if (frame.kind === 'notice' || (frame.kind === 'done' && this.status.status.away !== '')) this.#look();
    const fresh = this.log.apply(/** @type {any} */ (frame));
    if (fresh && document.hidden && frame.kind !== 'said') {
      this.unread++;
      this.#title();
    }
  }

  async #older() {
    const first = this.log.lines[0];
    if (this.paging || !first || !this.log.more) return;
    this.paging = true;
    try {
      const page = await api.conversation(first.id);
      this.log.prepend(page.lines, page.more);
    } catch (err) {
      if (isSignedOut(err)) location.replace('enter');
      // Otherwise the button stays, and scrolling asks again.
    } finally {
      this.paging = false;
    }
  }

  #doing() {
    const replies = [...this.log.open.values()];
    const going = replies.length > 0 && this.connection.state === 'open';
    this.composer.stoppable(going);
    const writing = replies.some((r) => r.text !== '');
    this.status.update({ doing: going ? (writing ? 'writing' : 'thinking') : 'idle' });
  }

  /** @param {api.Me} me */
  #meet(me) {
    this.me = me;
    try {
      this.store.setItem(KEPT_ME, JSON.stringify(me));
    } catch {
      // Storage is full: the next page starts with the browser's language.
    }
    this.#show();
  }

  /** Starts with what the last page knew, so that nothing changes its language before the eyes. */
  #remember() {
    try {
      this.me = { ...this.me, ...JSON.parse(this.store.getItem(KEPT_ME) ?? '{}') };
    } catch {
      // It is not ours; the server tells.
    }
  }

  #setting() {
    return { texts: new Texts(pick([this.me.language])), name: this.me.name, zone: knownZone(this.me.zone || undefined) };
  }

  #show() {
    const setting = this.#setting();
    document.documentElement.lang = setting.texts.language;
    const skip = document.getElementById('skip');
    if (skip) skip.textContent = setting.texts.say('skip');
    this.list.show(setting);
    this.composer.show(setting);
    this.status.show(setting);
    this.status.update({ rehearsal: this.me.rehearsal });
    this.#title();
  }

  #title() {
    document.title = this.unread > 0 ? `(${this.unread}) ${this.me.name}` : this.me.name;
  }
}

/**
 * Fits the page into what is visible: phones lay their keyboard over it and
 * only this tells how much is left. Who zooms in wants no new layout.
 */
function fit() {
  const view = visualViewport;
  const { style } = document.documentElement;
  if (!view || Math.abs(view.scale - 1) > 0.01) return;
  style.setProperty('--height', `${view.height}px`);
  style.setProperty('--top', `${view.offsetTop}px`);
}

/** @param {unknown} err */
function isSignedOut(err) {
  return err instanceof api.ApiError && err.status === 401;
}

/**
 * The browser's storage, or one that lasts as long as the page where it is
 * blocked.
 * @returns {Pick<Storage, 'getItem'|'setItem'|'removeItem'|'key'|'length'>}
 */
function safeStorage() {
  try {
    localStorage.removeItem('kokoron.probe');
    return localStorage;
  } catch {
    /** @type {Map<string, string>} */
    const map = new Map();
    return {
      get length() {
        return map.size;
      },
      key: (i) => [...map.keys()][i] ?? null,
      getItem: (key) => map.get(key) ?? null,
      setItem: (key, value) => void map.set(key, value),
      removeItem: (key) => void map.delete(key),
    };
  }
}

new App().start();

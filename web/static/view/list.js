// @ts-check
// <kokoron-log>: the conversation. Finished lines stand in a live region, so a
// screen reader hears each reply once and whole; the reply being written stands
// outside of it. The view follows new lines only while the reader is at the
// end, and keeps its place while older lines come in above.

import { dayOf } from '../log.js';
import { writtenAt } from '../outbox.js';
import { arrange, button, el, icon, ICONS, setText } from './dom.js';
import { dayView, lineView, noteView, pendingView } from './line.js';

/** @typedef {import('../log.js').Item} Item */
/** @typedef {import('../log.js').Line} Line */
/** @typedef {import('../log.js').Log} Log */
/** @typedef {import('../outbox.js').Outbox} Outbox */
/** @typedef {import('../outbox.js').Entry} Entry */
/** @typedef {import('./line.js').Setting} Setting */
/** @typedef {import('./offers.js').OffersView} OffersView */

/** Pixels from the end within which the reader counts as being there. */
const NEAR_END = 48;

/** Milliseconds by which the clocks of browser and server may differ. */
const SKEW = 2_000;

/** Pixels from the start at which older lines are fetched. */
const NEAR_START = 600;

/** What is said while a tool runs, by the tool's name. */
const DOING = { get_time: 'tool_get_time', memory_save: 'tool_memory_save', memory_search: 'tool_memory_search' };

/**
 * The key of the text that says what she does.
 * @param {string} tool name of the tool that runs, or empty
 */
const doing = (tool) => (tool === '' ? 'thinking' : DOING[tool] ?? 'tool');

/**
 * @typedef {object} Parts
 * @property {Log} log
 * @property {Outbox} outbox
 * @property {() => void} older fetches older lines
 * @property {(line: Line) => void} why tells what came to mind for a reply
 * @property {(line: Line, reaction: 'up'|'down'|'') => Promise<void>} react keeps a thumb under a reply
 * @property {(line: Line, offer: import('../log.js').Offer) => Promise<string>} take chooses what is offered under a line
 * @property {(entry: Entry) => void} edit puts a refused message back into the composer
 */

export class ConversationView extends HTMLElement {
  constructor() {
    super();
    /** @type {Parts|undefined} */
    this.parts = undefined;
    /** @type {Setting|undefined} */
    this.setting = undefined;
    this.online = false;
    /** Whether the view follows the end. */
    this.following = true;
    /** @type {Map<string, {of: unknown, node: HTMLElement}>} nodes by key, with what they were made of */
    this.nodes = new Map();
    this.drawing = false;
    /** Whether more than the open reply has changed since the last drawing. */
    this.stale = true;
    this.today = '';
    this.older = button('older', '', () => this.parts?.older());
    this.lines = el('div', 'lines', { role: 'log', 'aria-live': 'polite', 'aria-relevant': 'additions', 'aria-busy': 'true' });
    this.pending = el('div', 'lines');
    this.open = el('div', 'lines', { 'aria-live': 'off' });
    this.empty = el('p', 'empty');
    this.column = el('div', 'column', {}, [this.older, this.empty, this.lines, this.pending, this.open]);
    this.scroller = el('div', 'scroller', { tabindex: '0', role: 'region' }, [this.column]);
    this.newer = button('newer', '', () => this.toEnd());
  }

  connectedCallback() {
    this.append(this.scroller, this.newer);
    this.newer.hidden = true;
    this.scroller.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    const sizes = new ResizeObserver(() => this.following && this.#jump());
    sizes.observe(this.scroller);
    sizes.observe(this.column);
    setInterval(() => this.#midnight(), 30_000);
  }

  /**
   * @param {Parts} parts
   * @param {Setting} setting
   */
  begin(parts, setting) {
    this.parts = parts;
    this.show(setting);
    parts.log.addEventListener('lines', () => this.draw());
    parts.log.addEventListener('open', () => this.#drawSoon());
    parts.outbox.addEventListener('change', () => this.draw());
  }

  /** Draws everything anew, e.g. in another language. @param {Setting} setting */
  show(setting) {
    this.setting = setting;
    this.nodes.clear();
    const { texts, name } = setting;
    this.scroller.setAttribute('aria-label', texts.say('conversation', { name }));
    this.newer.replaceChildren(icon(ICONS.down), texts.say('newMessages'));
    this.draw();
  }

  /** Draws everything that has changed, soon. */
  draw() {
    this.stale = true;
    this.#drawSoon();
  }

  /** Many changes make one drawing. */
  #drawSoon() {
    if (this.drawing) return;
    this.drawing = true;
    // A hidden page gets no frames; what is drawn there still has to be heard.
    const soon = document.hidden ? (/** @type {() => void} */ f) => setTimeout(f, 50) : requestAnimationFrame;
    soon(() => {
      this.drawing = false;
      this.#drawNow();
    });
  }

  /** Goes to the end and follows it from now on. */
  toEnd() {
    this.following = true;
    this.newer.hidden = true;
    this.#jump();
  }

  #drawNow() {
    const { parts, setting } = this;
    if (!parts || !setting) return;
    const { log } = parts;
    const hold = this.following ? () => {} : this.#hold();
    const before = this.lines.lastElementChild;
    if (this.stale) {
      this.stale = false;
      this.today = dayOf(Date.now(), setting.zone);
      arrange(this.lines, log.items(setting.zone).map((item) => this.#node(item, setting)));
      for (const node of this.lines.querySelectorAll('kokoron-offers')) /** @type {OffersView} */ (node).draw(this.online);
      // A message whose acknowledgement was lost may stand in the history
      // already: until the server has said so it is not shown beside it.
      const shown = parts.outbox.all().filter((e) => !e.tried || !log.said(e.text, writtenAt(e.ext) - SKEW));
      arrange(this.pending, shown.map((entry) => this.#pendingNode(entry, setting)));
    }
    this.#drawOpen(setting);
    this.#drawEdges(setting);
    for (const [key, { node }] of this.nodes) if (!node.isConnected) this.nodes.delete(key);
    // The history is not news: it is read out only from the second drawing on.
    if (log.loaded) requestAnimationFrame(() => this.lines.setAttribute('aria-busy', 'false'));
    if (this.following) this.#jump();
    else {
      hold();
      if (before && this.lines.lastElementChild !== before) this.newer.hidden = false;
    }
  }

  /**
   * @param {Item} item
   * @param {Setting} setting
   */
  #node(item, setting) {
    switch (item.kind) {
      case 'day': {
        const yesterday = dayOf(Date.now() - 86_400_000, setting.zone);
        return this.#cached(item.key, item.day + this.today, () => dayView(item.day, this.today, yesterday, setting.texts));
      }
      case 'note':
        return this.#cached(item.key, item.note, () => noteView(item.note, setting));
      default:
        return this.#cached(item.key, item.line, () =>
          lineView(item.line, setting, {
            why: (line) => this.parts?.why(line),
            react: async (line, r) => this.parts?.react(line, r),
            take: async (line, offer) => this.parts?.take(line, offer) ?? '',
          }),
        );
    }
  }

  /**
   * @param {Entry} entry
   * @param {Setting} setting
   */
  #pendingNode(entry, setting) {
    return this.#cached(entry.ext, `${entry.state} ${entry.code} ${this.online}`, () =>
      pendingView(entry, this.online, setting.texts, (act, e) => this.#act(act, e)),
    );
  }

  /**
   * The node of a key, made again only when what it was made of has changed.
   * @param {string} key
   * @param {unknown} of
   * @param {() => HTMLElement} make
   */
  #cached(key, of, make) {
    const known = this.nodes.get(key);
    if (known && known.of === of) return known.node;
    const node = make();
    this.nodes.set(key, { of, node });
    return node;
  }

  /** @param {Setting} setting */
  #drawOpen({ texts, name }) {
    const nodes = [...(this.parts?.log.open.values() ?? [])].map((open) => {
      const node = this.#cached(`open ${open.turn}`, open.turn, () =>
        el('div', 'line companion open', {}, [
          el('div', 'words', {}, []),
          el('div', 'dots', {}, [el('i', ''), el('i', ''), el('i', ''), el('span', 'doing')]),
        ]),
      );
      const [words, dots] = /** @type {any} */ (node.children);
      setText(words, open.text);
      words.hidden = open.text === '';
      dots.hidden = open.text !== '' && open.tool === '';
      setText(dots.lastChild, texts.say(doing(open.tool), { name }));
      return node;
    });
    arrange(this.open, nodes);
  }

  /** @param {Setting} setting */
  #drawEdges({ texts }) {
    const log = this.parts?.log;
    if (!log) return;
    const nothing = log.lines.length === 0;
    this.empty.hidden = !nothing || log.open.size > 0 || this.pending.childElementCount > 0;
    setText(this.empty, texts.say(log.loaded ? 'empty' : 'loading'));
    this.older.hidden = nothing;
    this.older.disabled = !log.more;
    setText(this.older, texts.say(log.more ? 'older' : 'beginning'));
  }

  /**
   * @param {'edit'|'retry'|'discard'} act
   * @param {Entry} entry
   */
  #act(act, entry) {
    const { parts } = this;
    if (!parts) return;
    if (act === 'retry') return parts.outbox.retry(entry.ext);
    if (act === 'edit') parts.edit(entry);
    parts.outbox.remove(entry.ext);
  }

  /**
   * Remembers where the first visible entry stands; the result puts it back.
   * @returns {() => void}
   */
  #hold() {
    const top = this.scroller.getBoundingClientRect().top;
    const anchor = [...this.lines.children].find((n) => n.getBoundingClientRect().bottom > top);
    const was = anchor?.getBoundingClientRect().top ?? 0;
    return () => {
      if (anchor?.isConnected) this.scroller.scrollTop += anchor.getBoundingClientRect().top - was;
    };
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.following = scrollHeight - scrollTop - clientHeight < NEAR_END;
    if (this.following) this.newer.hidden = true;
    if (scrollTop < NEAR_START && this.parts?.log.more) this.parts.older();
  }

  #jump() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  #midnight() {
    if (this.setting && dayOf(Date.now(), this.setting.zone) !== this.today) this.draw();
  }
}

customElements.define('kokoron-log', ConversationView);

// @ts-check
// <kokoron-status>: who is here and how the line is, the banners below it, and
// the two buttons for the colours and for signing out.

import { theme, toggleTheme } from '../theme.js';
import { button, el, icon, ICONS, setText } from './dom.js';

/** @typedef {import('./line.js').Setting} Setting */
/** @typedef {import('../connection.js').State} State */

/**
 * Milliseconds a line may be down before it is said aloud: a restarted server
 * is back sooner.
 */
const PATIENCE = 1_200;

/**
 * @typedef {object} Status
 * @property {State} line
 * @property {'idle'|'thinking'|'writing'} doing
 * @property {boolean} rehearsal
 * @property {string} away since when the model does not answer, "" while it does
 * @property {boolean} unreadable the conversation could not be fetched
 */

export class StatusView extends HTMLElement {
  constructor() {
    super();
    /** @type {Setting|undefined} */
    this.setting = undefined;
    /** @type {Status} */
    this.status = { line: 'connecting', doing: 'idle', rehearsal: false, away: '', unreadable: false };
    /** Since when the line is down, in the clock of performance.now(). */
    this.downSince = 0;
    /** @type {() => Promise<void>} */
    this.signOut = async () => {};
    this.name = el('h1', 'name');
    this.doing = el('p', 'doing', { role: 'status' });
    this.colours = button('plain', '', () => {
      toggleTheme();
      this.#draw();
    });
    this.leave = button('plain', '', () => this.#ask());
    this.banner = el('p', 'banner', { role: 'status' });
    this.reload = button('small', '', () => location.reload());
    this.rehearsal = el('p', 'banner quiet');
    this.away = el('p', 'banner quiet', { role: 'status' });
  }

  connectedCallback() {
    const mark = el('img', 'mark', { src: 'static/icon.svg', alt: '', width: '36', height: '36' });
    this.append(
      el('div', 'bar', {}, [mark, el('div', 'who', {}, [this.name, this.doing]), this.colours, this.leave]),
      this.rehearsal,
      this.away,
      el('div', 'alerts', {}, [this.banner, this.reload]),
    );
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#draw());
  }

  /** @param {Setting} setting */
  show(setting) {
    this.setting = setting;
    this.#draw();
  }

  /** @param {Partial<Status>} change */
  update(change) {
    const was = this.status.line;
    this.status = { ...this.status, ...change };
    if (was === 'open' || (this.downSince === 0 && this.status.line !== 'open')) this.downSince = performance.now();
    if (this.status.line === 'open') this.downSince = 0;
    else setTimeout(() => this.#draw(), PATIENCE + 10);
    this.#draw();
  }

  #draw() {
    if (!this.setting) return;
    const { texts, name } = this.setting;
    const { line, doing, rehearsal, away } = this.status;
    setText(this.name, name);
    setText(this.doing, this.#doing());
    this.dataset.line = line;
    this.dataset.doing = doing;
    const dark = theme() === 'dark';
    paint(this.colours, dark ? ICONS.sun : ICONS.moon, texts.say(dark ? 'themeLight' : 'themeDark'));
    paint(this.leave, ICONS.leave, texts.say('signOut'));
    this.rehearsal.hidden = !rehearsal;
    setText(this.rehearsal, texts.say('rehearsal'));
    this.away.hidden = away === '';
    setText(this.away, away === '' ? '' : texts.say('modelAway', { time: clockOf(away, texts.language) }));
    const banner = this.#banner();
    setText(this.banner, banner);
    this.banner.hidden = banner === '';
    this.reload.hidden = line !== 'outdated';
    setText(this.reload, texts.say('reload'));
  }

  #doing() {
    const { texts, name } = /** @type {Setting} */ (this.setting);
    const { line, doing } = this.status;
    if (line !== 'open') return texts.say('connecting');
    if (doing === 'thinking') return texts.say('thinking', { name });
    return doing === 'writing' ? texts.say('writing', { name }) : texts.say('connected');
  }

  #banner() {
    const { texts } = /** @type {Setting} */ (this.setting);
    const { line, unreadable } = this.status;
    if (line === 'outdated' || line === 'crowded') return texts.say(line);
    if (line === 'open') return unreadable ? texts.say('unreadable') : '';
    return performance.now() - this.downSince > PATIENCE ? texts.say('offline') : '';
  }

  #ask() {
    if (!this.setting) return;
    const { texts } = this.setting;
    const words = el('p', '', { id: 'ask' }, [texts.say('signOutAsk')]);
    const dialog = el('dialog', '', { 'aria-labelledby': 'ask' }, [words]);
    const leave = button('small danger', texts.say('signOut'), async () => {
      try {
        await this.signOut();
      } catch {
        words.textContent = texts.say('signOutFailed');
      }
    });
    dialog.append(el('div', 'choices', {}, [button('small', texts.say('cancel'), () => dialog.close()), leave]));
    dialog.addEventListener('close', () => dialog.remove());
    this.append(dialog);
    dialog.showModal();
  }
}

/**
 * @param {string} at an instant
 * @param {string} language
 */
function clockOf(at, language) {
  return new Date(at).toLocaleString(language, { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' });
}

/**
 * @param {HTMLButtonElement} node
 * @param {string} path
 * @param {string} text
 */
function paint(node, path, text) {
  if (node.title === text) return;
  node.title = text;
  node.setAttribute('aria-label', text);
  node.replaceChildren(icon(path));
}

customElements.define('kokoron-status', StatusView);

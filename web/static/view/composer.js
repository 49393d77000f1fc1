// @ts-check
// <kokoron-composer>: where the person writes. Enter sends, Shift + Enter
// breaks the line, and no key that belongs to an input method ever sends.

import { el, icon, ICONS } from './dom.js';

/** @typedef {import('./line.js').Setting} Setting */

/** Where the draft is kept: per tab, over reloads. */
const DRAFT = 'kokoron.draft';

/**
 * Milliseconds after the end of a composition in which Enter belongs to it:
 * Safari ends the composition first and tells the key afterwards.
 */
const COMPOSED = 30;

/**
 * @typedef {object} Acts
 * @property {(text: string) => void} send
 * @property {() => void} stop
 */

export class ComposerView extends HTMLElement {
  constructor() {
    super();
    /** @type {Acts|undefined} */
    this.acts = undefined;
    this.composedAt = -Infinity;
    this.area = el('textarea', '', { id: 'message', rows: '1', enterkeyhint: 'send', autocomplete: 'off', 'aria-describedby': 'keys' });
    this.sendButton = el('button', 'round send', { type: 'submit' }, [icon(ICONS.send)]);
    this.stopButton = el('button', 'round stop', { type: 'button' }, [icon(ICONS.stop)]);
    this.keys = el('p', 'keys', { id: 'keys' });
    this.form = el('form', 'composer', {}, [this.area, this.stopButton, this.sendButton]);
  }

  connectedCallback() {
    this.append(this.form, this.keys);
    this.stopButton.hidden = true;
    this.area.value = read();
    this.area.addEventListener('input', () => this.#changed());
    this.area.addEventListener('compositionend', (e) => (this.composedAt = e.timeStamp));
    this.area.addEventListener('keydown', (e) => this.#key(e));
    this.stopButton.addEventListener('click', () => this.acts?.stop());
    this.form.addEventListener('submit', (e) => {
      e.preventDefault();
      this.#send();
    });
    this.#changed();
  }

  /** @param {Acts} acts */
  begin(acts) {
    this.acts = acts;
  }

  /** @param {Setting} setting */
  show({ texts, name }) {
    this.area.setAttribute('aria-label', texts.say('message'));
    this.area.placeholder = texts.say('placeholder', { name });
    this.keys.textContent = texts.say('keys');
    label(this.sendButton, texts.say('send'));
    label(this.stopButton, texts.say('stop'));
  }

  /** Whether a reply can be stopped now. @param {boolean} can */
  stoppable(can) {
    if (!can && document.activeElement === this.stopButton) this.area.focus();
    this.stopButton.hidden = !can;
  }

  /** Puts a text back to be edited, before what is being written. @param {string} text */
  takeBack(text) {
    this.area.value = [text, this.area.value].filter(Boolean).join('\n');
    this.#changed();
    this.area.focus();
  }

  /** Forgets the draft. */
  clear() {
    this.area.value = '';
    this.#changed();
  }

  #send() {
    const text = this.area.value;
    if (text.trim() === '') return;
    this.acts?.send(text);
    this.clear();
    this.area.focus();
  }

  /** @param {KeyboardEvent} e */
  #key(e) {
    if (e.key !== 'Enter' || e.shiftKey || e.ctrlKey || e.altKey || e.metaKey) return;
    // 229 is what browsers say for a key that the input method has taken.
    if (e.isComposing || e.keyCode === 229 || e.timeStamp - this.composedAt < COMPOSED) return;
    e.preventDefault();
    if (!e.repeat) this.#send();
  }

  #changed() {
    const { area } = this;
    keep(area.value);
    this.sendButton.disabled = area.value.trim() === '';
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }
}

/**
 * @param {Element} node
 * @param {string} text
 */
function label(node, text) {
  node.setAttribute('aria-label', text);
  node.setAttribute('title', text);
}

function read() {
  try {
    return sessionStorage.getItem(DRAFT) ?? '';
  } catch {
    return ''; // storage is blocked
  }
}

/** @param {string} text */
function keep(text) {
  try {
    if (text) sessionStorage.setItem(DRAFT, text);
    else sessionStorage.removeItem(DRAFT);
  } catch {
    // Storage is blocked or full: the draft lives as long as the page.
  }
}

customElements.define('kokoron-composer', ComposerView);

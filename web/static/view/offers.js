// @ts-check
// <kokoron-offers>: what can be done about something she said unasked, or what
// was chosen. It stands under the words and changes in place, so that nothing
// is read out again but the choice.

import { button, el } from './dom.js';

/** @typedef {import('../log.js').Line} Line */
/** @typedef {import('../log.js').Offer} Offer */
/** @typedef {import('../i18n.js').Key} Key */
/** @typedef {import('../i18n.js').Texts} Texts */

/**
 * The texts of an offer: on its button, and once it is taken.
 * @type {Record<Offer, [Key, Key]>}
 */
const WORDS = {
  later: ['offerLater', 'tookLater'],
  less: ['offerLess', 'tookLess'],
  never: ['offerNever', 'tookNever'],
  snooze: ['offerSnooze', 'tookSnooze'],
  done: ['offerDone', 'tookDone'],
};

export class OffersView extends HTMLElement {
  constructor() {
    super();
    /** @type {Line|undefined} */
    this.line = undefined;
    /** @type {Texts|undefined} */
    this.texts = undefined;
    /** @type {((line: Line, offer: Offer) => Promise<string>)|undefined} */
    this.take = undefined;
    /** Whether a choice is on its way. */
    this.busy = false;
    /** What is drawn. */
    this.drawn = '';
    this.group = el('div', 'offers', { role: 'group' });
    this.said = el('p', 'said', { role: 'status', tabindex: '-1' });
  }

  /**
   * @param {Line} line
   * @param {Texts} texts
   * @param {(line: Line, offer: Offer) => Promise<string>} take gives why it was refused, or nothing
   */
  begin(line, texts, take) {
    this.line = line;
    this.texts = texts;
    this.take = take;
    this.group.setAttribute('aria-label', texts.say('offers'));
    this.replaceChildren(this.group, this.said);
    this.draw(true);
  }

  /**
   * Shows what is so now.
   * @param {boolean} online whether a choice can be sent
   */
  draw(online) {
    const { line, texts } = this;
    if (!line || !texts) return;
    const offers = (line.offers ?? []).filter((o) => WORDS[o]);
    const state = `${offers} ${line.taken ?? ''}`;
    if (state !== this.drawn) {
      this.drawn = state;
      const held = this.group.contains(document.activeElement);
      this.group.replaceChildren(...offers.map((o) => button('small', texts.say(WORDS[o][0]), () => this.#choose(o))));
      const taken = line.taken && WORDS[line.taken];
      this.said.textContent = taken ? texts.say(taken[1]) : '';
      if (held && taken) {
        this.said.hidden = false; // what is hidden takes no focus
        this.said.focus();
      }
    }
    for (const node of this.group.querySelectorAll('button')) node.disabled = !online;
    this.group.hidden = offers.length === 0;
    this.said.hidden = this.said.textContent === '';
  }

  /** @param {Offer} offer */
  async #choose(offer) {
    const { line, take } = this;
    if (!line || !take || this.busy) return;
    this.busy = true;
    this.group.setAttribute('aria-busy', 'true');
    const refused = await take(line, offer);
    this.busy = false;
    this.group.removeAttribute('aria-busy');
    if (!refused) return;
    this.said.textContent = refused;
    this.said.hidden = false;
  }
}

customElements.define('kokoron-offers', OffersView);

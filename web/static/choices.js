// @ts-check
// What was chosen under a message and is on its way. A choice is not kept: who
// loses the connection presses again, which changes nothing where it had
// arrived.

import { newExt } from './outbox.js';

/** @typedef {import('./log.js').Line} Line */
/** @typedef {import('./log.js').Log} Log */
/** @typedef {import('./log.js').Offer} Offer */

/**
 * @typedef {object} Options
 * @property {Log} log
 * @property {(frame: import('./connection.js').Frame) => boolean} send false where it could not be sent
 * @property {() => string} lost what is said where nobody knows whether it arrived
 */

export class Choices {
  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    /** @type {Map<string, {line: Line, offer: Offer, end: (refused: string) => void}>} by the name of the frame */
    this.sent = new Map();
  }

  /**
   * Chooses an offer under a line.
   * @param {Line} line
   * @param {Offer} offer
   * @returns {Promise<string>} why it was refused, or nothing
   */
  take(line, offer) {
    const ext = newExt(Date.now());
    return new Promise((end) => {
      this.sent.set(ext, { line, offer, end });
      if (!this.options.send({ type: 'take', ext, id: line.id, offer })) this.#end(ext, this.options.lost());
    });
  }

  /**
   * The server has answered a frame.
   * @param {string} ext
   * @param {string} [refused] why not
   * @returns {boolean} whether it was a choice
   */
  settle(ext, refused = '') {
    const choice = this.sent.get(ext);
    if (!choice) return false;
    if (!refused) this.options.log.taken(choice.line.id, choice.offer);
    this.#end(ext, refused);
    return true;
  }

  /** The connection is gone. */
  disconnect() {
    for (const ext of [...this.sent.keys()]) this.#end(ext, this.options.lost());
  }

  /**
   * @param {string} ext
   * @param {string} refused
   */
  #end(ext, refused) {
    this.sent.get(ext)?.end(refused);
    this.sent.delete(ext);
  }
}

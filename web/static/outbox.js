// @ts-check
// Messages on their way. A message is written to the browser's storage before
// it is shown and leaves it when the server acknowledged, answered or refused
// it, so neither a reload nor a crash loses one. They are sent one at a time
// and in order; what was not settled is sent again after every reconnect with
// the same ext, which the server takes once.
//
// Each tab sends its own messages. A tab holds a lock for as long as it lives;
// whoever waits for the lock of a tab that is gone adopts what it left behind.
// Where the browser has no locks (plain http beyond this machine), everything
// found at the start is adopted, and the ext alone keeps it from counting twice.

/**
 * @typedef {object} Entry
 * @property {string} ext the message's own id, sorts by time
 * @property {string} text
 * @property {string} tab who sends it
 * @property {'waiting'|'sent'|'refused'} state
 * @property {boolean} [tried] it was sent at least once: the server may have it
 * @property {string} code why it was refused
 * @property {string} message the server's words for that
 */

/** @typedef {Pick<Storage, 'getItem'|'setItem'|'removeItem'|'key'|'length'>} Store */

/** @typedef {{request: (name: string, run: () => Promise<void>|void) => Promise<unknown>}} Locks */

/**
 * @typedef {object} Options
 * @property {Store} storage
 * @property {Locks} [locks]
 * @property {(frame: {type: 'say', ext: string, text: string}) => void} send
 * @property {() => void} stalled called when a message was not settled for STALL
 */

const PREFIX = 'kokoron.outbox.';
const LOCK = 'kokoron.tab.';

/** Milliseconds after which a connection that settles nothing is given up. */
export const STALL = 20_000;

/** Milliseconds to wait after the server said "too fast". */
export const PAUSE = 5_000;

/** Bytes a frame may have at most. */
export const MAX_FRAME = 128 * 1024;

/**
 * A random id that sorts by time.
 * @param {number} at milliseconds since 1970
 */
export function newExt(at) {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(10)), (b) => b.toString(16).padStart(2, '0'));
  return `${at.toString(36).padStart(9, '0')}-${random.join('')}`;
}

/**
 * When a message was written, in milliseconds since 1970.
 * @param {string} ext
 */
export function writtenAt(ext) {
  return parseInt(ext.slice(0, ext.indexOf('-')), 36);
}

/** Tells "change" whenever what waits has changed. */
export class Outbox extends EventTarget {
  /** @param {Options} options */
  constructor(options) {
    super();
    this.options = options;
    this.tab = newExt(Date.now());
    /** When the newest message was written, a moment of its own for each. */
    this.last = 0;
    /** @type {Map<string, Entry>} this tab's own, in order */
    this.entries = new Map();
    /** @type {Set<string>} tabs whose end is waited for */
    this.watched = new Set();
    /** The message sent and not settled yet, or empty. */
    this.inFlight = '';
    this.connected = false;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    options.locks?.request(LOCK + this.tab, () => new Promise(() => {}));
    this.look();
  }

  /** All messages on their way, in order. */
  all() {
    return [...this.entries.values()].sort((a, b) => (a.ext < b.ext ? -1 : 1));
  }

  /**
   * Keeps a message and sends it as soon as it can be sent.
   * @param {string} text
   */
  add(text) {
    this.last = Math.max(Date.now(), this.last + 1);
    /** @type {Entry} */
    const entry = { ext: newExt(this.last), text, tab: this.tab, state: 'waiting', code: '', message: '' };
    if (new TextEncoder().encode(JSON.stringify(this.#frame(entry))).length > MAX_FRAME) {
      entry.state = 'refused';
      entry.code = 'too_long';
    }
    this.#keep(entry);
    this.#pump();
  }

  /** The server greeted: everything unsettled is sent again. */
  connect() {
    this.connected = true;
    this.#pump();
  }

  /** The connection is gone: what was in flight waits again. */
  disconnect() {
    this.connected = false;
    this.#landed();
    this.#tell();
  }

  /**
   * The server has or answered a message.
   * @param {string} ext
   * @returns {Entry|undefined} the message, if it was one of this tab
   */
  settle(ext) {
    const entry = this.entries.get(ext);
    if (entry) this.remove(ext);
    return entry;
  }

  /**
   * The server refused a message. "Too fast" only means later.
   * @param {string} ext
   * @param {string} code
   * @param {string} message
   */
  refuse(ext, code, message) {
    const entry = this.entries.get(ext);
    if (!entry) return;
    if (code === 'too_fast') {
      // It stays in flight meanwhile, so that nothing overtakes it.
      if (this.inFlight === ext) this.#after(PAUSE, () => this.#next());
      return;
    }
    Object.assign(entry, { state: 'refused', code, message });
    this.#keep(entry);
    if (this.inFlight === ext) this.#next();
  }

  /** The server closed because the message in flight was too big. */
  tooBig() {
    if (this.inFlight) this.refuse(this.inFlight, 'too_long', '');
  }

  /** @param {string} ext */
  retry(ext) {
    const entry = this.entries.get(ext);
    if (!entry) return;
    Object.assign(entry, { state: 'waiting', code: '', message: '' });
    this.#keep(entry);
    this.#pump();
  }

  /** @param {string} ext */
  remove(ext) {
    this.entries.delete(ext);
    try {
      this.options.storage.removeItem(PREFIX + ext);
    } catch {
      // Storage is blocked; then nothing was stored either.
    }
    this.#tell();
    if (this.inFlight === ext) this.#next();
  }

  /** Forgets everything of every tab. */
  clear() {
    for (const e of this.#stored()) this.options.storage.removeItem(PREFIX + e.ext);
    for (const ext of [...this.entries.keys()]) this.remove(ext);
  }

  /**
   * Another tab changed the storage.
   * @param {string|null} key
   * @param {string|null} value
   */
  noticed(key, value) {
    if (key !== null && !key.startsWith(PREFIX)) return;
    const ext = key?.slice(PREFIX.length) ?? '';
    if (key !== null && value === null && this.entries.has(ext)) this.remove(ext);
    this.look();
  }

  /** Looks for messages of other tabs and waits until those are gone. */
  look() {
    for (const { tab } of this.#stored()) {
      if (tab === this.tab || this.watched.has(tab)) continue;
      this.watched.add(tab);
      if (this.options.locks) this.options.locks.request(LOCK + tab, () => this.#adopt(tab));
      else this.#adopt(tab);
    }
  }

  /** @param {string} tab */
  #adopt(tab) {
    this.watched.delete(tab);
    for (const e of this.#stored()) if (e.tab === tab) this.#keep({ ...e, tab: this.tab });
    this.#pump();
  }

  /** @returns {Entry[]} */
  #stored() {
    const { storage } = this.options;
    const found = [];
    try {
      for (let i = 0; i < storage.length; i++) {
        const key = storage.key(i) ?? '';
        if (key.startsWith(PREFIX)) found.push(JSON.parse(storage.getItem(key) ?? '{}'));
      }
    } catch {
      // Storage is blocked or holds something foreign; what was read counts.
    }
    return found.filter((e) => typeof e.ext === 'string' && typeof e.text === 'string');
  }

  /** @param {Entry} entry */
  #keep(entry) {
    this.entries.set(entry.ext, entry);
    const state = entry.state === 'sent' ? 'waiting' : entry.state;
    try {
      this.options.storage.setItem(PREFIX + entry.ext, JSON.stringify({ ...entry, state }));
    } catch {
      // Storage is full or blocked: the message lives as long as the tab.
    }
    this.#tell();
  }

  #pump() {
    if (!this.connected || this.inFlight) return;
    const entry = this.all().find((e) => e.state === 'waiting');
    if (!entry) return;
    entry.state = 'sent';
    entry.tried = true;
    this.inFlight = entry.ext;
    this.#after(STALL, () => this.options.stalled());
    this.#keep(entry);
    this.options.send(this.#frame(entry));
  }

  #next() {
    this.#landed();
    this.#pump();
  }

  /** Nothing is in flight any more. */
  #landed() {
    clearTimeout(this.timer);
    const entry = this.entries.get(this.inFlight);
    if (entry?.state === 'sent') entry.state = 'waiting';
    this.inFlight = '';
  }

  /**
   * @param {number} ms
   * @param {() => void} run
   */
  #after(ms, run) {
    clearTimeout(this.timer);
    this.timer = setTimeout(run, ms);
  }

  /**
   * @param {Entry} entry
   * @returns {{type: 'say', ext: string, text: string}}
   */
  #frame(entry) {
    return { type: 'say', ext: entry.ext, text: entry.text };
  }

  #tell() {
    this.dispatchEvent(new Event('change'));
  }
}

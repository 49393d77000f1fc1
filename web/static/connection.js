// @ts-check
// One socket to the server, kept alive: it greets, resumes where it was, pings,
// notices a dead line and connects again with growing, jittered waits. It knows
// nothing of messages: frames go in and come out as they are.

/**
 * @typedef {'connecting'|'open'|'waiting'|'crowded'|'signedout'|'outdated'|'closed'} State
 * "open" is after the welcome; "crowded" waits because too much was sent;
 * "signedout" and "outdated" are final.
 */

/** @typedef {{epoch: string, n: number}} Position */

/** @typedef {{type: string, [field: string]: any}} Frame */

/**
 * @typedef {object} Options
 * @property {string} url
 * @property {() => Position|undefined} position where to resume, if anywhere
 * @property {(frame: Frame) => void} onFrame every frame but pong; the welcome first
 * @property {(state: State) => void} onState
 * @property {() => void} onTooBig the server closed because of a frame's size
 * @property {() => Promise<boolean>} signedOut asked when a socket could not be opened at all
 * @property {(url: string, protocol: string) => WebSocket} [dial]
 * @property {() => number} [random] in [0, 1)
 */

const PROTOCOL = 'kokoron.v1';

/** Milliseconds between pings. */
export const PING = 25_000;

/** Milliseconds a server may be silent after a ping. */
export const SILENCE = 10_000;

/** Milliseconds to wait after the server said "too many frames". */
export const CROWDED = 60_000;

/** Milliseconds a connection must have lived to count as a good one. */
export const STEADY = 5_000;

/**
 * The wait before an attempt: half a second, doubling to at most 30 s, each
 * shortened by a random part of up to a half so that many clients of one
 * server do not come back all at once.
 * @param {number} attempt from 0
 * @param {number} random in [0, 1)
 * @returns {number} milliseconds
 */
export function backoff(attempt, random) {
  return Math.min(30_000, 500 * 2 ** Math.min(attempt, 10)) * (1 - random / 2);
}

export class Connection {
  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    this.dial = options.dial ?? ((url, protocol) => new WebSocket(url, protocol));
    this.random = options.random ?? Math.random;
    /** @type {State} */
    this.state = 'closed';
    /** @type {WebSocket|undefined} */
    this.socket = undefined;
    this.attempt = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} before the next attempt */
    this.retryTimer = undefined;
    /** @type {ReturnType<typeof setTimeout>|undefined} before the next ping, or for its answer */
    this.pingTimer = undefined;
    /** @type {ReturnType<typeof setTimeout>|undefined} until the connection is a good one */
    this.steadyTimer = undefined;
  }

  /** Connects now, if there is no connection yet. */
  start() {
    if (this.socket || this.state === 'signedout' || this.state === 'outdated') return;
    clearTimeout(this.retryTimer);
    this.#become('connecting');
    let opened = false;
    const socket = this.dial(this.options.url, PROTOCOL);
    this.socket = socket;
    this.#expect(SILENCE);
    socket.onopen = () => {
      opened = true;
      socket.send(JSON.stringify({ type: 'hello', ...this.options.position() }));
    };
    socket.onmessage = (e) => {
      if (this.socket === socket) this.#took(JSON.parse(e.data));
    };
    socket.onclose = (e) => {
      if (this.socket === socket) this.#closed(e.code, opened);
    };
  }

  /**
   * Sends a frame; it is dropped where there is no greeted connection.
   * @param {Frame} frame
   * @returns {boolean} whether it was sent
   */
  send(frame) {
    if (this.state !== 'open' || !this.socket) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /** Makes sure soon that the line is alive, e.g. after the machine slept. */
  check() {
    if (this.state === 'open') this.#ping();
    else if (this.state === 'waiting') this.start();
  }

  /** Gives the connection up and makes a new one. */
  restart() {
    this.#drop();
    this.#retry();
  }

  /** Ends for good. */
  stop() {
    this.#drop();
    clearTimeout(this.retryTimer);
    this.#become('closed');
  }

  /** @param {Frame} frame */
  #took(frame) {
    if (frame.type === 'welcome') {
      this.steadyTimer = setTimeout(() => (this.attempt = 0), STEADY);
      this.#become('open');
    }
    if (this.state === 'open') this.#nextPing();
    if (frame.type !== 'pong') this.options.onFrame(frame);
  }

  /**
   * @param {number} code
   * @param {boolean} opened
   */
  async #closed(code, opened) {
    this.#drop();
    if (code === 4401) return this.#become('signedout');
    if (code === 1008) return this.#become('outdated');
    if (code === 1009) this.options.onTooBig();
    if (code === 4429) {
      this.#become('crowded');
      this.retryTimer = setTimeout(() => this.start(), CROWDED);
      return;
    }
    this.#retry();
    // A refused upgrade looks like a dead server to a browser; only asking tells.
    if (!opened && (await this.options.signedOut()) && this.state !== 'open') {
      this.#drop();
      clearTimeout(this.retryTimer);
      this.#become('signedout');
    }
  }

  #retry() {
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.start(), backoff(this.attempt, this.random()));
    this.attempt++;
    this.#become('waiting');
  }

  #drop() {
    clearTimeout(this.pingTimer);
    clearTimeout(this.steadyTimer);
    const socket = this.socket;
    this.socket = undefined;
    // A closed socket takes no frame and tells nothing any more.
    socket?.close();
  }

  #nextPing() {
    clearTimeout(this.pingTimer);
    this.pingTimer = setTimeout(() => this.#ping(), PING);
  }

  #ping() {
    this.send({ type: 'ping' });
    this.#expect(SILENCE);
  }

  /** @param {number} ms */
  #expect(ms) {
    clearTimeout(this.pingTimer);
    this.pingTimer = setTimeout(() => this.restart(), ms);
  }

  /** @param {State} state */
  #become(state) {
    if (this.state === state) return;
    this.state = state;
    this.options.onState(state);
  }
}

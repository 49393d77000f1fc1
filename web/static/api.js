// @ts-check
// The server's JSON API. Addresses are relative to the page, so that it also
// works below a path of a proxy.

/** @typedef {import('./log.js').Line} Line */

/** @typedef {{name: string, owner: string, language: string, rehearsal: boolean, zone: string}} Me */

/**
 * One memory that was given for a reply.
 * @typedef {object} Memorial
 * @property {string} text empty where it is gone by now
 * @property {string} [at] RFC 3339
 * @property {'record'|'file'|'line'} [from]
 * @property {'person'|'companion'} [speaker] of a line
 * @property {'profile'|'recent'|'related'|'skills'} channel
 * @property {boolean} [words] it has words of the message
 * @property {boolean} [meaning] it is near by meaning
 */

/** @typedef {{looked: boolean, reason?: string, memories: Memorial[]}} Recollection */

/** What the server answered instead of what was asked for. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message for people
   */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** @returns {Promise<Me>} */
export function me() {
  return call('GET', 'api/v1/me');
}

/**
 * A page of the conversation, oldest line first.
 * @param {string} [before] id of the line it ends before; without it the newest
 * @returns {Promise<{lines: Line[], more: boolean}>}
 */
export function conversation(before) {
  const query = new URLSearchParams({ limit: '50' });
  if (before) query.set('before', before);
  return call('GET', `api/v1/conversation?${query}`);
}

/**
 * What came to mind for a reply.
 * @param {string} id of the reply
 * @returns {Promise<Recollection>}
 */
export function why(id) {
  return call('GET', `api/v1/why?${new URLSearchParams({ turn: id })}`);
}

/**
 * Keeps a thumb under a reply, or takes it back.
 * @param {string} reply id of the reply
 * @param {'up'|'down'|''} reaction
 * @returns {Promise<void>}
 */
export function react(reply, reaction) {
  return call('POST', 'api/v1/feedback', { reply, reaction });
}

/**
 * Trades a one-time code for a session.
 * @param {string} code
 * @returns {Promise<void>}
 */
export function enter(code) {
  return call('POST', 'api/v1/session', { code });
}

/** @returns {Promise<void>} */
export function signOut() {
  return call('DELETE', 'api/v1/session');
}

/** The address of the socket. */
export function socketURL() {
  const url = new URL('ws', document.baseURI);
  url.protocol = url.protocol.replace('http', 'ws');
  return url.href;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function call(method, path, body) {
  const answer = await fetch(new URL(path, document.baseURI), {
    method,
    headers: { 'X-Kokoron': '1', ...(body ? { 'Content-Type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
    cache: 'no-store',
  });
  if (answer.status === 204) return undefined;
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new ApiError(answer.status, data.error?.code ?? '', data.error?.message ?? '');
  return data;
}

/**
 * Since when the model does not answer; "" while it does.
 * @returns {Promise<string>}
 */
export async function away() {
  const health = await call('GET', 'healthz');
  const model = health.parts?.model;
  return model?.status === 'away' ? (model.since ?? '') : '';
}

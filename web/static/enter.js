// @ts-check
// The way in: trades the code of a one-time link for a session, or says how to
// get a link. The code stands behind # so that no server log has it, and is
// taken out of the address at once so that no history and no shoulder has it.

import { ApiError, enter, me } from './api.js';
import { pick, Texts } from './i18n.js';

/** @typedef {import('./i18n.js').Key} Key */

const texts = new Texts(pick(navigator.languages));

/** @param {string} id */
const node = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} code */
async function signIn(code) {
  say('entering', false);
  node('retry').hidden = true;
  try {
    if (code) await enter(code);
    else await me(); // whoever is signed in needs no code
    location.replace('./');
  } catch (err) {
    await explain(err, code);
  }
}

/**
 * @param {unknown} err
 * @param {string} code
 */
async function explain(err, code) {
  const status = err instanceof ApiError ? err.status : 0;
  if (status === 401 && code === '') return say('enterTitle', true);
  if (status === 401 || status === 400) {
    // A link opened twice is no trouble where the first time worked.
    if (await me().catch(() => undefined)) return location.replace('./');
    return say('enterBadCode', true);
  }
  say(status === 429 ? 'enterTooFast' : 'enterUnreachable', false);
  const retry = node('retry');
  retry.hidden = false;
  retry.textContent = texts.say('enterRetry');
  retry.onclick = () => signIn(code);
}

/**
 * @param {Key} status
 * @param {boolean} help whether to say how to get a link
 */
function say(status, help) {
  node('status').textContent = texts.say(status);
  node('help').hidden = !help;
  node('how').textContent = texts.say('enterHow');
  node('kept').textContent = texts.say('enterKept');
  node('kept').hidden = !waiting();
}

/** Whether messages wait in this browser. */
function waiting() {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('kokoron.outbox.'));
  } catch {
    return false; // storage is blocked
  }
}

function begin() {
  const code = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  signIn(code);
}

document.documentElement.lang = texts.language;
// A second link pasted into this page changes nothing but the part behind #.
addEventListener('hashchange', () => location.hash && begin());
begin();

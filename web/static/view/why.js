// @ts-check
// What came to mind for a reply: a dialog that lists the memories she was given
// with the message, grouped by how they came there.

import { button, el } from './dom.js';

/** @typedef {import('../api.js').Memorial} Memorial */
/** @typedef {import('../api.js').Recollection} Recollection */
/** @typedef {import('../i18n.js').Key} Key */
/** @typedef {import('./line.js').Setting} Setting */

/** The groups in the order they are shown, with their headings.
 * @type {[string, Key][]} */
const GROUPS = [
  ['related', 'whyRelated'],
  ['profile', 'whyProfile'],
  ['recent', 'whyRecent'],
  ['skills', 'whySkills'],
];

/**
 * Opens the dialog at once and fills it when the answer is there. Closing it
 * gives the focus back.
 * @param {Promise<Recollection>} asked
 * @param {Setting} setting
 */
export function showWhy(asked, setting) {
  const { texts } = setting;
  const title = el('h2', '', { id: 'why-title' }, [texts.say('whyTitle')]);
  // It may be long: it scrolls between the title and the button, by keyboard too.
  const body = el('div', 'found', { 'aria-live': 'polite', tabindex: '0' }, [el('p', '', {}, [texts.say('whyLoading')])]);
  const close = button('small', texts.say('close'), () => dialog.close());
  close.autofocus = true;
  const dialog = el('dialog', 'why', { 'aria-labelledby': 'why-title' }, [title, body, el('div', 'choices', {}, [close])]);
  dialog.addEventListener('click', (e) => e.target === dialog && dialog.close()); // beside it
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  asked.then(
    (found) => body.replaceChildren(...groups(found, setting)),
    (err) => body.replaceChildren(el('p', '', { role: 'alert' }, [err.status === 404 ? err.message : texts.say('whyFailed')])),
  );
}

/**
 * @param {Recollection} found
 * @param {Setting} setting
 * @returns {HTMLElement[]}
 */
function groups(found, setting) {
  const { texts } = setting;
  if (found.memories.length === 0) return [el('p', '', {}, [texts.say(nothing(found.reason))])];
  return GROUPS.flatMap(([channel, heading]) => {
    const memories = found.memories.filter((m) => m.channel === channel);
    if (memories.length === 0) return [];
    return [el('h3', '', {}, [texts.say(heading)]), el('ul', '', {}, memories.map((m) => memoryView(m, setting)))];
  });
}

/**
 * Why nothing came to mind.
 * @param {string|undefined} reason
 * @returns {Key}
 */
function nothing(reason) {
  if (reason === 'greeting') return 'whyGreeting';
  return reason === 'far' || reason === 'nothing' ? 'whyFar' : 'whyNone';
}

/**
 * @param {Memorial} memory
 * @param {Setting} setting
 * @returns {HTMLElement}
 */
function memoryView(memory, { texts, name, zone }) {
  const words = el('p', 'words', {}, [memory.text]);
  if (memory.text === '') {
    words.classList.add('gone');
    words.textContent = texts.say('whyGone');
  }
  const meta = el('p', 'meta');
  if (memory.at) {
    const day = new Intl.DateTimeFormat(texts.language, { timeZone: zone, dateStyle: 'long' }).format(new Date(memory.at));
    meta.append(el('time', '', { datetime: memory.at }, [day]));
  }
  for (const key of [origin(memory), way(memory)]) {
    if (key) meta.append(el('span', '', {}, [texts.say(key, { name })]));
  }
  return el('li', '', {}, [words, meta]);
}

/**
 * Where a memory comes from.
 * @param {Memorial} memory
 * @returns {Key|undefined}
 */
function origin(memory) {
  switch (memory.from) {
    case 'line':
      return memory.speaker === 'companion' ? 'whySaidByHer' : 'whySaidByYou';
    case 'record':
      return 'whyRecord';
    case 'file':
      return 'whyFile';
  }
}

/**
 * How a memory was found.
 * @param {Memorial} memory
 * @returns {Key|undefined}
 */
function way(memory) {
  if (memory.words && memory.meaning) return 'whyByBoth';
  if (memory.words) return 'whyByWords';
  return memory.meaning ? 'whyByMeaning' : undefined;
}

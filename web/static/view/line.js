// @ts-check
// One entry of the conversation: a line, a day, a note, or a message that is
// still on its way.

import { button, el } from './dom.js';
import { putServerHTML } from './html.js';
import { OffersView } from './offers.js';

/** @typedef {import('../log.js').Line} Line */
/** @typedef {import('../log.js').Note} Note */
/** @typedef {import('../outbox.js').Entry} Entry */
/** @typedef {import('../i18n.js').Texts} Texts */

/**
 * What entries are drawn with.
 * @typedef {object} Setting
 * @property {Texts} texts
 * @property {string} name the companion's
 * @property {string|undefined} zone
 */

/**
 * What can be done with a reply.
 * @typedef {object} Acts
 * @property {(line: Line) => void} why tells what came to mind for it
 * @property {(line: Line, reaction: 'up'|'down'|'') => Promise<void>} react keeps a thumb under it
 * @property {(line: Line, offer: import('../log.js').Offer) => Promise<string>} take chooses what is offered under it; gives why not, or nothing
 */

/**
 * @param {Line} line
 * @param {Setting} setting
 * @param {Acts} acts
 * @returns {HTMLElement}
 */
export function lineView(line, { texts, name, zone }, { why, react, take }) {
  const who = line.role === 'person' ? texts.say('you') : name;
  const words = el('div', 'words');
  if (line.role === 'companion' && line.html) {
    words.classList.add('rich');
    putServerHTML(words, line.html);
    addCopyButtons(words, texts);
  } else {
    words.textContent = line.text; // what a person typed is shown as typed
  }
  const time = el('time', '', { datetime: line.at }, [clock(line.at, texts, zone)]);
  const meta = el('footer', 'meta', {}, [time]);
  const from = line.role === 'person' ? origin(line.channel, texts) : '';
  if (from) meta.append(el('span', 'origin', {}, [from]));
  if (line.role === 'companion') {
    const ask = button('ask', texts.say('why'), () => why(line));
    ask.setAttribute('aria-haspopup', 'dialog');
    ask.setAttribute('aria-label', texts.say('whyLabel', { name }));
    meta.append(ask, ...thumbs(line, texts, react));
  }
  const node = el('article', `line ${line.role}`, { 'data-id': line.id }, [el('span', 'sr', {}, [who]), words]);
  if (line.offers?.length || line.taken) {
    const offers = new OffersView();
    offers.begin(line, texts, take);
    node.append(offers);
  }
  node.append(meta);
  return node;
}

/**
 * Thumbs under a reply. The one that is down already takes itself back.
 * @param {Line} line
 * @param {Texts} texts
 * @param {Acts['react']} react
 * @returns {HTMLElement[]}
 */
function thumbs(line, texts, react) {
  const make = (/** @type {'up'|'down'} */ way, /** @type {string} */ face, /** @type {string} */ label) => {
    const node = button('thumb', face, async () => {
      await react(line, line.reaction === way ? '' : way);
      show();
    });
    node.setAttribute('aria-label', label);
    node.setAttribute('title', label);
    return node;
  };
  const up = make('up', '👍', texts.say('thumbUp'));
  const down = make('down', '👎', texts.say('thumbDown'));
  const show = () => {
    up.setAttribute('aria-pressed', String(line.reaction === 'up'));
    down.setAttribute('aria-pressed', String(line.reaction === 'down'));
  };
  show();
  return [up, down];
}

/**
 * @param {string} day YYYY-MM-DD
 * @param {string} today
 * @param {string} yesterday
 * @param {Texts} texts
 * @returns {HTMLElement}
 */
export function dayView(day, today, yesterday, texts) {
  return el('div', 'day', {}, [el('time', '', { datetime: day }, [dayName(day, today, yesterday, texts)])]);
}

/**
 * @param {string} day YYYY-MM-DD
 * @param {string} today
 * @param {string} yesterday
 * @param {Texts} texts
 * @returns {string}
 */
export function dayName(day, today, yesterday, texts) {
  if (day === today) return texts.say('today');
  if (day === yesterday) return texts.say('yesterday');
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric';
  return new Intl.DateTimeFormat(texts.language, { timeZone: 'UTC', year, month: 'long', day: 'numeric', weekday: 'long' })
    .format(new Date(`${day}T12:00:00Z`));
}

/**
 * @param {Note} note
 * @param {Setting} setting
 * @returns {HTMLElement}
 */
export function noteView(note, { texts }) {
  const title = note.kind === 'answer' ? texts.say('answerTo', { command: note.command }) : texts.say('notice');
  return el('aside', `note ${note.kind}`, { 'aria-label': title }, [
    el('p', 'note-title', {}, [title]),
    el('p', 'words', {}, [note.text]),
  ]);
}

/**
 * @param {Entry} entry
 * @param {boolean} online
 * @param {Texts} texts
 * @param {(act: 'edit'|'retry'|'discard', entry: Entry) => void} act
 * @returns {HTMLElement}
 */
export function pendingView(entry, online, texts, act) {
  const node = el('article', `line person pending ${entry.state}`, { 'data-ext': entry.ext }, [
    el('span', 'sr', {}, [texts.say('you')]),
    el('div', 'words', {}, [entry.text]),
  ]);
  if (entry.state !== 'refused') {
    node.append(el('footer', 'meta', {}, [texts.say(online ? 'sending' : 'queued')]));
    return node;
  }
  node.append(
    el('p', 'reason', { role: 'alert' }, [reason(entry, texts)]),
    el('div', 'choices', {}, [
      button('small', texts.say('edit'), () => act('edit', entry)),
      button('small', texts.say('retry'), () => act('retry', entry)),
      button('small', texts.say('discard'), () => act('discard', entry)),
    ]),
  );
  return node;
}

/**
 * Why a message was refused: the server's words, else ours.
 * @param {Entry} entry
 * @param {Texts} texts
 * @returns {string}
 */
function reason({ code, message }, texts) {
  if (message) return message;
  switch (code) {
    case 'too_long':
    case 'not_allowed':
    case 'not_kept':
      return texts.say(code);
    case 'empty':
      return texts.say('empty_message');
  }
  return texts.say('refused');
}

/**
 * @param {string} at
 * @param {Texts} texts
 * @param {string} [zone]
 */
function clock(at, texts, zone) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  return new Intl.DateTimeFormat(texts.language, { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(date);
}

/**
 * Where a line was said, if not here.
 * @param {string|undefined} channel
 * @param {Texts} texts
 */
function origin(channel, texts) {
  switch (channel) {
    case undefined:
    case '':
    case 'web':
      return '';
    case 'terminal':
      return texts.say('fromTerminal');
    case 'telegram':
      return texts.say('fromTelegram');
  }
  return texts.say('fromElsewhere', { channel });
}

/**
 * Gives each code block a head with its language and a copy button.
 * @param {Element} words
 * @param {Texts} texts
 */
function addCopyButtons(words, texts) {
  for (const pre of words.querySelectorAll('pre')) {
    const language = /(?:^|\s)language-(\S+)/.exec(pre.querySelector('code')?.className ?? '')?.[1] ?? texts.say('code');
    const copy = button('small', texts.say('copy'), async () => {
      const done = await copyText(pre.textContent ?? '');
      copy.textContent = texts.say(done ? 'copied' : 'notCopied');
      setTimeout(() => (copy.textContent = texts.say('copy')), 2000);
    });
    const box = el('div', 'code', {}, [el('div', 'code-head', {}, [el('span', '', {}, [language]), copy])]);
    pre.replaceWith(box);
    pre.tabIndex = 0;
    box.append(pre);
  }
}

/**
 * Copies text; beyond this machine without TLS only the old way works.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el('textarea', 'sr');
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

// @ts-check
// The conversation as this page knows it: lines by id, the reply that is being
// written, and notes that live in memory only. Pure: no network, no page.
//
// Lines are kept in the order of their ids, which is the order of time. A line
// may arrive any number of times, from the history, as an event and as the
// acknowledgement of a message; it is kept once. Everything the page shows is
// derived from here, so that a replayed or repeated frame changes nothing.

/** @typedef {'later'|'less'|'never'|'snooze'|'done'} Offer what can be done about a message */

/**
 * @typedef {object} Line
 * @property {string} id
 * @property {string} at RFC 3339
 * @property {'person'|'companion'} role
 * @property {string} text
 * @property {string} [html] sanitised by the server
 * @property {string} [channel]
 * @property {'up'|'down'|''} [reaction] the thumb under a reply
 * @property {Offer[]} [offers] what can be done about what was said unasked
 * @property {Offer} [taken] what was chosen of it
 */

/**
 * @typedef {object} Open a reply that is being written
 * @property {string} turn
 * @property {string} text empty while she is thinking
 * @property {string} tool name of the tool that runs, or empty
 */

/**
 * @typedef {object} Note something said outside of the conversation
 * @property {string} key
 * @property {'notice'|'answer'} kind
 * @property {string} text
 * @property {string} command what was asked, for an answer
 * @property {string} after id of the line it stands behind, or empty
 */

/**
 * @typedef {{kind: 'day', key: string, day: string}
 *   | {kind: 'line', key: string, line: Line}
 *   | {kind: 'note', key: string, note: Note}} Item
 */

/** @typedef {{kind: string, turn?: string, id?: string, text?: string, html?: string, at?: string, channel?: string, ext?: string, offers?: Offer[], offer?: Offer}} Event_ */

/**
 * The calendar day of a moment in a zone, as YYYY-MM-DD.
 * @param {string|number|Date} at
 * @param {string} [zone] IANA name; without it, or where it is unknown, the browser's own
 * @returns {string}
 */
export function dayOf(at, zone) {
  let format = days.get(zone);
  if (!format) {
    // The Swedish way of writing a date is YYYY-MM-DD.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: knownZone(zone), dateStyle: 'short' });
    days.set(zone, format);
  }
  return format.format(new Date(at));
}

/** Formatters are slow to make, and every line needs one at each change.
 * @type {Map<string|undefined, Intl.DateTimeFormat>} */
const days = new Map();

/**
 * The zone if this browser knows it, else undefined.
 * @param {string} [zone]
 */
export function knownZone(zone) {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return undefined;
  }
}

/** Events of a reply that is not whole yet. */
const DRAFT = new Set(['thinking', 'delta', 'retract', 'tool']);

/** Tells "lines" and "open" after each change of them. */
export class Log extends EventTarget {
  constructor() {
    super();
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Map<string, Line>} */
    this.byId = new Map();
    /** @type {Map<string, Open>} */
    this.open = new Map();
    /** @type {Note[]} */
    this.notes = [];
    /** Whether the server has older lines than the first one here. */
    this.more = false;
    /** Whether the history was read at all. */
    this.loaded = false;
    this.counter = 0;
  }

  /**
   * Whether the person said these words on the web not before a moment.
   * @param {string} text
   * @param {number} since milliseconds since 1970
   */
  said(text, since) {
    return this.lines.some(
      (l) => l.role === 'person' && l.text === text && l.channel === 'web' && Date.parse(l.at) >= since,
    );
  }

  /**
   * Takes the newest page of the history. Older lines stay if they join on to
   * it; lines newer than it stay because they were acknowledged.
   * @param {Line[]} page oldest first
   * @param {boolean} more
   * @param {{turn: string, text: string}} [open] the reply being written now
   */
  reset(page, more, open) {
    const joins = page.some((l) => this.byId.has(l.id));
    const first = page[0]?.id ?? '';
    const last = page.at(-1)?.id ?? '';
    const kept = this.lines.filter((l) => l.id > last || (joins && l.id < first));
    if (!joins || !this.loaded) this.more = more;
    this.loaded = true;
    this.byId = new Map([...kept, ...page].map((l) => [l.id, l]));
    this.notes = this.notes.filter((n) => n.after === '' || this.byId.has(n.after));
    this.#arrange();
    this.open.clear();
    if (open && !this.#over(open.turn)) this.open.set(open.turn, { turn: open.turn, text: open.text, tool: '' });
    this.#tell('open');
  }

  /**
   * Takes a page of older lines.
   * @param {Line[]} page
   * @param {boolean} more
   */
  prepend(page, more) {
    for (const l of page) if (!this.byId.has(l.id)) this.byId.set(l.id, l);
    this.more = more;
    this.#arrange();
  }

  /**
   * Takes one numbered event.
   * @param {Event_} e
   * @returns {boolean} whether it brought a line that was not here before
   */
  apply(e) {
    const turn = e.turn ?? '';
    if (DRAFT.has(e.kind) && this.#over(turn)) return false;
    switch (e.kind) {
      case 'said':
        return this.#put(e, 'person');
      case 'done':
        this.#close(turn);
        return this.#put(e, 'companion');
      case 'taken':
        if (e.offer) this.taken(e.id ?? '', e.offer);
        break;
      case 'thinking':
        this.#opened(turn);
        break;
      case 'delta':
        this.#write(turn, this.#opened(turn).text + (e.text ?? ''));
        break;
      case 'tool':
        this.#opened(turn).tool = e.text ?? '';
        this.#tell('open');
        break;
      case 'retract':
        if (e.text) this.#write(turn, e.text);
        else this.#close(turn);
        break;
      case 'notice':
        // A turn that ends in a notice will write nothing more for now.
        if (this.open.get(turn)?.text === '') this.#close(turn);
        this.note('notice', e.text ?? '');
        return true;
    }
    return false;
  }

  /**
   * Something was chosen under a line, here or elsewhere. The line stays the
   * same one: its words are no news.
   * @param {string} id
   * @param {Offer} offer
   */
  taken(id, offer) {
    const line = this.byId.get(id);
    if (!line) return; // it is older than what is shown, and is fetched as it is then
    line.offers = [];
    line.taken = offer;
    this.#tell('lines');
  }

  /**
   * A message of this page is on disk. It becomes a line now, in case its
   * event went to an earlier connection; the event adds the html.
   * @param {string} id
   * @param {string} text
   * @param {string} at
   */
  acked(id, text, at) {
    if (this.byId.has(id)) return;
    this.byId.set(id, { id, at, role: 'person', text, channel: 'web' });
    this.#arrange();
  }

  /**
   * Adds something said outside of the conversation, behind the last line.
   * @param {'notice'|'answer'} kind
   * @param {string} text
   * @param {string} [command]
   */
  note(kind, text, command = '') {
    this.counter++;
    this.notes.push({ key: `note-${this.counter}`, kind, text, command, after: this.lines.at(-1)?.id ?? '' });
    this.#tell('lines');
  }

  /**
   * Everything to show, in order, with a separator before each new day.
   * @param {string} [zone]
   * @returns {Item[]}
   */
  items(zone) {
    /** @type {Item[]} */
    const items = [];
    const notes = (/** @type {string} */ id) => {
      for (const note of this.notes) if (note.after === id) items.push({ kind: 'note', key: note.key, note });
    };
    notes('');
    let day = '';
    for (const line of this.lines) {
      const its = dayOf(line.at, zone);
      if (its !== day) items.push({ kind: 'day', key: `day-${its}-${line.id}`, day: its });
      day = its;
      items.push({ kind: 'line', key: line.id, line });
      notes(line.id);
    }
    return items;
  }

  /**
   * @param {Event_} e
   * @param {'person'|'companion'} role
   */
  #put(e, role) {
    const id = e.id ?? '';
    const known = this.byId.get(id);
    /** @type {Line} */
    const line = { id, at: e.at ?? '', role, text: e.text ?? '', html: e.html, channel: e.channel, offers: e.offers };
    if (known?.reaction) line.reaction = known.reaction;
    if (known?.taken) Object.assign(line, { taken: known.taken, offers: [] }); // an event that comes again is older
    this.byId.set(id, line);
    this.#arrange();
    return known === undefined;
  }

  /**
   * Whether the reply of a turn is whole: a history that is fetched while it is
   * written may have it before its last events come. Turns of a conversation
   * follow each other, so whatever she said since a turn began is its reply.
   * @param {string} turn
   */
  #over(turn) {
    const last = this.lines.findLast((l) => l.role === 'companion');
    return last !== undefined && last.id > turn;
  }

  /** @param {string} turn */
  #opened(turn) {
    let open = this.open.get(turn);
    if (!open) {
      open = { turn, text: '', tool: '' };
      this.open.set(turn, open);
      this.#tell('open');
    }
    return open;
  }

  /**
   * @param {string} turn
   * @param {string} text
   */
  #write(turn, text) {
    const open = this.#opened(turn);
    open.text = text;
    open.tool = '';
    this.#tell('open');
  }

  /** @param {string} turn */
  #close(turn) {
    if (this.open.delete(turn)) this.#tell('open');
  }

  #arrange() {
    this.lines = [...this.byId.values()].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
    this.#tell('lines');
  }

  /** @param {'lines'|'open'} what */
  #tell(what) {
    this.dispatchEvent(new Event(what));
  }
}

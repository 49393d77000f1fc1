import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Choices } from '../static/choices.js';
import { Log } from '../static/log.js';

const offers = ['later', 'less', 'never'];
const done = (more = {}) => ({ kind: 'done', id: '1', at: '2026-07-01T10:00:01Z', text: 'a tomato is red', html: 'x', channel: 'telegram', offers, ...more });

/** A page with one line that can be answered. */
function page() {
  const log = new Log();
  log.apply(done());
  const sent = [];
  const choices = new Choices({ log, send: (frame) => log.down !== true && sent.push(frame) > 0, lost: () => 'lost' });
  return { log, sent, choices, line: log.lines[0] };
}

test('a choice is sent, and shown once it is acknowledged', async () => {
  const { log, sent, choices, line } = page();
  assert.deepEqual(line.offers, offers);
  const end = choices.take(line, 'less');
  assert.deepEqual({ ...sent[0], ext: '' }, { type: 'take', ext: '', id: '1', offer: 'less' });
  assert.equal(line.taken, undefined);
  assert.equal(choices.settle('another'), false);
  assert.equal(choices.settle(sent[0].ext), true);
  assert.equal(await end, '');
  assert.equal(log.lines[0], line); // the words are no news
  assert.deepEqual([line.taken, line.offers], ['less', []]);
  assert.equal(choices.settle(sent[0].ext), false);
});

test('a choice that is refused or lost says so and can be made again', async () => {
  const { log, sent, choices, line } = page();
  const refused = choices.take(line, 'less');
  choices.settle(sent[0].ext, 'too old');
  assert.equal(await refused, 'too old');
  const lost = choices.take(line, 'less');
  choices.disconnect();
  assert.equal(await lost, 'lost');
  log.down = true;
  assert.equal(await choices.take(line, 'less'), 'lost');
  assert.deepEqual([line.taken, line.offers], [undefined, offers]);
});

test('what is taken elsewhere is taken here, also by an event that comes again', () => {
  const { log, line } = page();
  assert.equal(log.apply({ kind: 'taken', id: '1', offer: 'later' }), false);
  assert.deepEqual([line.taken, line.offers], ['later', []]);
  log.apply(done());
  assert.deepEqual([log.lines[0].taken, log.lines[0].offers], ['later', []]);
  log.apply({ kind: 'taken', id: 'unknown', offer: 'later' });
  assert.equal(log.lines.length, 1);
});

test('a thumb stays when a reply comes again', () => {
  const { log, line } = page();
  line.reaction = 'up';
  log.apply(done());
  assert.equal(log.lines[0].reaction, 'up');
});

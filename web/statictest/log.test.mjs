import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, Log } from '../static/log.js';

const line = (id, role = 'person', at = '2026-07-01T10:00:00Z') => ({ id, at, role, text: `text ${id}`, html: `<p>${id}</p>`, channel: 'web' });
const said = (id, more = {}) => ({ kind: 'said', id, at: '2026-07-01T10:00:00Z', text: id, channel: 'web', ...more });
const done = (turn, id) => ({ kind: 'done', turn, id, at: '2026-07-01T10:00:01Z', text: id, html: id, channel: 'web' });
const ids = (log) => log.lines.map((l) => l.id);
const open = (log) => [...log.open.values()].map((o) => o.text);

test('a reply is streamed, then replaced by its final line', () => {
  const log = new Log();
  log.apply(said('1'));
  log.apply({ kind: 'thinking', turn: 't' });
  assert.deepEqual(open(log), ['']);
  log.apply({ kind: 'delta', turn: 't', text: 'おは' });
  log.apply({ kind: 'delta', turn: 't', text: 'よう' });
  assert.deepEqual(open(log), ['おはよう']);
  assert.equal(log.apply(done('t', '2')), true);
  assert.deepEqual(open(log), []);
  assert.deepEqual(ids(log), ['1', '2']);
});

test('words of the person on the web are found by text and time', () => {
  const log = new Log();
  log.reset([line('1'), line('2', 'companion'), { ...line('3'), channel: 'telegram' }], false);
  const at = Date.parse('2026-07-01T10:00:00Z');
  assert.ok(log.said('text 1', at));
  assert.ok(!log.said('text 1', at + 1));
  assert.ok(!log.said('text 2', 0));
  assert.ok(!log.said('text 3', 0));
  assert.ok(!log.said('text', 0));
});

test('a retraction forgets the open reply, or puts another text in its place', () => {
  const log = new Log();
  log.apply({ kind: 'delta', turn: 't', text: 'wrong' });
  log.apply({ kind: 'retract', turn: 't', text: 'right' });
  assert.deepEqual(open(log), ['right']);
  log.apply({ kind: 'retract', turn: 't' });
  assert.deepEqual(open(log), []);
  log.apply({ kind: 'delta', turn: 't', text: 'anew' });
  assert.deepEqual(open(log), ['anew']);
});

test('a tool is shown until the reply goes on', () => {
  const log = new Log();
  log.apply({ kind: 'tool', turn: 't', text: 'calendar' });
  assert.equal(log.open.get('t').tool, 'calendar');
  log.apply({ kind: 'delta', turn: 't', text: 'x' });
  assert.equal(log.open.get('t').tool, '');
});

test('a line that comes again is kept once and is no news', () => {
  const log = new Log();
  log.reset([line('1'), line('2', 'companion')], false);
  assert.equal(log.apply(said('1')), false);
  assert.equal(log.apply(done('t', '2')), false);
  assert.deepEqual(ids(log), ['1', '2']);
});

test('an acknowledged message is a line at its place, which its event completes', () => {
  const log = new Log();
  log.reset([line('1'), line('3')], false);
  log.acked('2', 'mine', '2026-07-01T10:00:00Z');
  assert.deepEqual(ids(log), ['1', '2', '3']);
  log.apply(said('2', { html: '<p>mine</p>' }));
  assert.equal(log.byId.get('2').html, '<p>mine</p>');
  log.acked('2', 'other', '');
  assert.equal(log.byId.get('2').text, '2', 'the acknowledgement of a known line changed it');
});

test('a new history joins on to the old one, or takes its place', () => {
  const log = new Log();
  log.reset([line('05'), line('06')], true);
  log.prepend([line('03'), line('04')], false);
  assert.deepEqual(ids(log), ['03', '04', '05', '06']);
  log.reset([line('05'), line('07')], true);
  assert.deepEqual(ids(log), ['03', '04', '05', '07'], 'a line inside the page that the server no longer has stayed');
  assert.equal(log.more, false, 'the older lines that stayed begin at the beginning');
  log.reset([line('20'), line('21')], true);
  assert.deepEqual(ids(log), ['20', '21'], 'lines before a gap stayed');
  assert.equal(log.more, true);
});

test('an acknowledged message newer than the fetched page stays', () => {
  const log = new Log();
  log.reset([line('1')], false);
  log.acked('2', 'mine', '2026-07-01T10:00:00Z');
  log.reset([line('1')], false);
  assert.deepEqual(ids(log), ['1', '2']);
});

test('a new history ends the open replies but for the one the server names', () => {
  const log = new Log();
  log.apply({ kind: 'delta', turn: 'old', text: 'half' });
  log.reset([], false, { turn: 'new', text: 'まだ途中の' });
  assert.deepEqual(open(log), ['まだ途中の']);
});

test('a reply that the history has is shown as whole, whatever still comes of it', () => {
  const log = new Log();
  log.reset([line('1'), line('3', 'companion')], false, { turn: '2', text: 'まだ' });
  log.apply({ kind: 'delta', turn: '2', text: '途中の' });
  assert.deepEqual(open(log), []);
  log.apply(done('2', '3'));
  log.apply({ kind: 'delta', turn: '4', text: '次の' });
  assert.deepEqual(open(log), ['次の']);
  assert.deepEqual(ids(log), ['1', '3']);
});

test('a notice ends a turn that has shown nothing, and stands where it was said', () => {
  const log = new Log();
  log.apply(said('1'));
  log.apply({ kind: 'thinking', turn: 't' });
  log.apply({ kind: 'notice', turn: 't', text: 'later' });
  log.apply(said('2'));
  assert.deepEqual(open(log), []);
  assert.deepEqual(log.items('Asia/Tokyo').map((i) => i.kind), ['day', 'line', 'note', 'line']);
});

test('days are separated in the zone of the home, not of the browser', () => {
  const log = new Log();
  log.reset([line('1', 'person', '2026-07-01T14:59:00Z'), line('2', 'person', '2026-07-01T15:01:00Z'), line('3', 'person', '2026-07-01T23:00:00Z')], false);
  const days = (zone) => log.items(zone).filter((i) => i.kind === 'day').map((i) => i.day);
  assert.deepEqual(days('Asia/Tokyo'), ['2026-07-01', '2026-07-02']);
  assert.deepEqual(days('UTC'), ['2026-07-01']);
  assert.equal(dayOf('2026-07-01T12:00:00Z', 'No/Where').length, 10);
});

test('events in any repetition give the same lines', () => {
  const events = [said('1'), done('a', '2'), said('3'), said('4'), done('b', '5')];
  for (let seed = 1; seed < 200; seed++) {
    const log = new Log();
    let x = seed;
    for (const e of [...events, ...events]) {
      x = (x * 1103515245 + 12345) % 2147483648;
      if (x % 3 === 0) log.reset([line('1'), line('2', 'companion')], false);
      log.apply(e);
      if (x % 2) log.apply(e);
    }
    assert.deepEqual(ids(log), ['1', '2', '3', '4', '5']);
  }
});

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { MAX_FRAME, newExt, Outbox, PAUSE, STALL, writtenAt } from '../static/outbox.js';
import { FakeLocks, FakeStorage } from './fakes.mjs';

/** A tab of a browser. */
function tab(storage = new FakeStorage(), locks = undefined, name = 'tab') {
  const sent = [];
  let stalls = 0;
  const outbox = new Outbox({ storage, locks: locks?.of(name), send: (f) => sent.push(f), stalled: () => stalls++ });
  return { storage, outbox, sent, texts: () => sent.map((f) => f.text), stalls: () => stalls };
}

const timers = (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
};

test('messages written while offline are sent in order, one at a time', () => {
  const { outbox, sent, texts } = tab();
  const words = Array.from({ length: 50 }, (_, i) => `word ${i}`);
  for (const text of words) outbox.add(text);
  assert.deepEqual(texts(), []);
  outbox.connect();
  for (let i = 0; i < words.length; i++) {
    assert.equal(sent.length, i + 1);
    outbox.settle(sent[i].ext);
  }
  assert.deepEqual(texts(), words);
  assert.deepEqual(outbox.all(), []);
  outbox.disconnect();
});

test('what was not acknowledged is sent again with the same ext after a reconnect', () => {
  const { outbox, sent } = tab();
  outbox.connect();
  outbox.add('a');
  outbox.disconnect();
  assert.equal(outbox.all()[0].state, 'waiting');
  outbox.connect();
  assert.equal(sent.length, 2);
  assert.equal(sent[0].ext, sent[1].ext);
  outbox.disconnect();
});

test('a message that was sent once is known to be in doubt, also after a reload', () => {
  const { storage, outbox } = tab();
  const before = Date.now();
  outbox.add('a');
  assert.ok(!outbox.all()[0].tried);
  outbox.connect();
  outbox.disconnect();
  assert.ok(outbox.all()[0].tried);
  assert.ok(writtenAt(outbox.all()[0].ext) >= before && writtenAt(outbox.all()[0].ext) <= Date.now() + 1);
  assert.ok(tab(storage).outbox.all()[0].tried);
});

test('a message is in the storage before it is sent and leaves it with the acknowledgement', () => {
  const { storage, outbox, sent } = tab();
  outbox.add('a');
  assert.equal(storage.length, 1);
  outbox.connect();
  assert.equal(storage.length, 1);
  assert.equal(outbox.settle(sent[0].ext).text, 'a');
  assert.equal(outbox.settle(sent[0].ext), undefined);
  assert.equal(storage.length, 0);
});

test('a full storage loses nothing while the tab lives', () => {
  const { storage, outbox, texts } = tab();
  storage.full = true;
  outbox.add('a');
  outbox.connect();
  assert.deepEqual(texts(), ['a']);
  outbox.disconnect();
});

test('a refused message keeps its text over a reload and does not hold up the next', () => {
  const locks = new FakeLocks();
  const first = tab(new FakeStorage(), locks, 'one');
  first.outbox.connect();
  first.outbox.add('bad');
  first.outbox.add('good');
  first.outbox.refuse(first.sent[0].ext, 'not_kept', 'disk full');
  assert.deepEqual(first.texts(), ['bad', 'good']);
  first.outbox.settle(first.sent[1].ext);
  locks.release('one');
  const second = tab(first.storage, locks, 'two');
  second.outbox.connect();
  assert.deepEqual(second.texts(), []);
  const [entry] = second.outbox.all();
  assert.deepEqual([entry.state, entry.text, entry.message], ['refused', 'bad', 'disk full']);
  second.outbox.retry(entry.ext);
  assert.equal(second.sent[0].ext, first.sent[0].ext);
  second.outbox.disconnect();
});

test('"too fast" means later, and nothing overtakes meanwhile', (t) => {
  timers(t);
  const { outbox, sent, texts } = tab();
  outbox.connect();
  outbox.add('a');
  outbox.add('b');
  outbox.refuse(sent[0].ext, 'too_fast', '');
  mock.timers.tick(PAUSE - 1);
  assert.deepEqual(texts(), ['a']);
  mock.timers.tick(1);
  assert.deepEqual(texts(), ['a', 'a']);
  outbox.settle(sent[1].ext);
  assert.deepEqual(texts(), ['a', 'a', 'b']);
});

test('a connection that acknowledges nothing is given up', (t) => {
  timers(t);
  const { outbox, sent, stalls } = tab();
  outbox.connect();
  outbox.add('a');
  mock.timers.tick(STALL);
  assert.equal(stalls(), 1);
  outbox.settle(sent[0].ext);
  mock.timers.tick(10 * STALL);
  assert.equal(stalls(), 1);
});

test('a message that fits into no frame is refused here and keeps its text', () => {
  const { outbox, texts } = tab();
  outbox.connect();
  outbox.add('あ'.repeat(MAX_FRAME / 3));
  assert.equal(outbox.all()[0].code, 'too_long');
  assert.deepEqual(texts(), []);
});

test('the message in flight is refused when the server closed for its size', () => {
  const { outbox } = tab();
  outbox.connect();
  outbox.add('a');
  outbox.tooBig();
  assert.equal(outbox.all()[0].state, 'refused');
});

test('two tabs send each message once; the second adopts when the first is gone', () => {
  const locks = new FakeLocks();
  const storage = new FakeStorage();
  const one = tab(storage, locks, 'one');
  const two = tab(storage, locks, 'two');
  two.outbox.connect();
  one.outbox.add('a');
  two.outbox.noticed('kokoron.outbox.x', '{}');
  assert.deepEqual(two.texts(), [], 'a living tab was robbed');
  locks.release('one');
  assert.deepEqual(two.texts(), ['a']);
  const three = tab(storage, locks, 'three');
  three.outbox.connect();
  assert.deepEqual(three.texts(), []);
  two.outbox.disconnect();
});

test('of many waiting tabs only one adopts', () => {
  const locks = new FakeLocks();
  const storage = new FakeStorage();
  const one = tab(storage, locks, 'one');
  one.outbox.add('a');
  const others = ['two', 'three', 'four'].map((name) => tab(storage, locks, name));
  for (const o of others) o.outbox.connect();
  locks.release('one');
  assert.deepEqual(others.flatMap((o) => o.texts()), ['a']);
  for (const o of others) o.outbox.disconnect();
});

test('without locks everything found at the start is sent, safe by its ext', () => {
  const storage = new FakeStorage();
  const one = tab(storage);
  one.outbox.add('a');
  const two = tab(storage);
  two.outbox.connect();
  assert.equal(two.sent[0].ext, one.outbox.all()[0].ext);
  two.outbox.settle(two.sent[0].ext);
  one.outbox.noticed(`kokoron.outbox.${two.sent[0].ext}`, null);
  assert.deepEqual(one.outbox.all(), []);
});

test('foreign things in the storage do no harm', () => {
  const storage = new FakeStorage();
  storage.setItem('kokoron.outbox.x', 'not json');
  storage.setItem('kokoron.outbox.y', '{"text": 1}');
  storage.setItem('other', '1');
  const { outbox } = tab(storage);
  assert.deepEqual(outbox.all(), []);
});

test('ids differ and are short enough', () => {
  const ids = new Set(Array.from({ length: 1000 }, () => newExt(Date.UTC(2026, 0))));
  assert.equal(ids.size, 1000);
  assert.ok([...ids].every((id) => id.length <= 100));
});

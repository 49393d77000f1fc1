import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { backoff, Connection, CROWDED, PING, SILENCE, STEADY } from '../static/connection.js';
import { FakeSocket } from './fakes.mjs';

/** A connection on simulated time; `sockets` are those it dialled. */
function rig(t, more = {}) {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const r = { sockets: [], states: [], frames: [], position: undefined, tooBig: 0 };
  r.connection = new Connection({
    url: 'ws://x/ws',
    position: () => r.position,
    onFrame: (f) => r.frames.push(f),
    onState: (s) => r.states.push(s),
    onTooBig: () => r.tooBig++,
    signedOut: async () => false,
    random: () => 0,
    dial: () => {
      r.sockets.push(new FakeSocket());
      return r.sockets.at(-1);
    },
    ...more,
  });
  r.connection.start();
  r.last = () => r.sockets.at(-1);
  return r;
}

test('waits double from half a second to 30 s, less a random part of up to a half', () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7, 100].map((n) => backoff(n, 0)), [500, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]);
  for (let n = 0; n < 12; n++) {
    for (const random of [0, 0.25, 0.5, 0.999999]) {
      const whole = backoff(n, 0);
      assert.ok(backoff(n, random) <= whole && backoff(n, random) > whole / 2 - 0.001);
    }
  }
});

test('greets with nothing at first, and with its place later', (t) => {
  const r = rig(t);
  r.last().welcome();
  assert.deepEqual(r.last().sent, [{ type: 'hello' }]);
  r.position = { epoch: 'e', n: 7 };
  r.last().end(1001);
  mock.timers.tick(500);
  r.last().open();
  assert.deepEqual(r.last().sent, [{ type: 'hello', epoch: 'e', n: 7 }]);
});

test('nothing is sent before the welcome', (t) => {
  const r = rig(t);
  r.last().open();
  r.connection.send({ type: 'say' });
  assert.equal(r.last().sent.length, 1);
  r.last().tell({ type: 'welcome' });
  r.connection.send({ type: 'say' });
  assert.equal(r.last().sent.length, 2);
});

test('waits grow while the server is away, and begin anew after a steady connection', async (t) => {
  const r = rig(t);
  const reconnectsAfter = (ms) => {
    const n = r.sockets.length;
    mock.timers.tick(ms - 1);
    assert.equal(r.sockets.length, n, `connected before ${ms} ms`);
    mock.timers.tick(1);
    assert.equal(r.sockets.length, n + 1, `did not connect after ${ms} ms`);
  };
  r.last().end(1006);
  reconnectsAfter(500);
  r.last().end(1006);
  reconnectsAfter(1000);
  r.last().welcome();
  r.last().end(1006);
  reconnectsAfter(2000); // a connection that dies at once is not a good one
  r.last().welcome();
  mock.timers.tick(STEADY);
  r.last().end(1006);
  reconnectsAfter(500);
});

test('a silent line is given up after a ping', (t) => {
  const r = rig(t);
  r.last().welcome();
  const first = r.last();
  mock.timers.tick(PING);
  assert.deepEqual(first.sent.at(-1), { type: 'ping' });
  first.tell({ type: 'pong' });
  mock.timers.tick(PING);
  mock.timers.tick(SILENCE);
  assert.equal(first.closed, true);
  assert.equal(r.connection.state, 'waiting');
  assert.ok(r.frames.every((f) => f.type !== 'pong'));
});

test('a socket that never opens is given up', (t) => {
  const r = rig(t);
  mock.timers.tick(SILENCE);
  assert.equal(r.last().closed, true);
  mock.timers.tick(500);
  assert.equal(r.sockets.length, 2);
});

test('coming online connects at once', (t) => {
  const r = rig(t);
  r.last().end(1006);
  r.connection.check();
  assert.equal(r.sockets.length, 2);
  r.connection.check();
  assert.equal(r.sockets.length, 2);
});

test('an old socket is no longer listened to', (t) => {
  const r = rig(t);
  const first = r.last();
  first.welcome();
  r.connection.restart();
  first.tell({ type: 'event' });
  first.end(1006);
  assert.deepEqual(r.frames.map((f) => f.type), ['welcome']);
  mock.timers.tick(500);
  assert.equal(r.sockets.length, 2);
});

test('each way of closing is answered as the protocol says', (t) => {
  const r = rig(t);
  r.last().welcome();
  r.last().end(4429);
  mock.timers.tick(CROWDED - 1);
  assert.equal(r.sockets.length, 1);
  mock.timers.tick(1);
  assert.equal(r.sockets.length, 2);
  r.last().welcome();
  r.last().end(1009);
  assert.equal(r.tooBig, 1);
  mock.timers.tick(1000);
  assert.equal(r.sockets.length, 3);
  r.last().welcome();
  r.last().end(4401);
  mock.timers.tick(CROWDED);
  r.connection.check();
  assert.equal(r.sockets.length, 3);
  assert.equal(r.connection.state, 'signedout');
});

test('a frame the server does not understand ends it for good', (t) => {
  const r = rig(t);
  r.last().welcome();
  r.last().end(1008);
  mock.timers.tick(CROWDED);
  assert.equal(r.sockets.length, 1);
  assert.equal(r.connection.state, 'outdated');
});

test('a refused upgrade is told from a dead server by asking', async (t) => {
  const r = rig(t, { signedOut: async () => true });
  r.last().end(1006);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(r.connection.state, 'signedout');
  mock.timers.tick(CROWDED);
  assert.equal(r.sockets.length, 1);
});

// Fakes of what a browser has and node has not.

/** A Storage; `full` makes every write fail. */
export class FakeStorage {
  map = new Map();
  full = false;
  get length() {
    return this.map.size;
  }
  key(i) {
    return [...this.map.keys()][i] ?? null;
  }
  getItem(key) {
    return this.map.get(key) ?? null;
  }
  setItem(key, value) {
    if (this.full) throw new Error('QuotaExceededError');
    this.map.set(key, value);
  }
  removeItem(key) {
    this.map.delete(key);
  }
}

/** Exclusive locks of one browser; `release(owner)` is the death of a tab. */
export class FakeLocks {
  queues = new Map();

  /** The locks as one tab sees them. */
  of(owner) {
    return {
      request: (name, run) => {
        const queue = this.queues.get(name) ?? [];
        this.queues.set(name, queue);
        queue.push({ owner, run });
        if (queue.length === 1) this.#grant(name);
        return Promise.resolve();
      },
    };
  }

  release(owner) {
    for (const [name, queue] of this.queues) {
      const held = queue[0]?.owner === owner;
      this.queues.set(name, queue.filter((q) => q.owner !== owner));
      if (held) this.#grant(name);
    }
  }

  #grant(name) {
    const queue = this.queues.get(name);
    if (queue.length === 0) return;
    // A run that returns a promise holds the lock until its tab dies.
    if (queue[0].run() === undefined) {
      queue.shift();
      this.#grant(name);
    }
  }
}

/** A WebSocket whose server is the test. */
export class FakeSocket {
  sent = [];
  closed = false;
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  open() {
    this.onopen();
  }
  tell(frame) {
    this.onmessage({ data: JSON.stringify(frame) });
  }
  /** The server or the network ends it. */
  end(code) {
    this.onclose({ code });
  }
  welcome(more = {}) {
    this.open();
    this.tell({ type: 'welcome', v: 1, epoch: 'e', n: 0, resumed: false, ...more });
  }
}

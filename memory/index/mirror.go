package index

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/embed"
	"github.com/kokoron/kokoron/memory/ledger"
)

// copied is how many units go to Chroma together.
const copied = 1000

// mirror is what stands between the index and its copy on Chroma. All but the
// list of what is to be filled in again belongs to the copier.
type mirror struct {
	wake chan struct{}
	down atomic.Bool

	store Copy // of model
	model embed.Model
	check time.Time             // when the copy is next compared
	short map[person.Scope]bool // scopes that lacked something when last compared

	late   atomic.Int64 // pending changes whose vectors are not there yet
	wanted atomic.Int32 // what Rebuild wants

	mu     sync.Mutex
	refill []ref
	in     map[ref]bool
	taken  int  // in the copier's hands
	whole  bool // all of a new model is filled in: what is embedded goes there too
}

// What may be wanted of a copy.
const (
	asItIs int32 = iota
	noGaps       // that it lacks nothing
	fresh        // that it is made anew
)

func newMirror() *mirror {
	return &mirror{wake: make(chan struct{}, 1), short: map[person.Scope]bool{}, in: map[ref]bool{}}
}

func (m *mirror) poke() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// again is to be copied whether it is in the outbox or not.
func (m *mirror) again(refs ...ref) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range refs {
		if !m.in[r] {
			m.in[r] = true
			m.refill = append(m.refill, r)
		}
	}
	m.poke()
}

// embedded tells that vectors have come.
func (m *mirror) embedded(refs []ref) {
	m.mu.Lock()
	whole := m.whole
	m.mu.Unlock()
	if whole {
		m.again(refs...)
	} else {
		m.poke()
	}
}

func (m *mirror) take(n int) (refs []ref) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n = min(n, len(m.refill))
	refs, m.refill = m.refill[:n:n], m.refill[n:]
	for _, r := range refs {
		delete(m.in, r)
	}
	m.taken = n
	return refs
}

func (m *mirror) done() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.taken = 0
}

func (m *mirror) waiting() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.refill) + m.taken
}

func (m *mirror) filling(whole bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.whole = whole
}

// breath is the least time between two looks at the outbox, and while much of
// it waits for vectors: it is read whole.
const (
	breath     = 50 * time.Millisecond
	longBreath = 5 * time.Second
	much       = 1000
)

// copy keeps the copy on Chroma until ctx ends.
func (ix *Index) copy(ctx context.Context) {
	if ix.deps.Mirror == nil || ix.deps.Embedder == nil {
		ix.copyNothing(ctx)
		return
	}
	m, trouble := ix.mirror, ix.trouble("chroma", &ix.mirror.down)
	for ctx.Err() == nil {
		more, err := ix.copySome(ctx)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			m.check = time.Time{} // it may come back empty
			ix.pause(ctx, nil, trouble.after(err))
			continue
		}
		trouble.after(nil)
		if more {
			continue
		}
		ix.pause(ctx, m.wake, ix.cfg.Check)
		rest := breath
		if m.late.Load() > much {
			rest = longBreath
		}
		ix.pause(ctx, nil, rest)
	}
}

// copyNothing empties the outbox where there is no copy, remembers that a
// later one has to be made whole, and lets the vectors of old models go.
func (ix *Index) copyNothing(ctx context.Context) {
	for ctx.Err() == nil {
		pending, err := ix.deps.Ledger.Pending()
		if err == nil && len(pending) > 0 {
			err = ix.kept.change(func(k *kept) { k.Filled = false })
			if err == nil {
				err = ix.deps.DB.Update(func(tx *kv.Tx) error { return ix.deps.Ledger.Clear(tx, pending...) })
			}
		}
		state, failed := ix.kept.get()
		if s := ix.space.Load(); failed == nil && s != nil && s.model == state.Model && ix.todo.len() == 0 {
			failed = ix.forget(ctx, state.Old)
		}
		if err = errors.Join(err, failed); err != nil {
			ix.deps.Log.Warn("outbox not emptied, or old vectors not removed", "err", err)
		}
		ix.pause(ctx, nil, ix.cfg.Check)
	}
}

// copySome does one step of the copying; more says that another can follow.
func (ix *Index) copySome(ctx context.Context) (more bool, err error) {
	s, m := ix.space.Load(), ix.mirror
	if s == nil {
		return false, nil
	}
	if m.store == nil || m.model != s.model {
		if err := ix.openCopy(s.model); err != nil {
			return false, err
		}
	}
	if now := ix.deps.Clock.Now(); !now.Before(m.check) {
		if err := ix.compare(ctx, s); err != nil {
			return false, err
		}
		m.check = now.Add(ix.cfg.Check)
	}
	if err := ix.doWanted(ctx); err != nil {
		return false, err
	}
	if err := ix.copyPending(ctx, s); err != nil {
		return false, err
	}
	refs := m.take(copied)
	if len(refs) == 0 {
		return false, ix.completed(ctx)
	}
	items := make([]item, len(refs))
	for i, r := range refs {
		items[i] = ix.item(s, r, ledger.OfChunk)
	}
	err = ix.send(ctx, items)
	if err != nil {
		m.again(refs...)
	}
	m.done()
	return err == nil, err
}

// openCopy begins the copy of a model. One that was never whole is made whole.
func (ix *Index) openCopy(model embed.Model) error {
	store, err := ix.deps.Mirror(name(model), model.Dim)
	if err != nil {
		return err
	}
	state, err := ix.kept.get()
	if err != nil {
		return err
	}
	m := ix.mirror
	m.store, m.model, m.check = store, model, time.Time{}
	clear(m.short)
	m.filling(!state.Filled)
	if !state.Filled {
		return ix.fillAll()
	}
	return nil
}

// copyPending brings what stands in the outbox to Chroma, in order. What waits
// for its vector stays there.
func (ix *Index) copyPending(ctx context.Context, s *space) error {
	pending, err := ix.deps.Ledger.Pending()
	if err != nil {
		return err
	}
	late := int64(0)
	defer func() { ix.mirror.late.Store(late) }()
	for len(pending) > 0 {
		some := pending[:min(len(pending), copied)]
		pending = pending[len(some):]
		var items []item
		var done []ledger.Pending
		for _, p := range some {
			it := ix.item(s, ref{p.Scope, p.ID}, p.Kind)
			if it.late {
				late++
				continue
			}
			items, done = append(items, it), append(done, p)
		}
		if len(items) == 0 {
			continue
		}
		err := ix.send(ctx, items)
		if err == nil {
			err = ix.deps.DB.Update(func(tx *kv.Tx) error { return ix.deps.Ledger.Clear(tx, done...) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// item is what Chroma is to have of a unit.
type item struct {
	ref
	point memory.Point // none: it is gone
	gone  bool
	late  bool // nothing can be said yet
}

func (ix *Index) item(s *space, r ref, kind ledger.Kind) item {
	u, ok := ix.unit(r)
	switch {
	case !ok && kind == ledger.OfLine: // it is marked before it is written
		return item{ref: r, late: true}
	case !ok:
		return item{ref: r, gone: true}
	}
	p, ok := s.point(u)
	if !ok {
		ix.todo.later(r)
		return item{ref: r, late: true}
	}
	if u.Record != nil {
		raw, err := json.Marshal(u.Record)
		if err != nil { // it came from JSON
			ix.deps.Log.Warn("record not copied", "id", r.id, "err", err)
		}
		p.Record = string(raw)
	}
	return item{ref: r, point: p}
}

// send brings units to Chroma. A unit that is refused by itself is logged and
// left out; the others must not wait for it.
func (ix *Index) send(ctx context.Context, items []item) error {
	points, gone := map[person.Scope][]memory.Point{}, map[person.Scope][]string{}
	for _, it := range items {
		switch {
		case it.gone:
			gone[it.scope] = append(gone[it.scope], it.id)
		case !it.late:
			points[it.scope] = append(points[it.scope], it.point)
		}
	}
	store := ix.mirror.store
	for scope, ids := range gone {
		if err := store.Delete(ctx, scope, ids...); err != nil {
			return err
		}
	}
	for scope, some := range points {
		err := store.Upsert(ctx, scope, some...)
		var other *memory.DimensionError
		var long *fault.TooLong
		switch {
		case errors.As(err, &other): // somebody has made the collection with another one
			if err := ix.drop(ctx, store, scope); err != nil {
				return err
			}
			ix.deps.Log.Warn("chroma had vectors of another dimension; they are copied anew", "err", err)
			if err := ix.fillAll(scope); err != nil {
				return err
			}
			err = store.Upsert(ctx, scope, some...)
			if err != nil {
				return err
			}
		case errors.As(err, &long) && len(some) > 1:
			err = ix.sendEach(ctx, scope, some)
		}
		if err != nil {
			return fmt.Errorf("copy to chroma: %w", err)
		}
	}
	return nil
}

func (ix *Index) sendEach(ctx context.Context, scope person.Scope, points []memory.Point) error {
	for _, p := range points {
		err := ix.mirror.store.Upsert(ctx, scope, p)
		var long *fault.TooLong
		if errors.As(err, &long) {
			ix.deps.Log.Warn("unit not copied to chroma: it is too long for the server", "id", p.ID)
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

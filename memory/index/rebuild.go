package index

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/lexical"
	"github.com/kokoron/kokoron/memory/vector"
)

// Status is how the index is doing.
type Status struct {
	Ready     bool
	Lines     int // of the diary that can be found
	Records   int // of the ledger
	Chunks    int // of files
	Model     string
	Dim       int
	Vectors   int  // pieces of text that can be found by meaning
	Unmade    int  // units that wait for the embedding server
	Embedding bool // there is an embedding server, and it answers
	Chroma    bool // there is a Chroma server, and it answers
	Pending   int  // changes that Chroma does not have yet
	Uncopied  int  // units that are copied to it again
}

// Status counts what there is.
func (ix *Index) Status() Status {
	st := Status{Ready: ix.Ready(), Unmade: ix.todo.len(), Uncopied: ix.mirror.waiting()}
	st.Lines, st.Records, st.Chunks = ix.cat.Load().count()
	if s := ix.space.Load(); s != nil {
		st.Model, st.Dim = s.model.Name, s.model.Dim
		for scope := range ix.cat.Load().scopes() {
			n, _ := s.vectors.Count(context.Background(), person.Only(scope)) // it counts in memory
			st.Vectors += n
		}
	}
	st.Embedding = ix.deps.Embedder != nil && !ix.down.Load()
	st.Chroma = ix.deps.Mirror != nil && st.Embedding && !ix.mirror.down.Load()
	pending, err := ix.deps.Ledger.Pending()
	if err != nil {
		ix.deps.Log.Warn("outbox not counted", "err", err)
	}
	st.Pending = len(pending)
	return st
}

// ErrServer is why a rebuild stopped: a server it needs does not answer. What
// is left is done as soon as it does.
var ErrServer = errors.New("a server does not answer; the rest is done when it does")

// trial is for how many first waits a rebuild bears a server in trouble: Chroma
// refuses what comes right behind a drop.
const trial = 10

// Rebuild brings all in step with ledger, diary and files and returns when it
// is: without full it looks for what Chroma lacks; full makes the search by
// words and by meaning anew, with the vectors that are known, and copies
// everything to Chroma again. tell hears how far it is; searches go on
// meanwhile. It may be called once the index is ready.
func (ix *Index) Rebuild(ctx context.Context, full bool, tell func(done, all int)) error {
	if full {
		if err := ix.anew(ctx); err != nil {
			return fmt.Errorf("rebuild index: %w", err)
		}
	}
	if wanted := noGaps; ix.deps.Mirror != nil && ix.deps.Embedder != nil {
		if full {
			wanted = fresh
		}
		ix.mirror.wanted.Store(wanted)
		ix.mirror.poke()
	}
	all := 0
	for _, n := range ix.cat.Load().scopes() {
		all += n
	}
	wait := trial * ix.cfg.Retry
	for well := ix.deps.Clock.Now(); ; {
		left := ix.todo.len() + ix.mirror.waiting()
		all = max(all, left)
		tell(all-left, all)
		now := ix.deps.Clock.Now()
		switch {
		case left == 0 && ix.copied():
			return nil
		case !ix.down.Load() && !ix.mirror.down.Load():
			well = now
		case now.Sub(well) > wait:
			return ErrServer
		}
		if err := ix.deps.Clock.Sleep(ctx, 50*time.Millisecond); err != nil {
			return err
		}
	}
}

// copied reports whether the copy has all that it can have now.
func (ix *Index) copied() bool {
	if ix.deps.Mirror == nil || ix.deps.Embedder == nil {
		return true
	}
	pending, err := ix.deps.Ledger.Pending()
	return err == nil && ix.mirror.wanted.Load() == asItIs && ix.mirror.waiting() == 0 && int64(len(pending)) <= ix.mirror.late.Load()
}

// anew reads ledger and diary again and puts what they give in place of what
// is searched.
func (ix *Index) anew(ctx context.Context) error {
	ix.order.Lock()
	if ix.busy {
		ix.order.Unlock()
		return errors.New("it is being made already")
	}
	ix.busy = true
	before := ix.cat.Load()
	ix.order.Unlock()
	lines, records := ix.read(ctx, &sync.WaitGroup{})
	if err := ctx.Err(); err != nil {
		ix.order.Lock()
		defer ix.order.Unlock()
		ix.busy, ix.early = false, nil
		return err
	}
	c := ix.gather(lexical.New(), lines, records)
	for f, chunks := range before.chunks() {
		c.setFile(f, chunks, ix.deps.Clock.Now())
	}
	s := ix.space.Load()
	if s != nil {
		s = &space{model: s.model, file: s.file, vectors: vector.New(s.model.Dim)}
	}
	ix.replace(c, s)
	return nil
}

// FromChroma puts the records of Chroma's copy that the ledger lacks into the
// ledger, and gives their number. What the ledger has stays as it is.
func (ix *Index) FromChroma(ctx context.Context, tell func(done, all int)) (restored int, err error) {
	store, err := ix.copyToRead(ctx)
	if err != nil {
		return 0, fmt.Errorf("restore from chroma: %w", err)
	}
	scopes, err := store.Scopes(ctx)
	if err != nil {
		return 0, fmt.Errorf("restore from chroma: %w", err)
	}
	for i, scope := range scopes {
		tell(i, len(scopes))
		n, err := ix.rescue(ctx, store, scope)
		if err != nil {
			return restored, fmt.Errorf("restore from chroma: %w", err)
		}
		restored += n
	}
	tell(len(scopes), len(scopes))
	return restored, nil
}

// rescue puts the records of a copy's scope that the ledger lacks into the
// ledger, and gives their number. What was erased stays erased.
func (ix *Index) rescue(ctx context.Context, store CopyReader, scope person.Scope) (int, error) {
	var found []memory.Record
	err := store.Records(ctx, person.Only(scope), func(_ person.Scope, id, raw string) error {
		var r memory.Record
		if err := json.Unmarshal([]byte(raw), &r); err != nil || string(r.ID) != id || r.Scope != scope {
			ix.deps.Log.Warn("record of chroma cannot be read", "id", id, "err", err)
		} else if r.Source != memory.FromFile {
			found = append(found, r)
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	fresh, err := ix.restore(found)
	if err != nil {
		return 0, err
	}
	ix.Changed(fresh...)
	return len(fresh), nil
}

// drop empties a scope of a copy. It may hold the only copy of a record that
// the ledger has lost: that comes back first.
func (ix *Index) drop(ctx context.Context, store Copy, scope person.Scope) error {
	n, err := ix.rescue(ctx, store, scope)
	if err != nil {
		return err
	}
	if n > 0 {
		ix.deps.Log.Warn("records that were lost came back from chroma", "scope", scope, "count", n)
	}
	return store.Drop(ctx, scope)
}

// copyToRead is the copy of the model in use.
func (ix *Index) copyToRead(ctx context.Context) (Copy, error) {
	if ix.deps.Mirror == nil {
		return nil, errors.New("no Chroma server is set")
	}
	state, err := ix.kept.get()
	if err == nil && state.Model.Name == "" {
		if ix.deps.Embedder == nil {
			return nil, errors.New("no embedding server is set: its model is part of the collections' names")
		}
		state.Model, err = ix.deps.Embedder.About(ctx)
	}
	if err != nil {
		return nil, err
	}
	return ix.deps.Mirror(name(state.Model), state.Model.Dim)
}

// restore stores the records that are not there, and gives them.
func (ix *Index) restore(records []memory.Record) (fresh []memory.Record, err error) {
	err = ix.deps.DB.Update(func(tx *kv.Tx) error {
		fresh = nil
		for _, r := range records {
			_, there, err := ix.deps.Ledger.In(tx, r.Scope, r.ID)
			if err == nil && !there {
				there, err = ix.deps.Ledger.Erased(tx, r.Scope, string(r.ID))
			}
			if err == nil && !there {
				err = ix.deps.Ledger.Put(tx, r)
				fresh = append(fresh, r)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return fresh, err
}

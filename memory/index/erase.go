package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/embed"
	"github.com/kokoron/kokoron/memory/ledger"
)

// Erase takes units out of what can be found, lines too; they are gone from
// diary, ledger and files, or will be. It returns when nothing finds them.
func (ix *Index) Erase(ids ...string) {
	ix.tell(func(c *catalogue) (refs []ref) {
		for _, id := range ids {
			ix.gone[id] = true
			if scope, ok := c.erase(id); ok {
				refs = append(refs, ref{scope, id})
			}
		}
		return refs
	})
}

// erase takes any unit out.
func (c *catalogue) erase(id string) (scope person.Scope, changed bool) {
	c.mu.Lock()
	e := c.units[id]
	if e == nil {
		c.mu.Unlock()
		return "", false
	}
	scope = e.unit.Scope
	if !e.unit.Line() {
		c.mu.Unlock()
		return scope, c.remove(id)
	}
	// Those that read the list go on with the one they have. The sessions of
	// the other lines stay as they are.
	c.talks[e.talk] = slices.DeleteFunc(slices.Clone(c.talks[e.talk]), func(o *entry) bool { return o == e })
	c.leave(e)
	delete(c.derived, id)
	c.mu.Unlock()
	c.words.Delete(scope, id)
	return scope, true
}

// Purged is what Purge did.
type Purged struct {
	Vectors   int            // that were forgotten, of texts that are nowhere any more
	Chroma    bool           // there is a copy on a Chroma server
	Confirmed int            // ids that the server said it does not have any more
	Rebuilt   []person.Scope // whose collections are made again
}

// Purge sees that nothing is left of units that were erased from ledger, diary
// and files: it forgets the vectors of all texts that are nowhere any more,
// saves the snapshot without them, and deletes the units on Chroma, looks
// whether they are gone there, and drops the collections they stood in, which
// are then filled again in the background. The index must be ready. ErrServer
// says that Chroma does not answer: all else is done, and Purge is to be called
// again. Doing it twice does no harm.
func (ix *Index) Purge(ctx context.Context, scopes map[person.Scope][]string) (p Purged, err error) {
	if p.Vectors, err = ix.forgetVectors(ctx); err != nil {
		return p, fmt.Errorf("purge index: %w", err)
	}
	if err := ix.cat.Load().words.Save(ix.snapshot()); err != nil {
		return p, fmt.Errorf("purge index: %w", err)
	}
	if ix.deps.Mirror == nil {
		return p, nil
	}
	p.Chroma = true
	if err := ix.sent(ctx, scopes); err != nil {
		return p, err
	}
	state, err := ix.kept.get()
	if err != nil {
		return p, fmt.Errorf("purge index: %w", err)
	}
	for _, m := range append(slices.Clone(state.Old), state.Model) {
		if m.Name == "" { // there never was a copy
			continue
		}
		n, err := ix.purgeCopy(ctx, m, scopes)
		if err != nil {
			ix.deps.Log.Warn("erased units cannot be taken off chroma yet", "err", err)
			return p, ErrServer
		}
		p.Confirmed += n
	}
	for scope := range scopes {
		p.Rebuilt = append(p.Rebuilt, scope)
	}
	slices.Sort(p.Rebuilt)
	return p, ix.fillAll(p.Rebuilt...)
}

// purgeCopy takes units off the copy of one model and gives how many the server
// says it does not have.
func (ix *Index) purgeCopy(ctx context.Context, m embed.Model, scopes map[person.Scope][]string) (gone int, err error) {
	store, err := ix.deps.Mirror(name(m), m.Dim)
	if err != nil {
		return 0, err
	}
	for scope, ids := range scopes {
		if err := store.Delete(ctx, scope, ids...); err != nil {
			return gone, err
		}
		left, err := store.Has(ctx, person.Only(scope), ids...)
		if err == nil && len(left) > 0 {
			err = fmt.Errorf("%d units are still there", len(left))
		}
		// What was deleted stays in the collection's own files.
		if err == nil {
			err = store.Drop(ctx, scope)
		}
		if err != nil {
			return gone, err
		}
		gone += len(ids)
	}
	return gone, nil
}

// sent waits until what was on its way to Chroma has arrived: the units are
// marked as gone behind it. Where there is nobody who sends there is nothing
// to wait for.
func (ix *Index) sent(ctx context.Context, scopes map[person.Scope][]string) error {
	for ix.deps.Embedder != nil && ix.space.Load() != nil {
		pending, err := ix.deps.Ledger.Pending()
		if err != nil {
			return fmt.Errorf("purge index: %w", err)
		}
		waits := slices.ContainsFunc(pending, func(p ledger.Pending) bool { return slices.Contains(scopes[p.Scope], p.ID) })
		if !waits {
			return nil
		}
		if ix.mirror.down.Load() {
			return ErrServer
		}
		ix.mirror.poke()
		if err := ix.deps.Clock.Sleep(ctx, 50*time.Millisecond); err != nil {
			return ErrServer
		}
	}
	return nil
}

// forgetVectors forgets the vectors of texts that no unit has, of all models.
func (ix *Index) forgetVectors(ctx context.Context) (n int, err error) {
	if err := ix.Wait(ctx); err != nil {
		return 0, err
	}
	for ix.todo.inHand() { // what was taken before may be of what is gone
		if err := ix.deps.Clock.Sleep(ctx, 20*time.Millisecond); err != nil {
			return 0, err
		}
	}
	live := map[embed.Hash]bool{}
	keep := func(u memory.Unit) {
		for _, h := range hashes(passages(u)) {
			live[h] = true
		}
	}
	for _, u := range ix.cat.Load().all() {
		keep(u)
	}
	err = ix.deps.Ledger.Each(func(r memory.Record) error { keep(unitOf(r)); return nil })
	if err != nil {
		return 0, err
	}
	state, err := ix.kept.get()
	if err != nil {
		return 0, err
	}
	files, err := filepath.Glob(filepath.Join(ix.cfg.Dir, "*.vec"))
	for _, path := range files {
		if err == nil {
			var some int
			some, err = ix.keepOnly(path, append(slices.Clone(state.Old), state.Model), live)
			n += some
		}
	}
	left, failed := filepath.Glob(filepath.Join(ix.cfg.Dir, ".vec-*")) // of a crash
	for _, path := range left {
		failed = errors.Join(failed, os.Remove(path))
	}
	return n, errors.Join(err, failed)
}

// keepOnly keeps of a file of vectors those that live. A file of a model that
// nobody knows any more can only be made again, and goes whole.
func (ix *Index) keepOnly(path string, models []embed.Model, live map[embed.Hash]bool) (gone int, err error) {
	wanted := func(h embed.Hash) bool { return live[h] }
	if s := ix.space.Load(); s != nil && embed.Path(ix.cfg.Dir, s.model) == path {
		before := s.file.Len()
		err := s.file.Keep(wanted)
		return before - s.file.Len(), err
	}
	for _, m := range models {
		if m.Dim == 0 || embed.Path(ix.cfg.Dir, m) != path {
			continue
		}
		f, err := embed.Open(ix.cfg.Dir, m)
		if err != nil {
			break
		}
		before := f.Len()
		err = f.Keep(wanted)
		return before - f.Len(), errors.Join(err, f.Close())
	}
	return 0, os.Remove(path)
}

// inHand reports whether units are being embedded.
func (q *queue) inHand() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.taken > 0
}

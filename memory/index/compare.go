package index

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/embed"
)

// fillAll lets all units be copied again, those of the scopes or of all: what
// can be found, and the records that are no longer in use.
func (ix *Index) fillAll(scopes ...person.Scope) error {
	refs, err := ix.everything(func(s person.Scope) bool { return len(scopes) == 0 || slices.Contains(scopes, s) })
	if err == nil {
		ix.mirror.again(refs...)
	}
	return err
}

// everything lists all that the copy should have.
func (ix *Index) everything(want func(person.Scope) bool) (refs []ref, err error) {
	c := ix.cat.Load()
	for _, u := range c.all() {
		if want(u.Scope) {
			refs = append(refs, ref{u.Scope, u.ID})
		}
	}
	err = ix.deps.Ledger.Each(func(r memory.Record) error {
		if _, listed := c.unit(string(r.ID)); !listed && want(r.Scope) {
			refs = append(refs, ref{r.Scope, string(r.ID)})
		}
		return nil
	})
	return refs, err
}

// compare looks whether Chroma has lost something: a server that was wiped or
// restored says nothing by itself. A scope is looked at closely if nothing of
// it is there, or if it lacks something twice in a row: a unit may be on its
// way to the outbox.
func (ix *Index) compare(ctx context.Context, s *space) error {
	m := ix.mirror
	pending, err := ix.deps.Ledger.Pending()
	if err != nil {
		return err
	}
	onTheWay := map[person.Scope]int{}
	for _, p := range pending {
		onTheWay[p.Scope]++
	}
	if m.waiting() > 0 {
		return nil
	}
	for scope := range ix.cat.Load().scopes() {
		view := person.Only(scope)
		want, err := s.vectors.Count(ctx, view)
		if err != nil {
			return err
		}
		have, err := m.store.Count(ctx, view)
		if err != nil {
			return err
		}
		want -= onTheWay[scope]
		before := m.short[scope]
		m.short[scope] = have < want
		if want > 0 && have == 0 || have < want && before {
			if err := ix.fillGaps(ctx, scope); err != nil {
				return err
			}
			m.short[scope] = false
		}
	}
	return nil
}

// fillGaps lets be copied what Chroma lacks of a scope.
func (ix *Index) fillGaps(ctx context.Context, scope person.Scope) error {
	refs, err := ix.everything(func(s person.Scope) bool { return s == scope })
	if err != nil {
		return err
	}
	ids := make([]string, len(refs))
	for i, r := range refs {
		ids[i] = r.id
	}
	there, err := ix.mirror.store.Has(ctx, person.Only(scope), ids...)
	if err != nil {
		return err
	}
	has := make(map[string]bool, len(there))
	for _, id := range there {
		has[id] = true
	}
	refs = slices.DeleteFunc(refs, func(r ref) bool { return has[r.id] })
	if len(refs) > 0 {
		ix.deps.Log.Info("chroma lacks units; they are copied again", "units", len(refs))
		ix.mirror.again(refs...)
	}
	return nil
}

// doWanted does what Rebuild wants.
func (ix *Index) doWanted(ctx context.Context) error {
	wanted := ix.mirror.wanted.Load()
	if wanted == asItIs {
		return nil
	}
	for scope := range ix.cat.Load().scopes() {
		var err error
		if wanted == noGaps {
			err = ix.fillGaps(ctx, scope)
		} else {
			err = ix.drop(ctx, ix.mirror.store, scope)
		}
		if err != nil {
			return err
		}
	}
	if wanted == fresh {
		if err := ix.kept.change(func(k *kept) { k.Filled = false }); err != nil {
			return err
		}
		ix.mirror.filling(true)
		if err := ix.fillAll(); err != nil {
			return err
		}
	}
	ix.mirror.wanted.CompareAndSwap(wanted, asItIs)
	return nil
}

// completed is called when nothing waits to be copied. Once all units of a
// model are embedded and copied, the collections and vectors of older models
// go.
func (ix *Index) completed(ctx context.Context) error {
	if ix.todo.len() > 0 || ix.mirror.waiting() > 0 {
		return nil
	}
	state, err := ix.kept.get()
	if err != nil {
		return err
	}
	if state.Model != ix.mirror.model {
		return nil
	}
	if !state.Filled {
		if err := ix.kept.change(func(k *kept) { k.Filled = k.Model == state.Model }); err != nil {
			return err
		}
		ix.mirror.filling(false)
	}
	return ix.forget(ctx, state.Old)
}

// forget removes what there is of old models.
func (ix *Index) forget(ctx context.Context, models []embed.Model) error {
	for _, old := range models {
		if ix.deps.Mirror != nil {
			if err := ix.dropCopy(ctx, old); err != nil {
				return err
			}
		}
		if err := ix.forgetOne(old); err != nil {
			return err
		}
	}
	return nil
}

func (ix *Index) dropCopy(ctx context.Context, old embed.Model) error {
	store, err := ix.deps.Mirror(name(old), old.Dim)
	if err != nil {
		return err
	}
	scopes, err := store.Scopes(ctx)
	if err != nil {
		return err
	}
	for _, scope := range scopes {
		if err := ix.drop(ctx, store, scope); err != nil {
			return err
		}
	}
	return nil
}

func (ix *Index) forgetOne(old embed.Model) error {
	if err := os.Remove(embed.Path(ix.cfg.Dir, old)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	ix.deps.Log.Info("vectors of an old embedding model removed", "model", name(old))
	return ix.kept.change(func(k *kept) {
		k.Old = slices.DeleteFunc(k.Old, func(m embed.Model) bool { return m == old })
	})
}

package index

import (
	"cmp"
	"slices"
	"sort"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

// Version moves with every change of a record or of a file: what was selected
// at one version is right as long as it stands.
func (ix *Index) Version() uint64 { return ix.cat.Load().version.Load() }

// Records are the records and chunks that hold now, the view may see and keep
// wants, oldest first. It looks at all there are.
func (ix *Index) Records(view person.View, keep func(memory.Record) bool) []memory.Unit {
	now, c := ix.deps.Clock.Now(), ix.cat.Load()
	var out []memory.Unit
	c.mu.RLock()
	for _, e := range c.units {
		r := e.unit.Record
		if r != nil && told(view, e.unit) && holds(e.unit, now) && keep(*r) {
			out = append(out, e.unit)
		}
	}
	c.mu.RUnlock()
	inOrder(out)
	return out
}

// Chunks are the records of a file in the scopes of the view, in its order.
func (ix *Index) Chunks(view person.View, path string) (out []memory.Unit) {
	c := ix.cat.Load()
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, scope := range view.Scopes() {
		for _, id := range c.files[file{scope, path}] {
			if e := c.units[id]; e != nil && told(view, e.unit) {
				out = append(out, e.unit)
			}
		}
	}
	return out
}

// Lines are what was said in [from, to) in the conversations that the view may
// see, in order.
func (ix *Index) Lines(view person.View, from, to time.Time) []memory.Unit {
	c := ix.cat.Load()
	var out []memory.Unit
	c.mu.RLock()
	for t, list := range c.talks {
		if !view.Can(t.scope) {
			continue
		}
		at := func(when time.Time) int {
			return sort.Search(len(list), func(i int) bool { return !list[i].unit.At.Before(when) })
		}
		for _, e := range list[at(from):max(at(from), at(to))] {
			out = append(out, e.unit)
		}
	}
	c.mu.RUnlock()
	now := ix.deps.Clock.Now()
	out = slices.DeleteFunc(out, func(u memory.Unit) bool { return c.withdrawn(u.ID, now) })
	inOrder(out)
	return out
}

func inOrder(units []memory.Unit) {
	slices.SortFunc(units, func(a, b memory.Unit) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
}

package index

import (
	"maps"
	"slices"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/cues"
)

// Cued is what was found by cues, and what it took.
type Cued struct {
	Units    []memory.Unit // records and chunks, in the order in which they were made
	Examined int           // entries that were looked at
	FullScan int           // what a look at every record of the view would have been
}

// Cues finds the records and chunks that hold now and have what q asks for, in
// what the view may see. Days, months and years count in Deps.Zone.
func (ix *Index) Cues(view person.View, q cues.Query) Cued {
	c, now := ix.cat.Load(), ix.deps.Clock.Now()
	got := c.cues.Query(view, q)
	out := Cued{Examined: got.Examined, FullScan: got.FullScan}
	for _, id := range got.IDs {
		if u, ok := c.seen(view, string(id), now); ok {
			out.Units = append(out.Units, u)
		}
	}
	return out
}

// Soul are the records that are approved for the character, hold now and are in
// what the view may see, in no order. It looks at no others.
func (ix *Index) Soul(view person.View) (units []memory.Unit) {
	c, now := ix.cat.Load(), ix.deps.Clock.Now()
	c.mu.RLock()
	ids := slices.Collect(maps.Keys(c.soul))
	c.mu.RUnlock()
	for _, id := range ids {
		if u, ok := c.seen(view, id, now); ok {
			units = append(units, u)
		}
	}
	return units
}

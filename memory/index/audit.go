package index

import (
	"context"
	"fmt"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

// Copied is what Chroma has of a scope, in pieces of text with a vector.
type Copied struct {
	Scope person.Scope `json:"scope"`
	Want  int          `json:"want"`
	Have  int          `json:"have"`
}

// Compare counts what Chroma should have of the scopes of a view, which is all
// that can be found and the records that are no longer in use, and what it
// has. What waits for its vector is not counted.
func (ix *Index) Compare(ctx context.Context, view person.View) (list []Copied, err error) {
	s := ix.space.Load()
	if ix.deps.Mirror == nil || s == nil {
		return nil, nil
	}
	store, err := ix.deps.Mirror(name(s.model), s.model.Dim)
	if err != nil {
		return nil, fmt.Errorf("compare with chroma: %w", err)
	}
	for _, scope := range view.Scopes() {
		c := Copied{Scope: scope}
		count := func(u memory.Unit) {
			if p, known := s.point(u); known && u.Scope == scope {
				c.Want += len(p.Chunks)
			}
		}
		cat := ix.cat.Load()
		for _, u := range cat.all() {
			count(u)
		}
		err := ix.deps.Ledger.Each(func(r memory.Record) error {
			if _, listed := cat.unit(string(r.ID)); !listed {
				count(unitOf(r))
			}
			return nil
		})
		if err == nil {
			c.Have, err = store.Count(ctx, person.Only(scope))
		}
		if err != nil {
			return nil, fmt.Errorf("compare with chroma: %w", err)
		}
		list = append(list, c)
	}
	return list, nil
}

// Known reports whether the index has a unit that the view may see and whose
// time it is, also a line that is held back as what it told was ended.
func (ix *Index) Known(view person.View, id string) bool {
	u, ok := ix.cat.Load().unit(id)
	return ok && told(view, u) && holds(u, ix.deps.Clock.Now())
}

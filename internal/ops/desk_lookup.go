package ops

import (
	"context"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

func stringsOf(ids []turn.ID) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = string(id)
	}
	return out
}

// lookUp is what there is of each id now: a record, a piece of a file, a line,
// or the word that it is gone.
func (d Desk) lookUp(ctx context.Context, view person.View, ids []string) (map[string]Memory, error) {
	found := make(map[string]Memory, len(ids))
	open := map[string]bool{}
	for _, id := range ids {
		r, ok, err := d.Ledger.Get(view, turn.ID(id))
		if err != nil {
			return nil, err
		}
		if found[id] = (Memory{ID: id, Gone: true}); ok {
			found[id] = recordMemory(r)
		} else {
			open[id] = true
		}
	}
	pieces, err := d.pieces(ctx, view)
	if err != nil {
		return nil, err
	}
	for _, m := range pieces {
		if open[m.ID] {
			found[m.ID] = m
			delete(open, m.ID)
		}
	}
	// A line stands at most a day beside its id, and hardly ever there.
	for _, beside := range []int{0, 1, -1} {
		days := map[string]bool{}
		for id := range open {
			if made := turn.ID(id).Time(); !made.IsZero() {
				days[made.In(d.Zone).AddDate(0, 0, beside).Format(time.DateOnly)] = true
			}
		}
		for day := range days {
			for l, err := range d.Diary.Day(view, day) {
				if err != nil {
					return nil, err
				}
				if open[string(l.ID)] {
					found[string(l.ID)] = d.lineMemory(ctx, l)
					delete(open, string(l.ID))
				}
			}
		}
	}
	return found, nil
}

package ops

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
)

// Shown is one memory with where it came from and what became of it.
type Shown struct {
	Memory Memory   `json:"memory"`
	From   []Memory `json:"from"`                // what it was made of: lines and records
	By     *Memory  `json:"successor,omitempty"` // what holds now in its place
}

// Show gives one memory by its id or by a beginning of it that names no other
// one. Errors are *Problem.
func (d Desk) Show(ctx context.Context, v Viewer, id string) (Shown, error) {
	m, err := d.find(ctx, v.View, id)
	if err != nil {
		return Shown{}, err
	}
	out := Shown{Memory: m, From: []Memory{}}
	known, err := d.lookUp(ctx, v.View, append(stringsOf(m.Provenance), string(m.SupersededBy)))
	if err != nil {
		return out, err
	}
	for _, id := range m.Provenance {
		out.From = append(out.From, known[string(id)])
	}
	if m.SupersededBy != "" {
		by := known[string(m.SupersededBy)]
		out.By = &by
	}
	return out, nil
}

// Archive takes an active record out of what is recalled; changed is false for
// one that is not active. Restore brings it back.
func (d Desk) Archive(ctx context.Context, v Viewer, id string) (m Memory, changed bool, err error) {
	return d.change(ctx, v, id, func(tx *kv.Tx, m Memory) error {
		if err := d.Ledger.Archive(tx, m.Scope, turn.ID(m.ID), "owner", d.Clock.Now()); err != nil {
			return err
		}
		return d.unlearn(tx, m.Scope, m.Provenance)
	})
}

// Restore brings an archived record back, to stay; changed is false for one
// that is not archived.
func (d Desk) Restore(ctx context.Context, v Viewer, id string) (m Memory, changed bool, err error) {
	return d.change(ctx, v, id, func(tx *kv.Tx, m Memory) error {
		return d.restore(tx, m.Scope, turn.ID(m.ID))
	})
}

// change does something to a record and gives it as it is then.
func (d Desk) change(ctx context.Context, v Viewer, id string, do func(*kv.Tx, Memory) error) (m Memory, changed bool, err error) {
	if m, err = d.find(ctx, v.View, id); err != nil {
		return m, false, err
	}
	switch m.Kind {
	case InFile:
		return m, false, &Problem{Code: InFileOnly, About: id}
	case InDiary:
		return m, false, &Problem{Code: InDiaryOnly, About: id}
	}
	var before, after memory.Record
	err = d.DB.Update(func(tx *kv.Tx) (err error) {
		if before, _, err = d.Ledger.In(tx, m.Scope, turn.ID(m.ID)); err != nil {
			return err
		}
		if err = do(tx, m); err == nil {
			after, _, err = d.Ledger.In(tx, m.Scope, turn.ID(m.ID))
		}
		return err
	})
	if err != nil {
		return m, false, err
	}
	if changed = before.Status != after.Status; changed {
		d.Index.Changed(after)
	}
	short := m.Short
	m = recordMemory(after)
	m.Short = short
	return m, changed, nil
}

// find makes out a memory by its id or by a beginning of it.
func (d Desk) find(ctx context.Context, view person.View, id string) (m Memory, err error) {
	id = strings.ToLower(strings.TrimSpace(id))
	if id == "" {
		return m, &Problem{Code: UnknownMemory, About: id}
	}
	all, err := d.all(ctx, view)
	if err != nil {
		return m, err
	}
	found := slices.DeleteFunc(all, func(m Memory) bool { return !strings.HasPrefix(m.ID, id) })
	if len(found) == 0 {
		if found, err = d.lines(ctx, view, id); err != nil {
			return m, err
		}
	}
	switch len(found) {
	case 0:
		return m, &Problem{Code: UnknownMemory, About: id}
	case 1:
		return found[0], nil
	}
	if i := slices.IndexFunc(found, func(m Memory) bool { return m.ID == id }); i >= 0 {
		return found[i], nil
	}
	return m, &Problem{Code: ManyMemories, About: id, Known: idsOf(found)}
}

// manyKnown is how many ids a problem lists.
const manyKnown = 5

func idsOf(list []Memory) (ids []string) {
	for _, m := range list[:min(len(list), manyKnown)] {
		ids = append(ids, m.ID)
	}
	return ids
}

// lines are the lines of the diary whose ids begin like that. The first eight
// characters of an id say when it was made, to a minute, so that few days are
// read; shorter ones find nothing.
func (d Desk) lines(ctx context.Context, view person.View, id string) (found []Memory, err error) {
	if len(id) < minShort {
		return nil, nil
	}
	const lowest, highest = "00000000-0000-7000-8000-000000000000", "ffffffff-ffff-7fff-bfff-ffffffffffff"
	if len(id) > len(lowest) {
		return nil, nil
	}
	first, last := turn.ID(id+lowest[len(id):]).Time(), turn.ID(id+highest[len(id):]).Time()
	if first.IsZero() || last.IsZero() {
		return nil, nil
	}
	err = d.linesFrom(view, first, last, func(l diary.Line) {
		if strings.HasPrefix(string(l.ID), id) {
			found = append(found, d.lineMemory(ctx, l))
		}
	})
	return found, err
}

// linesFrom gives the lines of the days from first to last. A line stands at
// most a day beside its id.
func (d Desk) linesFrom(view person.View, first, last time.Time, give func(diary.Line)) error {
	end := last.In(d.Zone).AddDate(0, 0, 1).Format(time.DateOnly)
	for day := first.In(d.Zone).AddDate(0, 0, -1); ; day = day.AddDate(0, 0, 1) {
		name := day.Format(time.DateOnly)
		if name > end {
			return nil
		}
		for l, err := range d.Diary.Day(view, name) {
			if err != nil {
				return err
			}
			give(l)
		}
	}
}

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
	for _, id := range m.Provenance {
		from, err := d.lookUp(ctx, v.View, string(id))
		if err != nil {
			return out, err
		}
		out.From = append(out.From, from)
	}
	if m.SupersededBy != "" {
		by, err := d.lookUp(ctx, v.View, string(m.SupersededBy))
		if err != nil {
			return out, err
		}
		out.By = &by
	}
	return out, nil
}

// Archive takes a record out of what is recalled; changed is false where it was
// archived before. Restore brings it back.
func (d Desk) Archive(ctx context.Context, v Viewer, id string) (m Memory, changed bool, err error) {
	return d.setStatus(ctx, v, id, func(memory.Record) memory.Status { return memory.Archived })
}

// Restore brings an archived record back to what it was: active, or superseded
// where another one holds in its place. changed is false for one that is not
// archived.
func (d Desk) Restore(ctx context.Context, v Viewer, id string) (m Memory, changed bool, err error) {
	return d.setStatus(ctx, v, id, func(r memory.Record) memory.Status {
		switch {
		case r.Status != memory.Archived:
			return r.Status
		case r.SupersededBy != "":
			return memory.Superseded
		}
		return memory.Active
	})
}

func (d Desk) setStatus(ctx context.Context, v Viewer, id string, to func(memory.Record) memory.Status) (m Memory, changed bool, err error) {
	if m, err = d.find(ctx, v.View, id); err != nil {
		return m, false, err
	}
	switch m.Kind {
	case InFile:
		return m, false, &Problem{Code: InFileOnly, About: id}
	case InDiary:
		return m, false, &Problem{Code: InDiaryOnly, About: id}
	}
	var r memory.Record
	err = d.DB.Update(func(tx *kv.Tx) (err error) {
		if r, _, err = d.Ledger.In(tx, m.Scope, turn.ID(m.ID)); err != nil {
			return err
		}
		status := to(r)
		if changed = status != r.Status; !changed {
			return nil
		}
		r.Status = status
		return d.Ledger.Put(tx, r)
	})
	if err == nil && changed {
		d.Index.Changed(r)
	}
	m.Status = r.Status
	return m, changed, err
}

// find makes out a memory by its id or by a beginning of it.
func (d Desk) find(ctx context.Context, view person.View, id string) (m Memory, err error) {
	id = strings.ToLower(strings.TrimSpace(id))
	if id == "" {
		return m, &Problem{Code: UnknownMemory, About: id}
	}
	all, err := d.records(view)
	if err != nil {
		return m, err
	}
	short := shortIDs(all)
	var found []Memory
	for _, r := range all {
		if strings.HasPrefix(string(r.ID), id) {
			m := recordMemory(r)
			m.Short = short[r.ID]
			found = append(found, m)
		}
	}
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

// lookUp is what there is of an id: a record, a piece of a file, a line, or
// the word that it is gone.
func (d Desk) lookUp(ctx context.Context, view person.View, id string) (Memory, error) {
	r, ok, err := d.Ledger.Get(view, turn.ID(id))
	if err != nil {
		return Memory{}, err
	}
	if ok {
		return recordMemory(r), nil
	}
	chunks := d.Files.Chunks(view)
	if i := slices.IndexFunc(chunks, func(r memory.Record) bool { return string(r.ID) == id }); i >= 0 {
		return recordMemory(chunks[i]), nil
	}
	lines, err := d.lines(ctx, view, id)
	if err != nil {
		return Memory{}, err
	}
	if len(lines) == 1 {
		return lines[0], nil
	}
	return Memory{ID: id, Gone: true}, nil
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

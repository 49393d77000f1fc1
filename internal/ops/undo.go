package ops

import (
	"context"
	"slices"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/priming"
	"github.com/kokoron/kokoron/memory/salience"
)

// undoneReason is why a record is archived whose predecessor holds again: it
// is no forgetting that could be undone in its turn.
const undoneReason = "undone"

// mostForgotten is how far down the list what is to be forgotten is looked for:
// pieces of files, which cannot be, may stand before it.
const mostForgotten = 20

// ForgetWords archives the active record of a conversation's own scope that
// fits some words best. ok is false where none has anything of them.
func (d Desk) ForgetWords(ctx context.Context, conv turn.Conv, words string) (m Memory, ok bool, err error) {
	if err := d.Index.Wait(ctx); err != nil {
		return m, false, err
	}
	view := ownView(conv)
	o := priming.SearchOptions{RecordsOnly: true, Zone: d.Zone, Gated: true, Limit: mostForgotten}
	hits := d.Finder.Search(ctx, view, words, o)
	if len(hits) == 0 { // in a small memory nothing stands out
		o.Gated = false
		hits = slices.DeleteFunc(d.Finder.Search(ctx, view, words, o), func(h priming.Hit) bool { return h.Candidate.WordsRank == 0 })
	}
	for _, h := range hits {
		if h.Unit.Record.Source != memory.FromFile {
			return d.Archive(ctx, Viewer{View: view}, h.Unit.ID)
		}
	}
	return m, false, nil
}

// Undone is what Undo did; without ids it did nothing.
type Undone struct {
	Back Memory // holds again
	Gone Memory // held in its place, and is archived now
}

// Undo takes back what was forgotten or replaced last in a conversation's own
// scope.
func (d Desk) Undo(_ context.Context, conv turn.Conv) (u Undone, err error) {
	list, err := d.Ledger.List(ownView(conv), "")
	if err != nil {
		return u, err
	}
	var last memory.Record
	var when time.Time
	for _, r := range list {
		at := r.ArchivedAt
		switch {
		case r.Status == memory.Superseded:
			at = r.ValidUntil
		case r.Status != memory.Archived || slices.Contains([]string{undoneReason, fadedReason, expiredReason}, r.Reason):
			continue
		}
		if last.ID == "" || !at.Before(when) {
			last, when = r, at
		}
	}
	if last.ID == "" {
		return u, nil
	}
	var changed []memory.Record
	err = d.DB.Update(func(tx *kv.Tx) error {
		changed, err = d.takeBack(tx, last)
		return err
	})
	if err != nil {
		return u, err
	}
	d.Index.Changed(changed...)
	u.Back = recordMemory(changed[0])
	if len(changed) > 1 {
		u.Gone = recordMemory(changed[1])
	}
	return u, nil
}

// takeBack lets a record hold again, in place of the one that replaced it.
func (d Desk) takeBack(tx *kv.Tx, r memory.Record) (changed []memory.Record, err error) {
	next := r.SupersededBy
	if r.Status == memory.Archived {
		next = ""
		err = d.restore(tx, r.Scope, r.ID)
	} else {
		r.Status, r.SupersededBy, r.ValidUntil = memory.Active, "", time.Time{}
		err = d.Ledger.Update(tx, salience.Access(r, true, d.Clock.Now()))
	}
	for _, id := range []turn.ID{r.ID, next} {
		if err != nil || id == "" {
			continue
		}
		if id == next {
			err = d.Ledger.Archive(tx, r.Scope, id, undoneReason, d.Clock.Now())
		}
		var now memory.Record
		if err == nil {
			now, _, err = d.Ledger.In(tx, r.Scope, id)
			changed = append(changed, now)
		}
	}
	return changed, err
}

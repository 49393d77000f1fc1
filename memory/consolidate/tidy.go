package consolidate

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/facts"
)

// tidy brings true duplicates together and ends what a newer record
// contradicts, by the rules of package facts: two texts meet only where they
// are about the same one, and what is unsure stays as it is.
func tidy(ctx context.Context, r *run, p Place) error {
	all, err := r.active(ctx, p)
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b memory.Record) int {
		return cmp.Or(a.OccurredAt.Compare(b.OccurredAt), cmp.Compare(a.ID, b.ID))
	})
	t := tidying{states: map[turn.ID]facts.Statement{}, gone: map[turn.ID]bool{}}
	byKey := map[string][]memory.Record{}
	for _, rec := range all {
		s := facts.Read(rec.Content).As(p.Names...)
		t.states[rec.ID] = s
		keys := []string{"\x00" + bare(rec.Content)}
		for _, f := range s.Facts {
			keys = append(keys, f.Meets()...)
		}
		slices.Sort(keys)
		for _, k := range slices.Compact(keys) {
			byKey[k] = append(byKey[k], rec)
		}
	}
	var failed []error
	for _, k := range sortedKeys(byKey) {
		for _, step := range t.pairs(byKey[k], r) {
			known, err := r.done(ctx, p, step.Marks[0])
			if err == nil && !known {
				err = r.commit(ctx, p, "tidy", step)
			}
			if err != nil {
				failed = append(failed, err)
			}
		}
	}
	return errors.Join(failed...)
}

// bare is a text without width, case, blanks and marks.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || r == 'ー' {
			return r
		}
		return -1
	}, text.Fold(s))
}

type tidying struct {
	states map[turn.ID]facts.Statement
	gone   map[turn.ID]bool // changed in this run: looked at again in the next
}

// pairs are the steps of some records that meet, oldest first.
func (t *tidying) pairs(list []memory.Record, r *run) (steps []Step) {
	for i, old := range list {
		for _, rec := range list[i+1:] {
			if t.gone[old.ID] || t.gone[rec.ID] || !sameCircle(old, rec) {
				continue
			}
			a, b := t.states[old.ID], t.states[rec.ID]
			mark := []string{"tidy/" + sum(string(old.ID), old.Content, string(rec.ID), rec.Content)}
			switch {
			case bare(old.Content) == bare(rec.Content) && old.Type == rec.Type && old.Outcome == rec.Outcome || a.Same(b):
				steps = append(steps, merged(old, rec, mark, r))
			case t.ends(list, old, rec):
				after := old
				after.Status, after.SupersededBy, after.ValidUntil = memory.Superseded, rec.ID, rec.OccurredAt
				steps = append(steps, Step{Marks: mark, Records: []Edit{{Before: &old, After: after}}, From: []turn.ID{rec.ID}, Counts: Funnel{In: 2, Kept: 1, Merged: 1}})
			default:
				continue
			}
			t.gone[old.ID], t.gone[rec.ID] = true, true
		}
	}
	return steps
}

// sameCircle reports whether two records may meet at all: the same may hear
// them, and the same take part.
func sameCircle(a, b memory.Record) bool {
	return a.Scope == b.Scope && slices.Equal(a.Audience, b.Audience) && slices.Equal(a.Actors, b.Actors)
}

// ends reports whether a newer record ends an older one: not what lasts by
// what holds for some days, nor by a stranger's word, nor where one may have
// several and it is open which is meant.
func (t *tidying) ends(list []memory.Record, old, rec memory.Record) bool {
	says := t.states[rec.ID]
	if !rec.OccurredAt.After(old.OccurredAt) || !t.states[old.ID].EndedBy(says) ||
		rec.Term == memory.Short && old.Term != memory.Short || rec.Trust == memory.TrustUntrusted && old.Trust != memory.TrustUntrusted {
		return false
	}
	n := 0
	for _, o := range list {
		if o.ID != rec.ID && o.OccurredAt.Before(rec.OccurredAt) && t.states[o.ID].EndedBy(says) {
			n++
		}
	}
	return n == 1 || !says.Doubtful()
}

// maxProvenance is how many sources a record names that others were merged
// into.
const maxProvenance = 32

// merged is the step that brings two records into one: the one that tells more
// and is trusted more stays, and gains what the other has.
func merged(old, rec memory.Record, mark []string, r *run) Step {
	keep, lose := old, rec
	if better(rec, old) {
		keep, lose = rec, old
	}
	after, gone := keep, lose
	for _, id := range lose.Provenance {
		if !slices.Contains(after.Provenance, id) && len(after.Provenance) < maxProvenance {
			after.Provenance = append(slices.Clip(after.Provenance), id)
		}
	}
	after.Stars, after.Confidence = max(keep.Stars, lose.Stars), max(keep.Confidence, lose.Confidence)
	after.Strength = max(keep.Strength, lose.Strength)
	after.Salience.Importance = after.Strength
	after.Retrieved, after.Used = keep.Retrieved+lose.Retrieved, keep.Used+lose.Used
	if lose.LastAccessed.After(after.LastAccessed) {
		after.LastAccessed = lose.LastAccessed
	}
	if lose.Term == memory.Long && keep.Term == memory.Short {
		after.Term, after.ValidUntil = lose.Term, lose.ValidUntil
	}
	gone.Status, gone.SupersededBy, gone.ValidUntil = memory.Superseded, keep.ID, r.now
	return Step{Marks: mark, Records: []Edit{{Before: &keep, After: after}, {Before: &lose, After: gone}}, Counts: Funnel{In: 2, Kept: 1, Merged: 1}}
}

// better reports whether of two records that say the same the first is to stay.
func better(a, b memory.Record) bool {
	rank := func(r memory.Record) int {
		return slices.Index([]memory.Trust{memory.TrustUntrusted, memory.TrustModel, memory.TrustPerson, memory.TrustOwner}, r.Trust)
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Stars, b.Stars), cmp.Compare(b.ID, a.ID)) > 0
}

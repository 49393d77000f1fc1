package consolidate

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/policy"
	"github.com/kokoron/kokoron/memory/salience"
)

// When a record goes one rung up. An ordinary record (three stars) is under the
// floor after about three months, one of a single star after one: at the floor
// of 0.35 that was first thought of it would be on its first day.
const (
	unreferenced  = 14 * 24 * time.Hour
	floor         = 0.17
	rungRest      = 6 * 24 * time.Hour // one rung a run
	mostDistilled = 6
	coverage      = 0.4 // of the terms of each original that one sentence must have
)

// DistilledReason is why a record is archived that something more general
// stands in the place of.
const DistilledReason = "distilled"

// next is the rung above; policies are made of experience alone.
func next(l memory.Level) (memory.Level, bool) {
	switch l {
	case memory.Raw:
		return memory.Summary, true
	case memory.Summary:
		return memory.Pattern, true
	case memory.Pattern:
		return memory.Principle, true
	}
	return l, false
}

// ladder lets what nobody came back to, and what has come to matter little, go
// one rung up: records about the same in one sentence, a lone one in its own
// words. The originals are archived and named.
func ladder(ctx context.Context, r *run, p Place) error {
	all, err := r.active(ctx, p)
	if err != nil {
		return err
	}
	var groups [][]memory.Record
	for _, rec := range all {
		ready, err := r.ready(ctx, p, rec)
		if err != nil {
			return err
		}
		if !ready {
			continue
		}
		i := slices.IndexFunc(groups, func(g []memory.Record) bool { return len(g) < mostDistilled && together(g[0], rec) })
		if i < 0 {
			groups = append(groups, []memory.Record{rec})
		} else {
			groups[i] = append(groups[i], rec)
		}
	}
	var failed []error
	for _, g := range groups {
		if err := r.rise(ctx, p, g); err != nil {
			failed = append(failed, err)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return errors.Join(failed...)
}

// ready reports whether a record may go up.
func (r *run) ready(ctx context.Context, p Place, rec memory.Record) (bool, error) {
	_, more := next(rec.Level)
	last := rec.CreatedAt
	if rec.LastAccessed.After(last) {
		last = rec.LastAccessed
	}
	if !more || rec.Term == memory.Short || rec.Outcome != memory.OutcomeNone || rec.Soul != memory.SoulNone || salience.Protected(rec) ||
		r.now.Sub(last) < unreferenced || salience.Fade(rec, r.now).Composite() >= floor {
		return false, nil
	}
	rested, err := r.lately(ctx, p, rungMark(rec.ID), rungRest)
	if err != nil || rested {
		return false, err
	}
	left, err := r.lately(ctx, p, "left/"+rungMark(rec.ID), leftFor)
	return !left, err
}

func rungMark(id turn.ID) string { return "rung/" + sum(string(id)) }

// together reports whether two records can be told in one sentence.
func together(a, b memory.Record) bool {
	return a.Level == b.Level && a.Type == b.Type && a.Category == b.Category && sameCircle(a, b) && a.Subject != "" && policy.SameSubject(a.Subject, b.Subject)
}

// rise is one group.
func (r *run) rise(ctx context.Context, p Place, group []memory.Record) error {
	slices.SortFunc(group, func(a, b memory.Record) int {
		return cmp.Or(a.OccurredAt.Compare(b.OccurredAt), cmp.Compare(a.ID, b.ID))
	})
	var parts []string
	for _, rec := range group {
		parts = append(parts, string(rec.ID), rec.Content)
	}
	mark := "ladder/" + sum(parts...)
	if known, err := r.done(ctx, p, mark); err != nil || known {
		return err // it was undone
	}
	step := Step{Counts: Funnel{In: len(group)}}
	up := group[len(group)-1]
	up.Level, _ = next(up.Level)
	if len(group) > 1 {
		var got generalised
		lang := text.Guess(contents(group), p.Lang)
		if err := r.ask(ctx, lang, "distil", cmp.Or(p.Name, string(p.Scope)), shown("memories", contents(group)), &got); err != nil {
			return err
		}
		up.Content, up.Trust = plain(got.Content, 2*maxContent), memory.TrustModel
		if !r.covers(up.Content, p, group) {
			for _, rec := range group {
				step.Marks = append(step.Marks, "left/"+rungMark(rec.ID))
			}
			step.Counts.Refused++
			return r.commit(ctx, p, "ladder", step)
		}
	}
	up.ID, up.Source, up.Provenance = r.NewID(), memory.FromConsolidate, nil
	up.Retrieved, up.Used, up.LastAccessed = 0, 0, time.Time{}
	for _, rec := range group {
		up.Provenance = append(up.Provenance, rec.ID)
		up.Stars, up.Strength, up.Confidence = max(up.Stars, rec.Stars), max(up.Strength, rec.Strength), min(up.Confidence, rec.Confidence)
		up.Salience.Importance = up.Strength
		gone := rec
		gone.Status, gone.Reason, gone.ArchivedAt = memory.Archived, DistilledReason, r.now
		step.Records = append(step.Records, Edit{Before: &rec, After: gone})
	}
	step.From, step.Marks = up.Provenance, []string{mark, rungMark(up.ID)}
	step.Records = append(step.Records, Edit{After: up})
	step.Counts.Kept, step.Counts.Archived = 1, len(group)
	return r.commit(ctx, p, "ladder", step)
}

func contents(group []memory.Record) string {
	var all []string
	for _, rec := range group {
		all = append(all, rec.Content)
	}
	return strings.Join(all, "\n")
}

// covers reports whether a sentence says what each of some records says, and
// nothing else.
func (r *run) covers(s string, p Place, group []memory.Record) bool {
	var all []string
	has := policy.Terms(s)
	for _, rec := range group {
		n, terms := 0, policy.Terms(rec.Content)
		for t := range terms {
			if has[t] {
				n++
			}
		}
		if float64(n) < coverage*float64(len(terms)) || policy.Negated(rec.Content) && !policy.Negated(s) {
			return false
		}
		all = append(all, rec.Content)
	}
	return s != "" && !memory.Asks(s) && r.Borne(s, p.Name, all...)
}

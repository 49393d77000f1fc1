package consolidate

import (
	"context"
	"errors"
	"time"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/salience"
)

// promote makes lasting what was held for a while and came again, or strongly
// (salience.Promote). What says the same in the same words becomes one.
func promote(ctx context.Context, r *run, p Place) error {
	all, err := r.active(ctx, p)
	if err != nil {
		return err
	}
	var failed []error
	for _, g := range salience.Promote(all) {
		var parts []string
		for _, rec := range g.Records {
			parts = append(parts, string(rec.ID), rec.Content)
		}
		mark := "promote/" + sum(parts...)
		known, err := r.done(ctx, p, mark)
		if err != nil {
			return err
		}
		if known {
			continue
		}
		step := Step{Marks: []string{mark}, Counts: Funnel{In: len(g.Records)}}
		last := map[string]turn.ID{} // the newest in these words
		for _, rec := range g.Records {
			last[text.Fold(rec.Content)] = rec.ID
		}
		for _, rec := range g.Records {
			after := rec
			if by := last[text.Fold(rec.Content)]; by != rec.ID {
				after.Status, after.SupersededBy, after.ValidUntil = memory.Superseded, by, r.now
				step.Counts.Merged++
			} else {
				after.Term, after.ValidUntil = memory.Long, time.Time{}
				after.Strength, after.Confidence = g.Strength, g.Confidence
				after.Salience.Importance = g.Strength
				step.Counts.Kept++
			}
			step.Records = append(step.Records, Edit{Before: &rec, After: after})
		}
		if err := r.commit(ctx, p, "promote", step); err != nil {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

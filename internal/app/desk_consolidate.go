package app

import (
	"context"
	"errors"
	"time"

	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/internal/ops"
)

// Consolidated is the answer of "consolidate".
type Consolidated struct {
	Runs []ops.ConsolidateRun `json:"runs"` // in order; those behind one that failed were run too
}

// consolidate does now what is else done at night: nightly (with the promotion
// behind it), weekly, or both.
func (d *Desk) consolidate(ctx context.Context, _ ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	kinds := []string{ops.Nightly, ops.Promotion, ops.Weekly}
	switch a.Kind {
	case ops.Nightly:
		kinds = kinds[:2]
	case ops.Weekly:
		kinds = kinds[2:]
	}
	out := Consolidated{Runs: []ops.ConsolidateRun{}}
	for _, kind := range kinds {
		run, err := d.sleepOnce(ctx, kind, a.At)
		var problem *ops.Problem
		if errors.As(err, &problem) || ctx.Err() != nil {
			return nil, err
		}
		run.Kind = kind
		if err != nil {
			run.Error = err.Error()
		}
		out.Runs = append(out.Runs, run)
	}
	return out, nil
}

// sleepOnce does one job: for a time that is named, else for now and as the
// heart does it.
func (d *Desk) sleepOnce(ctx context.Context, kind, at string) (ops.ConsolidateRun, error) {
	if at != "" {
		for _, layout := range []string{time.RFC3339, "2006-01-02T15:04", "2006-01-02 15:04", time.DateOnly} {
			if t, err := time.ParseInLocation(layout, at, d.ops.Zone); err == nil {
				return d.sleep.Run(ctx, kind, t)
			}
		}
		return ops.ConsolidateRun{}, &ops.Problem{Code: ops.BadTime, About: at}
	}
	got, err := d.heart.Fire(ctx, kind)
	if errors.Is(err, heart.ErrRunning) {
		return ops.ConsolidateRun{}, &ops.Problem{Code: ops.RunningJob, About: kind}
	}
	if got.Text == "" {
		return ops.ConsolidateRun{}, err
	}
	run, unknown := d.sleep.Find(got.Text)
	if err == nil {
		err = unknown
	}
	return run, err
}

// undoConsolidation puts back what a run has changed.
func (d *Desk) undoConsolidation(ctx context.Context, _ ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	return d.sleep.Undo(ctx, a.ID)
}

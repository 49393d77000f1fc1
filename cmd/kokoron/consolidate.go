package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/ops"
)

// consolidate does now what is else done at night.
func consolidate(ctx context.Context, p *program) int {
	ask := app.Ask{At: p.flags["--at"]}
	if len(p.args) == 1 {
		if ask.Kind = p.args[0]; !slices.Contains([]string{ops.Nightly, ops.Weekly}, ask.Kind) {
			p.complain(p.say(catalog.ConsolidateBadKind, "kind", ask.Kind))
			return exitUsage
		}
	}
	var got app.Consolidated
	_, show, code := p.consult(ctx, "consolidate", ask, &got)
	if slices.ContainsFunc(got.Runs, func(r ops.ConsolidateRun) bool { return r.Error != "" }) {
		code = exitFailed // the answer is printed all the same: what was done is in it
	}
	if !show {
		return code
	}
	for _, r := range got.Runs {
		c, n := r.Counts, strconv.Itoa
		switch {
		case r.Error != "":
			p.complain(p.say(catalog.ConsolidateFailed, "kind", r.Kind, "detail", r.Error))
		case r.Steps == 0:
			fmt.Fprintln(p.stdout, p.say(catalog.ConsolidateNothing, "kind", r.Kind, "run", string(r.ID)))
		default:
			fmt.Fprintln(p.stdout, p.say(catalog.ConsolidateDone, "kind", r.Kind, "run", string(r.ID), "in", n(c.In), "kept", n(c.Kept),
				"merged", n(c.Merged), "archived", n(c.Archived), "refused", n(c.Refused)))
		}
	}
	return code
}

// undoConsolidation puts back what a run has changed.
func undoConsolidation(ctx context.Context, p *program) int {
	var got ops.UndoneRun
	_, show, code := p.consult(ctx, "consolidate undo", app.Ask{ID: p.args[0]}, &got)
	if !show {
		return code
	}
	if got.Changed {
		fmt.Fprintln(p.stdout, p.say(catalog.ConsolidateUndone, "run", string(got.Run.ID), "records", strconv.Itoa(got.Records), "files", strconv.Itoa(got.Files)))
	} else {
		fmt.Fprintln(p.stdout, p.say(catalog.ConsolidateWas, "run", string(got.Run.ID)))
	}
	for _, l := range got.Left {
		fmt.Fprintln(p.stdout, p.say(catalog.ConsolidateLeft, "what", cmp.Or(l.Path, string(l.ID), string(l.Scope))))
	}
	return exitOK
}

package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
)

// listFollowUps prints what the companion may ask about later, and what has
// become of the rest.
func listFollowUps(ctx context.Context, p *program) int {
	var got app.FollowUpList
	cfg, show, code := p.consult(ctx, "followups", app.Ask{As: p.flags["--as"]}, &got)
	if !show {
		return code
	}
	if len(got.FollowUps) == 0 {
		fmt.Fprintln(p.stdout, p.say(catalog.FollowUpsNone))
		return exitOK
	}
	rows := [][]string{strings.Split(p.say(catalog.FollowUpsHead), "\t")}
	for _, f := range got.FollowUps {
		rows = append(rows, []string{
			f.Short, local(f.From, momentForm, cfg), local(f.To, momentForm, cfg), p.say(f.Step()), oneLine(f.About), oneLine(f.Words),
		})
	}
	table(p.stdout, rows)
	return exitOK
}

// dropFollowUp takes one back.
func dropFollowUp(ctx context.Context, p *program) int {
	var got app.FollowUpChanged
	_, show, code := p.consult(ctx, "followups drop", app.Ask{As: p.flags["--as"], ID: p.args[0]}, &got)
	if !show {
		return code
	}
	if !got.Changed {
		fmt.Fprintln(p.stdout, p.say(catalog.FollowUpWas, "about", oneLine(got.FollowUp.About), "state", p.say(got.FollowUp.Step())))
		return exitOK
	}
	fmt.Fprintln(p.stdout, p.say(catalog.FollowUpDropped, "about", oneLine(got.FollowUp.About)))
	return exitOK
}

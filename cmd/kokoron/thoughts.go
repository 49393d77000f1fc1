package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
)

// listThoughts prints what the companion thought on its own, the newest last.
func listThoughts(ctx context.Context, p *program) int {
	limit, good := p.limit(0)
	if !good {
		return exitUsage
	}
	var got app.ThoughtList
	cfg, show, code := p.consult(ctx, "thoughts", app.Ask{Limit: limit}, &got)
	if !show {
		return code
	}
	if len(got.Thoughts) == 0 {
		fmt.Fprintln(p.stdout, p.say(catalog.ThoughtsNone))
	}
	for _, t := range slices.Backward(got.Thoughts) {
		fmt.Fprintln(p.stdout, p.say(catalog.ThoughtItem, "at", local(t.At, momentForm, cfg),
			"outcome", p.say(catalog.OutcomeOf(string(t.Outcome))), "text", strings.Join(strings.Fields(t.Text), " ")))
	}
	fmt.Fprintln(p.stdout, p.say(catalog.ThoughtsPace, "minutes", strconv.Itoa(int(got.Pace.Every().Minutes()))))
	return exitOK
}

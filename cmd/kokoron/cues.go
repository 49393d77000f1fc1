package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/memory/cues"
)

// cuedMemories prints what is found by who, when and how it went, and what the
// finding took.
func cuedMemories(ctx context.Context, p *program) int {
	if _, err := cues.Parse(p.args...); err != nil {
		p.complain(p.say(catalog.CuesWrong, "detail", catalog.Words(p.lang, err), "keys", strings.Join(cues.Keys(), ", ")))
		return exitUsage
	}
	limit, good := p.limit(0)
	if !good {
		return exitUsage
	}
	var got app.MemoriesCued
	cfg, show, code := p.consult(ctx, "memory cues", app.Ask{Cues: p.args, Limit: limit}, &got)
	if !show {
		return code
	}
	fmt.Fprintln(p.stdout, p.say(catalog.CuesFound, "count", strconv.Itoa(got.Total), "examined", strconv.Itoa(got.Examined), "all", strconv.Itoa(got.FullScan)))
	if len(got.Memories) == 0 {
		return exitOK
	}
	rows := [][]string{strings.Split(p.say(catalog.MemoryHead), "\t")}
	for _, m := range got.Memories {
		rows = append(rows, []string{m.Short, local(m.At, dayForm, cfg), strconv.Itoa(m.Stars), p.about(m.Category), p.inTable(m)})
	}
	table(p.stdout, rows)
	return exitOK
}

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"strconv"

	"github.com/kokoron/kokoron/agent/llm"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/doctor"
)

// examine prints what kokoron doctor found.
func examine(ctx context.Context, p *program) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	home, ok := p.home()
	if !ok {
		return exitFailed
	}
	r := doctor.Examine(ctx, doctor.Options{Home: home, Env: p.env, Lang: p.lang, Clock: clock.Real{}, Ports: llm.Ports()})
	p.lang = r.Lang
	if p.json() {
		enc := json.NewEncoder(p.stdout)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(r); err != nil {
			p.complain(p.say(catalog.Failed, "detail", err.Error()))
			return exitFailed
		}
	} else {
		p.findings(r)
	}
	if !r.OK {
		return exitFailed
	}
	return exitOK
}

// findings prints a report for people: a mark and a sentence a line.
func (p *program) findings(r doctor.Report) {
	marks := map[doctor.Level]string{doctor.OK: "✓", doctor.Warn: "!", doctor.Fail: "✗"}
	for _, f := range r.Findings {
		fmt.Fprintf(p.stdout, "%s %s\n", marks[f.Level], f.Text)
	}
	if n := r.Concerns(); n > 0 {
		fmt.Fprintln(p.stdout, p.say(catalog.DoctorProblems, "count", strconv.Itoa(n)))
		return
	}
	fmt.Fprintln(p.stdout, p.say(catalog.DoctorAllGood))
}

package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/priming"
)

// why prints what came to mind in a turn and why: in the newest, or in the one
// that an id names.
func why(ctx context.Context, p *program) int {
	var got app.Explained
	cfg, show, code := p.consult(ctx, "why", app.Ask{ID: strings.Join(p.args, "")}, &got)
	if !show {
		return code
	}
	p.exchange(got.Why, cfg)
	fmt.Fprintln(p.stdout)
	if got.Recall == nil {
		fmt.Fprintln(p.stdout, p.say(catalog.WhyNothing))
		return exitOK
	}
	r := got.Recall
	fmt.Fprintln(p.stdout, p.say(catalog.WhySpent, "kind", p.kind(r.Kind), "spent", strconv.Itoa(r.Spent),
		"budget", strconv.Itoa(r.Budget), "took", number(r.TookMS)))
	for _, c := range r.Channels {
		p.channel(c, *r, cfg)
	}
	return exitOK
}

// exchange prints what was said in the turn.
func (p *program) exchange(w ops.Why, cfg config.Config) {
	var rows [][]string
	said := w.Messages
	if w.Reply != nil {
		said = append(said, *w.Reply)
	}
	for _, m := range said {
		rows = append(rows, []string{local(m.At, momentForm, cfg), p.speaker(m, cfg), oneLine(p.words(m))})
	}
	table(p.stdout, rows)
	if w.Error != "" {
		fmt.Fprintln(p.stdout, p.say(catalog.WhyNoReply, "detail", w.Error))
	}
}

// channel prints what one source of memories brought in.
func (p *program) channel(c ops.RecallChannel, r ops.Recall, cfg config.Config) {
	heads := map[string]catalog.Key{
		"profile": catalog.WhyProfile, "recent": catalog.WhyRecent, "related": catalog.WhyRelated, "skills": catalog.WhySkills,
	}
	fmt.Fprintln(p.stdout, "\n"+p.say(heads[c.Name], "count", strconv.Itoa(len(c.Items)),
		"tokens", strconv.Itoa(c.Tokens), "took", number(c.TookMS)))
	if c.Error != "" {
		fmt.Fprintln(p.stdout, "  "+p.say(catalog.WhyFailed, "detail", c.Error))
	}
	if c.Name == "related" {
		p.related(r, cfg)
		return
	}
	var rows [][]string
	for _, m := range c.Items {
		rows = append(rows, []string{"  " + local(m.At, dayForm, cfg), p.speaker(m, cfg), oneLine(p.words(m))})
	}
	table(p.stdout, rows)
}

// related prints the gate and the candidates.
func (p *program) related(r ops.Recall, cfg config.Config) {
	fmt.Fprintln(p.stdout, "  "+p.gate(r.Gate))
	if len(r.Candidates) == 0 {
		return
	}
	rows := [][]string{strings.Split("  "+p.say(catalog.WhyHead), "\t")}
	for _, c := range r.Candidates {
		rows = append(rows, []string{
			"  " + p.use(c.Candidate), found(c.WordsRank, c.WordsScore), found(c.MeaningRank, c.MeaningScore),
			number(c.Score), strconv.Itoa(c.Tokens), local(c.Memory.At, dayForm, cfg), oneLine(p.words(c.Memory)),
		})
	}
	table(p.stdout, rows)
}

// found is how one search found a memory: its rank and score.
func found(rank int, score float64) string {
	if rank == 0 {
		return "-"
	}
	return "#" + strconv.Itoa(rank) + " " + number(score)
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', 2, 64) }

func (p *program) gate(g memory.GateTrace) string {
	sentences := map[string]catalog.Key{
		"coverage": catalog.WhyGateWords, "distance": catalog.WhyGateMeaning, "time": catalog.WhyGateTime, "far": catalog.WhyGateFar,
		"nothing": catalog.WhyGateNothing, "greeting": catalog.WhyGateGreeting,
	}
	sentence, known := sentences[g.Reason]
	if !known {
		return g.Reason
	}
	return p.say(sentence, "coverage", number(g.Coverage), "distance", number(g.Distance),
		"relevance", number(g.Relevance), "wanted", number(g.Wanted))
}

func (p *program) use(c memory.Candidate) string {
	if c.Injected {
		return p.say(catalog.WhyUsed)
	}
	switch c.Dropped {
	case priming.DroppedGate:
		return p.say(catalog.WhyDroppedGate)
	case priming.DroppedShown:
		return p.say(catalog.WhyDroppedShown)
	case priming.DroppedSame:
		return p.say(catalog.WhyDroppedSame)
	case priming.DroppedBudget:
		return p.say(catalog.WhyDroppedBudget)
	case priming.DroppedWeak:
		return p.say(catalog.WhyDroppedWeak)
	case priming.DroppedGone:
		return p.say(catalog.WhyDroppedGone)
	}
	return p.say(catalog.WhyDropped, "reason", c.Dropped)
}

func (p *program) kind(k string) string {
	switch priming.Kind(k) {
	case priming.KindGreeting:
		return p.say(catalog.WhyGreeting)
	case priming.KindComplex:
		return p.say(catalog.WhyComplex)
	case priming.KindTick:
		return p.say(catalog.WhyTick)
	}
	return p.say(catalog.WhyUsual)
}

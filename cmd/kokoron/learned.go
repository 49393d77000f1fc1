package main

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/memory/learn"
)

// listLearned prints what was learned, the newest first.
func listLearned(ctx context.Context, p *program) int {
	var got app.LearnedList
	cfg, show, code := p.consult(ctx, "learned", app.Ask{}, &got)
	if !show {
		return code
	}
	if len(got.Lessons) == 0 {
		fmt.Fprintln(p.stdout, p.say(catalog.LearnedNone))
		return exitOK
	}
	rows := [][]string{strings.Split(p.say(catalog.LearnedHead), "\t")}
	for _, l := range got.Lessons {
		rows = append(rows, []string{
			l.Short, local(l.Last, momentForm, cfg), string(l.Kind), strconv.Itoa(l.Count), p.learnedStep(l), oneLine(cmp.Or(l.Rule, l.Right, l.Text)),
		})
	}
	table(p.stdout, rows)
	return exitOK
}

func (p *program) learnedStep(l ops.Lesson) string { return p.say(l.Step()) }

// showLearned prints one entry, how the prompt changes by it, and what the
// replay has found.
func showLearned(ctx context.Context, p *program) int {
	var got app.LearnedShown
	cfg, show, code := p.consult(ctx, "learned show", app.Ask{ID: p.args[0]}, &got)
	if !show {
		return code
	}
	l := got.Lesson
	fmt.Fprintln(p.stdout, p.say(catalog.LearnedRule, "rule", cmp.Or(l.Rule, l.Text), "step", p.learnedStep(l), "count", strconv.Itoa(l.Count)))
	if l.Wrong != "" {
		fmt.Fprintln(p.stdout, p.say(catalog.LearnedWrong, "text", oneLine(l.Wrong)))
	}
	if l.Right != "" {
		fmt.Fprintln(p.stdout, p.say(catalog.LearnedRight, "text", oneLine(l.Right)))
	}
	fmt.Fprintln(p.stdout, p.say(catalog.LearnedFrom))
	for _, m := range got.From {
		fmt.Fprintln(p.stdout, strings.TrimRight("  "+local(m.At, momentForm, cfg)+"  "+oneLine(m.Text), " "))
	}
	if l.Rule == "" {
		return exitOK
	}
	fmt.Fprintln(p.stdout, p.say(catalog.LearnedDiff))
	for _, line := range got.Diff {
		fmt.Fprintln(p.stdout, "  "+line)
	}
	if l.Replay != nil {
		p.replayed(*l.Replay)
	}
	if l.Status == learn.Proposed {
		fmt.Fprintln(p.stdout, p.say(catalog.LearnedHow, "id", l.Short))
	}
	return exitOK
}

// faults are words for what a replay found.
func (p *program) faults(codes ...string) (out []string) {
	words := catalog.Coded(p.lang, catalog.LearnedFaults)
	for _, c := range codes {
		out = append(out, cmp.Or(words[c], c))
	}
	return out
}

// replayed prints what came of a replay.
func (p *program) replayed(r learn.Replay) {
	count, asked := strconv.Itoa(r.Exchanges), strconv.Itoa(len(r.Answers))
	switch {
	case len(r.Findings) > 0:
		fmt.Fprintln(p.stdout, p.say(catalog.LearnedFound))
		for _, f := range r.Findings {
			fmt.Fprintln(p.stdout, strings.TrimRight("  "+p.faults(f.What)[0]+"  "+f.Where+"  "+oneLine(f.Excerpt), " "))
		}
	case r.Model:
		fmt.Fprintln(p.stdout, p.say(catalog.LearnedAnswered, "count", count, "asked", asked))
	default:
		fmt.Fprintln(p.stdout, p.say(catalog.LearnedReplayed, "count", count))
	}
}

func approveLearned(ctx context.Context, p *program) int {
	return p.settle(ctx, "learned approve", app.Ask{ID: p.args[0]})
}

func rejectLearned(ctx context.Context, p *program) int {
	return p.settle(ctx, "learned reject", app.Ask{ID: p.args[0]})
}

func revokeLearned(ctx context.Context, p *program) int {
	return p.settle(ctx, "learned revoke", app.Ask{ID: p.args[0]})
}

func editLearned(ctx context.Context, p *program) int {
	text, given := p.flags["--text"]
	if !given {
		p.complain(p.say(catalog.LearnedText))
		return exitUsage
	}
	return p.settle(ctx, "learned edit", app.Ask{ID: p.args[0], Text: text})
}

// settle decides about a rule and says what came of it.
func (p *program) settle(ctx context.Context, op string, ask app.Ask) int {
	var got app.LearnedChanged
	_, show, code := p.consult(ctx, op, ask, &got)
	if !show {
		return code
	}
	switch l := got.Lesson; {
	case !got.Changed:
		fmt.Fprintln(p.stdout, p.say(catalog.LearnedWas, "rule", l.Rule, "step", p.learnedStep(l)))
	case l.Status == learn.Proposed: // edited
		fmt.Fprintln(p.stdout, p.say(catalog.LearnedWaits, "rule", l.Rule, "id", l.Short))
	case l.Status == learn.Revoked:
		fmt.Fprintln(p.stdout, p.say(catalog.LearnedRevoked, "rule", l.Rule))
	case l.Status == learn.Rejected:
		fmt.Fprintln(p.stdout, p.say(catalog.LearnedRejected, "rule", l.Rule))
	case ask.Text != "":
		fmt.Fprintln(p.stdout, p.say(catalog.LearnedEdited, "rule", l.Rule))
	default:
		fmt.Fprintln(p.stdout, p.say(catalog.LearnedApproved, "rule", l.Rule))
	}
	return exitOK
}

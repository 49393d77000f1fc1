package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	chatting "github.com/kokoron/kokoron/channels/commands"
	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/ops"
)

// whyNow prints why something was said unasked, or not: the newest, or what an
// id names.
func whyNow(ctx context.Context, p *program) int {
	var got app.SpokenWhy
	cfg, show, code := p.consult(ctx, "why-now", app.Ask{ID: strings.Join(p.args, "")}, &got)
	if !show {
		return code
	}
	m := got.Message
	if m == nil {
		fmt.Fprintln(p.stdout, p.say(catalog.SpokenNone))
		return exitOK
	}
	words := oneLine(m.Wish.Text)
	if m.Erased {
		words = p.say(catalog.SpokenErased)
	}
	fmt.Fprintln(p.stdout, p.say(catalog.SpokenMade, "at", local(m.Made, momentForm, cfg), "kind", p.say(ops.KindText(m.Wish.Kind)), "text", words))
	if m.Wish.Cause != "" {
		fmt.Fprintln(p.stdout, p.say(catalog.SpokenCause, "cause", oneLine(m.Wish.Cause)))
	}
	stands := p.say(ops.SpokenStateText(m.State))
	if m.Channel != "" {
		stands = p.say(catalog.SpokenSentOn, "state", stands, "channel", m.Channel, "at", local(m.At, momentForm, cfg))
	}
	fmt.Fprintln(p.stdout, stands)
	for _, d := range got.Decisions {
		p.decision(d.Verdict, cfg)
	}
	return exitOK
}

// decision prints a verdict and what it stood on.
func (p *program) decision(v governor.Verdict, cfg config.Config) {
	f := v.Figures
	fmt.Fprintln(p.stdout, p.say(catalog.SpokenItem, "at", local(f.At, momentForm, cfg),
		"outcome", p.say(ops.OutcomeText(v.Outcome)), "reason", p.say(ops.ReasonText(v.Reason))))
	last := p.say(catalog.SpokenNever)
	if !f.Last.IsZero() {
		last = local(f.Last, momentForm, cfg)
	}
	here := f.At
	if zone, err := time.LoadLocation(f.Zone); err == nil {
		here = here.In(zone)
	}
	fmt.Fprintln(p.stdout, p.say(catalog.SpokenFigures, "today", strconv.Itoa(f.Today), "cap", strconv.Itoa(f.PerDay),
		"last", last, "gap", strconv.Itoa(int(f.Gap.Minutes())), "clock", here.Format("15:04"),
		"hours", clockOf(f.From)+"–"+clockOf(f.To), "zone", f.Zone,
		"unanswered", strconv.Itoa(f.Unanswered), "most", strconv.Itoa(f.Most),
		"topic", cmp.Or(f.Topic, p.say(catalog.SpokenNoTopic)), "weight", p.weight(f.Weight), "hour", p.weight(f.Hour)))
	switch {
	case v.Outcome != governor.Held:
	case v.Until.IsZero():
		fmt.Fprintln(p.stdout, p.say(catalog.SpokenWaits))
	default:
		fmt.Fprintln(p.stdout, p.say(catalog.SpokenUntil, "until", local(v.Until, momentForm, cfg)))
	}
}

// clockOf is a minute of the day as a clock shows it.
func clockOf(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60, minute%60) }

// weight is a budget: normal, or so many hundredths of it.
func (p *program) weight(w float64) string {
	if percent := int(math.Round(w * 100)); percent < 100 {
		return strconv.Itoa(percent) + "%"
	}
	return p.say(catalog.SpokenNormal)
}

// quiet says how quiet the companion is, or makes it so.
func quiet(ctx context.Context, p *program) int {
	var got app.Quieted
	cfg, show, code := p.consult(ctx, "quiet", app.Ask{Text: strings.Join(p.args, " ")}, &got)
	if got.Unclear {
		p.complain(p.say(catalog.QuietUnclear, "quiet", "kokoron quiet"))
		return exitFailed
	}
	if !show {
		return code
	}
	switch {
	case got.Was:
		fmt.Fprintln(p.stdout, p.say(catalog.QuietOpened, "topic", got.Opened))
	case got.Opened != "":
		fmt.Fprintln(p.stdout, p.say(catalog.QuietOpen, "topic", got.Opened))
	case len(p.args) > 0 && !got.State.Quiet.On:
		fmt.Fprintln(p.stdout, p.say(catalog.QuietLifted))
	default:
		p.restraint(got.State, cfg)
	}
	return exitOK
}

func (p *program) restraint(r ops.Restraint, cfg config.Config) {
	for _, line := range chatting.QuietLines(r, r.Thought.Figures.At.In(cfg.Zone), cfg.Language, "kokoron quiet") {
		fmt.Fprintln(p.stdout, line)
	}
}

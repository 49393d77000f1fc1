package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/simulate"
)

// shownOfEach is how many of what was sent, held and thought are printed.
const shownOfEach = 5

// lived prints what was said unasked, what was not, and what was thought: how
// many, and the first of each.
func (p *program) lived(r simulate.Report) {
	at := func(t time.Time) string { return t.Format(momentForm) } // in the zone of the simulated home
	why := func(code string) string {
		if key := ops.ReasonText(governor.Reason(code)); key != "" {
			return p.say(key)
		}
		return code
	}
	var sent, held, thought [][]string
	for _, s := range r.Sends {
		sent = append(sent, []string{"", at(s.At), oneLine(s.Text), why(s.Why)})
	}
	for _, d := range r.Refusals {
		held = append(held, []string{"", at(d.At), p.say(ops.OutcomeText(governor.Outcome(d.How))), oneLine(d.Text), why(d.Why)})
	}
	for _, t := range r.Thoughts {
		thought = append(thought, []string{"", at(t.At), p.say(catalog.OutcomeOf(t.Outcome)), oneLine(t.Text)})
	}
	p.some(catalog.SimulateSends, sent)
	p.some(catalog.SimulateRefusals, held)
	p.some(catalog.SimulateThoughts, thought)
}

// some prints how many rows there are of what, and the first of them.
func (p *program) some(what catalog.Key, rows [][]string) {
	fmt.Fprintln(p.stdout, p.say(catalog.SimulateCount, "what", p.say(what), "count", strconv.Itoa(len(rows))))
	table(p.stdout, rows[:min(len(rows), shownOfEach)])
	if more := len(rows) - shownOfEach; more > 0 {
		fmt.Fprintln(p.stdout, p.say(catalog.SimulateMore, "count", strconv.Itoa(more)))
	}
}

package priming

import (
	"context"
	"slices"

	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/policy"
)

// DroppedPolicy says that a policy does not apply to what is said.
const DroppedPolicy = "policy"

// judge puts the policies that apply to what is said before all that was found:
// whether they apply is not a matter of likeness, so no gate is asked. Those
// that were found and do not apply are dropped.
func (p *Primer) judge(ctx context.Context, ask Ask, out *related) error {
	if p.sources == nil {
		return nil
	}
	units, err := p.sources.Policies(ctx, ask.View)
	if err != nil || len(units) == 0 {
		return err
	}
	records := make([]memory.Record, len(units))
	for i, u := range units {
		records[i] = *u.Record
	}
	for i, c := range out.candidates {
		if u, ok := out.units[c.ID]; ok && u.Record != nil && u.Record.Level == memory.Policy {
			out.candidates[i].Dropped = DroppedPolicy
		}
	}
	var first []memory.Candidate
	for _, a := range policy.Judge(ask.Words, records) {
		c := memory.Candidate{ID: string(a.Policy.ID), Score: a.Fit}
		is := func(o memory.Candidate) bool { return o.ID == c.ID }
		if i := slices.IndexFunc(out.candidates, is); i >= 0 {
			c = out.candidates[i]
			c.Dropped = ""
			out.candidates = slices.Delete(out.candidates, i, i+1)
		}
		i := slices.IndexFunc(units, func(u memory.Unit) bool { return u.ID == c.ID })
		out.units[c.ID] = units[i]
		first = append(first, c)
	}
	out.candidates = append(first, out.candidates...)
	return nil
}

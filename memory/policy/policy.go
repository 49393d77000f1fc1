// Package policy makes rules of experience: what went badly twice for the same
// cause is to be avoided, what went well is to be done again.
//
// Guarantees. A policy stands on at least two experiences that went the same
// way, and names them. Its confidence depends on them alone, not on when it is
// asked for, and lies in 0–1. Judge never applies two policies that contradict
// each other: the surer one speaks, and of equals none.
//
// The package is pure; all functions may be called at once from anywhere. It
// stores nothing, shows nothing, and never makes a rule of what somebody only
// said: an experience is a record with an outcome.
package policy

import (
	"cmp"
	"slices"

	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/salience"
)

// Kind is what a policy asks for.
type Kind string

// The kinds.
const (
	Mitigate  Kind = "mitigate"  // it went badly: avoid it
	Reinforce Kind = "reinforce" // it went well: do it again
)

// Support is how many experiences a policy stands on at least.
const Support = 2

// Policy is a rule and what it stands on.
type Policy struct {
	Kind       Kind
	Cause      string // as the first experience has it
	From       []memory.Record
	Confidence float64
}

// KindOf is the kind of a policy that is kept as a record.
func KindOf(r memory.Record) Kind {
	if r.Outcome == memory.OutcomeNegative {
		return Mitigate
	}
	return Reinforce
}

// Outcome is how what a kind of policy stands on went.
func (k Kind) Outcome() memory.Outcome {
	if k == Mitigate {
		return memory.OutcomeNegative
	}
	return memory.OutcomePositive
}

// Confidence is how sure a policy is that stands on experiences of these
// saliences, each 0–1: min(1, n/(n+1) + Σsalience/(4n)), and 0 without any.
func Confidence(saliences ...float64) float64 {
	n := float64(len(saliences))
	if n == 0 {
		return 0
	}
	sum := 0.0
	for _, s := range saliences {
		if s > 0 { // what is no number counts nothing
			sum += min(s, 1)
		}
	}
	return min(1, n/(n+1)+sum/(4*n))
}

// experience reports whether a record tells how something went, and what
// caused it.
func experience(r memory.Record) bool {
	return r.Level != memory.Policy && r.Status == memory.Active && r.Subject != "" &&
		(r.Outcome == memory.OutcomePositive || r.Outcome == memory.OutcomeNegative)
}

// Of makes the policies of records: active ones with an outcome that is good or
// bad are grouped by their subject, which is the cause, within their scope and
// among those who may hear them. The result has the order of each group's first
// record, whatever the order of records.
func Of(records []memory.Record) []Policy {
	records = slices.DeleteFunc(slices.Clone(records), func(r memory.Record) bool { return !experience(r) })
	slices.SortFunc(records, func(a, b memory.Record) int {
		return cmp.Or(a.OccurredAt.Compare(b.OccurredAt), cmp.Compare(a.ID, b.ID))
	})
	var groups [][]memory.Record
	for _, r := range records {
		i := slices.IndexFunc(groups, func(g []memory.Record) bool {
			f := g[0]
			return f.Scope == r.Scope && f.Outcome == r.Outcome && slices.Equal(f.Audience, r.Audience) &&
				SameSubject(f.Subject, r.Subject) && Negated(f.Subject) == Negated(r.Subject)
		})
		if i < 0 {
			groups = append(groups, []memory.Record{r})
		} else {
			groups[i] = append(groups[i], r)
		}
	}
	var out []Policy
	for _, g := range groups {
		if len(g) < Support {
			continue
		}
		p := Policy{Kind: KindOf(g[0]), Cause: g[0].Subject, From: g}
		saliences := make([]float64, len(g))
		for i, r := range g {
			saliences[i] = salience.Fade(r, r.CreatedAt).Composite()
		}
		p.Confidence = Confidence(saliences...)
		out = append(out, p)
	}
	return out
}

// Applied is a policy that applies to a situation.
type Applied struct {
	Policy  memory.Record
	Support []turn.ID // the experiences it stands on
	Fit     float64   // how much of its cause the situation has, 0–1
}

// How well a policy must fit to apply, and how many may at once.
const (
	leastFit    = 0.5
	mostApplied = 3
)

// Judge returns those of some policies, kept as records of level memory.Policy
// whose subject is the cause and whose provenance are the experiences, that
// apply to a situation, best first and at most three.
func Judge(situation string, policies []memory.Record) []Applied {
	has := Terms(situation)
	var out []Applied
	for _, p := range policies {
		if p.Level != memory.Policy || p.Status != memory.Active || p.Subject == "" {
			continue
		}
		if fit := share(Terms(p.Subject), has); fit >= leastFit {
			out = append(out, Applied{Policy: p, Support: p.Provenance, Fit: fit})
		}
	}
	slices.SortFunc(out, func(a, b Applied) int {
		return cmp.Or(cmp.Compare(b.Fit*b.Policy.Confidence, a.Fit*a.Policy.Confidence), cmp.Compare(a.Policy.ID, b.Policy.ID))
	})
	all := slices.Clone(out)
	out = slices.DeleteFunc(out, func(a Applied) bool {
		return slices.ContainsFunc(all, func(b Applied) bool {
			return Contradicts(a.Policy, b.Policy) && b.Policy.Confidence >= a.Policy.Confidence
		})
	})
	return out[:min(len(out), mostApplied)]
}

// Contradicts reports whether two policies ask for the opposite: about the same
// subject, to do and not to do it.
func Contradicts(a, b memory.Record) bool {
	asks := func(r memory.Record) bool { return Negated(r.Subject) != (KindOf(r) == Mitigate) }
	return SameSubject(a.Subject, b.Subject) && asks(a) != asks(b)
}

package recall

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/memory"
)

// arm is one way to rank the turns of a conversation for a question.
type arm struct {
	name    string
	vectors bool // it needs an embedder
	rank    func(a *ask) []memory.Ranked
}

// The constants of reciprocal rank fusion: the one of the paper, and the one
// that did best on short lists.
const (
	rrf      = 60
	rrfShort = 10
)

// Of a recency arm: half of a month's age costs a twentieth.
const (
	recentDays  = 30
	recentBound = 0.1
)

// arms are all, in the order in which they are shown.
func arms() []arm {
	return []arm{
		{"bm25", false, func(a *ask) []memory.Ranked { return a.found.Words }},
		{"vector", true, func(a *ask) []memory.Ranked { return a.found.Vectors }},
		{"rrf60", true, func(a *ask) []memory.Ranked { return memory.FuseRanks(rrf, a.both()...) }},
		{"rrf10", true, func(a *ask) []memory.Ranked { return memory.FuseRanks(rrfShort, a.both()...) }},
		{"score", true, func(a *ask) []memory.Ranked { return memory.FuseScores(a.both()...) }},
		{"fused", true, func(a *ask) []memory.Ranked { return memory.Fuse(a.found) }},
		{"bm25+neighbours", false, func(a *ask) []memory.Ranked { return memory.Share(a.found.Words, a.around) }},
		{"rrf10+neighbours", true, func(a *ask) []memory.Ranked { return memory.Share(memory.FuseRanks(rrfShort, a.both()...), a.around) }},
		{"score+neighbours", true, func(a *ask) []memory.Ranked { return memory.Share(memory.FuseScores(a.both()...), a.around) }},
		{"fused+neighbours", true, (*ask).shared},
		{"+cues", true, (*ask).usual},
		{"bm25+neighbours+cues", false, func(a *ask) []memory.Ranked { return memory.Cue(memory.Share(a.found.Words, a.around), a.cues) }},
		{"+recency", true, func(a *ask) []memory.Ranked { return a.recent(a.usual()) }},
		{"gated", true, func(a *ask) []memory.Ranked { return a.gated(a.usual()) }},
	}
}

func (a *ask) shared() []memory.Ranked { return memory.Share(memory.Fuse(a.found), a.around) }

// usual is what a chat starts from.
func (a *ask) usual() []memory.Ranked { return memory.Cue(a.shared(), a.cues) }

func (a *ask) recent(hits []memory.Ranked) []memory.Ranked {
	out := slices.Clone(hits)
	for i := range out {
		age := a.now.Sub(a.corpus.said[a.corpus.turns[out[i].ID]].At)
		out[i].Score *= memory.Recency(age.Hours()/24, recentDays, recentBound)
	}
	slices.SortStableFunc(out, func(a, b memory.Ranked) int { return cmp.Compare(b.Score, a.Score) })
	return out
}

func (a *ask) gated(hits []memory.Ranked) []memory.Ranked {
	if !memory.UsualGate().Open(a.found) {
		return nil
	}
	return hits
}

// ErrArm says that there is no such arm.
var ErrArm = errors.New("unknown arm")

// chosen are the arms of these names, in their own order; no names are all
// that can run.
func chosen(names []string, vectors bool) ([]arm, error) {
	var out []arm
	for _, a := range arms() {
		switch {
		case len(names) == 0 && (vectors || !a.vectors):
			out = append(out, a)
		case slices.Contains(names, a.name) && a.vectors && !vectors:
			return nil, fmt.Errorf("arm %q needs an embedder", a.name)
		case slices.Contains(names, a.name):
			out = append(out, a)
		}
	}
	for _, n := range names {
		if !slices.ContainsFunc(arms(), func(a arm) bool { return a.name == n }) {
			return nil, fmt.Errorf("%w: %q, there are %s", ErrArm, n, strings.Join(Arms(), ", "))
		}
	}
	return out, nil
}

// Arms lists the names of all arms.
func Arms() []string {
	var names []string
	for _, a := range arms() {
		names = append(names, a.name)
	}
	return names
}

// both are the two lists, equally weighted.
func (a *ask) both() []memory.List {
	return []memory.List{{Hits: a.found.Words, Weight: 0.5}, {Hits: a.found.Vectors, Weight: 0.5}}
}

func (a *ask) around(id string) memory.Around { return a.corpus.around[id] }

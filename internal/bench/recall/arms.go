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
	name  string
	needs need
	rank  func(a *ask) []memory.Ranked
}

// need says when an arm runs by itself.
type need int

const (
	nothing need = iota
	vector       // it needs an embedder
	naming       // it needs one too, and runs only where it is asked for: one signal less or more than usual
)

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
		{"bm25", nothing, func(a *ask) []memory.Ranked { return a.found.Words }},
		{"vector", vector, func(a *ask) []memory.Ranked { return a.found.Vectors }},
		{"rrf60", vector, func(a *ask) []memory.Ranked { return memory.FuseRanks(rrf, a.both()...) }},
		{"rrf10", vector, func(a *ask) []memory.Ranked { return memory.FuseRanks(rrfShort, a.both()...) }},
		{"score", vector, func(a *ask) []memory.Ranked { return memory.FuseScores(a.both()...) }},
		{"fused", vector, func(a *ask) []memory.Ranked { return memory.Fuse(a.found) }},
		{"bm25+neighbours", nothing, func(a *ask) []memory.Ranked { return memory.Share(a.found.Words, a.around) }},
		{"rrf10+neighbours", vector, func(a *ask) []memory.Ranked { return memory.Share(memory.FuseRanks(rrfShort, a.both()...), a.around) }},
		{"score+neighbours", vector, func(a *ask) []memory.Ranked { return memory.Share(memory.FuseScores(a.both()...), a.around) }},
		{"fused+neighbours", vector, (*ask).shared},
		{"+cues", vector, (*ask).usual},
		{"bm25+neighbours+cues", nothing, func(a *ask) []memory.Ranked { return memory.Cue(memory.Share(a.found.Words, a.around), a.cues) }},
		{"+recency", vector, func(a *ask) []memory.Ranked { return a.recent(a.usual()) }},
		{"gated", vector, func(a *ask) []memory.Ranked { return a.gated(a.usual()) }},
		{"-asks", naming, func(a *ask) []memory.Ranked { return a.without(func(c *memory.Cues) { c.Asks = false }) }},
		{"-named", naming, func(a *ask) []memory.Ranked { return a.without(func(c *memory.Cues) { c.Named = false }) }},
		{"-dated", naming, func(a *ask) []memory.Ranked { return a.without(func(c *memory.Cues) { c.Dated = 0 }) }},
		{"-session", naming, func(a *ask) []memory.Ranked { return a.without(func(c *memory.Cues) { c.Session = "" }) }},
		{"+second-look", naming, (*ask).again},
	}
}

func (a *ask) shared() []memory.Ranked { return memory.Share(memory.Fuse(a.found), a.around) }

// usual is what a chat starts from.
func (a *ask) usual() []memory.Ranked { return memory.Cue(a.shared(), a.cues) }

// without is what a chat starts from, with one cue less.
func (a *ask) without(forget func(c *memory.Cues)) []memory.Ranked {
	return memory.Cue(a.shared(), func(id string) memory.Cues {
		c := a.cues(id)
		forget(&c)
		return c
	})
}

// The second look: how many of the first hits it takes its words from, and
// what it weighs beside the first.
const (
	lookedAt   = 3
	lookWeight = 0.3
)

// again searches a second time by the words of the first hits.
func (a *ask) again() []memory.Ranked {
	first := a.shared()
	var words strings.Builder
	for _, h := range first[:min(len(first), lookedAt)] {
		words.WriteString(a.corpus.said[a.corpus.turns[h.ID]].Text + "\n")
	}
	look := memory.Found{Depth: depth}
	look.Words, look.Ideal = a.corpus.words(words.String())
	both := map[string]float64{}
	for _, h := range memory.Fuse(a.found) {
		both[h.ID] += h.Score
	}
	for _, h := range memory.Fuse(look) {
		both[h.ID] += lookWeight * h.Score
	}
	out := make([]memory.Ranked, 0, len(both))
	for id, score := range both {
		out = append(out, memory.Ranked{ID: id, Score: score})
	}
	return memory.Cue(memory.Share(out, a.around), a.cues) // Share sorts
}

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
// that run by themselves.
func chosen(names []string, vectors bool) ([]arm, error) {
	var out []arm
	for _, a := range arms() {
		switch {
		case len(names) == 0 && (a.needs == nothing || a.needs == vector && vectors):
			out = append(out, a)
		case slices.Contains(names, a.name) && a.needs != nothing && !vectors:
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

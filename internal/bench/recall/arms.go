package recall

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/priming"
)

// arm is one way to rank the turns of a conversation for a question: the
// ranking of a chat with some of its signals.
type arm struct {
	name    string
	needs   need
	signals priming.Signals
	plain   bool // by the bare cosine, without memory.Thin
	gated   bool // what may not be used is left out
	live    bool // with what the questions before it have left behind
}

// need says when an arm runs by itself.
type need int

const (
	nothing  need = iota
	vectors       // it needs an embedder
	naming        // it needs one too, and runs only where it is asked for: one signal less or more than usual
	sequence      // it runs where the questions are asked in sequence
)

// The constants of reciprocal rank fusion: the one of the paper, and the one
// that did best on short lists.
const (
	rrf      = 60
	rrfShort = 10
)

// usual is the arm that is what a chat does before its gate.
const usual = "usual"

// arms are all, in the order in which they are shown.
func arms() []arm {
	type signals = priming.Signals
	words, meaning := signals{Fusion: priming.WordsAlone}, signals{Fusion: priming.MeaningAlone}
	ranks := signals{Fusion: priming.Ranks, K: rrfShort}
	all := []arm{
		{name: "bm25", signals: words},
		{name: "vector", needs: vectors, signals: meaning, plain: true},
		{name: "thinned", needs: vectors, signals: meaning},
		{name: "rrf60", needs: vectors, signals: signals{Fusion: priming.Ranks, K: rrf}},
		{name: "rrf10", needs: vectors, signals: ranks},
		{name: "score", needs: vectors, signals: signals{Fusion: priming.Scores}},
		{name: "fused", needs: vectors},
		{name: "bm25+neighbours", signals: with(words, neighbours)},
		{name: "rrf10+neighbours", needs: vectors, signals: with(ranks, neighbours)},
		{name: "score+neighbours", needs: vectors, signals: with(signals{Fusion: priming.Scores}, neighbours)},
		{name: "fused+neighbours", needs: vectors, signals: with(signals{}, neighbours)},
		{name: "bm25+neighbours+cues", signals: with(words, neighbours, cues)},
		{name: "+cues", needs: vectors, signals: with(signals{}, neighbours, cues)},
		{name: "+recency", needs: vectors, signals: with(signals{}, neighbours, cues, func(s *signals) { s.Recency = true })},
		{name: "+salience", needs: vectors, signals: with(signals{}, neighbours, cues, func(s *signals) { s.Salience = true })},
		{name: "+spreading", needs: vectors, signals: with(signals{}, neighbours, cues, func(s *signals) { s.Spreading = true })},
		{name: usual, needs: vectors, signals: priming.Usual()},
		{name: "gated", needs: vectors, signals: priming.Usual(), gated: true},
		{name: "live", needs: sequence, signals: priming.Usual(), live: true},
		{name: "-thin", needs: naming, signals: priming.Usual(), plain: true},
	}
	for _, more := range []struct {
		name   string
		change func(s *signals)
	}{
		{"-neighbours", func(s *signals) { s.Neighbours = false }},
		{"-asks", func(s *signals) { s.Asks = false }},
		{"-named", func(s *signals) { s.Named = false }},
		{"-dated", func(s *signals) { s.Dated = false }},
		{"-session", func(s *signals) { s.Session = false }},
		{"-recency", func(s *signals) { s.Recency = false }},
		{"+second-look", func(s *signals) { s.Again = true }},
	} {
		all = append(all, arm{name: more.name, needs: naming, signals: with(priming.Usual(), more.change)})
	}
	return all
}

func neighbours(s *priming.Signals) { s.Neighbours = true }

func cues(s *priming.Signals) { s.Asks, s.Named, s.Dated, s.Session = true, true, true, true }

func with(s priming.Signals, changes ...func(*priming.Signals)) priming.Signals {
	for _, change := range changes {
		change(&s)
	}
	return s
}

// rank is what the arm finds for a question, best first.
func (m arm) rank(a *ask) []memory.Candidate {
	look := a.look
	if m.plain {
		look.Found = a.plain
	}
	if m.live {
		look.Unit = a.corpus.live
	}
	ranked := priming.Rank(look, m.signals)
	if m.gated {
		priming.UsualGate().Judge(look, ranked)
		ranked = slices.DeleteFunc(ranked, func(c memory.Candidate) bool { return c.Dropped != "" })
	}
	return ranked
}

// ErrArm says that there is no such arm.
var ErrArm = errors.New("unknown arm")

// runs reports whether the arm runs where none is named.
func (m arm) runs(o Options) bool {
	return m.needs == nothing || o.Embedder != nil && (m.needs == vectors || m.needs == sequence && o.InSequence)
}

// chosen are the arms of o.Arms, in their own order; no names are all that run
// by themselves.
func chosen(o Options) ([]arm, error) {
	for _, n := range o.Arms {
		i := slices.IndexFunc(arms(), func(a arm) bool { return a.name == n })
		switch {
		case i < 0:
			return nil, fmt.Errorf("%w: %q, there are %s", ErrArm, n, strings.Join(Arms(), ", "))
		case arms()[i].needs != nothing && o.Embedder == nil:
			return nil, fmt.Errorf("arm %q needs an embedder", n)
		case arms()[i].needs == sequence && !o.InSequence:
			return nil, fmt.Errorf("arm %q needs questions in sequence", n)
		}
	}
	return slices.DeleteFunc(arms(), func(a arm) bool {
		return len(o.Arms) == 0 && !a.runs(o) || len(o.Arms) > 0 && !slices.Contains(o.Arms, a.name)
	}), nil
}

// Arms lists the names of all arms.
func Arms() []string {
	var names []string
	for _, a := range arms() {
		names = append(names, a.name)
	}
	return names
}

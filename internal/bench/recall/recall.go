// Package recall measures how well the memory finds what answers a question:
// ways to search ("arms") side by side over sets of conversations with
// questions whose answering turns are known.
//
// It drives the indexes and rules that a chat drives. Nothing is random: the
// same sets and vectors give the same table. Sets lie outside the project. The
// package writes no file, and one run is one goroutine.
package recall

import (
	"context"
	"slices"
	"time"

	"github.com/kokoron/kokoron/memory"
)

// Options say what to measure.
type Options struct {
	Arms     []string // names of Arms; none: all that can run
	Limit    int      // most questions a set, evenly taken; 0: all
	Embedder Embedder // nil: only the arms that need no vectors
	Progress func(set, what string, done, all int)
}

// Run measures the arms on a set.
func Run(ctx context.Context, set Set, o Options) (Report, error) {
	set = set.limited(o.Limit)
	r := Report{Set: set.Name}
	use, err := chosen(o.Arms, o.Embedder != nil)
	if err != nil {
		return r, err
	}
	var v *vectors
	if o.Embedder != nil && slices.ContainsFunc(use, func(a arm) bool { return a.needs != nothing }) {
		r.Model = o.Embedder.Model()
		if v, err = embed(ctx, set, o); err != nil {
			return r, err
		}
	}
	tallies := make([]tally, len(use))
	asked, all := 0, set.questions()
	for _, c := range set.Conversations {
		corpus := newCorpus(c, v)
		r.Turns += len(c.Turns)
		for _, q := range c.Questions {
			if err := ctx.Err(); err != nil {
				return r, err
			}
			began := time.Now()
			a := corpus.ask(q, v)
			search := time.Since(began)
			for i, arm := range use {
				began := time.Now()
				ranked := arm.rank(a)
				tallies[i].add(q, ranked, search+time.Since(began))
			}
			if asked++; asked%100 == 0 || asked == all {
				o.Progress(set.Name, "ask", asked, all)
			}
		}
	}
	for i, arm := range use {
		r.Arms = append(r.Arms, tallies[i].result(arm.name))
	}
	r.Questions = all
	return r, nil
}

func (s Set) questions() (n int) {
	for _, c := range s.Conversations {
		n += len(c.Questions)
	}
	return n
}

// limited takes every n-th question so that at most limit are left; all turns
// stay, so that the questions are as hard as they were.
func (s Set) limited(limit int) Set {
	all := s.questions()
	if limit <= 0 || all <= limit {
		return s
	}
	out := Set{Name: s.Name}
	at := 0
	for _, c := range s.Conversations {
		var some []Question
		for _, q := range c.Questions {
			if at*limit/all != (at+1)*limit/all {
				some = append(some, q)
			}
			at++
		}
		c.Questions = some
		out.Conversations = append(out.Conversations, c)
	}
	return out
}

// ks are the depths at which recall is read.
var ks = [...]int{5, 10, 20}

// tally adds up an arm's answers by category.
type tally map[string]*Category

func (t *tally) add(q Question, ranked []memory.Ranked, took time.Duration) {
	if *t == nil {
		*t = tally{}
	}
	hits := [len(ks)]int{}
	reciprocal := 0.0
	for rank, r := range ranked[:min(len(ranked), ks[len(ks)-1])] {
		if !slices.Contains(q.Evidence, r.ID) {
			continue
		}
		for i, k := range ks {
			if rank < k {
				hits[i]++
			}
		}
		if reciprocal == 0 && rank < hitDepth {
			reciprocal = 1 / float64(rank+1)
		}
	}
	for _, name := range []string{q.Category, allCategories} {
		c := (*t)[name]
		if c == nil {
			c = &Category{Category: name}
			(*t)[name] = c
		}
		of := float64(len(q.Evidence))
		c.N++
		c.R5 += float64(hits[0]) / of
		c.R10 += float64(hits[1]) / of
		c.R20 += float64(hits[2]) / of
		c.MRR += reciprocal
		c.Millis += float64(took.Nanoseconds()) / 1e6
		if hits[1] > 0 {
			c.Hit10++
		}
	}
}

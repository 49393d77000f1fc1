// Package recall measures how well the memory finds what answers a question:
// ways to search ("arms") side by side over sets of conversations with
// questions whose answering turns are known, and how often the gate stops a
// question that the memory cannot answer.
//
// It drives the indexes and rules that a chat drives: memory/lexical,
// memory/vector and priming.Rank, of which an arm switches signals. Nothing is
// random: the same sets and vectors give the same table. Sets lie outside the
// project. The package writes no file, and one run is one goroutine.
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
	// InSequence asks the questions of a conversation one after the other, in
	// the order of their time, where every turn is a record. The arm "live" then
	// finds the records with the weight that the questions before have given
	// them; all others find them as they were.
	InSequence bool
	Progress   func(set, what string, done, all int)
}

// Run measures the arms on a set.
func Run(ctx context.Context, set Set, o Options) (Report, error) {
	set = set.limited(o.Limit)
	r := Report{Set: set.Name, Questions: set.questions()}
	use, err := chosen(o)
	if err != nil {
		return r, err
	}
	var e *embedded
	if o.Embedder != nil && slices.ContainsFunc(use, func(a arm) bool { return a.needs != nothing }) {
		r.Model = o.Embedder.Model()
		if e, err = embed(ctx, set, o); err != nil {
			return r, err
		}
	}
	run := running{report: &r, use: use, tallies: make([]tally, len(use)), options: o, vectors: e}
	for _, c := range set.Conversations {
		r.Turns += len(c.Turns)
		if err := run.conversation(ctx, c); err != nil {
			return r, err
		}
	}
	for i, arm := range use {
		r.Arms = append(r.Arms, run.tallies[i].result(arm.name))
	}
	return r, nil
}

// running is a run on its way.
type running struct {
	report  *Report
	use     []arm
	tallies []tally
	options Options
	vectors *embedded
	asked   int
}

func (r *running) conversation(ctx context.Context, c Conversation) error {
	corpus, err := newCorpus(ctx, c, r.vectors)
	if err != nil {
		return err
	}
	questions := c.Questions
	if r.options.InSequence {
		questions = corpus.begin(questions)
	}
	for _, q := range questions {
		if err := ctx.Err(); err != nil {
			return err
		}
		began := time.Now()
		a, err := corpus.ask(ctx, q, r.vectors)
		if err != nil {
			return err
		}
		search := time.Since(began)
		for i, arm := range r.use {
			began := time.Now()
			ranked := arm.rank(a)
			r.tallies[i].add(q, ranked, search+time.Since(began))
			if arm.live {
				corpus.reinforce(a, ranked)
			}
		}
		if r.asked++; r.asked%100 == 0 || r.asked == r.report.Questions {
			r.options.Progress(r.report.Set, "ask", r.asked, r.report.Questions)
		}
	}
	return nil
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
type tally struct {
	categories map[string]*Category
	unanswered Abstention // questions without evidence
}

func (t *tally) add(q Question, ranked []memory.Candidate, took time.Duration) {
	if len(q.Evidence) == 0 {
		t.unanswered.N++
		if len(ranked) == 0 {
			t.unanswered.Silent++
		}
		return
	}
	hits, reciprocal := score(q, ranked)
	for _, name := range []string{q.Category, allCategories} {
		if t.categories == nil {
			t.categories = map[string]*Category{}
		}
		c := t.categories[name]
		if c == nil {
			c = &Category{Category: name}
			t.categories[name] = c
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

// score counts the evidence among the best of a ranking; reciprocal is 1/rank
// of the first among ten.
func score(q Question, ranked []memory.Candidate) (hits [len(ks)]int, reciprocal float64) {
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
	return hits, reciprocal
}

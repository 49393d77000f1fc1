package recall

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/lexical"
)

// depth is how many hits each of the two searches gives.
const depth = 50

// scope is the one whose memory a conversation is.
const scope = person.ScopeOwner

// corpus is a conversation made ready for searching.
type corpus struct {
	index   *lexical.Index
	view    person.View
	turns   map[string]int // id → place in its conversation
	around  map[string]memory.Around
	said    []Turn
	vectors [][]float32 // none without an embedder
}

func newCorpus(c Conversation, v *vectors) *corpus {
	out := &corpus{index: lexical.New(), view: person.Only(scope), turns: map[string]int{}, around: map[string]memory.Around{}}
	for i, t := range c.Turns {
		out.index.Put(scope, lexical.Unit{ID: t.ID, Speaker: t.Speaker, Text: t.Text})
		out.turns[t.ID] = i
		out.said = append(out.said, t)
		var near memory.Around
		for j, step := range [...]int{-1, 1, -2, 2} {
			if n := i + step; t.Session != "" && n >= 0 && n < len(c.Turns) && c.Turns[n].Session == t.Session {
				near[j] = c.Turns[n].ID
			}
		}
		out.around[t.ID] = near
		if v != nil {
			out.vectors = append(out.vectors, v.passages[t.passage()])
		}
	}
	return out
}

// ask is one question with what the two searches gave for it.
type ask struct {
	corpus   *corpus
	question string
	folded   string // the question, for comparing
	now      time.Time
	found    memory.Found
}

func (c *corpus) ask(q Question, v *vectors) *ask {
	a := &ask{corpus: c, question: q.Text, folded: text.Fold(q.Text), now: q.At, found: memory.Found{Depth: depth}}
	if a.now.IsZero() && len(c.said) > 0 {
		a.now = slices.MaxFunc(c.said, func(a, b Turn) int { return a.At.Compare(b.At) }).At
	}
	a.found.Words, a.found.Ideal = c.words(q.Text)
	if v != nil {
		c.near(&a.found, v.queries[q.Text])
	}
	return a
}

func (c *corpus) words(query string) (hits []memory.Ranked, ideal float64) {
	found := c.index.Search(c.view, query, depth)
	for _, h := range found.Hits {
		hits = append(hits, memory.Ranked{ID: h.ID, Score: h.Score})
	}
	return hits, found.Ideal
}

// near finds the turns whose vectors are nearest.
func (c *corpus) near(f *memory.Found, to []float32) {
	all := make([]memory.Ranked, len(c.vectors))
	sum, squares := 0.0, 0.0
	for i, v := range c.vectors {
		s := cosine(to, v)
		all[i] = memory.Ranked{ID: c.said[i].ID, Score: s}
		sum += s
		squares += s * s
	}
	slices.SortFunc(all, func(a, b memory.Ranked) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(c.turns[a.ID], c.turns[b.ID]))
	})
	n := float64(max(len(all), 1))
	f.Vectors, f.Mean = all[:min(len(all), depth)], sum/n
	f.Spread = math.Sqrt(max(squares/n-f.Mean*f.Mean, 0))
}

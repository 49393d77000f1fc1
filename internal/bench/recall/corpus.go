package recall

import (
	"context"
	"slices"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/lexical"
	"github.com/kokoron/kokoron/memory/priming"
	"github.com/kokoron/kokoron/memory/salience"
	"github.com/kokoron/kokoron/memory/vector"
)

// scope is the one whose memory a conversation is.
const scope = person.ScopeOwner

// corpus is a conversation made ready for searching, as a memory.
type corpus struct {
	words   *lexical.Index
	meaning *vector.Index // nil without an embedder
	view    person.View
	units   map[string]memory.Unit
	around  map[string]memory.Around
	last    time.Time // of its turns
	// lived are the units as the questions asked before have left them, each a
	// record; nil where the questions are not asked in sequence.
	lived map[string]memory.Unit
}

func newCorpus(ctx context.Context, c Conversation, e *embedded) (*corpus, error) {
	out := &corpus{words: lexical.New(), view: person.Only(scope), units: map[string]memory.Unit{}, around: map[string]memory.Around{}}
	var points []memory.Point
	for i, t := range c.Turns {
		u := memory.Unit{ID: t.ID, Scope: scope, Text: t.Text, Speaker: t.Speaker, At: t.At, Session: t.Session}
		out.units[t.ID] = u
		out.words.Put(scope, lexical.Unit{ID: t.ID, Speaker: t.Speaker, Text: t.Text})
		var near memory.Around
		for j, step := range [...]int{-1, 1, -2, 2} {
			if n := i + step; t.Session != "" && n >= 0 && n < len(c.Turns) && c.Turns[n].Session == t.Session {
				near[j] = c.Turns[n].ID
			}
		}
		out.around[t.ID] = near
		if t.At.After(out.last) {
			out.last = t.At
		}
		if e != nil {
			points = append(points, memory.Point{ID: t.ID, Chunks: []memory.Chunk{{Vector: e.passages[u.Passage()]}}})
		}
	}
	if e == nil {
		return out, nil
	}
	out.meaning = vector.New(e.dim)
	return out, out.meaning.Upsert(ctx, scope, points...)
}

// ask is one question with what the two searches gave for it.
type ask struct {
	corpus *corpus
	look   priming.Look
	plain  memory.Found // with the bare cosines
}

// ask searches for a question that is put to the corpus.
func (c *corpus) ask(ctx context.Context, q Question, e *embedded) (*ask, error) {
	now := q.At
	if now.IsZero() {
		now = c.last
	}
	a := &ask{corpus: c}
	a.look = priming.Look{
		Query:  priming.Read(q.Text, nil, now, time.UTC),
		Found:  memory.Found{Depth: memory.Depth},
		Unit:   func(id string) (memory.Unit, bool) { u, ok := c.units[id]; return u, ok },
		Around: func(id string) memory.Around { return c.around[id] },
		Again:  c.again,
		Now:    now,
	}
	a.look.Found.Words, a.look.Found.Ideal = c.byWords(a.look.Query.Words)
	if telling := memory.Telling(a.look.Query.Words); telling != a.look.Query.Words {
		a.look.Telling = c.again(telling)
	}
	a.plain = a.look.Found
	if c.meaning == nil {
		return a, nil
	}
	return a, c.byMeaning(ctx, a, e.queries[q.Text])
}

func (c *corpus) byWords(query string) (hits []memory.Ranked, ideal float64) {
	found := c.words.Search(c.view, query, memory.Depth)
	for _, h := range found.Hits {
		hits = append(hits, memory.Ranked{ID: h.ID, Score: h.Score})
	}
	return hits, found.Ideal
}

func (c *corpus) again(words string) memory.Found {
	f := memory.Found{Depth: memory.Depth}
	f.Words, f.Ideal = c.byWords(words)
	return f
}

// byMeaning finds the turns whose vectors stand out, and those that are nearest.
func (c *corpus) byMeaning(ctx context.Context, a *ask, to []float32) (err error) {
	f := &a.look.Found
	if f.Vectors, err = c.meaning.Distinct(ctx, c.view, to, memory.Depth); err != nil {
		return err
	}
	if f.Mean, f.Spread, err = c.meaning.Background(ctx, c.view, to); err != nil {
		return err
	}
	near, err := c.meaning.Search(ctx, c.view, to, memory.Depth)
	a.plain.Mean, a.plain.Spread = f.Mean, f.Spread
	for _, n := range near {
		a.plain.Vectors = append(a.plain.Vectors, memory.Ranked{ID: n.ID, Score: n.Score})
	}
	return err
}

// live is a unit as the questions before have left it.
func (c *corpus) live(id string) (memory.Unit, bool) { u, ok := c.lived[id]; return u, ok }

// injected is how many memories a question in sequence brings to mind, about
// as many as a chat has tokens for.
const injected = 10

// begin makes records of all units, so that what is recalled can gain weight,
// and puts the questions in the order of their time. Where they have none they
// are asked a minute apart.
func (c *corpus) begin(questions []Question) []Question {
	c.lived = make(map[string]memory.Unit, len(c.units))
	for id, u := range c.units {
		u.Record = &memory.Record{Category: memory.Conversation, Content: u.Text, Strength: 0.6, Confidence: 0.8, CreatedAt: u.At}
		c.units[id], c.lived[id] = u, u
	}
	out := slices.Clone(questions)
	for i := range out {
		if out[i].At.IsZero() {
			out[i].At = c.last.Add(time.Duration(i+1) * time.Minute)
		}
	}
	slices.SortStableFunc(out, func(a, b Question) int { return a.At.Compare(b.At) })
	return out
}

// reinforce lets what a question brought to mind count as recalled and used,
// all of it: the worst that a chat could do.
func (c *corpus) reinforce(a *ask, ranked []memory.Candidate) {
	gate := priming.UsualGate().Judge(a.look, slices.Clone(ranked))
	if !gate.Open {
		return
	}
	for _, h := range ranked[:min(len(ranked), injected)] {
		u := c.lived[h.ID]
		r := salience.Access(*u.Record, true, a.look.Now)
		u.Record = &r
		c.lived[h.ID] = u
	}
}

package index

import (
	"context"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/embed"
)

// spare is how many hits more than wanted are asked for, in place of those
// that may not be used: records whose time was over a moment ago.
const spare = 16

// Find searches what the view may see by words and by meaning, for depth hits
// each. It takes Config.QueryWithin at most where the embedding server is slow;
// the list of a search that is late or cannot be made is empty.
func (ix *Index) Find(ctx context.Context, view person.View, query string, depth int) memory.Found {
	return ix.find(ctx, view, query, depth, ix.cfg.QueryWithin)
}

// Patient is an index for who can wait: its searches wait longer for the
// embedding server.
type Patient struct {
	*Index
	Within time.Duration // in place of Config.QueryWithin
}

// Find is Index.Find with more patience.
func (p Patient) Find(ctx context.Context, view person.View, query string, depth int) memory.Found {
	return p.find(ctx, view, query, depth, p.Within)
}

func (ix *Index) find(ctx context.Context, view person.View, query string, depth int, within time.Duration) memory.Found {
	found := memory.Found{Depth: depth}
	if depth <= 0 || strings.TrimSpace(query) == "" {
		return found
	}
	s := ix.space.Load()
	var vec <-chan []float32
	limited, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	if s != nil && !ix.down.Load() {
		vec = ix.vectorOf(limited, query)
	} else {
		cancel() // there is nothing to wait for
	}
	c, now := ix.cat.Load(), ix.deps.Clock.Now()
	holds := func(hits []memory.Ranked, id string, score float64) []memory.Ranked {
		if _, ok := c.seen(view, id, now); ok && len(hits) < depth {
			return append(hits, memory.Ranked{ID: id, Score: score})
		}
		return hits
	}
	words := c.words.Search(view, query, depth+spare)
	found.Ideal = words.Ideal
	for _, h := range words.Hits {
		found.Words = holds(found.Words, h.ID, h.Score)
	}
	var v []float32
	select {
	case v = <-vec: // never, where it was not asked for
	case <-limited.Done():
	}
	if s == nil || len(v) != s.model.Dim { // it did not come, or from a model that has just changed
		return found
	}
	near, err := s.vectors.Distinct(ctx, view, v, depth+spare)
	if err == nil {
		found.Mean, found.Spread, err = s.vectors.Background(ctx, view, v)
	}
	if err != nil {
		ix.deps.Log.Warn("search by meaning left out", "err", err)
		return found
	}
	for _, h := range near {
		found.Vectors = holds(found.Vectors, h.ID, h.Score)
	}
	return found
}

// vectorOf asks for the vector of a query. nil comes where there is none in
// time.
func (ix *Index) vectorOf(ctx context.Context, query string) <-chan []float32 {
	out := make(chan []float32, 1)
	ix.asking.Add(1)
	go func() {
		defer ix.asking.Add(-1)
		vectors, err := ix.deps.Embedder.Embed(ctx, embed.Query, passages(memory.Unit{Text: query})[:1])
		if err != nil {
			if ctx.Err() == nil {
				ix.suspect.Store(true)
				ix.todo.poke() // the keeper looks what is wrong
			}
			out <- nil
			return
		}
		out <- vectors[0]
	}()
	return out
}

// Unit looks a unit up that the view may see and that holds now.
func (ix *Index) Unit(view person.View, id string) (memory.Unit, bool) {
	return ix.cat.Load().seen(view, id, ix.deps.Clock.Now())
}

// Around are the lines before and after one in the same session: the same
// conversation without a silence of more than 30 minutes.
func (ix *Index) Around(view person.View, id string) memory.Around {
	return ix.cat.Load().around(view, id)
}

// Derived lists the records in use that were made from a line or a record.
func (ix *Index) Derived(view person.View, id string) (ids []string) {
	c, now := ix.cat.Load(), ix.deps.Clock.Now()
	for _, d := range c.made(id) {
		if _, ok := c.seen(view, d, now); ok {
			ids = append(ids, d)
		}
	}
	return ids
}

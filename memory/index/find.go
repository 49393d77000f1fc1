package index

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/embed"
)

// spare is how many hits more than wanted are asked for at first, in place of
// those that may not be used: records whose time was over a moment ago, or that
// are not for those who ask.
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
	limited, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	near := ix.meaning(limited, view, query, depth)
	found = ix.Words(view, query, depth)
	select {
	case m := <-near:
		found.Vectors, found.Mean, found.Spread = m.hits, m.mean, m.spread
	case <-limited.Done():
	}
	return found
}

// Words searches what the view may see by words alone, for depth hits.
func (ix *Index) Words(view person.View, query string, depth int) memory.Found {
	found := memory.Found{Depth: depth}
	if depth <= 0 {
		return found
	}
	found.Words, _ = ix.usable(view, depth, func(k int) ([]memory.Ranked, error) {
		words := ix.cat.Load().words.Search(view, query, k)
		hits := make([]memory.Ranked, len(words.Hits))
		for i, h := range words.Hits {
			hits[i] = memory.Ranked{ID: h.ID, Score: h.Score}
		}
		found.Ideal = words.Ideal
		return hits, nil
	})
	return found
}

// usable are the first depth hits of a search that hold now and are for those
// who ask. It asks for more and more until it has them, or the search has no
// more: what others may hear must not push out what these may.
func (ix *Index) usable(view person.View, depth int, search func(k int) ([]memory.Ranked, error)) ([]memory.Ranked, error) {
	c, now := ix.cat.Load(), ix.deps.Clock.Now()
	for k := depth + spare; ; k *= 2 {
		hits, err := search(k)
		var out []memory.Ranked
		for _, h := range hits {
			if _, ok := c.seen(view, h.ID, now); ok && len(out) < depth {
				out = append(out, h)
			}
		}
		if err != nil || len(out) == depth || len(hits) < k {
			return out, err
		}
	}
}

// meant is what the search by meaning gives.
type meant struct {
	hits         []memory.Ranked
	mean, spread float64
}

// Where more units than these have no vector yet the words answer alone: a
// tenth of all, or so few that they were said just now. What has a vector would
// put what has none behind it: with half of the turns of English chats embedded
// the two searches together find less than the words do, with nine tenths more.
const (
	mostUnmade   = 10
	justSaidUpTo = 16
)

// enough reports whether the search by meaning knows enough of what there is.
func (ix *Index) enough() bool {
	n := ix.todo.len()
	return n <= justSaidUpTo || n*mostUnmade <= ix.cat.Load().len()
}

// meaning searches by meaning beside the search by words. Nothing is what
// comes where the query has no vector, or where it cannot be had.
func (ix *Index) meaning(ctx context.Context, view person.View, query string, depth int) <-chan meant {
	out := make(chan meant, 1)
	s := ix.space.Load()
	if s == nil || ix.down.Load() || !ix.enough() {
		out <- meant{}
		return out
	}
	go func() {
		m, err := ix.nearest(ctx, s, view, query, depth)
		if err != nil && ctx.Err() == nil {
			ix.suspect.Store(true)
			ix.todo.poke() // the keeper looks what is wrong, and tells
		}
		out <- m
	}()
	return out
}

func (ix *Index) nearest(ctx context.Context, s *space, view person.View, query string, depth int) (m meant, err error) {
	ix.asking.Add(1)
	vectors, err := ix.deps.Embedder.Embed(ctx, embed.Query, passages(memory.Unit{Text: query})[:1])
	ix.asking.Add(-1)
	if err != nil {
		return m, err
	}
	m.hits, err = ix.usable(view, depth, func(k int) ([]memory.Ranked, error) {
		return s.vectors.Distinct(ctx, view, vectors[0], k)
	})
	if err == nil {
		m.mean, m.spread, err = s.vectors.Background(ctx, view, vectors[0])
	}
	return m, err
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

// Derived lists the records in use that were made from a line or a record; of
// those that are superseded, what holds in their place.
func (ix *Index) Derived(view person.View, id string) (ids []string) {
	c, now := ix.cat.Load(), ix.deps.Clock.Now()
	for _, d := range c.made(id) {
		if u, ok := c.heir(d, now); ok && told(view, u) && !slices.Contains(ids, u.ID) {
			ids = append(ids, u.ID)
		}
	}
	return ids
}

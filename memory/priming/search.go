package priming

import (
	"context"
	"slices"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

// SearchOptions narrow a search. The zero value asks for everything.
type SearchOptions struct {
	Limit       int             // most hits; 0: 5
	MinStars    int             // 1–5, and records alone; 0: any
	Category    memory.Category // records alone; "": any
	RecordsOnly bool            // no lines of the diary
	Gated       bool            // nothing but what is about the query
	Own         []string        // ids of the lines that the query itself is, see Ask
	Zone        *time.Location  // in which the query's dates are read; nil: UTC
}

// Hit is what a search found.
type Hit struct {
	Unit      memory.Unit
	Candidate memory.Candidate
}

const (
	usualLimit = 5
	// deepest is how many hits of each search a filter is fed with at most.
	deepest = 3200
)

// Search finds what a query is about, best first, for the tools and the
// command line: the ranking of a chat without its gate and without its rule
// about repeats. What a filter leaves out is searched for deeper.
func (p *Primer) Search(ctx context.Context, view person.View, query string, o SearchOptions) []Hit {
	if o.Limit <= 0 {
		o.Limit = usualLimit
	}
	now := p.clock.Now()
	q := Read(query, nil, now, o.Zone)
	q.Personal = true // who searches memory asks of it, in whatever words
	for deep := max(depth, o.Limit); ; deep *= 4 {
		look := p.look(ctx, Ask{View: view, Own: o.Own, Now: now, Zone: o.Zone}, q, deep)
		ranked := Rank(look, p.Signals)
		if o.Gated && !p.Gate.Judge(look, ranked).Open {
			return nil
		}
		hits := o.narrowed(ranked, look.Unit)
		whole := len(look.Found.Words) < deep && len(look.Found.Vectors) < deep
		if len(hits) >= o.Limit || whole || deep >= deepest || ctx.Err() != nil {
			return hits[:min(len(hits), o.Limit)]
		}
	}
}

// narrowed are the candidates that pass.
func (o SearchOptions) narrowed(ranked []memory.Candidate, unit func(string) (memory.Unit, bool)) []Hit {
	var hits []Hit
	for _, c := range ranked {
		u, ok := unit(c.ID)
		if !ok || c.Dropped != "" || slices.Contains(o.Own, c.ID) || !o.passes(u) {
			continue
		}
		hits = append(hits, Hit{u, c})
	}
	return hits
}

func (o SearchOptions) passes(u memory.Unit) bool {
	if u.Line() {
		return !o.RecordsOnly && o.MinStars == 0 && o.Category == ""
	}
	return u.Record.Stars >= o.MinStars && (o.Category == "" || u.Record.Category == o.Category)
}

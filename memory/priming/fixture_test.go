package priming

import (
	"bufio"
	"cmp"
	"context"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/embed"
	"github.com/kokoron/kokoron/memory/lexical"
)

var (
	now   = time.Date(2026, 10, 12, 9, 0, 0, 0, tokyo)
	tokyo = time.FixedZone("Asia/Tokyo", 9*3600)
	ren   = person.Person{ID: person.OwnerID, Name: "Ren", Role: person.Owner}
	mine  = person.ViewOf(ren)
)

// store is an index over units in memory: words by BM25, meaning by looking
// at every vector.
type store struct {
	words   *lexical.Index
	units   map[string]memory.Unit
	order   []string
	around  map[string]memory.Around
	derived map[string][]string

	embedder *embed.Client        // nil: words alone
	vectors  map[string][]float32 // by id, and of queries by their text
}

// failer is a test or a property.
type failer interface{ Fatal(args ...any) }

func newStore(t failer, e *embed.Client, units ...memory.Unit) *store {
	s := &store{words: lexical.New(), units: map[string]memory.Unit{}, around: map[string]memory.Around{},
		derived: map[string][]string{}, embedder: e, vectors: map[string][]float32{}}
	for i, u := range units {
		s.words.Put(u.Scope, lexical.Unit{ID: u.ID, Speaker: u.Speaker, Text: u.Text})
		s.units[u.ID] = u
		s.order = append(s.order, u.ID)
		var near memory.Around
		for j, step := range [...]int{-1, 1, -2, 2} {
			if n := i + step; u.Session != "" && n >= 0 && n < len(units) && units[n].Session == u.Session {
				near[j] = units[n].ID
			}
		}
		s.around[u.ID] = near
		if u.Record != nil && u.Record.Status != memory.Superseded {
			for _, from := range u.Record.Provenance {
				s.derived[string(from)] = append(s.derived[string(from)], u.ID)
			}
		}
	}
	if e != nil {
		var passages []string
		for _, u := range units {
			passages = append(passages, u.Passage())
		}
		made, err := e.Embed(context.Background(), embed.Passage, passages)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range made {
			s.vectors[units[i].ID] = v
		}
	}
	return s
}

func (s *store) Words(view person.View, query string, depth int) memory.Found {
	f := memory.Found{Depth: depth}
	found := s.words.Search(view, query, depth)
	f.Ideal = found.Ideal
	for _, h := range found.Hits {
		f.Words = append(f.Words, memory.Ranked{ID: h.ID, Score: h.Score})
	}
	return f
}

func (s *store) Find(ctx context.Context, view person.View, query string, depth int) memory.Found {
	f := s.Words(view, query, depth)
	if s.embedder == nil {
		return f
	}
	to, err := s.embedder.Embed(ctx, embed.Query, []string{query})
	if err != nil {
		return f
	}
	sum, squares, n := 0.0, 0.0, 0.0
	for _, id := range s.order {
		if !view.Can(s.units[id].Scope) {
			continue
		}
		dot := cosine(s.vectors[id], to[0])
		f.Vectors = append(f.Vectors, memory.Ranked{ID: id, Score: dot})
		sum, squares, n = sum+dot, squares+dot*dot, n+1
	}
	slices.SortFunc(f.Vectors, func(a, b memory.Ranked) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID)) })
	f.Mean = sum / max(n, 1)
	f.Spread = math.Sqrt(max(squares/max(n, 1)-f.Mean*f.Mean, 0))
	wide := f.Vectors[:min(len(f.Vectors), depth+depth/4)]
	f.Vectors = memory.Thin(wide, func(i, j int) float64 { return cosine(s.vectors[wide[i].ID], s.vectors[wide[j].ID]) })
	f.Vectors = f.Vectors[:min(len(f.Vectors), depth)]
	return f
}

func cosine(a, b []float32) (dot float64) {
	for i, x := range a {
		dot += float64(x) * float64(b[i])
	}
	return dot
}

func (s *store) Unit(view person.View, id string) (memory.Unit, bool) {
	u, ok := s.units[id]
	return u, ok && view.Can(u.Scope)
}
func (s *store) Around(_ person.View, id string) memory.Around { return s.around[id] }
func (s *store) Derived(_ person.View, line string) []string   { return s.derived[line] }

// life reads the memory of a made-up half year.
func life(t testing.TB) (units []memory.Unit) {
	for _, f := range rows(t, "testdata/life.tsv", 6) {
		u := memory.Unit{ID: f[0], Scope: person.ScopeOwner, Session: f[3], Speaker: f[4], Text: f[5]}
		layout := "2006-01-02"
		if f[1] == "line" {
			layout = "2006-01-02T15:04"
		}
		at, err := time.ParseInLocation(layout, f[2], tokyo)
		if err != nil {
			t.Fatal(err)
		}
		u.At = at
		if f[1] == "record" {
			r, err := memory.Record{ID: turn.ID(f[0]), Scope: u.Scope, Content: u.Text, OccurredAt: at}.Normalise(at)
			if err != nil {
				t.Fatal(err)
			}
			u.Record = &r
		}
		units = append(units, u)
	}
	return units
}

// rows reads a file of fields with tabs between them.
func rows(t testing.TB, path string, fields int) (out [][]string) {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		row := strings.Split(lines.Text(), "\t")
		if len(row) != fields {
			t.Fatalf("%s: %d fields in %q", path, len(row), lines.Text())
		}
		out = append(out, row)
	}
	return out
}

// embedder is the real one, nil where the environment names none.
func embedder(t testing.TB) *embed.Client {
	url := os.Getenv("KOKORON_TEST_EMBED_URL")
	if url == "" {
		return nil
	}
	e, err := embed.New(embed.Config{URL: url}, clock.Real{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

// asking is an ask with room for everything.
func asking(words string) Ask {
	return Ask{View: mine, Speaker: ren, Words: words, Now: now, Zone: tokyo, Room: 1 << 20,
		Line: func(it Item) string { return it.Text }, Count: utf8.RuneCountInString}
}

// clockAt stands still.
type clockAt struct{ now time.Time }

func (c clockAt) Now() time.Time                                   { return c.now }
func (c clockAt) Sleep(ctx context.Context, _ time.Duration) error { <-ctx.Done(); return ctx.Err() }

package priming

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	tokens "github.com/kokoron/kokoron/agent/budget"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/lexical"
	"github.com/kokoron/kokoron/memory/vector"
)

const benchDim = 384

// real is the store over the indexes of the product. Its queries have random
// vectors: making one is the embedder's time.
type real struct {
	*store
	near *vector.Index
	r    *rand.Rand
}

func (x *real) Find(ctx context.Context, view person.View, query string, depth int) memory.Found {
	f := x.Words(view, query, depth)
	to := x.direction()
	f.Vectors, _ = x.near.Distinct(ctx, view, to, depth)
	f.Mean, f.Spread, _ = x.near.Background(ctx, view, to)
	return f
}

func (x *real) direction() []float32 {
	v, sum := make([]float32, benchDim), 0.0
	for i := range v {
		v[i] = float32(x.r.NormFloat64() + 2) // as narrow as e5
		sum += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

// sentence is of words that are as rare as those of a language, one in three
// sentences Japanese.
func sentence(r *rand.Rand, zipf *rand.Zipf) string {
	var b strings.Builder
	japanese := r.IntN(3) == 0
	for range 6 + r.IntN(14) {
		n := zipf.Uint64()
		if japanese {
			b.WriteString(string([]rune{rune(0x4e00 + n%6000), rune(0x3042 + n%80)}))
		} else {
			fmt.Fprintf(&b, "%s ", strings.Repeat(string(rune('a'+n%26)), 2)+fmt.Sprint(n))
		}
	}
	return b.String()
}

// BenchmarkPrime is all of what comes to mind before an answer, without the
// embedding of the query.
func BenchmarkPrime(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := rand.New(rand.NewPCG(7, 7))
			zipf := rand.NewZipf(r, 1.1, 5, 30_000)
			x := &real{&store{words: lexical.New(), units: map[string]memory.Unit{}, around: map[string]memory.Around{}}, vector.New(benchDim), r}
			var points []memory.Point
			id := func(i int) string { return fmt.Sprintf("u%07d", i) }
			for i := range n {
				u := memory.Unit{ID: id(i), Scope: person.ScopeOwner, Text: sentence(r, zipf), Speaker: "Ren", Session: fmt.Sprint(i / 20), At: now.Add(-time.Duration(n-i) * time.Minute)}
				x.words.Put(u.Scope, lexical.Unit{ID: u.ID, Speaker: u.Speaker, Text: u.Text})
				x.units[u.ID] = u
				x.around[u.ID] = memory.Around{id(max(i-1, 0)), id(min(i+1, n-1)), id(max(i-2, 0)), id(min(i+2, n-1))}
				points = append(points, memory.Point{ID: u.ID, Chunks: []memory.Chunk{{Text: u.Text, Vector: x.direction()}}})
			}
			if err := x.near.Upsert(b.Context(), person.ScopeOwner, points...); err != nil {
				b.Fatal(err)
			}
			p := New(x, &sources{}, clock.Real{}, quiet())
			p.Within = time.Hour
			var took []time.Duration
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				ask := asking("did we say " + sentence(r, zipf))
				ask.Count = tokens.Estimate
				began := time.Now()
				got := p.Prime(b.Context(), ask)
				took = append(took, time.Since(began))
				if len(got.Trace.Candidates) == 0 {
					b.Fatal("nothing was found")
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

// BenchmarkRank is the ranking of what one query found.
func BenchmarkRank(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 7))
	zipf := rand.NewZipf(r, 1.1, 5, 30_000)
	var units []memory.Unit
	for i := range 1000 {
		u := line(fmt.Sprintf("u%04d", i), sentence(r, zipf), time.Duration(i)*time.Minute)
		u.Session = fmt.Sprint(i / 20)
		units = append(units, u)
	}
	s := newStore(b, nil, units...)
	words := "did we say " + sentence(r, zipf)
	look := lookAt(s, words, s.Words(mine, words, depth))
	for range depth {
		look.Found.Vectors = append(look.Found.Vectors, memory.Ranked{ID: units[r.IntN(len(units))].ID, Score: 0.9})
	}
	look.Found.Mean, look.Found.Spread = 0.8, 0.02
	for _, spreading := range []bool{false, true} {
		b.Run(fmt.Sprintf("spreading=%v", spreading), func(b *testing.B) {
			sig := Usual()
			sig.Spreading = spreading
			b.ReportAllocs()
			for range b.N {
				Rank(look, sig)
			}
		})
	}
}

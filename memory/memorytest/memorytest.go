// Package memorytest holds what every semantic index must do: one suite that
// the fake here, the index inside the process and a real Chroma server pass,
// and the means to start, kill and wipe such a server.
//
// The fake is a map and a full scan. It is the plainest thing that is right,
// and the suite compares the others with it.
package memorytest

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

// Index is what a semantic index can do, as its users see it.
type Index interface {
	Writer
	Reader
}

// Writer is what the keeper of an index calls.
type Writer interface {
	Upsert(ctx context.Context, scope person.Scope, points ...memory.Point) error
	Delete(ctx context.Context, scope person.Scope, ids ...string) error
	Drop(ctx context.Context, scope person.Scope) error
}

// Reader is what one who remembers calls.
type Reader interface {
	Search(ctx context.Context, view person.View, vec []float32, k int) ([]memory.Near, error)
	Has(ctx context.Context, view person.View, ids ...string) ([]string, error)
	Count(ctx context.Context, view person.View) (int, error)
}

// Fake is an index in a map. It is safe for concurrent use.
type Fake struct {
	dim int

	mu     sync.Mutex
	scopes map[person.Scope]map[string]memory.Point
}

// NewFake is an empty index for vectors of dim dimensions.
func NewFake(dim int) *Fake {
	return &Fake{dim: dim, scopes: map[person.Scope]map[string]memory.Point{}}
}

// Upsert implements Writer.
func (f *Fake) Upsert(ctx context.Context, scope person.Scope, points ...memory.Point) error {
	for _, p := range points {
		if err := p.Check(f.dim); err != nil {
			return err
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.scopes[scope] == nil {
		f.scopes[scope] = map[string]memory.Point{}
	}
	for _, p := range points {
		f.scopes[scope][p.ID] = p
	}
	return ctx.Err()
}

// Delete implements Writer.
func (f *Fake) Delete(ctx context.Context, scope person.Scope, ids ...string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, id := range ids {
		delete(f.scopes[scope], id)
	}
	return ctx.Err()
}

// Drop implements Writer.
func (f *Fake) Drop(ctx context.Context, scope person.Scope) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.scopes, scope)
	return ctx.Err()
}

// Search implements Reader.
func (f *Fake) Search(ctx context.Context, view person.View, vec []float32, k int) ([]memory.Near, error) {
	if err := memory.CheckVector(vec, f.dim); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []memory.Near
	for _, scope := range view.Scopes() {
		for id, p := range f.scopes[scope] {
			best := math.Inf(-1)
			for _, c := range p.Chunks {
				best = max(best, Cosine(c.Vector, vec))
			}
			out = append(out, memory.Near{Scope: scope, ID: id, Score: best})
		}
	}
	slices.SortFunc(out, func(a, b memory.Near) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID), cmp.Compare(a.Scope, b.Scope))
	})
	return out[:min(len(out), max(k, 0))], ctx.Err()
}

// Has implements Reader.
func (f *Fake) Has(ctx context.Context, view person.View, ids ...string) ([]string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []string
	for _, id := range ids {
		if slices.ContainsFunc(view.Scopes(), func(s person.Scope) bool { _, ok := f.scopes[s][id]; return ok }) {
			out = append(out, id)
		}
	}
	return out, ctx.Err()
}

// Count implements Reader: it counts chunks, as a server does.
func (f *Fake) Count(ctx context.Context, view person.View) (n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, scope := range view.Scopes() {
		for _, p := range f.scopes[scope] {
			n += len(p.Chunks)
		}
	}
	return n, ctx.Err()
}

// Scopes lists the scopes that have units.
func (f *Fake) Scopes(ctx context.Context) (scopes []person.Scope, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for scope, points := range f.scopes {
		if len(points) > 0 {
			scopes = append(scopes, scope)
		}
	}
	slices.Sort(scopes)
	return scopes, ctx.Err()
}

// Records gives fn every record of the view.
func (f *Fake) Records(ctx context.Context, view person.View, fn func(scope person.Scope, id, record string) error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, scope := range view.Scopes() {
		for id, p := range f.scopes[scope] {
			if p.Record == "" {
				continue
			}
			if err := fn(scope, id, p.Record); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// Cosine is the scalar product in float64, which no index uses.
func Cosine(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// Vectors makes n vectors of length 1 that lie as those of a sentence embedder
// do: all share a direction, so that unrelated ones have a cosine of about .8,
// and they come in groups of related ones. The same seed gives the same.
func Vectors(seed uint64, n, dim int) [][]float32 {
	r := rand.New(rand.NewPCG(seed, 1))
	common := gaussian(r, dim)
	groups := make([][]float32, max(1, n/50))
	for i := range groups {
		groups[i] = gaussian(r, dim)
	}
	out := make([][]float32, n)
	for i := range out {
		v, g := gaussian(r, dim), groups[r.IntN(len(groups))]
		for j := range v {
			v[j] = 2*common[j] + .7*g[j] + .7*v[j]
		}
		out[i] = Unit(v)
	}
	return out
}

func gaussian(r *rand.Rand, dim int) []float32 {
	v := make([]float32, dim)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	return v
}

// Unit stretches v to length 1, in place.
func Unit(v []float32) []float32 {
	length := float32(math.Sqrt(Cosine(v, v)))
	for i := range v {
		v[i] /= length
	}
	return v
}

// Points makes a unit with one chunk of every vector, named u0, u1, …
func Points(vectors [][]float32) []memory.Point {
	out := make([]memory.Point, len(vectors))
	for i, v := range vectors {
		out[i] = memory.Point{ID: fmt.Sprintf("u%d", i), Chunks: []memory.Chunk{{Text: fmt.Sprintf("text %d", i), Vector: v}}}
	}
	return out
}

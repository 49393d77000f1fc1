// Package vector is the semantic index inside the process: one block of
// vectors a scope, searched by cosine.
//
// Guarantees. A search sees only the scopes of its View, each as it was at one
// moment: all of an Upsert or nothing. Up to 10,000 chunks a scope it is exact;
// above that the signs of the mean-centred vectors choose the best twentieth,
// which is then scored exactly (at least .95 of the exact best 50).
// Searches take no lock and wait for nobody; writers to one scope wait for
// each other. Everything is safe for concurrent use.
//
// The package keeps nothing on disk, holds no texts and never copies or
// changes a vector: it refers to those it was given.
package vector

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

// Index is the semantic index. Use New.
type Index struct {
	dim int

	mu     sync.RWMutex // of the map; a block has its own order
	blocks map[person.Scope]*block
}

// New is an empty index for vectors of dim > 0 dimensions.
func New(dim int) *Index { return &Index{dim: dim, blocks: map[person.Scope]*block{}} }

// Upsert puts units into a scope, each in place of the one with its id. If one
// of them cannot be indexed none is (memory.ErrPoint,
// *memory.DimensionError). ctx is not waited for.
func (ix *Index) Upsert(_ context.Context, scope person.Scope, points ...memory.Point) error {
	for _, p := range points {
		if err := p.Check(ix.dim); err != nil {
			return fmt.Errorf("index vectors: %w", err)
		}
	}
	ix.at(scope).put(points)
	return nil
}

// Delete takes units out of a scope; what is not there is no error.
func (ix *Index) Delete(_ context.Context, scope person.Scope, ids ...string) error {
	ix.at(scope).delete(ids)
	return nil
}

// Drop empties a scope.
func (ix *Index) Drop(_ context.Context, scope person.Scope) error {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	delete(ix.blocks, scope)
	return nil
}

// Search finds the k units of the view nearest to vec: best first, equal ones
// by id and scope. vec has length 1 (memory.ErrPoint, *memory.DimensionError).
func (ix *Index) Search(_ context.Context, view person.View, vec []float32, k int) ([]memory.Near, error) {
	if err := memory.CheckVector(vec, ix.dim); err != nil {
		return nil, fmt.Errorf("search vectors: %w", err)
	}
	near := ix.nearest(view, vec, k)
	out := make([]memory.Near, len(near))
	for i, n := range near {
		out[i] = memory.Near{Scope: n.scope, ID: n.unit.id, Score: float64(n.score)}
	}
	return out, nil
}

// scoped is what was found in a scope.
type scoped struct {
	found
	scope person.Scope
}

// nearest are the k nearest of all scopes of the view, in order.
func (ix *Index) nearest(view person.View, vec []float32, k int) (out []scoped) {
	for _, scope := range view.Scopes() {
		if b := ix.look(scope); b != nil {
			for _, f := range b.now.Load().search(vec, k) {
				out = append(out, scoped{f, scope})
			}
		}
	}
	slices.SortFunc(out, func(a, b scoped) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.unit.id, b.unit.id), cmp.Compare(a.scope, b.scope))
	})
	return out[:min(len(out), max(k, 0))]
}

// Has says which of ids the view has, in the order asked.
func (ix *Index) Has(_ context.Context, view person.View, ids ...string) ([]string, error) {
	var out []string
	for _, id := range ids {
		for _, scope := range view.Scopes() {
			if b := ix.look(scope); b != nil && b.has(id) {
				out = append(out, id)
				break
			}
		}
	}
	return out, nil
}

// Count is the number of chunks of the view.
func (ix *Index) Count(_ context.Context, view person.View) (n int, err error) {
	for _, scope := range view.Scopes() {
		if b := ix.look(scope); b != nil {
			n += b.count()
		}
	}
	return n, nil
}

// look finds a scope's block; nil where there is none.
func (ix *Index) look(scope person.Scope) *block {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return ix.blocks[scope]
}

// at is the block of a scope, made where there is none.
func (ix *Index) at(scope person.Scope) *block {
	if b := ix.look(scope); b != nil {
		return b
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	b := ix.blocks[scope]
	if b == nil {
		b = newBlock(ix.dim)
		ix.blocks[scope] = b
	}
	return b
}

package vector

import (
	"context"
	"fmt"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

// A quarter more units than are wanted meet each other, and a few at least: one
// that stands lower by cosine alone can come up. Each pair costs a cosine; twice
// as many find no more.
const (
	wider       = 4
	leastToMeet = 32
)

// Distinct finds the k units of the view that are near to vec and not just near
// to everything: the nearest, as memory.Thin puts them in order, by their rows
// that are nearest to vec. vec has length 1 (memory.ErrPoint,
// *memory.DimensionError).
func (ix *Index) Distinct(_ context.Context, view person.View, vec []float32, k int) ([]memory.Ranked, error) {
	if err := memory.CheckVector(vec, ix.dim); err != nil {
		return nil, fmt.Errorf("search vectors: %w", err)
	}
	near := ix.nearest(view, vec, max(k+k/wider, leastToMeet))
	hits := make([]memory.Ranked, len(near))
	for i, n := range near {
		hits[i] = memory.Ranked{ID: n.unit.id, Score: float64(n.score)}
	}
	hits = memory.Thin(hits, func(i, j int) float64 { return float64(dot(near[i].vec, near[j].vec)) })
	return hits[:min(len(hits), max(k, 0))], nil
}

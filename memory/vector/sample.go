package vector

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

// leastSampled and mostSampled bound the sample of a scope that has so many
// rows: of 256 the mean is known to a sixteenth of the spread.
const (
	leastSampled = 256
	mostSampled  = 2 * leastSampled
)

// sampled is a row of the sample.
type sampled struct {
	row
	hash uint64
}

// hashOf is where chance puts a chunk. It comes from the id alone, so that the
// same units have the same sample after every start.
func hashOf(id string, chunk int) uint64 {
	h := fnv.New64a()
	h.Write([]byte(id)) // a hash never errs
	return mix(h.Sum64() + uint64(chunk))
}

// mix is the end of MurmurHash3 (Appleby): FNV alone leaves the first bits of
// ids that differ in their last letters nearly equal.
func mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// draw takes a new row into the sample if chance wants it. Where the sample
// becomes too large half of it goes.
func (b *block) draw(s *snapshot, r row, chunk int) {
	h := hashOf(r.unit.id, chunk)
	if h > b.limit {
		return
	}
	s.sample = append(s.sample, sampled{r, h})
	for len(s.sample) > mostSampled {
		b.limit /= 2
		var kept []sampled // older snapshots go on to use the old one
		for _, x := range s.sample {
			if x.hash <= b.limit && s.has(x.unit) {
				kept = append(kept, x)
			}
		}
		s.sample = kept
	}
}

// redraw makes the sample anew from rows that are all alive.
func (b *block) redraw(s *snapshot) {
	s.sample, b.limit = nil, math.MaxUint64
	for i, n := 0, 0; i < len(s.rows); i, n = i+1, n+1 {
		if i > 0 && s.rows[i].unit != s.rows[i-1].unit {
			n = 0
		}
		b.draw(s, s.rows[i], n)
	}
}

// Background is mean and standard deviation of the cosines of vec to all
// chunks of the view, as a sample of 256 to 512 rows a scope knows them; each
// scope counts by its size. Both are 0 where there is nothing. vec has length 1
// (memory.ErrPoint, *memory.DimensionError).
func (ix *Index) Background(_ context.Context, view person.View, vec []float32) (mean, spread float64, err error) {
	if err := memory.CheckVector(vec, ix.dim); err != nil {
		return 0, 0, fmt.Errorf("look around: %w", err)
	}
	var all, sum, squares float64
	for _, scope := range view.Scopes() {
		b := ix.look(scope)
		if b == nil {
			continue
		}
		s := b.now.Load()
		n, sum1, squares1 := 0.0, 0.0, 0.0
		for _, x := range s.sample {
			if s.has(x.unit) {
				c := float64(dot(x.vec, vec))
				n, sum1, squares1 = n+1, sum1+c, squares1+c*c
			}
		}
		if n > 0 {
			weight := float64(len(s.rows))
			all, sum, squares = all+weight, sum+weight*sum1/n, squares+weight*squares1/n
		}
	}
	if all == 0 {
		return 0, 0, nil
	}
	mean = sum / all
	return mean, math.Sqrt(max(squares/all-mean*mean, 0)), nil
}

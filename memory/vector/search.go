package vector

import (
	"cmp"
	"math/bits"
	"slices"
)

// rescored is the share of the rows, 1/rescored, that the signs let through to
// exact scoring.
const rescored = 10

// found is a live unit and the best score of its rows.
type found struct {
	unit  *unit
	score float32
}

// search finds the k units with the best rows, in no order.
func (s *snapshot) search(vec []float32, k int) []found {
	if k <= 0 {
		return nil
	}
	t := top{k: k, of: s}
	if s.signs == nil {
		for i := range s.rows {
			t.see(s.rows[i].unit, dot(s.rows[i].vec, vec))
		}
		return t.end()
	}
	distances, limit := s.distances(vec, max(len(s.rows)/rescored, k*2))
	for i, d := range distances {
		if d <= limit {
			t.see(s.rows[i].unit, dot(s.rows[i].vec, vec))
		}
	}
	return t.end()
}

// distances counts for every row the signs that differ from those of vec, and
// says which distance at least want rows have or are under.
func (s *snapshot) distances(vec []float32, want int) (all []uint16, limit uint16) {
	q := appendSigns(nil, vec, s.mean)
	all = make([]uint16, len(s.rows))
	histogram := make([]int, len(vec)+1)
	n := len(q)
	for i := range all {
		d := 0
		for j, w := range s.signs[i*n : i*n+n] {
			d += bits.OnesCount64(w ^ q[j])
		}
		all[i] = uint16(d)
		histogram[d]++
	}
	for d, count := range histogram {
		if want -= count; want <= 0 {
			return all, uint16(d)
		}
	}
	return all, uint16(len(vec))
}

// top keeps the k best units. Rows of one unit must come one after another.
type top struct {
	k    int
	of   *snapshot
	heap []found // the worst first
	open found   // the unit whose rows are coming
}

func (t *top) see(u *unit, score float32) {
	if u != t.open.unit {
		t.close()
		t.open = found{u, score}
	} else if score > t.open.score {
		t.open.score = score
	}
}

// close lets the open unit in if it is alive and among the best.
func (t *top) close() {
	f := t.open
	full := len(t.heap) == t.k
	if f.unit == nil || full && worse(f, t.heap[0]) || !t.of.has(f.unit) {
		return
	}
	if full {
		t.heap[0] = f
		t.sink()
		return
	}
	t.heap = append(t.heap, f)
	if len(t.heap) == t.k {
		slices.SortFunc(t.heap, func(a, b found) int {
			return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(b.unit.id, a.unit.id))
		})
	}
}

// sink restores the heap's order after its first element has grown.
func (t *top) sink() {
	h := t.heap
	for i := 0; ; {
		child := 2*i + 1
		if child >= len(h) {
			return
		}
		if child+1 < len(h) && worse(h[child+1], h[child]) {
			child++
		}
		if !worse(h[child], h[i]) {
			return
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}

// worse is by score, and among equals the greater id is.
func worse(a, b found) bool {
	return a.score < b.score || a.score == b.score && a.unit.id > b.unit.id
}

// end is what was kept.
func (t *top) end() []found {
	t.close()
	return t.heap
}

package vector

import (
	"cmp"
	"math/bits"
	"slices"
)

const (
	// rescored is the share of the rows, 1/rescored, that the signs let through
	// to exact scoring. A tenth keeps half a point more of the exact best 50 and
	// takes nearly twice the time at 100,000 chunks.
	rescored = 20
	// leastRescored is how many they let through at least: with 18,000 chunks of
	// real chats the twentieth kept .973 of the exact best 50, a tenth .991.
	leastRescored = 2000
)

// found is a live unit, the best score of its rows, and the row that has it.
type found struct {
	unit  *unit
	score float32
	vec   []float32
}

// search finds the k units with the best rows, in no order.
func (s *snapshot) search(vec []float32, k int) []found {
	if k <= 0 {
		return nil
	}
	rows := s.rows
	if s.signs != nil {
		rows = s.likely(vec, max(len(rows)/rescored, leastRescored, 2*k))
	}
	t := top{k: k, of: s}
	for len(rows) > 1 {
		a, b := dots(rows[0].vec, rows[1].vec, vec)
		t.see(rows[0], a)
		t.see(rows[1], b)
		rows = rows[2:]
	}
	if len(rows) > 0 {
		t.see(rows[0], dot(rows[0].vec, vec))
	}
	return t.end()
}

// likely picks the rows, at least want of them if there are, whose signs
// differ least from those of vec. They stay in their order.
func (s *snapshot) likely(vec []float32, want int) []row {
	q := appendSigns(nil, vec, s.mean)
	n := len(q)
	distances := make([]uint16, len(s.rows))
	histogram := make([]int, len(vec)+1)
	for i := range distances {
		d := 0
		for j, w := range s.signs[i*n : i*n+n] {
			d += bits.OnesCount64(w ^ q[j])
		}
		distances[i] = uint16(d)
		histogram[d]++
	}
	limit, count := 0, histogram[0]
	for count < want && limit < len(vec) {
		limit++
		count += histogram[limit]
	}
	out := make([]row, 0, count)
	for i, d := range distances {
		if int(d) <= limit {
			out = append(out, s.rows[i])
		}
	}
	return out
}

// top keeps the k best units. Rows of one unit must come one after another.
type top struct {
	k    int
	of   *snapshot
	heap []found // the worst first
	open found   // the unit whose rows are coming
}

func (t *top) see(r row, score float32) {
	if r.unit != t.open.unit {
		t.close()
		t.open = found{r.unit, score, r.vec}
	} else if score > t.open.score {
		t.open.score, t.open.vec = score, r.vec
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

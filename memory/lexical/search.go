package lexical

import (
	"cmp"
	"container/heap"
	"encoding/binary"
	"math"
	"slices"

	"github.com/kokoron/kokoron/internal/person"
)

// Hit is a unit that has terms of a query.
type Hit struct {
	Scope person.Scope
	ID    string
	Score float64 // of BM25, above 0; comparable within one search
}

// Result is what one search gave.
type Result struct {
	Hits []Hit // best first; among equals the smaller id, so that the order is always the same
	// Ideal is what a text of usual length would score that has every term of
	// the query as often as the query; terms that stand nowhere weigh most. A
	// best hit far under it shares little with the query.
	Ideal float64
}

// scratch is what one search needs and the next can use again.
type scratch struct {
	analyser
	terms  []term
	scores []float32
}

// queryTerm is a term of the query and its weight: how often it was asked for
// times how rare it is.
type queryTerm struct {
	term   term
	weight float64
}

// Search finds the k units in the scopes of the view that score best for the
// query. For k ≤ 0, or where no unit has a term of it, there are no hits.
func (ix *Index) Search(view person.View, query string, k int) Result {
	s := ix.pool.Get().(*scratch)
	defer ix.pool.Put(s)
	s.terms = s.analyser.terms(s.terms[:0], query)
	slices.Sort(s.terms)

	ix.mu.RLock()
	defer ix.mu.RUnlock()
	var scopes []person.Scope
	var parts []*partition
	units, length := 0, 0
	for _, scope := range view.Scopes() {
		if p := ix.parts[scope]; p != nil {
			scopes, parts = append(scopes, scope), append(parts, p)
			units, length = units+len(p.units), length+p.length
		}
	}
	asked, ideal := weigh(s.terms, parts, units)
	top := best{k: max(k, 0)}
	mean := float64(length) / float64(max(units, 1))
	for i, p := range parts {
		s.collect(p, asked, mean)
		for n, score := range s.scores[:len(p.units)] {
			if float64(score) >= top.least() && !p.units[n].dead {
				top.offer(Hit{scopes[i], p.units[n].id, float64(score)})
			}
		}
	}
	slices.SortFunc(top.hits, before)
	return Result{Hits: top.hits, Ideal: ideal}
}

// weigh gives the terms of a query, sorted, their weights over the parts.
func weigh(terms []term, parts []*partition, units int) (out []queryTerm, ideal float64) {
	for len(terms) > 0 {
		t, times := terms[0], 1
		for times < len(terms) && terms[times] == t {
			times++
		}
		terms = terms[times:]
		with := 0.0
		for _, p := range parts {
			if at, ok := p.terms[t]; ok {
				with += float64(p.lists[at].units)
			}
		}
		w := float64(times) * math.Log1p((float64(units)-with+0.5)/(with+0.5))
		ideal += w
		if with > 0 {
			out = append(out, queryTerm{t, w})
		}
	}
	return out, ideal
}

// usual is how many lengths have their weight of a term that stands once
// worked out before a search; most units are shorter.
const usual = 256

// collect sums up the scores of all units of a partition. mean is the usual
// length of a unit.
func (s *scratch) collect(p *partition, asked []queryTerm, mean float64) {
	if cap(s.scores) < len(p.units) {
		s.scores = make([]float32, len(p.units)+len(p.units)/8)
	}
	scores := s.scores[:len(p.units)]
	clear(scores)
	norm := func(length uint16) float32 { return float32(k1 * (1 - b + b*float64(length)/mean)) }
	var once [usual]float32
	for i := range once {
		once[i] = (k1 + 1) / (1 + norm(uint16(i)))
	}
	for _, q := range asked {
		at, ok := p.terms[q.term]
		if !ok {
			continue
		}
		weight, number := float32(q.weight), uint32(0)
		data := p.lists[at].data
		for i := 0; i < len(data); {
			step := uint64(data[i])
			if i++; step >= 0x80 {
				var n int
				step, n = binary.Uvarint(data[i-1:])
				i += n - 1
			}
			number += uint32(step >> 1)
			length := p.lengths[number]
			if step&1 == 0 && length < usual {
				scores[number] += weight * once[length]
				continue
			}
			count := uint64(1)
			if step&1 != 0 {
				var n int
				count, n = binary.Uvarint(data[i:])
				i += n
			}
			scores[number] += weight * float32(count) * (k1 + 1) / (float32(count) + norm(length))
		}
	}
}

// best keeps the k best hits, the worst of them in front.
type best struct {
	hits []Hit
	k    int
}

func (t *best) Len() int           { return len(t.hits) }
func (t *best) Less(i, j int) bool { return before(t.hits[j], t.hits[i]) < 0 }
func (t *best) Swap(i, j int)      { t.hits[i], t.hits[j] = t.hits[j], t.hits[i] }
func (t *best) Push(x any)         { t.hits = append(t.hits, x.(Hit)) }
func (t *best) Pop() any           { panic("nothing is popped") }

// least is the score under which nothing gets in.
func (t *best) least() float64 {
	if len(t.hits) < t.k || t.k == 0 {
		return math.SmallestNonzeroFloat32
	}
	return t.hits[0].Score
}

func (t *best) offer(h Hit) {
	switch {
	case len(t.hits) < t.k:
		heap.Push(t, h)
	case t.k > 0 && before(h, t.hits[0]) < 0:
		t.hits[0] = h
		heap.Fix(t, 0)
	}
}

func before(a, b Hit) int {
	if a.Score != b.Score {
		return cmp.Compare(b.Score, a.Score)
	}
	return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Scope, b.Scope))
}

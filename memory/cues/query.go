package cues

import (
	"cmp"
	"slices"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// Query says which records are wanted: those that have, in every dimension
// that is given, one of its values. The zero Query wants all.
type Query struct {
	Actors   []string         // compared whatever the case and the width
	Types    []memory.Type    //
	Times    []Time           // years, months and days may stand side by side
	Outcomes []memory.Outcome // memory.OutcomeNone: those without one
	Tags     []string         // as actors, with or without #
	Stars    []int            // 1–5
}

// Result is what a query found and what it took.
type Result struct {
	IDs      []turn.ID // ascending, which is the order in which they were made
	Examined int       // list entries that were looked at
	FullScan int       // what a look at every record of the view would have been
}

// wanted is the lists of one dimension of a query in one partition.
type wanted struct {
	places []uint32
	size   int // entries of all of them
}

// Query finds records in the scopes of the view. In every scope it goes
// through the lists of the dimension that has the fewest entries, so Examined
// is at most that number, whatever the size of the index.
func (ix *Index) Query(view person.View, q Query) Result {
	dims := q.dimensions()
	var res Result
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	for _, s := range view.Scopes() {
		if p := ix.parts[s]; p != nil {
			res.FullScan += len(p.numbers)
			p.find(dims, &res)
		}
	}
	slices.Sort(res.IDs)
	return res
}

// dimensions is the cues of a query, those of one dimension together.
func (q Query) dimensions() [][]cue {
	dims := make([][]cue, byStars+1)
	add := func(c cue) { dims[c.dim] = addCue(dims[c.dim], c) }
	for _, a := range q.Actors {
		add(cue{dim: byActor, text: fold(a)})
	}
	for _, t := range q.Types {
		add(cue{dim: byType, text: string(t)})
	}
	for _, t := range q.Times {
		add(t.cue())
	}
	for _, o := range q.Outcomes {
		add(cue{dim: byOutcome, text: string(o)})
	}
	for _, t := range q.Tags {
		add(cue{dim: byTag, text: fold(t)})
	}
	for _, n := range q.Stars {
		add(cue{dim: byStars, number: int32(n)})
	}
	return slices.DeleteFunc(dims, func(d []cue) bool { return len(d) == 0 })
}

// find adds to res what one partition has.
func (p *partition) find(dims [][]cue, res *Result) {
	if len(dims) == 0 {
		res.Examined += len(p.numbers)
		for _, n := range p.numbers {
			res.IDs = append(res.IDs, p.id(n))
		}
		return
	}
	want := make([]wanted, 0, len(dims))
	for _, d := range dims {
		w := p.want(d)
		if w.size == 0 {
			return // no record here has what is asked for
		}
		want = append(want, w)
	}
	slices.SortFunc(want, func(a, b wanted) int { return cmp.Compare(a.size, b.size) })
	var buf [64]uint32
	for i, at := range want[0].places {
		for _, n := range p.lists[at].records {
			res.Examined++
			// A record that is in several lists of this dimension counts in the first.
			if row := p.row(n, buf[:0]); !anyOf(row, want[0].places[:i]) && allOf(row, want[1:]) {
				res.IDs = append(res.IDs, p.id(n))
			}
		}
	}
}

// want is where the lists of one dimension's cues are.
func (p *partition) want(d []cue) (w wanted) {
	for _, c := range d {
		if at, ok := p.cues[c]; ok {
			w.places = append(w.places, at)
			w.size += len(p.lists[at].records)
		}
	}
	return w
}

func allOf(row []uint32, want []wanted) bool {
	for _, w := range want {
		if !anyOf(row, w.places) {
			return false
		}
	}
	return true
}

func anyOf(row, places []uint32) bool {
	for _, at := range places {
		if slices.Contains(row, at) {
			return true
		}
	}
	return false
}

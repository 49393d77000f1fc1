package memory

import (
	"cmp"
	"math"
	"slices"
)

// Ranked is one entry of a ranked list: an id and its score there. Scores are
// comparable within their list alone.
type Ranked struct {
	ID    string
	Score float64
}

// List is a ranked list and its weight in a fusion. The list is sorted, best
// first, and has each id once; weights are ≥ 0.
type List struct {
	Hits   []Ranked
	Weight float64
}

// FuseScores brings lists of different kinds of score into one: each is
// stretched to 0–1 (its worst entry 0, its best 1; all 1 where they are equal),
// weighted and added up; what a list does not have gets nothing from it. The
// result is sorted, best first, equal ones by id.
func FuseScores(lists ...List) []Ranked {
	return fuse(lists, func(l List, i int) float64 {
		best, worst := l.Hits[0].Score, l.Hits[len(l.Hits)-1].Score
		if best == worst {
			return 1
		}
		return (l.Hits[i].Score - worst) / (best - worst)
	})
}

// FuseRanks is reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR
// 2009) with weights: the entry at rank r, from 1, gets weight/(k+r). A larger
// k makes the first ranks count less. The result is sorted like that of
// FuseScores.
func FuseRanks(k float64, lists ...List) []Ranked {
	return fuse(lists, func(_ List, i int) float64 { return 1 / (k + float64(i+1)) })
}

func fuse(lists []List, value func(l List, i int) float64) []Ranked {
	sum := map[string]float64{}
	for _, l := range lists {
		for i, h := range l.Hits {
			sum[h.ID] += l.Weight * value(l, i)
		}
	}
	return sorted(sum)
}

// sorted is a list, best first, equal ones by id.
func sorted(scores map[string]float64) []Ranked {
	out := make([]Ranked, 0, len(scores))
	for id, s := range scores {
		out = append(out, Ranked{id, s})
	}
	slices.SortFunc(out, before)
	return out
}

// before is the order of a list: best first, equal ones by id.
func before(a, b Ranked) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
}

// Recency is the factor by which the age of a memory, in days, changes its
// score: 1 for what is new, falling by half of bound with every half-life, and
// never under 1−bound. It multiplies a fused score, so that time decides
// between near equals and no more. Times ahead count as new; a half-life or a
// bound of 0 or less changes nothing.
func Recency(days, halfLife, bound float64) float64 {
	if halfLife <= 0 || bound <= 0 {
		return 1
	}
	return 1 - min(bound, 1)*(1-math.Exp2(-max(days, 0)/halfLife))
}

package memory

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawList makes a ranked list of some of ten ids.
func drawList(t *rapid.T, name string) []Ranked {
	scores := map[string]float64{}
	for _, id := range rapid.SliceOfDistinct(rapid.IntRange(0, 9), rapid.ID[int]).Draw(t, name) {
		scores[fmt.Sprint(id)] = float64(rapid.IntRange(0, 20).Draw(t, "score")) / 4
	}
	return sorted(scores)
}

func show(rs []Ranked) string {
	s := ""
	for _, r := range rs {
		s += fmt.Sprintf("%s:%.3f ", r.ID, r.Score)
	}
	return s
}

func TestFuse(t *testing.T) {
	words := []Ranked{{"a", 9}, {"b", 6}, {"c", 3}}
	vectors := []Ranked{{"b", 0.9}, {"d", 0.85}, {"a", 0.8}}
	for _, c := range []struct {
		name string
		got  []Ranked
		want string
	}{
		{"scores, halves", FuseScores(List{words, .5}, List{vectors, .5}), "b:0.750 a:0.500 d:0.250 c:0.000 "},
		{"scores, words weigh more", FuseScores(List{words, .8}, List{vectors, .2}), "a:0.800 b:0.600 d:0.100 c:0.000 "},
		{"one list empty", FuseScores(List{words, .5}, List{nil, .5}), "a:0.500 b:0.250 c:0.000 "},
		{"all equal", FuseScores(List{[]Ranked{{"a", 2}, {"b", 2}}, 1}), "a:1.000 b:1.000 "},
		{"nothing", FuseScores(), ""},
		{"ranks", FuseRanks(1, List{words, 1}, List{vectors, 1}), "b:0.833 a:0.750 d:0.333 c:0.250 "},
		{"ranks, weighted", FuseRanks(1, List{words, 1}, List{vectors, 0.5}), "a:0.625 b:0.583 c:0.250 d:0.167 "},
	} {
		if got := show(c.got); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestFuseProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawList(t, "a"), drawList(t, "b")
		w := rapid.Float64Range(0, 1).Draw(t, "weight")
		for name, got := range map[string][]Ranked{
			"scores": FuseScores(List{a, w}, List{b, 1 - w}),
			"ranks":  FuseRanks(60, List{a, w}, List{b, 1 - w}),
		} {
			ids := map[string]bool{}
			for _, r := range got {
				if ids[r.ID] || r.Score < 0 || r.Score > 1+1e-9 {
					t.Fatalf("%s: %v", name, got)
				}
				ids[r.ID] = true
			}
			for _, r := range slices.Concat(a, b) {
				if !ids[r.ID] {
					t.Fatalf("%s: %s is lost", name, r.ID)
				}
			}
		}
		scale := rapid.Float64Range(0.1, 50).Draw(t, "scale")
		scaled := slices.Clone(a)
		for i := range scaled {
			scaled[i].Score = scaled[i].Score*scale + 3
		}
		one, other := FuseScores(List{a, w}, List{b, 1 - w}), FuseScores(List{scaled, w}, List{b, 1 - w})
		for _, r := range one {
			i := slices.IndexFunc(other, func(o Ranked) bool { return o.ID == r.ID })
			if math.Abs(other[i].Score-r.Score) > 1e-9 {
				t.Fatalf("another scale of one list changes %v to %v", r, other[i])
			}
		}
	})
}

func TestRecency(t *testing.T) {
	for _, c := range []struct{ days, half, bound, want float64 }{
		{0, 30, .1, 1}, {30, 30, .1, .95}, {60, 30, .1, .925}, {1e9, 30, .1, .9}, {-5, 30, .1, 1},
		{30, 0, .1, 1}, {30, 30, 0, 1}, {1e9, 30, 7, 0},
	} {
		if got := Recency(c.days, c.half, c.bound); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("Recency(%v, %v, %v) = %v, want %v", c.days, c.half, c.bound, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		half, bound := rapid.Float64Range(0.1, 1000).Draw(t, "half-life"), rapid.Float64Range(0, 1).Draw(t, "bound")
		young, more := rapid.Float64Range(-100, 1e5).Draw(t, "days"), rapid.Float64Range(0, 1e5).Draw(t, "more")
		a, b := Recency(young, half, bound), Recency(young+more, half, bound)
		if b > a || b < 1-bound-1e-9 || a > 1 {
			t.Fatalf("%v days %v, %v days %v, bound %v", young, a, young+more, b, bound)
		}
	})
}

package memory

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// session is the neighbourhood of turns 0 to n-1, and of nothing else.
func session(n int) func(string) Around {
	return func(id string) (out Around) {
		var i int
		if _, err := fmt.Sscan(id, &i); err != nil || i >= n {
			return out
		}
		for j, step := range [...]int{-1, 1, -2, 2} {
			if k := i + step; k >= 0 && k < n {
				out[j] = fmt.Sprint(k)
			}
		}
		return out
	}
}

func TestShare(t *testing.T) {
	for _, c := range []struct {
		name  string
		hits  []Ranked
		turns int
		want  string
	}{
		{"in the middle", []Ranked{{"2", 1}}, 5, "2:1.000 3:0.550 1:0.367 4:0.314 0:0.275 "},
		{"the first of two", []Ranked{{"0", 1}}, 2, "1:1.100 0:1.000 "},
		{"alone", []Ranked{{"0", 1}, {"x", 0.5}}, 1, "0:1.000 x:0.500 "},
		{"two hold each other up", []Ranked{{"0", 1}, {"3", 0.8}, {"4", 0.8}}, 5, "4:1.429 3:1.064 0:1.000 "},
		{"nothing", nil, 5, ""},
	} {
		got := show(Share(c.hits, session(c.turns)))
		if len(got) < len(c.want) || got[:len(c.want)] != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestShareProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hits, n := drawList(t, "hits"), rapid.IntRange(0, 12).Draw(t, "turns")
		got := map[string]float64{}
		best := 0.0
		for _, r := range Share(hits, session(n)) {
			if _, twice := got[r.ID]; twice {
				t.Fatalf("%s stands twice", r.ID)
			}
			got[r.ID] = r.Score
		}
		for _, h := range hits {
			best = max(best, h.Score)
			if got[h.ID] < h.Score {
				t.Fatalf("%v loses: %v", h, got[h.ID])
			}
		}
		for id, s := range got {
			if s > best*(1+lentGain)+1e-9 {
				t.Fatalf("%s gets %v, the best had %v", id, s, best)
			}
		}
		// Equal scores everywhere stay equal, at the ends of a session too.
		var even []Ranked
		for i := range n {
			even = append(even, Ranked{fmt.Sprint(i), 2})
		}
		for _, r := range Share(even, session(n)) {
			if want := 2 * (1 + lentGain); n > 1 && math.Abs(r.Score-want) > 1e-9 {
				t.Fatalf("%v among equals, want %v", r, want)
			}
		}
	})
}

package memory

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestThin(t *testing.T) {
	hits := []Ranked{{"a", 0.90}, {"b", 0.89}, {"c", 0.88}, {"d", 0.88}, {"e", 0.88}}
	near := func(i, j int) float64 { // all but the first hold together
		if min(i, j) == 0 {
			return 0.5
		}
		return 0.9
	}
	if got, want := show(Thin(hits[:1], nil)), "a:0.900 "; got != want {
		t.Errorf("one hit alone: %s, want %s", got, want)
	}
	// The crowd of a is 0.5, of the others 0.9; the mean of those is 0.82.
	if got, want := show(Thin(hits, near)), "a:1.012 b:0.862 c:0.852 d:0.852 e:0.852 "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		hits := drawList(t, "hits")
		seed := rapid.Uint64().Draw(t, "cosines")
		asked := map[[2]int]bool{}
		before, after, best := 0.0, 0.0, map[string]float64{}
		got := Thin(hits, func(i, j int) float64 {
			pair := [2]int{min(i, j), max(i, j)}
			if i == j || asked[pair] {
				t.Fatalf("%v is asked for again", pair)
			}
			asked[pair] = true
			return float64((seed>>(pair[0]*5+pair[1]))&7)/4 - 0.75
		})
		for i, r := range got {
			if i > 0 && r.Score > got[i-1].Score {
				t.Fatalf("%v is not in order", got)
			}
			after += r.Score
			best[r.ID] = r.Score
		}
		for _, h := range hits {
			before += h.Score
		}
		if len(best) != len(hits) || math.Abs(before-after) > 1e-9*float64(1+len(hits)) {
			t.Fatalf("%v became %v", hits, got)
		}
	})
}

func TestFuseFound(t *testing.T) {
	words := []Ranked{{"a", 10}, {"b", 6}, {"c", 2}}
	vectors := []Ranked{{"b", 0.90}, {"d", 0.86}, {"a", 0.84}}
	for _, c := range []struct {
		name  string
		found Found
		want  string
	}{
		{"both lists whole", Found{words, 20, vectors, 0.80, 0.02, 3}, "b:4.200 a:2.400 d:1.000 c:0.000 "},
		{"the words have no more", Found{words, 20, vectors, 0.80, 0.02, 4}, "b:6.800 a:5.000 d:3.000 c:0.600 "},
		{"few of the words are found", Found{words, 100, vectors, 0.80, 0.02, 3}, "b:3.240 d:1.000 a:0.480 c:0.000 "},
		{"nothing stands out by meaning", Found{words, 20, vectors, 0.80, 0.2, 3}, "a:2.400 b:1.500 d:0.100 c:0.000 "},
		{"words alone", Found{Words: words, Ideal: 20, Depth: 3}, "a:2.400 b:1.200 c:0.000 "},
		{"meaning alone", Found{Vectors: vectors, Mean: 0.8, Spread: 0.02, Depth: 50}, "b:5.000 d:3.000 a:2.000 "},
		{"nothing", Found{Depth: 50}, ""},
	} {
		if got := show(Fuse(c.found)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// drawFound makes what two searches could give.
func drawFound(t *rapid.T) Found {
	f := Found{Words: drawList(t, "words"), Vectors: drawList(t, "vectors"), Depth: rapid.IntRange(1, 12).Draw(t, "depth")}
	f.Words = slices.DeleteFunc(f.Words, func(r Ranked) bool { return r.Score == 0 })
	f.Ideal = rapid.Float64Range(0, 30).Draw(t, "ideal")
	f.Mean, f.Spread = rapid.Float64Range(0, 2).Draw(t, "mean"), rapid.Float64Range(0, 2).Draw(t, "spread")
	return f
}

func TestFuseFoundProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFound(t)
		once := map[string]float64{}
		for _, r := range Fuse(f) {
			if _, twice := once[r.ID]; twice || r.Score < 0 || math.IsNaN(r.Score) || math.IsInf(r.Score, 0) {
				t.Fatalf("%v of %+v", r, f)
			}
			once[r.ID] = r.Score
		}
		// Another unit of either score changes nothing.
		scale, shift := rapid.Float64Range(0.1, 50).Draw(t, "scale"), rapid.Float64Range(-1, 1).Draw(t, "shift")
		other := f
		other.Words, other.Vectors = slices.Clone(f.Words), slices.Clone(f.Vectors)
		other.Ideal *= scale
		for i := range other.Words {
			other.Words[i].Score *= scale
		}
		other.Mean, other.Spread = f.Mean*scale+shift, f.Spread*scale
		for i := range other.Vectors {
			other.Vectors[i].Score = other.Vectors[i].Score*scale + shift
		}
		for _, r := range Fuse(other) {
			if math.Abs(r.Score-once[r.ID]) > 1e-6*(1+r.Score) {
				t.Fatalf("%v in another unit, %v before: %+v", r, once[r.ID], f)
			}
		}
	})
}

func TestGate(t *testing.T) {
	g := UsualGate()
	words, vectors := []Ranked{{"a", 6}, {"b", 5}}, []Ranked{{"b", 0.9}, {"c", 0.8}}
	for _, c := range []struct {
		name  string
		found Found
		want  float64
	}{
		{"nothing", Found{}, 0},
		{"a quarter of the words and a little", Found{Words: words, Ideal: 20}, 0.3 / 0.24},
		{"a tenth of the words", Found{Words: words, Ideal: 60}, 0.1 / 0.24},
		{"far by meaning", Found{Vectors: vectors, Mean: 0.78, Spread: 0.01}, 1},
		{"not far by meaning", Found{Vectors: vectors, Mean: 0.8, Spread: 0.0125}, 0.5},
		{"as far as any query", Found{Vectors: vectors, Mean: 0.8, Spread: 0.025}, 0},
		{"no spread", Found{Vectors: vectors, Mean: 0.8}, 0},
		{"both mean one unit", Found{Words: words, Ideal: 60, Vectors: vectors}, 0.1/0.24 + 1./15},
		{"all together", Found{Words: words, Ideal: 60, Vectors: vectors, Mean: 0.8, Spread: 0.0125}, 0.1/0.24 + 1./15 + 0.5},
	} {
		if got := g.Relevance(c.found); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		f := drawFound(t)
		if n := f.Agreement(); n > min(len(f.Words), len(f.Vectors), 10) {
			t.Fatalf("%d agree: %+v", n, f)
		}
		if r := g.Relevance(f); !(r >= 0) || len(f.Words)+len(f.Vectors) == 0 && r > 0 {
			t.Fatalf("%v for %+v", r, f)
		}
	})
}

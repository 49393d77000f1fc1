package vector

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/memorytest"
)

const owner = person.ScopeOwner

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestSuite(t *testing.T) {
	memorytest.Suite(t, func(*testing.T) memorytest.Index { return New(memorytest.Dim) })
}

func TestDot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 70).Draw(t, "dim")
		part := rapid.Float32Range(-1, 1)
		a, b := rapid.SliceOfN(part, n, n).Draw(t, "a"), rapid.SliceOfN(part, n, n).Draw(t, "b")
		if got, want := float64(dot(a, b)), memorytest.Cosine(a, b); math.Abs(got-want) > 1e-5 {
			t.Fatalf("%v, want %v", got, want)
		}
		c := rapid.SliceOfN(part, n, n).Draw(t, "c")
		x, y := dots(a, c, b)
		if math.Abs(float64(x)-memorytest.Cosine(a, b)) > 1e-5 || math.Abs(float64(y)-memorytest.Cosine(c, b)) > 1e-5 {
			t.Fatalf("two at a time %v, %v", x, y)
		}
	})
}

func TestSigns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 200).Draw(t, "dim")
		part := rapid.Float32Range(-1, 1)
		v, m := rapid.SliceOfN(part, n, n).Draw(t, "v"), rapid.SliceOfN(part, n, n).Draw(t, "mean")
		got := appendSigns(nil, v, m)
		if len(got) != words(n) {
			t.Fatalf("%d words", len(got))
		}
		if last := got[len(got)-1]; n%64 != 0 && last>>(n%64) != 0 {
			t.Fatal("bits beyond the last dimension")
		}
		for i := range v {
			if (got[i/64]>>(i%64)&1 == 1) != (v[i] > m[i]) {
				t.Fatalf("sign %d", i)
			}
		}
	})
}

func load(tb testing.TB, n, dim int) (*Index, [][]float32) {
	vectors := memorytest.Vectors(20, n, dim)
	ix, points := New(dim), memorytest.Points(vectors)
	for part := range slices.Chunk(points, 500) {
		if err := ix.Upsert(tb.Context(), owner, part...); err != nil {
			tb.Fatal(err)
		}
	}
	return ix, vectors
}

// recall is how much of the exact best k of some queries a search finds.
func recall(t *testing.T, ix *Index, queries [][]float32, k int) float64 {
	hit, all := 0, 0
	for _, q := range queries {
		s := ix.look(owner).now.Load()
		exact := top{k: k, of: s}
		for _, r := range s.rows {
			exact.see(r, dot(r.vec, q))
		}
		got := map[string]bool{}
		for _, f := range s.search(q, k) {
			got[f.unit.id] = true
		}
		for _, f := range exact.end() {
			all++
			if got[f.unit.id] {
				hit++
			}
		}
	}
	return float64(hit) / float64(all)
}

// TestDistinct: of two units that are equally near to a query, the one that
// stands in a crowd comes second, whatever chunk of it is near.
func TestDistinct(t *testing.T) {
	unit := func(xs ...float64) (v []float32) {
		sum := 0.0
		for _, x := range xs {
			sum += x * x
		}
		for _, x := range xs {
			v = append(v, float32(x/math.Sqrt(sum)))
		}
		return v
	}
	ix, query := New(3), unit(1, 0, 0)
	point := func(id string, vs ...[]float32) memory.Point {
		p := memory.Point{ID: id}
		for _, v := range vs {
			p.Chunks = append(p.Chunks, memory.Chunk{Vector: v})
		}
		return p
	}
	if err := ix.Upsert(t.Context(), owner,
		point("a crowd", unit(1, .5, 0)), point("a crowd too", unit(1, .52, 0)), point("a crowd still", unit(1, .54, 0)), point("a crowd yet", unit(1, .56, 0)),
		point("alone", unit(-1, 0, 0), unit(1, 0, .51)), point("far", unit(-1, .1, 0))); err != nil {
		t.Fatal(err)
	}
	near, err := ix.Search(t.Context(), person.Only(owner), query, 1)
	if err != nil || near[0].ID != "a crowd" {
		t.Fatal(near, err)
	}
	for k, want := range []int{0, 1, 2, 3, 4, 5, 6, 6} {
		got, err := ix.Distinct(t.Context(), person.Only(owner), query, k)
		if err != nil || len(got) != want || k > 0 && got[0].ID != "alone" {
			t.Errorf("%d: %v %v", k, got, err)
		}
	}
	if _, err := ix.Distinct(t.Context(), person.Only(owner), query[:2], 1); err == nil {
		t.Error("a vector of another length is no error")
	}
}

// TestRecall: above the exact limit the signs must keep .95 of the best 50,
// also after the rows have grown away from the mean they were made with.
func TestRecall(t *testing.T) {
	n := 100_000
	if raceOn {
		n = 20_000 // a tenth of the speed
	}
	ix, _ := load(t, n, 384)
	if ix.look(owner).now.Load().signs == nil {
		t.Fatal("all rows are scored exactly")
	}
	queries := memorytest.Vectors(20, n+20, 384)[n:] // from the same groups
	r := recall(t, ix, queries, 50)
	t.Logf("proof: %d chunks of 384 dimensions: recall of the exact best 50 is %.4f", n, r)
	if r < .95 {
		t.Errorf("recall %.4f", r)
	}
}

// TestLimits walks over the border between exact and signed, there and back.
func TestLimits(t *testing.T) {
	ix, vectors := load(t, exactUpTo, 8)
	b := ix.look(owner)
	if b.now.Load().signs != nil {
		t.Error("signs at the limit")
	}
	more := memorytest.Points(memorytest.Vectors(21, 1, 8))
	more[0].ID = "more"
	if err := ix.Upsert(t.Context(), owner, more...); err != nil || b.now.Load().signs == nil {
		t.Errorf("no signs over the limit, %v", err)
	}
	ids := make([]string, 0, len(vectors))
	for i := range vectors[:exactUpTo/2] {
		ids = append(ids, fmt.Sprint("u", i))
	}
	if err := ix.Delete(t.Context(), owner, ids...); err != nil || b.now.Load().signs != nil {
		t.Errorf("signs under the limit, %v", err)
	}
	if n := len(b.now.Load().rows); n != exactUpTo/2+1 {
		t.Errorf("%d rows after packing", n)
	}
	hits, err := ix.Search(t.Context(), person.Only(owner), more[0].Chunks[0].Vector, 1)
	if err != nil || hits[0].ID != "more" {
		t.Errorf("%v, %v", hits, err)
	}
}

// TestReplaceIsNeverMissed: while two units are replaced together again and
// again every search finds both once, with vectors of the same Upsert.
func TestReplaceIsNeverMissed(t *testing.T) {
	v := memorytest.Vectors(22, 2, 16)
	ix := New(16)
	put := func(i int) {
		chunks := []memory.Chunk{{Vector: v[i%2]}, {Vector: v[i%2]}}
		if err := ix.Upsert(t.Context(), owner, memory.Point{ID: "a", Chunks: chunks}, memory.Point{ID: "b", Chunks: chunks}); err != nil {
			t.Error(err)
		}
	}
	put(0)
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range 5000 {
			put(i)
		}
	})
	for range 5000 {
		hits, err := ix.Search(t.Context(), person.Only(owner), v[0], 3)
		if len(hits) != 2 || hits[0].ID != "a" || hits[1].ID != "b" || hits[0].Score != hits[1].Score || err != nil {
			t.Errorf("%v, %v", hits, err)
			break
		}
	}
	wg.Wait()
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		ix, vectors := load(b, n, 384)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for i := range b.N {
				if _, err := ix.Search(b.Context(), person.Only(owner), vectors[i*7%n], 50); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkDistinct(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		ix, vectors := load(b, n, 384)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for i := range b.N {
				if _, err := ix.Distinct(b.Context(), person.Only(owner), vectors[i*7%n], memory.Depth); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkExact is the full scan that Search spares above the limit.
func BenchmarkExact(b *testing.B) {
	ix, vectors := load(b, 100_000, 384)
	s := ix.look(owner).now.Load()
	for i := 0; b.Loop(); i++ {
		t := top{k: 50, of: s}
		for _, r := range s.rows {
			t.see(r, dot(r.vec, vectors[i]))
		}
		t.end()
	}
}

func BenchmarkUpsert(b *testing.B) {
	points := memorytest.Points(memorytest.Vectors(23, 100_000, 384))
	for b.Loop() {
		ix := New(384)
		for part := range slices.Chunk(points, 500) {
			if err := ix.Upsert(b.Context(), owner, part...); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.N)*100_000/b.Elapsed().Seconds(), "units/s")
}

func BenchmarkDot(b *testing.B) {
	v := memorytest.Vectors(24, 2, 384)
	for b.Loop() {
		dot(v[0], v[1])
	}
}

// TestBackground: the sample knows mean and spread nearly as well as all rows
// do, is the same whatever the order of arrival, and never counts what is gone.
func TestBackground(t *testing.T) {
	const n = 6000
	ix, vectors := load(t, n, 64)
	back := New(64)
	points := memorytest.Points(vectors)
	slices.Reverse(points)
	if err := back.Upsert(t.Context(), owner, points...); err != nil {
		t.Fatal(err)
	}
	check := func(what string, ix *Index, from int) {
		t.Helper()
		for _, q := range memorytest.Vectors(20, n+5, 64)[n:] {
			var sum, squares float64
			for _, v := range vectors[from:] {
				c := memorytest.Cosine(v, q)
				sum, squares = sum+c, squares+c*c
			}
			mean := sum / float64(n-from)
			spread := math.Sqrt(squares/float64(n-from) - mean*mean)
			m, s, err := ix.Background(t.Context(), person.Only(owner), q)
			if err != nil || math.Abs(m-mean) > spread/4 || math.Abs(s/spread-1) > .25 {
				t.Errorf("%s: %.4f ± %.4f, %v; all rows: %.4f ± %.4f", what, m, s, err, mean, spread)
			}
			if bm, bs, _ := back.Background(t.Context(), person.Only(owner), q); from == 0 && (math.Abs(bm-m) > 1e-9 || math.Abs(bs-s) > 1e-9) {
				t.Errorf("%s: %.6f ± %.6f in one order, %.6f ± %.6f in another", what, m, s, bm, bs)
			}
		}
	}
	check("whole", ix, 0)
	for i := range n - 300 {
		if err := ix.Delete(t.Context(), owner, fmt.Sprint("u", i)); err != nil {
			t.Fatal(err)
		}
	}
	check("the last 300", ix, n-300)
	if got := len(ix.look(owner).now.Load().sample); got < 300 || got > mostSampled {
		t.Errorf("%d of 300 rows are in the sample", got)
	}
	if m, s, err := ix.Background(t.Context(), person.Only("person:x"), vectors[0]); m != 0 || s != 0 || err != nil {
		t.Errorf("nothing: %v, %v, %v", m, s, err)
	}
	if _, _, err := ix.Background(t.Context(), person.Only(owner), vectors[0][:9]); err == nil {
		t.Error("a vector of another dimension is taken")
	}
}

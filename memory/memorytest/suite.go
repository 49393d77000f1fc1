package memorytest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

// Dim is the dimension of the indexes the suite asks for.
const Dim = 16

// What the suite's indexes hold belongs to these.
const (
	Anna person.Scope = "person:anna"
	Ben  person.Scope = "person:ベン" // a name that no server takes as it is
)

// slack is how far a score may be from the true cosine: indexes count in
// float32, and a server may store less.
const slack = 1e-4

// Suite runs every case on an empty index of its own from open, whose vectors
// have Dim dimensions.
func Suite(t *testing.T, open func(t *testing.T) Index) {
	for _, c := range []struct {
		name string
		run  func(t *testing.T, ix Index)
	}{
		{"empty", empty}, {"nearest first", nearestFirst}, {"scopes are walls", walls},
		{"chunks", chunks}, {"replace", replace}, {"delete", remove}, {"drop", drop},
		{"refused", refused}, {"cancelled", cancelled}, {"many at once", many},
		{"several at a time", together}, {"any order of calls", anyOrder},
	} {
		t.Run(c.name, func(t *testing.T) { c.run(t, open(t)) })
	}
}

func empty(t *testing.T, ix Index) {
	ctx, v := t.Context(), Vectors(1, 1, Dim)[0]
	for _, view := range []person.View{{}, person.Only(Anna)} {
		hits, err := ix.Search(ctx, view, v, 5)
		has, err2 := ix.Has(ctx, view, "u0")
		n, err3 := ix.Count(ctx, view)
		if len(hits) != 0 || len(has) != 0 || n != 0 || errors.Join(err, err2, err3) != nil {
			t.Errorf("an empty index has %v %v %d, %v", hits, has, n, errors.Join(err, err2, err3))
		}
	}
	try(t, ix.Delete(ctx, Anna, "u0"))
	try(t, ix.Delete(ctx, Anna))
	try(t, ix.Upsert(ctx, Anna))
	try(t, ix.Drop(ctx, Anna))
}

func nearestFirst(t *testing.T, ix Index) {
	points := Points(Vectors(2, 60, Dim))
	try(t, ix.Upsert(t.Context(), Anna, points...))
	f := NewFake(Dim)
	try(t, f.Upsert(t.Context(), Anna, points...))
	for _, q := range Vectors(3, 5, Dim) {
		for _, k := range []int{-1, 0, 1, 7, 60, 100, math.MaxInt32} {
			same(t, ix, f, person.Only(Anna), q, k)
		}
	}
}

func walls(t *testing.T, ix Index) {
	ctx, v := t.Context(), Vectors(4, 3, Dim)
	try(t, ix.Upsert(ctx, Anna, Points(v[:1])...))
	try(t, ix.Upsert(ctx, Ben, Points(v[1:3])...))
	try(t, ix.Upsert(ctx, person.ScopeShared, memory.Point{ID: "s", Chunks: []memory.Chunk{{Text: "s", Vector: v[2]}}}))
	both := person.ViewOf(person.Person{ID: "ベン", Role: person.Admitted})
	for _, c := range []struct {
		view person.View
		want []memory.Near
	}{
		{person.Only(Anna), []memory.Near{{Scope: Anna, ID: "u0"}}},
		{both, []memory.Near{{Scope: person.ScopeShared, ID: "s"}, {Scope: Ben, ID: "u1"}, {Scope: Ben, ID: "u0"}}},
		{person.View{}, nil},
	} {
		hits, err := ix.Search(ctx, c.view, v[2], 10)
		try(t, err)
		for i := range hits {
			hits[i].Score = 0
		}
		if !slices.Equal(hits, c.want) {
			t.Errorf("%v sees %v, want %v", c.view, hits, c.want)
		}
	}
	has, err := ix.Has(ctx, person.Only(Ben), "s", "u1", "u0", "x")
	if !slices.Equal(has, []string{"u1", "u0"}) || err != nil {
		t.Errorf("Ben has %v, %v; want u1, u0 in the order asked", has, err)
	}
	try(t, ix.Delete(ctx, Anna, "u1", "s"))
	if n, err := ix.Count(ctx, person.Only(Ben)); n != 2 || err != nil {
		t.Errorf("after deleting in another scope %d, %v", n, err)
	}
}

// chunked is a unit of the given chunks.
func chunked(id string, vectors ...[]float32) memory.Point {
	p := memory.Point{ID: id, Record: `{"id":"` + id + `"}`}
	for i, v := range vectors {
		p.Chunks = append(p.Chunks, memory.Chunk{Text: fmt.Sprintf("%s の %d", id, i), Vector: v})
	}
	return p
}

func chunks(t *testing.T, ix Index) {
	v := Vectors(5, 60, Dim)
	f := NewFake(Dim)
	// Every chunk of a is nearer than b: k units are wanted, not k chunks.
	for _, w := range []Writer{ix, f} {
		try(t, w.Upsert(t.Context(), Anna, chunked("a", v[:memory.MaxChunks]...), chunked("b", v[40:42]...), chunked("c", v[50])))
	}
	for _, q := range [][]float32{v[0], v[31], v[41], v[50]} {
		for k := 1; k <= 4; k++ {
			same(t, ix, f, person.Only(Anna), q, k)
		}
	}
	if n, err := ix.Count(t.Context(), person.Only(Anna)); n != memory.MaxChunks+3 || err != nil {
		t.Errorf("count %d chunks, %v", n, err)
	}
}

func replace(t *testing.T, ix Index) {
	ctx, v := t.Context(), Vectors(6, 8, Dim)
	try(t, ix.Upsert(ctx, Anna, chunked("a", v[0], v[1], v[2]), chunked("b", v[3])))
	f := NewFake(Dim)
	for _, w := range []Writer{ix, f} {
		try(t, w.Upsert(ctx, Anna, chunked("a", v[4]), chunked("b", v[5], v[6])))
	}
	for _, q := range v {
		same(t, ix, f, person.Only(Anna), q, 5) // the old chunks are gone
	}
	if n, err := ix.Count(ctx, person.Only(Anna)); n != 3 || err != nil {
		t.Errorf("count %d chunks, %v", n, err)
	}
}

func remove(t *testing.T, ix Index) {
	ctx, v := t.Context(), Vectors(7, 6, Dim)
	try(t, ix.Upsert(ctx, Anna, chunked("a", v[0], v[1], v[2]), chunked("b", v[3]), chunked("c", v[4])))
	try(t, ix.Delete(ctx, Anna, "a", "x", "c", "a"))
	hits, err := ix.Search(ctx, person.Only(Anna), v[1], 5)
	if len(hits) != 1 || hits[0].ID != "b" || err != nil {
		t.Errorf("after delete: %v, %v", hits, err)
	}
	if has, err := ix.Has(ctx, person.Only(Anna), "a", "b", "c"); !slices.Equal(has, []string{"b"}) || err != nil {
		t.Errorf("after delete it has %v, %v", has, err)
	}
	try(t, ix.Upsert(ctx, Anna, chunked("a", v[5])))
	if n, err := ix.Count(ctx, person.Only(Anna)); n != 2 || err != nil {
		t.Errorf("put again: %d, %v", n, err)
	}
}

func drop(t *testing.T, ix Index) {
	ctx, points := t.Context(), Points(Vectors(8, 4, Dim))
	try(t, ix.Upsert(ctx, Anna, points...))
	try(t, ix.Upsert(ctx, Ben, points...))
	try(t, ix.Drop(ctx, Anna))
	a, err := ix.Count(ctx, person.Only(Anna))
	b, err2 := ix.Count(ctx, person.Only(Ben))
	if a != 0 || b != 4 || err != nil || err2 != nil {
		t.Errorf("after drop %d and %d, %v", a, b, errors.Join(err, err2))
	}
	try(t, ix.Upsert(ctx, Anna, points[:1]...))
	if a, err := ix.Count(ctx, person.Only(Anna)); a != 1 || err != nil {
		t.Errorf("put again after drop: %d, %v", a, err)
	}
}

func refused(t *testing.T, ix Index) {
	ctx, v := t.Context(), Vectors(9, memory.MaxChunks+1, Dim)
	nan := slices.Clone(v[0])
	nan[3] = float32(math.NaN())
	for name, p := range map[string]memory.Point{
		"no id": chunked("", v[0]), "no chunk": chunked("a"), "too many chunks": chunked("a", v...),
		"NaN": chunked("a", nan), "zero": chunked("a", make([]float32, Dim)), "long": chunked("a", slices.Repeat([]float32{1}, Dim)),
	} {
		if err := ix.Upsert(ctx, Anna, chunked("good", v[0]), p); !errors.Is(err, memory.ErrPoint) {
			t.Errorf("%s: %v", name, err)
		}
	}
	other := Vectors(9, 1, Dim+1)[0]
	var wrong *memory.DimensionError
	if err := ix.Upsert(ctx, Anna, chunked("a", other)); !errors.As(err, &wrong) || wrong.Want != Dim || wrong.Got != Dim+1 {
		t.Errorf("another dimension: %v", err)
	}
	if _, err := ix.Search(ctx, person.Only(Anna), other, 1); !errors.As(err, &wrong) {
		t.Errorf("search in another dimension: %v", err)
	}
	if _, err := ix.Search(ctx, person.Only(Anna), nan, 1); !errors.Is(err, memory.ErrPoint) {
		t.Errorf("search for NaN: %v", err)
	}
	if n, err := ix.Count(ctx, person.Only(Anna)); n != 0 || err != nil {
		t.Errorf("%d units of refused calls are there, %v", n, err)
	}
}

// cancelled: an index may work on with a context that is over, or say so, but
// not half.
func cancelled(t *testing.T, ix Index) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := ix.Upsert(ctx, Anna, Points(Vectors(10, 3, Dim))...)
	n, err2 := ix.Count(t.Context(), person.Only(Anna))
	if err2 != nil || n != 0 && n != 3 || err == nil && n != 3 || err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("%d units, %v, %v", n, err, err2)
	}
}

func many(t *testing.T, ix Index) {
	const n = 2100 // more than one request of any adapter
	points := Points(Vectors(11, n, Dim))
	try(t, ix.Upsert(t.Context(), Anna, points...))
	ids := make([]string, n)
	for i, p := range points {
		ids[i] = p.ID
	}
	has, err := ix.Has(t.Context(), person.Only(Anna), ids...)
	if !slices.Equal(has, ids) || err != nil {
		t.Errorf("has %d of %d in order, %v", len(has), n, err)
	}
	try(t, ix.Delete(t.Context(), Anna, ids[1:]...))
	if got, err := ix.Count(t.Context(), person.Only(Anna)); got != 1 || err != nil {
		t.Errorf("%d left, %v", got, err)
	}
}

// together: writers of two scopes and readers at once; in the end all is there.
func together(t *testing.T, ix Index) {
	v := Vectors(12, 16, Dim)
	var wg sync.WaitGroup
	for _, scope := range []person.Scope{Anna, Ben} {
		for w := range 2 {
			wg.Go(func() {
				for i := w; i < len(v); i += 2 {
					if err := ix.Upsert(t.Context(), scope, chunked(fmt.Sprint("u", i), v[i])); err != nil {
						t.Error(err)
					}
					if i%4 == 0 {
						if err := ix.Delete(t.Context(), scope, fmt.Sprint("u", i)); err != nil {
							t.Error(err)
						}
					}
					if _, err := ix.Search(t.Context(), person.Only(scope), v[i], 3); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	wg.Wait()
	for _, scope := range []person.Scope{Anna, Ben} {
		if n, err := ix.Count(t.Context(), person.Only(scope)); n != 12 || err != nil {
			t.Errorf("%s: %d units, %v", scope, n, err)
		}
	}
}

// enough is how long anyOrder goes on: a fake is done with all runs by then,
// a real server under load with some.
const enough = 4 * time.Second

// anyOrder does random calls on the index and on the fake and compares them.
func anyOrder(t *testing.T, ix Index) {
	const scope = Anna
	v := Vectors(13, 64, Dim)
	begin, runs := time.Now(), 0
	rapid.Check(t, func(rt *rapid.T) {
		if runs > 0 && time.Since(begin) > enough {
			return
		}
		runs++
		f := NewFake(Dim)
		try(rt, ix.Delete(t.Context(), scope, "a", "b", "c", "d")) // each run starts with nothing
		for range rapid.IntRange(1, 8).Draw(rt, "calls") {
			id := rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(rt, "id")
			vectors := rapid.SliceOfN(rapid.SampledFrom(v), 1, 4).Draw(rt, "chunks")
			call := rapid.IntRange(0, 19).Draw(rt, "call")
			for _, w := range []Writer{ix, f} {
				switch {
				case call < 12:
					try(rt, w.Upsert(t.Context(), scope, chunked(id, vectors...)))
				case call < 19:
					try(rt, w.Delete(t.Context(), scope, id))
				default:
					try(rt, w.Drop(t.Context(), scope))
				}
			}
		}
		same(rt, ix, f, person.Only(scope), rapid.SampledFrom(v).Draw(rt, "query"), rapid.IntRange(1, 5).Draw(rt, "k"))
	})
	t.Logf("proof: %d runs of random calls agree with the fake", runs)
}

// fataler is what a test and a property have in common.
type fataler interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func try(t fataler, err error) {
	if h, ok := t.(interface{ Helper() }); ok {
		h.Helper()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// same compares a search with that of the fake. Units whose cosines differ by
// less than the slack may change places.
func same(t fataler, ix, fake Reader, view person.View, q []float32, k int) {
	got, err := ix.Search(context.Background(), view, q, k)
	try(t, err)
	want, err := fake.Search(context.Background(), view, q, k)
	try(t, err)
	all, err := fake.Search(context.Background(), view, q, math.MaxInt32)
	try(t, err)
	if len(got) != len(want) {
		t.Fatalf("k %d: %d hits, want %d", k, len(got), len(want))
	}
	seen := map[string]bool{}
	for i, g := range got {
		truth := slices.IndexFunc(all, func(n memory.Near) bool { return n.ID == g.ID && n.Scope == g.Scope })
		if truth < 0 || seen[g.ID] || math.Abs(all[truth].Score-g.Score) > slack || math.Abs(want[i].Score-g.Score) > slack {
			t.Fatalf("k %d, hit %d is %v\nall  %v\nwant %v", k, i, g, got, want)
		}
		seen[g.ID] = true
	}
}

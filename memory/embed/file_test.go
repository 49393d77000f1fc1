package embed

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/memorytest"
)

func model(dim int) Model { return Model{"org/モデル", PrefixText, dim} }

func openFile(t testing.TB, dir string, dim int) *File {
	t.Helper()
	f, err := Open(dir, model(dim))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() }) // a test may have closed it
	return f
}

func hashes(from, n int) (out []Hash) {
	for i := range n {
		out = append(out, HashOf(Passage, fmt.Sprint(from+i)))
	}
	return out
}

func TestFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	f := openFile(t, dir, 8)
	v := memorytest.Vectors(1, 3000, 8)
	if err := errors.Join(f.Put(hashes(0, 3000), v), f.Put(hashes(0, 1), v[5:6]), f.Close()); err != nil {
		t.Fatal(err)
	}
	f = openFile(t, dir, 8)
	for i, h := range hashes(0, 3000) {
		if got, ok := f.Get(h); !ok || !slices.Equal(got, v[i]) {
			t.Fatalf("vector %d: %v", i, ok)
		}
	}
	if _, ok := f.Get(HashOf(Query, "1")); ok || f.Len() != 3000 {
		t.Errorf("%d vectors, one of them strange", f.Len())
	}
	for path, want := range map[string]os.FileMode{dir: 0o700, f.path: 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	var wrong *memory.DimensionError
	if err := f.Put(hashes(9000, 1), memorytest.Vectors(1, 1, 9)); !errors.As(err, &wrong) {
		t.Errorf("another dimension: %v", err)
	}
}

func TestFileOfOther(t *testing.T) {
	dir := t.TempDir()
	f := openFile(t, dir, 8)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	prefix := model(8)
	prefix.Prefix = PrefixNone
	for _, other := range []Model{model(9), prefix} {
		g, err := Open(dir, other)
		if err != nil {
			t.Fatal(err)
		}
		if g.path == f.path {
			t.Errorf("%v has the file of %v", other, model(8))
		}
		g.Close()
		if err := os.Rename(f.path, g.path); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir, other); !errors.Is(err, ErrFile) {
			t.Errorf("the file of another: %v", err)
		}
		if err := os.Rename(g.path, f.path); err != nil {
			t.Fatal(err)
		}
	}
	for _, dim := range []int{0, -1, maxDim + 1} {
		if _, err := Open(dir, model(dim)); err == nil {
			t.Errorf("dimension %d is taken", dim)
		}
	}
}

// TestTorn cuts the file everywhere and damages each byte: what is whole and
// unharmed is read, and the file can be written on.
func TestTorn(t *testing.T) {
	dir := t.TempDir()
	f := openFile(t, dir, 3)
	v := memorytest.Vectors(2, 4, 3)
	if err := errors.Join(f.Put(hashes(0, 3), v[:3]), f.Close()); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(f.path)
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, raw []byte, want int) {
		t.Helper()
		if err := os.WriteFile(f.path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		for round := range 2 {
			g, err := Open(dir, model(3))
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			if g.Len() != want+round {
				t.Errorf("%s, round %d: %d vectors, want %d", what, round, g.Len(), want+round)
			}
			for i, h := range hashes(0, 4) {
				if got, ok := g.Get(h); ok && !slices.Equal(got, v[i]) {
					t.Errorf("%s: vector %d is wrong", what, i)
				}
			}
			if err := errors.Join(g.Put(hashes(3, 1), v[3:]), g.Close()); err != nil {
				t.Fatal(err)
			}
		}
	}
	head := len(f.header)
	for n := range len(whole) {
		check(fmt.Sprint("cut at ", n), whole[:n], max(0, (n-head)/f.entrySize()))
	}
	for n := head; n < len(whole); n++ {
		raw := bytes.Clone(whole)
		raw[n] ^= 0x10
		check(fmt.Sprint("damaged at ", n), raw, 2)
	}
	for n := range head {
		raw := bytes.Clone(whole)
		raw[n] ^= 0x10
		if err := os.WriteFile(f.path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir, model(3)); !errors.Is(err, ErrFile) {
			t.Errorf("head damaged at %d: %v", n, err)
		}
		if got, _ := os.ReadFile(f.path); !bytes.Equal(got, raw) {
			t.Fatal("a file of somebody else was changed")
		}
	}
}

func TestKeep(t *testing.T) {
	dir := t.TempDir()
	f := openFile(t, dir, 8)
	v := memorytest.Vectors(3, 100, 8)
	gone := map[Hash]bool{}
	for _, h := range hashes(0, 50) {
		gone[h] = true
	}
	if err := errors.Join(f.Put(hashes(0, 99), v[:99]), f.Keep(func(h Hash) bool { return !gone[h] }), f.Put(hashes(99, 1), v[99:])); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(f.path)
	if err != nil {
		t.Fatal(err)
	}
	for h := range gone {
		if _, ok := f.Get(h); ok || bytes.Contains(raw, h[:]) {
			t.Fatal("a forgotten vector is there")
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f = openFile(t, dir, 8)
	for i, h := range hashes(50, 50) {
		if got, ok := f.Get(h); !ok || !slices.Equal(got, v[50+i]) {
			t.Fatalf("vector %d: %v", 50+i, ok)
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".vec-*")); len(left) != 0 || err != nil {
		t.Errorf("left over: %v, %v", left, err)
	}
}

func TestFileTogether(t *testing.T) {
	f := openFile(t, t.TempDir(), 8)
	v := memorytest.Vectors(4, 200, 8)
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := w; i < 200; i += 2 { // each by two
				if err := f.Put(hashes(i, 1), v[i:i+1]); err != nil {
					t.Error(err)
				}
				if got, ok := f.Get(hashes(i, 1)[0]); !ok || !slices.Equal(got, v[i]) {
					t.Errorf("vector %d: %v", i, ok)
				}
				if i%50 == 0 {
					if err := f.Keep(func(Hash) bool { return true }); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	if f.Len() != 200 {
		t.Errorf("%d vectors", f.Len())
	}
}

// TestFileModel does random calls on a file and on a map.
func TestFileModel(t *testing.T) {
	root := t.TempDir()
	v := memorytest.Vectors(5, 20, 4)
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(root, "")
		if err != nil {
			rt.Fatal(err)
		}
		f, err := Open(dir, model(4))
		if err != nil {
			rt.Fatal(err)
		}
		want := map[Hash][]float32{}
		for range rapid.IntRange(1, 12).Draw(rt, "calls") {
			i := rapid.IntRange(0, 19).Draw(rt, "i")
			h := hashes(i, 1)[0]
			switch rapid.IntRange(0, 3).Draw(rt, "call") {
			case 0:
				err = f.Keep(func(x Hash) bool { return x != h })
				delete(want, h)
			case 1:
				if err = f.Close(); err == nil {
					f, err = Open(dir, model(4))
				}
			default:
				err = f.Put([]Hash{h}, v[i:i+1])
				want[h] = v[i]
			}
			if err != nil || f.Len() != len(want) {
				rt.Fatalf("%d vectors, want %d, %v", f.Len(), len(want), err)
			}
		}
		for h, w := range want {
			if got, _ := f.Get(h); !slices.Equal(got, w) {
				rt.Fatal("wrong vector")
			}
		}
		f.Close()
	})
}

// FuzzFile reads any bytes after a good head: no panic, no vector without its
// checksum, and what is put afterwards is read again.
func FuzzFile(f *testing.F) {
	m := model(2)
	good := appendEntry(nil, HashOf(Passage, "a"), []float32{1, 0})
	f.Add(good, true)
	f.Add(good[:20], true)
	f.Add(append(bytes.Repeat([]byte{7}, len(good)), good...), true)
	f.Add([]byte(magic), false)
	f.Fuzz(func(t *testing.T, tail []byte, headed bool) {
		dir := t.TempDir()
		raw := tail
		if headed {
			raw = append(header(m), tail...)
		}
		if err := os.WriteFile(filepath.Join(dir, fileName(m)), raw, 0o600); err != nil {
			t.Fatal(err)
		}
		v, err := Open(dir, m)
		if err != nil {
			if headed || !errors.Is(err, ErrFile) {
				t.Fatal(err)
			}
			return
		}
		size, sound := v.entrySize(), map[Hash]bool{}
		for ; headed && len(tail) >= size; tail = tail[size:] {
			h := Hash(tail[:len(Hash{})])
			if bytes.Equal(appendRaw(tail[:size-4]), tail[:size]) {
				sound[h] = true
			}
		}
		if v.Len() != len(sound) {
			t.Fatalf("%d vectors, want %d", v.Len(), len(sound))
		}
		fresh := HashOf(Query, "fresh")
		if err := errors.Join(v.Put([]Hash{fresh}, [][]float32{{0, 1}}), v.Close()); err != nil {
			t.Fatal(err)
		}
		if v, err = Open(dir, m); err != nil || v.Len() != len(sound)+1 {
			t.Fatalf("again: %d vectors, %v", v.Len(), err)
		}
		v.Close()
	})
}

// appendRaw is an entry of hash and vector as they stand in a file.
func appendRaw(body []byte) []byte {
	sum := checksum(body)
	return append(bytes.Clone(body), byte(sum), byte(sum>>8), byte(sum>>16), byte(sum>>24))
}

func BenchmarkLoad(b *testing.B) {
	const n = 100_000
	dir := b.TempDir()
	f := openFile(b, dir, 384)
	if err := errors.Join(f.Put(hashes(0, n), memorytest.Vectors(6, n, 384)), f.Close()); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		f, err := Open(dir, model(384))
		if err != nil || f.Len() != n {
			b.Fatal(err)
		}
		f.Close()
	}
}

func BenchmarkPut(b *testing.B) {
	f := openFile(b, b.TempDir(), 384)
	v := memorytest.Vectors(7, 16, 384)
	for i := 0; b.Loop(); i++ {
		if err := f.Put(hashes(i*16, 16), v); err != nil {
			b.Fatal(err)
		}
	}
}

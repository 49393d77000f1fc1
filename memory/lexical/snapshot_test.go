package lexical

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/kokoron/kokoron/internal/person"
)

func sample() *Index {
	ix := New()
	ix.Put("owner", Unit{"1", "Anna", "mikan the cat"}, Unit{"2", "", "docker docker 東京駅"}, Unit{"3", "", "mikan"})
	ix.Put("shared", Unit{"1", "", "tea"})
	ix.Delete("owner", "3")
	return ix
}

func TestSnapshot(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lexical")
	if _, err := Load(path); !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for range 2 { // the second in place of the first
		if err := sample().Save(path); err != nil {
			t.Fatal(err)
		}
		ix, err := Load(path)
		if err != nil {
			t.Fatal(err)
		}
		if h := ix.Search(person.Only("owner"), "Mikan", 5).Hits; len(h) != 1 || h[0].ID != "1" {
			t.Errorf("%v", h)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	if names, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(names) > 0 {
		t.Errorf("left behind: %v", names)
	}
	if err := sample().Save(filepath.Join(path, "under a file")); err == nil {
		t.Error("a snapshot was saved where there is no folder")
	}
}

func TestBrokenSnapshot(t *testing.T) {
	whole := sample().encode()
	for cut := range whole {
		if _, err := decode(whole[:cut]); !errors.Is(err, ErrSnapshot) {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		flipped := append([]byte(nil), whole...)
		flipped[cut] ^= 1
		if _, err := decode(flipped); !errors.Is(err, ErrSnapshot) {
			t.Fatalf("byte %d: %v", cut, err)
		}
	}
}

// FuzzPartition reads what the sum would have kept out: whatever it accepts can
// be searched.
func FuzzPartition(f *testing.F) {
	ix := sample()
	for _, p := range ix.parts {
		p.sweep()
		f.Add(p.encode(nil))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := reader{data: data}
		p := r.partition()
		if r.bad {
			return
		}
		ix := New()
		ix.parts["owner"] = p
		ix.Search(person.Only("owner"), "mikan cat docker 東京駅", 3)
		ix.encode()
	})
}

// TestSaveBeside: what is put and deleted while a snapshot is written does not
// harm it.
func TestSaveBeside(t *testing.T) {
	ix, path := New(), filepath.Join(t.TempDir(), "x")
	units := life(400)
	ix.Put("owner", units[:200]...)
	var wg sync.WaitGroup
	wg.Go(func() {
		for _, u := range units[200:] {
			ix.Put("owner", u)
			ix.Delete("owner", units[0].ID)
			ix.Put("owner", units[0])
		}
	})
	for range 20 {
		if err := ix.Save(path); err != nil {
			t.Fatal(err)
		}
		if got, err := Load(path); err != nil || got.Len(person.Only("owner")) < 199 {
			t.Fatalf("%v", err)
		}
	}
	wg.Wait()
}

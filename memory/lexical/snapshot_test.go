package lexical

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
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
	if _, _, err := Load(path); !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, mark := range []string{"first", "second"} {
		if err := sample().Save(path, mark); err != nil {
			t.Fatal(err)
		}
		ix, got, err := Load(path)
		if err != nil || got != mark {
			t.Fatal(got, err)
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
	if err := sample().Save(filepath.Join(path, "under a file"), ""); err == nil {
		t.Error("a snapshot was saved where there is no folder")
	}
}

func TestBrokenSnapshot(t *testing.T) {
	whole := sample().encode("mark")
	for cut := range whole {
		if _, _, err := decode(whole[:cut]); !errors.Is(err, ErrSnapshot) {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		flipped := append([]byte(nil), whole...)
		flipped[cut] ^= 1
		if _, _, err := decode(flipped); !errors.Is(err, ErrSnapshot) {
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
		ix.encode("")
	})
}

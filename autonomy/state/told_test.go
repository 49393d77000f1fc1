package state

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
)

func TestToldIsKeptByItsNames(t *testing.T) {
	db, err := kv.Open(filepath.Join(t.TempDir(), "db"), kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s, at := NewTold(), time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	err = db.Update(func(tx *kv.Tx) error {
		for _, names := range [][]string{{"a", "x"}, {"a", "y"}, {"ab", "x"}, {"b"}} {
			if err := s.Put(tx, at, "away", names...); err != nil {
				return err
			}
		}
		return s.Put(tx, at, "awayish", "a")
	})
	if err != nil {
		t.Fatal(err)
	}
	all := func(kind string, names ...string) (found []string) {
		t.Helper()
		err := db.View(func(tx *kv.Tx) error {
			m, err := s.All(tx, kind, names...)
			for _, got := range m {
				if !got.Equal(at) {
					t.Errorf("told at %v", got)
				}
			}
			found = slices.Sorted(maps.Keys(m))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if got := all("away", "a"); !slices.Equal(got, []string{"x", "y"}) {
		t.Errorf("of a: %q", got)
	}
	if got := all("away"); len(got) != 4 {
		t.Errorf("of all: %q", got)
	}
	if err := db.Update(func(tx *kv.Tx) error { return s.Forget(tx, "away", "a") }); err != nil {
		t.Fatal(err)
	}
	if got := all("away"); !slices.Equal(got, []string{kv.Key("ab", "x"), "b"}) {
		t.Errorf("after a was forgotten: %q", got)
	}
	if err := db.Update(func(tx *kv.Tx) error { return s.Forget(tx, "away", "b") }); err != nil {
		t.Fatal(err)
	}
	if got := append(all("away"), all("awayish")...); !slices.Equal(got, []string{kv.Key("ab", "x"), "a"}) {
		t.Errorf("after b was forgotten: %q", got)
	}
}

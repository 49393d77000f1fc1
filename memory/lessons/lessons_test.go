package lessons

import (
	"path/filepath"
	"testing"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/learn"
)

// within runs in one transaction of a fresh database.
func within(t *testing.T, do func(tx *kv.Tx) error) {
	t.Helper()
	db, err := kv.Open(filepath.Join(t.TempDir(), "kokoron.db"), kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Update(do); err != nil {
		t.Fatal(err)
	}
}

func ids(list []learn.Entry) (out string) {
	for _, e := range list {
		out += string(e.ID)
	}
	return out
}

// TestScopesAndStates: a scope has its own, and only what is active acts.
func TestScopesAndStates(t *testing.T) {
	within(t, func(tx *kv.Tx) error {
		var s Store
		err := s.Put(tx, learn.Entry{ID: "2", Scope: "owner", Status: learn.Active}, learn.Entry{ID: "1", Scope: "owner", Status: learn.Noted},
			learn.Entry{ID: "3", Scope: "person:aoi", Status: learn.Active})
		if err != nil {
			return err
		}
		all, _ := s.List(tx, "owner")
		acting, _ := s.Active(tx, "owner")
		if ids(all) != "12" || ids(acting) != "2" {
			t.Errorf("%q, active %q", ids(all), ids(acting))
		}
		if err := s.Put(tx, learn.Entry{ID: "2", Scope: "owner", Status: learn.Revoked}, learn.Entry{ID: "1", Scope: "owner", Status: learn.Active}); err != nil {
			return err
		}
		if acting, _ = s.Active(tx, "owner"); ids(acting) != "1" {
			t.Errorf("active %q", ids(acting))
		}
		if s.Put(tx, learn.Entry{ID: "9"}) == nil || s.Put(tx, learn.Entry{Scope: "owner"}) == nil {
			t.Error("an entry of nobody is stored")
		}
		return nil
	})
}

func TestReactions(t *testing.T) {
	within(t, func(tx *kv.Tx) error {
		var s Store
		for _, want := range []learn.Reaction{learn.Up, learn.Down, "", ""} {
			if err := s.React(tx, "owner", "1", want); err != nil {
				return err
			}
			if got, err := s.Reaction(tx, "owner", "1"); got != want || err != nil {
				t.Errorf("%q, %v, want %q", got, err, want)
			}
		}
		return nil
	})
}

// TestErase: what has the words, or was made of what has, goes; what is
// somebody else's stays.
func TestErase(t *testing.T) {
	within(t, func(tx *kv.Tx) error {
		var s Store
		put := func(id turn.ID, scope person.Scope, e learn.Entry) {
			e.ID, e.Scope, e.Status = id, scope, learn.Active
			if err := s.Put(tx, e); err != nil {
				t.Fatal(err)
			}
		}
		put("1", "owner", learn.Entry{Rule: "call me Ren"})
		put("2", "owner", learn.Entry{Wrong: "You said REN"})
		put("3", "owner", learn.Entry{Evidence: []turn.ID{"a", "b"}})
		put("4", "owner", learn.Entry{Rule: "short", Evidence: []turn.ID{"c"}})
		put("5", "person:aoi", learn.Entry{Rule: "call me Ren", Evidence: []turn.ID{"a"}})
		for _, reply := range []turn.ID{"a", "c"} {
			if err := s.React(tx, "owner", reply, learn.Down); err != nil {
				return err
			}
		}
		doomed := memory.Erasing{IDs: map[string]bool{"a": true}, Words: memory.NewWords("ren")}
		n, err := s.Erase(tx, []person.Scope{"owner"}, doomed)
		if err != nil {
			return err
		}
		all, _ := s.List(tx, "owner")
		acting, _ := s.Active(tx, "owner")
		other, _ := s.Active(tx, "person:aoi")
		if n != 3 || ids(all) != "4" || ids(acting) != "4" || ids(other) != "5" {
			t.Errorf("%d went; %q, active %q, %q", n, ids(all), ids(acting), ids(other))
		}
		gone, _ := s.Reaction(tx, "owner", "a")
		kept, _ := s.Reaction(tx, "owner", "c")
		if gone != "" || kept != learn.Down {
			t.Errorf("reactions %q, %q", gone, kept)
		}
		n, err = s.Erase(tx, []person.Scope{"owner"}, doomed)
		if n != 0 {
			t.Errorf("%d went the second time", n)
		}
		return err
	})
}

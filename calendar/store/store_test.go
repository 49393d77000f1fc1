package store

import (
	"path/filepath"
	"testing"

	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

func write(t *testing.T, db *kv.DB, do func(*kv.Tx) error) {
	t.Helper()
	if err := db.Update(do); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T) *kv.DB {
	t.Helper()
	db, err := kv.Open(filepath.Join(t.TempDir(), "k.db"), kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func of(id turn.ID, scope person.Scope, uid string) event.Event {
	return event.Event{ID: id, UID: uid, Scope: scope, Title: "歯医者", Start: event.Day(2026, 12, 1), AllDay: true}
}

// TestScopesAreApart: also where one's name begins like the other's, and where
// both have an event of the same id and UID.
func TestScopesAreApart(t *testing.T) {
	db, s := open(t), Store{}
	a, b, feed := of("1", "person:a", "u"), of("1", "person:ab", "u"), of("2", "person:a", "u")
	feed.Feed = "f"
	write(t, db, func(tx *kv.Tx) error { return s.Put(tx, a, b, feed) })
	write(t, db, func(tx *kv.Tx) error {
		if list, err := s.List(tx, "person:a"); err != nil || len(list) != 2 {
			t.Errorf("%+v, %v", list, err)
		}
		if e, ok, err := s.ByUID(tx, "person:a", "", "u"); err != nil || !ok || e.ID != "1" || e.Feed != "" {
			t.Errorf("%+v, %v, %v", e, ok, err)
		}
		if e, ok, err := s.ByUID(tx, "person:a", "f", "u"); err != nil || !ok || e.ID != "2" {
			t.Errorf("%+v, %v, %v", e, ok, err)
		}
		if _, ok, _ := s.Get(tx, "person:ab", "2"); ok {
			t.Error("an event of another scope")
		}
		if err := s.RemoveFeed(tx, Feed{ID: "f", Scope: "person:a"}); err != nil {
			t.Error(err)
		}
		if list, _ := s.List(tx, "person:a"); len(list) != 1 {
			t.Errorf("the events of a feed stay, or others went: %+v", list)
		}
		if err := s.Remove(tx, a); err != nil {
			t.Error(err)
		}
		if _, ok, err := s.ByUID(tx, "person:ab", "", "u"); !ok || err != nil {
			t.Error("the other one's event went with it", err)
		}
		return nil
	})
	if err := db.Update(func(tx *kv.Tx) error { return s.Put(tx, event.Event{ID: "3"}) }); err == nil {
		t.Error("an event of nobody")
	}
}

func TestErase(t *testing.T) {
	db, s := open(t), Store{}
	named, noted, asked, other, theirs := of("1", "owner", "1"), of("2", "owner", "2"), of("3", "owner", "3"), of("4", "owner", "4"), of("5", "person:a", "5")
	named.Title, theirs.Title = "翡翠の時計を受け取る", "翡翠の時計"
	noted.Notes, noted.Place, noted.Repeat = "翡翠の時計", "銀座", "FREQ=DAILY"
	noted.Changed = []event.Change{{Of: noted.Start, Start: noted.Start, End: noted.Start, Title: "翡翠の時計", Place: "翡翠の時計"}}
	asked.Provenance = []turn.ID{"line"}
	write(t, db, func(tx *kv.Tx) error { return s.Put(tx, named, noted, asked, other, theirs) })
	write(t, db, func(tx *kv.Tx) error {
		n, err := s.Erase(tx, []person.Scope{"owner"}, memory.Erasing{IDs: map[string]bool{"line": true}, Words: memory.NewWords("翡翠の時計")})
		list, _ := s.List(tx, "owner")
		if err != nil || n != 3 || len(list) != 2 || list[0].ID != "2" || list[1].ID != "4" {
			t.Fatalf("%d, %v, %+v", n, err, list)
		}
		e := list[0]
		if e.Notes != "" || e.Place != "銀座" || e.Changed[0].Title != e.Title || e.Changed[0].Place != "" {
			t.Errorf("%+v", e)
		}
		if list, _ := s.List(tx, "person:a"); len(list) != 1 {
			t.Error("another one's event went")
		}
		return nil
	})
}

func TestSecret(t *testing.T) {
	db, s := open(t), Store{}
	write(t, db, func(tx *kv.Tx) error { return s.PutSecret(tx, "owner", "one") })
	write(t, db, func(tx *kv.Tx) error { return s.PutSecret(tx, "person:a", "two") })
	write(t, db, func(tx *kv.Tx) error {
		for token, want := range map[string]person.Scope{"one": "owner", "two": "person:a", "three": "", "": ""} {
			if scope, ok, err := s.OfSecret(tx, token); scope != want || ok != (want != "") || err != nil {
				t.Errorf("%q opens %q, %v, %v", token, scope, ok, err)
			}
		}
		if names, _ := kv.Holding(tx, func(b []byte) bool { return string(b) == `"one"` }); len(names) > 0 {
			t.Errorf("the secret itself is kept in %v", names)
		}
		return s.PutSecret(tx, "owner", "")
	})
	write(t, db, func(tx *kv.Tx) error {
		if _, ok, _ := s.OfSecret(tx, "one"); ok {
			t.Error("it was not taken back")
		}
		return nil
	})
}

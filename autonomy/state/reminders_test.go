package state

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/autonomy/reminder"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

var noon = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

func waits(scope, id string, due time.Time) reminder.Reminder {
	return reminder.Reminder{
		ID: turn.ID(id), Scope: person.Scope(scope), Text: "text of " + id, State: reminder.Waiting,
		Schedule: reminder.Schedule{Zone: "UTC", Start: due}, Next: due,
	}
}

var errBack = errors.New("roll back")

// within runs fn in a transaction that is rolled back.
func within(t rapid.TB, db *kv.DB, fn func(tx *kv.Tx)) {
	if err := db.Update(func(tx *kv.Tx) error { fn(tx); return errBack }); !errors.Is(err, errBack) {
		t.Fatal(err)
	}
}

func ids(list []reminder.Reminder) (out []string) {
	for _, r := range list {
		out = append(out, string(r.ID))
	}
	return out
}

// TestRemindersAgreeWithAList: whatever is put and erased, what is due is what
// a plain list says.
func TestRemindersAgreeWithAList(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "x.db"))
	scopes := []string{"owner", "person:a", "person:ab"}
	rapid.Check(t, func(t *rapid.T) {
		within(t, db, func(tx *kv.Tx) {
			s, model := NewReminders(), map[string]reminder.Reminder{}
			must := func(err error) {
				if err != nil {
					t.Fatal(err)
				}
			}
			for range rapid.IntRange(1, 40).Draw(t, "steps") {
				scope, id := rapid.SampledFrom(scopes).Draw(t, "scope"), fmt.Sprint(rapid.IntRange(0, 9).Draw(t, "id"))
				r := waits(scope, id, noon.Add(time.Duration(rapid.IntRange(-5, 5).Draw(t, "minutes"))*time.Minute))
				switch rapid.IntRange(0, 5).Draw(t, "what") {
				case 0:
					r = r.Cancel()
				case 1:
					r = r.Snooze(noon, time.Minute)
				case 2:
					n, err := s.Erase(tx, []person.Scope{r.Scope}, memory.Erasing{IDs: map[string]bool{id: true}, Words: memory.NewWords()})
					must(err)
					if _, there := model[scope+id]; (n == 1) != there {
						t.Fatalf("erased %d of %s, there: %v", n, scope+id, there)
					}
					delete(model, scope+id)
					continue
				}
				must(s.Put(tx, r))
				model[scope+id] = r
			}
			var first time.Time
			var due []string
			for _, r := range model {
				if d := r.Due(); !d.IsZero() {
					if first.IsZero() || d.Before(first) {
						first = d
					}
					if !d.After(noon) {
						due = append(due, string(r.Scope)+string(r.ID))
					}
				}
			}
			got, err := s.First(tx)
			must(err)
			if !got.Equal(first) {
				t.Fatalf("first %v, want %v", got, first)
			}
			list, err := s.Due(tx, noon, 100)
			must(err)
			if !slices.IsSortedFunc(list, func(a, b reminder.Reminder) int { return a.Due().Compare(b.Due()) }) {
				t.Fatal("not in order")
			}
			var found []string
			for _, r := range list {
				found = append(found, string(r.Scope)+string(r.ID))
			}
			slices.Sort(found)
			slices.Sort(due)
			if !slices.Equal(found, due) {
				t.Fatalf("due %v, want %v", found, due)
			}
		})
	})
}

// TestRemindersAreTheScopesOwn: nobody gets another's.
func TestRemindersAreTheScopesOwn(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "x.db"))
	within(t, db, func(tx *kv.Tx) {
		s := NewReminders()
		for _, r := range []reminder.Reminder{waits("owner", "1", noon), waits("person:a", "2", noon), waits("person:ab", "3", noon)} {
			if err := s.Put(tx, r); err != nil {
				t.Fatal(err)
			}
		}
		list, err := s.List(tx, "person:a")
		if err != nil || !slices.Equal(ids(list), []string{"2"}) {
			t.Error(ids(list), err)
		}
		if _, ok, err := s.Get(tx, "person:a", "3"); ok || err != nil {
			t.Error("another's was found", err)
		}
		n, err := s.Erase(tx, []person.Scope{"person:a"}, memory.Erasing{Words: memory.NewWords("text of")})
		if n != 1 || err != nil {
			t.Error(n, err)
		}
		if list, err := s.List(tx, "owner"); len(list) != 1 || err != nil {
			t.Error(list, err)
		}
	})
}

// TestRemindersRepair: one bad record and a bad index keep nothing else from being
// said.
func TestRemindersRepair(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "x.db"))
	within(t, db, func(tx *kv.Tx) {
		s := NewReminders()
		for _, id := range []string{"1", "2", "3"} {
			if err := s.Put(tx, waits("owner", id, noon)); err != nil {
				t.Fatal(err)
			}
		}
		err := errors.Join(
			kv.NewBucket[string]("reminders/all").Put(tx, kv.Key("owner", "2"), "what is this?"),
			s.due.Delete(tx, dueKey(waits("owner", "3", noon))))
		if _, bad := s.Due(tx, noon, 9); err != nil || bad == nil {
			t.Fatal(err, bad)
		}
		wrong, err := s.Repair(tx)
		list, bad := s.Due(tx, noon, 9)
		if len(wrong) != 3 || err != nil || bad != nil || !slices.Equal(ids(list), []string{"1", "3"}) {
			t.Errorf("wrong %v, %v; due %v, %v", wrong, err, ids(list), bad)
		}
		if wrong, err := s.Repair(tx); len(wrong) != 0 || err != nil {
			t.Error(wrong, err)
		}
	})
}

// TestRemindersAreBounded: what is over is forgotten in time, what waits never.
func TestRemindersAreBounded(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "x.db"))
	within(t, db, func(tx *kv.Tx) {
		s := NewReminders()
		put := func(r reminder.Reminder) {
			if err := s.Put(tx, r); err != nil {
				t.Fatal(err)
			}
		}
		back := waits("owner", "back", noon)
		put(back)
		put(back.Cancel())
		put(back.Cancel().Snooze(noon, time.Hour)) // it waits again
		for i := range keepOver + 50 {
			r := waits("owner", fmt.Sprint(i), noon)
			put(r)
			put(r.Cancel())
		}
		list, err := s.List(tx, "owner")
		if err != nil || len(list) > keepOver+1 {
			t.Errorf("%d are kept, %v", len(list), err)
		}
		if _, ok, _ := s.Get(tx, "owner", "back"); !ok {
			t.Error("one that waits was forgotten")
		}
		for i := range keepFired + 10 {
			if err := s.PutFiring(tx, reminder.Firing{ID: turn.ID(fmt.Sprintf("%05d", i)), Progress: reminder.Sending}); err != nil {
				t.Fatal(err)
			}
		}
		if _, ok, _ := s.Firing(tx, "00009"); ok {
			t.Error("an old saying is kept")
		}
		f, ok, _ := s.Firing(tx, "00010")
		f.Progress = reminder.Seen
		if !ok || s.PutFiring(tx, f) != nil {
			t.Error("a saying is lost")
		}
		if f, _, _ := s.Firing(tx, "00010"); f.Progress != reminder.Seen {
			t.Error(f)
		}
	})
}

// BenchmarkFirst: ten thousand cost as little as one.
func BenchmarkFirst(b *testing.B) {
	db, err := kv.Open(filepath.Join(b.TempDir(), "x.db"), kv.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	s := NewReminders()
	err = db.Update(func(tx *kv.Tx) error {
		for i := range 10_000 {
			if err := s.Put(tx, waits("owner", fmt.Sprint(i), noon.Add(time.Duration(i)*time.Minute))); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := db.View(func(tx *kv.Tx) error { _, err := s.First(tx); return err }); err != nil {
			b.Fatal(err)
		}
	}
}

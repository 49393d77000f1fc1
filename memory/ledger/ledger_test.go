package ledger

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

var (
	now   = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	owner = person.ViewOf(person.Person{ID: person.OwnerID, Role: person.Owner})
	ann   = person.ViewOf(person.Person{ID: "ann", Role: person.Admitted})
	group = person.ViewOf(person.Person{ID: person.OwnerID, Role: person.Owner}, person.Person{ID: "ann", Role: person.Admitted})
)

func open(t testing.TB) (*Ledger, func(func(tx *kv.Tx) error)) {
	t.Helper()
	db, err := kv.Open(filepath.Join(t.TempDir(), "x.db"), kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return New(db), func(fn func(tx *kv.Tx) error) {
		t.Helper()
		if err := db.Update(fn); err != nil {
			t.Fatal(err)
		}
	}
}

func record(t testing.TB, id turn.ID, scope person.Scope, content string) memory.Record {
	t.Helper()
	r, err := memory.Record{ID: id, Scope: scope, Content: content}.Normalise(now)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func found(t testing.TB, l *Ledger, v person.View, question string) string {
	t.Helper()
	list, err := l.Search(v, question, memory.Query{}, now)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, s := range list {
		ids = append(ids, string(s.Record.ID))
	}
	return strings.Join(ids, " ")
}

func TestLedger(t *testing.T) {
	l, update := open(t)
	if list, err := l.List(owner, ""); len(list) != 0 || err != nil {
		t.Error("a new one", list, err)
	}
	tea := record(t, "2", "owner", "The owner likes tea")
	tea.Stars, tea.Category = 4, memory.AboutSensei
	old := record(t, "1", "owner", "tea was bought")
	old.Status = memory.Archived
	over := record(t, "3", "owner", "tea is cheap this week")
	over.ValidUntil = now
	shared := record(t, "4", "shared", "Kokoron cannot drink tea")
	hers := record(t, "5", "person:ann", "Ann hates tea")
	update(func(tx *kv.Tx) error {
		return errors.Join(l.Put(tx, tea), l.Put(tx, old), l.Put(tx, over), l.Put(tx, shared), l.Put(tx, hers))
	})
	for want, status := range map[string]memory.Status{
		"1 2 3 4": "", "2 3 4": memory.Active, "1": memory.Archived, "": memory.Superseded,
	} {
		list, err := l.List(owner, status)
		var ids []string
		for _, r := range list {
			ids = append(ids, string(r.ID))
		}
		if got := strings.Join(ids, " "); got != want || err != nil {
			t.Errorf("%q lists %q, want %q, %v", status, got, want, err)
		}
	}
	for _, c := range []struct {
		view person.View
		want string
	}{{owner, "4 2"}, {ann, "5 4"}, {group, "4"}, {person.View{}, ""}} {
		if got := found(t, l, c.view, "tea"); got != c.want {
			t.Errorf("%s finds %q, want %q", c.view, got, c.want)
		}
	}
	if r, ok, err := l.Get(owner, "1"); !ok || err != nil || cmp.Diff(old, r) != "" {
		t.Error(ok, err, cmp.Diff(old, r))
	}
	if _, ok, err := l.Get(owner, "5"); ok || err != nil {
		t.Error("another's record", ok, err)
	}
	for _, bad := range []memory.Record{{Scope: "owner", Status: memory.Active}, {ID: "9", Status: memory.Active}, {ID: "9", Scope: "owner"}} {
		update(func(tx *kv.Tx) error {
			if l.Put(tx, bad) == nil {
				t.Errorf("stored %+v", bad)
			}
			return nil
		})
	}
}

func TestSupersede(t *testing.T) {
	l, update := open(t)
	a, b, c := record(t, "1", "owner", "lives in Osaka"), record(t, "2", "owner", "lives in Kyoto"), record(t, "3", "person:ann", "lives in Nara")
	update(func(tx *kv.Tx) error { return errors.Join(l.Put(tx, a), l.Put(tx, b), l.Put(tx, c)) })
	update(func(tx *kv.Tx) error {
		for _, bad := range [][2]turn.ID{{"1", "9"}, {"9", "2"}, {"1", "3"}, {"3", "1"}, {"1", "1"}} {
			if err := l.Supersede(tx, "owner", bad[0], bad[1], now); !errors.Is(err, ErrUnknown) {
				t.Errorf("%v: %v", bad, err)
			}
		}
		return l.Supersede(tx, "owner", "1", "2", now)
	})
	update(func(tx *kv.Tx) error { return l.Supersede(tx, "owner", "1", "2", now.Add(time.Hour)) })
	want := a
	want.Status, want.ValidUntil, want.SupersededBy = memory.Superseded, now, "2"
	for id, want := range map[turn.ID]memory.Record{"1": want, "2": b} {
		if got, _, err := l.Get(owner, id); err != nil || cmp.Diff(want, got) != "" {
			t.Error(err, cmp.Diff(want, got))
		}
	}
	if got := found(t, l, owner, "Osaka lives"); got != "2" {
		t.Errorf("found %q", got)
	}
}

func TestSame(t *testing.T) {
	l, update := open(t)
	old := record(t, "1", "owner", "Likes tea")
	old.Status = memory.Superseded
	update(func(tx *kv.Tx) error {
		return errors.Join(l.Put(tx, old), l.Put(tx, record(t, "2", "owner", "Likes coffee")), l.Put(tx, record(t, "3", "person:ann", "Likes milk")))
	})
	for content, want := range map[string]turn.ID{
		"Likes coffee": "2", "ｌｉｋｅｓ COFFEE": "2", "Likes": "", "Likes tea": "", "Likes milk": "",
	} {
		update(func(tx *kv.Tx) error {
			if r, ok, err := l.Same(tx, "owner", content); r.ID != want || ok != (want != "") || err != nil {
				t.Errorf("Same(%q) = %q, %v, %v", content, r.ID, ok, err)
			}
			return nil
		})
	}
}

// TestScopesAreWalls: whatever is stored where, a view brings up exactly the
// records of its scopes.
func TestScopesAreWalls(t *testing.T) {
	l, _ := open(t)
	scopes := rapid.SampledFrom([]person.Scope{"owner", "shared", "person:ann", "person:a", "person:annie", "owner2"})
	views := rapid.SampledFrom([]person.View{owner, ann, group, {}, person.Only("person:a"), person.Only("own")})
	rapid.Check(t, func(t *rapid.T) {
		in := map[turn.ID]person.Scope{}
		var old []string
		err := l.db.Update(func(tx *kv.Tx) error {
			if err := l.records.Ascend(tx, "", func(k string, _ memory.Record) error { old = append(old, k); return nil }); err != nil {
				return err
			}
			for _, k := range old {
				if err := l.records.Delete(tx, k); err != nil {
					return err
				}
			}
			for range rapid.IntRange(0, 8).Draw(t, "records") {
				id, scope := turn.ID(rapid.StringMatching("[a-d]{1,2}").Draw(t, "id")), scopes.Draw(t, "scope")
				if _, there := in[id]; there {
					continue // ids are made once
				}
				in[id] = scope
				if err := l.Put(tx, memory.Record{ID: id, Scope: scope, Content: "tea", Status: memory.Active}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		v := views.Draw(t, "view")
		list, err := l.List(v, "")
		hits, err2 := l.Search(v, "tea", memory.Query{}, now)
		want := 0
		for id, scope := range in {
			if v.Can(scope) {
				want++
			}
			if _, ok, err := l.Get(v, id); ok != v.Can(scope) || err != nil {
				t.Fatalf("%s in %s: Get with %s = %v, %v", id, scope, v, ok, err)
			}
		}
		for _, r := range list {
			if !v.Can(in[r.ID]) || r.Scope != in[r.ID] {
				t.Fatalf("%s sees %s of %s", v, r.ID, in[r.ID])
			}
		}
		if len(list) != want || len(hits) != want || err != nil || err2 != nil {
			t.Fatalf("%s: %d listed, %d found, want %d; %v, %v", v, len(list), len(hits), want, err, err2)
		}
	})
}

func TestArchive(t *testing.T) {
	l, update := open(t)
	update(func(tx *kv.Tx) error { return l.Put(tx, record(t, "r1", person.ScopeOwner, "tea")) })
	update(func(tx *kv.Tx) error { return l.Archive(tx, person.ScopeOwner, "r1", "no longer so", now) })
	r, _, err := l.Get(owner, "r1")
	if err != nil || r.Status != memory.Archived || r.Reason != "no longer so" || !r.ArchivedAt.Equal(now) || found(t, l, owner, "tea") != "" {
		t.Errorf("%+v, %v", r, err)
	}
	update(func(tx *kv.Tx) error { return l.Archive(tx, person.ScopeOwner, "r1", "again", now.Add(time.Hour)) })
	if r, _, _ := l.Get(owner, "r1"); r.Reason != "no longer so" {
		t.Errorf("archived again: %+v", r)
	}
	update(func(tx *kv.Tx) error { return l.Restore(tx, person.ScopeOwner, "r1") })
	if r, _, _ := l.Get(owner, "r1"); r.Status != memory.Active || r.Reason != "" || !r.ArchivedAt.IsZero() || found(t, l, owner, "tea") != "r1" {
		t.Errorf("restored: %+v", r)
	}
	update(func(tx *kv.Tx) error {
		for name, err := range map[string]error{
			"archive": l.Archive(tx, "person:ann", "r1", "", now), "restore": l.Restore(tx, person.ScopeOwner, "r2"),
			"update": l.Update(tx, record(t, "r1", "person:ann", "stolen")),
		} {
			if !errors.Is(err, ErrUnknown) {
				t.Errorf("%s of another scope's: %v", name, err)
			}
		}
		return l.Put(tx, record(t, "r2", person.ScopeOwner, "coffee"))
	})
	update(func(tx *kv.Tx) error { return l.Supersede(tx, person.ScopeOwner, "r1", "r2", now) })
	update(func(tx *kv.Tx) error {
		return errors.Join(l.Restore(tx, person.ScopeOwner, "r1"), l.Archive(tx, person.ScopeOwner, "r1", "x", now))
	})
	if r, _, _ := l.Get(owner, "r1"); r.Status != memory.Superseded || r.Reason != "" {
		t.Errorf("a superseded record was touched: %+v", r)
	}
}

// TestOutbox: whatever is marked, in whatever order, is pending until it is
// cleared as it was last marked.
func TestOutbox(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l, update := open(t)
		var want []string          // in order
		stale := map[string]bool{} // listed, and not marked since
		mark := func(id string) {
			delete(stale, id)
			want = append(slices.DeleteFunc(want, func(o string) bool { return o == id }), id)
		}
		var listed []Pending
		ids := rapid.SampledFrom([]string{"a", "b", "c"})
		rt.Repeat(map[string]func(*rapid.T){
			"put": func(rt *rapid.T) {
				id := ids.Draw(rt, "id")
				update(func(tx *kv.Tx) error { return l.Put(tx, record(t, turn.ID(id), person.ScopeOwner, "x")) })
				mark("record " + id)
			},
			"line": func(rt *rapid.T) {
				id := ids.Draw(rt, "id")
				update(func(tx *kv.Tx) error { return l.Mark(tx, OfLine, "person:ann", id) })
				mark("line " + id)
			},
			"undone": func(rt *rapid.T) {
				err := l.db.Update(func(tx *kv.Tx) error {
					return errors.Join(l.Put(tx, record(t, "a", person.ScopeOwner, "y")), ErrUnknown)
				})
				if !errors.Is(err, ErrUnknown) {
					rt.Fatal(err)
				}
			},
			"list": func(rt *rapid.T) {
				listed, _ = l.Pending()
				for _, id := range want {
					stale[id] = true
				}
			},
			"clear": func(rt *rapid.T) {
				update(func(tx *kv.Tx) error { return l.Clear(tx, listed...) })
				want = slices.DeleteFunc(want, func(id string) bool { return stale[id] })
			},
			"": func(rt *rapid.T) {
				now, err := l.Pending()
				var got []string
				for _, p := range now {
					if (p.Kind == OfRecord) != (p.Scope == person.ScopeOwner) {
						rt.Fatalf("%+v", p)
					}
					got = append(got, string(p.Kind)+" "+p.ID)
				}
				if err != nil || !slices.Equal(got, want) {
					rt.Fatalf("pending %v, %v, want %v", got, err, want)
				}
			},
		})
	})
}

package index

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

func TestSessions(t *testing.T) {
	h := newHome(t).start()
	one := h.say(owner, "good morning")
	h.at = h.at.Add(28 * time.Minute) // and the minute of the next line
	two := h.say(owner, "still here")
	foreign := h.say(aoi, "hello")
	three := h.say(owner, "yes")
	h.at = h.at.Add(30 * time.Minute)
	four := h.say(owner, "good evening")
	view := person.Only(owner)
	sessions := func(ids ...string) (out []string) {
		for _, id := range ids {
			u, _ := h.ix.Unit(view, id)
			out = append(out, u.Session)
		}
		return out
	}
	if got := sessions(one, two, three, four); !slices.Equal(got, []string{one, one, one, four}) {
		t.Errorf("sessions %v", got)
	}
	for id, want := range map[string]memory.Around{
		one: {"", two, "", three}, two: {one, three, "", ""}, three: {two, "", one, ""}, four: {}, foreign: {}, "none": {},
	} {
		if got := h.ix.Around(view, id); got != want {
			t.Errorf("around %s: %v, want %v", id, got, want)
		}
	}
	late := h.line(owner, "told late, said between") // its id comes between two and three
	late.ID = turn.ID(two[:len(two)-1] + "g")
	late.At = h.at.Add(-35 * time.Minute)
	h.ix.Said(late, late)
	if got := h.ix.Around(view, two); got != (memory.Around{one, string(late.ID), "", three}) {
		t.Errorf("around %v", got)
	}
	bridge := late
	bridge.ID, bridge.At = turn.ID(three[:len(three)-1]+"g"), h.at.Add(-15*time.Minute)
	h.ix.Said(bridge)
	if got := sessions(string(bridge.ID), four); !slices.Equal(got, []string{one, one}) {
		t.Errorf("a line between two sessions makes them one: %v", got)
	}
}

func TestRecords(t *testing.T) {
	h := newHome(t).start()
	view := person.Only(owner)
	line := h.say(owner, "I take milk in my tea")
	tea := h.record(owner, "likes tea with milk")
	tea.Provenance, tea.Tags, tea.Subject = []turn.ID{turn.ID(line)}, []string{"drinks"}, "breakfast"
	h.keep(tea)
	id := string(tea.ID)
	for _, word := range []string{"tea", "breakfast", "drinks"} {
		if !slices.Contains(h.words(owner, word), id) {
			t.Errorf("not found by %q", word)
		}
	}
	equal(t, "derived", h.ix.Derived(view, line), []string{id})
	equal(t, "derived, for others", h.ix.Derived(person.Only(aoi), line), nil)
	h.settled()

	coffee := h.record(owner, "likes coffee now")
	coffee.Provenance = []turn.ID{turn.ID(line)}
	h.must(h.db.Update(func(tx *kv.Tx) error {
		h.must(h.ledger.Put(tx, coffee))
		return h.ledger.Supersede(tx, owner, tea.ID, coffee.ID, h.at)
	}))
	h.ix.Changed(tea, coffee) // as they were given; what the ledger has counts
	equal(t, "superseded", h.words(owner, "milk"), []string{line})
	equal(t, "derived", h.ix.Derived(view, line), []string{string(coffee.ID)})
	if _, ok := h.ix.Unit(view, id); ok {
		t.Error("a superseded record is a unit")
	}
	h.settled()
	if slices.Contains(h.near(owner, "likes tea with milk"), id) {
		t.Error("a superseded record is found by meaning")
	}

	h.must(h.db.Update(func(tx *kv.Tx) error { return h.ledger.Archive(tx, owner, coffee.ID, "wrong", h.at) }))
	h.ix.Changed(coffee)
	equal(t, "archived", h.words(owner, "coffee"), nil)
	h.settled()
	status := map[string]memory.Status{}
	h.must(h.chrom.space(h.embed.model).Records(t.Context(), view, func(_ person.Scope, id, raw string) error {
		for _, s := range []memory.Status{memory.Active, memory.Superseded, memory.Archived} {
			if strings.Contains(raw, fmt.Sprintf(`"status":%q`, s)) {
				status[id] = s
			}
		}
		return nil
	}))
	if status[id] != memory.Superseded || status[string(coffee.ID)] != memory.Archived {
		t.Errorf("the copy says %v", status)
	}
	h.must(h.db.Update(func(tx *kv.Tx) error { return h.ledger.Restore(tx, owner, coffee.ID) }))
	h.ix.Changed(coffee)
	equal(t, "restored", h.words(owner, "coffee"), []string{string(coffee.ID)})
	equal(t, "restored, by meaning", h.near(owner, "likes coffee now"), []string{string(coffee.ID)})
}

func TestTime(t *testing.T) {
	h := newHome(t).start()
	short, ahead := h.record(owner, "the parcel comes today"), h.record(owner, "the parcel comes back")
	short.ValidUntil = time.Now().Add(300 * time.Millisecond)
	ahead.ValidFrom = time.Now().Add(time.Hour)
	h.keep(short)
	h.keep(ahead)
	equal(t, "while it holds", h.words(owner, "parcel"), []string{string(short.ID)})
	h.until("end", func() bool { return len(h.words(owner, "parcel")) == 0 })
	h.until("leave", func() bool { return h.ix.Status().Records == 1 })
}

func TestFiles(t *testing.T) {
	h := newHome(t).start()
	chunk := func(id, text string) memory.Record {
		r := h.record(owner, text)
		r.ID, r.Source = turn.ID(id), memory.FromFile
		return r
	}
	copied := func() []string {
		h.settled()
		ids, err := h.chrom.space(h.embed.model).Has(t.Context(), person.Only(owner), "f1", "f2", "f3")
		h.must(err)
		return ids
	}
	h.ix.Files(owner, "knowledge/sea.md", []memory.Record{chunk("f1", "whales sing"), chunk("f2", "crabs walk")})
	h.ix.Files(owner, "knowledge/air.md", []memory.Record{chunk("f3", "birds sing")})
	equal(t, "found", h.words(owner, "sing"), []string{"f1", "f3"})
	equal(t, "copied", copied(), []string{"f1", "f2", "f3"})
	h.ix.Files(owner, "knowledge/sea.md", []memory.Record{chunk("f1", "whales dive")})
	equal(t, "changed", h.words(owner, "sing"), []string{"f3"})
	equal(t, "gone", h.words(owner, "crabs"), nil)
	equal(t, "copied", copied(), []string{"f1", "f3"})
	h.ix.Files(owner, "knowledge/sea.md", nil)
	equal(t, "the file is gone", h.words(owner, "whales"), nil)
	equal(t, "copied", copied(), []string{"f3"})

	h.stop()
	h.start()
	equal(t, "before it is told", h.words(owner, "sing"), nil)
	h.ix.Files(owner, "knowledge/air.md", []memory.Record{chunk("f3", "birds sing")})
	equal(t, "after", h.words(owner, "sing"), []string{"f3"})
	if st := h.ix.Status(); st.Pending != 0 || st.Chunks != 1 {
		t.Errorf("an unchanged file is copied again: %+v", st)
	}
}

// TestTellBeforeReady: what is told before and while the index loads is found
// at once and stays.
func TestTellBeforeReady(t *testing.T) {
	h := newHome(t).start()
	old := h.record(owner, "the old key")
	h.keep(old)
	first := h.say(owner, "first key")
	h.stop()
	h.open()
	said := h.line(owner, "second key")
	h.must(h.diary.Append(said))
	h.ix.Said(said)
	h.must(h.db.Update(func(tx *kv.Tx) error { return h.ledger.Archive(tx, owner, old.ID, "", h.at) }))
	h.ix.Changed(old)
	chunk := h.record(owner, "third key")
	chunk.ID = "f1"
	h.ix.Files(owner, "a.md", []memory.Record{chunk})
	equal(t, "before it runs", h.words(owner, "key"), []string{string(said.ID), "f1"})
	if h.ix.Ready() {
		t.Error("ready without running")
	}
	h.run()
	equal(t, "after", h.words(owner, "key"), []string{first, string(said.ID), "f1"})
	h.settled()
	equal(t, "by meaning", h.near(owner, "key"), []string{first, string(said.ID), "f1"})
}

// TestModel lets anything happen in any order and compares with a list that is
// read from end to end.
func TestModel(t *testing.T) {
	words := []string{"cat", "dog", "rain", "tea", "sea"}
	scopes := []person.Scope{owner, aoi, person.ScopeShared}
	if os.Getenv("KOKORON_PROVE") == "" { // each walk opens a home and waits for its disk
		t.Cleanup(func() { _ = flag.Set("rapid.checks", "100") })
		if err := flag.Set("rapid.checks", "20"); err != nil {
			t.Fatal(err)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		h := newHome(t)
		h.chrom = nil
		h.start()
		defer h.stop()
		type known struct {
			scope  person.Scope
			text   string
			record *memory.Record
			active bool
		}
		all := map[string]*known{}
		draw := func(what string) person.Scope { return rapid.SampledFrom(scopes).Draw(rt, what) }
		text := func() string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 3).Draw(rt, "words"), " ")
		}
		some := func(kept bool) (id string) {
			var ids []string
			for id, k := range all {
				if k.record != nil && k.active == kept {
					ids = append(ids, id)
				}
			}
			if len(ids) == 0 {
				rt.Skip("there is none")
			}
			slices.Sort(ids)
			return rapid.SampledFrom(ids).Draw(rt, "record")
		}
		change := func(k *known, fn func(tx *kv.Tx) error) {
			h.must(h.db.Update(fn))
			h.ix.Changed(*k.record)
		}
		rt.Repeat(map[string]func(*rapid.T){
			"say": func(*rapid.T) {
				s, words := draw("scope"), text()
				all[h.say(s, words)] = &known{scope: s, text: words, active: true}
			},
			"keep": func(*rapid.T) {
				r := h.record(draw("scope"), text())
				all[h.keep(r)] = &known{scope: r.Scope, text: r.Content, record: &r, active: true}
			},
			"change": func(*rapid.T) {
				k := all[some(true)]
				k.record.Content = text()
				k.text = k.record.Content
				change(k, func(tx *kv.Tx) error { return h.ledger.Update(tx, *k.record) })
			},
			"archive": func(*rapid.T) {
				k := all[some(true)]
				k.active = false
				change(k, func(tx *kv.Tx) error { return h.ledger.Archive(tx, k.scope, k.record.ID, "x", h.at) })
			},
			"restore": func(*rapid.T) {
				k := all[some(false)]
				k.active = true
				change(k, func(tx *kv.Tx) error { return h.ledger.Restore(tx, k.scope, k.record.ID) })
			},
			"restart": func(*rapid.T) { h.stop(); h.start() },
			"rebuild": func(*rapid.T) { h.must(h.ix.Rebuild(t.Context(), true, func(int, int) {})) },
			"": func(rt *rapid.T) {
				scope, word := draw("view"), rapid.SampledFrom(words).Draw(rt, "query")
				want := []string{}
				for id, k := range all {
					if k.active && k.scope == scope && slices.Contains(strings.Fields(k.text), word) {
						want = append(want, id)
					}
					if _, seen := h.ix.Unit(person.Only(scope), id); seen != (k.active && k.scope == scope) {
						rt.Fatalf("unit %s of %s is seen in %s: %v", id, k.scope, scope, seen)
					}
				}
				slices.Sort(want)
				if got := ids(h.ix.Find(t.Context(), person.Only(scope), word, 1000).Words); !slices.Equal(got, want) {
					rt.Fatalf("%s in %s: %v, want %v", word, scope, got, want)
				}
				for _, n := range h.ix.Find(t.Context(), person.Only(scope), word, 1000).Vectors {
					if k := all[n.ID]; k == nil || k.scope != scope || !k.active {
						rt.Fatalf("%s is near in %s", n.ID, scope)
					}
				}
			},
		})
	})
}

func TestPassages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := memory.Unit{Speaker: rapid.SampledFrom([]string{"", "Ren"}).Draw(t, "speaker")}
		for range rapid.IntRange(0, 400).Draw(t, "sentences") {
			u.Text += rapid.SampledFrom([]string{"海は広い。", "A word, ", "x", "\n", "end. ", strings.Repeat("長", 700)}).Draw(t, "part")
		}
		got := passages(u)
		if len(got) == 0 || len(got) > memory.MaxChunks {
			t.Fatalf("%d pieces", len(got))
		}
		bare := func(s string) string { return strings.Join(strings.Fields(s), "") }
		whole := ""
		for _, p := range got {
			if len([]rune(p)) > longestPassage+len("Ren: ") {
				t.Fatalf("a piece of %d runes", len([]rune(p)))
			}
			if u.Speaker != "" {
				p = strings.TrimPrefix(p, "Ren: ")
			}
			whole += bare(p)
		}
		if want := bare(u.Text); !strings.HasPrefix(want, whole) || len(got) < memory.MaxChunks && whole != want {
			t.Fatalf("%d pieces have %d bytes of %d", len(got), len(whole), len(want))
		}
	})
}

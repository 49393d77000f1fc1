package index

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/cues"
)

// cued are the texts of what is found by cues.
func (h *home) cued(view person.View, pairs ...string) (texts []string) {
	h.t.Helper()
	q, err := cues.Parse(pairs...)
	h.must(err)
	for _, u := range h.ix.Cues(view, q).Units {
		texts = append(texts, u.Text)
	}
	return texts
}

// put stores a record that may lack what is usual.
func (h *home) put(r memory.Record) string {
	h.t.Helper()
	r.ID = h.ids.New()
	r, err := r.Normalise(h.at)
	h.must(err)
	return h.keep(r)
}

func TestCues(t *testing.T) {
	h := newHome(t)
	h.zone = time.FixedZone("Asia/Tokyo", 9*60*60)
	evening := time.Date(2026, 6, 30, 22, 0, 0, 0, time.UTC) // July where the home is
	h.open()
	h.put(memory.Record{Scope: owner, Content: "before the start", Actors: []string{"Aoi"}, OccurredAt: evening, Outcome: memory.OutcomeNegative})
	h.run()
	mine, hers := person.ViewOf(person.Person{ID: "owner", Role: person.Owner}), person.Only(aoi)
	late := h.put(memory.Record{Scope: owner, Content: "after it", Actors: []string{"Aoi"}, OccurredAt: evening})
	h.put(memory.Record{Scope: aoi, Content: "Aoi's own", Actors: []string{"Aoi"}})
	h.put(memory.Record{Scope: owner, Content: "over", Actors: []string{"Aoi"}, ValidUntil: time.Now().Add(-time.Hour)})
	h.ix.Files(owner, "knowledge/x.md", []memory.Record{{ID: "f0", Scope: owner, Status: memory.Active, Content: "of a file", Tags: []string{"tea"}}})

	equal(t, "by actor", h.cued(mine, "actor=aoi"), []string{"before the start", "after it"})
	equal(t, "by actor, another", h.cued(hers, "actor=aoi"), []string{"Aoi's own"})
	equal(t, "in the zone of the home", h.cued(mine, "time=2026-07"), []string{"before the start", "after it"})
	equal(t, "in the zone of the home", h.cued(mine, "time=2026-06"), nil)
	equal(t, "of a file", h.cued(mine, "tag=#Tea"), []string{"of a file"})
	equal(t, "both", h.cued(mine, "actor=aoi", "outcome=negative"), []string{"before the start"})

	h.must(h.ix.Rebuild(t.Context(), true, func(int, int) {}))
	equal(t, "made anew", h.cued(mine, "actor=aoi"), []string{"before the start", "after it"})
	equal(t, "of a file, made anew", h.cued(mine, "tag=tea"), []string{"of a file"})
	h.ix.Erase(late)
	h.ix.Files(owner, "knowledge/x.md", nil)
	equal(t, "erased", h.cued(mine, "actor=aoi"), []string{"before the start"})
	equal(t, "of a file that is gone", h.cued(mine, "tag=tea"), nil)
	q, err := cues.Parse("actor=aoi", "outcome=negative")
	h.must(err)
	if got := h.ix.Cues(mine, q); got.Examined != 1 || got.FullScan != 1 {
		t.Errorf("one record in the view: %+v", got)
	}
}

// What is approved for the character is known without a look at the rest, also
// when it is made anew, and no longer when it is over.
func TestSoul(t *testing.T) {
	h := newHome(t)
	h.open()
	soul := func() (texts []string) {
		for _, u := range h.ix.Soul(person.Only(owner)) {
			texts = append(texts, u.Text)
		}
		return texts
	}
	h.put(memory.Record{Scope: owner, Content: "before the start", Soul: memory.SoulExported})
	h.run()
	for _, step := range []memory.Soul{memory.SoulNone, memory.SoulCandidate, memory.SoulRejected} {
		h.put(memory.Record{Scope: owner, Content: "not " + string(step), Soul: step})
	}
	h.put(memory.Record{Scope: aoi, Content: "hers", Soul: memory.SoulApproved})
	now := memory.Record{Scope: owner, Content: "now", Soul: memory.SoulApproved}
	id := h.put(now)
	equal(t, "approved", soul(), []string{"before the start", "now"})
	h.must(h.ix.Rebuild(t.Context(), true, func(int, int) {}))
	equal(t, "made anew", soul(), []string{"before the start", "now"})
	now.ID = turn.ID(id)
	now, err := now.Normalise(h.at)
	h.must(err)
	now.Soul = memory.SoulRejected
	h.keep(now)
	equal(t, "rejected", soul(), []string{"before the start"})
	now.Soul = memory.SoulApproved
	h.keep(now)
	now.Status = memory.Archived
	h.keep(now)
	equal(t, "archived", soul(), []string{"before the start"})
}

// What only some may hear is found for them and, on no path, for the others,
// whose own finds it does not push out.
func TestAudience(t *testing.T) {
	h := newHome(t).start()
	first := person.Person{ID: "owner", Role: person.Owner}
	second := person.Person{ID: "aoi", Role: person.Admitted}
	const depth = 10
	from := h.say(person.ScopeShared, "kettle")
	var secret []string
	for i := range 5 * spare { // more than are asked for at first, and all of them nearer
		secret = append(secret, h.put(memory.Record{
			Scope: person.ScopeShared, Content: fmt.Sprintf("kettle kettle %c", 'a'+i%26), Audience: []person.ID{"aoi"},
			Provenance: []turn.ID{turn.ID(from)}, Actors: []string{"Aoi"},
		}))
	}
	for i := range depth {
		h.put(memory.Record{Scope: person.ScopeShared, Content: fmt.Sprintf("a kettle stands on stove %d and whistles loudly today", i)})
	}
	h.ix.Files(person.ScopeShared, "knowledge/x.md", []memory.Record{
		{ID: "f0", Scope: person.ScopeShared, Status: memory.Active, Content: "of a file", Audience: []person.ID{"aoi"}},
	})
	h.settled()
	for _, c := range []struct {
		name  string
		view  person.View
		sees  bool
		depth int
	}{
		{"who may", person.ViewOf(second), true, depth},
		{"a job", person.Only(person.ScopeShared), true, depth},
		{"another", person.ViewOf(first), false, depth},
		{"a group of both", person.ViewOf(first, second), false, depth},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := h.ix.Find(t.Context(), c.view, "kettle", depth)
			if len(got.Words) != c.depth || len(got.Vectors) != c.depth {
				t.Errorf("%d by words and %d by meaning, want %d", len(got.Words), len(got.Vectors), c.depth)
			}
			seen := slices.ContainsFunc(slices.Concat(ids(got.Words), ids(got.Vectors), h.ix.Derived(c.view, from)),
				func(id string) bool { return slices.Contains(secret, id) })
			_, unit := h.ix.Unit(c.view, secret[0])
			all := h.ix.Records(c.view, func(r memory.Record) bool { return len(r.Audience) > 0 })
			cued := h.cued(c.view, "actor=aoi")
			for path, sees := range map[string]bool{
				"find": seen, "unit": unit, "records": len(all) > 0, "chunks": len(h.ix.Chunks(c.view, "knowledge/x.md")) > 0, "cues": len(cued) > 0,
			} {
				if sees != c.sees {
					t.Errorf("%s sees it: %v", path, sees)
				}
			}
		})
	}
}

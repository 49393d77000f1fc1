package ops_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/library"
	"github.com/kokoron/kokoron/memory/soul"
)

func textsIn(list []ops.Memory) string {
	var out []string
	for _, m := range list {
		out = append(out, m.Text)
	}
	return strings.Join(out, "|")
}

func ask(memory.Record) (system, ask string) { return "s", "u" }

func TestSouls(t *testing.T) {
	h := newHome(t)
	d, _ := h.desk()
	best := func(scope person.Scope, content string) memory.Record {
		return memory.Record{Scope: scope, Content: content, Stars: 5}
	}
	rain, sea := h.keep(best("owner", "rain")), h.keep(best("owner", "sea"))
	hers, all := h.keep(best("person:aoi", "hers")), h.keep(best("shared", "shared"))
	plain := h.keep(memory.Record{Scope: "owner", Content: "plain"})
	over := best("owner", "over")
	over.ValidUntil = h.Clock.Now().Add(-time.Hour)
	h.keep(over)
	secret := best("owner", "for Aoi's ears")
	secret.Audience = []person.ID{"aoi"}
	secret = h.keep(secret)
	gone := best("owner", "archived")
	gone.Status = memory.Archived
	gone = h.keep(gone)

	list := func(step memory.Soul) string {
		t.Helper()
		got, err := d.Souls(t.Context(), step)
		if err != nil {
			t.Fatal(err)
		}
		return textsIn(got)
	}
	if got := list(""); got != "rain|sea" {
		t.Errorf("proposed: %q", got)
	}
	for name, c := range map[string]struct {
		id   turn.ID
		want string
	}{
		"hers": {hers.ID, "unknown_memory"}, "what is shared": {all.ID, "unknown_memory"}, "what is not for the owner": {secret.ID, "unknown_memory"},
		"what nobody proposed": {plain.ID, "not_candidate"}, "what is archived": {gone.ID, "not_candidate"},
	} {
		for _, approve := range []bool{true, false} {
			if _, changed, err := d.Decide(t.Context(), string(c.id), approve); problem(err) != c.want || changed {
				t.Errorf("%s: changed %v, %v", name, changed, err)
			}
		}
		if n, err := d.Exported(t.Context(), []turn.ID{c.id}); n != 0 || err != nil {
			t.Errorf("%s is exported: %d, %v", name, n, err)
		}
	}
	for i, s := range []struct {
		id      turn.ID
		approve bool
		changed bool
		step    memory.Soul
	}{
		{rain.ID, true, true, memory.SoulApproved}, {rain.ID, true, false, memory.SoulApproved}, {rain.ID, false, true, memory.SoulRejected},
		{rain.ID, false, false, memory.SoulRejected}, {rain.ID, true, true, memory.SoulApproved}, {sea.ID, true, true, memory.SoulApproved},
	} {
		m, changed, err := d.Decide(t.Context(), string(s.id), s.approve)
		if err != nil || changed != s.changed || m.Soul != s.step || m.Short == "" {
			t.Errorf("step %d: %+v, changed %v, %v", i, m, changed, err)
		}
	}
	x, err := d.ExportSoul(t.Context(), ask)
	if err != nil || textsIn(x.Memories) != "rain|sea" || x.Manifest.Examples != 2 || x.Format != soul.Format {
		t.Errorf("%+v, %v", x, err)
	}
	if n, err := soul.CheckAll([]byte(x.Examples)); n != 2 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	// Rejected while the examples are written: it does not become exported.
	if _, _, err := d.Decide(t.Context(), string(sea.ID), false); err != nil {
		t.Fatal(err)
	}
	if n, err := d.Exported(t.Context(), []turn.ID{rain.ID, sea.ID}); n != 1 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if got := list(memory.SoulExported) + " " + list(memory.SoulRejected); got != "rain sea" {
		t.Errorf("%q", got)
	}
	if _, _, err := d.Decide(t.Context(), string(sea.ID), true); err != nil {
		t.Fatal(err)
	}
	again, err := d.ExportSoul(t.Context(), ask)
	if err != nil || again.Examples != x.Examples || cmp.Diff(x.Manifest, again.Manifest) != "" {
		t.Errorf("exported again: %+v, %v", again, err)
	}
}

// What is approved enters the prompt where the owner alone hears it.
func TestSoulOfAView(t *testing.T) {
	h := newHome(t)
	d, _ := h.desk()
	src := ops.NewSources(h.index.Index, h.Library)
	told := func(v person.View) string {
		var out []string
		for _, u := range src.Soul(v) {
			out = append(out, u.Text)
		}
		return strings.Join(out, "|")
	}
	low := memory.Record{Scope: "owner", Content: "four stars", Stars: 4, Soul: memory.SoulCandidate}
	var ids []turn.ID
	for _, r := range []memory.Record{low, {Scope: "owner", Content: "five stars", Stars: 5}, {Scope: "owner", Content: "no", Stars: 5}} {
		ids = append(ids, h.keep(r).ID)
	}
	hers := h.keep(memory.Record{Scope: "person:aoi", Content: "hers", Stars: 5, Soul: memory.SoulApproved})
	secret := h.keep(memory.Record{Scope: "owner", Content: "for Aoi's ears", Stars: 5, Soul: memory.SoulApproved, Audience: []person.ID{"aoi"}})
	if got := told(person.ViewOf(owner)); got != "" {
		t.Errorf("before anything is approved: %q; %s, %s", got, hers.ID, secret.ID)
	}
	for _, id := range ids[:2] {
		if _, _, err := d.Decide(t.Context(), string(id), true); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := d.Exported(t.Context(), ids[:1]); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if got := told(person.ViewOf(owner)); got != "five stars|four stars" {
		t.Errorf("the owner hears %q", got)
	}
	for name, v := range map[string]person.View{
		"Aoi": person.ViewOf(aoi), "a group": person.ViewOf(owner, aoi), "a guest": person.ViewOf(guest), "nobody": {},
	} {
		if got := told(v); got != "" {
			t.Errorf("%s hears %q", name, got)
		}
	}
	if _, _, err := d.Decide(t.Context(), string(ids[1]), false); err != nil {
		t.Fatal(err)
	}
	if got := told(person.ViewOf(owner)); got != "four stars" {
		t.Errorf("after it was rejected: %q", got)
	}
}

func TestCues(t *testing.T) {
	h := newHome(t)
	d, _ := h.desk()
	if _, err := h.Library.Write("owner", "knowledge/cups.md", "---\nimportance: 5\n---\n# Cups\n\n## Blue\n\nThe blue cup is chipped.\n", library.Replace); err != nil {
		t.Fatal(err)
	}
	if err := h.Library.Scan(t.Context(), "", func(f library.File) bool { h.index.Files(f.Scope, f.Path, f.Chunks); return true }); err != nil {
		t.Fatal(err)
	}
	h.keep(memory.Record{Scope: "owner", Content: "tea", Stars: 5, Actors: []string{"Aoi"}})
	h.keep(memory.Record{Scope: "owner", Content: "milk", Stars: 2, Actors: []string{"Aoi"}})
	h.keep(memory.Record{Scope: "person:aoi", Content: "hers", Stars: 5})
	got, err := d.Cues(t.Context(), h.viewer(d, ""), h.index.Index, []string{"stars=5"}, 0)
	if err != nil || got.Total != 2 || got.FullScan != 3 || got.Examined != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	for _, m := range got.Memories {
		if m.Short == "" || (m.Kind == ops.InFile) != (m.Path == "knowledge/cups.md") {
			t.Errorf("%+v", m)
		}
	}
	got, err = d.Cues(t.Context(), h.viewer(d, ""), h.index.Index, []string{"actor=AOI", "stars=1..3"}, 0)
	if err != nil || textsIn(got.Memories) != "milk" {
		t.Errorf("%+v, %v", got, err)
	}
	got, err = d.Cues(t.Context(), h.viewer(d, "aoi"), h.index.Index, []string{"stars=5", "type=semantic"}, 1)
	if err != nil || textsIn(got.Memories) != "hers" || got.Total != 1 || got.FullScan != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := d.Cues(t.Context(), h.viewer(d, ""), h.index.Index, []string{"colour=red"}, 0); !strings.HasPrefix(problem(err), "bad_cue") {
		t.Error(err)
	}
}

package ops_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// swept sweeps at a time, which is the clock's from then on.
func (h *home) swept(now time.Time) ops.Swept {
	h.t.Helper()
	h.Clock.(*stepClock).set(now)
	s, err := h.Sweep(h.t.Context(), now)
	if err != nil {
		h.t.Fatal(err)
	}
	return s
}

// state is the status of each record of a scope by its content, with why.
func (h *home) state(s person.Scope) map[string]string {
	h.t.Helper()
	out := map[string]string{}
	for _, r := range h.records(s) {
		out[r.Content] = string(r.Status)
		if r.Reason != "" {
			out[r.Content] += ": " + r.Reason
		}
	}
	return out
}

func TestSweep(t *testing.T) {
	h := newHome(t)
	d, _ := h.desk()
	start := h.Clock.Now()
	weak := func(scope person.Scope, content string) memory.Record {
		return memory.Record{Scope: scope, Content: content, Stars: 1, Strength: .2}
	}
	h.keep(weak("owner", "weak"))
	h.keep(weak("person:aoi", "hers"))
	used := weak("owner", "weak, used")
	used.Used, used.LastAccessed = 3, start
	h.keep(used)
	tagged := weak("owner", "weak, marked")
	tagged.Tags = []string{"[IMPORTANT]"}
	h.keep(tagged)
	h.keep(memory.Record{Scope: "owner", Content: "strong", Stars: 5})
	h.keep(memory.Record{Scope: "owner", Content: "for a week", Term: memory.Short, ValidUntil: start.AddDate(0, 0, 7)})
	h.keep(memory.Record{Scope: "owner", Content: "till May", ValidUntil: start.AddDate(0, 0, 180)})
	gone := weak("owner", "archived by hand")
	gone.Status, gone.Reason, gone.ArchivedAt = memory.Archived, "owner", start
	h.keep(gone)

	if s := h.swept(start.AddDate(0, 0, 6)); s != (ops.Swept{Looked: 8}) {
		t.Errorf("after six days: %+v", s)
	}
	if s := h.swept(start.AddDate(0, 0, 8)); s != (ops.Swept{Looked: 8, Expired: 1}) {
		t.Errorf("after eight days: %+v", s)
	}
	later := start.AddDate(0, 0, 60)
	h.index.records = nil
	if s := h.swept(later); s != (ops.Swept{Looked: 8, Faded: 2}) || len(h.index.records) != 2 {
		t.Errorf("after two months: %+v, the index was told of %d", s, len(h.index.records))
	}
	want := map[string]string{
		"weak": "archived: faded", "weak, used": "active", "weak, marked": "active", "strong": "active", "for a week": "archived: expired",
		"till May": "active", "archived by hand": "archived: owner",
	}
	if diff := cmp.Diff(want, h.state("owner")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{"hers": "archived: faded"}, h.state("person:aoi")); diff != "" {
		t.Error(diff)
	}
	if hits, err := d.Search(t.Context(), h.viewer(d, ""), ops.SearchQuery{Text: "weak"}); err != nil || len(hits) != 2 {
		t.Errorf("found after it: %+v, %v", hits, err)
	}
	if s := h.swept(later); s != (ops.Swept{Looked: 8}) {
		t.Errorf("again: %+v", s)
	}
	// Nobody forgot these: /undo takes the owner's own forgetting back.
	if u, err := d.Undo(t.Context(), "owner"); err != nil || u.Back.Text != "archived by hand" {
		t.Errorf("undone: %+v, %v", u, err)
	}
}

// What was brought back by hand is not archived again the next night.
func TestRestoredStays(t *testing.T) {
	h := newHome(t)
	d, _ := h.desk()
	start := h.Clock.Now()
	var ids []turn.ID
	for _, r := range []memory.Record{
		{Content: "weak", Stars: 1, Strength: .2},
		{Content: "for a week", Term: memory.Short, ValidUntil: start.AddDate(0, 0, 7)},
	} {
		r.Scope = "owner"
		ids = append(ids, h.keep(r).ID)
	}
	later := start.AddDate(0, 0, 60)
	if s := h.swept(later); s.Faded != 1 || s.Expired != 1 {
		t.Fatalf("%+v", s)
	}
	for _, id := range ids {
		if _, changed, err := d.Restore(t.Context(), h.viewer(d, ""), string(id)); err != nil || !changed {
			t.Fatalf("%v, %v", changed, err)
		}
	}
	for _, day := range []int{1, 7} {
		if s := h.swept(later.AddDate(0, 0, day)); s != (ops.Swept{Looked: 2}) {
			t.Errorf("%d days after they were restored: %+v", day, s)
		}
	}
	if hits, err := d.Search(t.Context(), h.viewer(d, ""), ops.SearchQuery{Text: "week weak"}); err != nil || len(hits) != 2 {
		t.Errorf("found: %+v, %v", hits, err)
	}
	if s := h.swept(later.AddDate(1, 0, 0)); s.Faded != 0 {
		t.Errorf("what was used is archived after a year: %+v", s)
	}
	// A record that was replaced long ago and holds again stays too.
	old := h.keep(memory.Record{Scope: "owner", Content: "old", Stars: 1, Strength: .2, Status: memory.Superseded, SupersededBy: ids[0], ValidUntil: start})
	if u, err := d.Undo(t.Context(), "owner"); err != nil || u.Back.ID != string(old.ID) {
		t.Fatalf("%+v, %v", u, err)
	}
	if s := h.swept(h.Clock.Now().AddDate(0, 0, 60)); s.Faded != 0 {
		t.Errorf("what holds again is archived: %+v", s)
	}
}

// A sweep that is stopped goes on with the next one.
func TestSweepStops(t *testing.T) {
	h := newHome(t)
	start := h.Clock.Now()
	const many = 450 // more than go together
	for i := range many {
		h.keep(memory.Record{Scope: "owner", Content: fmt.Sprint("weak ", i), Stars: 1, Strength: .2})
	}
	later := start.AddDate(0, 0, 60)
	h.Clock.(*stepClock).set(later)
	ctx, cancel := context.WithCancel(t.Context())
	h.index.changing = cancel // in the middle of it
	s, err := h.Sweep(ctx, later)
	if !errors.Is(err, context.Canceled) || s.Faded == 0 || s.Faded == many {
		t.Errorf("stopped: %+v, %v", s, err)
	}
	h.index.changing = nil
	if again := h.swept(later); again.Faded != many-s.Faded {
		t.Errorf("%d and then %d of %d", s.Faded, again.Faded, many)
	}
}

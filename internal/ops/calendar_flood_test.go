package ops_test

import (
	"fmt"
	"testing"

	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/calendar/ics"
	"github.com/kokoron/kokoron/internal/ops"
)

// TestFeedsHaveRoom: many calendars elsewhere bring no more events together than
// one may, and what there was no room for is counted.
func TestFeedsHaveRoom(t *testing.T) {
	h := newHome(t)
	v, err := ops.Desk{Ops: h.Ops}.Viewer(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	var list []event.Event
	for i := range 12_000 {
		list = append(list, event.Event{UID: fmt.Sprint(i), Title: "x", Start: event.Day(2026, 12, 2), AllDay: true})
	}
	s := &server{data: ics.Write("many", list)}
	f := &ops.Feeds{Ops: h.Ops, From: s}
	for i, want := range []int{12_000, 8000} {
		got, err := f.Subscribe(t.Context(), v, fmt.Sprintf("https://school.example/%d", i))
		if err != nil || got.Events != want || got.Skipped != 12_000-want {
			t.Errorf("%d: %d events, %d skipped, %v", i, got.Events, got.Skipped, err)
		}
	}
}

package ops_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
)

// TestWarnWaitsForHoursAndQuiet: neither the message nor that the owner knows
// of the trouble is kept while they want to hear nothing; all else that holds
// other messages holds no warning.
func TestWarnWaitsForHoursAndQuiet(t *testing.T) {
	ill := ops.Warning{Part: "heart", Channel: "terminal", Text: "the heart stands still"}
	for name, c := range map[string]struct {
		before func(h *home, clk *stepClock)
		told   bool
	}{
		"usually":                           {func(*home, *stepClock) {}, true},
		"nothing is said unasked otherwise": {func(h *home, _ *stepClock) { h.Ops.Speaking = ops.Speaking{} }, true},
		"in a talk":                         {func(h *home, _ *stepClock) { h.exchange(owner, "ただいま", "おかえりなさい。") }, true},
		"the slots of the day are taken": {func(h *home, _ *stepClock) {
			h.Ops.Speaking.Policy.PerDay = 1
			h.speak(governor.Wish{ID: "w", Person: person.OwnerID, Kind: governor.Briefing, Text: "おはようございます"})
		}, true},
		"at night": {func(_ *home, clk *stepClock) { clk.set(time.Date(2026, 12, 1, 3, 0, 0, 0, zone)) }, false},
		"at night, where nothing is said unasked otherwise": {func(h *home, clk *stepClock) {
			h.Ops.Speaking = ops.Speaking{}
			clk.set(time.Date(2026, 12, 1, 3, 0, 0, 0, zone))
		}, false},
		"while quiet": {func(h *home, _ *stepClock) {
			if err := h.Quiet(t.Context(), person.OwnerID, ops.Silence{On: true}); err != nil {
				t.Fatal(err)
			}
		}, false},
	} {
		h, clk := speaking(t)
		c.before(h, clk)
		queued := len(h.unasked())
		out, err := h.Warn(t.Context(), ill)
		troubles, e := h.Troubles(t.Context())
		if e != nil {
			t.Fatal(e)
		}
		if c.told {
			if err != nil || out.Text != ill.Text || len(h.unasked()) != queued+1 || !slices.Equal(troubles, []string{"heart"}) || !h.diaryHas(ill.Text) || !h.sessionHas(ill.Text) {
				t.Errorf("%s: %+v, %v, knows %v", name, out, err, troubles)
			}
		} else if !errors.Is(err, ops.ErrNotNow) || len(h.unasked()) != queued || len(troubles) != 0 || h.diaryHas(ill.Text) {
			t.Errorf("%s: %+v, %v, knows %v", name, out, err, troubles)
		}
	}
}

// TestWarnOnce: that a trouble was told outlives the process, and is forgotten
// when it is told that it is over; what nobody waits for any more writes nothing.
func TestWarnOnce(t *testing.T) {
	h, _ := speaking(t)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.Warn(gone, ops.Warning{Part: "database", Channel: "terminal", Text: "too late"}); !errors.Is(err, context.Canceled) || len(h.unasked()) != 0 {
		t.Errorf("%v, %d queued", err, len(h.unasked()))
	}
	for i, step := range []struct {
		w    ops.Warning
		know []string
	}{
		{ops.Warning{Part: "heart", Text: "ill"}, []string{"heart"}},
		{ops.Warning{Part: "job/nightly", Text: "stuck"}, []string{"heart", "job/nightly"}},
		{ops.Warning{Part: "heart", Over: true, Text: "well"}, []string{"job/nightly"}},
	} {
		step.w.Channel = "terminal"
		if _, err := h.Warn(t.Context(), step.w); err != nil {
			t.Fatal(err)
		}
		if got, err := h.Troubles(t.Context()); err != nil || !slices.Equal(got, step.know) || len(h.unasked()) != i+1 {
			t.Errorf("after %d: knows %v, %d queued, %v", i, got, len(h.unasked()), err)
		}
	}
}

package ops_test

import (
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/turn"
)

// TestBrief: the day is told once, from plain code, and not when the morning is
// over or there is nothing to tell.
func TestBrief(t *testing.T) {
	h := newHome(t)
	h.Speaking = ops.Speaking{On: true, Policy: governor.Usual()}
	h.exchange(owner, "おはよう", "おはようございます。")
	h.pass(time.Hour)
	brief := func() map[string]int {
		t.Helper()
		res, err := h.Brief(t.Context(), heart.Call{Due: h.Clock.Now(), Now: h.Clock.Now()})
		if err != nil {
			t.Fatal(err)
		}
		return res.Counts
	}
	if got := brief(); got["events"] != 0 || len(h.unasked()) > 0 {
		t.Errorf("an empty day: %v", got)
	}
	for _, e := range []ops.ToPlan{{Title: "歯医者", When: "今日の15時", Place: "渋谷"}, {Title: "祝日", When: "今日", AllDay: true}} {
		tn := h.said(owner, e.When)
		res, err := h.Plan(t.Context(), tn, turn.OpOf(tn.ID, 0, 0), e, func(ops.Planned) tool.Result { return tool.Result{Wrote: true} })
		if err != nil || !res.Wrote {
			t.Fatal(res, err)
		}
	}
	for range 2 {
		brief()
	}
	out := h.unasked()
	if len(out) != 1 || !strings.Contains(out[0].Text, "15:00 歯医者（渋谷）") || !strings.Contains(out[0].Text, "終日 祝日") {
		t.Errorf("%+v", out)
	}
	if res, err := h.Brief(t.Context(), heart.Call{Due: h.Clock.Now().Add(-4 * time.Hour), Now: h.Clock.Now()}); err != nil || res.Counts["stale"] != 1 {
		t.Errorf("%+v, %v", res, err)
	}
}

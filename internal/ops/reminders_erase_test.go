package ops_test

import (
	"testing"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/turn"
)

// TestEraseReminders: the words go from what will be said too, and with a line
// what was made of it; others stay.
func TestEraseReminders(t *testing.T) {
	h := local(t)
	const words = "青磁の湯呑み"
	set := func(text string) {
		t.Helper()
		if _, err := h.SetReminder(t.Context(), owner, ops.ToRemind{Text: text, When: "in 3 hours"}); err != nil {
			t.Fatal(err)
		}
	}
	set(words + "を取りに行く")
	set("薬を飲む")
	told, _ := h.exchange(owner, "3時間後にあれを引き取るようリマインドして", "", "はい。", "", turn.Recalled{})
	_, err := h.AddReminder(t.Context(), told, "op", ops.ToRemind{Text: "例の品", When: "in 2 hours"}, func(ops.Reminded) tool.Result { return tool.Result{Wrote: true} })
	h.must(err)

	d := h.doom(ops.ToErase{Text: words})
	done, err := h.eraser.Erase(t.Context(), owner, d)
	h.must(err)
	if left := h.bytesWith(words); len(left) > 0 || !done.Done {
		t.Errorf("left in %v: %+v", left, done)
	}
	_, err = h.eraser.Erase(t.Context(), owner, h.doom(ops.ToErase{ID: string(told.Messages[0].ID)}))
	h.must(err)
	list, err := h.RemindersOf(t.Context(), owner, true)
	if err != nil || len(list) != 1 || list[0].Text != "薬を飲む" {
		t.Errorf("%+v, %v", list, err)
	}
}

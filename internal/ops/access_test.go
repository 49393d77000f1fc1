package ops_test

import (
	"testing"

	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// TestAccess: what came to mind is counted once a reply, what shows in the
// reply counts as used, and nothing of another's is touched.
func TestAccess(t *testing.T) {
	h := newHome(t)
	mine := h.said(owner, "猫")
	h.remember(mine, ops.ToRemember{Content: "猫の名前はミケ"})
	h.remember(mine, ops.ToRemember{Content: "車の色は青"})
	h.remember(h.said(aoi, "x"), ops.ToRemember{Content: "Aoi likes tea"})
	cat, car, tea := h.records(person.ScopeOwner)[0], h.records(person.ScopeOwner)[1], h.records(aoi.Scope())[0]
	h.accept(owner, "e1", "うちの子、何て名前だっけ")
	tn := h.start()
	tn.Speaker, tn.View = owner, person.ViewOf(owner)
	reply := turn.Reply{Text: "猫の名前はミケですよ。", Recalled: turn.Recalled{Units: []string{string(cat.ID), string(car.ID), string(tea.ID), "a line"}}}
	for range 2 { // finishing twice changes nothing
		if _, err := h.Finish(t.Context(), tn, reply); err != nil {
			t.Fatal(err)
		}
	}
	list := h.records(person.ScopeOwner)
	if c := list[0]; c.Retrieved != 1 || c.Used != 1 || c.LastAccessed.IsZero() {
		t.Errorf("used: %+v", c)
	}
	if c := list[1]; c.Retrieved != 1 || c.Used != 0 || c.Strength != car.Strength {
		t.Errorf("recalled alone: %+v", c)
	}
	if c := h.records(aoi.Scope())[0]; c.Retrieved != 0 {
		t.Errorf("another's: %+v", c)
	}
	if u, ok := h.index.Unit(person.ViewOf(owner), string(cat.ID)); !ok || u.Record.Used != 1 {
		t.Errorf("the index knows %+v", u.Record)
	}
}

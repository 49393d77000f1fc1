package governor

import (
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/turn"
)

// TestHeldUpOnTheWay: what waited on its way counts from when it was handed
// over, and what waited behind it does not come in a heap.
func TestHeldUpOnTheWay(t *testing.T) {
	tokyo := load("Asia/Tokyo")
	ten := time.Date(2026, 11, 30, 10, 0, 0, 0, tokyo)
	p := Usual()
	wish := func(id string) Wish {
		return Wish{ID: turn.ID("w-" + id), Person: "p", Kind: Thought, Text: "about " + id}
	}
	first, second, third := wish("tea"), wish("owls"), wish("rain")
	s := State{Seen: ten}.Reserve(first, ten).Reserve(second, ten.Add(time.Hour))
	four := ten.Add(6 * time.Hour)
	if v := Still(p, s, first, four); v.Outcome != May {
		t.Fatalf("the first, when the way is free: %+v", v)
	}
	s = s.HandOver(first, four)
	if v := Still(p, s, second, four.Add(time.Second)); v.Outcome != Held || !v.Until.Equal(four.Add(time.Hour)) {
		t.Errorf("the second behind it: %s until %v", v.Reason, v.Until)
	}
	if v := Decide(p, s.Release(second.ID), third, four.Add(30*time.Minute)); v.Reason != Gap {
		t.Errorf("a third one: %s", v.Reason)
	}
	if v := Still(p, s, first, four.Add(time.Minute)); v.Outcome != May {
		t.Errorf("itself again: %s", v.Reason)
	}

	// Whatever is answered while it is on its way, it waits for an answer after.
	s = s.Answer(four.Add(5 * time.Minute))
	five := four.Add(time.Hour)
	s = s.HandOver(first, five)
	if s.Unanswered != 1 {
		t.Errorf("%d without an answer", s.Unanswered)
	}
	s = s.Release(second.ID).HandOver(second, five.Add(time.Hour))
	if v := Decide(p, s, third, five.Add(3*time.Hour)); v.Reason != Unanswered {
		t.Errorf("after two: %s", v.Reason)
	}
	if v := Still(p, s.Reserve(third, five), third, five.Add(3*time.Hour)); v.Reason != Unanswered {
		t.Errorf("after two, on its way: %s", v.Reason)
	}
}

// TestHandedOverOnAnotherDay: it counts for the day on which it was handed over
// as well.
func TestHandedOverOnAnotherDay(t *testing.T) {
	tokyo := load("Asia/Tokyo")
	late := time.Date(2026, 11, 30, 22, 50, 0, 0, tokyo)
	p := Usual()
	p.PerDay = 1
	w := Wish{ID: "w1", Person: "p", Kind: Briefing, Text: "x"}
	morning := late.Add(36 * time.Hour)
	s := State{Seen: late}.Reserve(w, late).HandOver(w, morning)
	if v := Decide(p, s, Wish{ID: "w2", Person: "p", Kind: Briefing, Text: "y"}, morning.Add(2*time.Hour)); v.Reason != PerDay {
		t.Errorf("%+v", v)
	}
}

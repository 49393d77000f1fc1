package ops_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/reminder"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// take chooses something under a message, which must be offered.
func (h *home) take(who person.Person, id turn.ID, o turn.Offer) ops.OfferTaken {
	h.t.Helper()
	got, err := h.Take(h.t.Context(), who, id, o)
	if err != nil {
		h.t.Fatalf("%s: %v", o, err)
	}
	return got
}

// under says what stands under a message.
func (h *home) under(who person.Person, id turn.ID) string {
	h.t.Helper()
	all, err := h.Offered(h.t.Context(), who, []turn.ID{"x", id})
	if err != nil {
		h.t.Fatal(err)
	}
	if _, any := all["x"]; any {
		h.t.Error("something stands under nothing")
	}
	return fmt.Sprint(all[id].Offers, all[id].Taken)
}

func TestTakeUnderWhatIsSaidUnasked(t *testing.T) {
	h, clk := speaking(t)
	m := h.speak(thought("w1", "庭のトマトが赤くなりました"))
	if _, err := h.LastOffered(t.Context(), owner, turn.OfferLater); !errors.Is(err, ops.ErrNoOffer) {
		t.Errorf("it was not shown yet: %v", err)
	}
	h.deliver(m.Channel)
	if got := h.under(owner, m.ID); got != "[later less never]" {
		t.Errorf("under it stands %s", got)
	}
	first := h.take(owner, m.ID, turn.OfferLater)
	clk.pass(time.Minute)
	again := h.take(owner, m.ID, turn.OfferLater)
	if !first.Changed || again.Changed || first.Say(text.Ja) != again.Say(text.Ja) || !strings.Contains(first.Say(text.Ja), "3時間") {
		t.Errorf("%+v %q, then %+v %q", first, first.Say(text.Ja), again, again.Say(text.Ja))
	}
	if got := h.under(owner, m.ID); got != "[]later" {
		t.Errorf("afterwards %s", got)
	}
	clk.pass(time.Minute)
	if got := h.take(owner, m.ID, turn.OfferNever); !got.Changed || h.under(owner, m.ID) != "[]never" {
		t.Errorf("a change of mind: %+v, %s", got, h.under(owner, m.ID))
	}
	if id, err := h.LastOffered(t.Context(), owner, turn.OfferLess); err != nil || id != m.ID {
		t.Errorf("the last one is %s, %v", id, err)
	}
	if got := h.take(owner, m.ID, turn.OfferLater); got.Changed || !got.Void {
		t.Errorf("what is never to be spoken of comes again later: %+v", got)
	}
	r, err := h.Restraint(t.Context(), person.OwnerID)
	if err != nil || !slices.Equal(r.Closed, []string{"庭"}) {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestNobodyElseTakes(t *testing.T) {
	h, _ := speaking(t)
	m := h.speak(thought("w1", "庭のトマトが赤くなりました"))
	h.deliver(m.Channel)
	for name, c := range map[string]struct {
		who person.Person
		id  turn.ID
		o   turn.Offer
	}{
		"another":       {aoi, m.ID, turn.OfferNever},
		"a visitor":     {person.Person{ID: person.OwnerID, Role: person.Visitor}, m.ID, turn.OfferNever},
		"nobody":        {person.Person{}, m.ID, turn.OfferNever},
		"no message":    {owner, "x", turn.OfferNever},
		"not under it":  {owner, m.ID, turn.OfferDone},
		"no such offer": {owner, m.ID, "always"},
	} {
		if _, err := h.Take(t.Context(), c.who, c.id, c.o); !errors.Is(err, ops.ErrNoOffer) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := h.under(aoi, m.ID); got != "[]" {
		t.Errorf("another sees %s", got)
	}
	if got := h.under(owner, m.ID); got != "[later less never]" {
		t.Errorf("it was changed: %s", got)
	}
}

// TestLaterWhileSwitchedOff does not promise what will not be.
func TestLaterWhileSwitchedOff(t *testing.T) {
	h, _ := speaking(t)
	m := h.speak(thought("w1", "庭のトマトが赤くなりました"))
	h.deliver(m.Channel)
	h.Ops.Speaking.On = false
	first, again := h.take(owner, m.ID, turn.OfferLater), h.take(owner, m.ID, turn.OfferLater)
	if !first.Void || !again.Void || strings.Contains(first.Say(text.Ja), "3時間") {
		t.Errorf("%+v, %+v: %s", first, again, first.Say(text.Ja))
	}
}

// TestWatchwordsHaveNoOffers: what is not offered cannot be taken.
func TestWatchwordsHaveNoOffers(t *testing.T) {
	h, _ := speaking(t)
	w := thought("w1", "モデルが答えません")
	w.Kind = governor.Watchdog
	m := h.speak(w)
	if m.State != state.SpokenQueued {
		t.Fatalf("%+v", m)
	}
	h.deliver(m.Channel)
	if _, err := h.Take(t.Context(), owner, m.ID, turn.OfferNever); !errors.Is(err, ops.ErrNoOffer) || h.under(owner, m.ID) != "[]" {
		t.Errorf("%v, %s", err, h.under(owner, m.ID))
	}
}

func TestTakeUnderAReminder(t *testing.T) {
	h := newReminded(t)
	h.set(owner, "薬", "2026-11-30 09:00")
	h.beat(day(30, 9, 0))
	id, err := h.LastOffered(t.Context(), owner, turn.OfferSnooze)
	if err != nil || h.under(owner, id) != "[snooze done]" || h.under(aoi, id) != "[]" {
		t.Fatalf("%s %v: %s", id, err, h.under(owner, id))
	}
	first := h.take(owner, id, turn.OfferSnooze)
	list, err := h.RemindersOf(t.Context(), owner, false)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	due := list[0].Due()
	if want := day(30, 9, 0).Add(reminder.UsualSnooze); due.Before(want) || due.After(want.Add(time.Minute)) {
		t.Errorf("due again at %v, want %v", due, want)
	}
	second := h.take(owner, id, turn.OfferSnooze)
	if list, err = h.RemindersOf(t.Context(), owner, false); err != nil || !list[0].Due().Equal(due) {
		t.Errorf("pressed twice it is due at %v, was %v (%v)", list[0].Due(), due, err)
	}
	if !first.Changed || second.Changed || first.Say(text.En) != second.Say(text.En) || !strings.Contains(first.Say(text.En), "10 minutes") {
		t.Errorf("%+v %q, then %+v %q", first, first.Say(text.En), second, second.Say(text.En))
	}
	if h.beat(due.Add(time.Second)) != 1 {
		t.Fatal("it was not said again")
	}
	fresh, err := h.LastOffered(t.Context(), owner, turn.OfferDone)
	if err != nil || fresh == id || h.under(owner, fresh) != "[snooze done]" || h.under(owner, id) != "[]snooze" {
		t.Errorf("the last is %s (%v): %s; before %s", fresh, err, h.under(owner, fresh), h.under(owner, id))
	}
	if h.take(owner, id, turn.OfferSnooze).Changed {
		t.Error("what was put off and said again is put off by an old press")
	}
	if got := h.take(owner, fresh, turn.OfferDone); !got.Changed || h.take(owner, fresh, turn.OfferDone).Changed || h.under(owner, fresh) != "[]done" {
		t.Errorf("%+v, %s", got, h.under(owner, fresh))
	}
}

package governor

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/kokoron/kokoron/internal/turn"
)

// keepSlots is how many slots are remembered. They go by their number and not
// by their age: a clock that was set forward must not make them forgotten.
const keepSlots = 128

// State is what is remembered of one person. It is a value: no method changes
// the one it is called on.
type State struct {
	Seq   uint64    `json:"seq"`   // of the last slot; rises with each
	Seen  time.Time `json:"seen"`  // the latest instant ever seen
	Slots []Slot    `json:"slots"` // in the order of Seq

	Unanswered int       `json:"unanswered"`     // in a row
	Heard      time.Time `json:"heard,omitzero"` // the last message from or to the person
	Shut       time.Time `json:"shut,omitzero"`  // closed until then: it is not known what was sent
	QuietUntil time.Time `json:"quiet_until,omitzero"`
	QuietOn    bool      `json:"quiet_on,omitempty"` // until it is lifted

	Topics map[string]Budget `json:"topics,omitempty"` // by TopicKey
	Hours  [24]Budget        `json:"hours"`
	Never  []Never           `json:"never,omitempty"`

	// Open says that a turn of the person is open or a message waits. It is of
	// the moment and not kept.
	Open bool `json:"-"`
}

// Slot is one message that counts.
type Slot struct {
	ID    turn.ID   `json:"id"` // of the wish
	Seq   uint64    `json:"seq"`
	At    time.Time `json:"at"` // as it was stamped
	Kind  Kind      `json:"kind"`
	Waits bool      `json:"waits,omitempty"` // for an answer
	// Out is when it was handed over last: days or hours after At, where the way
	// to the person was blocked. Zero: it waits for that.
	Out time.Time `json:"out,omitzero"`
	// Late is when it was first seen that At or Out lies in the future, so that
	// the clock was set back: the message was sent then at the latest.
	Late time.Time `json:"late,omitzero"`
	// Text is what was said; whoever loads the state fills it in where it is
	// Compared.
	Text string `json:"-"`
}

// Compared reports whether what a slot said is compared with what would be said
// at a time: only then its Text is needed.
func (s Slot) Compared(now time.Time) bool {
	return s.within(now, day) || s.At.After(now) || s.Out.After(now)
}

// within reports whether a slot is less than d away from t, before or after it.
func (s Slot) within(t time.Time, d time.Duration) bool {
	return slices.ContainsFunc(s.times(), func(at time.Time) bool { return t.Sub(at).Abs() < d })
}

// on reports whether a slot counts for the date of t in its zone.
func (s Slot) on(t time.Time) bool {
	return slices.ContainsFunc(s.times(), func(at time.Time) bool { return sameDate(t, at) })
}

// times are the instants by which a slot counts.
func (s Slot) times() []time.Time {
	return slices.DeleteFunc([]time.Time{s.At, s.Out, s.Late}, time.Time.IsZero)
}

// Missing is the state of a person of whom it is not known any more what was
// sent: closed for a day, and then until they write.
func Missing(p Policy, now time.Time) State {
	return State{Seen: now, Shut: now.Add(day), Unanswered: max(1, p.Unanswered)}
}

// Outdated is the state where it is not known what was sent since: closed like
// one that is Missing, with all that the person wants.
func (s State) Outdated(p Policy, now time.Time) State {
	s = s.Observe(now)
	s.Shut, s.Unanswered = now.Add(day), max(s.Unanswered, 1, p.Unanswered)
	return s
}

// Check says what no state can be.
func (s State) Check() error {
	var last uint64
	for _, slot := range s.Slots {
		if slot.Seq <= last || slot.Seq > s.Seq || slot.At.IsZero() || slot.ID == "" {
			return fmt.Errorf("slot %d of %d is out of order", slot.Seq, s.Seq)
		}
		last = slot.Seq
	}
	if s.Unanswered < 0 || len(s.Slots) > keepSlots {
		return errors.New("counters are out of range")
	}
	if s.Seen.IsZero() {
		return errors.New("no instant was ever seen")
	}
	budgets := s.Hours[:]
	for _, b := range s.Topics {
		budgets = append(budgets, b)
	}
	for _, b := range budgets {
		if math.IsNaN(b.Weight) || b.Weight < 0 || b.Weight > 1 {
			return fmt.Errorf("weight %v is out of range", b.Weight)
		}
	}
	return nil
}

func (s State) clone() State {
	s.Slots, s.Topics, s.Never = slices.Clone(s.Slots), maps.Clone(s.Topics), slices.Clone(s.Never)
	return s
}

// Observe is the state once the clock shows now. What lies in the future then
// is counted from now on: the clock was set back, and nobody knows how long ago
// it was.
func (s State) Observe(now time.Time) State {
	s = s.clone()
	if now.After(s.Seen) {
		s.Seen = now
	}
	for i, slot := range s.Slots {
		if (slot.At.After(now) || slot.Out.After(now)) && (slot.Late.IsZero() || slot.Late.After(now)) {
			s.Slots[i].Late = now
		}
	}
	s.Heard = earlier(s.Heard, now)
	s.Shut = earlier(s.Shut, now.Add(day))
	for i := range s.Hours {
		s.Hours[i] = s.Hours[i].observe(now)
	}
	for k, b := range s.Topics {
		s.Topics[k] = b.observe(now)
	}
	return s
}

func earlier(a, b time.Time) time.Time {
	if a.After(b) {
		return b
	}
	return a
}

// Reserve takes a slot for a wish that may be said; now is in the person's
// zone. A wish that has one gets no second. A reminder gets none, but is a
// message to the person.
func (s State) Reserve(w Wish, now time.Time) State {
	s = s.Observe(now)
	s.Heard = now
	o, _ := w.Kind.obeys()
	if !o.caps || slices.ContainsFunc(s.Slots, func(slot Slot) bool { return slot.ID == w.ID }) {
		return s
	}
	s.Seq++
	s.Slots = append(s.Slots, Slot{ID: w.ID, Seq: s.Seq, At: now, Kind: w.Kind, Waits: o.pace, Text: w.Text})
	if n := len(s.Slots); n > keepSlots {
		s.Slots = slices.Clone(s.Slots[n-keepSlots:])
	}
	if o.pace {
		s.Unanswered++
		s.spend(w.Topic, now)
	}
	return s
}

// HandOver is the state when a message that has its slot is handed over, for
// the first time or again. It waits for an answer from then on, whatever was
// said meanwhile.
func (s State) HandOver(w Wish, now time.Time) State {
	s = s.Reserve(w, now)
	o, _ := w.Kind.obeys()
	for i := range s.Slots {
		slot := &s.Slots[i]
		if slot.ID != w.ID {
			continue
		}
		slot.Out = now
		if o.pace && !slot.Waits {
			slot.Waits = true
			s.Unanswered++
		}
	}
	return s
}

// without is the state as if only what was handed over had been decided, and
// that not to be repeated: the message of an id is left out.
func (s State) without(id turn.ID) State {
	for _, slot := range s.Slots {
		if slot.ID == id && slices.ContainsFunc(slot.times(), s.Heard.Equal) {
			s.Heard = time.Time{} // itself
		}
		if slot.ID == id || slot.Out.IsZero() {
			s = s.Release(slot.ID)
		}
	}
	return s
}

// Release gives the slot of a wish back that was dropped before it was sent.
func (s State) Release(id turn.ID) State {
	s = s.clone()
	s.Slots = slices.DeleteFunc(s.Slots, func(slot Slot) bool {
		if slot.ID == id && slot.Waits {
			s.Unanswered = max(0, s.Unanswered-1)
		}
		return slot.ID == id
	})
	return s
}

// Answer is the state when the person has written: all is answered.
func (s State) Answer(now time.Time) State {
	s = s.Said(now)
	s.Unanswered = 0
	for i := range s.Slots {
		s.Slots[i].Waits = false
	}
	return s
}

// Said is the state when something was said to the person in a talk.
func (s State) Said(now time.Time) State {
	s = s.Observe(now)
	s.Heard = now
	return s
}

// Quieten is the state when the person wants quiet until a time, or, where it
// is zero, until they lift it.
func (s State) Quieten(until time.Time) State {
	s = s.clone()
	s.QuietUntil, s.QuietOn = until, until.IsZero()
	return s
}

// Lift is the state when the person wants quiet no more.
func (s State) Lift() State {
	s = s.clone()
	s.QuietUntil, s.QuietOn = time.Time{}, false
	return s
}

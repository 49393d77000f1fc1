package state

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// How much of what was said unasked is kept of a person: so many messages and
// so many decisions, and none that is older.
const (
	keepSpoken    = 1000
	keepDecisions = 2000
	KeepSpeech    = 90 * 24 * time.Hour
)

// SpokenState is how far a message has come that nobody asked for.
type SpokenState string

// The states. A message goes SpokenHeld → SpokenQueued (its slot is reserved) →
// SpokenSending → SpokenSent; one that may have been sent and is not tried again
// is SpokenUnknown.
const (
	SpokenHeld    SpokenState = "held"
	SpokenQueued  SpokenState = "queued"
	SpokenSending SpokenState = "sending"
	SpokenSent    SpokenState = "sent"
	SpokenUnknown SpokenState = "unknown"
	SpokenDropped SpokenState = "dropped"
)

// Spoken is something that the companion says or would say unasked. Its JSON
// fields are stable.
type Spoken struct {
	Wish     governor.Wish    `json:"wish"`
	ID       turn.ID          `json:"id,omitempty"` // of the message and its diary line, once it is queued
	State    SpokenState      `json:"state"`
	Verdict  governor.Verdict `json:"verdict"` // the last one
	Made     time.Time        `json:"made"`    // when it was wished for
	At       time.Time        `json:"at,omitzero"`
	Zone     string           `json:"zone,omitempty"` // of the person then
	Channel  string           `json:"channel,omitempty"`
	Answered time.Time        `json:"answered,omitzero"` // when the person wrote next
	// Buttons are those that the person has pressed, and when.
	Buttons map[turn.Offer]time.Time `json:"buttons,omitempty"`
	Erased  bool                     `json:"erased,omitempty"`
}

// Decision is what was decided about a wish at some time.
type Decision struct {
	Wish    turn.ID          `json:"wish"`
	Kind    governor.Kind    `json:"kind"`
	Verdict governor.Verdict `json:"verdict"`
}

// Place is where a person wrote last.
type Place struct {
	Channel string    `json:"channel"`
	At      time.Time `json:"at"`
}

// Speech keeps what was said unasked, every decision about it, and by whose
// leave: the governor's state of each person. It has no state of its own; its
// zero value is ready.
type Speech struct{}

var (
	gates     = kv.NewBucket[json.RawMessage]("speech/gates")          // person → governor's state
	spoken    = kv.NewBucket[Spoken]("speech/spoken")                  // person, wish → message
	messages  = kv.NewBucket[turn.ID]("speech/messages")               // person, message → wish
	receivers = kv.NewBucket[person.ID]("speech/receivers")            // message → person
	held      = kv.NewBucket[struct{}]("speech/held")                  // person, wish
	order     = kv.NewLog[turn.ID]("speech/order", keepSpoken)         // person → wishes
	decisions = kv.NewLog[Decision]("speech/decisions", keepDecisions) // person → decisions
	places    = kv.NewBucket[Place]("speech/places")                   // person → where they wrote last
)

// sealed is a governor's state with its sum: one that was changed by anything
// but Save is no state.
type sealed struct {
	Sum   uint32         `json:"sum"`
	State governor.State `json:"state"`
}

func sumOf(s governor.State) (uint32, error) {
	raw, err := json.Marshal(s)
	return crc32.ChecksumIEEE(raw), err
}

// seal and unseal write and read a state.
func seal(s governor.State) (json.RawMessage, error) {
	sum, err := sumOf(s)
	if err != nil {
		return nil, err
	}
	return json.Marshal(sealed{sum, s})
}

func unseal(raw []byte) (governor.State, error) {
	var box sealed
	err := json.Unmarshal(raw, &box)
	if err == nil {
		err = box.State.Check()
	}
	var sum uint32
	if err == nil {
		sum, err = sumOf(box.State)
	}
	if err == nil && sum != box.Sum {
		err = errors.New("the sum does not fit")
	}
	if err != nil {
		return governor.State{}, err
	}
	return box.State, nil
}

// Gate is the governor's state of a person, with what its slots said. One that
// cannot be read, or is missing although something was decided before, is lost:
// the state then is closed. why says so, and is nil where all is well.
func (Speech) Gate(tx *kv.Tx, p governor.Policy, id person.ID, now time.Time) (s governor.State, why, err error) {
	raw, ok, bad := gates.Get(tx, string(id))
	switch {
	case bad != nil:
		s, err = lost(tx, p, id, now)
		return s, bad, err
	case !ok:
		_, known, err := places.Get(tx, string(id))
		note := func() error { known = true; return kv.ErrStop }
		err = errors.Join(err,
			order.Ascend(tx, string(id), func(uint64, turn.ID) error { return note() }),
			decisions.Ascend(tx, string(id), func(uint64, Decision) error { return note() }))
		if err != nil || known {
			if err == nil {
				s, err = lost(tx, p, id, now)
			}
			return s, errors.New("it is missing"), err
		}
		return governor.State{Seen: now}, nil, nil
	}
	if s, bad = unseal(raw); bad != nil {
		s, err = lost(tx, p, id, now)
		return s, bad, err
	}
	for i, slot := range s.Slots {
		if !slot.Compared(now) {
			continue
		}
		m, _, err := spoken.Get(tx, kv.Key(string(id), string(slot.ID)))
		if err != nil {
			return s, nil, fmt.Errorf("read what was said: %w", err)
		}
		s.Slots[i].Text = m.Wish.Text
	}
	return s, nil, nil
}

// lost is the state of a person whose state is: closed, but what they chose
// under messages holds on.
func lost(tx *kv.Tx, p governor.Policy, id person.ID, now time.Time) (governor.State, error) {
	var s governor.State
	list, err := Speech{}.All(tx, id)
	for _, m := range list {
		if at := m.Buttons[turn.OfferLess]; !at.IsZero() {
			s = s.Less(m.Wish.Topic, inZone(m.At, m.Zone), at)
		}
	}
	s.Never = stillClosed(tx, id, list)
	return s.Outdated(p, now), err
}

// inZone is an instant as the clocks of a zone showed it; as it is where the zone
// is not known.
func inZone(t time.Time, zone string) time.Time {
	if z, err := time.LoadLocation(zone); err == nil {
		return t.In(z)
	}
	return t
}

// Save keeps the governor's state of a person.
func (Speech) Save(tx *kv.Tx, id person.ID, s governor.State) error {
	raw, err := seal(s)
	if err == nil {
		err = errors.Join(gates.Put(tx, string(id), raw), saveClosed(tx, id, s))
	}
	if err != nil {
		return fmt.Errorf("store how restrained to be: %w", err)
	}
	return nil
}

// Put stores a message under the id of its wish, in place of what is there.
func (Speech) Put(tx *kv.Tx, m Spoken) error {
	who, wish := string(m.Wish.Person), string(m.Wish.ID)
	k := kv.Key(who, wish)
	_, known, err := spoken.Get(tx, k)
	if err == nil {
		err = spoken.Put(tx, k, m)
	}
	if err == nil && m.ID != "" {
		err = errors.Join(messages.Put(tx, kv.Key(who, string(m.ID)), m.Wish.ID), receivers.Put(tx, string(m.ID), m.Wish.Person))
	}
	if err == nil && m.State == SpokenHeld {
		err = held.Put(tx, k, struct{}{})
	} else if err == nil {
		err = held.Delete(tx, k)
	}
	if err == nil && !known {
		err = enter(tx, who, m)
	}
	if err != nil {
		return fmt.Errorf("store what is said: %w", err)
	}
	return nil
}

// enter puts a new message at the end and makes room at the beginning.
func enter(tx *kv.Tx, who string, m Spoken) error {
	first, gone, err := order.Append(tx, who, m.Wish.ID)
	if err == nil && gone {
		err = forget(tx, who, first)
	}
	var upTo uint64
	var old []turn.ID
	if err == nil {
		err = order.Ascend(tx, who, func(n uint64, wish turn.ID) error {
			o, ok, err := spoken.Get(tx, kv.Key(who, string(wish)))
			if err != nil {
				return err
			}
			if ok && m.Made.Sub(o.Made) <= KeepSpeech {
				return kv.ErrStop
			}
			upTo, old = n, append(old, wish)
			return nil
		})
	}
	for _, wish := range old {
		if err == nil {
			err = forget(tx, who, wish)
		}
	}
	if err == nil && upTo > 0 {
		err = order.Trim(tx, who, upTo)
	}
	return err
}

func forget(tx *kv.Tx, who string, wish turn.ID) error {
	k := kv.Key(who, string(wish))
	m, _, err := spoken.Get(tx, k)
	if err == nil {
		err = errors.Join(spoken.Delete(tx, k), held.Delete(tx, k))
	}
	if err == nil && m.ID != "" {
		err = errors.Join(messages.Delete(tx, kv.Key(who, string(m.ID))), receivers.Delete(tx, string(m.ID)))
	}
	return err
}

// Find is the message of a wish.
func (Speech) Find(tx *kv.Tx, id person.ID, wish turn.ID) (Spoken, bool, error) {
	m, ok, err := spoken.Get(tx, kv.Key(string(id), string(wish)))
	if err != nil {
		err = fmt.Errorf("read what was said: %w", err)
	}
	return m, ok, err
}

// Message is what was queued for a person under an id of the outbox. It may
// have been taken back since: its ID is then another.
func (s Speech) Message(tx *kv.Tx, who person.ID, id turn.ID) (Spoken, bool, error) {
	wish, ok, err := messages.Get(tx, kv.Key(string(who), string(id)))
	if err != nil || !ok {
		return Spoken{}, false, err
	}
	return s.Find(tx, who, wish)
}

// Sent is what was queued under an id of the outbox, whoever it is for; ok is
// false for replies.
func (s Speech) Sent(tx *kv.Tx, id turn.ID) (Spoken, bool, error) {
	who, ok, err := receivers.Get(tx, string(id))
	if err != nil || !ok {
		return Spoken{}, false, err
	}
	return s.Message(tx, who, id)
}

// All gives the messages of a person, oldest first.
func (s Speech) All(tx *kv.Tx, who person.ID) (list []Spoken, err error) {
	err = order.Ascend(tx, string(who), func(_ uint64, wish turn.ID) error {
		m, ok, err := s.Find(tx, who, wish)
		if ok {
			list = append(list, m)
		}
		return err
	})
	return list, err
}

// Last gives the newest n messages of a person, oldest first.
func (s Speech) Last(tx *kv.Tx, who person.ID, n int) (list []Spoken, err error) {
	var wishes []turn.ID
	err = order.Ascend(tx, string(who), func(_ uint64, wish turn.ID) error {
		wishes = append(wishes, wish)
		return nil
	})
	for _, wish := range wishes[max(0, len(wishes)-n):] {
		m, ok, e := s.Find(tx, who, wish)
		if err = errors.Join(err, e); ok {
			list = append(list, m)
		}
	}
	return list, err
}

// Held gives the messages that are held, by person and in the order of the ids
// of their wishes; of one person, or of everybody where it is "".
func (s Speech) Held(tx *kv.Tx, who person.ID) (list []Spoken, err error) {
	prefix := ""
	if who != "" {
		prefix = kv.Prefix(string(who))
	}
	err = held.Ascend(tx, prefix, func(k string, _ struct{}) error {
		m, ok, err := spoken.Get(tx, k)
		if ok {
			list = append(list, m)
		}
		return err
	})
	return list, err
}

// Decide writes a decision down. Those that are too old go.
func (Speech) Decide(tx *kv.Tx, who person.ID, d Decision) error {
	_, _, err := decisions.Append(tx, string(who), d)
	var upTo uint64
	if err == nil {
		err = decisions.Ascend(tx, string(who), func(n uint64, old Decision) error {
			if d.Verdict.Figures.At.Sub(old.Verdict.Figures.At) <= KeepSpeech {
				return kv.ErrStop
			}
			upTo = n
			return nil
		})
	}
	if err == nil && upTo > 0 {
		err = decisions.Trim(tx, string(who), upTo)
	}
	if err != nil {
		return fmt.Errorf("write decision down: %w", err)
	}
	return nil
}

// Decisions are those about a person's wishes, oldest first.
func (Speech) Decisions(tx *kv.Tx, who person.ID) (list []Decision, err error) {
	err = decisions.Ascend(tx, string(who), func(_ uint64, d Decision) error {
		list = append(list, d)
		return nil
	})
	return list, err
}

// Wrote notes where a person wrote last.
func (Speech) Wrote(tx *kv.Tx, who person.ID, p Place) error { return places.Put(tx, string(who), p) }

// Place is where a person wrote last; zero where they never did.
func (Speech) Place(tx *kv.Tx, who person.ID) (Place, error) {
	p, _, err := places.Get(tx, string(who))
	return p, err
}

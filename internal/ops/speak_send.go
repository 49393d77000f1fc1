package ops

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/channels/journal"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// maySend looks once more at a message that nobody asked for, in the
// transaction that hands it over. go is false where it is not to be sent (any
// more); first says that it is said now.
//
// One that was not tried yet and may not be said now gives its slot back and is
// held. One that was tried may have arrived: it keeps its slot and is tried
// again only as long as it may be said, so not into a talk that has begun since.
func (o *Ops) maySend(tx *kv.Tx, id turn.ID) (ok, first bool, err error) {
	m, unasked, err := speech.Sent(tx, id)
	if err != nil || !unasked {
		return err == nil, false, err
	}
	r, there, err := o.Journal.Find(tx, id)
	switch {
	case err != nil || !there || !r.Open():
		return false, false, err
	case m.State == state.SpokenSent:
		return true, false, nil // a part of it is; the others follow
	}
	now := o.Clock.Now()
	gate, err := o.gate(tx, m.Wish.Person, now)
	if err != nil {
		return false, false, err
	}
	v := governor.Still(o.Speaking.Policy, gate, m.Wish, now.In(o.Zone))
	tried := m.State != state.SpokenQueued
	switch {
	case v.Outcome == governor.May && tried:
		return true, false, speech.Save(tx, m.Wish.Person, gate.HandOver(m.Wish, now.In(o.Zone)))
	case v.Outcome == governor.May:
		m.State = state.SpokenSending
		return true, true, errors.Join(o.uttered(tx, r.Out), speech.Put(tx, m), speech.Save(tx, m.Wish.Person, gate.HandOver(m.Wish, now.In(o.Zone))))
	case tried:
		m.State = state.SpokenUnknown
		m.Verdict.Reason = governor.Uncertain
		return false, false, errors.Join(o.Journal.Drop(tx, id), o.decided(tx, m), speech.Put(tx, m))
	}
	return false, false, o.takeBack(tx, m, gate, v)
}

// takeBack takes a message out of the outbox of which nothing was sent: its
// slot is free again, and it is held or dropped as a verdict says.
func (o *Ops) takeBack(tx *kv.Tx, m Spoken, gate governor.State, v governor.Verdict) error {
	if err := o.Journal.Withdraw(tx, m.ID); err != nil {
		return err
	}
	m.State, m.Verdict = state.SpokenHeld, v
	if v.Outcome == governor.Dropped {
		m.State = state.SpokenDropped
	}
	return errors.Join(o.decided(tx, m), speech.Save(tx, m.Wish.Person, gate.Release(m.Wish.ID)), speech.Put(tx, m), o.reopenFollowUp(tx, m.Wish))
}

// sentPart notes that a part of a message was taken.
func (o *Ops) sentPart(tx *kv.Tx, id turn.ID) error {
	m, ok, err := speech.Sent(tx, id)
	if err != nil || !ok || m.State == state.SpokenSent {
		return err
	}
	m.State = state.SpokenSent
	return speech.Put(tx, m)
}

// refused notes that a message was dropped. It keeps its slot where it was
// tried: a part of it may have arrived.
func (o *Ops) refused(tx *kv.Tx, id turn.ID) error {
	m, ok, err := speech.Sent(tx, id)
	if err != nil || !ok || m.ID != id || m.State == state.SpokenSent || m.State == state.SpokenDropped {
		return err
	}
	untried := m.State == state.SpokenQueued
	m.State, m.Verdict.Outcome, m.Verdict.Reason = state.SpokenDropped, governor.Dropped, governor.Withdrawn
	if err = errors.Join(o.decided(tx, m), speech.Put(tx, m)); err != nil || !untried {
		return err
	}
	gate, err := o.gate(tx, m.Wish.Person, o.Clock.Now())
	if err != nil {
		return err
	}
	return speech.Save(tx, m.Wish.Person, gate.Release(m.Wish.ID))
}

// interrupted notes which messages may have arrived before a crash.
func (o *Ops) interrupted(tx *kv.Tx, unknown []journal.Reply) error {
	for _, r := range unknown {
		m, ok, err := speech.Sent(tx, r.Out.ID)
		if err != nil {
			return err
		}
		if ok && m.State == state.SpokenSending {
			m.State = state.SpokenUnknown
			if err := speech.Put(tx, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// said leaves out the entries that are messages which were not handed over yet:
// they have no line.
func (o *Ops) said(tx *kv.Tx, open []journal.Reply) (list []journal.Reply, err error) {
	for _, r := range open {
		m, unasked, err := speech.Sent(tx, r.Out.ID)
		if err != nil {
			return nil, err
		}
		if !unasked || m.State != state.SpokenQueued {
			list = append(list, r)
		}
	}
	return list, nil
}

// replied notes that a reply goes to a person.
func (o *Ops) replied(tx *kv.Tx, out turn.Outgoing) error {
	if _, ok, err := o.personIn(tx, out.Person); err != nil || !ok {
		return err
	}
	gate, err := o.gate(tx, out.Person, out.At)
	if err != nil {
		return err
	}
	return speech.Save(tx, out.Person, gate.Said(out.At))
}

// arrived notes that a part of a reply was taken now, which may be long after it
// was written: the talk is live from then on.
func (o *Ops) arrived(tx *kv.Tx, id turn.ID) error {
	r, ok, err := o.Journal.Find(tx, id)
	if err != nil || !ok || r.Out.Turn == "" {
		return err
	}
	r.Out.At = o.Clock.Now()
	return o.replied(tx, r.Out)
}

// heard notes that a person has written: nothing is unanswered any more, and
// what waits to be said unasked is looked at anew, as a talk is live now.
func (o *Ops) heard(tx *kv.Tx, msg turn.Message) error {
	if _, ok, err := o.personIn(tx, msg.Person); err != nil || !ok {
		return err
	}
	gate, err := o.gate(tx, msg.Person, msg.At)
	if err != nil {
		return err
	}
	for _, slot := range gate.Slots {
		if !slot.Waits {
			continue
		}
		m, ok, err := speech.Find(tx, msg.Person, slot.ID)
		if err != nil {
			return err
		}
		if ok && m.Answered.IsZero() && m.State != state.SpokenQueued {
			m.Answered = msg.At
			if err := speech.Put(tx, m); err != nil {
				return err
			}
		}
	}
	err = errors.Join(
		speech.Save(tx, msg.Person, gate.Answer(msg.At)),
		speech.Wrote(tx, msg.Person, state.Place{Channel: msg.Channel, At: msg.At}))
	if err != nil {
		return err
	}
	return o.again(tx, msg.Person, governor.Thought, governor.FollowUp)
}

// again decides anew about a person's messages that are held, or queued and not
// sent yet, of some kinds, or of all; a queued one that may not be sent now is
// held. Nothing is queued by it.
func (o *Ops) again(tx *kv.Tx, who person.ID, kinds ...governor.Kind) error {
	list, err := speech.Held(tx, who)
	if err != nil {
		return err
	}
	gate, err := o.gate(tx, who, o.Clock.Now())
	if err != nil {
		return err
	}
	for _, slot := range gate.Slots {
		m, ok, err := speech.Find(tx, who, slot.ID)
		if err != nil {
			return err
		}
		if ok && m.State == state.SpokenQueued {
			list = append(list, m)
		}
	}
	for _, m := range list {
		if len(kinds) > 0 && !slices.Contains(kinds, m.Wish.Kind) {
			continue
		}
		if err := o.lookAgain(tx, m); err != nil {
			return err
		}
	}
	return nil
}

func (o *Ops) lookAgain(tx *kv.Tx, m Spoken) error {
	now := o.Clock.Now()
	gate, err := o.gate(tx, m.Wish.Person, now)
	if err != nil {
		return err
	}
	if m.State == state.SpokenQueued {
		if v := governor.Still(o.Speaking.Policy, gate, m.Wish, now.In(o.Zone)); v.Outcome != governor.May {
			return o.takeBack(tx, m, gate, v)
		}
		return nil
	}
	v := governor.Decide(o.Speaking.Policy, gate, m.Wish, now.In(o.Zone))
	switch {
	case v.Outcome == governor.May:
		v.Outcome, v.Until = governor.Held, now // Held sends it
	case v.Outcome == governor.Dropped:
		m.State = state.SpokenDropped
	}
	changed := m.Verdict.Outcome != v.Outcome || m.Verdict.Reason != v.Reason
	m.Verdict = v
	if changed && v.Reason != governor.Free {
		err = o.decided(tx, m)
	}
	return errors.Join(err, speech.Put(tx, m))
}

// NextHeld is when the first message that is held could be said, or is stale;
// zero where nothing is held.
func (o *Ops) NextHeld(now time.Time) (next time.Time, err error) {
	err = o.DB.View(func(tx *kv.Tx) error {
		list, err := speech.Held(tx, "")
		for _, m := range list {
			at := m.Wish.Until
			if u := m.Verdict.Until; !u.IsZero() && (at.IsZero() || u.Before(at)) {
				at = u
			}
			if next.IsZero() || at.Before(next) {
				next = at
			}
		}
		return err
	})
	return next, err
}

// Held decides anew about what is held and due: it is said, held on, or dropped
// with a line in the log where its time is over. It is what an alarm does at
// NextHeld, and says how many messages went into the outbox.
func (o *Ops) Held(ctx context.Context) (said int, err error) {
	var list []Spoken
	err = o.DB.View(func(tx *kv.Tx) (err error) {
		list, err = speech.Held(tx, "")
		return err
	})
	now := o.Clock.Now()
	for _, m := range list {
		due := !m.Wish.Until.IsZero() && !now.Before(m.Wish.Until) || !m.Verdict.Until.IsZero() && !now.Before(m.Verdict.Until)
		if err != nil || !due || ctx.Err() != nil {
			continue
		}
		var got Spoken
		if got, err = o.Speak(ctx, m.Wish); err == nil && got.State == state.SpokenQueued {
			said++
		}
	}
	return said, err
}

package ops

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// ErrNoMessage says that nothing was said unasked to this person under an id.
var ErrNoMessage = errors.New("no message of that id was said unasked")

// Pressed is what pressing a button did.
type Pressed struct {
	Changed bool   // false: it was pressed before
	Message Spoken // under which it stands
	Again   Spoken // of "later": the message that comes again
}

// Press learns from a button under a message, by the message's id in the
// outbox; once for each button of each message. Errors: ErrNoMessage, or what
// the database says.
func (o *Ops) Press(_ context.Context, who person.ID, message turn.ID, b turn.Offer) (p Pressed, err error) {
	err = o.DB.Update(func(tx *kv.Tx) error {
		p = Pressed{}
		m, ok, err := speech.Message(tx, who, message)
		if err != nil {
			return err
		}
		if !ok || m.ID != message || m.Erased {
			return ErrNoMessage
		}
		p.Message = m
		if !m.Buttons[b].IsZero() {
			return nil
		}
		p.Changed = true
		now := o.Clock.Now()
		if m.Buttons == nil {
			m.Buttons = map[turn.Offer]time.Time{}
		}
		m.Buttons[b] = now
		p.Message = m
		if err := speech.Put(tx, m); err != nil {
			return err
		}
		return o.learned(tx, &p, b, now)
	})
	if err != nil {
		return Pressed{}, fmt.Errorf("press %s: %w", b, err)
	}
	return p, nil
}

// learned does what a button asks for.
func (o *Ops) learned(tx *kv.Tx, p *Pressed, b turn.Offer, now time.Time) error {
	m := p.Message
	gate, err := o.gate(tx, m.Wish.Person, now)
	if err != nil {
		return err
	}
	switch b {
	case turn.OfferLater:
		w := m.Wish
		w.ID, w.Again, w.From, w.Until = laterOf(m.Wish.ID), m.Wish.ID, now.Add(governor.LaterBy), time.Time{}
		p.Again, _, err = o.consider(tx, w)
		return err
	case turn.OfferLess:
		gate = gate.Less(m.Wish.Topic, m.At.In(o.Zone), now)
	case turn.OfferNever:
		gate = gate.Close(m.Wish, now)
	default:
		return fmt.Errorf("unknown button %q", b)
	}
	if err := speech.Save(tx, m.Wish.Person, gate); err != nil {
		return err
	}
	return o.again(tx, m.Wish.Person)
}

// laterOf is the wish that "later" makes of a wish.
func laterOf(wish turn.ID) turn.ID { return wish + "/later" }

// Silence is for how long a person wants quiet.
type Silence struct {
	On    bool      `json:"on"`
	Until time.Time `json:"until,omitzero"` // zero: until it is lifted
}

// Restraint is how restrained the companion is with a person now.
type Restraint struct {
	Quiet   Silence          `json:"quiet"`
	On      bool             `json:"on"`      // it may speak up at all
	Thought governor.Verdict `json:"thought"` // what a thought without a topic would get now
	Closed  []string         `json:"closed"`  // topics that are never spoken of
	Held    int              `json:"held"`
}

// Quiet makes it quiet around a person, at once: what is queued and not sent is
// held. Reminders are sent all the same.
func (o *Ops) Quiet(_ context.Context, who person.ID, s Silence) error {
	return o.restrain(who, func(g governor.State) governor.State {
		if s.On {
			return g.Quieten(s.Until)
		}
		return g.Lift()
	})
}

// Reopen lets a topic be spoken of again; was says that it was closed.
func (o *Ops) Reopen(_ context.Context, who person.ID, topic string) (was bool, err error) {
	err = o.restrain(who, func(g governor.State) governor.State {
		after := g.Reopen(topic)
		was = len(after.Never) < len(g.Never)
		return after
	})
	return was, err
}

// restrain changes how restrained to be with a person, and looks again at what
// waits.
func (o *Ops) restrain(who person.ID, to func(governor.State) governor.State) error {
	err := o.DB.Update(func(tx *kv.Tx) error {
		if _, ok, err := o.personIn(tx, who); err != nil || !ok {
			return errors.Join(err, notAdmitted(ok))
		}
		gate, err := o.gate(tx, who, o.Clock.Now())
		if err == nil {
			err = speech.Save(tx, who, to(gate))
		}
		if err != nil {
			return err
		}
		return o.again(tx, who)
	})
	if err != nil {
		return fmt.Errorf("change how restrained to be: %w", err)
	}
	return nil
}

func notAdmitted(ok bool) error {
	if ok {
		return nil
	}
	return ErrNoScope
}

// Restraint says how restrained the companion is with a person now.
func (o *Ops) Restraint(_ context.Context, who person.ID) (r Restraint, err error) {
	r.On = o.Speaking.On
	r.Closed = []string{}
	err = o.DB.View(func(tx *kv.Tx) error {
		now := o.Clock.Now()
		gate, err := o.gate(tx, who, now)
		if err != nil {
			return err
		}
		r.Thought = governor.Decide(o.Speaking.Policy, gate, governor.Wish{ID: "?", Person: who, Kind: governor.Thought, Text: "?"}, now.In(o.Zone))
		r.Quiet = Silence{On: gate.QuietOn || gate.QuietUntil.After(now), Until: gate.QuietUntil}
		for _, n := range gate.Never {
			if n.Key != "" {
				r.Closed = append(r.Closed, n.Key)
			}
		}
		list, err := speech.Held(tx, who)
		r.Held = len(list)
		return err
	})
	return r, err
}

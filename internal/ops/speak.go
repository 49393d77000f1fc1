package ops

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/ledger"
)

// Speaking is when and where the companion may speak up unasked. The zero value
// says that it may not; only reminders are sent then.
type Speaking struct {
	On     bool
	Policy governor.Policy
	// Pace is the time between two thoughts until the companion has chosen one
	// itself; zero is state.UsualPace.
	Pace time.Duration
	// Reaches reports whether somebody sees at once what a channel delivers. It
	// is asked inside transactions and must not read the database. Where it is
	// nil, every channel reaches whom it knows.
	Reaches func(channel string, to person.Person) bool
	// Keeps says that there are pages: what is said there is found with the next
	// visit, which is the last resort for the owner.
	Keeps bool
	// Tell is told that the outbox of a channel has something new, after that was
	// committed; nil tells nobody.
	Tell func(channel string)
}

// Spoken is something that the companion says or would say unasked.
type Spoken = state.Spoken

// staleAfter is when a wish is over that does not say so itself.
const staleAfter = 24 * time.Hour

// speech keeps what is said unasked.
var speech state.Speech

// Speak says something unasked, or holds or drops it: in one transaction the
// governor decides on what is known then, the slot is reserved and the message
// put into the outbox. What is said of it in Spoken.Verdict is written down.
//
// The message becomes a line of the session and of the diary in the step that
// hands it over (Sending), where hours, quiet and live talks are looked at once
// more: one that was never sent was never said. The same wish again changes
// nothing; one that is held is decided about anew. Errors are a wish that makes
// no sense, or what the database says.
func (o *Ops) Speak(_ context.Context, w governor.Wish) (Spoken, error) {
	if err := w.Check(); err != nil {
		return Spoken{}, fmt.Errorf("speak: %w", err)
	}
	var m Spoken
	var fresh bool
	err := o.DB.Update(func(tx *kv.Tx) (err error) {
		m, fresh, err = o.consider(tx, w)
		return err
	})
	if err != nil {
		return m, fmt.Errorf("speak: %w", err)
	}
	if fresh {
		o.tell(m.Channel)
	}
	return m, nil
}

func (o *Ops) tell(channel string) {
	if o.Speaking.Tell != nil {
		o.Speaking.Tell(channel)
	}
}

// consider decides about a wish that is new or held; queued says that it went
// into the outbox just now.
func (o *Ops) consider(tx *kv.Tx, w governor.Wish) (m Spoken, queued bool, err error) {
	now := o.Clock.Now()
	m, known, err := speech.Find(tx, w.Person, w.ID)
	if err != nil || known && m.State != state.SpokenHeld {
		return m, false, err
	}
	if !known {
		if w.Until.IsZero() {
			w.Until = later(now, w.From).Add(staleAfter)
		}
		m = Spoken{Wish: w, Made: now}
	}
	who, ok, err := o.personIn(tx, w.Person)
	if err != nil {
		return m, false, err
	}
	gate, err := o.gate(tx, w.Person, now)
	if err != nil {
		return m, false, err
	}
	here := now.In(o.Zone)
	v := governor.Decide(o.Speaking.Policy, gate, m.Wish, here)
	channel := ""
	switch {
	case !ok:
		v.Outcome, v.Reason, v.Until = governor.Dropped, governor.NotPerson, time.Time{}
	case !o.Speaking.On && m.Wish.Kind != governor.Reminder:
		v.Outcome, v.Reason, v.Until = governor.Dropped, governor.Off, time.Time{}
	case v.Outcome == governor.May:
		if channel, err = o.channelTo(tx, who); err != nil {
			return m, false, err
		}
		if channel == "" && o.Speaking.Keeps && who.Role == person.Owner {
			channel = onWeb
		}
		if channel == "" {
			v.Outcome, v.Reason, v.Until = governor.Held, governor.NoChannel, now.Add(o.Speaking.Policy.Gap)
		}
	}
	before := m.Verdict
	m.Verdict = v
	switch v.Outcome {
	case governor.May:
		gate = gate.Reserve(m.Wish, here)
		err = o.enqueue(tx, &m, who, channel, here)
	case governor.Held:
		m.State = state.SpokenHeld
	default:
		m.State = state.SpokenDropped
	}
	if err == nil && (!known || before.Outcome != v.Outcome || before.Reason != v.Reason) {
		err = o.decided(tx, m)
	}
	return m, v.Outcome == governor.May, errors.Join(err, speech.Save(tx, w.Person, gate), speech.Put(tx, m))
}

// enqueue puts a message that may be said into the outbox.
func (o *Ops) enqueue(tx *kv.Tx, m *Spoken, to person.Person, channel string, now time.Time) error {
	m.ID, m.State, m.At, m.Zone, m.Channel = o.IDs.New(), state.SpokenQueued, now, o.Zone.String(), channel
	_, err := o.Journal.Put(tx, turn.Outgoing{
		ID: m.ID, Conv: ConversationOf(to), Channel: channel, Person: to.ID, Text: m.Wish.Text, At: now, Zone: m.Zone,
		Offers: offers(m.Wish.Kind),
	})
	if err == nil && m.Wish.Kind == governor.FollowUp {
		err = o.RaisedFollowUp(tx, to.ID, m.Wish.ID, m.ID)
	}
	return err
}

// offers are the buttons under a message of a kind.
func offers(k governor.Kind) []turn.Offer {
	switch k {
	case governor.Thought, governor.FollowUp, governor.Briefing:
		return []turn.Offer{turn.OfferLater, turn.OfferLess, turn.OfferNever}
	}
	return nil
}

// decided writes a decision down, and into the log where something is held or
// dropped.
func (o *Ops) decided(tx *kv.Tx, m Spoken) error {
	if m.Verdict.Outcome != governor.May {
		o.Log.Info("nothing is said unasked", "wish", m.Wish.ID, "kind", m.Wish.Kind,
			"outcome", m.Verdict.Outcome, "reason", m.Verdict.Reason, "until", m.Verdict.Until)
	}
	return speech.Decide(tx, m.Wish.Person, state.Decision{Wish: m.Wish.ID, Kind: m.Wish.Kind, Verdict: m.Verdict})
}

// gate is how restrained to be with a person now, and whether they talk.
func (o *Ops) gate(tx *kv.Tx, id person.ID, now time.Time) (governor.State, error) {
	s, why, err := speech.Gate(tx, o.Speaking.Policy, id, now)
	if why != nil {
		o.Log.Error("it is not known any more what was said unasked: nothing is for a day, and then until the person writes",
			"person", id, "err", why)
	}
	if err != nil {
		return s, err
	}
	conv := turn.Conv(scopeOf(id))
	_, open, err := o.Journal.OpenTurn(tx, conv)
	if err != nil {
		return s, err
	}
	waiting, err := o.Journal.Open(tx, conv)
	s.Open = open || len(waiting) > 0
	return s.Observe(now), err
}

// personIn is Speaker inside a transaction, for those who have a conversation
// of their own.
func (o *Ops) personIn(tx *kv.Tx, id person.ID) (p person.Person, ok bool, err error) {
	if id == o.Owner.ID {
		return o.Owner, true, nil
	}
	p, ok, err = o.People.Person(tx, id)
	return p, ok && p.Role >= person.Admitted, err
}

// The channels by their names, as channels/telegram, web and channels/terminal
// have them, in the order in which they are tried where the person's last one
// cannot deliver.
const (
	onTelegram = "telegram"
	onWeb      = "web"
	onTerminal = "terminal"
)

// channelTo is where a person is reached now: where they wrote last, else on
// Telegram, else on a page or at a terminal, which are the owner's alone; ""
// where they are not.
func (o *Ops) channelTo(tx *kv.Tx, to person.Person) (string, error) {
	place, err := speech.Place(tx, to.ID)
	if err != nil {
		return "", err
	}
	for _, channel := range []string{place.Channel, onTelegram, onWeb, onTerminal} {
		switch {
		case channel == "":
			continue
		case channel == onTelegram:
			if _, known, err := o.People.Address(tx, channel, to.ID); err != nil || !known {
				if err != nil {
					return "", err
				}
				continue
			}
		case channel != place.Channel && to.Role != person.Owner:
			continue
		}
		if o.Speaking.Reaches == nil || o.Speaking.Reaches(channel, to) {
			return channel, nil
		}
	}
	return "", nil
}

// uttered makes a message that is about to be sent the companion's own words: a
// line of the session, and of the talk that may come of it. The line of the
// diary follows from the outbox.
func (o *Ops) uttered(tx *kv.Tx, out turn.Outgoing) error {
	return errors.Join(
		o.Session.AddLines(tx, out.Conv, agent.Line{ID: out.ID, Assistant: true, Text: out.Text, At: out.At}),
		o.Ledger.Mark(tx, ledger.OfLine, scopeOf(out.Person), string(out.ID)),
		o.opened(tx, out))
}

// opened notes the message as what a talk begins with, or goes on with. Words
// that nobody took up do not begin the next talk as well.
func (o *Ops) opened(tx *kv.Tx, out turn.Outgoing) error {
	scope := scopeOf(out.Person)
	k := kv.Key(string(out.Conv), string(scope))
	t, err := o.goesOn(tx, k, out.At)
	if err != nil {
		return err
	}
	if t.Turns == 0 {
		t = talk{Conv: out.Conv, Scope: scope, Person: out.Person, LastAt: out.At}
	}
	t.Lines = append(t.Lines, out.ID)
	return talks.Put(tx, k, t)
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

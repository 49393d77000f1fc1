package ops

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/reminder"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// ErrNoOffer says that nothing of the kind is offered to this person under a
// message: it is too old or erased, or was said to somebody else.
var ErrNoOffer = errors.New("that is not offered to this person")

// Offered is what stands under a message to a person.
type Offered struct {
	Offers []turn.Offer // that can be taken; none are left once one was
	Taken  turn.Offer   // the one that was taken last, or ""
}

// OfferTaken is what came of an offer.
type OfferTaken struct {
	Message turn.ID
	Offer   turn.Offer
	Changed bool // false: it was taken before, and nothing was done
	Void    bool // of "later": it does not come again, as nothing is to be said unasked, or nothing of that
}

// Say says what is so now.
func (t OfferTaken) Say(lang text.Lang) string {
	if t.Void {
		return catalog.Text(lang, catalog.OfferSaidVoid)
	}
	_, said := wordsOf(t.Offer)
	return catalog.Text(lang, said, "hours", strconv.Itoa(int(governor.LaterBy.Hours())), "minutes", snoozeMinutes())
}

// OfferLabel is what stands on the button of an offer.
func OfferLabel(lang text.Lang, o turn.Offer) string {
	label, _ := wordsOf(o)
	return catalog.Text(lang, label, "minutes", snoozeMinutes())
}

func snoozeMinutes() string { return strconv.Itoa(int(reminder.UsualSnooze.Minutes())) }

// wordsOf is what stands on the button of an offer, and what is so once it was
// taken.
func wordsOf(o turn.Offer) (label, said catalog.Key) {
	switch o {
	case turn.OfferLater:
		return catalog.OfferLabelLater, catalog.OfferSaidLater
	case turn.OfferLess:
		return catalog.OfferLabelLess, catalog.OfferSaidLess
	case turn.OfferNever:
		return catalog.OfferLabelNever, catalog.OfferSaidNever
	case turn.OfferSnooze:
		return catalog.OfferLabelSnooze, catalog.OfferSaidSnooze
	}
	return catalog.OfferLabelDone, catalog.OfferSaidDone
}

// Take does what a person chooses under a message that was said to them. The
// same again changes nothing and is no error; another offer of the same message
// is a change of mind, and is done too. Errors: ErrNoOffer, or what the database
// says.
func (o *Ops) Take(ctx context.Context, who person.Person, message turn.ID, offer turn.Offer) (t OfferTaken, err error) {
	t = OfferTaken{Message: message, Offer: offer}
	err = o.DB.View(func(tx *kv.Tx) error {
		all, _, err := o.underneath(tx, who, message)
		if err == nil && !slices.Contains(all, offer) {
			err = ErrNoOffer
		}
		return err
	})
	if err == nil {
		switch offer {
		case turn.OfferSnooze:
			_, t.Changed, err = o.afterwards(who, message, o.snoozed(reminder.UsualSnooze), reminder.Snoozed, true)
		case turn.OfferDone:
			_, t.Changed, err = o.afterwards(who, message, reminder.Reminder.Finish, reminder.Seen, true)
		default:
			t.Changed, t.Void, err = o.pressed(ctx, who, message, offer)
		}
	}
	var unknown *Problem
	switch {
	case errors.Is(err, ErrNoMessage) || errors.As(err, &unknown):
		return t, ErrNoOffer // it was erased meanwhile
	case err != nil:
		return t, fmt.Errorf("take an offer: %w", err)
	}
	return t, nil
}

// pressed is Press; void says that "later" has no second time.
func (o *Ops) pressed(ctx context.Context, who person.Person, message turn.ID, offer turn.Offer) (changed, void bool, err error) {
	p, err := o.Press(ctx, who.ID, message, offer)
	if err != nil || offer != turn.OfferLater {
		return p.Changed, false, err
	}
	err = o.DB.View(func(tx *kv.Tx) error {
		again, ok, err := speech.Find(tx, who.ID, laterOf(p.Message.Wish.ID))
		void = ok && again.State == state.SpokenDropped
		return err
	})
	return p.Changed, void, err
}

// Offered is what stands under some messages to a person; those under which
// nothing does are left out.
func (o *Ops) Offered(_ context.Context, who person.Person, messages []turn.ID) (map[turn.ID]Offered, error) {
	out := map[turn.ID]Offered{}
	err := o.DB.View(func(tx *kv.Tx) error {
		for _, id := range messages {
			all, taken, err := o.underneath(tx, who, id)
			switch {
			case err != nil:
				return err
			case taken != "":
				out[id] = Offered{Taken: taken}
			case len(all) > 0:
				out[id] = Offered{Offers: all}
			}
		}
		return nil
	})
	return out, err
}

// LastOffered is the newest message to a person under which an offer stands,
// whether it was taken or not. Without one it is ErrNoOffer.
func (o *Ops) LastOffered(_ context.Context, who person.Person, offer turn.Offer) (last turn.ID, err error) {
	err = o.DB.View(func(tx *kv.Tx) error {
		said, err := speech.All(tx, who.ID)
		if err != nil {
			return err
		}
		told, err := reminders.List(tx, who.Scope())
		if err != nil {
			return err
		}
		var ids []turn.ID // of what the person may have seen
		for _, m := range said {
			if m.State == state.SpokenSending || m.State == state.SpokenSent || m.State == state.SpokenUnknown {
				ids = append(ids, m.ID)
			}
		}
		for _, r := range told {
			ids = append(ids, r.Last)
		}
		slices.Sort(ids)
		for _, id := range slices.Backward(ids) {
			all, _, err := o.underneath(tx, who, id)
			if err != nil {
				return err
			}
			if slices.Contains(all, offer) {
				last = id
				return nil
			}
		}
		return ErrNoOffer
	})
	return last, err
}

// underneath is what stands under a message to a person, and which of it was
// taken last.
func (o *Ops) underneath(tx *kv.Tx, who person.Person, id turn.ID) (all []turn.Offer, taken turn.Offer, err error) {
	if who.Scope() == "" {
		return nil, "", nil
	}
	m, ok, err := speech.Message(tx, who.ID, id)
	if err != nil {
		return nil, "", err
	}
	if ok && m.ID == id && !m.Erased {
		var at time.Time
		for _, offer := range offers(m.Wish.Kind) {
			if when := m.Buttons[offer]; when.After(at) {
				taken, at = offer, when
			}
		}
		return offers(m.Wish.Kind), taken, nil
	}
	f, ok, err := reminders.Firing(tx, id)
	if err != nil || !ok || f.Scope != who.Scope() {
		return nil, "", err
	}
	if _, ok, err = reminders.Get(tx, f.Scope, f.Reminder); err != nil || !ok {
		return nil, "", err
	}
	switch f.Progress {
	case reminder.Snoozed:
		taken = turn.OfferSnooze
	case reminder.Seen:
		taken = turn.OfferDone
	}
	return underReminder(), taken, nil
}

// underReminder are the buttons under a reminder.
func underReminder() []turn.Offer { return []turn.Offer{turn.OfferSnooze, turn.OfferDone} }

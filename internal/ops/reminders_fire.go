package ops

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/autonomy/reminder"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// Reminding says reminders when they are due. It is an alarm of the heart and
// asks no model. What a reminder says and that it was said are one transaction:
// a crash repeats or loses nothing. It goes past all restraint, as the person
// named the time.
type Reminding struct{ *Ops }

// Name implements heart.Alarm.
func (Reminding) Name() string { return "reminders" }

// Spec implements heart.Alarm.
func (Reminding) Spec() string { return "when a reminder is due" }

// Next implements heart.Alarm: when the first reminder is due.
func (r Reminding) Next(now time.Time, _ heart.State) (next time.Time) {
	err := r.DB.View(func(tx *kv.Tx) (err error) {
		next, err = reminders.First(tx)
		return err
	})
	if err != nil {
		r.Log.Error("look for reminders", "err", err)
		return now.Add(time.Minute)
	}
	return next
}

// repaired sees to it that no reminder keeps the others from being said.
func (o *Ops) repaired() error {
	return o.DB.Update(func(tx *kv.Tx) error {
		wrong, err := reminders.Repair(tx)
		for _, w := range wrong {
			o.Log.Error("a reminder was damaged", "err", w)
		}
		return err
	})
}

// atOnce is how many reminders are said in one transaction.
const atOnce = 50

// Fire implements heart.Alarm: it says all that is due.
func (r Reminding) Fire(ctx context.Context, c heart.Call) (heart.Result, error) {
	said := 0
	for ctx.Err() == nil {
		outs, more, err := r.due(later(c.Now, r.Clock.Now()))
		for _, out := range outs {
			r.tell(out.Channel)
		}
		said += len(outs)
		if err != nil || !more {
			return heart.Result{Counts: map[string]int{"said": said}}, err
		}
	}
	return heart.Result{Counts: map[string]int{"said": said}}, ctx.Err()
}

// due puts what is due into the outbox; more says that there may be more.
func (r Reminding) due(now time.Time) (outs []turn.Outgoing, more bool, err error) {
	err = r.DB.Update(func(tx *kv.Tx) error {
		outs = nil
		list, err := reminders.Due(tx, now, atOnce)
		if err != nil {
			return err
		}
		more = len(list) == atOnce
		for _, due := range list {
			out, ok, err := r.fire(tx, due, now)
			if err != nil {
				return fmt.Errorf("say reminder %s: %w", due.ID, err)
			}
			if ok {
				outs = append(outs, out)
			}
		}
		return nil
	})
	if err != nil {
		return nil, false, err
	}
	if len(outs) > 0 {
		if err := r.settle(""); err != nil {
			r.Log.Error("write reminders to diary", "count", len(outs), "err", err)
		}
	}
	return outs, more, nil
}

// fire says one reminder; ok is false where nobody is to be told any more.
func (r Reminding) fire(tx *kv.Tx, due reminder.Reminder, now time.Time) (out turn.Outgoing, ok bool, err error) {
	who, known, err := r.personIn(tx, due.Person)
	if err != nil {
		return out, false, err
	}
	if !known {
		r.Log.Warn("the person of a reminder is not admitted any more, it is cancelled", "reminder", due.ID)
		return out, false, reminders.Put(tx, due.Cancel())
	}
	after, f, ok := due.Fire(now)
	if !ok {
		return out, false, fmt.Errorf("the index of reminders is wrong: %s is not due", due.ID)
	}
	f.ID = r.IDs.New()
	after.Last = f.ID
	channel, err := r.reachedOn(tx, who, due)
	if err != nil {
		return out, false, err
	}
	out = turn.Outgoing{
		ID: f.ID, Conv: due.Conv, Channel: channel, Person: due.Person, Text: due.Say(f), At: now, Zone: due.Zone,
		Offers: underReminder(),
	}
	if _, err := r.Journal.Put(tx, out); err != nil {
		return out, false, err
	}
	return out, true, errors.Join(
		r.uttered(tx, out), reminders.PutFiring(tx, f), reminders.Put(tx, after))
}

// reachedOn is the channel on which a reminder is said: where the person is
// reached now, else where it was asked for, else a terminal: it waits there.
// A page takes what nobody may look at, so it is none for those who never wrote
// on one.
func (r Reminding) reachedOn(tx *kv.Tx, who person.Person, due reminder.Reminder) (string, error) {
	place, err := speech.Place(tx, who.ID)
	if err != nil {
		return "", err
	}
	channel, err := r.channelTo(tx, who)
	if channel == onWeb && place.Channel != onWeb {
		channel = ""
	}
	return cmp.Or(channel, due.Channel, onTerminal), err
}

// overdue is what a reminder says that has waited in the outbox until it is
// late: by how much. Every other message is as it is.
func (o *Ops) overdue(tx *kv.Tx, out turn.Outgoing) (turn.Outgoing, error) {
	f, ok, err := reminders.Firing(tx, out.ID)
	now := o.Clock.Now()
	if err != nil || !ok || now.Sub(f.At) < reminder.LateAfter {
		return out, err
	}
	r, ok, err := reminders.Get(tx, f.Scope, f.Reminder)
	if ok && err == nil {
		f.At = now
		out.Text = r.Say(f)
	}
	return out, err
}

// reminderSent notes that a message was taken, or refused for good, if it is a
// reminder.
func (o *Ops) reminderSent(tx *kv.Tx, message turn.ID, taken bool) error {
	f, ok, err := reminders.Firing(tx, message)
	if err != nil || !ok || f.Progress != reminder.Sending {
		return err
	}
	if f.Progress = reminder.Refused; taken {
		f.Progress = reminder.Delivered
	}
	return reminders.PutFiring(tx, f)
}

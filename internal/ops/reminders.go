package ops

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/autonomy/reminder"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// What is wrong with a reminder that was asked for.
const (
	UnknownReminder  ProblemCode = "unknown_reminder"
	ManyReminders    ProblemCode = "many_reminders"     // ids that begin like that
	TooManyReminders ProblemCode = "too_many_reminders" // of this person wait already; About is how many may
	UnclearReminder  ProblemCode = "unclear_reminder"   // About is what to ask
)

// reminders keeps them.
var reminders = state.NewReminders()

// ToRemind is what somebody wants to be reminded of, in words. When may be
// empty where Text names the time too.
type ToRemind struct {
	Text string
	When string
}

// Reminded is a reminder as it is stored.
type Reminded struct {
	Reminder reminder.Reminder
	Same     bool      // it was so before: nothing was changed
	Assumed  bool      // nobody named the hour
	At       time.Time // now
}

// asking is on whose behalf something is done with reminders, and where.
type asking struct {
	who     person.Person
	conv    turn.Conv
	channel string
	zone    *time.Location
	from    []turn.ID
}

func (o *Ops) askingIn(t turn.Turn) asking {
	return asking{Privately(t), t.Conv, t.Messages[len(t.Messages)-1].Channel, t.Zone(o.Zone), said(t)}
}

// askingAlone is for what is asked for outside of a talk.
func (o *Ops) askingAlone(who person.Person) asking {
	return asking{who: who, conv: ConversationOf(who), zone: o.Zone}
}

// AddReminder sets a reminder for the speaker of a turn, once per op, together
// with the result that tell makes of it. Errors: *reminder.Unclear where
// something is to be asked first, *Problem, ErrNoScope.
func (o *Ops) AddReminder(
	_ context.Context, t turn.Turn, op turn.Op, in ToRemind, tell func(Reminded) tool.Result,
) (tool.Result, error) {
	if res, done, err := o.Session.Result(op); err != nil || done {
		return res, err // what has happened is not judged again: the time may be past by now
	}
	a := o.askingIn(t)
	w, err := o.wished(a, in)
	if err != nil {
		return tool.Result{}, err
	}
	return o.remindOnce(op, tell, func(tx *kv.Tx) (Reminded, error) { return o.addReminder(tx, a, w) })
}

// SetReminder is AddReminder for what a person asks for with a command.
func (o *Ops) SetReminder(_ context.Context, who person.Person, in ToRemind) (got Reminded, err error) {
	a := o.askingAlone(who)
	w, err := o.wished(a, in)
	if err == nil {
		err = o.DB.Update(func(tx *kv.Tx) error {
			got, err = o.addReminder(tx, a, w)
			return err
		})
		o.nudge()
	}
	return got, o.asProblem(err, a)
}

// asProblem is an error as those get it who are no turn: what is to be asked is
// a *Problem, in the language of the home.
func (o *Ops) asProblem(err error, a asking) error {
	var unclear *reminder.Unclear
	if errors.As(err, &unclear) {
		return &Problem{Code: UnclearReminder, About: unclear.Ask(o.Lang, o.Clock.Now(), a.zone)}
	}
	return err
}

// ReminderProblem puts a *Problem with a reminder into words.
func ReminderProblem(lang text.Lang, p *Problem) string {
	switch p.Code {
	case UnclearReminder:
		return p.About
	case TooManyReminders:
		return catalog.Text(lang, catalog.ReminderTooMany, "max", p.About)
	case ManyReminders:
		return catalog.Text(lang, catalog.ReminderMany, "about", p.About)
	}
	return catalog.Text(lang, catalog.ReminderUnknown, "about", p.About)
}

// wished reads what is asked for.
func (o *Ops) wished(a asking, in ToRemind) (reminder.Wish, error) {
	if a.who.Scope() == "" {
		return reminder.Wish{}, ErrNoScope
	}
	words := cmp.Or(in.When, in.Text)
	return reminder.Read(in.Text, in.When, o.Clock.Now(), a.zone, text.Guess(words, o.Lang))
}

// remindOnce does something with a reminder once per op.
func (o *Ops) remindOnce(op turn.Op, tell func(Reminded) tool.Result, do func(*kv.Tx) (Reminded, error)) (res tool.Result, err error) {
	err = o.DB.Update(func(tx *kv.Tx) error {
		var done bool
		if res, done, err = o.Session.ResultIn(tx, op); err != nil || done {
			return err
		}
		got, err := do(tx)
		if err != nil {
			return err
		}
		res = tell(got)
		_, err = o.Session.PutResult(tx, op, res)
		return err
	})
	o.nudge()
	return res, err
}

// addReminder stores a new reminder, unless the same one waits.
func (o *Ops) addReminder(tx *kv.Tx, a asking, w reminder.Wish) (Reminded, error) {
	list, err := reminders.List(tx, a.who.Scope())
	if err != nil {
		return Reminded{}, err
	}
	n, waiting := 1, 0
	for _, r := range list {
		n = max(n, r.N+1)
		if r.Due().IsZero() {
			continue
		}
		waiting++
		if text.Fold(r.Text) == text.Fold(w.Text) && r.Next.Equal(w.First) && r.Repeats() == w.Repeats() {
			return Reminded{Reminder: r, Same: true, Assumed: w.Assumed, At: o.Clock.Now()}, nil
		}
	}
	if waiting >= reminder.MaxWaiting {
		return Reminded{}, &Problem{Code: TooManyReminders, About: strconv.Itoa(reminder.MaxWaiting)}
	}
	r := reminder.Reminder{
		ID: o.IDs.New(), N: n, Scope: a.who.Scope(), Person: a.who.ID, Conv: a.conv, Channel: a.channel, Text: w.Text, When: w.When,
		Lang: text.Guess(w.Text+" "+w.When, o.Lang), Schedule: w.Schedule, From: a.from, Created: o.Clock.Now(),
		State: reminder.Waiting, Next: w.First,
	}
	return Reminded{Reminder: r, Assumed: w.Assumed, At: r.Created}, reminders.Put(tx, r)
}

// RemindersOf are the reminders of a person: those that wait, by when they are
// due; with all, those that are over behind them, the newest first.
func (o *Ops) RemindersOf(_ context.Context, who person.Person, all bool) (list []reminder.Reminder, err error) {
	if who.Scope() == "" {
		return nil, nil
	}
	err = o.DB.View(func(tx *kv.Tx) error {
		list, err = reminders.List(tx, who.Scope())
		return err
	})
	list = slices.DeleteFunc(list, func(r reminder.Reminder) bool { return !all && r.Due().IsZero() })
	slices.SortStableFunc(list, func(a, b reminder.Reminder) int {
		x, y := a.Due(), b.Due()
		switch {
		case x.IsZero() && y.IsZero():
			return b.N - a.N
		case x.IsZero() || y.IsZero():
			return y.Compare(x) // those that wait first
		}
		return cmp.Or(x.Compare(y), a.N-b.N)
	})
	return list, err
}

// Change is what is to become of a reminder: one of the first four, or a new
// text or time.
type Change struct {
	Cancel bool
	Done   bool
	Snooze time.Duration // from now; zero: not
	Text   string        // "": as it was
	When   string        // "": as it was
}

// UpdateReminder changes a reminder of the speaker's, named by its number or by
// the beginning of its id, once per op. Errors are those of AddReminder.
func (o *Ops) UpdateReminder(
	_ context.Context, t turn.Turn, op turn.Op, about string, c Change, tell func(Reminded) tool.Result,
) (tool.Result, error) {
	if res, done, err := o.Session.Result(op); err != nil || done {
		return res, err
	}
	a := o.askingIn(t)
	return o.remindOnce(op, tell, func(tx *kv.Tx) (Reminded, error) { return o.changeReminder(tx, a, about, c) })
}

// AlterReminder is UpdateReminder for what a person asks for with a command.
func (o *Ops) AlterReminder(_ context.Context, who person.Person, about string, c Change) (got Reminded, err error) {
	a := o.askingAlone(who)
	err = o.DB.Update(func(tx *kv.Tx) error {
		got, err = o.changeReminder(tx, a, about, c)
		return err
	})
	o.nudge()
	return got, o.asProblem(err, a)
}

func (o *Ops) changeReminder(tx *kv.Tx, a asking, about string, c Change) (got Reminded, err error) {
	if a.who.Scope() == "" {
		return got, ErrNoScope
	}
	before, err := findReminder(tx, a.who.Scope(), about)
	if err != nil {
		return got, err
	}
	now, r := o.Clock.Now(), before
	switch {
	case c.Cancel:
		r = r.Cancel()
	case c.Done:
		r = r.Finish()
	case c.Snooze != 0:
		r = r.Snooze(now, c.Snooze)
	default:
		if r, got.Assumed, err = o.rewritten(r, a.zone, c); err != nil {
			return got, err
		}
	}
	got.Reminder, got.At = r, now
	if got.Same = r.State == before.State && r.Due().Equal(before.Due()) && r.Text == before.Text && r.Schedule == before.Schedule; got.Same {
		return got, nil
	}
	if r.Last != "" && (c.Done || c.Snooze != 0) {
		if err := o.answered(tx, r.Last, c.Done); err != nil {
			return got, err
		}
	}
	return got, reminders.Put(tx, r)
}

// rewritten is a reminder with a new text or time.
func (o *Ops) rewritten(r reminder.Reminder, zone *time.Location, c Change) (_ reminder.Reminder, assumed bool, err error) {
	what, when := cmp.Or(strings.TrimSpace(c.Text), r.Text), strings.TrimSpace(c.When)
	now := o.Clock.Now()
	if when == "" {
		w, err := reminder.Read(what, now.Add(time.Hour).Format(time.RFC3339), now, zone, r.Lang) // for the text alone
		r.Text = w.Text
		return r, false, err
	}
	w, err := reminder.Read(what, when, now, zone, text.Guess(when, o.Lang))
	if err != nil {
		return r, false, err
	}
	r.Text, r.When, r.Schedule = w.Text, w.When, w.Schedule
	r.State, r.Next, r.Snoozed = reminder.Waiting, w.First, time.Time{}
	return r, w.Assumed, nil
}

// leastPrefix is how many characters of an id name a reminder.
const leastPrefix = 4

// findReminder makes out a reminder by its number or the beginning of its id.
func findReminder(tx *kv.Tx, scope person.Scope, about string) (found reminder.Reminder, err error) {
	about = strings.ToLower(strings.TrimLeft(strings.TrimSpace(about), "#"))
	list, err := reminders.List(tx, scope)
	if err != nil {
		return found, err
	}
	n, _ := strconv.Atoi(about)
	hits := 0
	for _, r := range list {
		switch {
		case n > 0 && r.N == n:
			return r, nil
		case len(about) >= leastPrefix && strings.HasPrefix(string(r.ID), about):
			found = r
			hits++
		}
	}
	switch hits {
	case 0:
		return found, &Problem{Code: UnknownReminder, About: about}
	case 1:
		return found, nil
	}
	return found, &Problem{Code: ManyReminders, About: about}
}

// Snooze puts the reminder off that a message has said; Done says that what it
// says is done. The message is named by its id, as it stands under the buttons.
// Doing it again changes nothing but, of Snooze, the time. Errors: *Problem
// with UnknownReminder where the message is no reminder of this person's.
func (o *Ops) Snooze(_ context.Context, who person.Person, message turn.ID, d time.Duration) (reminder.Reminder, error) {
	r, _, err := o.afterwards(who, message, o.snoozed(d), reminder.Snoozed, false)
	return r, err
}

// Done is described with Snooze.
func (o *Ops) Done(_ context.Context, who person.Person, message turn.ID) (reminder.Reminder, error) {
	r, _, err := o.afterwards(who, message, reminder.Reminder.Finish, reminder.Seen, false)
	return r, err
}

func (o *Ops) snoozed(d time.Duration) func(reminder.Reminder) reminder.Reminder {
	return func(r reminder.Reminder) reminder.Reminder { return r.Snooze(o.Clock.Now(), d) }
}

// afterwards does what a person makes of a saying; once does nothing where they
// have made that of it before.

func (o *Ops) afterwards(
	who person.Person, message turn.ID, do func(reminder.Reminder) reminder.Reminder, made reminder.Progress, once bool,
) (r reminder.Reminder, changed bool, err error) {
	err = o.DB.Update(func(tx *kv.Tx) error {
		changed = false
		f, ok, err := reminders.Firing(tx, message)
		if err == nil && ok && f.Scope == who.Scope() {
			r, ok, err = reminders.Get(tx, f.Scope, f.Reminder)
		} else {
			ok = false
		}
		if err == nil && !ok {
			err = &Problem{Code: UnknownReminder, About: string(message)}
		}
		if err != nil || once && f.Progress == made {
			return err
		}
		if err := o.answered(tx, message, made == reminder.Seen); err != nil {
			return err
		}
		r, changed = do(r), true
		return reminders.Put(tx, r)
	})
	if err != nil {
		return r, false, fmt.Errorf("answer a reminder: %w", err)
	}
	o.nudge()
	return r, changed, nil
}

// answered notes what the person has made of a saying.
func (o *Ops) answered(tx *kv.Tx, message turn.ID, done bool) error {
	f, ok, err := reminders.Firing(tx, message)
	if err != nil || !ok {
		return err
	}
	if f.Progress = reminder.Snoozed; done {
		f.Progress = reminder.Seen
	}
	return reminders.PutFiring(tx, f)
}

// nudge makes the heart look at its alarms again.
func (o *Ops) nudge() {
	if o.Nudge != nil {
		o.Nudge()
	}
}

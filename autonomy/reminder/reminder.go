// Package reminder is what a reminder is: its text, when it is due, what is
// said then, and what becomes of it.
//
// All is pure: now is an argument, nothing is stored, nobody is asked. A
// reminder is never said early. Every due time is said once, or, where several
// passed while nothing ran, they are merged into one late message that says how
// many there were; one that is due a single time is never lost. The text is
// words to a person and nothing else: it is neither read nor obeyed here.
package reminder

import (
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// Bounds of what one person may have.
const (
	MaxText     = 500         // characters of a text
	MaxWaiting  = 200         // reminders of a person that wait
	MinEvery    = time.Minute // the shortest interval
	MinSnooze   = time.Minute // and how long a snooze may last
	MaxSnooze   = 30 * 24 * time.Hour
	UsualSnooze = 10 * time.Minute
)

// LateAfter is from when on a reminder says that it is late.
const LateAfter = 2 * time.Minute

// State is what a reminder waits for.
type State string

// The states. A reminder that is Said may be snoozed and waits again; Done and
// Cancelled ones are never said again unless somebody snoozes them.
const (
	Waiting   State = "waiting"
	Said      State = "said" // and nothing is left to say
	Done      State = "done"
	Cancelled State = "cancelled"
)

// Reminder is one reminder of a person's.
type Reminder struct {
	ID      turn.ID      `json:"id"`
	N       int          `json:"n"` // its number among those of the person, for people
	Scope   person.Scope `json:"scope"`
	Person  person.ID    `json:"person"`
	Conv    turn.Conv    `json:"conv"`    // where it is said
	Channel string       `json:"channel"` // on which channel
	Text    string       `json:"text"`
	// When is how the person named the time, for showing what repeats.
	When string    `json:"when"`
	Lang text.Lang `json:"lang"` // in which it is said
	Schedule
	From    []turn.ID `json:"from,omitempty"` // the lines in which it was asked for
	Created time.Time `json:"created"`

	State   State     `json:"state"`
	Next    time.Time `json:"next,omitzero"`    // the first due time that was not said; zero: none
	Snoozed time.Time `json:"snoozed,omitzero"` // to be said once more then
	Last    turn.ID   `json:"last,omitempty"`   // the message that said it last
}

// Due is when it is to be said next, zero where never.
func (r Reminder) Due() time.Time {
	switch {
	case r.State != Waiting:
		return time.Time{}
	case r.Next.IsZero() || !r.Snoozed.IsZero() && r.Snoozed.Before(r.Next):
		return r.Snoozed
	}
	return r.Next
}

// Progress is how far one saying of a reminder has come.
type Progress string

// How far it is: Sending while it stands in the outbox, Refused where the
// channel does not take it (the diary has it), the others by the person.
const (
	Sending   Progress = "sending"
	Delivered Progress = "delivered"
	Refused   Progress = "refused"
	Snoozed   Progress = "snoozed"
	Seen      Progress = "done"
)

// Firing is one saying of a reminder.
type Firing struct {
	ID       turn.ID      `json:"id"` // of the message that says it
	Reminder turn.ID      `json:"reminder"`
	Scope    person.Scope `json:"scope"`
	Due      time.Time    `json:"due"`   // the last due time that it stands for
	Count    int          `json:"count"` // how many due times it stands for
	At       time.Time    `json:"at"`    // when it was said
	Progress Progress     `json:"progress"`
}

// Late is by how much it was late, zero where nobody would notice.
func (f Firing) Late() time.Duration {
	if late := f.At.Sub(f.Due); late >= LateAfter {
		return late
	}
	return 0
}

// Fire is what is to be said now, and the reminder afterwards; ok is false
// where nothing is due.
func (r Reminder) Fire(now time.Time) (_ Reminder, f Firing, ok bool) {
	if due := r.Due(); due.IsZero() || due.After(now) {
		return r, f, false
	}
	f = Firing{Reminder: r.ID, Scope: r.Scope, At: now, Progress: Sending}
	if !r.Next.IsZero() && !r.Next.After(now) {
		f.Due, f.Count, r.Next = r.Schedule.passed(r.Next, now)
	}
	if !r.Snoozed.IsZero() && !r.Snoozed.After(now) {
		f.Count = max(f.Count, 1) // what was put off is said with what is due anyway
		if r.Snoozed.After(f.Due) {
			f.Due = r.Snoozed
		}
		r.Snoozed = time.Time{}
	}
	if r.Due().IsZero() {
		r.State = Said
	}
	return r, f, true
}

// Snooze puts a reminder off by d, within MinSnooze and MaxSnooze. One that
// was said is said once more; one that is still to be said a single time is
// said later; what repeats keeps its times.
func (r Reminder) Snooze(now time.Time, d time.Duration) Reminder {
	from := now
	if r.State == Waiting && !r.Repeats() {
		if due := r.Due(); due.After(from) {
			from = due
		}
		r.Next = time.Time{}
	}
	r.Snoozed = from.Add(min(max(d, MinSnooze), MaxSnooze))
	if r.State == Cancelled || r.State == Done {
		r.Next = time.Time{} // only what was put off comes again
	}
	r.State = Waiting
	return r
}

// Finish is the reminder when the person has done what it says: one that
// repeats goes on.
func (r Reminder) Finish() Reminder {
	r.Snoozed = time.Time{}
	if r.State == Cancelled || r.Repeats() && !r.Next.IsZero() {
		return r
	}
	r.Next, r.State = time.Time{}, Done
	return r
}

// Cancel is the reminder when it is not wanted any more.
func (r Reminder) Cancel() Reminder {
	r.Next, r.Snoozed, r.State = time.Time{}, time.Time{}, Cancelled
	return r
}

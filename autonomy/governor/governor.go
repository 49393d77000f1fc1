// Package governor decides whether the companion may speak up unasked: now,
// not before a time, or not at all, and by which of its rules.
//
// Guarantees, for every kind of message but reminders (see Kind): nothing
// outside the active hours of the person's zone; never more than so many slots
// in a calendar day of the person and in any 24 hours; and, of thoughts and
// follow-ups, none within the gap after another message, none while a talk is
// live, none after so many in a row that the person did not answer, none that
// says nearly what was said within 24 hours, and on a topic, or in an hour of
// the day, of which the person wants less, only as rarely as that says. A
// person who wants quiet has it. No clock that is set back or forward, and back
// again, makes any of it less: what was reserved counts by the instant it was
// stamped with, before and after it, and again from when it was first seen to
// lie in the future. A State that is lost closes the gate for a day.
//
// All is pure: the same policy, state, wish and instant give the same verdict.
// It stores and sends nothing and knows no language; every verdict has one
// reason for machines and the figures that a person is shown.
package governor

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// Kind is what a message is for. It decides which rules apply.
type Kind string

// The kinds. A reminder was asked for by the person and is no proactive
// message: nothing holds it, and it takes no slot. A briefing was switched on
// and has its time; a watchdog says that something is broken. Both take a slot
// and keep to hours, caps and quiet, but wait for no answer, gap or budget.
const (
	Thought  Kind = "thought"
	FollowUp Kind = "follow_up"
	Briefing Kind = "briefing"
	Reminder Kind = "reminder"
	Watchdog Kind = "watchdog"
)

// obeys is what applies to a kind.
type obeys struct {
	hours, caps, quiet bool
	live               bool
	pace               bool // gap, answers and repeats
	budget             bool // what was learned
}

func (k Kind) obeys() (o obeys, ok bool) {
	switch k {
	case Thought, FollowUp:
		return obeys{hours: true, caps: true, quiet: true, live: true, pace: true, budget: true}, true
	case Briefing:
		return obeys{hours: true, caps: true, quiet: true, live: true}, true
	case Watchdog:
		return obeys{hours: true, caps: true, quiet: true}, true
	case Reminder:
		return obeys{}, true
	}
	return obeys{}, false
}

// Policy is how restrained the companion is. Usual gives the usual one.
type Policy struct {
	// From and To are the active hours, in minutes from midnight on the clock
	// of the person: From is inside, To is not, and where To is smaller they go
	// over midnight. 0 and 1440 are always; From equal to To is never.
	From, To   int
	PerDay     int           // slots in a calendar day of the person, and in 24 hours; 1 to MostPerDay
	Gap        time.Duration // between two messages; a minute to a day
	Unanswered int           // in a row; from 1
	Live       time.Duration // how long after its last message a talk is live; to a day
	Similar    float64       // from how similar on (0 to 1) two messages say the same
}

// MostPerDay is the largest cap of a day.
const MostPerDay = 24

// wholeDay is the minutes of a day.
const wholeDay = 24 * 60

// day is the span of the caps that do not look at the calendar.
const day = 24 * time.Hour

// Usual is the policy unless the settings say otherwise.
func Usual() Policy {
	return Policy{
		From: 8 * 60, To: 23 * 60, PerDay: 5, Gap: time.Hour, Unanswered: 2,
		Live: 10 * time.Minute, Similar: Similar,
	}
}

// Check says what is wrong with a policy.
func (p Policy) Check() error {
	switch {
	case p.From < 0 || p.From >= wholeDay || p.To < 0 || p.To > wholeDay:
		return fmt.Errorf("active hours: minutes %d to %d are not within a day", p.From, p.To)
	case p.PerDay < 1 || p.PerDay > MostPerDay:
		return fmt.Errorf("messages a day: %d is not within 1 and %d", p.PerDay, MostPerDay)
	case p.Gap < time.Minute || p.Gap > day:
		return fmt.Errorf("gap: %v is not within a minute and a day", p.Gap)
	case p.Unanswered < 1:
		return fmt.Errorf("unanswered: %d is less than 1", p.Unanswered)
	case p.Live < time.Second || p.Live > day:
		return fmt.Errorf("live talk: %v is not within a second and a day", p.Live)
	case math.IsNaN(p.Similar) || p.Similar <= 0 || p.Similar > 1:
		return fmt.Errorf("similarity: %v is not above 0 and up to 1", p.Similar)
	}
	return nil
}

// Wish is something that the companion would say unasked.
type Wish struct {
	ID     turn.ID   `json:"id"` // the same wish again changes nothing
	Person person.ID `json:"person"`
	Kind   Kind      `json:"kind"`
	// Topic is what it is about, in a few words of the person's language, such as
	// 仕事; budgets and "never about this" go by it. "" is no topic.
	Topic string   `json:"topic,omitempty"`
	Words []string `json:"words,omitempty"` // other words for the topic
	Text  string   `json:"text"`            // sent as it is
	// Cause is why it was wished for, in the companion's own words.
	Cause string    `json:"cause,omitempty"`
	From  time.Time `json:"from,omitzero"`  // not to be said before; zero: at once
	Until time.Time `json:"until,omitzero"` // stale from then on; zero: a day after it was made
	// Again is the wish that this one repeats because the person asked for it
	// later: being like that one is no repeat.
	Again turn.ID `json:"again,omitempty"`
}

// Check says what is wrong with a wish.
func (w Wish) Check() error {
	switch _, known := w.Kind.obeys(); {
	case w.ID == "":
		return errors.New("a wish needs an id")
	case w.Person == "":
		return errors.New("a wish needs a person")
	case !known:
		return fmt.Errorf("unknown kind of message %q", w.Kind)
	case w.Text == "":
		return errors.New("a wish needs a text")
	case !w.Until.IsZero() && !w.From.Before(w.Until):
		return errors.New("a wish must have time between from and until")
	}
	return nil
}

// Outcome is what becomes of a wish.
type Outcome string

// The outcomes.
const (
	May     Outcome = "may"
	Held    Outcome = "held"
	Dropped Outcome = "dropped"
)

// Reason is the one rule that decided.
type Reason string

// The reasons.
const (
	Free       Reason = "free"       // nothing is in the way
	Asked      Reason = "asked"      // a reminder: the person asked for it
	BadPolicy  Reason = "bad_policy" // the settings make no sense, so nothing is said
	BadWish    Reason = "bad_wish"
	Stale      Reason = "stale"      // its time is over
	Closed     Reason = "closed"     // "never about this"
	Repeat     Reason = "repeat"     // nearly what was said within 24 hours
	Lost       Reason = "lost"       // it is not known what was sent lately
	Quiet      Reason = "quiet"      // the person wants quiet
	Early      Reason = "early"      // not to be said before a time
	Hours      Reason = "hours"      // outside the active hours
	Live       Reason = "live"       // a talk is live, or a reply is being written
	Unanswered Reason = "unanswered" // so many in a row without an answer
	PerDay     Reason = "per_day"    // the cap of the calendar day
	Per24h     Reason = "per_24h"    // the cap of 24 hours
	Gap        Reason = "gap"        // too soon after the last one
	TopicLess  Reason = "topic_less" // less about this topic
	HourLess   Reason = "hour_less"  // less in this hour of the day
	Off        Reason = "off"        // switched off by the owner
	NoChannel  Reason = "no_channel" // nowhere to reach the person
	NotPerson  Reason = "not_person" // nobody who is admitted
	Withdrawn  Reason = "withdrawn"  // taken back before it was sent
	Erased     Reason = "erased"     // the owner took its words back
	Uncertain  Reason = "uncertain"  // it may have been sent, and is not sent again
)

// Verdict is what a Decide says.
type Verdict struct {
	Outcome Outcome `json:"outcome"`
	Reason  Reason  `json:"reason"`
	// Until is, of what is held, the earliest time at which it could be allowed
	// if nothing else happens; zero where only the person can lift it.
	Until   time.Time `json:"until,omitzero"`
	Figures Figures   `json:"figures"`
}

// Figures are what a verdict stands on.
type Figures struct {
	At   time.Time `json:"at"`
	Zone string    `json:"zone"`

	Today  int `json:"today"`   // slots of this calendar day
	Day24  int `json:"day24"`   // slots within 24 hours
	PerDay int `json:"per_day"` // the cap of both

	Last time.Time     `json:"last,omitzero"` // the last message that took a slot
	Gap  time.Duration `json:"gap"`           // wanted after it

	Heard time.Time `json:"heard,omitzero"` // the last message from or to the person
	Open  bool      `json:"open,omitempty"` // a reply is being written

	Unanswered int `json:"unanswered"`
	Most       int `json:"most"` // unanswered ones in a row

	From int `json:"from"` // of the active hours
	To   int `json:"to"`

	Topic  string    `json:"topic,omitempty"`
	Weight float64   `json:"weight"` // of the topic; 1 is normal
	Hour   float64   `json:"hour"`   // weight of this hour of the day
	Quiet  time.Time `json:"quiet,omitzero"`

	Like    turn.ID `json:"like,omitempty"`    // what it nearly repeats, or the closed topic's message
	Similar float64 `json:"similar,omitempty"` // to the most similar one within 24 hours
}

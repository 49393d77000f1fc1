package ops

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/calendar/ics"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// The problems of a calendar.
const (
	UnknownEvent ProblemCode = "unknown_event"
	ManyEvents   ProblemCode = "many_events"  // Known are ids that begin like that
	BadEvent     ProblemCode = "bad_event"    // About is the field, Known why, the detail and what was given
	UnclearTime  ProblemCode = "unclear_time" // Known are the readings
	UnknownFeed  ProblemCode = "unknown_feed" // Known are those there are
	BadFeed      ProblemCode = "bad_feed"     // Why, else Known, is why
)

// asProblem words what the calendar refuses so that it can be sent to a command.
func asProblem(err error) error {
	var fault *event.Fault
	var unclear *event.Unclear
	switch {
	case errors.As(err, &fault):
		return &Problem{Code: BadEvent, About: string(fault.Field), Known: []string{string(fault.Why), fault.Detail, fault.Given}}
	case errors.As(err, &unclear):
		p := &Problem{Code: UnclearTime, About: unclear.Words}
		for _, r := range unclear.Readings {
			known := r.Start.String()
			if r.AllDay {
				known = r.Start.Date()
			}
			p.Known = append(p.Known, known)
		}
		return p
	}
	return err
}

// scopeOf is whose calendar a viewer looks at.
func (v Viewer) scope() person.Scope { return v.View.Scopes()[0] }

// Entry is an occurrence with a short name of its event.
type Entry struct {
	Short string `json:"short"`
	event.Occurrence
}

// Schedule lists the calendar of a viewer from a day on to another one, both
// included, in words; without them for so many days from today.
func (d Desk) Schedule(_ context.Context, v Viewer, from, to string, days int) ([]Entry, error) {
	p := d.atDesk(v.scope())
	begins, ends, err := p.window(from, to, max(days, 1))
	if err != nil {
		return nil, asProblem(err)
	}
	found, err := d.agenda(p.scope, begins, ends, p.zone, agendaMost)
	out := make([]Entry, len(found))
	for i, f := range found {
		out[i] = Entry{begin(f.Event), f}
	}
	return out, err
}

// AddEvent puts an event into the calendar of a viewer. Errors are *Problem.
func (d Desk) AddEvent(_ context.Context, v Viewer, in ToPlan) (Planned, error) {
	return d.atCalendar(v, "", func(tx *kv.Tx, p planner, _ turn.ID) (Planned, error) { return p.add(tx, in) })
}

// ChangeEvent changes an event, named by its id or a beginning of it.
func (d Desk) ChangeEvent(_ context.Context, v Viewer, id string, in Replan) (Planned, error) {
	return d.atCalendar(v, id, func(tx *kv.Tx, p planner, id turn.ID) (Planned, error) { return p.change(tx, id, in) })
}

// DropEvent takes an event out, or one occurrence of a series on a date.
func (d Desk) DropEvent(_ context.Context, v Viewer, id, date string) (Planned, error) {
	return d.atCalendar(v, id, func(tx *kv.Tx, p planner, id turn.ID) (Planned, error) { return p.drop(tx, id, date) })
}

// RestoreEvent brings back what DropEvent took out.
func (d Desk) RestoreEvent(_ context.Context, v Viewer, id, date string) (Planned, error) {
	return d.atCalendar(v, id, func(tx *kv.Tx, p planner, id turn.ID) (Planned, error) { return p.bringBack(tx, id, date) })
}

// atCalendar does something to a viewer's calendar, in one transaction.
func (d Desk) atCalendar(v Viewer, id string, do func(*kv.Tx, planner, turn.ID) (Planned, error)) (got Planned, err error) {
	p := d.atDesk(v.scope())
	err = d.DB.Update(func(tx *kv.Tx) error {
		var whole turn.ID
		if id != "" {
			if whole, err = p.begins(tx, strings.ToLower(strings.TrimSpace(id))); err != nil {
				return err
			}
		}
		got, err = do(tx, p, whole)
		return err
	})
	if errors.Is(err, ErrNoEvent) {
		err = &Problem{Code: UnknownEvent, About: id}
	}
	return got, asProblem(err)
}

// begins is the event whose id begins like that.
func (p planner) begins(tx *kv.Tx, id string) (turn.ID, error) {
	all, err := p.Calendar.List(tx, p.scope)
	if err != nil {
		return "", err
	}
	var found []string
	for _, e := range all {
		if string(e.ID) == id {
			return e.ID, nil
		}
		if strings.HasPrefix(string(e.ID), id) {
			found = append(found, string(e.ID))
		}
	}
	switch len(found) {
	case 0:
		return "", ErrNoEvent
	case 1:
		return turn.ID(found[0]), nil
	}
	return "", &Problem{Code: ManyEvents, About: id, Known: found[:min(len(found), 10)]}
}

// Taken is what became of events that were read from a file or a feed.
type Taken struct {
	Added   int `json:"added"`
	Changed int `json:"changed"`
	Same    int `json:"same"`
	Removed int `json:"removed"`
}

// ImportEvents puts events of a file into a viewer's own calendar. One whose UID
// is there already is changed, also where it had been deleted.
func (d Desk) ImportEvents(_ context.Context, v Viewer, list []event.Event) (t Taken, err error) {
	err = d.DB.Update(func(tx *kv.Tx) error {
		t, err = d.take(tx, v.scope(), "", list)
		return err
	})
	return t, err
}

// take stores events as those of a scope's own calendar or of a feed, by their
// UIDs.
func (o *Ops) take(tx *kv.Tx, scope person.Scope, feed turn.ID, list []event.Event) (t Taken, err error) {
	now := o.Clock.Now()
	for _, e := range list {
		if e, err = e.Normalise(); err != nil {
			return t, err
		}
		old, known, err := o.Calendar.ByUID(tx, scope, feed, e.UID)
		if err != nil {
			return t, err
		}
		e.Scope, e.Feed, e.ID, e.CreatedAt, e.UpdatedAt = scope, feed, o.IDs.New(), now, now
		if known {
			e.ID, e.CreatedAt, e.UpdatedAt, e.Provenance = old.ID, old.CreatedAt, old.UpdatedAt, old.Provenance
		}
		switch {
		case !known:
			t.Added++
		case sameEvent(old, e):
			t.Same++
			continue
		default:
			e.UpdatedAt = now
			t.Changed++
		}
		if err := o.Calendar.Put(tx, e); err != nil {
			return t, err
		}
	}
	return t, nil
}

// sameEvent reports whether two say the same; an empty list is none.
func sameEvent(a, b event.Event) bool {
	for _, e := range []*event.Event{&a, &b} {
		e.Extra, e.Except, e.Alarms = slices.Clone(e.Extra), slices.Clone(e.Except), slices.Clone(e.Alarms)
		if len(e.Extra) == 0 {
			e.Extra = nil
		}
		if len(e.Except) == 0 {
			e.Except = nil
		}
		if len(e.Alarms) == 0 {
			e.Alarms = nil
		}
		if len(e.Changed) == 0 {
			e.Changed = nil
		}
	}
	a.CreatedAt, a.UpdatedAt = b.CreatedAt, b.UpdatedAt
	return reflect.DeepEqual(a, b)
}

// OwnEvents are the events of a viewer's own calendar, for a file: without those
// of feeds.
func (d Desk) OwnEvents(_ context.Context, v Viewer) ([]event.Event, error) { return d.own(v.scope()) }

func (o *Ops) own(scope person.Scope) (list []event.Event, err error) {
	err = o.DB.View(func(tx *kv.Tx) error {
		list, err = o.Calendar.List(tx, scope)
		return err
	})
	return slices.DeleteFunc(list, func(e event.Event) bool { return !e.Active() || e.Feed != "" }), err
}

// Shared is the calendar that a secret opens, as an iCalendar file: for other
// programs of the same person. ok is false where it opens none.
func (o *Ops) Shared(_ context.Context, token string) (file []byte, ok bool, err error) {
	if len(token) < minToken || len(token) > 100 {
		return nil, false, nil
	}
	var scope person.Scope
	err = o.DB.View(func(tx *kv.Tx) error {
		scope, ok, err = o.Calendar.OfSecret(tx, token)
		return err
	})
	if err != nil || !ok {
		return nil, false, err
	}
	list, err := o.own(scope)
	return ics.Write("kokoron", list), err == nil, err
}

// minToken is shorter than any secret.
const minToken = 20

package ops

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// ErrNoEvent says that a handle or an id names no event of the actor's own
// calendar.
var ErrNoEvent = errors.New("there is no such event")

// ToPlan is an event in the words of whoever plans it.
type ToPlan struct {
	Title  string `json:"title"`
	When   string `json:"when"`            // ISO, or words
	Until  string `json:"until,omitempty"` // the last day of an all-day event; "": not said
	Place  string `json:"place,omitempty"`
	Notes  string `json:"notes,omitempty"`
	Repeat string `json:"repeat,omitempty"` // an RRULE, or words
	AllDay bool   `json:"all_day,omitempty"`
	Alarms []int  `json:"alarms,omitempty"` // minutes before it
}

// Replan is what is to be changed of an event, in words. What is nil stays; an
// empty text clears a field.
type Replan struct {
	Title  *string `json:"title,omitempty"`
	When   *string `json:"when,omitempty"`
	Until  *string `json:"until,omitempty"`
	Place  *string `json:"place,omitempty"`
	Notes  *string `json:"notes,omitempty"`
	Repeat *string `json:"repeat,omitempty"`
	Alarms []int   `json:"alarms,omitempty"`
	Date   string  `json:"date,omitempty"` // of the one occurrence of a series that is meant; "": all
}

// Clear empties fields by their names and gives the first one that there is
// not.
func (r *Replan) Clear(fields ...string) (unknown string) {
	empty := ""
	for _, f := range fields {
		switch event.Field(strings.TrimSpace(f)) {
		case event.Place:
			r.Place = &empty
		case event.Notes:
			r.Notes = &empty
		case event.Repeat:
			r.Repeat = &empty
		case event.End:
			r.Until = &empty
		case event.Alarms:
			r.Alarms = []int{}
		default:
			return f
		}
	}
	return ""
}

// Planned is an event of the calendar as it is after something was done.
type Planned struct {
	Handle    string             `json:"-"` // in the conversation
	Short     string             `json:"short"`
	Event     event.Event        `json:"event"`
	Next      event.Occurrence   `json:"next"` // the one that was meant, or the first that is not over
	Conflicts []event.Occurrence `json:"conflicts"`
	Same      bool               `json:"same,omitempty"` // it was so before: nothing was changed
}

// planner is somebody at their calendar.
type planner struct {
	*Ops
	scope person.Scope
	now   time.Time // when the words were said
	zone  *time.Location
	from  []turn.ID // the lines that say it
}

// atDesk is the owner at the calendar of a scope.
func (o *Ops) atDesk(scope person.Scope) planner {
	return planner{Ops: o, scope: scope, now: o.Clock.Now(), zone: o.Zone}
}

// inTurn is whoever speaks in a turn, alone with the companion, at their own
// calendar. What they say counts from when they said it, also where a model
// answers later.
func (o *Ops) inTurn(t turn.Turn) planner {
	return planner{Ops: o, scope: Privately(t).Scope(), now: t.Messages[len(t.Messages)-1].At, zone: t.Zone(o.Zone), from: said(t)}
}

// Plan puts an event into the speaker's calendar, once per op: the event and
// the result that tell makes of it are committed together, and the same op
// again only gives that result. Errors in what is asked for are *event.Fault
// and, where the time can be read in several ways, *event.Unclear.
func (o *Ops) Plan(_ context.Context, t turn.Turn, op turn.Op, in ToPlan, tell func(Planned) tool.Result) (tool.Result, error) {
	return o.schedule(t, op, "", tell, func(tx *kv.Tx, p planner, _ turn.ID) (Planned, error) { return p.add(tx, in) })
}

// Replan changes an event of the speaker's calendar, or one occurrence of a
// series. It is done once, like Plan.
func (o *Ops) Replan(_ context.Context, t turn.Turn, op turn.Op, handle string, in Replan, tell func(Planned) tool.Result) (tool.Result, error) {
	return o.schedule(t, op, handle, tell, func(tx *kv.Tx, p planner, id turn.ID) (Planned, error) { return p.change(tx, id, in) })
}

// Unplan takes an event out of the speaker's calendar, or one occurrence of a
// series on a date. It is done once, like Plan, and can be taken back.
func (o *Ops) Unplan(_ context.Context, t turn.Turn, op turn.Op, handle, date string, tell func(Planned) tool.Result) (tool.Result, error) {
	return o.schedule(t, op, handle, tell, func(tx *kv.Tx, p planner, id turn.ID) (Planned, error) { return p.drop(tx, id, date) })
}

// PlanAgain brings back what Unplan took out.
func (o *Ops) PlanAgain(_ context.Context, t turn.Turn, op turn.Op, handle, date string, tell func(Planned) tool.Result) (tool.Result, error) {
	return o.schedule(t, op, handle, tell, func(tx *kv.Tx, p planner, id turn.ID) (Planned, error) { return p.bringBack(tx, id, date) })
}

// schedule does something to the speaker's calendar, once per op.
func (o *Ops) schedule(
	t turn.Turn, op turn.Op, handle string, tell func(Planned) tool.Result, do func(*kv.Tx, planner, turn.ID) (Planned, error),
) (res tool.Result, err error) {
	p := o.inTurn(t)
	if p.scope == "" {
		return res, ErrNoScope
	}
	if res, done, err := o.Session.Result(op); err != nil || done {
		return res, err
	}
	var id turn.ID
	if handle != "" {
		var ok bool
		if id, ok, err = o.Session.Resolve(t.Conv, handle); err != nil || !ok {
			return res, errors.Join(err, ErrNoEvent)
		}
	}
	err = o.DB.Update(func(tx *kv.Tx) error {
		var done bool
		if res, done, err = o.Session.ResultIn(tx, op); err != nil || done {
			return err
		}
		got, err := do(tx, p, id)
		if err != nil {
			return err
		}
		if got.Handle, err = o.Session.Handle(tx, t.Conv, got.Event.ID); err != nil {
			return err
		}
		res = tell(got)
		_, err = o.Session.PutResult(tx, op, res)
		return err
	})
	return res, err
}

// add puts an event into the calendar. One of the same name at the same time
// is there already.
func (p planner) add(tx *kv.Tx, in ToPlan) (Planned, error) {
	times, err := p.times(in.When, in.Until, in.Repeat, in.AllDay)
	if err != nil {
		return Planned{}, err
	}
	e := event.Event{
		ID: p.IDs.New(), Scope: p.scope, Title: in.Title, Place: in.Place, Notes: in.Notes,
		AllDay: times.AllDay, Start: times.Start, End: times.End, Zone: times.Zone, Repeat: times.Repeat,
		Alarms: in.Alarms, CreatedAt: p.Clock.Now(), UpdatedAt: p.Clock.Now(), Provenance: p.from,
	}
	e.UID = string(e.ID) + "@kokoron"
	if e, err = e.Normalise(); err != nil {
		return Planned{}, err
	}
	all, err := p.Calendar.List(tx, p.scope)
	if err != nil {
		return Planned{}, err
	}
	for _, old := range all {
		if old.Active() && text.Fold(old.Title) == text.Fold(e.Title) && old.AllDay == e.AllDay && old.Start.Equal(e.Start) &&
			old.Zone == e.Zone && old.Repeat == e.Repeat {
			return p.planned(all, old, event.Occurrence{}, true), nil
		}
	}
	if len(all) >= maxEvents {
		return Planned{}, &event.Fault{Field: event.Title, Why: event.TooMany, Detail: "20000"}
	}
	return p.planned(all, e, event.Occurrence{}, false), p.Calendar.Put(tx, e)
}

// maxEvents is how many events a calendar may have, and how many the calendars
// elsewhere may bring to it together: all of them are looked through now and then.
const maxEvents = 20_000

// change changes an event or one of its occurrences.
func (p planner) change(tx *kv.Tx, id turn.ID, in Replan) (Planned, error) {
	all, e, err := p.mine(tx, id)
	if err != nil {
		return Planned{}, err
	}
	var one event.Occurrence
	if in.Date != "" {
		if one, err = p.occurrence(e, in.Date); err != nil {
			return Planned{}, err
		}
	}
	patch, err := p.patch(e, one, in)
	if err != nil {
		return Planned{}, err
	}
	var after event.Event
	if in.Date == "" {
		after, err = e.With(patch)
	} else {
		after, err = e.WithOne(one, patch)
	}
	if err != nil {
		return Planned{}, err
	}
	after.UpdatedAt, after.Provenance = p.Clock.Now(), append(after.Provenance, p.from...)
	if !one.From.IsZero() {
		for _, c := range after.Changed {
			if c.Of.Equal(one.Of) {
				one.Start, one.End, one.Title, one.Place, one.Notes = c.Start, c.End, c.Title, c.Place, c.Notes
				one.From, one.To = p.instants(after, c.Start, c.End)
			}
		}
	}
	return p.planned(all, after, one, patch.Empty()), p.Calendar.Put(tx, after)
}

// instants are wall times of an event as the person's clocks show them.
func (p planner) instants(e event.Event, start, end event.Wall) (from, to time.Time) {
	zone := p.zoneOf(e)
	return start.In(zone).In(p.zone), end.In(zone).In(p.zone)
}

// zoneOf is where the wall times of an event are shown.
func (p planner) zoneOf(e event.Event) *time.Location {
	if there, err := time.LoadLocation(e.Zone); err == nil && !e.AllDay {
		return there
	}
	return p.zone
}

// drop takes an event or one of its occurrences out.
func (p planner) drop(tx *kv.Tx, id turn.ID, date string) (Planned, error) {
	all, e, err := p.mine(tx, id)
	if err != nil {
		return Planned{}, err
	}
	var one event.Occurrence
	if date != "" {
		if one, err = p.occurrence(e, date); err == nil {
			e, err = e.Without(one)
		}
		if err != nil {
			return Planned{}, err
		}
	} else {
		next := p.planned(all, e, one, false)
		one, e.ArchivedAt = next.Next, p.Clock.Now()
	}
	e.UpdatedAt = p.Clock.Now()
	got := p.planned(nil, e, one, false)
	return got, p.Calendar.Put(tx, e)
}

// bringBack takes back what drop did.
func (p planner) bringBack(tx *kv.Tx, id turn.ID, date string) (Planned, error) {
	e, ok, err := p.Calendar.Get(tx, p.scope, id)
	if err != nil || !ok {
		return Planned{}, errors.Join(err, ErrNoEvent)
	}
	if e.Feed != "" {
		return Planned{}, &event.Fault{Field: event.Title, Why: event.ReadOnly}
	}
	all, err := p.Calendar.List(tx, p.scope)
	if err != nil {
		return Planned{}, err
	}
	same := e.Active()
	var one event.Occurrence
	if date == "" {
		e.ArchivedAt = time.Time{}
	} else {
		day, err := p.day(date)
		if err != nil {
			return Planned{}, err
		}
		e, ok = e.Again(day)
		same = !ok
		if one, err = e.On(day, p.zone); err != nil && ok {
			return Planned{}, err
		}
	}
	e.UpdatedAt = p.Clock.Now()
	return p.planned(all, e, one, same), p.Calendar.Put(tx, e)
}

// mine is an event that the person may change, among all of the calendar.
func (p planner) mine(tx *kv.Tx, id turn.ID) (all []event.Event, e event.Event, err error) {
	if all, err = p.Calendar.List(tx, p.scope); err != nil {
		return nil, e, err
	}
	for _, e := range all {
		if e.ID == id && e.Active() {
			if e.Feed != "" {
				return nil, e, &event.Fault{Field: event.Title, Why: event.ReadOnly}
			}
			return all, e, nil
		}
	}
	return nil, e, ErrNoEvent
}

// planned is what is told of an event: the occurrence that was meant, else the
// next one, else the first; and what is on at the same time.
func (p planner) planned(all []event.Event, e event.Event, one event.Occurrence, same bool) Planned {
	got := Planned{Short: begin(e.ID), Event: e, Next: one, Same: same, Conflicts: []event.Occurrence{}}
	for _, from := range []time.Time{p.now, {}} {
		if got.Next.Event == "" {
			if from.IsZero() {
				from = e.Start.In(time.UTC).Add(-48 * time.Hour)
			}
			if next := event.Expand([]event.Event{e}, from, from.AddDate(11, 0, 0), p.zone, 1); len(next) > 0 {
				got.Next = next[0]
			}
		}
	}
	if e.Active() {
		got.Conflicts = append(got.Conflicts, event.Conflicts(e, all, p.now, p.zone)...)
	}
	return got
}

// lang is the language in which words about a time are read.
func (p planner) lang(words string) string { return string(text.Guess(words, p.Lang)) }

func blank(s string) bool { return strings.TrimSpace(s) == "" }

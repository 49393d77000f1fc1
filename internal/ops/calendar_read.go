package ops

import (
	"context"
	"strings"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// How far ahead a prompt looks, and how many events it tells of.
const (
	upcomingDays = 3
	upcomingMost = 5
)

// Upcoming implements agent.Notes: what is on now or begins within three days,
// for whoever speaks alone with the companion.
func (o *Ops) Upcoming(_ context.Context, t turn.Turn) (list []agent.Noted) {
	scope := Privately(t).Scope()
	if scope == "" {
		return nil
	}
	now, zone := o.Clock.Now(), t.Zone(o.Zone)
	next, err := o.agenda(scope, now, now.In(zone).AddDate(0, 0, upcomingDays), zone, upcomingMost)
	if err != nil {
		o.Log.Error("read the calendar", "turn", t.ID, "err", err)
	}
	for _, n := range next {
		list = append(list, agent.Noted{At: n.From, AllDay: n.AllDay, Text: n.Title, Place: n.Place})
	}
	return list
}

// DayOf is what stands in a person's calendar for the day of an instant, in
// order: what is on at any time of it.
func (o *Ops) DayOf(_ context.Context, p person.Person, at time.Time) ([]event.Occurrence, error) {
	y, m, d := at.In(o.Zone).Date()
	day := event.Day(y, m, d)
	return o.agenda(p.Scope(), day.In(o.Zone), day.Days(1).In(o.Zone), o.Zone, agendaMost)
}

// agendaMost is how many occurrences one look at a calendar gives.
const agendaMost = 500

// agenda are the occurrences of a scope within a window.
func (o *Ops) agenda(scope person.Scope, from, to time.Time, zone *time.Location, most int) ([]event.Occurrence, error) {
	if scope == "" {
		return nil, nil
	}
	var all []event.Event
	err := o.DB.View(func(tx *kv.Tx) (err error) {
		all, err = o.Calendar.List(tx, scope)
		return err
	})
	return event.Expand(all, from, to, zone, most), err
}

// Listed is an occurrence with the name of its event in the conversation.
type Listed struct {
	Handle string
	event.Occurrence
}

// How far a look at the calendar goes that says no end.
const listDays = 7

// Agenda lists what stands in the speaker's calendar: from a day on (in words;
// "": today) to another one, both included, of what has words in it if any are
// given. Errors in the words are those of Plan.
func (o *Ops) Agenda(_ context.Context, t turn.Turn, from, to, words string) ([]Listed, error) {
	p := o.inTurn(t)
	if p.scope == "" {
		return nil, ErrNoScope
	}
	begin, end, err := p.window(from, to, listDays)
	if err != nil {
		return nil, err
	}
	found, err := o.agenda(p.scope, begin, end, p.zone, agendaMost)
	if err != nil {
		return nil, err
	}
	out := make([]Listed, 0, len(found))
	words = text.Fold(words)
	for _, f := range found {
		if blank(words) || strings.Contains(text.Fold(f.Title+"\n"+f.Place+"\n"+f.Notes), words) {
			out = append(out, Listed{Occurrence: f})
		}
	}
	return out, o.nameEvents(t.Conv, out)
}

// window reads the first and the last day of a look at the calendar.
func (p planner) window(from, to string, days int) (begin, end time.Time, err error) {
	first := event.WallOf(p.now.In(p.zone)).Midnight()
	if !blank(from) {
		t, err := p.when(event.Start, from)
		if err != nil {
			return begin, end, err
		}
		first = t.Start.Midnight()
		if blank(to) && t.AllDay && t.Start.Days(1).Before(t.End) { // 来週, "in December"
			return first.In(p.zone), t.End.In(p.zone), nil
		}
		days = 1
	}
	last := first.Days(days)
	if !blank(to) {
		t, err := p.when(event.End, to)
		if err != nil {
			return begin, end, err
		}
		if last = t.Start.Midnight().Days(1); t.AllDay && last.Before(t.End) {
			last = t.End
		}
		if last.Before(first.Days(1)) {
			return begin, end, &event.Fault{Field: event.End, Why: event.EndFirst, Detail: to}
		}
	}
	return first.In(p.zone), last.In(p.zone), nil
}

// nameEvents gives events their names in a conversation. Only for one that has
// none yet it writes.
func (o *Ops) nameEvents(conv turn.Conv, list []Listed) error {
	fresh := false
	err := o.DB.View(func(tx *kv.Tx) error {
		for i := range list {
			handle, ok, err := o.Session.HandleOf(tx, conv, list[i].Event)
			if err != nil {
				return err
			}
			list[i].Handle, fresh = handle, fresh || !ok
		}
		return nil
	})
	if err != nil || !fresh {
		return err
	}
	return o.DB.Update(func(tx *kv.Tx) (err error) {
		for i := range list {
			if list[i].Handle, err = o.Session.Handle(tx, conv, list[i].Event); err != nil {
				return err
			}
		}
		return nil
	})
}

// Week is what stands in the calendar of a conversation's own scope for today
// and the next days.
func (o *Ops) Week(_ context.Context, conv turn.Conv) ([]event.Occurrence, error) {
	p := o.atDesk(person.Scope(conv))
	begin, end, err := p.window("", "", listDays)
	if err != nil {
		return nil, err
	}
	return o.agenda(p.scope, begin, end, p.zone, agendaMost)
}

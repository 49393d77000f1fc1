package ops

import (
	"errors"
	"strings"

	"github.com/kokoron/kokoron/calendar/event"
)

// when reads words about a time.
func (p planner) when(field event.Field, words string) (event.Times, error) {
	t, err := event.ReadWhen(words, p.now, p.zone, p.lang(words))
	var f *event.Fault
	if errors.As(err, &f) {
		f.Field = field
	}
	return t, err
}

// times reads when an event is, from the words for its beginning, its end and
// how it repeats.
func (p planner) times(when, until, repeat string, allDay bool) (event.Times, error) {
	t, err := p.when(event.Start, when)
	if err != nil {
		return t, err
	}
	if allDay && !t.AllDay {
		t = event.Times{AllDay: true, Start: t.Start.Midnight(), End: t.Start.Midnight().Days(1), Repeat: t.Repeat}
	}
	if !blank(until) {
		if t.End, err = p.until(t, until); err != nil {
			return t, err
		}
	}
	if !blank(repeat) {
		t.Repeat, err = p.repeat(repeat)
	}
	return t, err
}

// until reads the end of an event that begins at a time: a time of day alone is
// the next one after it, 明日 is tomorrow, and a date the last one of an all-day
// event.
func (p planner) until(t event.Times, words string) (event.Wall, error) {
	if !event.CountsFromToday(words, p.now, p.zone, p.lang(words)) {
		p.now = t.Start.In(p.zone) // 午後5時 is the next one after the beginning
	}
	end, err := p.when(event.End, words)
	switch {
	case err != nil:
		return end.Start, err
	case t.AllDay:
		return end.Start.Midnight().Days(1), nil
	case end.AllDay:
		return end.Start, &event.Fault{Field: event.End, Why: event.NoClock, Detail: words}
	}
	return end.Start, nil
}

// repeat reads how an event repeats: an RRULE, or words such as 毎週月曜.
func (p planner) repeat(words string) (string, error) {
	if strings.Contains(strings.ToUpper(words), "FREQ=") {
		return words, nil
	}
	t, err := p.when(event.Repeat, words)
	if err == nil && t.Repeat == "" {
		err = &event.Fault{Field: event.Repeat, Why: event.NoRule, Detail: words}
	}
	return t.Repeat, err
}

// day reads a date.
func (p planner) day(words string) (event.Wall, error) {
	t, err := p.when(event.Single, words)
	return t.Start.Midnight(), err
}

// occurrence is the occurrence of a series on a date in words.
func (p planner) occurrence(e event.Event, date string) (event.Occurrence, error) {
	day, err := p.day(date)
	if err != nil {
		return event.Occurrence{}, err
	}
	return e.On(day, p.zone)
}

// patch reads the words of a change to an event, or to one of its occurrences.
func (p planner) patch(e event.Event, one event.Occurrence, in Replan) (event.Patch, error) {
	out := event.Patch{Title: in.Title, Place: in.Place, Notes: in.Notes, Alarms: in.Alarms}
	now := event.Times{AllDay: e.AllDay, Start: e.Start, End: e.End, Zone: e.Zone}
	if one.Event != "" {
		now.Start, now.End = one.Start, one.End
	}
	if in.When != nil {
		t, err := p.when(event.Start, *in.When)
		if err != nil {
			return out, err
		}
		if t.AllDay && !e.AllDay && in.Repeat == nil && t.Repeat == "" { // another day, the same time of day
			at := event.WallOf(now.Start.In(p.zoneOf(e)).In(p.zone))
			t = event.Times{Start: t.Start.Add(at.Sub(at.Midnight())), Zone: p.zone.String()}
		}
		now, out.Times = t, &t
	}
	if in.Until != nil {
		end := event.Wall{}
		if !blank(*in.Until) {
			var err error
			if end, err = p.until(now, *in.Until); err != nil {
				return out, err
			}
		}
		out.End = &end
		if out.Times == nil && !e.AllDay && !end.IsZero() { // said in the person's zone
			end = event.WallOf(end.In(p.zone).In(p.zoneOf(e)))
		}
	}
	if in.Repeat != nil {
		rule := ""
		if !blank(*in.Repeat) {
			var err error
			if rule, err = p.repeat(*in.Repeat); err != nil {
				return out, err
			}
		}
		out.Repeat = &rule
	}
	return out, nil
}

package ics

import (
	"fmt"
	"strings"
	"time"

	ical "github.com/arran4/golang-ical"

	"github.com/kokoron/kokoron/calendar/event"
)

// Write makes a calendar of events, with line ends and lines as RFC 5545 has
// them. Zones stand under their IANA names, without a description of their own.
func Write(name string, events []event.Event) []byte {
	c := ical.NewCalendarFor("kokoron")
	c.SetMethod(ical.MethodPublish)
	if name != "" {
		c.SetXWRCalName(name)
	}
	for _, e := range events {
		write(c, e)
	}
	return []byte(c.Serialize(ical.WithNewLineWindows))
}

// The forms of dates and times.
const (
	dateForm = "20060102"
	timeForm = "20060102T150405"
)

// write adds an event, and what its changed occurrences are.
func write(c *ical.Calendar, e event.Event) {
	v := c.AddEvent(e.UID)
	stamp(v, e)
	texts(v, e.Title, e.Place, e.Notes)
	put(v, ical.ComponentPropertyDtStart, e, e.Start)
	if e.Start.Before(e.End) {
		put(v, ical.ComponentPropertyDtEnd, e, e.End)
	}
	if e.Repeat != "" {
		v.AddProperty(ical.ComponentPropertyRrule, e.Repeat)
	}
	list(v, ical.ComponentPropertyRdate, e, e.Extra)
	list(v, ical.ComponentPropertyExdate, e, e.Except)
	for _, m := range e.Alarms {
		a := v.AddAlarm()
		a.SetAction(ical.ActionDisplay)
		a.SetDescription(e.Title)
		a.SetTrigger(fmt.Sprintf("-PT%dM", m))
	}
	for _, o := range e.Changed {
		v := c.AddEvent(e.UID)
		stamp(v, e)
		put(v, ical.ComponentPropertyRecurrenceId, e, o.Of)
		texts(v, o.Title, o.Place, o.Notes)
		put(v, ical.ComponentPropertyDtStart, e, o.Start)
		if o.Start.Before(o.End) {
			put(v, ical.ComponentPropertyDtEnd, e, o.End)
		}
	}
}

func stamp(v *ical.VEvent, e event.Event) {
	at := e.UpdatedAt
	if at.IsZero() {
		at = time.Unix(0, 0)
	}
	v.SetProperty(ical.ComponentPropertyDtstamp, at.UTC().Format(timeForm)+"Z")
}

func texts(v *ical.VEvent, title, place, notes string) {
	v.SetSummary(title)
	if place != "" {
		v.SetLocation(place)
	}
	if notes != "" {
		v.SetDescription(notes)
	}
}

// put writes a time as that event has its times.
func put(v *ical.VEvent, name ical.ComponentProperty, e event.Event, w event.Wall) {
	list(v, name, e, []event.Wall{w})
}

func list(v *ical.VEvent, name ical.ComponentProperty, e event.Event, walls []event.Wall) {
	if len(walls) == 0 {
		return
	}
	values := make([]string, len(walls))
	var params []ical.PropertyParameter
	for i, w := range walls {
		switch {
		case e.AllDay:
			values[i] = w.Format(dateForm)
		case e.Zone == "UTC":
			values[i] = w.Format(timeForm) + "Z"
		default:
			values[i] = w.Format(timeForm)
		}
	}
	switch {
	case e.AllDay:
		params = append(params, ical.WithValue("DATE"))
	case e.Zone != "UTC":
		params = append(params, ical.WithTZID(e.Zone))
	}
	v.AddProperty(name, strings.Join(values, ","), params...)
}

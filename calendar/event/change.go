package event

import (
	"slices"
	"time"
)

// Times are when an event is.
type Times struct {
	AllDay bool   `json:"all_day,omitempty"`
	Start  Wall   `json:"start"`
	End    Wall   `json:"end"` // exclusive; Start or zero where it is not said
	Zone   string `json:"zone,omitempty"`
	Repeat string `json:"repeat,omitempty"` // "" where the words say nothing of it
}

// Patch is what is to be changed of an event; what is nil stays. An empty text
// clears a field.
type Patch struct {
	Title  *string
	Place  *string
	Notes  *string
	Times  *Times
	End    *Wall // alone; zero clears it
	Repeat *string
	Alarms []int // nil stays, empty clears
}

// Empty reports whether nothing is to be changed.
func (p Patch) Empty() bool {
	return p.Title == nil && p.Place == nil && p.Notes == nil && p.Times == nil && p.End == nil && p.Repeat == nil && p.Alarms == nil
}

func set(to *string, from *string) {
	if from != nil {
		*to = *from
	}
}

// With is the event with changes to all of it, normalised. Exceptions and
// changed occurrences of a series move with its start. Errors are *Fault.
func (e Event) With(p Patch) (Event, error) {
	e.Except, e.Changed, e.Extra = slices.Clone(e.Except), slices.Clone(e.Changed), slices.Clone(e.Extra)
	set(&e.Title, p.Title)
	set(&e.Place, p.Place)
	set(&e.Notes, p.Notes)
	if p.Repeat != nil && *p.Repeat != e.Repeat {
		e.Repeat = *p.Repeat
		if e.Repeat == "" {
			e.Except, e.Changed, e.Extra = nil, nil, nil
		}
	}
	if p.Times != nil {
		e.move(*p.Times)
		if p.Times.Repeat != "" && p.Repeat == nil {
			e.Repeat = p.Times.Repeat
		}
	}
	if p.End != nil {
		e.End = *p.End
	}
	if p.Alarms != nil {
		e.Alarms = slices.Clone(p.Alarms)
	}
	return e.Normalise()
}

// move gives the event another time. Without a new end it lasts as long as
// before.
func (e *Event) move(t Times) {
	lasted, by := e.End.Sub(e.Start), t.Start.Sub(e.Start)
	if t.AllDay != e.AllDay {
		lasted = 0
	}
	e.AllDay, e.Start, e.Zone = t.AllDay, t.Start, t.Zone
	if e.End = t.End; !e.Start.Before(t.End) {
		e.End = t.Start.Add(lasted)
	}
	for _, list := range [][]Wall{e.Except, e.Extra} {
		for i := range list {
			list[i] = list[i].Add(by)
		}
	}
	for i := range e.Changed {
		e.Changed[i].Of = e.Changed[i].Of.Add(by)
	}
}

// On is the occurrence of a series on a date of the person's; its start by the
// rule names it. Errors are *Fault.
func (e Event) On(date Wall, home *time.Location) (Occurrence, error) {
	if !e.Series() {
		return Occurrence{}, &Fault{Field: Single, Why: NoSeries}
	}
	day := date.Midnight()
	for _, o := range Expand([]Event{e}, day.In(home), day.Days(1).In(home), home, perDay) {
		if WallOf(o.From).Midnight().Equal(day) {
			return o, nil
		}
	}
	return Occurrence{}, &Fault{Field: Single, Why: NotThen, Detail: day.Date()}
}

// WithOne is the series with changes to one occurrence, normalised.
func (e Event) WithOne(o Occurrence, p Patch) (Event, error) {
	c := Change{Of: o.Of, Start: o.Start, End: o.End, Title: o.Title, Place: o.Place, Notes: o.Notes}
	set(&c.Title, p.Title)
	set(&c.Place, p.Place)
	set(&c.Notes, p.Notes)
	switch {
	case p.Repeat != nil || p.Alarms != nil:
		return e, &Fault{Field: Single, Why: NoSeries}
	case p.Times != nil && p.Times.AllDay != e.AllDay:
		return e, &Fault{Field: Start, Why: NoDate, Detail: p.Times.Start.String()}
	case p.Times != nil:
		lasted := c.End.Sub(c.Start)
		c.Start, c.End = p.Times.Start, p.Times.End
		if !c.Start.Before(c.End) {
			c.End = c.Start.Add(lasted)
		}
		if zone, err := time.LoadLocation(e.Zone); err == nil && p.Times.Zone != e.Zone && !e.AllDay {
			there, err := time.LoadLocation(p.Times.Zone)
			if err != nil {
				return e, &Fault{Field: Zone, Why: NoZone, Detail: p.Times.Zone}
			}
			c.Start, c.End = WallOf(c.Start.In(there).In(zone)), WallOf(c.End.In(there).In(zone))
		}
	}
	if p.End != nil {
		if c.End = *p.End; c.End.IsZero() {
			c.End = c.Start
		}
	}
	e.Changed = append(slices.DeleteFunc(slices.Clone(e.Changed), func(old Change) bool { return old.Of.Equal(c.Of) }), c)
	return e.Normalise()
}

// Without is the series without one occurrence.
func (e Event) Without(o Occurrence) (Event, error) {
	e.Except = append(slices.Clone(e.Except), o.Of)
	return e.Normalise()
}

// Again is the series with the occurrences of a date back that were taken out
// of it; ok is false where there were none.
func (e Event) Again(date Wall) (_ Event, ok bool) {
	kept := slices.DeleteFunc(slices.Clone(e.Except), func(w Wall) bool { return w.Midnight().Equal(date.Midnight()) })
	ok = len(kept) < len(e.Except)
	e.Except = kept
	return e, ok
}

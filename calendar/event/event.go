package event

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// Event is one entry of a calendar. A series is one event with a rule.
type Event struct {
	ID    turn.ID      `json:"id"`
	UID   string       `json:"uid"` // under which iCalendar knows it
	Scope person.Scope `json:"scope"`
	// Feed is the subscription that it came with: it is read-only and replaced
	// with the next refresh. "" for the person's own.
	Feed turn.ID `json:"feed,omitempty"`

	Title string `json:"title"`
	Place string `json:"place,omitempty"`
	Notes string `json:"notes,omitempty"`

	AllDay bool   `json:"all_day,omitempty"`
	Start  Wall   `json:"start"` // of the first occurrence; of an all-day event the midnight of its date
	End    Wall   `json:"end"`   // exclusive; Start where nobody said how long it lasts
	Zone   string `json:"zone,omitempty"`

	Repeat  string   `json:"repeat,omitempty"`  // the value of an RRULE
	Extra   []Wall   `json:"extra,omitempty"`   // further starts (RDATE)
	Except  []Wall   `json:"except,omitempty"`  // starts that do not happen (EXDATE)
	Changed []Change `json:"changed,omitempty"` // single occurrences that differ

	Alarms []int `json:"alarms,omitempty"` // minutes before the start

	CreatedAt  time.Time `json:"created_at"`
	UpdatedAt  time.Time `json:"updated_at"`
	ArchivedAt time.Time `json:"archived_at,omitzero"` // deleted, and can be brought back
	Provenance []turn.ID `json:"provenance,omitempty"` // the lines of the diary in which it was asked for
}

// Change is what one occurrence of a series is in place of what the series
// says.
type Change struct {
	Of    Wall   `json:"of"` // its start by the series
	Start Wall   `json:"start"`
	End   Wall   `json:"end"`
	Title string `json:"title"`
	Place string `json:"place,omitempty"`
	Notes string `json:"notes,omitempty"`
}

// Limits of one event.
const (
	MaxTitle  = 200  // characters
	MaxPlace  = 300  // characters
	MaxNotes  = 4000 // characters
	MaxAlarms = 5
	maxAlarm  = 4 * 7 * 24 * 60 // minutes
	MaxSingle = 1000            // exceptions, further starts and changes of a series, each
)

// Active reports whether it has not been deleted.
func (e Event) Active() bool { return e.ArchivedAt.IsZero() }

// Series reports whether it may happen more than once.
func (e Event) Series() bool { return e.Repeat != "" || len(e.Extra) > 0 }

// Normalise checks an event and brings it into the form in which it is stored.
// Errors are *Fault.
func (e Event) Normalise() (Event, error) {
	e.Title, e.Place, e.Notes = plain(e.Title), plain(e.Place), plain(e.Notes)
	if e.Title == "" {
		return e, &Fault{Field: Title, Why: Missing}
	}
	if err := checkTexts(e.Title, e.Place, e.Notes); err != nil {
		return e, err
	}
	if err := e.times(); err != nil {
		return e, err
	}
	for i, c := range e.Changed {
		c.Title, c.Place, c.Notes = cmp.Or(plain(c.Title), e.Title), plain(c.Place), plain(c.Notes)
		if c.End.Before(c.Start) {
			return e, &Fault{Field: End, Why: EndFirst, Detail: c.End.String()}
		}
		if err := checkTexts(c.Title, c.Place, c.Notes); err != nil {
			return e, err
		}
		e.Changed[i] = c
	}
	if err := e.alarms(); err != nil {
		return e, err
	}
	return e.series()
}

// plain is a text of an event as it is stored.
func plain(s string) string { return strings.TrimSpace(text.Undirected(s)) }

// checkTexts looks at what people read of an event.
func checkTexts(title, place, notes string) error {
	for _, t := range []struct {
		field Field
		s     string
		most  int
		lines bool
	}{{Title, title, MaxTitle, false}, {Place, place, MaxPlace, false}, {Notes, notes, MaxNotes, true}} {
		control := func(r rune) bool { return unicode.IsControl(r) && !(t.lines && (r == '\n' || r == '\t')) }
		switch {
		case utf8.RuneCountInString(t.s) > t.most:
			return &Fault{Field: t.field, Why: TooLong, Detail: strconv.Itoa(t.most)}
		case strings.ContainsFunc(t.s, control) || !utf8.ValidString(t.s):
			return &Fault{Field: t.field, Why: Control}
		}
	}
	return nil
}

// times checks start, end and zone.
func (e *Event) times() error {
	if e.Start.IsZero() {
		return &Fault{Field: Start, Why: Missing}
	}
	if e.AllDay {
		e.Zone, e.Start, e.End = "", e.Start.Midnight(), e.End.Midnight()
		if e.End.IsZero() || e.End.Equal(e.Start) {
			e.End = e.Start.Days(1)
		}
	} else if _, err := time.LoadLocation(e.Zone); err != nil || e.Zone == "" || e.Zone == "Local" {
		return &Fault{Field: Zone, Why: NoZone, Detail: e.Zone}
	}
	if e.End.IsZero() {
		e.End = e.Start
	}
	if e.End.Before(e.Start) {
		return &Fault{Field: End, Why: EndFirst, Detail: e.End.String()}
	}
	for field, w := range map[Field]Wall{Start: e.Start, End: e.End} {
		if y := w.floating.Year(); y < firstYear || y > lastYear+1 {
			return &Fault{Field: field, Why: YearRange, Detail: strconv.Itoa(y)}
		}
	}
	return nil
}

func (e *Event) alarms() error {
	slices.Sort(e.Alarms)
	e.Alarms = slices.Compact(e.Alarms)
	if len(e.Alarms) > MaxAlarms {
		return &Fault{Field: Alarms, Why: TooMany, Detail: strconv.Itoa(MaxAlarms)}
	}
	for _, m := range e.Alarms {
		if m < 0 || m > maxAlarm {
			return &Fault{Field: Alarms, Why: Range, Detail: "0 – " + strconv.Itoa(maxAlarm)}
		}
	}
	return nil
}

// series checks the rule and sorts what is said of single occurrences.
func (e Event) series() (Event, error) {
	for _, list := range []*[]Wall{&e.Extra, &e.Except} {
		slices.SortFunc(*list, Wall.Compare)
		*list = slices.CompactFunc(*list, Wall.Equal)
		if len(*list) > MaxSingle {
			return e, &Fault{Field: Repeat, Why: TooMany, Detail: strconv.Itoa(MaxSingle)}
		}
	}
	if len(e.Changed) > MaxSingle {
		return e, &Fault{Field: Repeat, Why: TooMany, Detail: strconv.Itoa(MaxSingle)}
	}
	slices.SortStableFunc(e.Changed, func(a, b Change) int { return a.Of.Compare(b.Of) })
	if e.Repeat == "" {
		return e, nil
	}
	r, err := parseRule(e.Repeat)
	if err == nil {
		e.Repeat = r.canonical
		err = r.check(e)
	}
	return e, in(Repeat, err)
}

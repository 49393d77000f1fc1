package ics

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	ical "github.com/arran4/golang-ical"

	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
)

// The reasons why nothing is read.
var (
	ErrTooLarge error = catalog.Say(catalog.FeedTooLarge)
	ErrNone     error = catalog.Say(catalog.FeedNone)
)

// Import is what was read.
type Import struct {
	Name   string        // what the calendar calls itself
	Events []event.Event // without ids and scopes, in the order of the file
	// Skipped are the components that were not taken; of very many the first
	// ones. Left is how many there are in all.
	Skipped []Skipped
	Left    int
}

// Skipped is a component that was not taken.
type Skipped struct {
	Component string `json:"component"`
	Line      int    `json:"line"` // of the file
	Title     string `json:"title,omitempty"`
	Why       Why    `json:"why"`
	Detail    string `json:"detail,omitempty"`
	// Fault is what is wrong, of one that is Faulty; Detail has it in English.
	Fault *event.Fault `json:"fault,omitempty"`
	// How it is Broken, the same way.
	How *catalog.Message `json:"how,omitempty"`
}

// Why says why a component was not taken.
type Why string

// The reasons. What is wrong with an event in itself is told as Fault.
const (
	NotEvent  Why = "not_event" // a task, a journal entry, free and busy times
	Broken    Why = "broken"    // Detail is how
	Cancelled Why = "cancelled"
	TooMany   Why = "too_many" // the calendar has more events than are read
	Double    Why = "double"   // a newer version of it was read
	Future    Why = "future"   // a change of one occurrence and all after it
	Absolute  Why = "absolute" // an alarm that is not some time before the start
	Faulty    Why = "fault"    // Detail is what is wrong
)

// reader reads one calendar.
type reader struct {
	home  *time.Location
	zones zones
	out   Import
	byUID map[string]int // of the series and events, in out.Events
	seq   map[string]int
	rules int      // that were looked at
	ones  []single // changed occurrences, until all series are known
}

// single is one changed occurrence.
type single struct {
	uid       string
	of        moment
	event     event.Event
	cancelled bool
	c         component
}

// Read reads a calendar. home is the zone of the person. Errors are ErrTooLarge
// and ErrNone; all else is told in Skipped.
func Read(data []byte, home *time.Location) (Import, error) {
	if len(data) > MaxBytes {
		return Import{}, ErrTooLarge
	}
	s := scanner{rest: bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))}
	s.scan()
	if !s.any {
		return Import{}, ErrNone
	}
	r := reader{home: home, byUID: map[string]int{}, seq: map[string]int{}}
	for _, line := range s.header {
		if p := property(line); p != nil && strings.EqualFold(p.IANAToken, "X-WR-CALNAME") {
			r.out.Name = text.Excerpt(text.CleanName(p.Value), event.MaxTitle)
		}
	}
	r.zones = newZones(s.done)
	for _, c := range s.done {
		r.take(c)
	}
	r.settle()
	return r.out, nil
}

func (r *reader) skip(c component, title string, why Why, detail string) {
	r.out.Left++
	if len(r.out.Skipped) < maxListed {
		r.out.Skipped = append(r.out.Skipped, Skipped{Component: short(c.name), Line: c.line, Title: short(title), Why: why, Detail: detail, How: c.broken})
	}
}

// take reads one component.
func (r *reader) take(c component) {
	switch {
	case c.name == "VTIMEZONE":
		return
	case c.name != "VEVENT":
		r.skip(c, "", NotEvent, "")
		return
	}
	p := propertiesOf(c.own)
	title := p.text("SUMMARY")
	if c.broken != nil {
		r.skip(c, title, Broken, c.broken.Error())
		return
	}
	e, err := r.event(p)
	uid := p.value("UID")
	if uid == "" {
		sum := sha256.Sum256([]byte(strings.Join([]string{e.Start.String(), e.Zone, e.Title, e.Repeat}, "\n")))
		uid = hex.EncodeToString(sum[:16]) + "@imported"
	}
	e.UID = text.Excerpt(uid, maxUID)
	cancelled := strings.EqualFold(p.value("STATUS"), "CANCELLED")
	if of := p["RECURRENCE-ID"]; len(of) > 0 {
		r.one(c, p, e, of[0], cancelled, err)
		return
	}
	seq, _ := strconv.Atoi(p.value("SEQUENCE"))
	before, known := r.byUID[e.UID]
	switch {
	case err != nil:
		r.fault(c, title, err)
	case cancelled:
		r.skip(c, title, Cancelled, "")
	case known && seq < r.seq[e.UID]:
		r.skip(c, title, Double, "")
	case !known && len(r.out.Events) >= MaxEvents:
		r.skip(c, title, TooMany, strconv.Itoa(MaxEvents))
	case e.Repeat != "" && r.rules == MaxSeries:
		r.skip(c, title, TooMany, strconv.Itoa(MaxSeries))
	default:
		if e.Repeat != "" {
			r.rules++
		}
		e.Alarms = r.alarms(c, title)
		if e, err = e.Normalise(); err != nil {
			r.fault(c, title, err)
			return
		}
		r.seq[e.UID] = seq
		if known {
			r.skip(c, title, Double, "")
			r.out.Events[before] = e
			return
		}
		r.byUID[e.UID] = len(r.out.Events)
		r.out.Events = append(r.out.Events, e)
	}
}

// maxUID is how much of a UID is kept, in characters.
const maxUID = 500

func (r *reader) fault(c component, title string, err error) {
	r.skip(c, title, Faulty, err.Error())
	var f *event.Fault
	if n := len(r.out.Skipped); n == r.out.Left && errors.As(err, &f) { // it is listed
		r.out.Skipped[n-1].Fault = f
	}
}

// event reads what an event says of itself. It is not normalised.
func (r *reader) event(p properties) (e event.Event, err error) {
	e.Title = cmp.Or(text.Excerpt(text.CleanName(p.text("SUMMARY")), event.MaxTitle), "–")
	e.Place = text.Excerpt(text.CleanName(p.text("LOCATION")), event.MaxPlace)
	e.Notes = notes(p.text("DESCRIPTION"))
	if len(p["DTSTART"]) == 0 {
		return e, &event.Fault{Field: event.Start, Why: event.Missing}
	}
	start, err := r.moment(p["DTSTART"][0])
	if err != nil {
		return e, err
	}
	e.Start, e.AllDay, e.Zone = start.wall, start.day, start.zone
	if err := r.end(&e, p); err != nil {
		return e, err
	}
	if len(p["EXRULE"]) > 0 || len(p["RRULE"]) > 1 {
		return e, &event.Fault{Field: event.Repeat, Why: event.NoRule, Detail: "EXRULE, RRULE…"}
	}
	e.Repeat = p.value("RRULE")
	if e.Extra, err = r.list(e, p["RDATE"]); err == nil {
		e.Except, err = r.list(e, p["EXDATE"])
	}
	return e, err
}

// notes are a description without what could harm a terminal.
func notes(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return text.Excerpt(s, event.MaxNotes)
}

// end reads how long an event lasts.
func (r *reader) end(e *event.Event, p properties) error {
	switch {
	case len(p["DTEND"]) > 0:
		end, err := r.moment(p["DTEND"][0])
		if err != nil {
			return err
		}
		if end.day == e.AllDay { // else they do not fit together, and the beginning counts
			e.End = r.shown(end, *e)
		}
	case len(p["DURATION"]) > 0:
		days, rest, ok := duration(p.value("DURATION"))
		if !ok || days < 0 || rest < 0 {
			return &event.Fault{Field: event.End, Why: event.NoDate, Detail: short(p.value("DURATION"))}
		}
		e.End = e.Start.Days(days)
		if zone := r.zones.load(e.Zone); !e.AllDay && zone != nil && rest > 0 {
			e.End = event.WallOf(e.End.In(zone).Add(rest))
		}
	}
	if !e.End.IsZero() && e.End.Before(e.Start) && e.Start.Sub(e.End) <= time.Hour && !e.AllDay {
		e.End = e.Start // within the hour that a clock shows twice
	}
	return nil
}

// shown is a moment as clocks in the zone of an event show it.
func (r *reader) shown(m moment, e event.Event) event.Wall {
	from, to := r.zones.load(m.zone), r.zones.load(e.Zone)
	if m.day || e.AllDay || m.zone == e.Zone || from == nil || to == nil {
		return m.wall
	}
	return event.WallOf(m.wall.In(from).In(to))
}

// list reads dates, several to a line.
func (r *reader) list(e event.Event, lines []*ical.BaseProperty) (out []event.Wall, err error) {
	for _, p := range lines {
		for v := range strings.SplitSeq(p.Value, ",") {
			v, _, _ = strings.Cut(v, "/") // of a period the beginning
			if len(out) > event.MaxSingle {
				return nil, &event.Fault{Field: event.Repeat, Why: event.TooMany, Detail: strconv.Itoa(event.MaxSingle)}
			}
			if strings.TrimSpace(v) == "" {
				continue
			}
			m, err := r.at(p, v)
			if err != nil {
				return nil, err
			}
			out = append(out, r.fitting(m, e))
		}
	}
	return out, nil
}

// fitting is what names an occurrence of a series: a date alone means the one of
// that date.
func (r *reader) fitting(m moment, e event.Event) event.Wall {
	switch w := r.shown(m, e); {
	case e.AllDay:
		return w.Midnight()
	case m.day:
		return w.Add(e.Start.Sub(e.Start.Midnight()))
	default:
		return w
	}
}

// one keeps a changed occurrence until its series is known.
func (r *reader) one(c component, p properties, e event.Event, of *ical.BaseProperty, cancelled bool, err error) {
	m, bad := r.moment(of)
	switch {
	case bad != nil:
		r.fault(c, e.Title, bad)
	case param(of, "RANGE") != "":
		r.skip(c, e.Title, Future, "")
	case err != nil && !cancelled:
		r.fault(c, e.Title, err)
	case len(r.ones) >= MaxEvents:
		r.skip(c, e.Title, TooMany, strconv.Itoa(MaxEvents))
	default:
		r.ones = append(r.ones, single{uid: e.UID, of: m, event: e, cancelled: cancelled, c: c})
	}
}

// settle puts changed occurrences into their series. One without a series is an
// event of its own.
func (r *reader) settle() {
	changed := map[int][]single{}
	for _, o := range r.ones {
		i, known := r.byUID[o.uid]
		switch {
		case known:
			changed[i] = append(changed[i], o)
		case o.cancelled:
			r.skip(o.c, o.event.Title, Cancelled, "")
		default:
			o.event.UID = text.Excerpt(o.uid, maxUID) + "#" + o.of.wall.String()
			e, err := o.event.Normalise()
			_, twice := r.byUID[e.UID]
			switch {
			case err != nil:
				r.fault(o.c, o.event.Title, err)
			case twice:
				r.skip(o.c, e.Title, Double, "")
			default:
				r.byUID[e.UID] = len(r.out.Events)
				r.out.Events = append(r.out.Events, e)
			}
		}
	}
	for i, list := range changed {
		before := r.out.Events[i]
		e := before
		e.Except = slices.Clone(e.Except)
		for _, o := range list {
			of := r.fitting(o.of, e)
			if o.cancelled {
				e.Except = append(e.Except, of)
				continue
			}
			start, end := r.shown(moment{o.event.Start, o.event.AllDay, o.event.Zone}, e), o.event.End
			if !end.IsZero() {
				end = r.shown(moment{end, o.event.AllDay, o.event.Zone}, e)
			}
			if e.AllDay {
				start, end = start.Midnight(), end.Midnight()
			}
			if end.IsZero() || end.Before(start) {
				end = start.Add(e.End.Sub(e.Start))
			}
			e.Changed = slices.DeleteFunc(e.Changed, func(c event.Change) bool { return c.Of.Equal(of) })
			e.Changed = append(e.Changed, event.Change{Of: of, Start: start, End: end, Title: o.event.Title, Place: o.event.Place, Notes: o.event.Notes})
		}
		after, err := e.Normalise()
		if err != nil {
			r.fault(list[0].c, e.Title, err)
			continue
		}
		r.out.Events[i] = after
	}
}

// alarms are those of an event that ring some time before its start.
func (r *reader) alarms(c component, title string) (out []int) {
	for _, lines := range c.alarms {
		p := propertiesOf(lines)
		trigger := p["TRIGGER"]
		alarm := component{name: "VALARM", line: c.line}
		if len(trigger) == 0 || strings.EqualFold(param(trigger[0], "RELATED"), "END") {
			r.skip(alarm, title, Absolute, "")
			continue
		}
		days, rest, ok := duration(trigger[0].Value)
		minutes := -int(rest/time.Minute) - days*24*60
		if !ok || minutes < 0 || len(out) == event.MaxAlarms || minutes > 4*7*24*60 {
			r.skip(alarm, title, Absolute, short(fmt.Sprint(trigger[0].Value)))
			continue
		}
		out = append(out, minutes)
	}
	return out
}

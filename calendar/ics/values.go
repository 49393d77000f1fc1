package ics

import (
	"strconv"
	"strings"
	"time"

	ical "github.com/arran4/golang-ical"

	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/internal/text"
)

// properties are those of one component, by their names.
type properties map[string][]*ical.BaseProperty

func propertiesOf(lines []string) properties {
	out := properties{}
	for _, l := range lines {
		if p := property(l); p != nil {
			out[p.IANAToken] = append(out[p.IANAToken], p)
		}
	}
	return out
}

// property reads a content line; nil if it is none.
func property(line string) *ical.BaseProperty {
	p, err := ical.ParseProperty(ical.ContentLine(line))
	if err != nil {
		// What the library refuses may be the parameters alone: a name with
		// quotation marks in it. The value is not lost with them.
		name, rest, _ := strings.Cut(line, ";")
		if i := strings.LastIndexByte(rest, ':'); i >= 0 {
			p, _ = ical.ParseProperty(ical.ContentLine(name + rest[i:]))
		}
	}
	return p
}

func (p properties) value(name string) string {
	if len(p[name]) == 0 {
		return ""
	}
	return strings.TrimSpace(p[name][0].Value)
}

func (p properties) text(name string) string {
	if len(p[name]) == 0 {
		return ""
	}
	return p[name][0].Value
}

func param(p *ical.BaseProperty, name string) string {
	for k, v := range p.ICalParameters {
		if strings.EqualFold(k, name) && len(v) > 0 {
			return v[0]
		}
	}
	return ""
}

// moment is a date, or a time in a zone.
type moment struct {
	wall event.Wall
	day  bool
	zone string // "" for a date
}

func (r *reader) moment(p *ical.BaseProperty) (moment, error) { return r.at(p, p.Value) }

// at reads one value of a property.
func (r *reader) at(p *ical.BaseProperty, value string) (m moment, err error) {
	value = strings.TrimSpace(value)
	bare, utc := strings.CutSuffix(strings.ToUpper(value), "Z")
	m.wall, m.day, err = event.ParseWall(bare)
	if err != nil {
		if f, ok := err.(*event.Fault); ok {
			f.Field, f.Detail, f.Given = field(p.IANAToken), short(f.Detail), short(f.Given)
		}
		return m, err
	}
	switch tzid := param(p, "TZID"); {
	case m.day:
	case utc:
		m.zone = "UTC"
	case tzid == "":
		m.zone = r.home.String()
	default:
		m.zone = r.zones.find(tzid)
		if m.zone == "" {
			return m, &event.Fault{Field: event.Zone, Why: event.NoZone, Detail: short(tzid)}
		}
	}
	return m, nil
}

func field(name string) event.Field {
	switch name {
	case "DTEND":
		return event.End
	case "EXDATE", "RDATE":
		return event.Repeat
	case "RECURRENCE-ID":
		return event.Single
	}
	return event.Start
}

var durationForm = text.Lazy(`^([+-])?P(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$`)

// duration reads a duration: days of the calendar, and time beside them.
func duration(s string) (days int, rest time.Duration, ok bool) {
	m := durationForm.FindStringSubmatch(strings.ToUpper(strings.TrimSpace(s)))
	if m == nil || len(m[0]) < 3 {
		return 0, 0, false
	}
	var n [7]int
	for i := 2; i < len(m); i++ {
		n[i], _ = strconv.Atoi(m[i]) // digits, or nothing
	}
	days = n[2]*7 + n[3]
	rest = time.Duration(n[4])*time.Hour + time.Duration(n[5])*time.Minute + time.Duration(n[6])*time.Second
	if days > maxDays || rest > maxDays*24*time.Hour {
		return 0, 0, false
	}
	if m[1] == "-" {
		days, rest = -days, -rest
	}
	return days, rest, true
}

// maxDays is longer than any event.
const maxDays = 100 * 366

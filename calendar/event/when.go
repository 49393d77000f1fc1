package event

import (
	"strings"
	"time"

	"github.com/kokoron/kokoron/calendar"
)

// Unclear says that words can be read in more than one way: whoever wants to
// plan asks.
type Unclear struct {
	Words    string
	Readings []Times
}

func (u *Unclear) Error() string {
	all := make([]string, len(u.Readings))
	for i, r := range u.Readings {
		all[i] = r.Start.String()
	}
	return "the time is unclear: " + u.Words + " (" + strings.Join(all, ", ") + ")"
}

// ReadWhen reads when something is: an ISO date or local time, one with an
// offset, or words in Japanese, English or Chinese as calendar.When reads them.
// Errors are *Fault, or *Unclear where the words can be read in several ways.
func ReadWhen(words string, now time.Time, zone *time.Location, lang string) (Times, error) {
	words = strings.TrimSpace(words)
	if words == "" {
		return Times{}, &Fault{Field: Start, Why: Missing}
	}
	if t, err := time.Parse(time.RFC3339, words); err == nil {
		return Times{Start: WallOf(t.In(zone)), Zone: zone.String()}, nil
	}
	if t, err := time.Parse("2006-01-02T15:04Z07:00", words); err == nil {
		return Times{Start: WallOf(t.In(zone)), Zone: zone.String()}, nil
	}
	if w, day, err := ParseWall(words); err == nil {
		return timesAt(w, day, zone), nil
	} else if looksISO.MatchString(words) {
		return Times{}, in(Start, err)
	}
	if part, why, bad := calendar.Impossible(words); bad {
		kind := NotReal
		if why == calendar.NoSuchHour || why == calendar.NoSuchMinute {
			kind = NoClock
		}
		return Times{}, &Fault{Field: Start, Why: kind, Detail: part}
	}
	readings := calendar.When(words, now, zone, lang)
	if len(readings) == 0 {
		return Times{}, &Fault{Field: Start, Why: NoDate, Detail: words}
	}
	r := readings[0]
	if len(readings) > 1 || r.Unsure {
		return Times{}, unclear(words, readings, zone)
	}
	if calendar.HourLeft(words, r) {
		return Times{}, &Fault{Field: Start, Why: NoDate, Detail: words}
	}
	return timesOf(r, zone), nil
}

// CountsFromToday says whether words name a day by how far it is from today
// (今日, 明日の午後4時, tomorrow): they mean the same day whatever else is planned.
func CountsFromToday(words string, now time.Time, zone *time.Location, lang string) bool {
	readings := calendar.When(words, now, zone, lang)
	if len(readings) == 0 {
		return false
	}
	rule, _, _ := strings.Cut(readings[0].Rule, "+")
	return rule == "day"
}

func timesAt(w Wall, day bool, zone *time.Location) Times {
	if day {
		return Times{AllDay: true, Start: w, End: w.Days(1)}
	}
	return Times{Start: w, Zone: zone.String()}
}

// timesOf is a reading as the times of an event: a point in time has no end.
func timesOf(r calendar.Reading, zone *time.Location) Times {
	t := Times{AllDay: r.AllDay, Start: WallOf(r.From.In(zone)), End: WallOf(r.To.In(zone)), Repeat: r.Repeat}
	if r.AllDay {
		t.Start, t.End = t.Start.Midnight(), t.End.Midnight()
		return t
	}
	if r.Repeat != "" { // the wall time that is meant, also where it is left out on the first day
		length := t.End.Sub(t.Start)
		t.Start = WallOf(r.First)
		t.End = t.Start.Add(length)
	}
	t.Zone = zone.String()
	if t.End.Sub(t.Start) <= time.Minute {
		t.End = t.Start
	}
	return t
}

func unclear(words string, readings []calendar.Reading, zone *time.Location) error {
	u := &Unclear{Words: words}
	for _, r := range readings {
		first := timesOf(r, zone)
		u.Readings = append(u.Readings, first)
		for _, other := range r.Others {
			t := first
			t.Start = WallOf(other.In(zone))
			t.End = t.Start.Add(first.End.Sub(first.Start))
			if !t.Start.Equal(first.Start) {
				u.Readings = append(u.Readings, t)
			}
		}
	}
	return u
}

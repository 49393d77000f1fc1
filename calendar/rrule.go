package calendar

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
)

// maxSearch is within how many days every repetition occurs that can at all: a
// leap day comes after eight years at most.
const maxSearch = 366 * (maxLeap + 1)

// recurring is a repetition as a reading: its rule and its first occurrence.
func (p planner) recurring(s series) (Reading, bool) {
	out := Reading{Rule: s.rule, Unsure: s.doubt}
	if s.freq <= freqHour {
		size := map[freq]time.Duration{freqMinute: time.Minute, freqHour: time.Hour}[s.freq]
		out.From = p.now.Truncate(time.Second).Add(size * time.Duration(max(s.step, 1)))
		if len(s.times) > 0 {
			first, _, ok := p.occurrence(s, s.times)
			if !ok {
				return out, false
			}
			out.From = first.From
		}
		out.To, out.First = out.From.Add(time.Minute), clock.Wall(out.From)
		out.Repeat = s.rrule(s.times, false, p.zone)
		return out, true
	}
	times, others := p.usual(s.times)
	first, said, ok := p.occurrence(s, times)
	if !ok {
		return out, false
	}
	out.First = said
	out.From, out.To, out.AllDay = first.From, first.To, first.Unit == Day
	if s.end.has != 0 && len(times) == 1 {
		out.To = p.lasts(said, s.end)
	}
	if others != nil {
		if o, _, ok := p.occurrence(s, others); ok {
			out.Unsure, out.Others = true, []time.Time{o.From}
		}
	}
	if len(times) > 1 && !sameMinutes(times) {
		out.Unsure = true // one rule has one minute: the first is taken
		times = times[:1]
	}
	out.Repeat = s.rrule(times, out.AllDay, p.zone)
	return out, s.until.IsZero() || !civil(out.From.Date()).After(s.until)
}

// lasts is when what begins at a wall time ends at a time of day.
func (p planner) lasts(said time.Time, end reading) time.Time {
	day := civil(said.Date())
	at, _ := end.minutes()
	if end.open() && !day.Add(time.Duration(at)*time.Minute).After(said) {
		at += 12 * 60
	}
	if !day.Add(time.Duration(at) * time.Minute).After(said) {
		at += 24 * 60
	}
	return wall(day, at, p.zone)
}

func sameMinutes(times []reading) bool {
	return !slices.ContainsFunc(times, func(r reading) bool { return r.minute != times[0].minute })
}

// usual are the times of day as they are usual for what repeats, and the other
// readings where an hour is open: 7 to 11 are of the morning, 1 to 6 of the
// afternoon.
func (p planner) usual(times []reading) (usual, others []reading) {
	open := false
	for _, r := range times {
		other := r
		if r.open() {
			open = true
			r.has, r.part, other.has, other.part = r.has|sPart, forenoon, other.has|sPart, afternoon
			if r.hour < 7 || r.hour == 12 {
				r, other = other, r
			}
		}
		usual, others = append(usual, r), append(others, other)
	}
	if !open {
		others = nil
	}
	return usual, others
}

// occurrence is the first time that is not over, and as a floating time what it
// is said to be.
func (p planner) occurrence(s series, times []reading) (span Span, said time.Time, ok bool) {
	day := p.today
	if s.from.After(day) {
		day = s.from
	}
	for range maxSearch {
		if s.falls(day) {
			if span, said, ok := p.onDay(s, day, times); ok {
				return span, said, true
			}
		}
		day = day.AddDate(0, 0, 1)
	}
	return Span{}, said, false
}

// onDay is what is left of a day on which it falls.
func (p planner) onDay(s series, day time.Time, times []reading) (span Span, said time.Time, ok bool) {
	if len(times) == 0 && s.part == noPart {
		span := Span{From: wall(day, 0, p.zone), To: wall(day.AddDate(0, 0, 1), 0, p.zone), Unit: Day}
		return span, day, span.To.After(p.now) && span.From.Before(span.To)
	}
	if len(times) == 0 {
		span := p.within(day, reading{has: sPart, part: s.part})
		return span, day.Add(time.Duration(partHours[s.part][0]) * time.Hour), !span.From.Before(p.now)
	}
	for _, r := range times {
		at, _ := r.minutes()
		from := wall(day, at, p.zone)
		if !from.Before(p.now) && (!ok || from.Before(span.From)) {
			span, said, ok = Span{From: from, To: from.Add(time.Minute)}, day.Add(time.Duration(at)*time.Minute), true
		}
	}
	return span, said, ok
}

// codes are the names of the weekdays in a rule.
var codes = [...]string{"MO", "TU", "WE", "TH", "FR", "SA", "SU"}

// rrule writes the repetition as RFC 5545 does, section 3.3.10.
func (s series) rrule(times []reading, allDay bool, zone *time.Location) string {
	parts := []string{"FREQ=" + [...]string{"", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"}[s.freq]}
	add := func(name string, values []string) {
		if len(values) > 0 {
			parts = append(parts, name+"="+strings.Join(values, ","))
		}
	}
	if s.step > 1 {
		parts = append(parts, "INTERVAL="+strconv.Itoa(s.step))
	}
	switch {
	case s.count > 0:
		parts = append(parts, "COUNT="+strconv.Itoa(s.count))
	case !s.until.IsZero() && allDay:
		parts = append(parts, "UNTIL="+s.until.Format("20060102"))
	case !s.until.IsZero():
		parts = append(parts, "UNTIL="+wall(s.until.AddDate(0, 0, 1), 0, zone).Add(-time.Second).UTC().Format("20060102T150405Z"))
	}
	add("BYMONTH", numbers(s.months))
	add("BYMONTHDAY", numbers(s.dates))
	var days []string
	for _, n := range s.nths {
		days = append(days, fmt.Sprintf("%d%s", n.n, codes[n.weekday]))
	}
	for n, c := range codes {
		if s.days.has(n) {
			days = append(days, c)
		}
	}
	add("BYDAY", days)
	if len(times) > 1 {
		var hours []int
		for _, r := range times {
			at, _ := r.minutes()
			hours = append(hours, at/60%24)
		}
		slices.Sort(hours)
		add("BYHOUR", numbers(slices.Compact(hours)))
	}
	return strings.Join(parts, ";")
}

func numbers(list []int) []string {
	var out []string
	for _, n := range list {
		out = append(out, strconv.Itoa(n))
	}
	return out
}

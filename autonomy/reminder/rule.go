package reminder

import (
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/calendar/event"
)

// series is a repetition by a rule as a calendar has it.
func (s Schedule) series() event.Event {
	start := event.WallOf(s.Wall)
	return event.Event{Title: "reminder", Start: start, End: start, Zone: s.Zone, Repeat: s.Rule}
}

// How far ahead a repetition is looked for: what happens rarely is looked for
// longer.
const (
	nearSpan = 32 * 24 * time.Hour
	farSpan  = 30 * 366 * 24 * time.Hour
	atOnce   = 64 // what began within the hour before is found too
)

// nextOfSeries is the next time of a rule.
func (s Schedule) nextOfSeries(after time.Time) time.Time {
	if first := event.WallOf(s.Wall).In(s.Location()); first.After(after) {
		after = first.Add(-time.Nanosecond)
	}
	for span := nearSpan; span <= farSpan; span *= 8 {
		for _, o := range event.Expand([]event.Event{s.series()}, after, after.Add(span), s.Location(), atOnce) {
			if o.From.After(after) {
				return o.From
			}
		}
	}
	return time.Time{}
}

// everyOf is the interval of a rule that counts minutes or hours and has no
// other condition.
func everyOf(rule string) (every time.Duration, ok bool) {
	n := 1
	for part := range strings.SplitSeq(rule, ";") {
		name, value, _ := strings.Cut(part, "=")
		switch {
		case name == "FREQ" && value == "MINUTELY":
			every = time.Minute
		case name == "FREQ" && value == "HOURLY":
			every = time.Hour
		case name == "INTERVAL":
			var err error
			if n, err = strconv.Atoi(value); err != nil || n < 1 || n > mostUnits {
				return 0, false
			}
		default:
			return 0, false
		}
	}
	return time.Duration(n) * every, every != 0
}

// mostUnits is the longest interval, in minutes or hours.
const mostUnits = 1_000_000

package calendar

import (
	"time"

	"github.com/kokoron/kokoron/internal/clock"
)

// A civil day is written as its midnight in UTC, so that counting days never
// meets a change of the clocks.

func civil(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// exact is a civil day, if the calendar has it.
func exact(year, month, day int) (time.Time, bool) {
	d := civil(year, time.Month(month), day)
	return d, d.Year() == year && int(d.Month()) == month && d.Day() == day
}

// wall is the instant at which the clocks of a zone show so many minutes after
// the midnight of a civil day.
func wall(day time.Time, minutes int, zone *time.Location) time.Time {
	return clock.Resolve(day.Add(time.Duration(minutes)*time.Minute), zone)
}

// sameClock is the instant of a civil day at which the clocks of a zone show
// what they show at an instant of that zone.
func sameClock(at, day time.Time, zone *time.Location) time.Time {
	h, m, s := at.Clock()
	return clock.Resolve(day.Add(time.Duration(h)*time.Hour+time.Duration(m)*time.Minute+time.Duration(s)*time.Second), zone)
}

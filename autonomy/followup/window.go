package followup

import (
	"time"

	"github.com/kokoron/kokoron/calendar"
	"github.com/kokoron/kokoron/internal/clock"
)

// How long things take and how long they are fresh.
const (
	takes    = 2 * time.Hour // what begins at an hour
	dayEnds  = 17            // the hour at which what is on a day is over
	horizon  = 400           // days ahead that are waited for
	birthday = 45            // of birthdays: the others are facts about somebody
)

// addDays goes on by days of the calendar.
func addDays(t time.Time, n int, zone *time.Location) time.Time {
	return clock.Resolve(clock.Wall(t.In(zone)).AddDate(0, 0, n), zone)
}

// over is when what is in a span has ended.
func over(s calendar.Span, now time.Time, zone *time.Location) time.Time {
	switch s.Unit {
	case calendar.Minute, calendar.Hour:
		return s.From.Add(takes)
	case calendar.Day:
		if addDays(s.From, 1, zone).Before(s.To) {
			return s.To // a row of days
		}
		wall := clock.Wall(s.From.In(zone))
		end := clock.Resolve(time.Date(wall.Year(), wall.Month(), wall.Day(), dayEnds, 0, 0, 0, time.UTC), zone)
		if end.After(now) {
			return end
		}
	}
	return s.To
}

// coarse says that a span names no day.
func coarse(u calendar.Unit) bool { return u >= calendar.Week }

// place sets when a follow-up may be raised. span is nil where the words name
// no time to come.
func (f *Followup) place(span *calendar.Span, now time.Time, zone *time.Location) {
	from, first, last := now, 0, 0
	if span != nil {
		f.On, f.Until = span.From, span.To
		from = over(*span, now, zone)
		first, last = f.afterwards(*span)
		if f.Kind == Plan && coarse(span.Unit) {
			from = span.From.Add(span.To.Sub(span.From) / 2) // it may be well under way
		}
	} else {
		first, last = f.wait()
	}
	if from.Before(now) {
		from = now
	}
	f.From, f.To = addDays(from, first, zone), addDays(from, last, zone)
}

// afterwards are the first and the last day after a time that was named.
func (f *Followup) afterwards(span calendar.Span) (first, last int) {
	first, last = 0, 2
	switch {
	case f.Kind == Plan:
		last = 7
		if coarse(span.Unit) {
			last = 21
		}
	case f.Kind == Travel && span.Unit < calendar.Week:
		first, last = 1, 4 // nobody comes back at once
	case f.Kind == Travel, f.Kind == Worry:
		last = 3
	}
	if f.Gentle {
		first, last = first+1, last+3
	}
	return first, last
}

// wait are the first and the last day where no time was named.
func (f *Followup) wait() (first, last int) {
	switch f.Kind {
	case Health:
		first, last = 1, 3
	case Worry:
		first, last = 2, 7
	default:
		first, last = 7, 28
	}
	if f.Gentle {
		first, last = first+2, last+5
	}
	return first, last
}

// Package cronspec reads cron lines of five fields and says when they fire
// next in a zone.
//
// Fields are minute, hour, day of the month, month and weekday, as POSIX has
// them, with steps and names: lists (1,15), ranges (1-5), steps (*/15, 8-20/2),
// jan-dec, sun-sat; Sunday is 0 and 7. Where both kinds of day are restricted
// a day of either kind will do; only a plain * leaves its kind free.
//
// A line at fixed hours fires at its wall times: exactly once each, also where
// clocks show one twice or never (internal/clock.Resolve). A line whose hour is
// any or has a step is about intervals and fires whenever a clock shows a time
// that fits, so in a repeated hour again. A Line never changes and is safe for
// concurrent use. The package looks at no clock and runs nothing.
package cronspec

import (
	"fmt"
	"strings"
	"time"

	"github.com/robfig/cron/v3"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/clock"
)

// Line is a cron line. Make one with Parse.
type Line struct {
	text     string
	schedule *cron.SpecSchedule // asked in floating time only
	interval bool               // the hour is any or has a step
}

// Parse reads a line. The error is a *Fault, or the library's. A line that can
// never fire is an error too.
func Parse(text string) (Line, error) {
	l, err := parse(text)
	if err != nil {
		if f, ok := err.(*Fault); ok {
			f.Line = text
			return Line{}, f
		}
		return Line{}, fmt.Errorf("cron line %q: %w", text, err)
	}
	return l, nil
}

func parse(text string) (Line, error) {
	values, err := split(text)
	if err != nil {
		return Line{}, err
	}
	plain := make([]string, len(values))
	for i, value := range values {
		if plain[i], err = fields[i].plain(value); err != nil {
			return Line{}, err
		}
	}
	parser := cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow)
	parsed, err := parser.Parse(strings.Join(plain, " "))
	if err != nil {
		return Line{}, err
	}
	schedule := parsed.(*cron.SpecSchedule) // what this parser gives without descriptors
	// Within its five years the library meets a leap day from here.
	if schedule.Next(time.Date(1999, 12, 31, 23, 59, 59, 0, time.UTC)).IsZero() {
		return Line{}, &Fault{Why: catalog.Say(catalog.CronNever, "month", values[3], "day", values[2])}
	}
	const allHours = 1<<24 - 1
	return Line{
		text:     strings.Join(values, " "),
		schedule: schedule,
		interval: schedule.Hour&allHours == allHours || strings.Contains(values[1], "/"),
	}, nil
}

// String is the line as it was written, with single spaces.
func (l Line) String() string { return l.text }

// Next is the first time after the given one at which the line fires, in zone.
func (l Line) Next(after time.Time, zone *time.Location) time.Time {
	if l.interval {
		return l.nextShown(after.In(zone))
	}
	return l.nextResolved(after.In(zone))
}

// nextShown is the first instant after at whose wall time fits.
func (l Line) nextShown(at time.Time) time.Time {
	shown := clock.Wall(at)
	from := shown
	for {
		// Until the offset changes, clocks and time go at the same pace.
		next := at.Add(l.floating(from).Sub(shown))
		_, change := at.ZoneBounds()
		if change.IsZero() || next.Before(change) {
			return next
		}
		at, shown = change, clock.Wall(change)
		from = shown.Add(-1) // the change itself may fit
	}
}

// nextResolved is the earliest instant after the given one that a fitting wall
// time is resolved to.
func (l Line) nextResolved(after time.Time) time.Time {
	from := clock.Wall(after)
	if change, by := clock.Gap(after, after.Location()); by > 0 && after.Before(change.Add(by)) {
		from = from.Add(-by) // wall times of the gap are resolved to times still to come
	}
	// Wall times of a gap are resolved to later instants than some that follow
	// them; those from the best one's own wall time on cannot be earlier.
	var best time.Time
	for wall := l.floating(from); best.IsZero() || wall.Before(clock.Wall(best)); wall = l.floating(wall) {
		t := clock.Resolve(wall, after.Location())
		if t.After(after) && (best.IsZero() || t.Before(best)) {
			best = t
		}
	}
	return best
}

// floating is the first fitting floating time after the given one.
func (l Line) floating(after time.Time) time.Time {
	t := l.schedule.Next(after)
	for t.IsZero() {
		// cron v3.0.1 looks five years ahead. Leap days can be eight years
		// apart (2096, 2104); Parse has seen that the line fires.
		after = after.AddDate(4, 0, 0)
		t = l.schedule.Next(after)
	}
	return t
}

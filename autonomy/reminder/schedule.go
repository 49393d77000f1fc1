package reminder

import (
	"errors"
	"fmt"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/cronspec"
)

// Schedule is when something is due: once at a wall time (Wall) or an instant
// (Start alone), every so often from an instant on (Start and Every), by a cron
// line (Cron), or by a rule of a calendar (Rule); the last two not before
// Start. Wall times are those of Zone.
type Schedule struct {
	Zone  string        `json:"zone"`           // of the IANA database
	Wall  time.Time     `json:"wall,omitzero"`  // floating, as internal/clock keeps them
	Start time.Time     `json:"start,omitzero"` // nothing is due before it
	Every time.Duration `json:"every,omitempty"`
	Cron  string        `json:"cron,omitempty"`
	Rule  string        `json:"rule,omitempty"` // the value of an RFC 5545 RRULE; Wall is its DTSTART
}

var errSchedule = errors.New("a reminder needs a wall time, an instant, an interval, a cron line or a rule")

// Check reports what is wrong with a schedule.
func (s Schedule) Check() error {
	if _, err := time.LoadLocation(s.Zone); err != nil || s.Zone == "" {
		return fmt.Errorf("zone %q: not in the IANA database", s.Zone)
	}
	switch {
	case s.Every != 0 && (s.Every < MinEvery || s.Start.IsZero()):
		return fmt.Errorf("interval %v: at least %v, from an instant on", s.Every, MinEvery)
	case s.Rule != "" && s.Wall.IsZero():
		return fmt.Errorf("rule %q: without its first time", s.Rule)
	case s.Rule != "":
		_, err := s.series().Normalise()
		return err
	case s.Cron != "":
		_, err := cronspec.Parse(s.Cron)
		return err
	case s.Every == 0 && s.Wall.IsZero() && s.Start.IsZero():
		return errSchedule
	}
	return nil
}

// Repeats reports whether it may be due more than once.
func (s Schedule) Repeats() bool { return s.Every != 0 || s.Cron != "" || s.Rule != "" }

// Location is where the wall times are. A zone that is not known any more must not
// lose a reminder: it is read as UTC.
func (s Schedule) Location() *time.Location {
	z, err := time.LoadLocation(s.Zone)
	if err != nil {
		return time.UTC
	}
	return z
}

// NextAfter is the first due time after an instant, zero where there is none.
// The schedule passes Check.
func (s Schedule) NextAfter(after time.Time) time.Time {
	switch {
	case s.Every != 0:
		if s.Start.After(after) {
			return s.Start.In(s.Location())
		}
		n := after.Sub(s.Start)/s.Every + 1
		return s.Start.Add(n * s.Every).In(s.Location())
	case s.Cron != "":
		return s.nextLine(after)
	case s.Rule != "":
		return s.nextOfSeries(after)
	}
	at := s.Start
	if !s.Wall.IsZero() {
		at = clock.Resolve(s.Wall, s.Location())
	}
	if !at.After(after) {
		return time.Time{}
	}
	return at.In(s.Location())
}

// nextLine is the next time of a cron line.
func (s Schedule) nextLine(after time.Time) time.Time {
	line, err := cronspec.Parse(s.Cron)
	if err != nil {
		return time.Time{}
	}
	if before := s.Start.Add(-time.Nanosecond); before.After(after) {
		after = before
	}
	return line.Next(after, s.Location())
}

// passed goes from a due time that has come to the last one that has: that one,
// how many there are, and the next one after now.
func (s Schedule) passed(due, now time.Time) (last time.Time, count int, next time.Time) {
	if s.Every != 0 {
		n := now.Sub(due) / s.Every
		last = due.Add(n * s.Every)
		return last, int(n) + 1, last.Add(s.Every)
	}
	for next = due; !next.IsZero() && !next.After(now); next = s.NextAfter(next) {
		last, count = next, count+1
	}
	return last, count, next
}

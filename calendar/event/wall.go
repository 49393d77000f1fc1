package event

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/text"
)

// Wall is what a calendar and a clock show: a date and a time of day, to the
// second, of no zone. The zero value is no time at all.
type Wall struct{ floating time.Time } // in UTC, in which every wall time exists once

// WallOf is what a clock in the zone of t shows.
func WallOf(t time.Time) Wall { return Wall{clock.Wall(t).Truncate(time.Second)} }

// Day is the midnight with which a date begins.
func Day(year int, month time.Month, day int) Wall {
	return Wall{time.Date(year, month, day, 0, 0, 0, 0, time.UTC)}
}

// In is the instant at which clocks in zone show w; see clock.Resolve.
func (w Wall) In(zone *time.Location) time.Time { return clock.Resolve(w.floating, zone) }

// Add is the wall time so much later on a clock that is never set.
func (w Wall) Add(d time.Duration) Wall { return Wall{w.floating.Add(d)} }

// Days is the same time of day so many dates later.
func (w Wall) Days(n int) Wall { return Wall{w.floating.AddDate(0, 0, n)} }

// Sub is the difference on a clock that is never set.
func (w Wall) Sub(other Wall) time.Duration { return w.floating.Sub(other.floating) }

// Midnight is the beginning of the date.
func (w Wall) Midnight() Wall { return Wall{w.floating.Truncate(24 * time.Hour)} }

// Compare orders wall times.
func (w Wall) Compare(other Wall) int { return w.floating.Compare(other.floating) }

// Before reports whether w comes before other.
func (w Wall) Before(other Wall) bool { return w.floating.Before(other.floating) }

// Equal reports whether both show the same.
func (w Wall) Equal(other Wall) bool { return w.floating.Equal(other.floating) }

// IsZero reports whether w is no time at all.
func (w Wall) IsZero() bool { return w.floating.IsZero() }

// Format is w in a layout of package time; its zone means nothing.
func (w Wall) Format(layout string) string { return w.floating.Format(layout) }

// Weekday is the weekday of the date.
func (w Wall) Weekday() time.Weekday { return w.floating.Weekday() }

// Date is the date as in ISO 8601.
func (w Wall) Date() string { return w.floating.Format(time.DateOnly) }

const (
	toMinute = "2006-01-02T15:04"
	toSecond = "2006-01-02T15:04:05"
)

// String is date and time as in ISO 8601, with seconds only where there are
// some.
func (w Wall) String() string {
	if w.floating.Second() != 0 {
		return w.floating.Format(toSecond)
	}
	return w.floating.Format(toMinute)
}

// MarshalText implements encoding.TextMarshaler.
func (w Wall) MarshalText() ([]byte, error) {
	if w.IsZero() {
		return nil, nil
	}
	return []byte(w.String()), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (w *Wall) UnmarshalText(b []byte) (err error) {
	*w = Wall{}
	if len(b) > 0 {
		*w, _, err = ParseWall(string(b))
	}
	return err
}

// The years that a calendar has.
const (
	firstYear = 1900
	lastYear  = 2199
)

var wallForm = text.Lazy(`^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{1,2}):?(\d{2})(?::?(\d{2})(?:\.\d+)?)?)?$`)

// looksISO are words that are meant as an ISO date, whether it exists or not.
var looksISO = text.Lazy(`^\d{4}-\d{1,2}-\d{1,2}([T ]\S.*)?$`)

// ParseWall reads a date, or a date and a time, as in ISO 8601:
// 2026-12-01, 2026-12-01T15:00, 20261201T150000. dateOnly says that it is a date alone. Errors are
// *Fault: the field of it is left to the caller.
func ParseWall(s string) (w Wall, dateOnly bool, err error) {
	m := wallForm.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return w, false, &Fault{Why: NoDate, Detail: s}
	}
	var n [7]int
	for i, part := range m[1:] {
		n[i+1], _ = strconv.Atoi(part) // digits, or nothing
	}
	year, month, day := n[1], n[2], n[3]
	switch last := time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day(); {
	case year < firstYear || year > lastYear:
		return w, false, &Fault{Why: YearRange, Detail: m[1]}
	case month < 1 || month > 12:
		return w, false, &Fault{Why: NoMonth, Detail: s}
	case day < 1 || day > last:
		return w, false, &Fault{Why: NoDay, Detail: fmt.Sprintf("%04d-%02d: %d", year, month, last), Given: s}
	case n[4] > 23 || n[5] > 59 || n[6] > 60:
		return w, false, &Fault{Why: NoClock, Detail: s}
	}
	t := time.Date(year, time.Month(month), day, n[4], n[5], min(n[6], 59), 0, time.UTC)
	return Wall{t}, m[4] == "", nil
}

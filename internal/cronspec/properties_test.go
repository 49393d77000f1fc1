package cronspec

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"pgregory.net/rapid"
)

// TestDailyOncePerDay: over twelve years a line at one time of day fires
// exactly once on every date that a zone has.
func TestDailyOncePerDay(t *testing.T) {
	for _, name := range []string{"America/New_York", "Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe"} {
		z := zone(t, name)
		for _, of := range []string{"0 0", "30 0", "30 1", "15 2", "59 2", "59 23"} {
			l := parsed(t, of+" * * *")
			at := time.Date(2015, 12, 31, 23, 59, 59, 0, z)
			for day := time.Date(2016, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() < 2028; day = day.AddDate(0, 0, 1) {
				at = l.Next(at, z)
				if got, want := at.Format(time.DateOnly), day.Format(time.DateOnly); got != want {
					t.Fatalf("%s in %s fires on %s, want %s", of, name, got, want)
				}
			}
		}
	}
}

// TestNextRises: Next is after the time it was asked for, and asking at any
// time between gives the same.
func TestNextRises(t *testing.T) {
	zones := []string{"America/New_York", "America/Sao_Paulo", "Australia/Lord_Howe", "America/Nuuk", "Pacific/Apia", "Asia/Tokyo"}
	rapid.Check(t, func(t *rapid.T) {
		l := parsed(t, draw(t))
		z := zone(t, rapid.SampledFrom(zones).Draw(t, "zone"))
		at := time.Unix(rapid.Int64Range(1_200_000_000, 2_000_000_000).Draw(t, "second"), 0)
		if rapid.Bool().Draw(t, "near a change") {
			if _, end := at.In(z).ZoneBounds(); !end.IsZero() {
				at = end.Add(time.Duration(rapid.IntRange(-180, 180).Draw(t, "minutes")) * time.Minute)
			}
		}
		next := l.Next(at, z)
		if !next.After(at) || next.Location() != z {
			t.Fatalf("after %v comes %v", at.In(z), next)
		}
		between := at.Add(time.Duration(rapid.Int64Range(0, int64(next.Sub(at))-1).Draw(t, "between")))
		if again := l.Next(between, z); !again.Equal(next) {
			t.Fatalf("after %v comes %v, but after %v %v", at.In(z), next, between.In(z), again)
		}
	})
}

// TestNextAgainstMinutes compares with the plain definition, minute by minute
// over the day of a change of the clocks: an interval line fires at
// the minutes whose wall time fits; one at fixed hours at the minutes that a
// fitting wall time is resolved to.
func TestNextAgainstMinutes(t *testing.T) {
	zones := []string{"America/New_York", "America/Sao_Paulo", "Australia/Lord_Howe", "Europe/Dublin"}
	rapid.Check(t, func(t *rapid.T) {
		l := parsed(t, draw(t))
		z := zone(t, rapid.SampledFrom(zones).Draw(t, "zone"))
		at := time.Date(rapid.IntRange(2008, 2018).Draw(t, "year"), 1, 1, 0, 0, 0, 0, z)
		_, change := at.ZoneBounds()
		if rapid.Bool().Draw(t, "second change") {
			_, change = change.In(z).ZoneBounds()
		}
		from := clock.Resolve(clock.Wall(change.In(z)).Truncate(24*time.Hour), z)
		to := from.Add(24 * time.Hour)
		fits := func(wall time.Time) bool {
			return l.schedule.Next(wall.Add(-time.Second)).Equal(wall)
		}
		want := map[int64]bool{}
		for m := time.Duration(-120); m < 26*60; m++ {
			if l.interval {
				if t := from.Add(m * time.Minute); fits(clock.Wall(t.In(z))) {
					want[t.Unix()] = true
				}
			} else if wall := clock.Wall(from.In(z)).Add(m * time.Minute); fits(wall) {
				want[clock.Resolve(wall, z).Unix()] = true
			}
		}
		next := l.Next(from.Add(-time.Second), z)
		for at := from; at.Before(to); at = at.Add(time.Minute) {
			fired := next.Equal(at)
			if fired != want[at.Unix()] {
				t.Fatalf("%s at %v: fires %v, want %v", l, at.In(z), fired, want[at.Unix()])
			}
			if fired {
				next = l.Next(at, z)
			}
		}
	})
}

// draw makes a good line that fires on most days.
func draw(t *rapid.T) string {
	number := func(label string, low, high int) string {
		return fmt.Sprint(rapid.IntRange(low, high).Draw(t, label))
	}
	field := func(label string, low, high int) string {
		switch rapid.IntRange(0, 4).Draw(t, label+" kind") {
		case 0:
			return "*"
		case 1:
			return "*/" + number(label+" step", 1, (high-low)/2)
		case 2:
			from := rapid.IntRange(low, high-1).Draw(t, label+" from")
			to := rapid.IntRange(from+1, high).Draw(t, label+" to")
			return fmt.Sprintf("%d-%d/%d", from, to, rapid.IntRange(1, to-from).Draw(t, label+" step"))
		case 3:
			return number(label, low, high) + "," + number(label+" second", low, high)
		default:
			return number(label, low, high)
		}
	}
	days := rapid.SampledFrom([]string{"* * *", "* * 1-5", "* * 6,7", "*/2 * *", "1-20 * 0"}).Draw(t, "days")
	hour := field("hour", 0, 23)
	if rapid.Bool().Draw(t, "at night") { // when clocks are set
		hour = rapid.SampledFrom([]string{"0", "1", "2", "3", "2,3", "0,1", "1,2", "0-3", "*/2", "1-4/1"}).Draw(t, "hours")
	}
	return field("minute", 0, 59) + " " + hour + " " + days
}

// FuzzParse: whatever is accepted fires, strictly later each time, and is read
// the same from its own text.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"30 2 * * *", "*/15 8-20/2 1,15 jan-mar mon-fri", "0 9 * * 5-7", "0 0 29 2 *", "@daily",
		"TZ=UTC 0 9 * *", "? ? ? ? ?", "5/15 * * * *", "0 0 31 2 1", "\x00 1 1 1 1", "99999999999999999999 * * * *"} {
		f.Add(seed, int64(1_772_953_200))
	}
	z := zone(f, "America/New_York")
	f.Fuzz(func(t *testing.T, text string, second int64) {
		l, err := Parse(text)
		if err != nil {
			if strings.Contains(err.Error(), "failed to") || strings.Contains(err.Error(), "expected exactly") {
				t.Errorf("the library refuses what was accepted: %v", err)
			}
			return
		}
		again, err := Parse(l.String())
		if err != nil || *again.schedule != *l.schedule || again.interval != l.interval {
			t.Fatalf("%q is read differently from its own text %q: %v", text, l, err)
		}
		at := time.Unix(second%4_000_000_000, 0)
		for range 3 {
			next := l.Next(at, z)
			if !next.After(at) {
				t.Fatalf("after %v comes %v", at, next)
			}
			at = next
		}
	})
}

package heart

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var yearZones = []string{"America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Tokyo"}

// TestYear lives 2026 in four zones, both changes of the clocks in three of
// them: daily jobs run once on every date, at their wall time or right after
// the gap that left it out, hourly ones in every hour.
func TestYear(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, "2025-12-30 00:00")
		w.check = 24 * time.Hour
		daily, hourly, weekly := make([]calls, 4), make([]calls, 4), make([]calls, 4)
		var alarms []Alarm
		for i, zone := range yearZones {
			alarms = append(alarms,
				Task{"daily " + zone, line(t, "15 2 * * *", zone), daily[i].do},
				Task{"hourly " + zone, line(t, "0 * * * *", zone), hourly[i].do},
				Task{"weekly " + zone, line(t, "0 4 * * 7", zone), weekly[i].do})
		}
		p := w.start(alarms...)
		w.until("2027-01-02 00:00")
		p.end()
		for i, name := range yearZones {
			zone := line(t, "* * * * *", name).zone
			dates, odd := map[string]int{}, 0
			for _, c := range daily[i].list {
				if local := c.Now.In(zone); local.Year() == 2026 {
					dates[local.Format(time.DateOnly)]++
					if local.Format("15:04") != "02:15" {
						odd++
					}
				}
				if !c.Now.Equal(c.Due) {
					t.Errorf("%s: due at %v, run at %v", name, c.Due, c.Now)
				}
			}
			wantOdd, wantHours := 1, 365*24 // the gap at two o'clock
			switch name {
			case "Asia/Tokyo":
				wantOdd = 0
			case "Australia/Lord_Howe":
				wantHours-- // its gap of half an hour leaves out 02:00, its overlap repeats no full hour
			}
			if odd != wantOdd {
				t.Errorf("%s: %d days at another time, want %d", name, odd, wantOdd)
			}
			if len(dates) != 365 || len(daily[i].list) < 366 {
				t.Errorf("%s: ran on %d dates", name, len(dates))
			}
			for date, n := range dates {
				if n != 1 {
					t.Errorf("%s: %d runs on %s", name, n, date)
				}
			}
			if got := inYear(hourly[i].list, zone); got != wantHours {
				t.Errorf("%s: %d hourly runs, want %d", name, got, wantHours)
			}
			if got := inYear(weekly[i].list, zone); got != 52 {
				t.Errorf("%s: %d weekly runs", name, got)
			}
		}
	})
}

func inYear(list []Call, zone *time.Location) (n int) {
	for _, c := range list {
		if c.Now.In(zone).Year() == 2026 {
			n++
		}
	}
	return n
}

// TestLives: through stops, kills, outages, failures and long runs no due time
// is passed over, none that was written down as done is met again, and nothing
// is early.
func TestLives(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		script := drawLives(rt)
		bubble(t, func(t *testing.T) {
			if err := live(t, script); err != "" {
				rt.Error(err)
			}
		})
	})
}

// lives is a series of processes that do one job.
type lives struct {
	spec  string
	zone  string
	parts []part
	runs  []run // how each run goes, over and over
}

type part struct {
	up, down time.Duration
	killed   bool
}

type run struct {
	fails bool
	takes time.Duration
}

func drawLives(t *rapid.T) lives {
	minutes := func(label string, most int) time.Duration {
		return time.Duration(rapid.IntRange(0, most).Draw(t, label)) * time.Minute
	}
	l := lives{
		spec: rapid.SampledFrom([]string{"15 2 * * *", "0 * * * *", "*/20 * * * *", "0 4 * * 7", "30 1,2 * * *"}).Draw(t, "line"),
		zone: rapid.SampledFrom(yearZones).Draw(t, "zone"),
	}
	for range rapid.IntRange(1, 8).Draw(t, "lives") {
		l.parts = append(l.parts, part{minutes("up", 4000), minutes("down", 6000), rapid.Bool().Draw(t, "killed")})
	}
	for range rapid.IntRange(1, 4).Draw(t, "runs") {
		l.runs = append(l.runs, run{rapid.IntRange(0, 3).Draw(t, "fails") == 0, minutes("takes", 90)})
	}
	l.runs = append(l.runs, run{}) // every job succeeds some time
	return l
}

// live lives the script around a change of the clocks and says what was wrong.
func live(t *testing.T, script lives) string {
	w := newWorld(t, "2026-10-25 00:00")
	w.check = 24 * time.Hour
	began := w.clock.Now()
	when := line(t, script.spec, script.zone)
	var begun calls
	done := map[int]bool{}
	task := Task{"job", when, func(ctx context.Context, c Call) (Result, error) {
		n := len(begun.list) // it never overlaps itself
		how := script.runs[n%len(script.runs)]
		begun.do(ctx, c)
		if err := w.clock.Sleep(ctx, how.takes); err != nil {
			return Result{}, err
		}
		if how.fails {
			return Result{}, errors.New("failed")
		}
		done[n] = true
		return Result{}, nil
	}}
	var p *process
	for _, part := range append(script.parts, part{up: 10 * 24 * time.Hour}) {
		p = w.start(task)
		w.pass(part.up)
		if part.killed {
			p.kill()
		}
		p.end()
		w.pass(part.down)
	}
	served := began
	for i, c := range begun.list {
		if c.Now.Before(c.Due) || !c.Due.Equal(when.line.Next(served, when.zone)) {
			return fmt.Sprintf("run %d at %v is for %v, but served was all up to %v", i, c.Now, c.Due, served)
		}
		if done[i] {
			served = c.Now
		}
	}
	last := w.disk["job"]
	if next := when.line.Next(last.Served, when.zone); next.Before(w.clock.Now().Add(-5 * time.Hour)) {
		return fmt.Sprintf("at %v nothing was served since %v: %+v", w.clock.Now(), last.Served, last)
	}
	return ""
}

package heart

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
)

// moved is the clock of a machine whose time is set, or that slept: its timers
// know nothing of it.
type moved struct {
	*clock.Simulated
	mu sync.Mutex
	by time.Duration
}

func (m *moved) Now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.Simulated.Now().Add(m.by)
}

func (m *moved) move(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.by += d
}

// TestClockIsMoved: whatever is done to the clock around the due times, none
// is met twice, and each jump is logged once.
func TestClockIsMoved(t *testing.T) {
	cases := []struct {
		name    string
		move    time.Duration
		nightly []string // by the machine's clock
		logged  string
	}{
		{"back over the due time", -2 * time.Hour, []string{"03-02 03:30", "03-03 03:30"}, "the clock was set back"},
		{"back by most of a day", -20 * time.Hour, []string{"03-02 03:30", "03-03 03:30"}, "the clock was set back"},
		{"ahead over the next due time", 30 * time.Hour, []string{"03-02 03:30", "03-03 10:01", "03-04 03:30"}, "the clock jumped ahead"},
		{"ahead by three days", 72 * time.Hour, []string{"03-02 03:30", "03-05 04:01", "03-06 03:30"}, "the clock jumped ahead"},
		{"a little", 10 * time.Second, []string{"03-02 03:30", "03-03 03:30"}, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w := newWorld(t, "2026-03-01 12:00")
				w.check = time.Minute
				clk := &moved{Simulated: w.clock}
				var nightly, often calls
				p := w.startWith(clk, Task{"nightly", line(t, "30 3 * * *", "UTC"), nightly.do},
					Task{"often", Every(5 * time.Minute), often.do})
				w.until("2026-03-02 04:00")
				clk.move(c.move)
				before := len(often.times())
				w.pass(11 * time.Minute)
				if n := len(often.times()) - before; n < 2 || n > 3 {
					t.Errorf("the task of every five minutes ran %d times in the eleven minutes after", n)
				}
				last := at(t, "2026-"+c.nightly[len(c.nightly)-1])
				w.pass(last.Add(time.Hour).Sub(clk.Now()))
				p.end()
				same(t, "nightly", nightly.times(), c.nightly...)
				want := 0
				if c.logged != "" {
					want = 1
				}
				if log := w.log.String(); strings.Count(log, "the clock") != want || !strings.Contains(log, c.logged) {
					t.Errorf("logged:\n%s", log)
				}
			})
		})
	}
}

// TestWrongYear: what was done by a clock that was years ahead does not stop
// the job for years.
func TestWrongYear(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, "2038-01-19 00:00")
		var nightly calls
		task := Task{"nightly", line(t, "30 3 * * *", "UTC"), nightly.do}
		p := w.start(task)
		w.until("2038-01-20 00:00")
		p.end()
		right := newWorld(t, "2026-03-01 12:00")
		right.disk = w.disk
		p = right.start(task)
		right.until("2026-03-02 12:00")
		p.end()
		same(t, "nightly", nightly.times(), "01-19 03:30", "03-02 03:30")
		if log := right.log.String(); strings.Count(log, "a clock that was wrong") != 1 {
			t.Errorf("logged:\n%s", log)
		}
	})
}

// dated is an alarm with dates of its own, as reminders have them.
type dated struct {
	mu    sync.Mutex
	dates []time.Time
	done  calls
}

func (d *dated) Name() string { return "dated" }
func (d *dated) Spec() string { return "its own dates" }

func (d *dated) Next(time.Time, State) (next time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.dates) > 0 {
		next = d.dates[0]
	}
	return next
}

func (d *dated) Fire(ctx context.Context, c Call) (Result, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dates = d.dates[1:]
	return d.done.do(ctx, c)
}

func (d *dated) add(when ...time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dates = append(d.dates, when...)
}

// TestNudge: a date that comes in while the loop sleeps is met, also one that
// has been met before and one that has passed.
func TestNudge(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, "2026-03-01 12:00")
		d := &dated{}
		p := w.start(d)
		w.until("2026-03-01 12:10")
		d.add(at(t, "2026-03-01 12:20"), at(t, "2026-03-01 12:20"), at(t, "2026-03-01 12:05"))
		p.heart.Nudge()
		w.until("2026-03-01 12:30")
		p.end()
		same(t, "met", d.done.times(), "03-01 12:20", "03-01 12:20", "03-01 12:20")
		if pause := d.done.list[1].Now.Sub(d.done.list[0].Now); pause != time.Second {
			t.Errorf("%v between runs that are due together", pause)
		}
	})
}

// TestLateAfterSetBack: to have caught up by a clock that was set back since
// does not hold up others.
func TestLateAfterSetBack(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, "2026-03-01 12:00")
		clk := &moved{Simulated: w.clock}
		d := &dated{dates: []time.Time{at(t, "2026-03-01 09:00")}}
		p := w.startWith(clk, d)
		w.until("2026-03-01 12:10")
		clk.move(-2 * time.Hour)
		d.add(at(t, "2026-03-01 09:00"))
		p.heart.Nudge()
		w.until("2026-03-01 12:20")
		p.end()
		same(t, "met", d.done.times(), "03-01 12:00", "03-01 10:11")
	})
}

// TestNextPanics: an alarm that cannot say when it is due is asked again after
// an hour and does not hinder others.
func TestNextPanics(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, "2026-03-01 12:00")
		w.check = time.Minute
		var other calls
		p := w.start(Task{ID: "broken", When: &Cron{}}, Task{"other", Every(time.Hour), other.do})
		w.until("2026-03-01 14:30")
		p.end()
		same(t, "other", other.times(), "03-01 13:00", "03-01 14:00")
		if j := p.heart.Jobs()[0]; !strings.Contains(j.Error, "panic") || strings.Count(w.log.String(), "cannot say") != 3 {
			t.Errorf("the broken one stands at %+v; logged:\n%s", j, w.log.String())
		}
	})
}

func TestFire(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, "2026-03-01 12:00")
		var nightly calls
		fail := false
		task := Task{"nightly", line(t, "30 3 * * *", "UTC"), func(ctx context.Context, c Call) (Result, error) {
			nightly.do(ctx, c)
			if fail {
				return Result{}, errors.New("no model")
			}
			return Result{Text: "done"}, nil
		}}
		p := w.open(w.clock, task) // nothing runs, as for the command line
		if r, err := p.heart.Fire(t.Context(), "nightly"); err != nil || r.Text != "done" {
			t.Errorf("asked for without Run: %v, %v", r, err)
		}
		if _, err := p.heart.Fire(t.Context(), "monthly"); !errors.Is(err, ErrUnknown) {
			t.Errorf("asked for one that there is not: %v", err)
		}
		if next := p.heart.Jobs()[0].Next; !next.Equal(at(t, "2026-03-02 03:30")) {
			t.Errorf("the next run is at %v", next)
		}
		p = w.start(task)
		w.until("2026-03-02 03:00")
		fail = true
		w.until("2026-03-02 03:35") // tried three times
		fail = false
		if _, err := p.heart.Fire(t.Context(), "nightly"); err != nil {
			t.Error(err)
		}
		w.until("2026-03-03 03:00")
		p.end()
		same(t, "nightly", nightly.times(), "03-01 12:00", "03-02 03:30", "03-02 03:31", "03-02 03:33", "03-02 03:35")
	})
}

func TestLooked(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, "2026-03-01 12:00")
		w.check = 0
		p := w.start()
		synctest.Wait()
		w.pass(90 * time.Second)
		if got := p.heart.Looked(); !got.Equal(at(t, "2026-03-01 12:01")) {
			t.Errorf("looked at %v", got)
		}
		p.end()
	})
}

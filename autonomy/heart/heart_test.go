package heart

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kokoron/kokoron/internal/fault"
)

func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func TestKinds(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, "2026-03-01 12:00")
		var nightly, often, once, past calls
		p := w.start(
			Task{"nightly", line(t, "30 3 * * *", "UTC"), nightly.do},
			Task{"often", Every(7 * time.Hour), often.do},
			Task{"once", At(at(t, "2026-03-02 09:00")), once.do},
			Task{"past", At(at(t, "2026-02-01 09:00")), past.do})
		w.until("2026-03-03 12:00")
		p.end()
		same(t, "cron", nightly.times(), "03-02 03:30", "03-03 03:30")
		same(t, "every", often.times(), "03-01 19:00", "03-02 02:00", "03-02 09:00", "03-02 16:00", "03-02 23:00", "03-03 06:00")
		same(t, "at", once.times(), "03-02 09:00")
		same(t, "at, missed", past.times(), "03-01 12:00")
		var specs []string
		for _, j := range p.heart.Jobs() {
			specs = append(specs, j.Spec)
		}
		same(t, "specs", specs, "30 3 * * * UTC", "every 7h0m0s", "at 2026-03-02T09:00:00Z", "at 2026-02-01T09:00:00Z")
	})
}

// TestOutage: three days without a process are caught up with once, a minute
// apart, in the order of the alarms.
func TestOutage(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, "2026-03-01 12:00")
		var nightly, hourly, weekly, fresh calls
		alarms := []Alarm{
			Task{"nightly", line(t, "30 3 * * *", "UTC"), nightly.do},
			Task{"hourly", line(t, "0 * * * *", "UTC"), hourly.do},
			Task{"weekly", line(t, "0 4 * * 0", "UTC"), weekly.do}}
		p := w.start(alarms...)
		w.until("2026-03-01 13:30")
		p.end()
		w.until("2026-03-04 13:30")
		p = w.start(append(alarms, Task{"fresh", line(t, "0 4 * * *", "UTC"), fresh.do})...)
		w.until("2026-03-05 04:30")
		p.end()
		same(t, "nightly", nightly.times(), "03-04 13:30", "03-05 03:30")
		if got := nightly.list[0].Due; !got.Equal(at(t, "2026-03-02 03:30")) {
			t.Errorf("caught up for %v, want the first that was missed", got)
		}
		same(t, "hourly", hourly.times()[:3], "03-01 13:00", "03-04 13:31", "03-04 14:00")
		same(t, "weekly, not due", weekly.times())
		same(t, "new since", fresh.times(), "03-05 04:00")
	})
}

// TestNeverUpAtNight: a job whose hour never finds the process running is
// caught up with every morning, also if it never ran before.
func TestNeverUpAtNight(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, "2026-03-01 09:00")
		var nightly calls
		for day := 1; day <= 3; day++ {
			p := w.start(Task{"nightly", line(t, "30 3 * * *", "UTC"), nightly.do})
			w.until(fmt.Sprintf("2026-03-%02d 18:00", day))
			p.end()
			w.until(fmt.Sprintf("2026-03-%02d 09:00", day+1))
		}
		same(t, "nightly", nightly.times(), "03-02 09:00", "03-03 09:00")
	})
}

// TestKilled: killed between the end of a run and the writing down of it, the
// run is made again, after the rest of a failure.
func TestKilled(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, "2026-03-01 12:00")
		var p *process
		var nightly calls
		task := Task{"nightly", line(t, "30 3 * * *", "UTC"), func(ctx context.Context, c Call) (Result, error) {
			if len(nightly.times()) == 0 {
				p.kill()
			}
			return nightly.do(ctx, c)
		}}
		p = w.start(task)
		w.until("2026-03-02 03:30")
		p.end()
		p = w.open(w.clock, task)
		if j := p.heart.Jobs()[0]; j.Failures != 1 || !strings.Contains(j.Error, "the process ended") {
			t.Errorf("after the kill the job stands at %+v", j)
		}
		p = w.start(task)
		w.until("2026-03-03 12:00")
		p.end()
		p = w.start(task)
		w.until("2026-03-03 13:00")
		p.end()
		same(t, "nightly", nightly.times(), "03-02 03:30", "03-02 03:31", "03-03 03:30")
	})
}

func TestFailures(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, "2026-03-01 12:00")
		var tries calls
		task := Task{"try", At(at(t, "2026-03-01 13:00")), func(ctx context.Context, c Call) (Result, error) {
			tries.do(ctx, c)
			switch c.Attempt {
			case 3:
				panic("dropped it")
			case 4:
				return Result{}, fmt.Errorf("ask: %w", &fault.Temporary{After: 25 * time.Minute, Err: errors.New("busy")})
			case 9:
				return Result{Text: "done", Counts: map[string]int{"kept": 2}}, nil
			}
			return Result{}, errors.New("no model")
		}}
		p := w.start(task)
		w.until("2026-03-01 13:04")
		j := p.heart.Jobs()[0]
		if j.Failures != 3 || j.Error != "panic: dropped it" || !j.Attempt.Equal(at(t, "2026-03-01 13:03")) ||
			!j.Next.Equal(at(t, "2026-03-01 13:07")) || !j.Success.IsZero() {
			t.Errorf("after the panic the job stands at %+v", j)
		}
		w.until("2026-03-01 13:10")
		p.end() // a restart forgets no failure
		p = w.start(task)
		w.until("2026-03-02 13:00")
		p.end()
		same(t, "tries", tries.times(), "03-01 13:00", "03-01 13:01", "03-01 13:03", "03-01 13:07",
			"03-01 13:15", "03-01 13:31", "03-01 14:03", "03-01 15:03", "03-01 16:03")
		if j := p.heart.Jobs()[0]; j.Failures != 0 || j.Error != "" || j.Result.Counts["kept"] != 2 || !j.Next.IsZero() {
			t.Errorf("after the success the job stands at %+v", j)
		}
		if log := w.log.String(); strings.Count(log, "job failed") != 8 || strings.Count(log, "stack=") != 1 {
			t.Errorf("logged:\n%s", log)
		}
	})
}

// TestWait: what the other side asked to wait is waited.
func TestWait(t *testing.T) {
	for _, c := range []struct {
		failures int
		after    time.Duration
		want     time.Duration
	}{{1, 0, time.Minute}, {2, 0, 2 * time.Minute}, {6, 0, 32 * time.Minute}, {7, 0, time.Hour}, {900, 0, time.Hour},
		{1, 5 * time.Minute, 5 * time.Minute}, {4, time.Second, 8 * time.Minute}, {1, 9 * time.Hour, time.Hour}} {
		if got := wait(c.failures, &fault.Temporary{After: c.after}); got != c.want {
			t.Errorf("after %d failures, asked for %v: %v, want %v", c.failures, c.after, got, c.want)
		}
	}
}

// TestNoOverlap: a run that takes longer than its interval is followed by one,
// and others run beside it.
func TestNoOverlap(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, "2026-03-01 12:30")
		var long, other calls
		var beside, most atomic.Int32
		p := w.start(Task{"long", line(t, "0 * * * *", "UTC"), func(ctx context.Context, c Call) (Result, error) {
			most.Store(max(most.Load(), beside.Add(1)))
			defer beside.Add(-1)
			long.do(ctx, c)
			c.Progress(Result{Text: "half"})
			return Result{}, w.clock.Sleep(ctx, 150*time.Minute)
		}}, Task{"other", line(t, "0 * * * *", "UTC"), other.do})
		w.until("2026-03-01 14:30")
		if j := p.heart.Jobs()[0]; !j.Running || !j.Begun || j.Progress.Text != "half" || !j.Next.IsZero() {
			t.Errorf("while it runs the job stands at %+v", j)
		}
		if _, err := p.heart.Fire(t.Context(), "long"); !errors.Is(err, ErrRunning) {
			t.Errorf("asked for while it runs: %v", err)
		}
		w.until("2026-03-01 18:30")
		if took := p.heart.Jobs()[0].TookMS; took != (150 * time.Minute).Milliseconds() {
			t.Errorf("the long one took %d ms", took)
		}
		p.end()
		same(t, "long", long.times(), "03-01 13:00", "03-01 15:30", "03-01 18:00")
		if len(other.times()) != 6 || most.Load() != 1 {
			t.Errorf("the other ran at %v; %d beside each other", other.times(), most.Load())
		}
	})
}

// TestEndWaits: Run returns after the runs; one that was stopped has not
// failed and stays due.
func TestEndWaits(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, "2026-03-01 12:00")
		var tries calls
		task := Task{"slow", At(at(t, "2026-03-01 13:00")), func(ctx context.Context, c Call) (Result, error) {
			tries.do(ctx, c)
			if len(tries.times()) > 1 {
				return Result{}, nil
			}
			<-ctx.Done()
			time.Sleep(time.Second) // to put things down
			return Result{}, ctx.Err()
		}}
		p := w.start(task)
		w.until("2026-03-01 13:00")
		p.stop()
		synctest.Wait()
		select {
		case <-p.ended:
			t.Error("Run returned before the job")
		default:
		}
		<-p.ended
		if j := p.heart.Jobs()[0]; j.Running || j.Begun || j.Failures != 0 || !j.Served.IsZero() {
			t.Errorf("after the stop the job stands at %+v", j)
		}
		p = w.start(task)
		w.pass(time.Minute)
		p.end()
		same(t, "tries", tries.times(), "03-01 13:00", "03-01 13:00")
		if strings.Contains(w.log.String(), "failed") {
			t.Errorf("logged: %s", w.log.String())
		}
	})
}

func TestOpenErrors(t *testing.T) {
	w := newWorld(t, "2026-03-01 12:00")
	p := &process{world: w}
	deps := Deps{Store: p, Clock: w.clock}
	a := Task{ID: "same", When: Every(time.Hour)}
	if _, err := Open(Config{}, deps, a, a); err == nil || !strings.Contains(err.Error(), `two jobs are called "same"`) {
		t.Errorf("two of one name: %v", err)
	}
	p.broken = errors.New("disk full")
	if _, err := Open(Config{}, deps, Task{ID: "new", When: Every(time.Hour)}); !errors.Is(err, p.broken) {
		t.Errorf("nothing can be written: %v", err)
	}
}

// TestDiskFull: what cannot be written down as begun is not run; what cannot
// be written down as done is not repeated.
func TestDiskFull(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, "2026-03-01 12:00")
		var p *process
		var before, within calls
		full := func(err error) {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.broken = err
		}
		p = w.start(Task{"before", At(at(t, "2026-03-01 13:00")), before.do},
			Task{"within", At(at(t, "2026-03-01 12:30")), func(ctx context.Context, c Call) (Result, error) {
				full(errors.New("disk full"))
				return within.do(ctx, c)
			}})
		w.until("2026-03-01 13:02")
		same(t, "while full", before.times())
		full(nil)
		w.until("2026-03-01 15:00")
		p.end()
		same(t, "afterwards", before.times(), "03-01 13:03")
		same(t, "done", within.times(), "03-01 12:30")
	})
}

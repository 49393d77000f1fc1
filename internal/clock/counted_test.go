package clock

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var countedStart = time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)

// happened gathers what happened when.
type happened struct {
	mu   sync.Mutex
	list []string
}

func (h *happened) add(c Clock, what string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.list = append(h.list, c.Now().Format("15:04:05 ")+what)
}

// TestCounted: loops that nudge each other, one of them at work for a while of
// real time, are all done before the clock moves.
func TestCounted(t *testing.T) {
	c, log := NewCounted(countedStart), &happened{}
	ctx, stop := context.WithCancel(t.Context())
	var loops sync.WaitGroup
	wake := make(chan struct{}, 1)
	loop := func(do func(context.Context)) {
		working, end := Begin(ctx, c)
		loops.Go(func() { defer end(); do(working) })
	}
	loop(func(ctx context.Context) {
		for Wait(ctx, c, time.Hour, nil) {
			for spin := time.Now(); time.Since(spin) < time.Millisecond; { // it works
			}
			log.add(c, "hour")
			wake <- struct{}{}
		}
	})
	loop(func(ctx context.Context) {
		for ctx.Err() == nil {
			if Wait(ctx, c, 90*time.Minute, wake) {
				log.add(c, "late")
			} else if ctx.Err() == nil {
				log.add(c, "woken")
				_ = c.Sleep(ctx, time.Minute)
				log.add(c, "rested")
			}
		}
	})
	c.Run(countedStart.Add(2*time.Hour + 30*time.Minute))
	want := "09:00:00 hour|09:00:00 woken|09:01:00 rested|10:00:00 hour|10:00:00 woken|10:01:00 rested"
	if got := strings.Join(log.list, "|"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	stop()
	loops.Wait()
	c.Settle() // nobody is left
	if c.busy != 0 || len(c.rests) != 0 {
		t.Errorf("%d at work, %d waits are left", c.busy, len(c.rests))
	}
}

// TestCountedOrder: what begins together goes one after another, in the order
// of its Begin, also where each waits for the one before it.
func TestCountedOrder(t *testing.T) {
	for range 50 {
		c, log := NewCounted(countedStart), &happened{}
		gate := make(chan struct{}, 1)
		var all sync.WaitGroup
		for i := range 5 {
			ctx, end := Begin(t.Context(), c)
			all.Go(func() {
				defer end()
				Yield(ctx, c)
				if err := Enter(ctx, c, gate); err != nil {
					t.Error(err)
				}
				_ = c.Sleep(ctx, time.Minute)
				log.add(c, fmt.Sprint(i))
				<-gate
			})
		}
		c.Run(countedStart.Add(time.Hour))
		all.Wait()
		if !slices.Equal(log.list, []string{"08:01:00 0", "08:02:00 1", "08:03:00 2", "08:04:00 3", "08:05:00 4"}) {
			t.Fatal(log.list)
		}
	}
}

// TestCountedLimit: what is a limit of something that goes on does not let the
// clock go on.
func TestCountedLimit(t *testing.T) {
	c := NewCounted(countedStart)
	ctx, end := Begin(t.Context(), c)
	done := make(chan error, 1)
	go func() {
		defer end()
		late, stop := After(ctx, c, 150*time.Millisecond)
		defer stop()
		answer := make(chan struct{})
		go func() { time.Sleep(5 * time.Millisecond); close(answer) }()
		select {
		case <-late:
			done <- errors.New("the limit came first")
		case <-answer:
			done <- nil
		}
	}()
	c.Run(countedStart.Add(time.Hour))
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestCountedShift: waits that go on are not touched by a clock that is set.
func TestCountedShift(t *testing.T) {
	for _, by := range []time.Duration{3 * time.Hour, -3 * time.Hour} {
		c, log := NewCounted(countedStart), &happened{}
		ctx, end := Begin(t.Context(), c)
		go func() {
			defer end()
			_ = c.Sleep(ctx, time.Hour)
			log.add(c, "hour")
		}()
		c.Settle()
		c.Shift(by)
		c.Run(countedStart.Add(by + 59*time.Minute))
		if len(log.list) > 0 {
			t.Errorf("set by %v: %v too early", by, log.list)
		}
		c.Run(countedStart.Add(by + 2*time.Hour))
		want := countedStart.Add(by + time.Hour).Format("15:04:05 hour")
		if !slices.Equal(log.list, []string{want}) || !c.Now().Equal(countedStart.Add(by+2*time.Hour)) {
			t.Errorf("set by %v: %v at %v", by, log.list, c.Now())
		}
	}
}

// TestReal: with the machine's clock the same words wait as they always did.
func TestReal(t *testing.T) {
	ctx, end := Begin(t.Context(), Real{})
	defer end()
	wake := make(chan struct{}, 1)
	wake <- struct{}{}
	if Wait(ctx, Real{}, time.Hour, wake) || !Wait(ctx, Real{}, time.Millisecond, wake) {
		t.Error("a nudge is no end of time, and time no nudge")
	}
	gate := make(chan struct{}, 1)
	if err := Enter(ctx, Real{}, gate); err != nil || len(gate) != 1 {
		t.Error(err)
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	if err := Enter(stopped, Real{}, gate); !errors.Is(err, context.Canceled) || Wait(stopped, Real{}, time.Hour, nil) {
		t.Error(err)
	}
	Yield(ctx, Real{})
}

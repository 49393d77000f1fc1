package heart

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
)

// fireDue begins the runs that are due and returns when the next one will be,
// zero if none is foreseen.
func (h *Heart) fireDue(ctx context.Context, now time.Time) (next time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, b := range h.beats {
		if b.running {
			continue // its end nudges
		}
		due, at := h.ask(b, now)
		if due.IsZero() {
			continue
		}
		if !at.After(now) {
			at = h.turn(due, now)
		}
		if !at.After(now) {
			h.begin(ctx, b, due, now)
			continue
		}
		if next.IsZero() || at.Before(next) {
			next = at
		}
	}
	return next
}

// ask is when an alarm is due and when it is to be fired for that. h.mu is held.
func (h *Heart) ask(b *beat, now time.Time) (due, at time.Time) {
	h.settle(b, now)
	if b.broken.After(now) {
		return time.Time{}, time.Time{}
	}
	defer func() {
		if r := recover(); r != nil {
			b.broken, b.state.Error = now.Add(lastRetry), fmt.Sprint("asking for the next time: panic: ", r)
			h.deps.Log.Error("job cannot say when it is due", "job", b.alarm.Name(), "panic", r, "stack", string(debug.Stack()))
			due, at = time.Time{}, time.Time{}
		}
	}()
	due = b.alarm.Next(now, b.state)
	if due.IsZero() {
		return due, due
	}
	return due, latest(due, b.rest)
}

// settle moves to the clock what lies ahead of it because it was set back.
// What was served stays served, up to a day: that is how far a clock is
// corrected; more means that the clock was wrong when it was written.
func (h *Heart) settle(b *beat, now time.Time) {
	s := &b.state
	s.Since, s.Success = earliest(s.Since, now), earliest(s.Success, now)
	b.rest, b.broken = earliest(b.rest, now.Add(b.length)), earliest(b.broken, now.Add(lastRetry))
	if s.Served.After(now.Add(wrongBeyond)) {
		h.deps.Log.Warn("job was run by a clock that was wrong", "job", b.alarm.Name(), "at", s.Served, "now", now)
		s.Served = now
	}
}

// turn is when an alarm that is due may begin: at once, but those that are
// late one after another.
func (h *Heart) turn(due, now time.Time) time.Time {
	if now.Sub(due) <= stagger {
		return now
	}
	h.caught = earliest(h.caught, now) // it lies ahead where the clock was set back
	if after := h.caught.Add(stagger); after.After(now) {
		return after
	}
	h.caught = now
	return now
}

// begin starts a run beside the loop. h.mu is held.
func (h *Heart) begin(ctx context.Context, b *beat, due, now time.Time) {
	b.running = true
	s := b.state
	ctx, end := clock.Begin(ctx, h.deps.Clock)
	h.runs.Go(func() {
		defer end()
		clock.Yield(ctx, h.deps.Clock)
		h.run(ctx, b, s, due, now) // an error is in the log
	})
}

// run runs an alarm that is marked as running, and writes down that it begins
// and how it ends.
func (h *Heart) run(ctx context.Context, b *beat, s State, due, now time.Time) (Result, error) {
	name := b.alarm.Name()
	s.Attempt, s.Begun = now, true
	h.mu.Lock()
	b.state = s
	h.mu.Unlock()
	call := Call{Due: due, Now: now, Attempt: s.Failures + 1, Progress: func(r Result) {
		h.mu.Lock()
		defer h.mu.Unlock()
		b.progress = r
	}}
	var result Result
	err := h.deps.Store.SaveState(name, s)
	if err == nil {
		result, err = fire(ctx, b.alarm, call)
	}
	stopped := err != nil && ctx.Err() != nil
	h.ended(ctx, &s, now, result, err)
	length := pause
	if s.Failures > 0 && !stopped {
		length = wait(s.Failures, err)
	}
	rest := h.now().Add(length)
	if err != nil && !stopped {
		h.logFailure(name, call.Attempt, rest, err)
	}
	if err := h.deps.Store.SaveState(name, s); err != nil {
		// It stands in memory, so the job is not repeated before the next start.
		h.deps.Log.Error("what came of a job could not be written down", "job", name, "error", err)
	}
	h.mu.Lock()
	b.state, b.rest, b.length, b.running, b.progress = s, rest, length, false, Result{}
	h.mu.Unlock()
	h.Nudge()
	return result, err
}

func (h *Heart) logFailure(name string, attempt int, again time.Time, err error) {
	log := h.deps.Log.With("job", name, "attempt", attempt, "again", again, "error", err)
	var c *crash
	if errors.As(err, &c) {
		log = log.With("stack", c.stack)
	}
	log.Warn("job failed")
}

// ended puts the end of a run into the state. A run that was stopped has not
// failed; it stays due.
func (h *Heart) ended(ctx context.Context, s *State, began time.Time, r Result, err error) {
	s.Begun, s.TookMS = false, max(0, h.now().Sub(began).Milliseconds())
	switch {
	case err == nil:
		s.Success, s.Served = began, latest(s.Served, began)
		s.Failures, s.Error, s.Result = 0, "", r
	case ctx.Err() == nil:
		s.Failures++
		s.Error = err.Error()
	}
}

// crash is a panic as an error. Where it happened is for the log only.
type crash struct {
	value any
	stack string
}

func (c *crash) Error() string { return fmt.Sprint("panic: ", c.value) }

// fire calls the alarm and makes a panic an error.
func fire(ctx context.Context, a Alarm, c Call) (r Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			r, err = Result{}, &crash{p, string(debug.Stack())}
		}
	}()
	return a.Fire(ctx, c)
}

// wait is how long an alarm rests after so many failures in a row, longer if
// the other side asked for it.
func wait(failures int, err error) time.Duration {
	d := lastRetry
	if shift := failures - 1; shift < 6 {
		d = firstRetry << shift
	}
	var temporary *fault.Temporary
	if errors.As(err, &temporary) {
		d = max(d, temporary.After)
	}
	return min(d, lastRetry)
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earliest(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

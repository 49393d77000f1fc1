// Package clock is the one source of "now", of short waits, and of the instant
// that a wall time means in a zone.
//
// Engines take a Clock so that tests (testing/synctest) and the simulator
// (Simulated) can move time; pure rules take now as an argument instead.
// Resolve is the only place that knows what a wall time means that clocks show
// twice or never. Waiting for a date is not done here, and the zone of the
// machine is never read.
package clock

import (
	"context"
	"time"
)

// Clock tells the time and waits for short durations. Implementations are
// safe for concurrent use.
type Clock interface {
	// Now is the current instant.
	Now() time.Time
	// Sleep waits for d or until ctx ends, whichever is first, and returns
	// ctx.Err() in the second case.
	Sleep(ctx context.Context, d time.Duration) error
}

// Real is the clock of the machine.
type Real struct{}

// Now returns the machine's time.
func (Real) Now() time.Time { return time.Now() }

// Sleep waits on a timer of the machine.
func (Real) Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// After is a wait that can be selected on: passed is closed when d has passed,
// and never if stop is called or ctx ends before. stop must be called; it is
// harmless afterwards.
func After(ctx context.Context, c Clock, d time.Duration) (passed <-chan struct{}, stop context.CancelFunc) {
	// What the wait is a limit of goes on meanwhile: it does not rest.
	ctx, stop = context.WithCancel(context.WithValue(ctx, workKey{}, nil))
	done := make(chan struct{})
	go func() {
		if c.Sleep(ctx, d) == nil {
			close(done)
		}
	}()
	return done, stop
}

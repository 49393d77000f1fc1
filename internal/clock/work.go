package clock

import (
	"context"
	"math"
	"time"
)

// Forever is a Wait without an end of its own.
const Forever = time.Duration(math.MaxInt64)

// keeper is a clock that keeps count of what works by it. Such a clock may
// move only when all of that rests, or it would end a wait of seconds while
// something is done that takes milliseconds.
type keeper interface {
	begin() *work
	wait(ctx context.Context, d time.Duration, wake <-chan struct{}) bool
	enter(ctx context.Context, gate chan<- struct{}) error
	yield(ctx context.Context)
}

// workKey is where a context carries its work.
type workKey struct{}

// Begin says that something begins to work by the clock: a loop, or a run
// beside one. It works until end is called, but for the time it spends in
// Wait, in Enter or in the clock's Sleep with the context that is returned.
// Whoever starts a goroutine calls Begin before it, so that no moment is
// without it. The machine's clock does not care; Counted does. end may be
// called more than once.
func Begin(ctx context.Context, c Clock) (working context.Context, end func()) {
	k, ok := c.(keeper)
	if !ok {
		return ctx, func() {}
	}
	w := k.begin()
	return context.WithValue(ctx, workKey{}, w), w.end
}

// Wait waits until d has passed, wake has something, which is then taken, or
// ctx ends, and reports whether d has passed. It is how a loop rests: what it
// waits for is its own next time or a nudge, and nothing is done meanwhile.
// For a limit of something that is being done there is After.
func Wait(ctx context.Context, c Clock, d time.Duration, wake <-chan struct{}) bool {
	if k, ok := c.(keeper); ok {
		return k.wait(ctx, d, wake)
	}
	var passed <-chan struct{}
	if d != Forever {
		var stop context.CancelFunc
		passed, stop = After(ctx, c, d)
		defer stop()
	}
	select {
	case <-passed:
		return true
	case <-wake:
	case <-ctx.Done():
	}
	return false
}

// Yield lets everything be done first that is going on at this instant, where
// the clock keeps count of it: goroutines that begin together with it go one
// after another then, in the order of their Begin. The machine's clock does
// not care.
func Yield(ctx context.Context, c Clock) {
	if k, ok := c.(keeper); ok {
		k.yield(ctx)
	}
}

// Enter waits until gate takes a token, or for the end of ctx: where one run
// goes on at a time, the others rest.
func Enter(ctx context.Context, c Clock, gate chan<- struct{}) error {
	if k, ok := c.(keeper); ok {
		return k.enter(ctx, gate)
	}
	select {
	case gate <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

package clock

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Counted is a clock that stands still until it is moved, and that knows what
// works by it (Begin): Settle waits until all of that rests, so that a whole
// program can be run by a clock that jumps from one waiting to the next.
//
// A wait is ended by Settle and by the moves alone, one at a time, in the order
// in which those who wait began to work, never by the one that nudges: what
// happens at one instant happens in the same order in every run. Make one with NewCounted. All
// methods are safe for concurrent use; one goroutine moves the clock.
type Counted struct {
	mu    sync.Mutex
	quiet sync.Cond // busy has become 0
	now   time.Time // moves only ahead: waits are measured by it
	by    time.Duration
	begun int     // works, ever
	busy  int     // works that do not rest
	rests []*rest // in the order in which they began
}

// work is what Begin began.
type work struct {
	c     *Counted
	order int // in which it began
	rests int
	ended bool
}

// rest is one wait.
type rest struct {
	w     *work     // whose; nil: nobody counts it
	until time.Time // zero: a nudge alone ends it
	ctx   context.Context
	ready func() bool // takes what is waited for, if it is there; may be nil
	woken chan struct{}
	whole bool // until has come
}

// NewCounted returns a clock that shows start.
func NewCounted(start time.Time) *Counted {
	c := &Counted{now: start.Round(0)}
	c.quiet.L = &c.mu
	return c
}

// Now is what the clock shows.
func (c *Counted) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now.Add(c.by)
}

// Sleep waits until the clock was moved by d.
func (c *Counted) Sleep(ctx context.Context, d time.Duration) error {
	if d > 0 {
		c.rest(ctx, d, nil)
	}
	return ctx.Err()
}

func (c *Counted) wait(ctx context.Context, d time.Duration, wake <-chan struct{}) bool {
	if d <= 0 {
		return true
	}
	return c.rest(ctx, d, func() bool {
		select {
		case <-wake:
			return true
		default:
			return false
		}
	})
}

func (c *Counted) enter(ctx context.Context, gate chan<- struct{}) error {
	entered := false
	try := func() bool {
		select {
		case gate <- struct{}{}:
			entered = true
		default:
		}
		return entered
	}
	if !try() {
		c.rest(ctx, Forever, try)
	}
	if entered {
		return nil
	}
	return ctx.Err()
}

func (c *Counted) yield(ctx context.Context) {
	c.rest(ctx, Forever, func() bool { return true })
}

func (c *Counted) begin() *work {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy++
	c.begun++
	return &work{c: c, order: c.begun}
}

// end takes the work out of the count.
func (w *work) end() {
	w.c.mu.Lock()
	defer w.c.mu.Unlock()
	if !w.ended && w.rests == 0 {
		w.c.less()
	}
	w.ended = true
}

// less counts one that rests from now on. c.mu is held.
func (c *Counted) less() {
	if c.busy--; c.busy == 0 {
		c.quiet.Broadcast()
	}
}

// rest waits until the clock has moved by d, or ready or the end of ctx ends
// it, and reports whether the clock did.
func (c *Counted) rest(ctx context.Context, d time.Duration, ready func() bool) bool {
	me := &rest{ctx: ctx, ready: ready, woken: make(chan struct{})}
	me.w, _ = ctx.Value(workKey{}).(*work)
	if me.w != nil && me.w.c != c {
		me.w = nil
	}
	c.mu.Lock()
	if d != Forever {
		me.until = c.now.Add(d)
	}
	c.rests = append(c.rests, me)
	if w := me.w; w != nil {
		if w.rests++; w.rests == 1 && !w.ended {
			c.less()
		}
	}
	c.mu.Unlock()
	select {
	case <-me.woken:
	case <-ctx.Done():
		c.mu.Lock()
		c.wake(me)
		c.mu.Unlock()
	}
	return me.whole
}

// wake ends a wait, unless it has ended. c.mu is held.
func (c *Counted) wake(r *rest) {
	at := slices.Index(c.rests, r)
	if at < 0 {
		return
	}
	c.rests = slices.Delete(c.rests, at, at+1)
	if w := r.w; w != nil {
		if w.rests--; w.rests == 0 && !w.ended {
			c.busy++
		}
	}
	close(r.woken)
}

// Settle returns when nothing can happen any more before the clock moves: all
// that works rests, and nobody is nudged.
func (c *Counted) Settle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		for c.busy > 0 {
			c.quiet.Wait()
		}
		if !c.nudged() {
			return
		}
	}
}

// nudged wakes the first that need not wait any longer; false: nobody. c.mu
// is held.
func (c *Counted) nudged() bool {
	slices.SortStableFunc(c.rests, func(a, b *rest) int { return a.order() - b.order() })
	for _, r := range c.rests {
		if r.ctx.Err() != nil || r.ready != nil && r.ready() {
			c.wake(r)
			return true
		}
	}
	return false
}

// order is whose wait is ended first.
func (r *rest) order() int {
	if r.w == nil {
		return 0
	}
	return r.w.order
}

// Step moves the clock to the end of the next wait, if one ends by until, and
// ends it; false: none does, and the clock shows until unless it was past it.
// The caller sees to it that all has settled.
func (c *Counted) Step(until time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	until = until.Add(-c.by)
	var first *rest
	for _, r := range c.rests {
		if !r.until.IsZero() && (first == nil || r.until.Before(first.until)) {
			first = r
		}
	}
	if first == nil || first.until.After(until) {
		if until.After(c.now) {
			c.now = until
		}
		return false
	}
	c.now = first.until
	first.whole = true
	c.wake(first)
	return true
}

// Run moves the clock to until, step by step. Whatever is due by then has
// been done when it returns.
func (c *Counted) Run(until time.Time) {
	for c.Settle(); c.Step(until); c.Settle() {
	}
	c.Settle()
}

// Shift sets what the clock shows ahead, or back, as somebody does who sets
// the clock of a machine: the waits that are going on know nothing of it.
func (c *Counted) Shift(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.by += by
}

package clock

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Simulated is a clock that stands still until Run moves it, and then jumps
// from one sleeper to the next, so that a year of waiting takes as long as
// what is done in it. Make one with NewSimulated.
type Simulated struct {
	mu       sync.Mutex
	now      time.Time
	sleepers []*sleeper // by the time of waking, then by the order of falling asleep
}

type sleeper struct {
	until time.Time
	woken chan struct{}
}

// NewSimulated returns a clock that shows start.
func NewSimulated(start time.Time) *Simulated { return &Simulated{now: start} }

// Now is the simulated time.
func (s *Simulated) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// Sleep waits until Run has moved the clock by d.
func (s *Simulated) Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	me := &sleeper{woken: make(chan struct{})}
	s.mu.Lock()
	me.until = s.now.Add(d)
	at, _ := slices.BinarySearchFunc(s.sleepers, me, func(in, _ *sleeper) int {
		if in.until.After(me.until) {
			return 1
		}
		return -1 // also one of the same time: it fell asleep earlier
	})
	s.sleepers = slices.Insert(s.sleepers, at, me)
	s.mu.Unlock()

	select {
	case <-me.woken:
		return nil
	case <-ctx.Done():
		s.mu.Lock()
		defer s.mu.Unlock()
		s.sleepers = slices.DeleteFunc(s.sleepers, func(in *sleeper) bool { return in == me })
		return ctx.Err()
	}
}

// Run moves the clock to until, waking those who sleep till then one by one in
// the order of their times. settle is called before every step and at the end
// and must return only when everything that runs waits for this clock again
// (in tests: synctest.Wait); what it finds has happened at one instant.
func (s *Simulated) Run(until time.Time, settle func()) {
	for settle(); s.step(until); settle() {
	}
	settle()
}

// step wakes the next sleeper. At the end it sets the clock to until and
// reports false.
func (s *Simulated) step(until time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.sleepers) == 0 || s.sleepers[0].until.After(until) {
		s.now = until
		return false
	}
	first := s.sleepers[0]
	s.sleepers = s.sleepers[1:]
	s.now = first.until
	close(first.woken)
	return true
}

package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/kokoron/kokoron/agent/llm"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
)

// The pace at which a model is looked at.
const (
	lookWell = 30 * time.Second // while it answers, as far as is known
	lookAway = 2 * time.Second  // while it does not
	// awayAfter is how many looks in a row must find nobody: a server that works
	// hard may miss one.
	awayAfter = 2
	// wakeMost is the longest wait between two wake-ups of those who wait, where
	// a server is there and fails all the same.
	wakeMost = 15 * time.Second
	// forgiveAfter is how long ago the last failure must be, where a server was
	// there all the time and nobody has asked it since.
	forgiveAfter = time.Minute
)

// lights knows whether the model answers, and since when it does not: from
// what became of each call, and from looks of its own in between. It wakes
// those who wait for the model when that is back. Servers live by the time of
// the machine, whatever clock a home has. It is safe for concurrent use.
type lights struct {
	clock clock.Clock
	log   *slog.Logger

	mu     sync.Mutex
	since  time.Time // when it went away; zero while it answers
	failed time.Time // the last failure of a call
	gone   bool      // in this outage nobody was there, at least once
	missed int       // looks in a row that found nobody
	back   func()    // wakes those who wait; nil: nobody
	delay  time.Duration
	next   time.Time // not woken before
}

// whenBack says who is woken when the model may be back.
func (l *lights) whenBack(wake func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.back = wake
}

// away is since when the model does not answer; zero while it does, or is not
// known not to.
func (l *lights) away() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.since
}

// saw takes how a call ended.
func (l *lights) saw(ctx context.Context, err error) {
	var gone *fault.Unavailable
	var temporary *fault.Temporary
	var long *fault.TooLong
	var api *llm.APIError
	switch {
	case ctx.Err() != nil: // it says nothing
	case err == nil, errors.As(err, &long):
		l.well()
	case errors.As(err, &api) && api.Status == http.StatusTooManyRequests: // it is there, and busy
	case errors.As(err, &gone), errors.As(err, &temporary):
		l.mu.Lock()
		defer l.mu.Unlock()
		l.failed = l.clock.Now()
		l.ill(err)
	}
}

// ill notes that the model is away. l.mu is held.
func (l *lights) ill(err error) {
	if !l.since.IsZero() {
		return
	}
	l.since, l.delay, l.next = l.clock.Now(), 0, time.Time{}
	l.log.Warn("the model is away", "err", err)
}

// well notes that the model answers. Whoever still waits need not.
func (l *lights) well() {
	l.mu.Lock()
	since, wake := l.since, l.back
	l.since, l.gone, l.missed = time.Time{}, false, 0
	l.mu.Unlock()
	if since.IsZero() {
		return
	}
	l.log.Info("the model is back", "after", l.clock.Now().Sub(since).Round(time.Second))
	if wake != nil {
		wake()
	}
}

// looked takes what a look found. Where somebody is there again, those who
// wait are woken: at once, and later each time it does not help.
func (l *lights) looked(err error, again func()) {
	l.mu.Lock()
	now := l.clock.Now()
	if err != nil {
		if l.missed++; l.missed >= awayAfter {
			l.ill(err)
		}
		l.gone = l.gone || !l.since.IsZero()
		l.mu.Unlock()
		return
	}
	l.missed = 0
	if l.since.IsZero() || now.Before(l.next) {
		l.mu.Unlock()
		return
	}
	l.delay = min(max(2*l.delay, lookAway), wakeMost)
	l.next = now.Add(l.delay)
	over, wake := l.gone || now.Sub(l.failed) > forgiveAfter, l.back
	l.mu.Unlock()
	again()
	if over {
		l.well()
	} else if wake != nil {
		wake()
	}
}

// keepWatch looks at the model until ctx ends.
func (m *model) keepWatch(ctx context.Context) {
	for ctx.Err() == nil {
		if in := m.now.Load(); !in.rehearsal {
			err := in.client.Alive(ctx)
			if ctx.Err() != nil {
				return
			}
			m.lights.looked(err, in.client.Again)
		}
		wait := lookWell
		if m.lights.pressing() {
			wait = lookAway
		}
		_ = m.lights.clock.Sleep(ctx, wait) // the loop looks at ctx
	}
}

// pressing reports whether the next look is to come soon.
func (l *lights) pressing() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.missed > 0 || !l.since.IsZero()
}

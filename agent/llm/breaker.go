package llm

import (
	"sync"
	"time"
)

// breaker rests an endpoint that failed several times in a row. After the rest
// one call may try; it closes the breaker or doubles the rest.
type breaker struct {
	after     int // failures in a row that open it
	rest, max time.Duration

	mu       sync.Mutex
	failures int
	until    time.Time // open until then; zero when closed
	next     time.Duration
	trying   bool // one call is trying after the rest
}

// resting says whether a call would be refused now, and how long it would be.
func (b *breaker) resting(now time.Time) (time.Duration, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.wait(now)
}

func (b *breaker) wait(now time.Time) (time.Duration, bool) {
	if b.until.IsZero() {
		return 0, false
	}
	return max(0, b.until.Sub(now)), b.trying || now.Before(b.until)
}

// enter asks for a call. Every call that was let in ends with leave.
func (b *breaker) enter(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, rest := b.wait(now); rest {
		return false
	}
	b.trying = !b.until.IsZero()
	return true
}

// outcome is what a call says about its server.
type outcome int

const (
	served outcome = iota // it answered, be it with a refusal
	failed
	unsaid // the caller left before anything could be known
)

func (b *breaker) leave(now time.Time, o outcome) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
	switch o {
	case served:
		b.failures, b.until, b.next = 0, time.Time{}, 0
	case failed:
		b.failures++
		if b.failures >= b.after {
			b.next = min(max(b.rest, 2*b.next), b.max)
			b.until = now.Add(b.next)
		}
	}
}

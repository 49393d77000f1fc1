// Package heart is the one loop for everything that waits for a date: it asks
// all alarms when they are due, sleeps until the earliest or a nudge, fires
// what is due and writes down what came of it.
//
// Guarantees. A due time that passed while nothing ran is caught up with: once,
// however many were missed, and a minute apart from other alarms' catching up.
// An alarm never overlaps itself; what comes due while it runs is fired once
// afterwards. A failed run is repeated, later each time (a minute, two, four …
// an hour), and a panic is a failure. A clock that is set back does not fire a
// served due time again, one that jumped ahead is caught up with like an
// outage; either is logged once.
//
// An alarm fires at least once for a due time, not exactly once: a process
// killed between the end of a run and the writing down of its success runs it
// again. So alarms must be idempotent: they find what is left to do in their
// own stores, and a second run does nothing. That a run has begun is written
// down before it begins; one that never came back counts as failed, so that a
// run which kills the process is not repeated at once.
//
// The package knows nothing of what alarms do, never runs one without its
// Store knowing, and looks at no clock but the one it is given.
package heart

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
)

const (
	usualCheck  = time.Minute      // how long a changed clock may go unnoticed
	jump        = 30 * time.Second // more than a busy machine is late
	stagger     = time.Minute      // between two alarms that catch up
	firstRetry  = time.Minute
	lastRetry   = time.Hour
	pause       = time.Second // between two runs of an alarm that asks for the past
	wrongBeyond = 24 * time.Hour
)

// The reasons why Fire does not run an alarm.
var (
	ErrUnknown = errors.New("there is no such job")
	ErrRunning = errors.New("the job is running already")
)

// Alarm is something that happens by time. Task is one for a Schedule; what
// keeps its dates in a store of its own (reminders, sessions) implements it.
type Alarm interface {
	// Name is the stable name under which its State is kept.
	Name() string
	// Spec says when it fires, for people: "30 3 * * * Asia/Tokyo", "every
	// 5m0s", or what its dates come from.
	Spec() string
	// Next is when to fire, given what is known of its runs; now or earlier
	// means at once, zero not before the next nudge. It is asked often, must
	// be quick, never runs beside Fire, and must not call the Heart but to
	// nudge it.
	Next(now time.Time, s State) time.Time
	// Fire does what is due. It may be called again for the same due time. It
	// should return soon after ctx ends, with ctx's error if it is not done;
	// the same due time then is met again after the next start.
	Fire(ctx context.Context, c Call) (Result, error)
}

// Call is what a run is told.
type Call struct {
	Due      time.Time    // the due time, the earliest one if some were missed
	Now      time.Time    // when the run began; never before Due unless a person asked for it
	Attempt  int          // 1, and one more for each failure before it
	Progress func(Result) // shows how far the run is; safe for concurrent use
}

// Result is what came of a run, or how far it is.
type Result struct {
	Text   string         `json:"text,omitempty"`   // for the log and its reader
	Counts map[string]int `json:"counts,omitempty"` // how many of what
}

// State is what is remembered of an alarm. The zero time means never.
type State struct {
	Since    time.Time `json:"since,omitzero"`     // when the alarm was first known
	Served   time.Time `json:"served,omitzero"`    // due times up to here are done with
	Success  time.Time `json:"success,omitzero"`   // beginning of the last run that succeeded
	Attempt  time.Time `json:"attempt,omitzero"`   // beginning of the last run
	TookMS   int64     `json:"took_ms,omitempty"`  // length of the last run in milliseconds
	Begun    bool      `json:"begun,omitempty"`    // the last run has not come back
	Failures int       `json:"failures,omitempty"` // in a row
	Error    string    `json:"error,omitempty"`    // of the last run, if it failed
	Result   Result    `json:"result,omitzero"`    // of the last run that succeeded
}

// Store remembers the states of alarms. What Save has returned for is durable.
type Store interface {
	States() (map[string]State, error)
	SaveState(name string, s State) error
}

// Config is the pace of a Heart.
type Config struct {
	// Check is the longest sleep, zero a minute. A timer does not notice that
	// the machine's clock is set or that the machine slept; a simulated clock
	// needs no checks and may take a longer one.
	Check time.Duration
}

// Deps are what a Heart works with.
type Deps struct {
	Store Store
	Clock clock.Clock
	Log   *slog.Logger
}

// Heart is the loop. All methods are safe for concurrent use.
type Heart struct {
	check time.Duration
	deps  Deps
	nudge chan struct{}
	runs  sync.WaitGroup // those that the loop began

	mu     sync.Mutex
	beats  []*beat
	looked time.Time // when the loop looked at the clock last
	slept  sleep     // how long it slept since
	caught time.Time // when an alarm began to catch up last
}

// sleep is one wait of the loop.
type sleep struct {
	asked time.Duration
	whole bool // it was not cut short
}

// beat is one alarm with what is known of it.
type beat struct {
	alarm    Alarm
	state    State
	running  bool
	progress Result
	rest     time.Time     // not fired before: it failed, or has just run
	length   time.Duration // of the rest
	broken   time.Time     // not asked before: its Next panicked
}

// Open reads what is remembered of the alarms. Alarms that are due together
// are fired in the order given. Names must differ.
func Open(cfg Config, deps Deps, alarms ...Alarm) (*Heart, error) {
	h := &Heart{check: cfg.Check, deps: deps, nudge: make(chan struct{}, 1)}
	if h.check <= 0 {
		h.check = usualCheck
	}
	states, err := deps.Store.States()
	if err != nil {
		return nil, fmt.Errorf("read the states of jobs: %w", err)
	}
	for _, a := range alarms {
		if h.find(a.Name()) != nil {
			return nil, fmt.Errorf("two jobs are called %q", a.Name())
		}
		s, known := states[a.Name()]
		if !known {
			s.Since = h.now()
			if err := deps.Store.SaveState(a.Name(), s); err != nil {
				return nil, fmt.Errorf("remember job %s: %w", a.Name(), err)
			}
		}
		h.beats = append(h.beats, resumed(a, s))
	}
	return h, nil
}

// resumed is an alarm as it was left. Its last failure still counts.
func resumed(a Alarm, s State) *beat {
	if s.Begun {
		s.Begun, s.Error = false, "the process ended while the job ran"
		s.Failures++
	}
	b := &beat{alarm: a, state: s}
	if s.Failures > 0 {
		b.length = wait(s.Failures, nil)
		b.rest = s.Attempt.Add(b.length)
	}
	return b
}

// find is the alarm of a name, nil if there is none.
func (h *Heart) find(name string) *beat {
	for _, b := range h.beats {
		if b.alarm.Name() == name {
			return b
		}
	}
	return nil
}

// now is a wall time: without the reading of the machine's monotonic clock,
// which stands still while the machine sleeps.
func (h *Heart) now() time.Time { return h.deps.Clock.Now().Round(0) }

// Nudge makes the loop ask all alarms again. It never waits.
func (h *Heart) Nudge() {
	select {
	case h.nudge <- struct{}{}:
	default: // one is on its way
	}
}

// Run is the loop. It returns when ctx has ended and with it the runs that the
// loop had begun.
func (h *Heart) Run(ctx context.Context) {
	defer h.runs.Wait()
	for ctx.Err() == nil {
		now := h.look()
		d := h.check
		if next := h.fireDue(ctx, now); !next.IsZero() {
			d = min(d, next.Sub(now))
		}
		whole := clock.Wait(ctx, h.deps.Clock, d, h.nudge)
		h.mu.Lock()
		h.slept = sleep{d, whole}
		h.mu.Unlock()
	}
}

// look reads the clock and says so if it is not where the last sleep should
// have brought it.
func (h *Heart) look() time.Time {
	now := h.now()
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.looked.IsZero() {
		// It should be between first and last; of a sleep that was cut short
		// nobody knows where.
		first, last := h.looked, h.looked.Add(h.slept.asked)
		if h.slept.whole {
			first = last
		}
		switch {
		case now.After(last.Add(jump)):
			h.deps.Log.Warn("the clock jumped ahead, or the machine slept", "by", now.Sub(last), "now", now)
		case now.Before(first.Add(-jump)):
			h.deps.Log.Warn("the clock was set back", "by", first.Sub(now), "now", now)
		}
	}
	h.looked = now
	return now
}

// Looked is when the loop last asked its alarms; zero before Run. It does so
// every Config.Check at least, so a time much longer ago means that it is dead.
func (h *Heart) Looked() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.looked
}

// Package deadman notices that a part of the companion has gone silent (the
// loop of all dates, the poll of a channel, a job that does not end, the
// database) and has the owner told, once for each trouble and once when it is
// over.
//
// Guarantees. It depends on nothing that it watches: it runs on real time in a
// goroutine of its own, each part is asked in another goroutine, and whoever
// tells the owner does so in a third; each of them may hang or panic, and the
// looks go on. A part that does not answer counts as silent. Time in which the
// machine slept is no silence, and a single look decides nothing. What the
// owner knows survives a restart, as far as Deps.Tell keeps it.
//
// The package mends nothing and knows nothing of what the parts do. It uses no
// model.
package deadman

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
)

// Usual pace.
const (
	usualEvery  = 20 * time.Second
	usualWithin = 30 * time.Second
	// lookWithin is how long a look waits for a part that is asked.
	lookWithin = time.Second
)

// Part is something that is watched.
type Part struct {
	// First is what is seen of the part as long as it has not answered.
	First []Sign
	// Look says how the part stands. It may be called from any goroutine, never
	// twice at once, and may hang.
	Look func() []Sign
}

// Config is the pace of a Watchdog.
type Config struct {
	Every  time.Duration // between two looks; zero is 20 s
	Within time.Duration // for a notice to be on its way; zero is 30 s
}

// Deps are what a Watchdog works with. All are required.
type Deps struct {
	// Told are the parts of whose trouble the owner knows. It may hang: then
	// nothing is known.
	Told func(ctx context.Context) ([]string, error)
	// Tell puts a notice on its way and keeps that the owner knows, both or
	// neither. After ctx has ended it must not do either any more. ErrLater has
	// it tried again at the next look, unless the trouble is over by then.
	Tell func(ctx context.Context, n Notice) error
	// Shout tells where Tell could not, without the database.
	Shout func(n Notice)
	Log   *slog.Logger
	// Clock is the machine's outside of tests; its Now must go on with the
	// machine's monotonic clock.
	Clock clock.Clock
}

// ErrLater says that it is not the time to tell anything.
var ErrLater = errors.New("later")

// Watchdog is the loop. Make it with New.
type Watchdog struct {
	cfg   Config
	deps  Deps
	parts []*asked
	later []Notice // told at another look

	mu  sync.Mutex
	ill []Notice // as of the last look
}

// New returns a watchdog; nothing is looked at before Run.
func New(cfg Config, deps Deps, parts ...Part) *Watchdog {
	if cfg.Every <= 0 {
		cfg.Every = usualEvery
	}
	if cfg.Within <= 0 {
		cfg.Within = usualWithin
	}
	w := &Watchdog{cfg: cfg, deps: deps}
	for _, p := range parts {
		w.parts = append(w.parts, &asked{part: p, last: p.First})
	}
	return w
}

// Run looks until ctx ends. What hangs then is left behind.
func (w *Watchdog) Run(ctx context.Context) {
	judge, last := NewJudge(w.told(ctx)...), w.deps.Clock.Now()
	for w.deps.Clock.Sleep(ctx, w.cfg.Every) == nil {
		now := w.deps.Clock.Now()
		w.queue(judge.Look(now.Sub(last), w.look(ctx)))
		w.mu.Lock()
		w.ill = judge.Ill()
		w.mu.Unlock()
		for _, n := range w.take() {
			w.tell(ctx, n)
		}
		last = now
	}
}

// Ill are the troubles that are not over, as of the last look, by the names of
// their parts. It never waits for a look and is safe for concurrent use.
func (w *Watchdog) Ill() []Notice {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.ill)
}

// queue adds notices to what is to be told, and says them in the log. The end
// of a trouble that waits to be told takes that away: nobody need hear of it.
func (w *Watchdog) queue(fresh []Notice) {
	for _, n := range fresh {
		log := w.log(n)
		if n.Kind != Well {
			log.Error("a part of the companion is not well")
			w.later = append(w.later, n)
			continue
		}
		log.Info("a part of the companion is well again")
		waiting := func(o Notice) bool { return o.Part == n.Part && o.Kind != Well }
		if slices.ContainsFunc(w.later, waiting) {
			w.later = slices.DeleteFunc(w.later, waiting)
			continue
		}
		w.later = append(w.later, n)
	}
}

// take is what is to be told now.
func (w *Watchdog) take() []Notice {
	out := w.later
	w.later = nil
	return out
}

func (w *Watchdog) log(n Notice) *slog.Logger {
	return w.deps.Log.With("part", n.Part, "kind", n.Kind, "for", n.For.Round(time.Second))
}

// told are the parts of whose trouble the owner knows, none where that cannot
// be found out.
func (w *Watchdog) told(ctx context.Context) []string {
	answer := make(chan []string, 1)
	err := w.within(ctx, func(ctx context.Context) error {
		told, err := w.deps.Told(ctx)
		answer <- told
		return err
	})
	if err != nil {
		w.deps.Log.Error("what the owner knows of troubles cannot be read", "err", err)
		return nil
	}
	return <-answer
}

// look asks all parts at once and gives what is known of them by the end of
// the wait.
func (w *Watchdog) look(ctx context.Context) (signs []Sign) {
	var wg sync.WaitGroup
	for _, p := range w.parts {
		wg.Go(func() { p.ask(ctx, w.deps) })
	}
	wg.Wait()
	for _, p := range w.parts {
		signs = append(signs, p.known()...)
	}
	return signs
}

// tell has the owner told, if it can be done.
func (w *Watchdog) tell(ctx context.Context, n Notice) {
	log := w.log(n)
	switch err := w.within(ctx, func(ctx context.Context) error { return w.deps.Tell(ctx, n) }); {
	case err == nil, ctx.Err() != nil:
		return
	case errors.Is(err, ErrLater):
		w.later = append(w.later, n)
		return
	default:
		log.Error("the owner could not be told of it in the usual way", "err", err)
	}
	if err := w.within(ctx, func(context.Context) error { w.deps.Shout(n); return nil }); err != nil {
		log.Error("the owner could not be told of it at all", "err", err)
	}
}

var errHangs = errors.New("it does not come back")

// within runs f beside the loop and leaves it behind when it takes too long.
func (w *Watchdog) within(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeoutCause(ctx, w.cfg.Within, errHangs)
	done := make(chan error, 1)
	go func() {
		defer cancel()
		done <- contained(func() error { return f(ctx) })
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done: // both at once
		return err
	default:
		return context.Cause(ctx)
	}
}

// contained makes a panic an error.
func contained(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return f()
}

// asked is a part and what it answered last.
type asked struct {
	part Part

	mu   sync.Mutex
	busy bool // it is being asked
	last []Sign
}

// known is what the part answered last.
func (a *asked) known() []Sign {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.last
}

// ask asks the part, unless it still owes an answer, and waits a little.
func (a *asked) ask(ctx context.Context, d Deps) {
	a.mu.Lock()
	if a.busy {
		a.mu.Unlock()
		return
	}
	a.busy = true
	a.mu.Unlock()
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		var signs []Sign
		err := contained(func() error { signs = a.part.Look(); return nil })
		a.mu.Lock()
		defer a.mu.Unlock()
		a.busy = false
		if err != nil {
			d.Log.Error("a part of the companion cannot be looked at", "err", err)
			return
		}
		a.last = signs
	}()
	late, stop := clock.After(ctx, d.Clock, lookWithin)
	defer stop()
	select {
	case <-answered:
	case <-late:
	case <-ctx.Done():
	}
}

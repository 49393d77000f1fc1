package heart

import (
	"bytes"
	"context"
	"log/slog"
	"maps"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/cronspec"
)

// world is a home without anything but jobs. It lives in a synctest bubble.
type world struct {
	t     *testing.T
	clock *clock.Simulated
	check time.Duration
	disk  map[string]State
	log   bytes.Buffer
}

func newWorld(t *testing.T, start string) *world {
	return &world{t: t, clock: clock.NewSimulated(at(t, start)), check: time.Hour, disk: map[string]State{}}
}

// process is one life of the program.
type process struct {
	*world
	heart *Heart
	stop  context.CancelFunc
	ended chan struct{}

	mu     sync.Mutex
	killed bool // nothing reaches the disk any more
	broken error
}

func (p *process) States() (map[string]State, error) {
	return maps.Clone(p.disk), nil
}

func (p *process) SaveState(name string, s State) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.killed && p.broken == nil {
		p.disk[name] = s
	}
	return p.broken
}

func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.killed = true
}

func (w *world) open(clk clock.Clock, alarms ...Alarm) *process {
	w.t.Helper()
	p := &process{world: w, ended: make(chan struct{})}
	log := slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	h, err := Open(Config{Check: w.check}, Deps{Store: p, Clock: clk, Log: log}, alarms...)
	if err != nil {
		w.t.Fatal(err)
	}
	p.heart = h
	return p
}

func (w *world) start(alarms ...Alarm) *process { return w.startWith(w.clock, alarms...) }

func (w *world) startWith(clk clock.Clock, alarms ...Alarm) *process {
	p := w.open(clk, alarms...)
	ctx, stop := context.WithCancel(w.t.Context())
	p.stop = stop
	go func() {
		defer close(p.ended)
		p.heart.Run(ctx)
	}()
	return p
}

// end stops the process and waits for it.
func (p *process) end() {
	p.stop()
	<-p.ended
}

func (w *world) until(when string) { w.clock.Run(at(w.t, when), synctest.Wait) }
func (w *world) pass(d time.Duration) {
	w.clock.Run(w.clock.Now().Add(d), synctest.Wait)
}

func at(t *testing.T, text string) time.Time {
	t.Helper()
	when, err := time.Parse("2006-01-02 15:04", text)
	if err != nil {
		t.Fatal(err)
	}
	return when
}

func line(t interface{ Fatal(...any) }, text, zone string) *Cron {
	l, err := cronspec.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	z, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	return NewCron(l, z)
}

// calls notes when a task was called.
type calls struct {
	mu   sync.Mutex
	list []Call
}

func (c *calls) do(_ context.Context, call Call) (Result, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, call)
	return Result{}, nil
}

// times are the wall times of the calls.
func (c *calls) times() (list []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, call := range c.list {
		list = append(list, call.Now.Format("01-02 15:04"))
	}
	return list
}

// bubble runs a test in a bubble of its own time.
func bubble(t *testing.T, f func(*testing.T)) { synctest.Test(t, f) }

// Package app puts the parts together: it opens a home, wires stores, model,
// engine, channels and faces, runs them and closes them in order.
//
// One App owns one home; a second gets kv.ErrLocked. Run returns only when
// everything has ended; what was in flight is then in the journal and goes on
// with the next start. The package holds wiring alone: no rule and no store.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/llm"
	"github.com/kokoron/kokoron/agent/toolset"
	"github.com/kokoron/kokoron/agent/trace"
	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/channels/commands"
	"github.com/kokoron/kokoron/channels/render"
	"github.com/kokoron/kokoron/channels/telegram"
	"github.com/kokoron/kokoron/channels/terminal"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/web"
)

// Options say what of a home is opened.
type Options struct {
	Log *slog.Logger
	// Web serves HTTP on the configured address.
	Web bool
	// Watch are the limits of the watchdog; its zero value is the usual ones.
	Watch Limits
	// Ports are where local model servers are looked for; nil: llm.Ports().
	Ports []int
	// Clock is what the home lives by; nil: the machine's.
	Clock clock.Clock
	// Channels stand beside the built-in ones, or in the place of one of the
	// same name.
	Channels []channels.Channel
	// Check is the longest time until the machine's clock and files are looked
	// at again although nothing was told; zero: each part's own, about a
	// minute. By a clock that jumps every look costs as much as a due time.
	Check time.Duration
	// Loose does not wait for the disk. A power failure may then cost anything,
	// the end of the process nothing: for homes that are thrown away.
	Loose bool
}

// PortTaken says that the address to listen on is not free.
type PortTaken struct {
	Address string
	Err     error
}

func (e *PortTaken) Error() string { return fmt.Sprintf("listen on %s: %v", e.Address, e.Err) }
func (e *PortTaken) Unwrap() error { return e.Err }

// App is an open home.
type App struct {
	cfg   config.Config
	log   *slog.Logger
	clock clock.Clock
	check time.Duration // Options.Check

	stores   *stores
	ops      *ops.Ops
	eraser   *ops.Eraser
	model    *model
	watched  watched
	voice    voice
	router   *channels.Router
	heart    *heart.Heart
	sleep    *ops.Consolidation
	commands commands.Set
	hub      *terminal.Hub
	telegram *telegram.Channel // nil without a token
	control  *control.Server
	listener net.Listener // nil without Options.Web
	web      *web.Server  // nil without Options.Web

	ctx context.Context // ends the parts that live beside the router
	end context.CancelFunc

	running sync.WaitGroup // that live beside the router
	served  error          // what ended the pages
}

// Open opens a home and everything in it; nothing answers before Run. Errors:
// kv.ErrLocked, *kv.CorruptError, *PortTaken, or what the file system says.
func Open(ctx context.Context, cfg config.Config, o Options) (*App, error) {
	if o.Ports == nil {
		o.Ports = llm.Ports()
	}
	if o.Clock == nil {
		o.Clock = clock.Real{}
	}
	a := &App{cfg: cfg, log: o.Log, clock: o.Clock, check: o.Check}
	a.ctx, a.end = context.WithCancel(context.WithoutCancel(ctx))
	if err := a.open(o); err != nil {
		return nil, errors.Join(err, a.close())
	}
	return a, nil
}

func (a *App) open(o Options) (err error) {
	if a.stores, err = openStores(a.cfg, o, a.clock, a.log); err != nil {
		return err
	}
	if o.Web {
		if a.listener, err = net.Listen("tcp", a.cfg.Listen); err != nil {
			return &PortTaken{Address: a.cfg.Listen, Err: err}
		}
	}
	if a.model, err = openModel(a.ctx, a.cfg.Model, o.Ports, a.clock, a.log); err != nil {
		return err
	}
	a.voice = a.stores.voice(a.cfg)
	a.ops = ops.New(a.stores.deps(a.cfg))
	a.ops.Speaking.Tell = func(channel string) { a.router.Attached(channel) }
	a.ops.Nudge = func() { a.heart.Nudge() } // nobody asks for anything before all is open
	d := a.desk()
	if err := d.openEraser(a.cfg); err != nil {
		return err
	}
	a.eraser = d.eraser
	engine, err := a.engine()
	if err != nil {
		return err
	}
	a.heart, a.sleep, err = openHeart(a.cfg, o.Check, a.stores, a.ops, ops.Asker{Model: a.model}, ops.NewTicking(a.ops, engine), ops.Holding{Ops: a.ops})
	if err != nil {
		return err
	}
	a.hub = terminal.NewHub()
	pages := web.NewHub(render.HTML)
	if err := a.openTelegram(a.ctx); err != nil {
		return err
	}
	a.ops.Speaking.Reaches = a.reaching(pages, o.Channels)
	a.ops.Speaking.Keeps = o.Web
	chans := []channels.Channel{a.hub, pages}
	if a.telegram != nil {
		chans = append(chans, a.telegram)
	}
	chans = append(chans, o.Channels...)
	a.router = channels.NewRouter(channels.Deps{
		Journal: a.ops, Outbox: a.ops, Responder: engine, Access: a.ops, Voice: a.voice, Notices: a.ops, Clock: a.clock, Log: a.log,
	}, chans...)
	a.model.lights.whenBack(a.router.Retry)
	a.commands = commands.Set{Companion: companion{a}, Memories: memories{a}, Lessons: learned{a}, Calendar: calendars{a}, Reminders: reminding{a}, Troubles: a.troubles, Thoughts: musings{a}, Restraint: restraint{a}, Offers: offering{a}, Questions: commands.NewQuestions(a.clock), Lang: a.cfg.Language}
	if o.Web {
		if a.web, err = a.pages(pages); err != nil {
			return err
		}
	}
	a.control, err = control.Listen(RunDir(a.cfg.Home), a.desk().handlers(map[string]control.Handler{
		"chat": a.chat, "ping": a.ping, "link": a.link, "admit": a.admit,
	}), a.log)
	a.openWatchdog(o.Watch)
	return err
}

func (a *App) engine() (*agent.Engine, error) {
	tools, err := toolset.New(a.ops, a.clock, a.log, string(a.cfg.Language))
	if err != nil {
		return nil, err
	}
	return agent.New(agent.Config{
		Lang: string(a.cfg.Language), Zone: a.cfg.Zone,
		MaxTokens: a.cfg.Model.MaxTokens, Thinking: a.cfg.Model.Thinking,
	}, agent.Deps{
		Model: a.model, Tools: tools, Steps: a.ops, Sessions: a.ops, Memory: a.ops, Notes: a.ops, Voice: a.voice, Traces: traces{a.stores.trace, a.log},
		Clock: a.clock, Log: a.log,
	})
}

// Addr is the address of the web pages, "" without them.
func (a *App) Addr() string {
	if a.listener == nil {
		return ""
	}
	return a.listener.Addr().String()
}

// Rehearsal reports whether the built-in rules answer.
func (a *App) Rehearsal() bool { return a.model.rehearsing() }

// Run answers until ctx ends, then closes everything.
func (a *App) Run(ctx context.Context) error {
	if err := a.Start(); err != nil {
		return err
	}
	<-ctx.Done()
	return a.Stop()
}

// Start begins to answer. Where it errs everything is closed.
func (a *App) Start() error {
	if err := a.router.Start(a.ctx); err != nil {
		return errors.Join(err, a.close())
	}
	a.running.Go(func() { a.control.Serve(a.ctx) })
	for _, part := range []func(context.Context){
		func(context.Context) { a.stores.upkeep(a.cfg.Home) }, a.stores.index.Run, a.stores.follow, a.keepErasing, a.heart.Run,
	} {
		ctx, end := clock.Begin(a.ctx, a.clock)
		a.running.Go(func() { defer end(); part(ctx) })
	}
	a.running.Go(func() { a.model.keepLooking(a.ctx) })
	if a.check == 0 { // what looks by the machine's clock says nothing of one that jumps
		a.running.Go(func() { a.model.keepWatch(a.ctx) })
		a.running.Go(func() { a.watched.dog.Run(a.ctx) })
	}
	a.running.Go(func() { a.stores.watchPersona(a.ctx, a.cfg.Home) })
	if a.web != nil {
		a.running.Go(func() { a.served = a.serveWeb() })
	}
	if a.telegram != nil {
		a.running.Go(func() { a.telegram.Run(a.ctx, a.asking(), a.commands) })
	}
	return nil
}

// Stop ends what Start began and closes everything.
func (a *App) Stop() error {
	a.router.Close() // the model is still there: what streams is cut and journalled
	a.end()
	a.running.Wait()
	return errors.Join(a.served, a.close())
}

// close closes what is open, in reverse order.
func (a *App) close() error {
	a.end()
	var errs []error
	if a.listener != nil {
		if err := a.listener.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	if a.stores != nil {
		errs = append(errs, a.stores.close())
	}
	return errors.Join(errs...)
}

// companion is what commands ask.
type companion struct{ a *App }

func (c companion) Stop(conv turn.Conv) bool { return c.a.router.Stop(conv) }
func (c companion) Persona() (string, error) {
	return c.a.voice.current().Name(c.a.cfg.Language), c.a.stores.personaFault()
}
func (c companion) Info(ctx context.Context) (agent.ModelInfo, error) {
	info, err := c.a.model.Info(ctx)
	if err == nil && c.a.awayFor() > 0 {
		err = errors.New("it does not answer") // whatever it said of itself before
	}
	return info, err
}
func (c companion) Remembered(ctx context.Context, conv turn.Conv) (int, error) {
	return c.a.ops.Remembered(ctx, conv)
}

// traces writes what happened in a turn down; a trace that cannot be written
// must not cost the reply.
type traces struct {
	store *trace.Store
	log   *slog.Logger
}

func (t traces) Trace(_ context.Context, turn agent.Trace) {
	if err := t.store.Append(turn); err != nil {
		t.log.Warn("trace is lost", "turn", turn.Turn, "err", err)
	}
}

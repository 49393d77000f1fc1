package simulate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/simulate/scripted"
	"github.com/kokoron/kokoron/internal/turn"
)

// usually is the channel of lines that name none.
const usually = "terminal"

// faceNames are the channels on which something can be said.
func faceNames() []string { return []string{usually, "web", "telegram"} }

// check is how often what nobody tells of is looked at again. The simulated
// home has no other writer.
const check = 6 * time.Hour

// Options are what a simulation is given.
type Options struct {
	Script Script
	Days   int // from the script's start; at least 1
	// Live is the model that answers in place of the scripted one; nil: none.
	Live *config.Model
	// Embed and Chroma are servers outside that the home uses; zero: none.
	Embed  config.Embed
	Chroma config.Service
	Home   string // a folder that is empty or not there, and is kept; "": one that is removed
	// Autonomy is how restrained the companion is; nil: as usual.
	Autonomy *config.Autonomy
	Log      *slog.Logger
	// Progress is told when a day is over; nil tells nobody.
	Progress func(day, days int)
}

// world is a simulation that goes on.
type world struct {
	Options
	clk   *clock.Counted
	shift time.Duration // by how much the machine's clock is set wrong
	cfg   config.Config
	model *scripted.Model // nil with a live one
	began time.Time       // of the script
	end   time.Time

	app     *app.App          // nil during an outage
	waiting []Step            // said during an outage
	said    int               // messages so far
	away    map[string]bool   // what is down; guarded by mu
	relays  map[string]*relay // before the servers outside
	names   map[turn.Conv]string
	people  []admitted // besides the owner, in the order in which they came
	faces   []*face

	*watch
}

// admitted is somebody who talks besides the owner; the zero value is the owner.
type admitted struct {
	id   person.ID
	name string // in the script
}

// open makes the home and what it needs; close ends it.
func open(ctx context.Context, o Options) (*world, error) {
	w := &world{Options: o, clk: clock.NewCounted(o.Script.Start), away: map[string]bool{}, relays: map[string]*relay{}, names: map[turn.Conv]string{}, began: o.Script.Start, watch: newWatch(o.Script.Zone)}
	w.end = clock.Resolve(clock.Wall(o.Script.Start).AddDate(0, 0, o.Days), o.Script.Zone)
	home, err := newHome(o.Home)
	if err != nil {
		return nil, err
	}
	none := func(string) (string, bool) { return "", false } // the owner's settings are for the owner's home
	if w.cfg, err = config.Load(home, none); err == nil {
		w.cfg.Zone, w.cfg.ZoneGuessed, w.cfg.Language, w.cfg.Owner = o.Script.Zone, false, o.Script.Lang, o.Script.Owner
		w.cfg.Telegram = config.Telegram{}
		if o.Autonomy != nil {
			w.cfg.Autonomy = *o.Autonomy
		}
		err = errors.Join(w.openModel(), w.openServers())
	}
	if err == nil {
		err = w.start()
	}
	if err != nil {
		return nil, errors.Join(err, w.close())
	}
	return w, nil
}

// newHome is the folder to live in.
func newHome(dir string) (string, error) {
	if dir == "" {
		return os.MkdirTemp("", "kokoron-simulate-")
	}
	list, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("simulated home: %w", err)
	}
	if len(list) > 0 {
		return "", fmt.Errorf("simulated home: %s is not empty; give a new folder", dir)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return "", fmt.Errorf("simulated home: %w", err)
	}
	return dir, os.MkdirAll(dir, 0o700)
}

// openModel sets the model that is asked.
func (w *world) openModel() (err error) {
	if w.Live != nil {
		w.cfg.Model = *w.Live
		return nil
	}
	if w.model, err = scripted.Start(w.Script.Seed, w.Script.Lang, w.clk); err != nil {
		return err
	}
	for _, s := range w.Script.Steps {
		if s.Reply != "" {
			w.model.Expect(s.Words, s.Reply)
		}
	}
	w.cfg.Model.Endpoints = []config.Endpoint{{URL: w.model.URL(), Model: scripted.Name, Key: config.NewSecret(w.model.Key())}}
	return nil
}

// start opens the home and lets it live.
func (w *world) start() error {
	w.faces = nil
	var chans []channels.Channel
	for _, name := range faceNames() {
		f := &face{name: name, w: w}
		w.faces, chans = append(w.faces, f), append(chans, f)
	}
	a, err := app.Open(context.Background(), w.cfg, app.Options{
		Log: w.Log, Ports: []int{}, Clock: w.clk, Channels: chans, Check: check, Loose: true,
	})
	if err != nil {
		return fmt.Errorf("open simulated home: %w", err)
	}
	if err := a.Start(); err != nil {
		return fmt.Errorf("start simulated home: %w", err)
	}
	w.app = a
	return nil
}

// stop ends the program cleanly.
func (w *world) stop() error {
	if w.app == nil {
		return nil
	}
	w.look() // what is not seen now is not seen at all
	err := w.account(context.Background())
	a := w.app
	w.app = nil
	if err = errors.Join(err, a.Stop()); err != nil {
		return fmt.Errorf("stop simulated home: %w", err)
	}
	return nil
}

// kill ends the program so that its home is what stood on the disk the moment
// before: nothing that an orderly end writes remains.
func (w *world) kill() error {
	image := w.cfg.Home + ".killed"
	if err := os.RemoveAll(image); err != nil {
		return err
	}
	if err := copyTree(w.cfg.Home, image); err != nil {
		return fmt.Errorf("copy the home as it is killed: %w", err)
	}
	if err := w.stop(); err != nil {
		return err
	}
	if err := os.RemoveAll(w.cfg.Home); err != nil {
		return err
	}
	return os.Rename(image, w.cfg.Home)
}

// copyTree copies the files of a folder.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		at := filepath.Join(to, rel)
		switch {
		case d.IsDir():
			return os.MkdirAll(at, 0o700)
		case !d.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil {
			err = os.WriteFile(at, data, info.Mode().Perm())
		}
		if err == nil {
			err = os.Chtimes(at, info.ModTime(), info.ModTime())
		}
		return err
	})
}

// close ends everything.
func (w *world) close() error {
	err := w.stop()
	err = errors.Join(err, w.closeServers())
	if w.model != nil {
		w.model.Close()
	}
	switch {
	case w.cfg.Home == "":
	case w.Home == "":
		err = errors.Join(err, os.RemoveAll(w.cfg.Home))
	default:
		err = errors.Join(err, w.describe())
	}
	return err
}

// describe leaves settings in a home that is kept, so that whoever opens it sees
// it in the zone and the language that it was lived in.
func (w *world) describe() error {
	err := config.Write(w.cfg.Home, config.Answers{Owner: w.cfg.Owner, Language: w.cfg.Language, Zone: w.zone.String()})
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// runTo lets time pass up to an instant of the script.
func (w *world) runTo(ctx context.Context, to time.Time) error {
	for {
		if err := w.settle(ctx); err != nil {
			return err
		}
		if !w.clk.Step(to.Add(w.shift)) {
			return w.settle(ctx)
		}
		w.report.Took.Jumps++
	}
}

// settle waits until nothing goes on at this instant. What was said may have
// set a date, of which the heart then hears at once. The end of ctx ends the
// waiting: a language model may take minutes.
func (w *world) settle(ctx context.Context) error {
	for {
		if err := w.rested(ctx); err != nil {
			return err
		}
		if !w.look() {
			return nil
		}
		w.app.Nudge()
	}
}

// rested waits until all that works rests. What still works when ctx ends ends
// with the program.
func (w *world) rested(ctx context.Context) error {
	done := make(chan struct{})
	go func() {
		w.clk.Settle()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	return ctx.Err()
}

// do does something that may itself wait by the clock.
func (w *world) do(ctx context.Context, what func(context.Context) error) error {
	ctx, end := clock.Begin(ctx, w.clk)
	done := make(chan error, 1)
	go func() {
		err := what(ctx)
		done <- err
		end()
	}()
	for {
		if err := w.rested(ctx); err != nil {
			return err
		}
		select {
		case err := <-done:
			return err
		default:
			w.clk.Step(w.end.Add(w.shift + 1000*time.Hour))
		}
	}
}

// say hands in what somebody says.
func (w *world) say(ctx context.Context, s Step, late bool) error {
	channel := s.Channel
	if channel == "" {
		channel = usually
	}
	who, conv := w.app.Owner()
	if s.Person != "" {
		var err error
		if who, conv, err = w.app.Admit(ctx, channel, s.Person); err != nil {
			return fmt.Errorf("line %d: admit %s: %w", s.Line, s.Person, err)
		}
		if w.names[conv] == "" {
			w.people = append(w.people, admitted{who.ID, s.Person})
		}
		w.names[conv] = s.Person
	}
	w.said++
	m := turn.Message{Conv: conv, Channel: channel, External: fmt.Sprint("s", w.said), Person: who.ID, Text: s.Words}
	if late {
		m.Sent = s.At
	}
	if _, err := w.app.Receive(ctx, m); err != nil {
		return fmt.Errorf("line %d: %w", s.Line, err)
	}
	w.heard(s)
	return nil
}

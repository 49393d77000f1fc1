package app

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/kokoron/kokoron/autonomy/deadman"
	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/channels/telegram"
	"github.com/kokoron/kokoron/channels/terminal"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/web"
)

// Limits are how long a part may stand still before the owner is told. Zero
// fields take the usual ones, in brackets.
type Limits struct {
	Every    time.Duration // between two looks [20 s]
	Heart    time.Duration // it looks every minute [5 min]
	Telegram time.Duration // a network may be away for a while [15 min]
	Database time.Duration // a write may have to wait [10 min]
	Job      time.Duration // a run without progress [3 h]
}

func (l Limits) orUsual() Limits {
	for _, d := range []struct {
		v     *time.Duration
		usual time.Duration
	}{
		{&l.Heart, 5 * time.Minute}, {&l.Telegram, 15 * time.Minute}, {&l.Database, 10 * time.Minute}, {&l.Job, 3 * time.Hour},
	} {
		if *d.v <= 0 {
			*d.v = d.usual
		}
	}
	return l
}

// failsOn is how many failures in a row are told: some fourteen hours of them,
// as a job rests longer after each.
const failsOn = 20

// watched is what the watchdog saw last, for whoever must not wait.
type watched struct {
	dog *deadman.Watchdog

	mu     sync.Mutex
	looked time.Time // of the heart
}

// heartLooked is when the heart looked last, as far as it could be asked.
func (w *watched) heartLooked() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.looked
}

// ill are the parts that are not well, of which the owner was told.
func (w *watched) ill() (parts []string) {
	for _, n := range w.dog.Ill() {
		parts = append(parts, n.Part)
	}
	return parts
}

// openWatchdog makes the watchdog of an app whose parts are all open.
func (a *App) openWatchdog(l Limits) {
	l = l.orUsual()
	parts := []deadman.Part{a.watchHeart(l.Heart), a.watchJobs(l.Job), a.watchDatabase(l.Database), a.watchSocket()}
	if a.telegram != nil {
		parts = append(parts, a.watchTelegram(l.Telegram))
	}
	a.watched.dog = deadman.New(deadman.Config{Every: l.Every}, deadman.Deps{
		Told: a.ops.Troubles, Tell: a.tellTrouble, Shout: a.shoutTrouble, Log: a.log, Clock: clock.Real{},
	}, parts...)
}

// moving is the sign of a part whose mark is the time at which it moved last.
func moving(part string, at time.Time, limit time.Duration) []deadman.Sign {
	return []deadman.Sign{{Part: part, Mark: at.String(), Limit: limit}}
}

func (a *App) watchHeart(limit time.Duration) deadman.Part {
	return deadman.Part{First: moving(catalog.WatchHeart, time.Time{}, limit), Look: func() []deadman.Sign {
		at := a.heart.Looked()
		a.watched.mu.Lock()
		a.watched.looked = at
		a.watched.mu.Unlock()
		return moving(catalog.WatchHeart, at, limit)
	}}
}

func (a *App) watchTelegram(limit time.Duration) deadman.Part {
	return deadman.Part{First: moving(catalog.WatchTelegram, time.Time{}, limit), Look: func() []deadman.Sign {
		at, _ := a.telegram.Health()
		return moving(catalog.WatchTelegram, at, limit)
	}}
}

// watchDatabase asks whether something can be written, which hangs with it.
func (a *App) watchDatabase(limit time.Duration) deadman.Part {
	var writes int64 // a part is never asked twice at once
	return deadman.Part{First: []deadman.Sign{{Part: catalog.WatchDatabase, Limit: limit}}, Look: func() []deadman.Sign {
		if err := a.ops.Writable(); err == nil {
			writes++
		}
		return []deadman.Sign{{Part: catalog.WatchDatabase, Mark: fmt.Sprint(writes), Limit: limit}}
	}}
}

// watchJobs looks at each job: whether a run makes no progress, and whether it
// fails on and on.
func (a *App) watchJobs(limit time.Duration) deadman.Part {
	return deadman.Part{Look: func() (signs []deadman.Sign) {
		for _, j := range a.heart.Jobs() {
			signs = append(signs, jobSigns(j, limit)...)
		}
		return signs
	}}
}

func jobSigns(j heart.Job, limit time.Duration) []deadman.Sign {
	return []deadman.Sign{
		{Part: catalog.WatchJob + j.Name, Mark: fmt.Sprint(j.Attempt, j.Progress), Limit: limit, Rests: !j.Running},
		{Part: catalog.WatchFailing + j.Name, Mark: fmt.Sprint(j.Failures), Broken: j.Failures >= failsOn, Rests: true},
	}
}

// watchSocket is nothing to tell of: a socket that was deleted is opened again.
func (a *App) watchSocket() deadman.Part {
	return deadman.Part{Look: func() []deadman.Sign {
		switch mended, err := a.control.Mend(); {
		case err != nil:
			a.log.Error("the control socket is gone and cannot be opened again", "err", err)
		case mended:
			a.log.Warn("the control socket was gone and is open again")
		}
		return nil
	}}
}

func (a *App) trouble(n deadman.Notice) string {
	return catalog.PartIll(a.cfg.Language, n.Part, n.Kind == deadman.Well, n.For)
}

// tellTrouble sends a notice to the owner where it can reach them: on Telegram,
// else on the page, else at the terminal. The page shows it in each case, and
// so do terminals that are open. It waits for the hours in which the companion
// may speak up.
func (a *App) tellTrouble(ctx context.Context, n deadman.Notice) error {
	out, err := a.ops.Warn(ctx, ops.Warning{
		Part: n.Part, Over: n.Kind == deadman.Well, Channel: a.reach(ctx, n), Text: a.trouble(n),
	})
	if errors.Is(err, ops.ErrNotNow) {
		return deadman.ErrLater
	}
	if err != nil {
		return err
	}
	a.router.Attached(out.Channel)
	if out.Channel != terminal.Name {
		a.hub.Show(turn.Event{Conv: out.Conv, Channel: terminal.Name, Kind: turn.Notice, Text: out.Text})
	}
	return nil
}

// reach is the channel on which the owner is told: never one that is itself in
// trouble.
func (a *App) reach(ctx context.Context, n deadman.Notice) string {
	if a.telegram != nil && (n.Part != catalog.WatchTelegram || n.Kind == deadman.Well) {
		last, problem := a.telegram.Health()
		_, linked, err := a.ops.Address(ctx, telegram.Name, a.ops.Owner.ID)
		if !last.IsZero() && problem == "" && linked && err == nil {
			return telegram.Name
		}
	}
	if a.web != nil {
		return web.Name
	}
	return terminal.Name
}

// shoutTrouble tells those who are there now, past the database.
func (a *App) shoutTrouble(n deadman.Notice) {
	a.router.Tell(ops.ConversationOf(a.ops.Owner), a.trouble(n))
}

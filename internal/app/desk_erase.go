package app

import (
	"context"
	"path/filepath"
	"time"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/channels/commands"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/turn"
)

// MemoryErased is the answer of "memory erase".
type MemoryErased struct {
	Looked
	Erased  bool        `json:"erased"` // false: this is what would go
	Would   *ops.Doomed `json:"would,omitempty"`
	Outcome *ops.Erased `json:"outcome,omitempty"`
}

// MemoryAudited is the answer of "memory audit".
type MemoryAudited struct {
	Looked
	ops.Audit
}

// openEraser makes the eraser of a home, of which there is one, and lets it
// carry out what a crash has left. Nothing answers yet.
func (d *Desk) openEraser(cfg config.Config) error {
	d.eraser = ops.NewEraser(d.ops, filepath.Clean(cfg.Home), d.stores.index, d.stores.trace, d.alone)
	return d.eraser.Resume(context.Background())
}

// erase shows what would go, or takes it away.
func (d *Desk) erase(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	asleep, err := d.awake(ctx)
	if err != nil {
		return nil, err
	}
	defer asleep()
	doomed, err := d.eraser.Doom(ctx, v, ops.ToErase{ID: a.ID, Text: a.Text, Backups: a.Backups})
	if err != nil {
		return nil, err
	}
	if !a.Yes {
		return MemoryErased{Looked: looked(v), Would: &doomed}, nil
	}
	done, err := d.eraser.Erase(ctx, d.ops.Owner, doomed)
	return MemoryErased{Looked: looked(v), Erased: true, Outcome: &done}, err
}

// audit says what is wrong with what is remembered.
func (d *Desk) audit(ctx context.Context, v ops.Viewer, _ Ask, _ func(Progress)) (any, error) {
	asleep, err := d.awake(ctx)
	if err != nil {
		return nil, err
	}
	defer asleep()
	if d.alone {
		if err := d.until(ctx, caughtUp); err != nil {
			return nil, err
		}
	}
	found, err := d.ops.Audit(ctx, v, d.stores.index)
	return MemoryAudited{looked(v), found}, err
}

// eraseAgain is the time between two looks whether something is left to be
// erased: a server was away, or a turn was running.
const eraseAgain = time.Minute

// keepErasing does what is left to be erased until ctx ends.
func (a *App) keepErasing(ctx context.Context) {
	if a.stores.index.Wait(ctx) != nil {
		return
	}
	for {
		if _, err := a.eraser.Finish(ctx); err != nil && ctx.Err() == nil {
			a.log.Error("erase what is left to be erased", "err", err)
		}
		if a.clock.Sleep(ctx, max(eraseAgain, a.check)) != nil {
			return
		}
	}
}

// memories is what the commands about memories do.
type memories struct{ a *App }

func (m memories) Doom(ctx context.Context, what string) (ops.Doomed, error) {
	return m.a.eraser.DoomNamed(ctx, what)
}

func (m memories) Erase(ctx context.Context, d ops.Doomed) (ops.Erased, error) {
	return m.a.eraser.Erase(ctx, m.a.ops.Owner, d)
}

func (m memories) Forget(ctx context.Context, conv turn.Conv, words string) (ops.Memory, bool, error) {
	return m.a.desk().ops.ForgetWords(ctx, conv, words)
}

func (m memories) Undo(ctx context.Context, conv turn.Conv) (ops.Undone, error) {
	return m.a.desk().ops.Undo(ctx, conv)
}

// asking is the router with the questions that commands ask before it: an
// answer to one does not enter the conversation.
type asking struct {
	*channels.Router
	commands commands.Set
}

func (r asking) Receive(ctx context.Context, m turn.Message) (turn.ID, error) {
	if aside, taken := r.commands.Answer(ctx, m); taken {
		return "", aside
	}
	return r.Router.Receive(ctx, m)
}

func (a *App) asking() asking { return asking{a.router, a.commands} }

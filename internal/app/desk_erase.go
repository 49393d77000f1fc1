package app

import (
	"context"
	"path/filepath"
	"time"

	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/ops"
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
		if a.clock.Sleep(ctx, eraseAgain) != nil {
			return
		}
	}
}

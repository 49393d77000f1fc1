package app

import (
	"context"
	"time"

	"github.com/kokoron/kokoron/channels/commands"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/turn"
)

// SpokenWhy is the answer of "why-now".
type SpokenWhy struct {
	Looked
	ops.WhyNow
}

// Quieted is the answer of "quiet".
type Quieted struct {
	Looked
	Unclear bool          `json:"unclear,omitempty"` // the words say no time to come; nothing was changed
	Opened  string        `json:"opened,omitempty"`  // the topic that may be brought up again
	Was     bool          `json:"was_closed,omitempty"`
	State   ops.Restraint `json:"state"`
}

// whyNow says why something was said unasked.
func (d *Desk) whyNow(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	w, err := d.ops.WhyNow(ctx, v, a.ID)
	return SpokenWhy{looked(v), w}, err
}

// quiet says how quiet the companion is around the owner, or makes it so.
func (d *Desk) quiet(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	out := Quieted{Looked: own(v)}
	now := d.ops.Clock.Now().In(d.ops.Zone)
	if topic, is := commands.QuietOpens(a.Text); is {
		return d.reopen(ctx, out, topic)
	}
	if a.Text != "" {
		s, clear := commands.QuietWords(a.Text, now, d.ops.Lang)
		if out.Unclear = !clear || s.On && !s.Until.IsZero() && !s.Until.After(now); !out.Unclear {
			if err := d.ops.Quiet(ctx, d.ops.Owner.ID, s); err != nil {
				return nil, err
			}
		}
	}
	var err error
	out.State, err = d.ops.Restraint(ctx, d.ops.Owner.ID)
	return out, err
}

// reopen lets a topic be brought up again.
func (d *Desk) reopen(ctx context.Context, out Quieted, topic string) (any, error) {
	was, err := d.ops.Reopen(ctx, d.ops.Owner.ID, topic)
	if err != nil {
		return nil, err
	}
	out.Opened, out.Was = topic, was
	out.State, err = d.ops.Restraint(ctx, d.ops.Owner.ID)
	return out, err
}

// restraint is how quiet the companion is, as commands ask and say it.
type restraint struct{ a *App }

func (r restraint) Quiet(ctx context.Context, conv turn.Conv, s ops.Silence) error {
	return r.a.ops.Quiet(ctx, r.a.ops.PersonOf(ctx, conv).ID, s)
}

func (r restraint) Reopen(ctx context.Context, conv turn.Conv, topic string) (was bool, err error) {
	return r.a.ops.Reopen(ctx, r.a.ops.PersonOf(ctx, conv).ID, topic)
}

func (r restraint) Restraint(ctx context.Context, conv turn.Conv) (ops.Restraint, error) {
	return r.a.ops.Restraint(ctx, r.a.ops.PersonOf(ctx, conv).ID)
}

func (r restraint) Here() time.Time { return r.a.clock.Now().In(r.a.cfg.Zone) }

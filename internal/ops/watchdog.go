package ops

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
)

// What is kept as told: a trouble with a part of the companion, by its name,
// and that the model is away, by conversation and channel.
const (
	toldTrouble = "trouble"
	toldAway    = "away"
)

// Warning is what the owner is told from plain code about a part of the
// companion.
type Warning struct {
	Part    string
	Over    bool // the trouble is over
	Channel string
	Text    string
}

// ErrNotNow says that the owner wants to hear nothing unasked at this time.
var ErrNotNow = errors.New("not the time to speak up")

// Warn queues a warning for the owner, as a message of the companion that
// answers nothing, and keeps whether they know of a trouble, in one
// transaction. It does neither once ctx has ended, and neither with ErrNotNow
// outside of the hours in which the companion may speak up, or while the owner
// wants quiet. It does not go by Speak: what is held there is looked at again
// by the heart, which may be what is dead, and warnings are sent also where the
// companion says nothing else unasked.
func (o *Ops) Warn(ctx context.Context, w Warning) (turn.Outgoing, error) {
	now := o.Clock.Now()
	out := turn.Outgoing{
		ID: o.IDs.New(), Conv: ConversationOf(o.Owner), Channel: w.Channel, Person: o.Owner.ID,
		Text: w.Text, At: now, Zone: o.Zone.String(),
	}
	err := o.DB.Update(func(tx *kv.Tx) error {
		if err := ctx.Err(); err != nil {
			return err // the transaction was waited for too long
		}
		if ok, err := o.mayWarn(tx, out); err != nil || !ok {
			return errors.Join(err, ErrNotNow)
		}
		_, err := o.Journal.Put(tx, out)
		return errors.Join(err, o.known(tx, w, now), o.uttered(tx, out))
	})
	if err != nil {
		return turn.Outgoing{}, fmt.Errorf("warn the owner: %w", err)
	}
	if err := o.settle(out.ID); err != nil {
		o.Log.Error("write warning to diary", "reply", out.ID, "err", err)
	}
	return out, nil
}

// mayWarn reports whether the owner may hear of something now: it is the time,
// and they do not want quiet. A day whose slots are taken holds no warning, nor
// does a gate that is shut.
func (o *Ops) mayWarn(tx *kv.Tx, out turn.Outgoing) (bool, error) {
	p := o.Speaking.Policy
	if p == (governor.Policy{}) {
		p = governor.Usual()
	}
	g, err := o.gate(tx, out.Person, out.At)
	if err != nil {
		return false, err
	}
	return p.Inside(out.At.In(o.Zone)) && !g.QuietOn && !g.QuietUntil.After(out.At), nil
}

// known keeps whether the owner knows of a trouble.
func (o *Ops) known(tx *kv.Tx, w Warning, now time.Time) error {
	if w.Over {
		return state.NewTold().Forget(tx, toldTrouble, w.Part)
	}
	return state.NewTold().Put(tx, now, toldTrouble, w.Part)
}

// Troubles are the parts of whose trouble the owner was told, by name.
func (o *Ops) Troubles(context.Context) (parts []string, err error) {
	err = o.DB.View(func(tx *kv.Tx) error {
		all, err := state.NewTold().All(tx, toldTrouble)
		parts = slices.Sorted(maps.Keys(all))
		return err
	})
	return parts, err
}

// errLooked ends a transaction that was only to begin.
var errLooked = errors.New("looked")

// Writable returns when the database can be written to. It writes nothing, and
// hangs as long as another transaction does.
func (o *Ops) Writable() error {
	if err := o.DB.Update(func(*kv.Tx) error { return errLooked }); !errors.Is(err, errLooked) {
		return err
	}
	return nil
}

// AwayTold is when those of a conversation were told that the model is away,
// by channel. It implements channels.Notices, with TellAway and ForgetAway.
func (o *Ops) AwayTold(_ context.Context, conv turn.Conv) (told map[string]time.Time, err error) {
	err = o.DB.View(func(tx *kv.Tx) error {
		told, err = state.NewTold().All(tx, toldAway, string(conv))
		return err
	})
	return told, err
}

// TellAway commits that those of a conversation are told on a channel that the
// model is away.
func (o *Ops) TellAway(_ context.Context, conv turn.Conv, channel string, at time.Time) error {
	return o.DB.Update(func(tx *kv.Tx) error { return state.NewTold().Put(tx, at, toldAway, string(conv), channel) })
}

// ForgetAway commits that the model answers a conversation again.
func (o *Ops) ForgetAway(_ context.Context, conv turn.Conv) error {
	return o.DB.Update(func(tx *kv.Tx) error { return state.NewTold().Forget(tx, toldAway, string(conv)) })
}

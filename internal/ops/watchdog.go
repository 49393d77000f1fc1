package ops

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/ledger"
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

// Warn queues a warning for the owner, as a message of the companion that
// answers nothing, and keeps whether they know of a trouble, in one
// transaction. It does neither once ctx has ended.
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
		if err := o.known(tx, w, now); err != nil {
			return err
		}
		if _, err := o.Journal.Put(tx, out); err != nil {
			return err
		}
		return o.Ledger.Mark(tx, ledger.OfLine, scopeOf(out.Person), string(out.ID))
	})
	if err != nil {
		return turn.Outgoing{}, err
	}
	if err := o.settle(out.ID); err != nil {
		o.Log.Error("write warning to diary", "reply", out.ID, "err", err)
	}
	return out, nil
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

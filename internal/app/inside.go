package app

import (
	"cmp"
	"context"
	"errors"

	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/autonomy/reminder"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// What follows is for a program that holds a companion inside of itself, as
// the simulator does: what others reach through a channel or the control
// socket.

// Receive takes a message as the built-in channels hand it over.
func (a *App) Receive(ctx context.Context, m turn.Message) (turn.ID, error) {
	return a.asking().Receive(ctx, m)
}

// Owner is the owner with their conversation.
func (a *App) Owner() (person.Person, turn.Conv) {
	return a.ops.Owner, ops.ConversationOf(a.ops.Owner)
}

// Take takes what is offered to the owner under a message; false where nothing
// of the kind is.
func (a *App) Take(ctx context.Context, message turn.ID, o turn.Offer) (bool, error) {
	_, ok, err := offering{a}.Take(ctx, a.ops.Owner, message, o)
	return ok, err
}

// Admit lets somebody in whom a channel knows by a name, unless they are known
// already.
func (a *App) Admit(ctx context.Context, channel, name string) (person.Person, turn.Conv, error) {
	p, conv, known, err := a.ops.Identify(ctx, channel, name)
	if err != nil || known {
		return p, conv, err
	}
	code, err := a.ops.AdmitCode(ctx, a.ops.Owner)
	if err != nil {
		return p, conv, err
	}
	if ok, err := a.ops.Claim(ctx, channel, name, name, code); err != nil || !ok {
		return p, conv, cmp.Or(err, errors.New("the code to be admitted by does not work"))
	}
	p, conv, _, err = a.ops.Identify(ctx, channel, name)
	return p, conv, err
}

// Attached says that somebody is there to take deliveries on a channel.
func (a *App) Attached(channel string) { a.router.Attached(channel) }

// Desk is what the owner's command line would be answered by.
func (a *App) Desk() *Desk { return a.desk() }

// Nudge lets the heart ask at once when its jobs are due, which else it does
// within Options.Check of a change.
func (a *App) Nudge() { a.heart.Nudge() }

// Jobs are all that is done by time.
func (a *App) Jobs() []heart.Job { return a.heart.Jobs() }

// Records are all records that the owner has or somebody else (as ops.Viewer
// names them), whatever their status, in no order.
func (a *App) Records(ctx context.Context, as string) ([]memory.Record, error) {
	v, err := a.desk().ops.Viewer(ctx, as)
	if err != nil {
		return nil, err
	}
	return a.stores.ledger.List(v.View, "")
}

// Account is what the companion did by itself towards the owner or somebody
// else (as ops.Viewer names them).
func (a *App) Account(ctx context.Context, as string) (ops.Account, error) {
	v, err := a.desk().ops.Viewer(ctx, as)
	if err != nil {
		return ops.Account{}, err
	}
	return a.ops.Account(ctx, v)
}

// ReminderSaid is the saying of a reminder to somebody by the id of its message;
// ok is false for every other message.
func (a *App) ReminderSaid(ctx context.Context, as string, id turn.ID) (f reminder.Firing, ok bool, err error) {
	v, err := a.desk().ops.Viewer(ctx, as)
	if err != nil {
		return f, false, err
	}
	return a.ops.ReminderSaid(ctx, v, id)
}

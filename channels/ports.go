// Package channels carries messages from people to the companion and replies
// back: one lane a conversation, ordered inside and parallel across, with
// delivery from a durable outbox.
//
// Guarantees: a message is acknowledged only when the steps behind it have
// committed it; every acknowledged message is answered once, in order, also
// after a crash; a reply leaves the outbox only when its channel took it or
// refused it for good. A model that is down holds a conversation's messages
// back, it never loses them. Commands and /stop pass the lane. The package
// translates nothing and stores nothing itself: channels, the journal and the
// model stand behind ports.
package channels

import (
	"context"
	"errors"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// ErrAway says that nobody is there to take a delivery now: it stays queued
// until the channel calls Router.Attached.
var ErrAway = errors.New("nobody is attached")

// Journal is the durable side of a conversation, one whole step a call.
// internal/ops implements it.
type Journal interface {
	// Accept commits a message to the inbox and gives it its id, time and
	// zone. fresh is false, and nothing is committed, where the same (channel,
	// external) was accepted before: the id is then that of the first time.
	Accept(ctx context.Context, m turn.Message) (_ turn.Message, fresh bool, err error)
	// StartTurn gives the conversation's unfinished turn, or commits a new one
	// over its oldest waiting messages (as many as one person sent on one
	// channel, up to a bound) and writes their diary lines; ok is false when
	// nothing waits.
	StartTurn(ctx context.Context, conv turn.Conv) (_ turn.Turn, ok bool, err error)
	// Finish commits the reply to the outbox and closes the turn with its
	// messages. What is on its way comes back; its ID is "" where there is
	// nothing to say or the turn was finished before.
	Finish(ctx context.Context, t turn.Turn, r turn.Reply) (turn.Outgoing, error)
	// Waiting lists the conversations that have an unfinished turn or a
	// waiting message, and completes what a crash left half written.
	Waiting(ctx context.Context) ([]turn.Conv, error)
}

// Outbox is what is on its way out. internal/ops implements it.
type Outbox interface {
	// Queued lists the replies for a channel that are not delivered yet, in
	// order inside each conversation.
	Queued(ctx context.Context, channel string) ([]turn.Outgoing, error)
	// Sending commits that part (from 0) of a reply in parts parts is about to
	// be handed over. It reports true, and changes nothing, when the channel
	// took that part before.
	Sending(ctx context.Context, id turn.ID, part, parts int) (taken bool, err error)
	// Sent commits that the channel took a part, under its own id of it.
	Sent(ctx context.Context, id turn.ID, part int, messageID string) error
	// Drop gives up what is not sent of a reply: its channel refuses it for
	// good.
	Drop(ctx context.Context, id turn.ID) error
}

// Responder answers a turn. emit may be called from one goroutine until it
// returns. An error of kind Unavailable or Temporary means "later": nothing
// was answered and the turn stays open.
type Responder interface {
	Respond(ctx context.Context, t turn.Turn, emit func(turn.Event)) (turn.Reply, error)
	// Rest does what can wait until after a turn. The next turn ends it, and
	// whatever was not done by then is done after that one.
	Rest(ctx context.Context, t turn.Turn)
}

// Channel shows events as they come and takes finished replies.
type Channel interface {
	Name() string
	// Show passes an event of any conversation and any channel on, to those
	// who follow it. It must not block and may drop it.
	Show(e turn.Event)
	// Deliver hands over a whole reply and returns when it was taken, with
	// ErrAway, *fault.Temporary or *fault.Blocked otherwise.
	Deliver(ctx context.Context, o turn.Outgoing) error
}

// Parted is a channel that takes a long reply in several parts. Both methods
// depend on the reply alone, so that a part can be sent again after a crash.
type Parted interface {
	// Parts is how many parts a reply has; at least 1.
	Parts(o turn.Outgoing) int
	// DeliverPart hands over one part and gives the channel's id of it. Errors
	// are those of Deliver.
	DeliverPart(ctx context.Context, o turn.Outgoing, part int) (messageID string, err error)
}

// Access decides who somebody on a channel is. ok is false for strangers.
type Access interface {
	Speaker(ctx context.Context, id person.ID) (_ person.Person, ok bool)
}

// Notices remembers over restarts whom of a conversation was told that the
// model is away, by channel. internal/ops implements it.
type Notices interface {
	AwayTold(ctx context.Context, conv turn.Conv) (map[string]time.Time, error)
	TellAway(ctx context.Context, conv turn.Conv, channel string, at time.Time) error
	// ForgetAway commits that the model answers again.
	ForgetAway(ctx context.Context, conv turn.Conv) error
}

// Voice says what the companion has to say without a model.
type Voice interface {
	// Away is said when the model cannot be reached and the message is kept.
	Away(t turn.Turn) string
	// Back begins the reply to words that had to wait for long (t.Late).
	Back(t turn.Turn) string
	// Trouble answers a turn that cannot be answered otherwise, because of err.
	Trouble(t turn.Turn, err error) string
}

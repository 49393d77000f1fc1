package channels

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/turn"
)

// MaxMessage is the longest message taken from a person, in characters. A
// longer one is refused whole, with *fault.TooLong; nothing is cut.
const MaxMessage = 20_000

// Why a message is refused, besides its length.
var (
	ErrStranger = errors.New("the sender is not admitted")
	ErrEmpty    = errors.New("the message is empty")
	ErrEncoding = errors.New("the message is not valid UTF-8")
)

var errPanic = errors.New("the turn panicked, see the log")

func checkText(text string) error {
	switch n := utf8.RuneCountInString(text); {
	case n > MaxMessage:
		return &fault.TooLong{Max: MaxMessage, Used: n, Err: errors.New("message")}
	case !utf8.ValidString(text):
		return ErrEncoding
	case strings.TrimSpace(text) == "":
		return ErrEmpty
	}
	return nil
}

// delivery empties the outbox into one channel.
type delivery struct {
	r       *Router
	channel Channel
	poke    chan struct{}
	delay   time.Duration // before the next try, where the channel names none; zero while it takes what it is given
}

func newDelivery(r *Router, c Channel) *delivery {
	return &delivery{r: r, channel: c, poke: make(chan struct{}, 1)}
}

func (d *delivery) nudge() {
	select {
	case d.poke <- struct{}{}:
	default:
	}
}

// run delivers whatever is queued, then waits for a nudge, or for the time of
// the next try.
func (d *delivery) run(ctx context.Context) {
	for ctx.Err() == nil {
		wait := d.drain(ctx)
		if wait == 0 {
			wait = clock.Forever
		}
		clock.Wait(ctx, d.r.Clock, wait, d.poke)
	}
}

// drain hands over what is queued and says how long to wait before the next
// try; zero means until the next nudge. A conversation whose reply could not
// be handed over keeps its later ones back, so that the order holds.
func (d *delivery) drain(ctx context.Context) (wait time.Duration) {
	queued, err := d.r.Outbox.Queued(ctx, d.channel.Name())
	if err != nil {
		if ctx.Err() == nil {
			d.r.Log.Error("read outbox", "channel", d.channel.Name(), "err", err)
		}
		return firstRetry
	}
	stuck := map[turn.Conv]bool{}
	for _, o := range queued {
		if stuck[o.Conv] || ctx.Err() != nil {
			continue
		}
		if err := d.deliver(ctx, o); err != nil {
			stuck[o.Conv] = true
			wait = shorter(wait, d.patience(o, err))
		} else {
			d.delay = 0
		}
	}
	return wait
}

// shorter is the sooner of two waits; zero is none.
func shorter(a, b time.Duration) time.Duration {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// deliver hands over one reply, part by part; the outbox knows before and
// after each.
func (d *delivery) deliver(ctx context.Context, o turn.Outgoing) error {
	parts, hand := 1, func(ctx context.Context, _ int) (string, error) { return "", d.channel.Deliver(ctx, o) }
	if c, ok := d.channel.(Parted); ok {
		parts = c.Parts(o)
		hand = func(ctx context.Context, part int) (string, error) { return c.DeliverPart(ctx, o, part) }
	}
	for part := range parts {
		taken, err := d.r.Outbox.Sending(ctx, o.ID, part, parts)
		if err != nil {
			return fmt.Errorf("mark sending: %w", err)
		}
		if taken {
			continue
		}
		if part == 0 && o.Turn == "" { // no lane has shown it: it answers nothing
			d.r.show(turn.Event{Conv: o.Conv, Channel: o.Channel, Kind: turn.Done, ID: o.ID, Text: o.Text, At: o.At, Offers: o.Offers})
		}
		id, err := hand(ctx, part)
		if err != nil {
			return err
		}
		if err := d.r.Outbox.Sent(ctx, o.ID, part, id); err != nil {
			return fmt.Errorf("mark sent: %w", err)
		}
	}
	return nil
}

// patience is how long to leave a conversation alone after a failed delivery.
func (d *delivery) patience(o turn.Outgoing, err error) time.Duration {
	var temporary *fault.Temporary
	var blocked *fault.Blocked
	switch {
	case errors.Is(err, ErrAway), d.r.ctx.Err() != nil:
		return 0
	case errors.As(err, &blocked):
		d.r.Log.Error("the channel refuses for good, the reply stays in the diary only", "channel", d.channel.Name(), "reply", o.ID, "err", err)
		if err := d.r.Outbox.Drop(d.r.ctx, o.ID); err != nil {
			d.r.Log.Error("drop reply", "reply", o.ID, "err", err)
		}
		return firstRetry
	case errors.As(err, &temporary):
		d.delay = min(max(2*d.delay, firstRetry), lastRetry)
		return max(temporary.After, d.delay)
	default:
		d.r.Log.Warn("deliver reply", "channel", d.channel.Name(), "reply", o.ID, "err", err)
		return lastRetry
	}
}

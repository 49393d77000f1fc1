package commands

import (
	"context"
	"time"

	"github.com/kokoron/kokoron/autonomy/reminder"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/turn"
)

// Offers takes what is offered under the messages that nobody asked for.
type Offers interface {
	// TakeLast takes an offer of the newest message to the person of a
	// conversation that has it, and says what is so now; ok is false where none
	// has.
	TakeLast(ctx context.Context, conv turn.Conv, o turn.Offer) (said string, ok bool, err error)
	// SnoozeLast puts the newest reminder that was said off by d, as TakeLast
	// does by the usual length.
	SnoozeLast(ctx context.Context, conv turn.Conv, d time.Duration) (said string, ok bool, err error)
}

// snooze answers /snooze: the usual length, or the one that is named.
func (s Set) snooze(ctx context.Context, conv turn.Conv, words string) string {
	if words == "" {
		return s.offer(ctx, conv, turn.OfferSnooze)
	}
	d, ok := Length(words)
	if !ok || d < reminder.MinSnooze || d > reminder.MaxSnooze {
		return s.say(catalog.OfferSnoozeHow, "value", words)
	}
	return s.offered(s.Offers.SnoozeLast(ctx, conv, d))
}

// offer answers /later, /less, /never, /done and the bare /snooze, which are what the
// buttons are where there are none.
func (s Set) offer(ctx context.Context, conv turn.Conv, o turn.Offer) string {
	return s.offered(s.Offers.TakeLast(ctx, conv, o))
}

func (s Set) offered(said string, ok bool, err error) string {
	switch {
	case err != nil:
		return s.say(catalog.Failed, "detail", err.Error())
	case !ok:
		return s.say(catalog.OfferNone)
	}
	return said
}

package commands

import (
	"context"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/turn"
)

// Offers takes what is offered under the messages that nobody asked for.
type Offers interface {
	// TakeLast takes an offer of the newest message to the person of a
	// conversation that has it, and says what is so now; ok is false where none
	// has.
	TakeLast(ctx context.Context, conv turn.Conv, o turn.Offer) (said string, ok bool, err error)
}

// offer answers /later, /less, /never, /snooze and /done, which are what the
// buttons are where there are none.
func (s Set) offer(ctx context.Context, conv turn.Conv, o turn.Offer) string {
	said, ok, err := s.Offers.TakeLast(ctx, conv, o)
	switch {
	case err != nil:
		return s.say(catalog.Failed, "detail", err.Error())
	case !ok:
		return s.say(catalog.OfferNone)
	}
	return said
}

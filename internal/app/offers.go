package app

import (
	"context"
	"errors"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// offering takes what people choose under a message, on whatever channel, and
// tells the open pages.
type offering struct{ a *App }

// Label implements telegram.Offers.
func (o offering) Label(offer turn.Offer, taken bool) string {
	label := ops.OfferLabel(o.a.cfg.Language, offer)
	if taken {
		return catalog.Text(o.a.cfg.Language, catalog.OfferChosen, "label", label)
	}
	return label
}

// Take implements telegram.Offers and web.Offers.
func (o offering) Take(ctx context.Context, p person.Person, message turn.ID, offer turn.Offer) (said string, ok bool, err error) {
	got, err := o.a.ops.Take(ctx, p, message, offer)
	switch {
	case errors.Is(err, ops.ErrNoOffer):
		return catalog.Text(o.a.cfg.Language, catalog.OfferGone), false, nil
	case err != nil:
		return "", false, err
	}
	if got.Changed && o.a.web != nil {
		o.a.web.Hub.Show(turn.Event{Conv: ops.ConversationOf(p), Kind: turn.Taken, ID: message, Offers: []turn.Offer{offer}})
	}
	return got.Say(o.a.cfg.Language), true, nil
}

// Offered implements web.Offers.
func (o offering) Offered(ctx context.Context, p person.Person, messages []turn.ID) (map[turn.ID]ops.Offered, error) {
	return o.a.ops.Offered(ctx, p, messages)
}

// TakeLast implements commands.Offers.
func (o offering) TakeLast(ctx context.Context, conv turn.Conv, offer turn.Offer) (said string, ok bool, err error) {
	p := o.a.ops.PersonOf(ctx, conv)
	last, err := o.a.ops.LastOffered(ctx, p, offer)
	switch {
	case errors.Is(err, ops.ErrNoOffer):
		return "", false, nil
	case err != nil:
		return "", false, err
	}
	return o.Take(ctx, p, last, offer)
}

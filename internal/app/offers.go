package app

import (
	"context"
	"errors"
	"time"

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
	if got.Changed {
		o.show(p, message, offer)
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

// SnoozeLast implements commands.Offers.
func (o offering) SnoozeLast(ctx context.Context, conv turn.Conv, d time.Duration) (said string, ok bool, err error) {
	p := o.a.ops.PersonOf(ctx, conv)
	last, err := o.a.ops.LastOffered(ctx, p, turn.OfferSnooze)
	if errors.Is(err, ops.ErrNoOffer) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	r, err := o.a.ops.Snooze(ctx, p, last, d)
	var gone *ops.Problem
	switch {
	case errors.As(err, &gone):
		return "", false, nil // it was erased meanwhile
	case err != nil:
		return "", false, err
	}
	o.show(p, last, turn.OfferSnooze)
	return catalog.Text(o.a.cfg.Language, catalog.ReminderSnoozed, "row", r.Row(o.a.cfg.Language, o.a.clock.Now().In(o.a.cfg.Zone))), true, nil
}

// show tells the open pages what was chosen.
func (o offering) show(p person.Person, message turn.ID, offer turn.Offer) {
	if o.a.web != nil {
		o.a.web.Hub.Show(turn.Event{Conv: ops.ConversationOf(p), Kind: turn.Taken, ID: message, Offers: []turn.Offer{offer}})
	}
}

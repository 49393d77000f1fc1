package web

import (
	"context"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// Offers takes what is chosen under messages that nobody asked for.
type Offers interface {
	// Take does it, durably, and shows the Hub that it is so; ok is false where
	// it is not offered to that person (any more). said tells them either way.
	Take(ctx context.Context, p person.Person, message turn.ID, o turn.Offer) (said string, ok bool, err error)
	// Offered is what stands under some messages.
	Offered(ctx context.Context, p person.Person, messages []turn.ID) (map[turn.ID]ops.Offered, error)
}

// choose takes an offer and acknowledges it when it is durable.
func (c *socket) choose(ctx context.Context, u up) {
	said, ok, err := c.s.Offers.Take(ctx, c.who.person, u.ID, u.Offer)
	switch {
	case err != nil:
		c.s.Log.Error("take an offer", "message", u.ID, "err", err)
		c.tell(answer{Type: "refused", Ext: u.Ext, Code: "not_kept", Message: catalog.Text(c.s.Lang, catalog.WebUnavailable)})
	case !ok:
		c.tell(answer{Type: "refused", Ext: u.Ext, Code: "no_offer", Message: said})
	default:
		c.tell(answer{Type: "ack", Ext: u.Ext, ID: u.ID, Text: said})
	}
}

// offered adds what stands under the lines of a page. Without it they are shown
// all the same.
func (s *Server) offered(ctx context.Context, p person.Person, lines []line) {
	ids := make([]turn.ID, len(lines))
	for i, l := range lines {
		ids[i] = l.ID
	}
	found, err := s.Offers.Offered(ctx, p, ids)
	if err != nil {
		s.Log.Error("read what is offered", "err", err)
	}
	for i, l := range lines {
		lines[i].Offers, lines[i].Taken = found[l.ID].Offers, found[l.ID].Taken
	}
}

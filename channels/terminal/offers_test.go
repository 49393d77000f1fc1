package terminal

import (
	"bytes"
	"testing"

	"github.com/kokoron/kokoron/internal/turn"
)

// TestOffersAreNamedOnce: of each kind, and never where no person looks.
func TestOffersAreNamedOnce(t *testing.T) {
	for tty, want := range map[bool]string{
		true:  "her> a\n(/later)\nyou> \r\x1b[2Kher> b\nyou> \r\x1b[2Kher> c\n(/snooze)\nyou> \r\x1b[2Kher> d\nyou> ",
		false: "a\nb\nc\nd\n",
	} {
		var out bytes.Buffer
		client, _ := newPipe()
		s := &screen{Chat: Chat{Out: &out, Tty: tty, Words: words}, conn: client,
			pending: map[string]turn.ID{}, shown: map[turn.ID]bool{}, answered: map[turn.ID]bool{}, hinted: map[turn.Offer]bool{}}
		thought := []turn.Offer{turn.OfferLater, turn.OfferLess, turn.OfferNever}
		for _, o := range []turn.Outgoing{
			{ID: "1", Text: "a", Offers: thought}, {ID: "2", Text: "b", Offers: thought},
			{ID: "3", Text: "c", Offers: []turn.Offer{turn.OfferSnooze, turn.OfferDone}}, {ID: "4", Text: "d"},
		} {
			s.reply(o)
		}
		if got := out.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

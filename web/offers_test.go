package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
)

// tray has offers for the owner.
type tray struct {
	hub *Hub

	mu     sync.Mutex
	under  map[turn.ID]ops.Offered
	broken error
	taken  []string
}

func (f *tray) Take(_ context.Context, p person.Person, id turn.ID, o turn.Offer) (string, bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.broken != nil {
		return "", false, f.broken
	}
	under, ok := f.under[id]
	if !ok || p.Role != person.Owner || o != under.Taken && !slices.Contains(under.Offers, o) {
		return "not for you", false, nil
	}
	if under.Taken != o {
		f.under[id] = ops.Offered{Taken: o}
		f.taken = append(f.taken, string(o))
		f.hub.Show(turn.Event{Conv: "owner", Kind: turn.Taken, ID: id, Offers: []turn.Offer{o}})
	}
	return "took " + string(o), true, nil
}

func (f *tray) Offered(_ context.Context, p person.Person, _ []turn.ID) (map[turn.ID]ops.Offered, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if p.Role != person.Owner {
		return nil, f.broken
	}
	return f.under, f.broken
}

func TestOffers(t *testing.T) {
	h := newHome(t, nil)
	h.tray.hub = h.Hub
	id := h.router.ids.New()
	offers := []turn.Offer{turn.OfferLater, turn.OfferLess, turn.OfferNever}
	h.tray.under[id] = ops.Offered{Offers: offers}
	h.book.lines = []diary.Line{{ID: id, At: time.Now(), Role: diary.Companion, Conv: "owner", Text: "a tomato is red"}}
	page := func() string {
		raw, err := io.ReadAll(h.request("GET", "/api/v1/conversation", "sensei", "", nil).Body)
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Lines []struct {
				Offers []turn.Offer `json:"offers"`
				Taken  turn.Offer   `json:"taken"`
			} `json:"lines"`
		}
		if err := json.Unmarshal(raw, &got); err != nil || len(got.Lines) != 1 {
			t.Fatalf("%s: %v", raw, err)
		}
		return fmt.Sprint(got.Lines[0].Offers, got.Lines[0].Taken)
	}
	here, _ := h.client("sensei", "", 0)
	there, _ := h.client("sensei", "", 0)
	h.Hub.Show(turn.Event{Conv: "owner", Channel: "telegram", Kind: turn.Done, ID: id, Text: "a tomato is red", At: time.Now(), Offers: offers})
	if d := here.want("done"); !slices.Equal(d.Offers, offers) || d.ID != id {
		t.Errorf("%+v", d)
	}
	if got := page(); got != "[later less never]" {
		t.Errorf("the page has %s", got)
	}
	for range 2 { // the second changes nothing
		here.send(up{Type: "take", Ext: "e1", ID: id, Offer: turn.OfferLater})
		if a := here.want("ack"); a.Ext != "e1" || a.ID != id || a.Text != "took later" {
			t.Errorf("%+v", a)
		}
	}
	if d := there.want("taken"); d.ID != id || d.Offer != turn.OfferLater {
		t.Errorf("the other tab: %+v", d)
	}
	if got := page(); got != "[]later" || len(h.tray.taken) != 1 {
		t.Errorf("afterwards the page has %s, taken %v", got, h.tray.taken)
	}
}

func TestOffersRefused(t *testing.T) {
	h := newHome(t, nil)
	h.tray.hub = h.Hub
	id := h.router.ids.New()
	h.tray.under[id] = ops.Offered{Offers: []turn.Offer{turn.OfferLater}}
	other, _ := h.client("aoi", "", 0)
	other.send(up{Type: "take", Ext: "e", ID: id, Offer: turn.OfferLater})
	if a := other.want("refused"); a.Code != "no_offer" || a.Message != "not for you" || a.Ext != "e" {
		t.Errorf("somebody else: %+v", a)
	}
	h.tray.broken = errors.New("the disk is full")
	c, _ := h.client("sensei", "", 0)
	c.send(up{Type: "take", Ext: "f", ID: id, Offer: turn.OfferLater})
	if a := c.want("refused"); a.Code != "not_kept" || strings.Contains(a.Message, "disk") || a.Ext != "f" {
		t.Errorf("not kept: %+v", a)
	}
	if resp := h.request("GET", "/api/v1/conversation", "sensei", "", nil); resp.StatusCode != 200 {
		t.Errorf("the page is not shown: %s", resp.Status)
	}
	h.tray.broken = nil
	for _, bad := range []up{{Type: "take", ID: id, Offer: "later"}, {Type: "take", Ext: "x", Offer: "later"}, {Type: "take", Ext: "x", ID: id}} {
		c, _ := h.client("sensei", "", 0)
		c.send(bad)
		if code, _ := c.ends(); code != 1008 {
			t.Errorf("%+v: closed with %d", bad, code)
		}
	}
	if len(h.tray.taken) != 0 {
		t.Errorf("taken %v", h.tray.taken)
	}
}

// TestARedeliveredMessageKeepsItsOffers: after a restart the outbox hands it
// over again.
func TestARedeliveredMessageKeepsItsOffers(t *testing.T) {
	h := newHome(t, nil)
	c, _ := h.client("sensei", "", 0)
	err := h.Hub.Deliver(t.Context(), turn.Outgoing{ID: "x", Conv: "owner", Channel: Name, Text: "a", Offers: []turn.Offer{turn.OfferDone}})
	if d := c.want("done"); err != nil || !slices.Equal(d.Offers, []turn.Offer{turn.OfferDone}) {
		t.Errorf("%+v, %v", d, err)
	}
}

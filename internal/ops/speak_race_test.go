package ops_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/turn"
)

// TestAllAtOnce: whatever is decided, pressed, heard, answered, thought and
// handed over at the same time, no more is said than may be, nothing twice, and
// nothing fails.
func TestAllAtOnce(t *testing.T) {
	const rounds = 12
	h, clk := speaking(t)
	ctx := t.Context()
	p := governor.Usual()
	p.From, p.To, p.Gap, p.Live, p.Unanswered, p.Similar = 0, 24*60, time.Minute, time.Second, 1000, 1
	h.Ops.Speaking = ops.Speaking{On: true, Policy: p}
	var handing sync.Mutex
	type sent struct {
		id turn.ID
		at time.Time
	}
	var said []sent
	var n atomic.Int64
	words := func() string { return longWords(int(n.Add(1))) }
	tick := ops.NewTicking(h.Ops, &musing{words})
	conv := ops.ConversationOf(owner)
	handOver := func() error { // one delivery at a time, as a channel does it
		handing.Lock()
		defer handing.Unlock()
		queued, err := h.Queued(ctx, "terminal")
		for _, o := range queued {
			if err != nil {
				break
			}
			var taken bool
			if taken, err = h.Sending(ctx, o.ID, 0, 1); err == nil && !taken {
				if len(o.Answers) == 0 {
					said = append(said, sent{o.ID, clk.Now()})
				}
				err = h.Sent(ctx, o.ID, 0, "m")
			}
		}
		return err
	}
	press := func(o turn.Offer) error {
		last, err := h.LastOffered(ctx, owner, o)
		if err == nil {
			_, err = h.Take(ctx, owner, last, o)
		}
		if errors.Is(err, ops.ErrNoOffer) {
			err = nil
		}
		return err
	}
	wish := func(i int) error {
		w := thought(fmt.Sprint("a", i), words())
		w.Topic = ""
		_, err := h.Speak(ctx, w)
		return err
	}
	does := []func(i int) error{
		wish, wish, // the same ones
		func(i int) error {
			_, err := h.Speak(ctx, governor.Wish{ID: turn.ID(fmt.Sprint("b", i)), Person: owner.ID, Kind: governor.Watchdog, Text: words()})
			return err
		},
		func(int) error { clk.pass(90 * time.Second); _, err := h.Held(ctx); return err },
		func(int) error { return handOver() },
		func(i int) error { return press([]turn.Offer{turn.OfferLater, turn.OfferNever, turn.OfferLater}[i%3]) },
		func(i int) error { return h.Quiet(ctx, owner.ID, ops.Silence{On: i%2 == 0}) }, // off in the end
		func(i int) error {
			_, _, err := h.Accept(ctx, turn.Message{Conv: conv, Channel: "terminal", External: fmt.Sprint("x", i), Person: owner.ID, Text: "ねえ"})
			return err
		},
		func(int) error {
			tn, ok, err := h.StartTurn(ctx, conv)
			if err == nil && ok {
				_, err = h.Finish(ctx, tn, turn.Reply{Text: "はい"})
			}
			return err
		},
		func(int) error { _, err := tick.Think(ctx, clk.Now()); return err },
		func(int) error { _, err := h.Restraint(ctx, owner.ID); return err },
	}
	var all sync.WaitGroup
	for _, do := range does {
		all.Go(func() {
			for i := range rounds {
				if err := do(i); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for range 30 { // two days and a half, in which what is held is said
		clk.pass(2 * time.Hour)
		_, err := h.Held(ctx)
		if err = errors.Join(err, handOver()); err != nil {
			t.Fatal(err)
		}
	}
	ids := map[turn.ID]bool{}
	for _, s := range said {
		within := slices.DeleteFunc(slices.Clone(said), func(o sent) bool { return o.at.Before(s.at) || o.at.Sub(s.at) >= 24*time.Hour })
		if ids[s.id] || len(within) > p.PerDay {
			t.Errorf("%s: said before %v, and %d within a day", s.id, ids[s.id], len(within))
		}
		ids[s.id] = true
	}
	if len(said) < p.PerDay {
		t.Errorf("only %d were said: the cap was never met", len(said))
	}
}

// musing always has something to say.
type musing struct{ words func() string }

func (m *musing) Think(context.Context, turn.Turn, agent.Musing) (agent.Thought, error) {
	return agent.Thought{Text: "考えた", Message: m.words()}, nil
}

// longWords is a text that is like no other of its kind.
func longWords(n int) string {
	out := make([]rune, 12)
	for i := range out {
		out[i] = rune(0x4e00 + (n*131+i*7919)%20000)
	}
	return string(out)
}

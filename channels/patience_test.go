package channels

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/turn"
)

// broken is a channel that is out of order and says not for how long.
type broken struct {
	screen
	tries int
}

func (b *broken) Deliver(context.Context, turn.Outgoing) error {
	b.tries++
	return &fault.Temporary{Err: errors.New("bad gateway")}
}

// TestPatience: a channel that is out of order for an hour is tried now and then,
// not every second.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, b := newMemory(), &broken{}
		m.out = []turn.Outgoing{{ID: "r", Conv: "a", Channel: "screen", Text: "late"}}
		r := NewRouter(Deps{Journal: m, Outbox: m, Responder: echo(0), Access: owner{}, Voice: voice{}, Notices: m, Clock: clock.Real{},
			Log: slog.New(slog.DiscardHandler)}, b)
		if err := r.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if most := int(time.Hour/lastRetry) + 10; b.tries > most || b.tries < most-20 {
			t.Errorf("tried %d times", b.tries)
		}
		r.Close()
	})
}

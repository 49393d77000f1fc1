package telegram_test

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/channels/telegram/telegramtest"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/turn"
)

// TestNothingIsLostWhateverFails: messages in, streamed replies out, faults on
// every method and restarts in between, all at random. Every message is taken
// once and in order; every reply is seen, in order, and more often only as often
// as a send was accepted without an answer that reached us.
func TestNothingIsLostWhateverFails(t *testing.T) {
	doubled, excused := 0, 0
	for seed := range uint64(40) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			inBubble(t, func(t *testing.T, r *rig) {
				d, e := chaos(t, r, rand.New(rand.NewPCG(seed, 1)))
				if d > e {
					t.Errorf("%d replies came twice, only %d sends were of unknown fate", d, e)
				}
				doubled, excused = doubled+d, excused+e
			})
		})
	}
	t.Logf("doubled %d of at most %d", doubled, excused)
}

// anyFault is a random one; lost says that a send with it may be accepted without
// our knowing.
func anyFault(rnd *rand.Rand) (f telegramtest.Fault, lost bool) {
	switch rnd.IntN(9) {
	case 0:
		return telegramtest.TooMany(1 + rnd.IntN(40)), false
	case 1:
		return telegramtest.BadGateway(), false
	case 2:
		return telegramtest.Hang(true), true
	case 3:
		return telegramtest.Hang(false), false
	case 4:
		return telegramtest.Reset(true), true
	case 5:
		return telegramtest.Reset(false), false
	case 6:
		return telegramtest.Deaf(), false
	case 7:
		f := telegramtest.BadGateway()
		f.Accept = true
		return f, true
	}
	return telegramtest.Slow(time.Duration(rnd.IntN(30)) * time.Second), true
}

const exchanges = 12

func chaos(t *testing.T, r *rig, rnd *rand.Rand) (doubled, excused int) {
	box := &outbox{sent: map[string]bool{}, parts: map[turn.ID]int{}}
	var router *channels.Router
	open := func() {
		router = channels.NewRouter(channels.Deps{
			Journal: idle{}, Outbox: box, Access: idle{}, Clock: clock.Real{}, Log: slog.New(slog.NewTextHandler(&locked{r: r}, nil)),
		}, r.c)
		if err := router.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.with(func() { r.delivery = func() { router.Attached("telegram") } })
	}
	open()
	defer func() { router.Close() }()
	for i := range exchanges {
		for _, m := range []string{"getUpdates", "sendMessage", "editMessageText", "sendChatAction"} {
			if f, lost := anyFault(rnd); rnd.IntN(3) > 0 {
				r.fake.Script(m, f)
				if m == "sendMessage" && lost {
					excused++
				}
			}
		}
		r.fake.Say(owner, fmt.Sprint("message ", i))
		id := turn.ID(fmt.Sprint("turn", i))
		text := fmt.Sprintf("reply %d.", i)
		for _, piece := range strings.SplitAfter(text, " ") {
			r.show(id, turn.Delta, piece)
			pass(time.Duration(rnd.IntN(3000)) * time.Millisecond)
		}
		box.mu.Lock()
		box.queued = append(box.queued, reply(id, text))
		box.mu.Unlock()
		r.show(id, turn.Done, text)
		router.Attached("telegram")
		pass(time.Duration(rnd.IntN(20)) * time.Second)
		if rnd.IntN(4) == 0 {
			router.Close() // what is under way is broken off
			r.stop()
			excused++
			r.start()
			open()
		}
	}
	pass(2 * time.Hour)
	var want []string
	for i := range exchanges {
		want = append(want, fmt.Sprint("message ", i))
	}
	if got := r.received(); !slices.Equal(got, want) {
		t.Errorf("received %q", got)
	}
	return r.count(t), excused
}

// count checks the order of the replies a person sees and counts those seen
// twice. A preview whose fate was unknown may be left over; it is the beginning
// of its reply.
func (r *rig) count(t *testing.T) (doubled int) {
	seen := map[string]bool{}
	last := ""
	for _, m := range r.fake.Messages(owner) {
		if !strings.HasSuffix(m.Text, ".") {
			continue
		}
		if seen[m.Text] {
			doubled++
			continue
		}
		if n := len(seen); m.Text != fmt.Sprintf("reply %d.", n) {
			t.Errorf("%q came after %q", m.Text, last)
		}
		seen[m.Text] = true
		last = m.Text
	}
	if len(seen) != exchanges {
		t.Errorf("%d of %d replies seen: %q", len(seen), exchanges, r.sees(owner))
	}
	return doubled
}

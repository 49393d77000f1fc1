package telegram_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/channels/telegram"
	"github.com/kokoron/kokoron/channels/telegram/telegramtest"
)

// TestPollsThatFail: what is said, how often, and how soon polls come after
// each kind of failure.
func TestPollsThatFail(t *testing.T) {
	for name, tc := range map[string]struct {
		fault   telegramtest.Fault
		problem string
		says    string // once in the log
		polls   int    // at most, in ten minutes of nothing but failures
	}{
		"flood":    {telegramtest.TooMany(120), telegram.ProblemServer, "answers with an error", 6},
		"gateway":  {telegramtest.BadGateway(), telegram.ProblemServer, "answers with an error", 26},
		"reset":    {telegramtest.Reset(false), telegram.ProblemNetwork, "cannot be reached", 26},
		"hang":     {telegramtest.Hang(false), telegram.ProblemNetwork, "cannot be reached", 15},
		"conflict": {telegramtest.Refuse(409, "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"), telegram.ProblemConflict, "another program receives", 16},
		"webhook":  {telegramtest.Refuse(409, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"), telegram.ProblemWebhook, "a webhook is set", 16},
		"token":    {telegramtest.Refuse(401, "Unauthorized"), telegram.ProblemToken, "KOKORON_TELEGRAM_TOKEN", 3},
		"no bot":   {telegramtest.Refuse(404, "Not Found"), telegram.ProblemToken, "KOKORON_TELEGRAM_TOKEN", 3},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, r *rig) {
				pass(50 * time.Second) // the first poll ends well
				good, problem := r.c.Health()
				expect(t, "problem before", problem, "")
				before := len(r.fake.Calls("getUpdates"))
				r.fake.Script("getUpdates", repeat(tc.fault, 1000)...)
				pass(50 * time.Second) // the one under way does too
				pass(10 * time.Minute)
				last, problem := r.c.Health()
				expect(t, "problem", problem, tc.problem)
				expect(t, "last poll", last.Sub(good), 50*time.Second)
				expect(t, "said", strings.Count(r.logged(), tc.says), 1)
				if n := len(r.fake.Calls("getUpdates")) - before; n > tc.polls || n < 2 {
					t.Errorf("%d polls, want 2 to %d", n, tc.polls)
				}
			})
		})
	}
}

// TestAHalfOpenConnection: nobody answers on a connection that looks alive. The
// watch over completed polls gives it up and makes a new one.
func TestAHalfOpenConnection(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.fake.Script("getUpdates", telegramtest.Deaf()) // from the next poll on
		pass(50 * time.Second)
		pass(50 * time.Second)
		r.fake.Say(owner, "can you hear me?")
		pass(59 * time.Second)
		expect(t, "deaf", len(r.received()), 0)
		pass(5 * time.Second)
		expect(t, "received", fmt.Sprint(r.received()), "[can you hear me?]")
		_, problem := r.c.Health()
		expect(t, "problem", problem, "")
		expect(t, "said", strings.Count(r.logged(), "cannot be reached"), 1)
	})
}

// TestHalfOpenConnectionsForReplies: the router between has forgotten every
// connection. The first reply is late, not lost, and warns the others.
func TestHalfOpenConnectionsForReplies(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		deaf := telegramtest.Deaf()
		deaf.Delay = time.Second
		r.fake.Script("sendMessage", deaf, deaf)
		other := reply("o", "a")
		other.Person = "aoi"
		go r.mustDeliver(other)
		r.mustDeliver(reply("t", "a")) // at the same time: two connections
		pass(time.Second)
		began := time.Now()
		expect(t, "on a dead connection", kindOf(r.deliver(reply("u", "b"))), "temporary 0s")
		if d := time.Since(began); d > 30*time.Second {
			t.Errorf("noticed after %v", d)
		}
		r.mustDeliver(reply("u", "b"))
		expect(t, "seen", r.sees(owner), "a\nb")
	})
}

func TestTwoPollers(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		first := r.end
		r.start() // another companion with the same token
		pass(10 * time.Minute)
		expect(t, "said", strings.Count(r.logged(), "another program receives") > 0, true)
		if n := len(r.fake.Calls("getUpdates")); n > 60 {
			t.Errorf("%d polls in ten minutes: they chase each other", n)
		}
		r.fake.Say(owner, "a")
		pass(2 * time.Minute)
		expect(t, "received once", fmt.Sprint(r.received()), "[a]")
		first()
	})
}

func TestAWebhookLeftOver(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		pass(25 * time.Second)
		r.fake.SetWebhook("https://example.org/hook")
		r.fake.Say(owner, "a")
		pass(time.Minute)
		r.fake.Say(owner, "b")
		_, problem := r.c.Health()
		expect(t, "problem", problem, telegram.ProblemWebhook)
		r.fake.SetWebhook("")
		pass(2 * time.Minute)
		expect(t, "received", fmt.Sprint(r.received()), "[a b]")
	})
}

package telegram_test

import (
	"testing"
	"time"

	"github.com/kokoron/kokoron/channels/telegram/telegramtest"
	"github.com/kokoron/kokoron/internal/person"
)

// TestReaches: not whoever has blocked the bot, until they write again, and
// nobody while the token is refused.
func TestReaches(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		reaches := func(when string, want bool) {
			t.Helper()
			expect(t, when, r.c.Reaches(person.OwnerID), want)
		}
		reaches("at first", true)
		r.fake.Block(owner)
		expect(t, "delivery", kindOf(r.deliver(reply("t", "a"))), "blocked away")
		reaches("while blocked", false)
		expect(t, "somebody else", r.c.Reaches("aoi"), true)
		r.fake.Unblock(owner)
		r.fake.Say(owner, "I am back")
		pass(time.Second)
		reaches("after they wrote", true)
		r.fake.Script("getUpdates", telegramtest.Refuse(401, "Unauthorized"), telegramtest.Refuse(401, "Unauthorized"))
		r.fake.Say(owner, "the poll ends")
		pass(30 * time.Second)
		reaches("without a token", false)
	})
}

package telegram_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/channels/telegram/telegramtest"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// unasked is something the companion says of itself to the owner.
func unasked(id turn.ID, text string) turn.Outgoing {
	return turn.Outgoing{ID: id, Conv: "owner", Channel: "telegram", Person: person.OwnerID, Text: text,
		Offers: []turn.Offer{turn.OfferLater, turn.OfferLess, turn.OfferNever}}
}

const someID = "019ad3b2-0000-7000-8000-000000000001"

// speakUp delivers a message with buttons and gives it as the owner sees it.
func (r *rig) speakUp(id turn.ID) telegramtest.Message {
	r.t.Helper()
	r.with(func() { r.offered = map[turn.ID]person.ID{id: person.OwnerID} })
	r.mustDeliver(unasked(id, "a tomato is red"))
	all := r.fake.Messages(owner)
	return all[len(all)-1]
}

// keys are the buttons under a message of the owner's chat, row by row.
func (r *rig) keys(message int) string {
	for _, m := range r.fake.Messages(owner) {
		if m.ID == message {
			return shownKeys(m)
		}
	}
	return "gone"
}

func shownKeys(m telegramtest.Message) string {
	var rows []string
	for _, row := range m.Keyboard {
		var labels []string
		for _, b := range row {
			labels = append(labels, b.Text)
		}
		rows = append(rows, strings.Join(labels, " "))
	}
	return strings.Join(rows, " / ")
}

// told is what somebody was told who pressed; "-" is nothing.
func (r *rig) told(query string) string {
	if text, ok := r.fake.Answer(query); ok {
		return text
	}
	return "-"
}

func TestButtonsStandUnderTheLastPart(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.mustDeliver(unasked(someID, strings.Repeat("一文です。", 1000)))
		all := r.fake.Messages(owner)
		expect(t, "messages", len(all), 2)
		expect(t, "under the first", shownKeys(all[0]), "")
		expect(t, "under the last", shownKeys(all[1]), "later less / never")
		expect(t, "data", all[1].Keyboard[0][0].Data, "o:later:"+someID)
		r.mustDeliver(reply("t", "a reply"))
		expect(t, "under a reply", shownKeys(r.fake.Messages(owner)[2]), "")
		r.mustDeliver(unasked(turn.ID(strings.Repeat("x", 60)), "an id too long for a button"))
		expect(t, "without a button it is sent all the same", shownKeys(r.fake.Messages(owner)[3]), "")
	})
}

// TestButtonsStandUnderAPreviewTakenOver, and under a text without entities.
func TestButtonsStandUnderAPreviewTakenOver(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.show("t", turn.Delta, "a tom")
		pass(5 * time.Second)
		expect(t, "preview", r.sees(owner), "a tom")
		o := unasked(someID, "**a tomato** is red")
		o.Turn = "t"
		r.fake.Script("editMessageText", telegramtest.Refuse(400, "Bad Request: can't parse entities: whatever"))
		r.mustDeliver(o)
		all := r.fake.Messages(owner)
		expect(t, "messages", len(all), 1)
		expect(t, "it", all[0].Text+": "+shownKeys(all[0]), "a tomato is red: later less / never")
		r.mustDeliver(o)
		expect(t, "again", len(r.fake.Messages(owner)), 1)
	})
}

func TestAPressIsAnsweredAndShown(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		m := r.speakUp(someID)
		q := r.fake.Press(owner, owner, m.ID, "later")
		pass(time.Second)
		expect(t, "told", r.told(q), "took later")
		expect(t, "buttons", r.keys(m.ID), "✓ later")
		q = r.fake.Press(owner, owner, m.ID, "✓ later")
		pass(time.Second)
		expect(t, "told again", r.told(q), "took later")
		expect(t, "buttons", r.keys(m.ID), "✓ later")
		expect(t, "taken", fmt.Sprint(r.taken), "[later "+someID+"]")
		expect(t, "text", r.sees(owner), "a tomato is red")
		pass(time.Minute)
		expect(t, "unconfirmed", len(r.fake.Waiting()), 0)
		expect(t, "received", len(r.received()), 0)
	})
}

// TestEveryPressIsAnswered: nobody's button spins.
func TestEveryPressIsAnswered(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		m := r.speakUp(someID)
		for _, foreign := range []int64{aoi, stranger} {
			q := r.fake.Press(foreign, owner, m.ID, "never")
			pass(time.Second)
			expect(t, "told somebody else", r.told(q), "not for you")
			expect(t, "buttons", r.keys(m.ID), "later less / never")
		}
		expect(t, "taken", len(r.taken), 0)
		for _, data := range []string{"", "o:later", "o:later:", "x:later:" + someID, "o::" + someID, "later", strings.Repeat(":", 64)} {
			q := r.fake.PressOld(owner, m.ID, data)
			pass(time.Second)
			expect(t, "told for "+data, r.told(q), "not for you")
		}
		q := r.fake.PressOld(owner, m.ID, "o:less:"+someID) // the message is too old to be edited
		pass(time.Second)
		expect(t, "told under an old message", r.told(q), "took less")
		r.with(func() { r.offered = nil }) // erased
		q = r.fake.Press(owner, owner, m.ID, "never")
		pass(time.Second)
		expect(t, "told under a dead one", r.told(q), "not for you")
		expect(t, "buttons of a dead one", r.keys(m.ID), "")
		expect(t, "a stranger's chat", r.sees(stranger), "")
	})
}

// TestAPressIsConfirmedOnceItIsKept: the disk is full, then it is not.
func TestAPressIsConfirmedOnceItIsKept(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		m := r.speakUp(someID)
		r.with(func() { r.broken = errDisk })
		q := r.fake.Press(owner, owner, m.ID, "less")
		pass(telegramtest.QueryLife)
		expect(t, "unconfirmed", len(r.fake.Waiting()), 1)
		expect(t, "told", r.told(q), "-")
		expect(t, "buttons", r.keys(m.ID), "later less / never")
		r.with(func() { r.broken = nil })
		pass(time.Minute)
		expect(t, "taken", fmt.Sprint(r.taken), "[less "+someID+"]")
		expect(t, "unconfirmed", len(r.fake.Waiting()), 0)
		expect(t, "buttons", r.keys(m.ID), "✓ less") // although the app has given up waiting for an answer
		expect(t, "told too late", r.told(q), "-")
	})
}

// TestARedeliveredPress ends the process between keeping and confirming.
func TestARedeliveredPress(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		m := r.speakUp(someID)
		r.fake.Script("getUpdates", telegramtestHang)
		r.fake.Script("answerCallbackQuery", telegramtestHang) // and before it was answered
		q := r.fake.Press(owner, owner, m.ID, "never")
		pass(time.Second)
		expect(t, "unconfirmed", len(r.fake.Waiting()), 1)
		expect(t, "told", r.told(q), "-")
		r.stop()
		r.start()
		pass(time.Second)
		expect(t, "told", r.told(q), "took never")
		expect(t, "buttons", r.keys(m.ID), "✓ never")
		expect(t, "taken", fmt.Sprint(r.presses, r.taken), "2 [never "+someID+"]")
		pass(time.Minute)
		expect(t, "unconfirmed", len(r.fake.Waiting()), 0)
	})
}

// TestPressesWhenTelegramAsksToWait, and when the edit fails for good.
func TestPressesWhenTelegramAsksToWait(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		m := r.speakUp(someID)
		r.fake.Script("answerCallbackQuery", telegramtest.TooMany(5))
		r.fake.Script("editMessageReplyMarkup", telegramtest.TooMany(5), telegramtest.Refuse(400, "Bad Request: message can't be edited"))
		q := r.fake.Press(owner, owner, m.ID, "later")
		pass(4 * time.Second)
		expect(t, "told", r.told(q), "-")
		pass(10 * time.Second)
		expect(t, "told", r.told(q), "took later")
		expect(t, "buttons", r.keys(m.ID), "later less / never")
		expect(t, "logged", strings.Count(r.logged(), "what was chosen"), 0)
		q = r.fake.Press(owner, owner, m.ID, "later")
		pass(time.Second)
		expect(t, "told", r.told(q), "took later")
		expect(t, "buttons", r.keys(m.ID), "✓ later")
		expect(t, "taken", len(r.taken), 1)
		_, problem := r.c.Health()
		expect(t, "problem", problem, "")
	})
}

// TestAPressMeansThatTheChatIsThere: what could not be delivered is tried again.
func TestAPressMeansThatTheChatIsThere(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		m := r.speakUp(someID)
		r.fake.Block(owner)
		expect(t, "blocked", kindOf(r.deliver(reply("t", "a"))), "blocked away")
		r.fake.Unblock(owner)
		r.fake.Press(owner, owner, m.ID, "later")
		pass(time.Second)
		expect(t, "attached", r.attached, 1)
		if _, err := r.c.DeliverPart(context.Background(), reply("t", "a"), 0); err != nil {
			t.Error(err)
		}
	})
}

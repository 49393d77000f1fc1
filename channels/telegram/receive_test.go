package telegram_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/channels/telegram"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/turn"
)

func TestMessagesComeInOrderAndOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		for i := range 120 { // more than one batch
			r.fake.Say(owner, fmt.Sprint(i))
		}
		pass(time.Second)
		got := r.received()
		for i, text := range got {
			expect(t, "message", text, fmt.Sprint(i))
		}
		expect(t, "messages", len(got), 120)
		m := r.inbox[0]
		expect(t, "external", m.External, "7/42")
		expect(t, "sender", string(m.Person)+" "+string(m.Conv)+" "+m.Channel, "owner owner telegram")
		pass(time.Minute)
		expect(t, "unconfirmed", len(r.fake.Waiting()), 0)
		expect(t, "taken twice", r.again, 0)
	})
}

// TestNothingIsConfirmedBeforeItIsStored stops the disk in the middle of a
// batch.
func TestNothingIsConfirmedBeforeItIsStored(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.with(func() { r.broken = errDisk })
		first := r.fake.Say(owner, "a")
		r.fake.Say(owner, "b")
		pass(time.Minute)
		expect(t, "unconfirmed", len(r.fake.Waiting()), 2)
		_, problem := r.c.Health()
		expect(t, "problem", problem, telegram.ProblemStore)
		expect(t, "told once", strings.Count(r.logged(), "cannot be stored"), 1)
		for _, c := range r.fake.Calls("getUpdates") {
			if off := c.Params["offset"]; off == fmt.Sprint(first+1) {
				t.Errorf("a poll confirmed what is not stored: %v", c.Params)
			}
		}
		r.with(func() { r.broken = nil })
		pass(time.Minute)
		expect(t, "received", fmt.Sprint(r.received()), "[a b]")
		expect(t, "unconfirmed", len(r.fake.Waiting()), 0)
		_, problem = r.c.Health()
		expect(t, "problem", problem, "")
	})
}

// TestRedeliveryAnswersOnce ends the process between storing and confirming.
func TestRedeliveryAnswersOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.fake.Script("getUpdates", telegramtestHang) // of the poll after the one that waits
		r.fake.Say(owner, "a")
		pass(time.Second)
		expect(t, "unconfirmed", len(r.fake.Waiting()), 1) // the poll that would confirm hangs
		r.stop()
		r.start()
		r.fake.Say(owner, "b")
		pass(time.Second)
		expect(t, "received", fmt.Sprint(r.received()), "[a b]")
		expect(t, "taken again", r.again, 1)
	})
}

func TestWhatIsNoMessageOfAPerson(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		group := map[string]any{"id": -100, "type": "group", "title": "g"}
		r.fake.Send(owner, map[string]any{"text": "in a group", "chat": group})
		r.fake.Send(owner, map[string]any{"text": "from a bot", "from": map[string]any{"id": 7, "is_bot": true, "first_name": "b"}})
		r.fake.Send(owner, map[string]any{"pinned_message": map[string]any{"message_id": 1, "date": 0, "chat": group}})
		r.fake.Push("poll_answer", map[string]any{"poll_id": "x"})
		r.fake.Push("message", map[string]any{"message_id": "a text where a number belongs"})
		for range 3 { // an album
			r.fake.Send(owner, map[string]any{"photo": []any{map[string]any{"file_id": "f", "width": 1, "height": 1}}})
		}
		r.fake.Say(owner, "words")
		pass(time.Second)
		expect(t, "received", fmt.Sprint(r.received()), "[words]")
		expect(t, "seen", r.sees(owner), "text only")
		expect(t, "unconfirmed", len(r.fake.Waiting()), 0)
	})
}

func TestStrangersAreRefusedOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.fake.Say(stranger, "/start")
		r.fake.Say(stranger, "hello?")
		r.fake.Say(stranger, "introduction")     // twelve letters look like a code
		r.fake.Say(stranger, "/start wrong-one") // and this is meant as one
		pass(time.Second)
		lines := strings.Split(r.sees(stranger), "\n")
		slices.Sort(lines)
		expect(t, "seen", strings.Join(lines, "|"), "who are you?|wrong code|wrong code")
		expect(t, "tries", fmt.Sprint(r.claims), "[99 Guest INTRODUCTION 99 Guest WRONG-ONE]")
		for range 10 {
			r.fake.Say(stranger, "/start again")
		}
		pass(time.Second)
		expect(t, "tries in an hour", len(r.claims), 5)
		pass(2 * time.Hour)
		r.fake.Say(stranger, "/start again")
		pass(time.Second)
		expect(t, "tries later", len(r.claims), 6)
		expect(t, "received", len(r.received()), 0)
	})
}

func TestManyStrangersAreBounded(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.fake.Script("sendMessage", repeat(telegramtestHang, 100)...)
		for i := range 200 {
			r.fake.Say(int64(1000+i), "hello")
		}
		pass(time.Second)
		expect(t, "refusals on their way", len(r.fake.Calls("sendMessage")), 64)
		r.fake.Say(owner, "still there?")
		pass(time.Second)
		expect(t, "received", fmt.Sprint(r.received()), "[still there?]")
	})
}

func TestTheOwnerClaimsWithACode(t *testing.T) {
	for name, line := range map[string]string{
		"link": "/start " + code, "bare": code, "as people type": " " + strings.ToLower(code) + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, r *rig) {
				r.with(func() { r.broken = errDisk })
				r.fake.Say(stranger, line)
				pass(10 * time.Second)
				expect(t, "unconfirmed while the disk is full", len(r.fake.Waiting()), 1)
				r.with(func() { r.broken = nil })
				pass(time.Minute)
				r.fake.Say(stranger, "it is me")
				pass(time.Second)
				expect(t, "seen", r.sees(stranger), "welcome")
				expect(t, "received", fmt.Sprint(r.received()), "[it is me]")
			})
		})
	}
}

func TestCommandsPassTheLane(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		for _, line := range []string{"/start", "/status@kokoron_test_bot", "/why  so"} {
			r.fake.Say(owner, line)
			pass(time.Second)
		}
		expect(t, "commands", strings.Join(r.commands, "|"), "owner /status|owner /why  so")
		expect(t, "seen", r.sees(owner), "hello\ndid /status\ndid /why  so")
		r.stop()
		r.fake.Say(owner, "/stop")
		r.fake.Say(owner, "a message keeps")
		pass(10 * time.Minute)
		r.start()
		pass(time.Second)
		expect(t, "commands after an outage", len(r.commands), 2)
		expect(t, "received", fmt.Sprint(r.received()), "[a message keeps]")
	})
}

func TestRefusedMessagesAreToldAndConfirmed(t *testing.T) {
	for _, err := range []error{channels.ErrEmpty, channels.ErrEncoding, channels.ErrStranger, &channels.Aside{Text: "erased"}, &fault.TooLong{Max: 1, Err: errors.New("message")}} {
		inBubble(t, func(t *testing.T, r *rig) {
			r.with(func() { r.refuse = fmt.Errorf("receive: %w", err) })
			r.fake.Say(owner, "a")
			pass(time.Second)
			expect(t, "seen", r.sees(owner), "refused: receive: "+err.Error())
			expect(t, "unconfirmed", len(r.fake.Waiting()), 0)
		})
	}
}

// TestAQuietWeek: Telegram numbers updates anew after a week without any, also
// downwards.
func TestAQuietWeek(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.fake.Say(owner, "before")
		pass(2 * 24 * time.Hour) // the offset is given up long before the week is over
		r.fake.Renumber(100)
		r.fake.Say(owner, "after")
		pass(time.Second)
		expect(t, "received", fmt.Sprint(r.received()), "[before after]")
		r.fake.Say(owner, "more")
		pass(time.Second)
		expect(t, "unconfirmed", len(r.fake.Waiting()), 0)
	})
}

func TestEventsOfOtherChannelsAreNotShown(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.fake.Say(owner, "hi")
		synctest.Wait()
		for _, k := range []turn.Kind{turn.Thinking, turn.Delta, turn.Notice} {
			r.c.Show(turn.Event{Conv: "owner", Channel: "web", Turn: "w", Kind: k, Text: "elsewhere"})
		}
		pass(time.Minute)
		expect(t, "calls", len(r.fake.Calls("sendMessage"))+len(r.fake.Calls("sendChatAction")), 0)
	})
}

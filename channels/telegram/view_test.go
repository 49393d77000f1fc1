package telegram_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/kokoron/kokoron/channels/telegram/telegramtest"
	"github.com/kokoron/kokoron/internal/turn"
)

// versions is everything a message ever said.
func versions(m telegramtest.Message) (out []string) {
	for _, v := range m.Edits {
		out = append(out, v.Text)
	}
	return append(out, m.Text)
}

func TestAFastReplyComesWhole(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.show("t", turn.Thinking, "")
		pass(500 * time.Millisecond)
		r.show("t", turn.Delta, "he")
		pass(900 * time.Millisecond)
		r.show("t", turn.Delta, "llo")
		r.show("t", turn.Done, "hello")
		r.mustDeliver(reply("t", "hello"))
		pass(time.Minute)
		ms := r.fake.History(owner)
		expect(t, "messages", len(ms), 1)
		expect(t, "edits", len(ms[0].Edits), 0)
		expect(t, "typing", len(r.fake.Calls("sendChatAction")), 1)
	})
}

func TestASlowReplyIsShownWhileItIsWritten(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.show("t", turn.Thinking, "")
		pass(20 * time.Second)
		expect(t, "typing for 20 s", len(r.fake.Calls("sendChatAction")), 5)
		want := ""
		for i := range 100 { // ten a second
			piece := fmt.Sprintf("%d ", i)
			want += piece
			r.show("t", turn.Delta, piece)
			pass(100 * time.Millisecond)
		}
		r.show("t", turn.Done, want)
		r.mustDeliver(reply("t", want+"**end**"))
		pass(time.Minute)
		ms := r.fake.History(owner)
		expect(t, "messages", len(ms), 1)
		expect(t, "final", ms[0].Text, want+"end")
		all := versions(ms[0])
		if n := len(all); n < 9 || n > 12 {
			t.Errorf("%d versions in ten seconds: %q", n, all)
		}
		for i, v := range all[:len(all)-1] {
			if !strings.HasPrefix(want, v) {
				t.Errorf("version %d is no beginning of the reply: %q", i, v)
			}
		}
		for i := 1; i < len(ms[0].Edits); i++ {
			if gap := ms[0].Edits[i].At.Sub(ms[0].Edits[i-1].At); gap < time.Second {
				t.Errorf("edits %v apart", gap)
			}
		}
		n := len(r.fake.Calls("sendChatAction"))
		pass(time.Minute)
		expect(t, "typing after the end", len(r.fake.Calls("sendChatAction")), n)
		r.mustDeliver(reply("t", want+"**end**")) // again, as after a crash
		expect(t, "messages", len(r.fake.History(owner)), 1)
	})
}

func TestWhatWasTakenBackDisappears(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.show("t", turn.Delta, "a thought")
		pass(1100 * time.Millisecond)
		expect(t, "shown", r.sees(owner), "a thought")
		r.show("t", turn.Retract, "")
		pass(10 * time.Millisecond)
		expect(t, "taken back at once", r.sees(owner), "…")
		r.show("t", turn.Delta, "the reply")
		pass(2 * time.Second)
		expect(t, "goes on", r.sees(owner), "the reply")
		r.show("t", turn.Retract, "another")
		pass(10 * time.Millisecond)
		expect(t, "replaced at once", r.sees(owner), "another")
		r.show("t", turn.Done, "")
		r.mustDeliver(reply("t", "")) // it ended with nothing to say
		expect(t, "in the end", r.sees(owner), "")
	})
}

func TestTheModelGoesAway(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.show("t", turn.Thinking, "")
		r.show("t", turn.Delta, "half")
		pass(2 * time.Second)
		r.show("t", turn.Notice, "the model is away")
		pass(time.Minute)
		expect(t, "seen", r.sees(owner), "half\nthe model is away")
		n := len(r.fake.Calls("sendChatAction"))
		r.show("t", turn.Thinking, "") // it is tried again
		pass(time.Second)
		expect(t, "the stale half", r.sees(owner), "…\nthe model is away")
		r.show("t", turn.Done, "whole")
		r.mustDeliver(reply("t", "whole"))
		expect(t, "typing again", len(r.fake.Calls("sendChatAction")), n+1)
		expect(t, "seen", r.sees(owner), "whole\nthe model is away")
	})
}

// TestARestartGoesOnWithThePreview: the message that showed the beginning is
// taken over, not left behind.
func TestARestartGoesOnWithThePreview(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.show("t", turn.Delta, "begin")
		pass(2 * time.Second)
		r.stop()
		r.start()
		r.show("t", turn.Delta, "begun anew")
		pass(2 * time.Second)
		expect(t, "shown", r.sees(owner), "begun anew")
		r.stop()
		r.start()
		r.mustDeliver(reply("t", "final"))
		expect(t, "seen", r.sees(owner), "final")
		expect(t, "messages", len(r.fake.History(owner)), 1)
	})
}

func TestADeletedPreviewIsReplaced(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.show("t", turn.Delta, "begin")
		pass(2 * time.Second)
		r.fake.Remove(owner, r.fake.Messages(owner)[0].ID)
		r.show("t", turn.Delta, " and go on")
		pass(5 * time.Second)
		r.show("t", turn.Done, "")
		r.mustDeliver(reply("t", "final"))
		expect(t, "seen", r.sees(owner), "final")
	})
}

// TestAPreviewOfUnknownFateIsNotSentTwice: one stray message at most.
func TestAPreviewOfUnknownFateIsNotSentTwice(t *testing.T) {
	for name, breakIt := range map[string]func(*rig){
		"no answer": func(r *rig) { r.fake.Script("sendMessage", telegramtest.Hang(true)) },
		"not saved": func(r *rig) { r.with(func() { r.broken = errDisk }) },
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, r *rig) {
				breakIt(r)
				for range 60 {
					r.show("t", turn.Delta, "more ")
					pass(time.Second)
				}
				expect(t, "messages", len(r.fake.History(owner)), 1)
				r.with(func() { r.broken = nil })
				r.show("t", turn.Done, "")
				r.mustDeliver(reply("t", "final"))
				expect(t, "messages", len(r.fake.History(owner)), 2)
			})
		})
	}
}

// TestTheFinalTextWaitsForAnEditUnderWay: an edit that is still on its way must
// not arrive after the final one.
func TestTheFinalTextWaitsForAnEditUnderWay(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.show("t", turn.Delta, "a")
		pass(1500 * time.Millisecond)
		r.fake.Script("editMessageText", telegramtest.Slow(5*time.Second))
		r.show("t", turn.Delta, "b")
		pass(time.Second) // the slow edit is under way
		r.show("t", turn.Done, "")
		r.mustDeliver(reply("t", "final"))
		pass(time.Minute)
		expect(t, "versions", fmt.Sprint(versions(r.fake.History(owner)[0])), "[a ab final]")
	})
}

func TestAPreviewDoesNotOvertakeTheReplyBefore(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.fake.Say(owner, "hi")
		pass(time.Second)
		r.fake.Script("sendMessage", telegramtest.BadGateway())
		r.show("one", turn.Done, "")
		if r.deliver(reply("one", "first")) == nil {
			t.Error("the fault was not met")
		}
		r.show("two", turn.Delta, "second, begun")
		pass(5 * time.Second)
		expect(t, "while the first is owed", r.sees(owner), "")
		r.mustDeliver(reply("one", "first"))
		pass(2 * time.Second)
		expect(t, "after it", r.sees(owner), "first\nsecond, begun")
		r.mustDeliver(reply("two", "second"))
		r.show("two", turn.Done, "") // told only after it was delivered
		r.show("three", turn.Delta, "third, begun")
		pass(2 * time.Second)
		expect(t, "the next one", r.sees(owner), "first\nsecond\nthird, begun")
	})
}

func TestAFloodStopsTheShowNotTheReply(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.show("t", turn.Delta, "a")
		pass(1500 * time.Millisecond)
		r.fake.Script("editMessageText", telegramtest.TooMany(10))
		for range 5 {
			r.show("t", turn.Delta, "b")
			pass(time.Second)
		}
		r.show("t", turn.Done, "")
		expect(t, "in the flood", kindOf(r.deliver(reply("t", "final")))[:9], "temporary")
		pass(10 * time.Second)
		r.mustDeliver(reply("t", "final"))
		expect(t, "versions", fmt.Sprint(versions(r.fake.History(owner)[0])), "[a final]")
	})
}

func TestALongPreviewIsCutBetweenCharacters(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		family := "👨‍👩‍👧‍👦"
		r.show("t", turn.Delta, strings.Repeat(family, 1000))
		pass(2 * time.Second)
		m := r.fake.Messages(owner)[0]
		text, cut := strings.CutSuffix(m.Text, "…")
		expect(t, "cut", cut, true)
		expect(t, "whole characters", strings.ReplaceAll(text, family, ""), "")
		if n := len(utf16.Encode([]rune(m.Text))); n > 4096 || n < 4080 {
			t.Errorf("%d units", n)
		}
	})
}

func TestADeadTurnStopsTyping(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.show("t", turn.Thinking, "")
		pass(time.Hour)
		n := len(r.fake.Calls("sendChatAction"))
		if n < 100 || n > 140 {
			t.Errorf("%d typing actions in an hour, want ten minutes' worth", n)
		}
	})
}

// TestShowNeverBlocks: Telegram hangs, events come as they are.
func TestShowNeverBlocks(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		for _, m := range []string{"sendMessage", "sendChatAction", "editMessageText"} {
			r.fake.Script(m, repeat(telegramtestHang, 1000)...)
		}
		began := time.Now()
		for i := range 1000 {
			id := turn.ID(fmt.Sprint("t", i%10))
			r.show(id, turn.Delta, "x")
			r.show(id, turn.Notice, "n")
		}
		expect(t, "time taken", time.Since(began), 0)
	})
}

package telegram_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/channels/telegram/telegramtest"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

func TestRepliesAreRendered(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.mustDeliver(reply("t", "**「重要」**です\n\n```go\nx := 1\n```"))
		m := r.fake.Messages(owner)[0]
		expect(t, "text", m.Text, "「重要」です\n\nx := 1")
		expect(t, "entities", fmt.Sprintf("%+v", m.Entities),
			"[{Type:bold Offset:0 Length:4 URL: Language:} {Type:pre Offset:8 Length:6 URL: Language:go}]")
	})
}

func TestLongRepliesComeInParts(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		o := reply("t", strings.Repeat("一文です。", 2000))
		expect(t, "parts", r.c.Parts(o), 3)
		r.mustDeliver(o)
		expect(t, "messages", len(r.fake.Messages(owner)), 3)
		expect(t, "joined", strings.ReplaceAll(r.sees(owner), "\n", ""), o.Text)
		expect(t, "parts of nothing", r.c.Parts(reply("e", "\n")), 1)
		r.mustDeliver(reply("e", "\n"))
		expect(t, "messages", len(r.fake.Messages(owner)), 3)
	})
}

// TestWhatAnErrorBecomes tries every refusal on a reply, once; the second try
// must follow from it.
func TestWhatAnErrorBecomes(t *testing.T) {
	type want struct {
		kind   string // of the first error
		calls  int    // of sendMessage, after a second try
		second string // the second error's kind
	}
	for name, tc := range map[string]struct {
		fault telegramtest.Fault
		want  want
	}{
		"flood":        {telegramtest.TooMany(30), want{"temporary 30s", 1, "temporary 30s"}},
		"blocked":      {telegramtest.Refuse(403, "Forbidden: bot was blocked by the user"), want{"blocked away", 1, "blocked away"}},
		"no chat":      {telegramtest.Refuse(400, "Bad Request: chat not found"), want{"blocked away", 1, "blocked away"}},
		"bad token":    {telegramtest.Refuse(401, "Unauthorized"), want{"blocked away", 1, "blocked away"}},
		"bad words":    {telegramtest.Refuse(400, "Bad Request: message is too long"), want{"blocked", 2, "fine"}},
		"bad entities": {telegramtest.Refuse(400, "Bad Request: entity begins in a middle of a UTF-16 symbol at byte offset 4"), want{"fine", 3, "fine"}},
		"server":       {telegramtest.BadGateway(), want{"temporary 0s", 2, "fine"}},
		"broken":       {telegramtest.Reset(false), want{"temporary 0s", 2, "fine"}},
		"hang":         {telegramtest.Hang(false), want{"temporary 0s", 2, "fine"}},
		"no bot":       {telegramtest.Refuse(404, "Not Found"), want{"blocked away", 1, "blocked away"}},
		"new code":     {telegramtest.Refuse(418, "I'm a teapot"), want{"temporary 0s", 2, "fine"}},
		"proxy":        {telegramtest.Fault{Code: 403, Page: "<html>403: ask your administrator"}, want{"temporary 0s", 2, "fine"}},
		"bad proxy":    {telegramtest.Fault{Code: 400, Page: "<html>400: what?"}, want{"temporary 0s", 2, "fine"}},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, r *rig) {
				r.fake.Script("sendMessage", tc.fault)
				o := reply("t", "**a**")
				expect(t, "first", kindOf(r.deliver(o)), tc.want.kind)
				expect(t, "second", kindOf(r.deliver(o)), tc.want.second)
				expect(t, "calls", len(r.fake.Calls("sendMessage")), tc.want.calls)
			})
		})
	}
}

func kindOf(err error) string {
	var temporary *fault.Temporary
	var blocked *fault.Blocked
	switch {
	case err == nil:
		return "fine"
	case strings.Contains(err.Error(), secretPart):
		return "tells the token"
	case errors.As(err, &temporary):
		return fmt.Sprintf("temporary %v", temporary.After)
	case errors.As(err, &blocked) && errors.Is(err, channels.ErrAway):
		return "blocked away"
	case errors.As(err, &blocked):
		return "blocked"
	}
	return err.Error()
}

// TestPlainFallback: the text without entities, and only after a refusal that
// speaks of them.
func TestPlainFallback(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.fake.Script("sendMessage", telegramtest.Refuse(400, "Bad Request: can't parse entities: whatever"))
		r.mustDeliver(reply("t", "**a** b"))
		m := r.fake.Messages(owner)[0]
		expect(t, "plain", fmt.Sprintf("%s %d", m.Text, len(m.Entities)), "a b 0")
	})
}

func TestABlockedChatWaitsUntilThePersonWrites(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.fake.Block(owner)
		o := reply("t", "a")
		for range 3 {
			expect(t, "while blocked", kindOf(r.deliver(o)), "blocked away")
		}
		expect(t, "calls", len(r.fake.Calls("sendMessage")), 1)
		expect(t, "told once", strings.Count(r.logged(), "cannot be reached"), 1)
		r.fake.Unblock(owner)
		r.fake.Say(owner, "I am back")
		pass(time.Second)
		expect(t, "attached", r.attached, 1)
		r.mustDeliver(o)
		expect(t, "seen", r.sees(owner), "a")
	})
}

func TestARevokedTokenKeepsRepliesAndIsToldOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.fake.Script("getUpdates", telegramtest.Refuse(401, "Unauthorized"), telegramtest.Refuse(401, "Unauthorized"))
		pass(2 * time.Minute)
		for range 3 {
			expect(t, "reply", kindOf(r.deliver(reply("t", "a"))), "blocked away")
		}
		expect(t, "calls", len(r.fake.Calls("sendMessage")), 0)
		_, problem := r.c.Health()
		expect(t, "problem", problem, "token")
		polls := len(r.fake.Calls("getUpdates"))
		pass(20 * time.Minute)
		expect(t, "told once", strings.Count(r.logged(), "ask @BotFather"), 1)
		expect(t, "polls while refused", polls, 2)
		_, problem = r.c.Health()
		expect(t, "problem", problem, "")
		expect(t, "attached", r.attached, 1)
		r.mustDeliver(reply("t", "a"))
	})
}

// TestACrashAfterAcceptanceDoubles is the one case in which a reply may come
// twice: the server took it and the answer never came.
func TestACrashAfterAcceptanceDoubles(t *testing.T) {
	for name, f := range map[string]telegramtest.Fault{"hang": telegramtest.Hang(true), "reset": telegramtest.Reset(true)} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, r *rig) {
				r.fake.Script("sendMessage", f)
				o := reply("t", "a")
				ctx, cancel := context.WithTimeout(t.Context(), time.Second) // the process ends
				defer cancel()
				if _, err := r.c.DeliverPart(ctx, o, 0); err == nil {
					t.Error("a part counts as taken although no answer came")
				}
				r.stop()
				r.start()
				r.mustDeliver(o)
				expect(t, "seen", r.sees(owner), "a\na")
			})
		})
	}
}

func TestUnknownSendsAreCounted(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.fake.Script("sendMessage", telegramtest.Hang(true), telegramtest.Pass(), telegramtest.TooMany(1))
		o := reply("t", "a")
		expect(t, "first", kindOf(r.deliver(o)), "temporary 0s")
		r.mustDeliver(o)
		expect(t, "flood", kindOf(r.deliver(reply("u", "b"))), "temporary 1s")
		expect(t, "counted", strings.Count(r.logged(), "it is sent again"), 1)
		expect(t, "seen", r.sees(owner), "a\na")
	})
}

// outbox is channels.Outbox in memory.
type outbox struct {
	mu     sync.Mutex
	queued []turn.Outgoing
	sent   map[string]bool
	parts  map[turn.ID]int
}

func (b *outbox) Queued(context.Context, string) ([]turn.Outgoing, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.queued), nil
}

func (b *outbox) Sending(_ context.Context, id turn.ID, part, parts int) (bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.parts[id] = parts
	return b.sent[fmt.Sprint(id, part)], nil
}

func (b *outbox) Sent(_ context.Context, id turn.ID, part int, _ string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sent[fmt.Sprint(id, part)] = true
	for p := range b.parts[id] {
		if !b.sent[fmt.Sprint(id, p)] {
			return nil
		}
	}
	b.queued = slices.DeleteFunc(b.queued, func(o turn.Outgoing) bool { return o.ID == id })
	return nil
}

func (b *outbox) Drop(_ context.Context, id turn.ID) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queued = slices.DeleteFunc(b.queued, func(o turn.Outgoing) bool { return o.ID == id })
	return nil
}

// idle is what a router needs besides the outbox.
type idle struct{}

func (idle) Accept(context.Context, turn.Message) (turn.Message, bool, error) {
	return turn.Message{}, false, nil
}
func (idle) StartTurn(context.Context, turn.Conv) (turn.Turn, bool, error) {
	return turn.Turn{}, false, nil
}
func (idle) Finish(context.Context, turn.Turn, turn.Reply) (turn.Outgoing, error) {
	return turn.Outgoing{}, nil
}
func (idle) Waiting(context.Context) ([]turn.Conv, error) { return nil, nil }
func (idle) Speaker(context.Context, person.ID) (person.Person, bool) {
	return person.Person{}, false
}

// TestOrderIsKeptAcrossFaults delivers queued replies through the real outbox
// loop while the server floods, breaks and hangs: each conversation's replies
// come in order, whole, and one chat's wait holds up no other.
func TestOrderIsKeptAcrossFaults(t *testing.T) {
	inBubble(t, func(t *testing.T, r *rig) {
		r.fake.Script("sendMessage", telegramtest.TooMany(40).In(owner), telegramtest.BadGateway().In(owner),
			telegramtest.Pass().In(owner), telegramtest.TooMany(3).In(owner), telegramtest.Reset(false).In(owner), telegramtest.Hang(false).In(owner))
		box := &outbox{sent: map[string]bool{}, parts: map[turn.ID]int{}}
		long := strings.Repeat("一文です。", 1000)
		for i, text := range []string{"first", long, "third"} {
			box.queued = append(box.queued, reply(turn.ID(fmt.Sprint(i)), text))
		}
		for i := range 3 {
			o := reply(turn.ID(fmt.Sprint("aoi", i)), fmt.Sprint("for Aoi ", i))
			o.Conv, o.Person = "person:aoi", "aoi"
			box.queued = append(box.queued, o)
		}
		router := channels.NewRouter(channels.Deps{
			Journal: idle{}, Outbox: box, Access: idle{}, Clock: clock.Real{}, Log: slog.New(slog.NewTextHandler(&locked{r: r}, nil)),
		}, r.c)
		if err := router.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer router.Close()
		pass(time.Second)
		expect(t, "the other chat meanwhile", r.sees(aoi), "for Aoi 0\nfor Aoi 1\nfor Aoi 2")
		expect(t, "the flooded chat", r.sees(owner), "")
		pass(10 * time.Minute)
		expect(t, "in order", strings.ReplaceAll(r.sees(owner), "\n", ""), "first"+long+"third")
	})
}

package ops_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// muser thinks what it is told to.
type muser struct {
	does func(ctx context.Context, t turn.Turn, m agent.Musing) (agent.Thought, error)
	last agent.Musing
	n    int
}

func (m *muser) Think(ctx context.Context, t turn.Turn, with agent.Musing) (agent.Thought, error) {
	m.n++
	m.last = with
	return m.does(ctx, t, with)
}

// ticking is a home in which the companion may speak up, at noon of a day on
// which it has talked with its owner in the morning.
func ticking(t *testing.T) (*home, *ops.Ticking, *muser) {
	h := newHome(t)
	h.Speaking = ops.Speaking{On: true, Policy: governor.Usual()}
	h.exchange(owner, "明日は面接なんだ", "応援しています。")
	h.pass(4 * time.Hour)
	m := &muser{}
	return h, ops.NewTicking(h.Ops, m), m
}

func (h *home) thoughts() (list []state.Thought) {
	h.t.Helper()
	err := h.DB.View(func(tx *kv.Tx) (err error) {
		list, err = state.Thoughts{}.Last(tx, owner.Scope(), 100, func(state.Thought) bool { return true })
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return list
}

// unasked are the messages on their way that answer nothing.
func (h *home) unasked() []turn.Outgoing {
	h.t.Helper()
	return slices.DeleteFunc(h.queued(), func(o turn.Outgoing) bool { return len(o.Answers) > 0 })
}

func thinks(th agent.Thought) func(context.Context, turn.Turn, agent.Musing) (agent.Thought, error) {
	return func(context.Context, turn.Turn, agent.Musing) (agent.Thought, error) { return th, nil }
}

// TestThinkSilent: silence is kept as a thought, and nothing else comes of it.
func TestThinkSilent(t *testing.T) {
	h, k, m := ticking(t)
	m.does = thinks(agent.Thought{Text: "静かな昼だ。", Tools: []string{"memory_reflect"}})
	res, err := k.Fire(t.Context(), heart.Call{Due: h.Clock.Now(), Now: h.Clock.Now()})
	if err != nil || res.Counts["silent"] != 1 || res.Counts["tools"] != 1 {
		t.Fatalf("%+v, %v", res, err)
	}
	th := h.thoughts()
	if len(th) != 1 || th[0].Text != "静かな昼だ。" || th[0].Outcome != state.Silent || len(h.unasked()) != 0 || len(h.records(owner.Scope())) != 0 {
		t.Errorf("%+v, %d in the outbox", th, len(h.unasked()))
	}
	if m.last.Pace != time.Hour || m.last.Left != 5 || m.last.Silent.Round(time.Hour) != 4*time.Hour {
		t.Errorf("%+v", m.last)
	}
	if got := h.Mused(t.Context(), h.said(owner, "何を考えていたの？")); len(got) != 1 || got[0].Text != "静かな昼だ。" {
		t.Errorf("told of its thoughts: %+v", got)
	}
	m.does = thinks(agent.Thought{Text: strings.Repeat("長い考えごと。", 200)})
	if _, err := k.Think(t.Context(), h.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	if got := h.Mused(t.Context(), h.said(owner, "何を考えていたの？")); len(got) != 2 || len([]rune(got[1].Text)) > 300 {
		t.Errorf("a long thought takes the prompt: %d thoughts", len(got))
	}
	if got := h.Mused(t.Context(), h.said(aoi, "何を考えていたの？")); len(got) != 0 {
		t.Errorf("Aoi is told %+v", got)
	}
}

// TestThinkSpeaks: what it wants to say goes into the outbox, once, and the
// thought becomes a record of its own.
func TestThinkSpeaks(t *testing.T) {
	h, k, m := ticking(t)
	m.does = thinks(agent.Thought{Text: "面接のことが気になる。", Message: "面接の準備はどうですか？"})
	if _, err := k.Fire(t.Context(), heart.Call{Now: h.Clock.Now()}); err != nil {
		t.Fatal(err)
	}
	out := h.unasked()
	if len(out) != 1 || out[0].Text != "面接の準備はどうですか？" || out[0].Person != owner.ID || len(out[0].Answers) != 0 {
		t.Fatalf("%+v", out)
	}
	th := h.thoughts()[0]
	if th.Outcome != state.Spoke || th.Message != out[0].ID {
		t.Errorf("%+v", th)
	}
	if r := h.records(owner.Scope()); len(r) != 1 || r[0].Category != memory.SelfReflection || r[0].ValidUntil.IsZero() {
		t.Errorf("%+v", r)
	}
	h.pass(10 * time.Minute)
	if _, err := k.Fire(t.Context(), heart.Call{Now: h.Clock.Now(), Due: h.Clock.Now().Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	if th := h.thoughts()[0]; th.Outcome != state.Withheld && th.Outcome != state.Held {
		t.Errorf("the same again: %+v", th)
	}
	if n := len(h.unasked()); n != 1 {
		t.Errorf("%d messages in the outbox", n)
	}
}

// TestThinkNotNow: it does not think at night or while a talk is live, unless
// somebody asks for it, and never twice for one time.
func TestThinkNotNow(t *testing.T) {
	h, k, m := ticking(t)
	m.does = thinks(agent.Thought{})
	now := h.Clock.Now()
	s := heart.State{Since: now}
	next := k.Next(now, s)
	if d := next.Sub(now); d < 54*time.Minute || d > 66*time.Minute {
		t.Errorf("the first thought comes after %v", d)
	}
	s.Attempt = time.Date(2026, 11, 30, 22, 30, 0, 0, zone)
	if next = k.Next(now, s); !next.Equal(time.Date(2026, 12, 1, 8, 0, 0, 0, zone)) {
		t.Errorf("after the evening it thinks at %v", next)
	}
	h.exchange(owner, "やあ", "こんにちは")
	for why, at := range map[string]time.Time{"live": h.Clock.Now().Add(time.Minute), "hours": time.Date(2026, 12, 1, 3, 0, 0, 0, zone)} {
		res, err := k.Fire(t.Context(), heart.Call{Now: at, Due: at})
		if err != nil || res.Counts["skipped_"+why] != 1 || m.n != 0 {
			t.Errorf("%s: %+v, %v, thought %d times", why, res, err, m.n)
		}
	}
	h.Speaking.On = false
	if next := k.Next(now, s); !next.IsZero() {
		t.Errorf("switched off, it thinks at %v", next)
	}
}

// TestThinkAfterTheClockWasAhead: words that came while the clock was hours ahead
// hold thoughts up for the usual minutes, not for hours.
func TestThinkAfterTheClockWasAhead(t *testing.T) {
	h, k, m := ticking(t)
	m.does = thinks(agent.Thought{})
	h.pass(5 * time.Hour)
	h.exchange(owner, "やあ", "こんにちは")
	right := h.Clock.Now().Add(-5 * time.Hour)
	for i, want := range []int{0, 0, 1} {
		at := right.Add(time.Duration(i) * 6 * time.Minute)
		if _, err := k.Fire(t.Context(), heart.Call{Now: at, Due: at}); err != nil || m.n != want {
			t.Errorf("%v after the clock was put right: %v, thought %d times", at.Sub(right), err, m.n)
		}
	}
}

// TestThinkGivesWay: the owner's words end a thought, and what was thought is
// not said.
func TestThinkGivesWay(t *testing.T) {
	h, k, m := ticking(t)
	m.does = func(ctx context.Context, _ turn.Turn, _ agent.Musing) (agent.Thought, error) {
		h.accept(owner, "x", "ねえ")
		select {
		case <-ctx.Done():
		case <-time.After(10 * time.Second):
			t.Error("the thought goes on")
		}
		return agent.Thought{}, context.Cause(ctx)
	}
	res, err := k.Fire(t.Context(), heart.Call{Now: h.Clock.Now()})
	if err != nil || res.Counts["interrupted"] != 1 || len(h.unasked()) != 0 {
		t.Errorf("%+v, %v", res, err)
	}
}

// TestThinkAway: a model that is not there is no failure, and nothing is kept.
func TestThinkAway(t *testing.T) {
	h, k, m := ticking(t)
	m.does = func(context.Context, turn.Turn, agent.Musing) (agent.Thought, error) {
		return agent.Thought{}, &fault.Unavailable{Err: context.DeadlineExceeded}
	}
	if res, err := k.Fire(t.Context(), heart.Call{Now: h.Clock.Now()}); err != nil || res.Counts["failed"] != 1 || len(h.thoughts()) != 0 {
		t.Errorf("%+v, %v, %+v", res, err, h.thoughts())
	}
}

// TestThinkLeavesNoRounds: what a thought asked its tools is gone with it, also
// where the process was killed in its middle.
func TestThinkLeavesNoRounds(t *testing.T) {
	h, k, m := ticking(t)
	var first turn.ID
	m.does = func(ctx context.Context, tu turn.Turn, _ agent.Musing) (agent.Thought, error) {
		round := agent.Round{Calls: []agent.Asked{{Op: turn.OpOf(tu.ID, 0, 0), Tool: "memory_reflect"}}}
		if err := h.SaveRound(ctx, tu.ID, 0, round); err != nil {
			t.Error(err)
		}
		if first == "" {
			first = tu.ID
			panic("killed")
		}
		return agent.Thought{Text: strings.Repeat("長い考え。", 500)}, nil
	}
	func() {
		defer func() { _ = recover() }()
		_, _ = k.Fire(t.Context(), heart.Call{Now: h.Clock.Now()})
	}()
	if _, err := k.Fire(t.Context(), heart.Call{Now: h.Clock.Now()}); err != nil {
		t.Fatal(err)
	}
	for _, id := range []turn.ID{first, h.thoughts()[0].ID} {
		if r, err := h.Rounds(t.Context(), id); err != nil || len(r) > 0 {
			t.Errorf("%s has %d rounds, %v", id, len(r), err)
		}
	}
}

// TestThinkRaises: what asks about something open is said as a follow-up, and
// not thought of again.
func TestThinkRaises(t *testing.T) {
	h, k, m := ticking(t)
	h.pass(29 * time.Hour) // the evening after the interview
	m.does = func(_ context.Context, _ turn.Turn, with agent.Musing) (agent.Thought, error) {
		if len(with.Open) != 1 || !strings.Contains(with.Open[0].Text, "面接") {
			t.Errorf("open are %+v", with.Open)
		}
		return agent.Thought{Text: "面接はどうだったろう。", Message: "面接、どうでしたか？"}, nil
	}
	if _, err := k.Think(t.Context(), h.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	if th := h.thoughts()[0]; th.Outcome != state.Spoke {
		t.Fatalf("%+v", th)
	}
	if open, err := h.FollowUps(t.Context(), owner, h.Clock.Now()); err != nil || len(open) > 0 {
		t.Errorf("still open: %+v, %v", open, err)
	}
}

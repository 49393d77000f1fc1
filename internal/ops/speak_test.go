package ops_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// speaking is a home in which the companion may speak up; it is eight in the
// morning, a moment after the active hours have begun.
func speaking(t *testing.T) (*home, *stepClock) {
	h := newHome(t)
	h.Ops.Speaking = ops.Speaking{On: true, Policy: governor.Usual()}
	return h, h.Clock.(*stepClock)
}

func thought(id, words string) governor.Wish {
	return governor.Wish{ID: turn.ID(id), Person: person.OwnerID, Kind: governor.Thought, Topic: "庭", Text: words, Cause: "朝だから"}
}

func (h *home) speak(w governor.Wish) ops.Spoken {
	h.t.Helper()
	m, err := h.Speak(h.t.Context(), w)
	if err != nil {
		h.t.Fatal(err)
	}
	return m
}

// deliver hands over all that is queued on a channel, and says what was.
func (h *home) deliver(channel string) (texts []string) {
	h.t.Helper()
	queued, err := h.Queued(h.t.Context(), channel)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, o := range queued {
		taken, err := h.Sending(h.t.Context(), o.ID, 0, 1)
		if err == nil && !taken {
			err = h.Sent(h.t.Context(), o.ID, 0, "m")
			texts = append(texts, o.Text)
		}
		if err != nil {
			h.t.Fatal(err)
		}
	}
	return texts
}

func (h *home) spokenOf(id string) ops.Spoken {
	h.t.Helper()
	w, err := h.WhyNow(h.t.Context(), ops.Viewer{View: person.ViewOf(owner)}, id)
	if err != nil {
		h.t.Fatal(err)
	}
	return *w.Message
}

func (h *home) sessionHas(words string) bool {
	h.t.Helper()
	s, err := h.Conversation(h.t.Context(), ops.ConversationOf(owner))
	if err != nil {
		h.t.Fatal(err)
	}
	for _, l := range s.Lines {
		if l.Assistant && l.Text == words {
			return true
		}
	}
	return false
}

func (h *home) diaryHas(words string) bool {
	for _, l := range h.lines(person.ScopeOwner) {
		if l.Text == words && l.Role == "companion" && l.Ref == "" {
			return true
		}
	}
	return false
}

func TestSpeakSaysItOnceAsItsOwnWords(t *testing.T) {
	h, clk := speaking(t)
	h.accept(owner, "1", "おはよう")
	h.finishAll()
	clk.pass(20 * time.Minute)
	told := ""
	h.Ops.Speaking.Tell = func(channel string) { told = channel }
	const words = "庭のトマトが赤くなりました"
	m := h.speak(thought("w1", words))
	if m.State != state.SpokenQueued || m.Channel != "terminal" || told != "terminal" || m.Verdict.Reason != governor.Free {
		t.Fatalf("%+v, told %q", m, told)
	}
	if h.sessionHas(words) || h.diaryHas(words) {
		t.Error("it stands as said before it is handed over")
	}
	if again := h.speak(thought("w1", words)); again.ID != m.ID {
		t.Errorf("said twice: %+v", again)
	}
	if got := h.deliver("terminal"); !slices.Equal(got, []string{words}) {
		t.Fatalf("delivered %q", got)
	}
	if !h.sessionHas(words) || !h.diaryHas(words) {
		t.Error("the model does not know that it said that, or the diary")
	}
	if got := h.spokenOf("w1"); got.State != state.SpokenSent || got.ID != m.ID {
		t.Errorf("%+v", got)
	}
	h.restart()
	h.Ops.Speaking = ops.Speaking{On: true, Policy: governor.Usual()}
	if second := h.speak(thought("w2", "今夜は星がよく見えそうです")); second.State != state.SpokenHeld || second.Verdict.Figures.Today != 1 {
		t.Errorf("a restart opens the gate: %+v", second.Verdict)
	}
}

// finishAll answers what waits.
func (h *home) finishAll() {
	h.t.Helper()
	tn, ok, err := h.StartTurn(h.t.Context(), ops.ConversationOf(owner))
	if err == nil && ok {
		_, err = h.Finish(h.t.Context(), tn, turn.Reply{Text: "はい"})
	}
	if err != nil {
		h.t.Fatal(err)
	}
	h.deliver("terminal")
}

func TestSpeakHoldsInATalkAndSaysItLater(t *testing.T) {
	h, clk := speaking(t)
	h.accept(owner, "1", "ただいま")
	m := h.speak(thought("w1", "おかえりなさい、雨は平気でしたか"))
	if m.State != state.SpokenHeld || m.Verdict.Reason != governor.Live || !m.Verdict.Figures.Open {
		t.Fatalf("%+v", m)
	}
	h.finishAll()
	next, err := h.NextHeld(clk.Now())
	if err != nil || next.IsZero() {
		t.Fatal(next, err)
	}
	clk.pass(30 * time.Minute)
	if n, err := h.Held(t.Context()); n != 1 || err != nil {
		t.Fatalf("%d said, %v", n, err)
	}
	// While it waits for its channel, the person writes: it is taken back.
	h.accept(owner, "2", "ねえ")
	if got := h.deliver("terminal"); len(got) != 0 {
		t.Errorf("said into a talk: %q", got)
	}
	if got := h.spokenOf("w1"); got.State != state.SpokenHeld || got.Verdict.Reason != governor.Live {
		t.Errorf("%+v", got)
	}
	h.finishAll()
	if h.sessionHas(m.Wish.Text) || h.diaryHas(m.Wish.Text) {
		t.Error("what was never handed over was never said")
	}
	clk.pass(25 * time.Hour)
	if n, err := h.Held(t.Context()); n != 0 || err != nil {
		t.Fatalf("%d said, %v", n, err)
	}
	if got := h.spokenOf("w1"); got.State != state.SpokenDropped || got.Verdict.Reason != governor.Stale {
		t.Errorf("%+v", got)
	}
}

func TestSpeakLooksAgainWhenItIsHandedOver(t *testing.T) {
	h, clk := speaking(t)
	clk.set(time.Date(2026, 11, 30, 22, 55, 0, 0, zone))
	m := h.speak(thought("w1", "そろそろ寝る時間でしょうか"))
	if m.State != state.SpokenQueued {
		t.Fatalf("%+v", m)
	}
	clk.set(time.Date(2026, 11, 30, 23, 5, 0, 0, zone))
	if got := h.deliver(m.Channel); len(got) != 0 {
		t.Errorf("sent at night: %q", got)
	}
	if got := h.spokenOf("w1"); got.State != state.SpokenHeld || got.Verdict.Reason != governor.Hours ||
		!got.Verdict.Until.Equal(time.Date(2026, 12, 1, 8, 0, 0, 0, zone)) {
		t.Errorf("%+v", got)
	}
	clk.set(time.Date(2026, 12, 1, 8, 0, 0, 0, zone))
	if n, err := h.Held(t.Context()); n != 1 || err != nil {
		t.Fatalf("%d said in the morning, %v", n, err)
	}
	if got := h.deliver(m.Channel); len(got) != 1 {
		t.Errorf("not sent in the morning: %q", got)
	}
	// One that may have arrived keeps its slot and is not tried again at night.
	clk.set(time.Date(2026, 12, 1, 22, 55, 0, 0, zone))
	u := h.speak(thought("w2", "明日の天気は晴れのようです"))
	if taken, err := h.Sending(t.Context(), u.ID, 0, 1); taken || err != nil {
		t.Fatal(taken, err)
	}
	clk.set(time.Date(2026, 12, 1, 23, 30, 0, 0, zone))
	if taken, err := h.Sending(t.Context(), u.ID, 0, 1); !taken || err != nil {
		t.Fatal(taken, err)
	}
	if got := h.spokenOf("w2"); got.State != state.SpokenUnknown {
		t.Errorf("%+v", got)
	}
	if v := h.speak(thought("w3", "もうすぐ冬ですね")).Verdict; v.Figures.Day24 != 2 {
		t.Errorf("the slot is gone: %+v", v)
	}
}

func TestUnansweredUntilThePersonWrites(t *testing.T) {
	h, clk := speaking(t)
	for i, words := range []string{"トマトが赤いです", "面接はどうでしたか"} {
		clk.set(time.Date(2026, 11, 30, 9+3*i, 0, 0, 0, zone))
		if m := h.speak(thought("w"+words, words)); m.State != state.SpokenQueued {
			t.Fatalf("%+v", m)
		}
		h.deliver("web")
	}
	clk.set(time.Date(2026, 11, 30, 18, 0, 0, 0, zone))
	m := h.speak(thought("w3", "本は読み終わりましたか"))
	if m.State != state.SpokenHeld || m.Verdict.Reason != governor.Unanswered || !m.Verdict.Until.IsZero() {
		t.Fatalf("%+v", m)
	}
	h.accept(owner, "1", "読んだよ")
	if got := h.spokenOf("w3"); got.Verdict.Reason != governor.Live || got.Verdict.Until.IsZero() {
		t.Errorf("not looked at again: %+v", got.Verdict)
	}
	if got := h.spokenOf("w面接はどうでしたか"); got.Answered.IsZero() {
		t.Error("not answered")
	}
}

func TestPressAndQuiet(t *testing.T) {
	h, clk := speaking(t)
	clk.set(time.Date(2026, 11, 30, 9, 0, 0, 0, zone))
	m := h.speak(thought("w1", "トマトが赤いです"))
	h.deliver("web")
	press := func(b turn.Offer) ops.Pressed {
		t.Helper()
		p, err := h.Press(t.Context(), person.OwnerID, m.ID, b)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	if p := press(turn.OfferLater); !p.Changed || p.Again.State != state.SpokenHeld || p.Again.Wish.Text != m.Wish.Text ||
		p.Again.Verdict.Until.Before(time.Date(2026, 11, 30, 12, 0, 0, 0, zone)) {
		t.Errorf("later: %+v", p)
	}
	press(turn.OfferLess)
	if p := press(turn.OfferLess); p.Changed {
		t.Error("learned twice")
	}
	clk.pass(5 * time.Hour)
	if v := h.speak(thought("w2", "水やりの時間を変えましょうか")).Verdict; v.Reason != governor.TopicLess || v.Figures.Weight > 0.51 {
		t.Errorf("less: %+v", v)
	}
	press(turn.OfferNever)
	for _, id := range []string{"w2", "w1/later"} {
		if got := h.spokenOf(id); got.State != state.SpokenDropped || got.Verdict.Reason != governor.Closed {
			t.Errorf("never, %s: %+v", id, got)
		}
	}
	if _, err := h.Press(t.Context(), "aoi", m.ID, turn.OfferNever); !errors.Is(err, ops.ErrNoMessage) {
		t.Errorf("another person's button: %v", err)
	}
	// Quiet, at once.
	w := thought("w4", "面接はどうでしたか")
	w.Topic = "面接"
	if q := h.speak(w); q.State != state.SpokenQueued {
		t.Fatalf("%+v", q)
	}
	if err := h.Quiet(t.Context(), person.OwnerID, ops.Silence{On: true}); err != nil {
		t.Fatal(err)
	}
	if got := h.deliver("web"); len(got) != 0 {
		t.Errorf("said although quiet is wanted: %q", got)
	}
	r := governor.Wish{ID: "r", Person: person.OwnerID, Kind: governor.Reminder, Text: "薬の時間です"}
	if got := h.speak(r); got.State != state.SpokenQueued || got.Verdict.Reason != governor.Asked {
		t.Errorf("a reminder: %+v", got)
	}
	if err := h.Quiet(t.Context(), person.OwnerID, ops.Silence{}); err != nil {
		t.Fatal(err)
	}
	state, err := h.Restraint(t.Context(), person.OwnerID)
	if err != nil || state.Quiet.On || !slices.Equal(state.Closed, []string{"庭"}) {
		t.Errorf("%+v, %v", state, err)
	}
}

func TestALostStateClosesTheGate(t *testing.T) {
	for name, harm := range map[string]func(kv.Bucket[any], *kv.Tx) error{
		"missing": func(b kv.Bucket[any], tx *kv.Tx) error { return b.Delete(tx, "owner") },
		"another": func(b kv.Bucket[any], tx *kv.Tx) error { return b.Put(tx, "owner", map[string]string{"sum": "x"}) },
		"changed": func(b kv.Bucket[any], tx *kv.Tx) error {
			v, _, err := b.Get(tx, "owner")
			if err != nil {
				return err
			}
			v.(map[string]any)["state"].(map[string]any)["unanswered"] = 0
			v.(map[string]any)["state"].(map[string]any)["slots"] = []any{}
			return b.Put(tx, "owner", v)
		},
	} {
		t.Run(name, func(t *testing.T) {
			h, clk := speaking(t)
			h.accept(owner, "1", "おはよう")
			h.finishAll()
			clk.pass(time.Hour)
			h.speak(thought("w1", "トマトが赤いです"))
			h.deliver("terminal")
			err := h.DB.Update(func(tx *kv.Tx) error { return harm(kv.NewBucket[any]("speech/gates"), tx) })
			if err != nil {
				t.Fatal(err)
			}
			clk.pass(3 * time.Hour)
			if m := h.speak(thought("w2", "面接はどうでしたか")); m.Verdict.Reason != governor.Lost {
				t.Fatalf("%+v", m.Verdict)
			}
			clk.pass(21 * time.Hour)
			if m := h.speak(thought("w3", "本は読み終わりましたか")); m.Verdict.Reason != governor.Lost {
				t.Errorf("after 21 hours: %+v", m.Verdict)
			}
			clk.pass(4 * time.Hour)
			if m := h.speak(thought("w4", "今日は寒いですね")); m.Verdict.Reason != governor.Unanswered {
				t.Errorf("after a day: %+v", m.Verdict)
			}
		})
	}
}

func TestSpeakOff(t *testing.T) {
	h := newHome(t)
	if m := h.speak(thought("w1", "x")); m.State != state.SpokenDropped {
		t.Errorf("%+v", m)
	}
	if _, err := h.Speak(t.Context(), governor.Wish{ID: "w", Person: "owner", Kind: "shout", Text: "x"}); err == nil || !strings.Contains(err.Error(), "shout") {
		t.Error(err)
	}
	h.Ops.Speaking = ops.Speaking{On: true, Policy: governor.Usual()}
	w := thought("w2", "x")
	w.Person = "nobody"
	if m := h.speak(w); m.Verdict.Reason != governor.NotPerson {
		t.Errorf("%+v", m.Verdict)
	}
}

// TestSpokenIsOnesOwn: who looks sees what was said to them, and the owner what
// was said to themselves.
func TestSpokenIsOnesOwn(t *testing.T) {
	h, clk := speaking(t)
	if err := h.DB.Update(func(tx *kv.Tx) error { return h.People.Put(tx, aoi) }); err != nil {
		t.Fatal(err)
	}
	h.accept(aoi, "1", "はじめまして")
	clk.pass(time.Minute)
	w := thought("for-aoi", "あおいさんの庭のこと")
	w.Person = aoi.ID
	h.speak(w)
	h.speak(thought("for-ren", "先生の庭のこと"))
	for who, want := range map[string]turn.ID{"owner": "for-ren", "aoi": "for-aoi"} {
		p := owner
		if who == "aoi" {
			p = aoi
		}
		v := ops.Viewer{As: who, View: person.ViewOf(p)}
		list, err := h.Spoken(t.Context(), v, 0)
		if err != nil || len(list) != 1 || list[0].Wish.ID != want {
			t.Errorf("%s sees %+v, %v", who, list, err)
		}
		other := "for-ren"
		if who == "owner" {
			other = "for-aoi"
		}
		var none *ops.Problem
		if _, err := h.WhyNow(t.Context(), v, other); !errors.As(err, &none) || none.Code != ops.UnknownSpoken {
			t.Errorf("%s asks about %s: %v", who, other, err)
		}
	}
	if list, err := h.Spoken(t.Context(), ops.Viewer{View: person.ViewOf(guest)}, 0); err != nil || len(list) != 0 {
		t.Errorf("a guest sees %+v, %v", list, err)
	}
	if w, err := h.WhyNow(t.Context(), ops.Viewer{View: person.ViewOf(guest)}, ""); err != nil || w.Message != nil || w.Decisions == nil || len(w.Decisions) != 0 {
		t.Errorf("nothing was said to a guest: %+v, %v", w, err)
	}
	r, err := h.Restraint(t.Context(), aoi.ID)
	if err != nil || r.Held != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}

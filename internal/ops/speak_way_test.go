package ops_test

import (
	"slices"
	"testing"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/turn"
)

// TestBlockedWay: two messages that waited for their channel come an hour apart.
func TestBlockedWay(t *testing.T) {
	h, clk := speaking(t)
	h.accept(owner, "1", "おはよう")
	h.finishAll()
	clk.pass(20 * time.Minute)
	h.speak(thought("w1", "トマトが赤くなりました"))
	clk.pass(time.Hour + time.Minute)
	second := thought("w2", "面接はどうでしたか")
	second.Topic = ""
	if m := h.speak(second); m.State != state.SpokenQueued {
		t.Fatalf("%+v", m.Verdict)
	}
	clk.pass(2 * time.Hour)
	if got := h.deliver("terminal"); !slices.Equal(got, []string{"トマトが赤くなりました"}) {
		t.Errorf("at once: %q", got)
	}
	if m := h.spokenOf("w2"); m.State != state.SpokenHeld || m.Verdict.Until.Sub(clk.Now()) < 59*time.Minute {
		t.Errorf("%s, %+v", m.State, m.Verdict)
	}
	clk.pass(time.Hour)
	if n, err := h.Held(t.Context()); n != 1 || err != nil {
		t.Errorf("%d said, %v", n, err)
	}
}

// TestTriedIntoATalk: a message that may have arrived is not tried again into a
// talk that has begun since.
func TestTriedIntoATalk(t *testing.T) {
	h, clk := speaking(t)
	h.accept(owner, "1", "おはよう")
	h.finishAll()
	clk.pass(20 * time.Minute)
	m := h.speak(thought("w1", "トマトが赤くなりました"))
	if taken, err := h.Sending(t.Context(), m.ID, 0, 1); taken || err != nil {
		t.Fatal(taken, err)
	}
	h.accept(owner, "2", "ねえ")
	h.finishAll()
	if got := h.spokenOf("w1"); got.State != state.SpokenUnknown || got.Verdict.Reason != governor.Uncertain {
		t.Errorf("%s, %+v", got.State, got.Verdict)
	}
	r, err := h.Restraint(t.Context(), owner.ID)
	if err != nil || r.Thought.Figures.Today != 1 {
		t.Errorf("it may have arrived and does not count: %+v, %v", r.Thought.Figures, err)
	}
}

// TestLateReply: a talk is live from when its reply has come, however long that
// was on its way.
func TestLateReply(t *testing.T) {
	h, clk := speaking(t)
	h.accept(owner, "1", "おはよう")
	tn, _, err := h.StartTurn(t.Context(), ops.ConversationOf(owner))
	if err == nil {
		_, err = h.Finish(t.Context(), tn, turn.Reply{Text: "はい"})
	}
	if err != nil {
		t.Fatal(err)
	}
	clk.pass(time.Hour)
	if got := h.deliver("terminal"); len(got) != 1 {
		t.Fatalf("%q", got)
	}
	if m := h.speak(thought("w1", "トマトが赤くなりました")); m.Verdict.Reason != governor.Live {
		t.Errorf("%+v", m.Verdict)
	}
}

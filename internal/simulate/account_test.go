package simulate

import (
	"testing"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/state"
)

const alone = `
zone Asia/Tokyo
start 2026-01-05
seed 3
2026-01-05 08:30 > おはよう。明日、面接があるんだ。
2026-01-05 08:31 telegram > 今日の15時に薬を飲むってリマインドして。
< {"tool": "reminder_add", "arguments": {"text": "薬を飲む", "when": "今日の15時"}}
< わかりました。
2026-01-05 12:00 ~ 昼だ。声をかけたい。
< [MESSAGE]先生、お昼は食べましたか。[/MESSAGE]
2026-01-05 12:01 ! run tick
2026-01-05 12:20 ~ また話したい。[MESSAGE]窓の外に鳥がいました。[/MESSAGE]
2026-01-05 12:21 ! run tick
2026-01-05 14:40 ! outage 30m
2026-01-06 12:30 > 面接、うまくいったよ。
`

// TestAccount: what is said unasked stands in the report with the reason, what
// may not be said with until when it is held, and a reminder with how late it
// was; twice the same.
func TestAccount(t *testing.T) {
	r := play(t, alone, 2)
	first := asJSON(t, r)
	if again := asJSON(t, play(t, alone, 2)); again != first {
		t.Errorf("the same script and seed give two reports:\n%s", difference(first, again))
	}
	var thought, reminded *Sent
	for i, s := range r.Sends {
		switch s.Kind {
		case string(governor.Thought):
			if thought == nil {
				thought = &r.Sends[i]
			}
		case string(governor.Reminder):
			reminded = &r.Sends[i]
		}
	}
	if thought == nil || thought.Why != "free" || thought.Figures == nil || thought.Figures.PerDay != r.Policy.PerDay || thought.At.Format(timeForm) != "2026-01-05 12:01" {
		t.Errorf("the thought that was said: %+v", thought)
	}
	if reminded == nil || reminded.Due.Format(timeForm) != "2026-01-05 15:00" || reminded.LateS < 600 || reminded.LateS > 700 {
		t.Errorf("the reminder, due in an outage: %+v", reminded)
	}
	held := false
	for _, f := range r.Refusals {
		if f.How == string(governor.Held) && f.Why == string(governor.Gap) {
			held = true
			if f.Until.Sub(thought.At) != time.Hour || f.Figures.Today != 1 || f.Text != "窓の外に鳥がいました。" {
				t.Errorf("held: %+v, %+v", f, f.Figures)
			}
		}
	}
	if !held {
		t.Errorf("nothing is held for the gap: %+v", r.Refusals)
	}
	if len(r.FollowUps) != 1 || r.FollowUps[0].State != state.FollowUpClosed || r.FollowUps[0].Settled.IsZero() {
		t.Errorf("the follow-up: %+v", r.FollowUps)
	}
	outcomes, spoke := map[string]int{}, 0
	for _, th := range r.Thoughts {
		outcomes[th.Outcome]++
	}
	for _, d := range r.Memory {
		spoke += d.Sends
	}
	if outcomes[string(state.Spoke)] == 0 || outcomes[string(state.Held)] != 1 || outcomes[string(state.Silent)] == 0 || spoke < 2 || r.Memory[0].Reminders != 1 {
		t.Errorf("thoughts %v, %d sent, %+v", outcomes, spoke, r.Memory[0])
	}
	if t.Failed() {
		t.Log(first)
	}
}

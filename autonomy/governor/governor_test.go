package governor

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/turn"
)

// TestKinds says for each rule which kinds it holds.
func TestKinds(t *testing.T) {
	tokyo := load("Asia/Tokyo")
	noon := time.Date(2026, 11, 30, 12, 0, 0, 0, tokyo)
	night := time.Date(2026, 11, 30, 23, 0, 0, 0, tokyo)
	wish := func(k Kind) Wish {
		return Wish{ID: "x", Person: "p", Kind: k, Topic: "仕事", Text: "とくべつな一言"}
	}
	full := State{Seen: noon}
	for i := range 5 {
		full = full.Reserve(Wish{ID: turn.ID(string(rune('a' + i))), Kind: Briefing}, noon.Add(time.Duration(i-9)*time.Hour))
	}
	one := State{Seen: noon}.Reserve(Wish{ID: "a", Kind: Thought, Topic: "仕事", Text: "べつのこと"}, noon.Add(-30*time.Minute))
	said := State{Seen: noon}.Reserve(Wish{ID: "a", Kind: Thought, Text: "とくべつな一言"}, noon.Add(-2*time.Hour))
	for i := range said.Slots {
		said.Slots[i].Text = "とくべつな一言"
	}
	two := State{Seen: noon, Unanswered: 2}
	open := State{Seen: noon, Open: true}
	for _, c := range []struct {
		name string
		s    State
		now  time.Time
		held map[Kind]Reason // the others may
	}{
		{"nothing", State{Seen: noon}, noon, nil},
		{"night", State{Seen: noon}, night, map[Kind]Reason{Thought: Hours, FollowUp: Hours, Briefing: Hours, Watchdog: Hours}},
		{"full", full, noon, map[Kind]Reason{Thought: PerDay, FollowUp: PerDay, Briefing: PerDay, Watchdog: PerDay}},
		{"gap", one, noon, map[Kind]Reason{Thought: Gap, FollowUp: Gap}},
		{"live", State{Seen: noon, Heard: noon.Add(-5 * time.Minute)}, noon, map[Kind]Reason{Thought: Live, FollowUp: Live, Briefing: Live}},
		{"open", open, noon, map[Kind]Reason{Thought: Live, FollowUp: Live, Briefing: Live}},
		{"unanswered", two, noon, map[Kind]Reason{Thought: Unanswered, FollowUp: Unanswered}},
		{"repeat", said, noon, map[Kind]Reason{Thought: Repeat, FollowUp: Repeat}},
		{"quiet", State{Seen: noon}.Quieten(time.Time{}), noon, map[Kind]Reason{Thought: Quiet, FollowUp: Quiet, Briefing: Quiet, Watchdog: Quiet}},
		{"lost", Missing(Usual(), noon), noon, map[Kind]Reason{Thought: Lost, FollowUp: Lost, Briefing: Lost, Watchdog: Lost}},
		{"less", State{Seen: noon}.Reserve(Wish{ID: "a", Kind: Thought, Topic: "仕事", Text: "べつのこと"}, noon.Add(-3*time.Hour)).Less("仕事", noon.Add(-3*time.Hour), noon), noon,
			map[Kind]Reason{Thought: TopicLess, FollowUp: TopicLess}},
		{"never", State{Seen: noon}.Close(wish(Thought), noon), noon, map[Kind]Reason{Thought: Closed, FollowUp: Closed, Briefing: Closed}},
		{"clock set back", one, noon.Add(-26 * time.Hour), map[Kind]Reason{Thought: Live, FollowUp: Live, Briefing: Live}},
	} {
		for _, k := range []Kind{Thought, FollowUp, Briefing, Reminder, Watchdog} {
			v := Decide(Usual(), c.s, wish(k), c.now)
			if want, held := c.held[k]; held && v.Reason != want || !held && v.Outcome != May {
				t.Errorf("%s, %s: %s %s, want %s", c.name, k, v.Outcome, v.Reason, want)
			}
		}
	}
}

func TestPolicyCheck(t *testing.T) {
	for want, change := range map[string]func(*Policy){
		"active hours": func(p *Policy) { p.From = -1 }, "active hours:": func(p *Policy) { p.To = 1441 },
		"messages a day": func(p *Policy) { p.PerDay = 0 }, "messages a day:": func(p *Policy) { p.PerDay = -5 },
		"gap": func(p *Policy) { p.Gap = 0 }, "unanswered": func(p *Policy) { p.Unanswered = 0 }, "live talk": func(p *Policy) { p.Live = -1 },
		"similarity": func(p *Policy) { p.Similar = math.NaN() }, "similarity:": func(p *Policy) { p.Similar = 0 },
	} {
		p := Usual()
		change(&p)
		if err := p.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
		now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
		if v := Decide(p, State{Seen: now}, Wish{ID: "x", Person: "p", Kind: Thought, Text: "x"}, now); v.Outcome == May {
			t.Errorf("%s: opens the gate", want)
		}
	}
	if err := Usual().Check(); err != nil {
		t.Error(err)
	}
}

// TestLessComesBack: a weight halves, and recovers over weeks.
func TestLessComesBack(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	s := State{Seen: now}.Less("仕事", now, now)
	for days, want := range map[int]float64{0: 0.5, 14: 0.75, 28: 0.875, 56: 0.96875} {
		at := now.Add(time.Duration(days) * day)
		if got := s.Topics["仕事"].Now(at); math.Abs(got-want) > 1e-9 {
			t.Errorf("after %d days %v, want %v", days, got, want)
		}
	}
	if s = s.Less("仕事", now, now); s.Topics["仕事"].Now(now) != 0.25 || s.Hours[12].Now(now) != 0.25 || s.Hours[13].Now(now) != 1 {
		t.Errorf("%+v", s)
	}
}

// TestNeverGoesByWords: whole words, in any form.
func TestNeverGoesByWords(t *testing.T) {
	s := State{}.Close(Wish{Topic: "Cat", Words: []string{"みかん"}, Text: "How is the cat?"}, time.Time{})
	for text, want := range map[string]bool{
		"your CAT sleeps": true, "the category is new": false, "cat": true, "ミカンが食べたい": false, "みかんが食べたい": true, "How is the cat": true, "the dog": false,
	} {
		if got := s.Never[0].closes(Usual(), Wish{Kind: Thought, Text: text}); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

package commands

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// memories has one of each, and counts what was erased.
type memories struct{ erased int }

var cat = ops.Memory{ID: "1", Text: "猫の名前はミカン"}

func (m *memories) Doom(_ context.Context, what string) (ops.Doomed, error) {
	if what == "犬" {
		return ops.Doomed{}, &ops.Problem{Code: ops.UnknownMemory}
	}
	return ops.Doomed{Memories: []ops.Memory{cat}}, nil
}
func (m *memories) Erase(context.Context, ops.Doomed) (ops.Erased, error) {
	m.erased++
	return ops.Erased{Done: true}, nil
}
func (*memories) Forget(_ context.Context, _ turn.Conv, words string) (ops.Memory, bool, error) {
	return cat, words == "猫", nil
}
func (*memories) Undo(context.Context, turn.Conv) (ops.Undone, error) {
	return ops.Undone{Back: cat, Gone: ops.Memory{ID: "2", Text: "猫の名前はモモ"}}, nil
}

// watch is a clock that stands.
type watch struct{ at time.Time }

func (w *watch) Now() time.Time                           { return w.at }
func (*watch) Sleep(context.Context, time.Duration) error { return nil }

func said(conv turn.Conv, who person.ID, words string) turn.Message {
	return turn.Message{Conv: conv, Person: who, Text: words}
}

// TestEraseAsksOnce: only the owner's next message, and only a plain yes within
// five minutes, erases.
func TestEraseAsksOnce(t *testing.T) {
	for _, c := range []struct {
		name  string
		conv  turn.Conv // that asks
		after time.Duration
		said  []turn.Message
		then  string // a command before them
		want  int
	}{
		{name: "yes", said: []turn.Message{said("owner", "owner", "はい")}, want: 1},
		{name: "yes, in English", said: []turn.Message{said("owner", "owner", " Yes. ")}, want: 1},
		{name: "yes, in Chinese", said: []turn.Message{said("owner", "owner", "是")}, want: 1},
		{name: "yes twice", said: []turn.Message{said("owner", "owner", "はい"), said("owner", "owner", "はい")}, want: 1},
		{name: "no", said: []turn.Message{said("owner", "owner", "いいえ"), said("owner", "owner", "はい")}},
		{name: "something else first", said: []turn.Message{said("owner", "owner", "ところで"), said("owner", "owner", "はい")}},
		{name: "yes and more", said: []turn.Message{said("owner", "owner", "はい、でも")}},
		{name: "too late", after: 5*time.Minute + time.Second, said: []turn.Message{said("owner", "owner", "はい")}},
		{name: "sent before it was asked", said: []turn.Message{{Conv: "owner", Person: "owner", Text: "はい", Sent: time.Unix(10, 0)}}},
		{name: "somebody else", said: []turn.Message{said("person:aoi", "aoi", "はい")}},
		{name: "somebody else asks", conv: "person:aoi", said: []turn.Message{said("person:aoi", "aoi", "はい"), said("owner", "owner", "はい")}},
		{name: "a command between", then: "/help", said: []turn.Message{said("owner", "owner", "はい")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, clk := &memories{}, &watch{at: time.Unix(1000, 0)}
			s := Set{Companion: companion{}, Memories: m, Questions: NewQuestions(clk), Lang: text.Ja}
			if c.conv == "" {
				c.conv = "owner"
			}
			asked := s.Command(t.Context(), c.conv, "/erase 猫")
			if (c.conv == "owner") != strings.Contains(asked, cat.Text) {
				t.Errorf("asked %q", asked)
			}
			if c.then != "" {
				s.Command(t.Context(), "owner", c.then)
			}
			clk.at = clk.at.Add(c.after)
			for _, msg := range c.said {
				before := m.erased
				aside, taken := s.Answer(t.Context(), msg)
				if m.erased > before && (!taken || aside.Text == "") {
					t.Errorf("%q erases without a word", msg.Text)
				}
			}
			if m.erased != c.want {
				t.Errorf("erased %d times, want %d", m.erased, c.want)
			}
		})
	}
}

// TestForgetAndUndo: both show what they did, in every language.
func TestForgetAndUndo(t *testing.T) {
	for _, lang := range []text.Lang{text.Ja, text.En, text.Zh} {
		s := Set{Companion: companion{}, Memories: &memories{}, Questions: NewQuestions(&watch{}), Lang: lang}
		for line, want := range map[string]string{
			"/forget 猫": cat.Text, "/forget 犬": "犬", "/undo": cat.Text, "/erase 犬": "犬", "/erase": "/erase", "/forget": "/forget",
		} {
			if got := s.Command(t.Context(), "owner", line); !strings.Contains(got, want) || strings.Contains(got, "{") {
				t.Errorf("%s: %s gives %q", lang, line, got)
			}
		}
	}
}

// TestAsideIsShown: what came of an answer takes the place of a refusal.
func TestAsideIsShown(t *testing.T) {
	err := errors.Join(errors.New("x"), &channels.Aside{Text: "gone"})
	if got := (Set{Lang: text.En}).Refused(err); got != "gone" {
		t.Error(got)
	}
}

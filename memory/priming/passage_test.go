package priming

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/clock"
)

func TestPassage(t *testing.T) {
	ja := strings.Repeat("会議の段取りについて話した。", 40) + "鍵は青い花瓶の下に隠した。" + strings.Repeat("庭の手入れも大変だ。", 40)
	en := strings.Repeat("We talked about the meeting. ", 40) + "The spare key is under the blue pot. " + strings.Repeat("Then it rained. ", 40)
	for _, c := range []struct{ words, whole, want string }{
		{"鍵はどこに隠した？", ja, "鍵は青い花瓶の下に隠した。"},
		{"Where is the spare key?", en, "The spare key is under the blue pot."},
		{"鍵はどこ？", strings.ReplaceAll(ja, "。", "、"), "鍵は青い花瓶の下"},
	} {
		got, ok := passage(c.words, c.whole, func(s string) bool { return utf8.RuneCountInString(s) <= 200 })
		if n := utf8.RuneCountInString(got); !ok || !strings.Contains(got, c.want) || n < 100 || n > 200 ||
			!strings.HasPrefix(got, "…") || !strings.HasSuffix(got, "…") {
			t.Errorf("%s: %q, %v", c.words, got, ok)
		}
	}
	if got, ok := passage("鍵", ja, func(string) bool { return false }); ok || got != "" {
		t.Errorf("nothing fits, and yet %q", got)
	}
}

// TestLongWordsComeToMindInPart: what was told in a message that is longer than
// the room for it comes to mind by its passage, and leaves room for others.
func TestLongWordsComeToMindInPart(t *testing.T) {
	long := strings.Repeat("We talked about the meeting. ", 90) + "The red kettle is from Otaru. " + strings.Repeat("Then it rained. ", 90)
	ix := newStore(t, nil, line("long", long, 0), line("short", "a red kettle whistles", 0))
	ask := asking("where is the red kettle from?")
	ask.Room = 400
	got := New(ix, nil, clock.Real{}, quiet()).Prime(t.Context(), ask)
	if len(got.Items) != 2 || got.Trace.Spent > 400 {
		t.Fatalf("%s%+v", brought(got), got.Trace)
	}
	for _, it := range got.Items {
		n := utf8.RuneCountInString(it.Text)
		if it.ID == "long" && (!strings.Contains(it.Text, "The red kettle is from Otaru.") || n < 100 || n > 200) {
			t.Errorf("%q", it.Text)
		}
	}
	for _, c := range got.Trace.Candidates {
		if !c.Injected || c.Tokens > 200 {
			t.Errorf("%+v", c)
		}
	}
}

// TestLongNeighboursStayAway: words at length that were not found themselves
// have no passage to bring.
func TestLongNeighboursStayAway(t *testing.T) {
	ask := asking("where is the red kettle from?")
	s := &spending{ask: ask}
	it := Item{ID: "long", Text: strings.Repeat("the red kettle. ", 90)}
	if got, ok := s.fitted(it, 400, 400, false); ok || got.Text != it.Text {
		t.Errorf("%q", got.Text)
	}
	if got, ok := s.fitted(it, 400, 400, true); !ok || utf8.RuneCountInString(got.Text) > 200 {
		t.Errorf("%q", got.Text)
	}
}

// TestPassageIsPartOfTheText: whatever the text, a passage fits, is valid and
// is a stretch of it; the pieces are the text.
func TestPassageIsPartOfTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.StringOfN(rapid.SampledFrom([]rune("猫犬a b.。！\n👩 é")), 0, 400, -1).Draw(t, "whole")
		most := rapid.IntRange(0, 300).Draw(t, "most")
		got, ok := passage("猫 a", whole, func(s string) bool { return utf8.RuneCountInString(s) <= most })
		if strings.Join(pieces(whole), "") != whole {
			t.Fatalf("pieces %q", pieces(whole))
		}
		if utf8.RuneCountInString(got) > most || !ok && got != "" || !strings.Contains(whole, strings.Trim(got, "…")) {
			t.Fatalf("%q of %q", got, whole)
		}
	})
}

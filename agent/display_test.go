package agent

import (
	"strings"
	"testing"

	"github.com/kokoron/kokoron/internal/turn"
)

func TestRoundsThatRepeatEarlierOnesAreShownOnce(t *testing.T) {
	for _, c := range []struct {
		name   string
		rounds []string
		want   string
	}{
		{"the same again", []string{"覚えました。", "覚えました。"}, "覚えました。"},
		{"the same again, with blanks", []string{"覚えました。\n", " 覚えました。\n\n"}, "覚えました。"},
		{"a beginning of what was said is something new", []string{"はい、わかりました。", "はい"}, "はい、わかりました。\nはい"},
		{"begins alike and goes on", []string{"調べます。", "調べます。ミカンでした。"}, "調べます。\n調べます。ミカンでした。"},
		{"something else", []string{"調べます。", "ミカンでした。"}, "調べます。\nミカンでした。"},
		{"after a round in between", []string{"a", "b", "a"}, "a\nb"},
		{"an empty round", []string{"a", "", "a", "b"}, "a\nb"},
	} {
		for _, size := range []int{1, 3, 1000} {
			shown := ""
			d := newDisplay(turn.Turn{}, func(e turn.Event) {
				if e.Kind == turn.Delta {
					shown += e.Text
				}
			})
			for _, round := range c.rounds {
				for i := 0; i < len(round); i += size {
					d.add(round[i:min(i+size, len(round))])
				}
				d.end()
			}
			if shown != c.want || d.text.String() != c.want {
				t.Errorf("%s, pieces of %d: %q", c.name, size, shown)
			}
		}
	}
}

func TestARoundThatIsDoneAgainIsNoRepeat(t *testing.T) {
	d := newDisplay(turn.Turn{}, func(turn.Event) {})
	d.add("first")
	d.end()
	mark := d.mark()
	d.add("a stump")
	d.back(mark)
	d.add("a stump, whole")
	d.end()
	if got := d.text.String(); got != "first\na stump, whole" || strings.Count(got, "stump") != 1 {
		t.Errorf("%q", got)
	}
}

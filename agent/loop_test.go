package agent

import (
	"strings"
	"testing"
)

func TestLooping(t *testing.T) {
	for _, c := range []struct {
		name, text string
		keep       string // "" where it is no loop
	}{
		{"a sentence again and again", "まあ。" + strings.Repeat("雨ですね。", 40), "まあ。雨ですね。"},
		{"the last copy is cut", "x " + strings.Repeat("I see. ", 60) + "I s", "x I see."},
		{"laughing", "あ" + strings.Repeat("は", 30), ""},
		{"a rule of dashes", strings.Repeat("-", 80), ""},
		{"a list with different items", strings.Repeat("- りんご\n- みかん\n", 3), ""},
		{"prose", "昨日は雨でした。今日は晴れています。明日もきっと晴れるでしょう。", ""},
		{"nothing", "", ""},
	} {
		keep, ok := looping(c.text, loopBytes)
		if ok != (c.keep != "") {
			t.Errorf("%s: loop %v", c.name, ok)
		}
		if ok && c.text[:keep] != c.keep {
			t.Errorf("%s: kept %q", c.name, c.text[:keep])
		}
	}
}

func TestLoopingFindsLongPieces(t *testing.T) {
	piece := "今日はとてもいい天気なので、先生と一緒に公園まで散歩に行きたいと思っています。"
	if _, ok := looping(strings.Repeat(piece, loopCopies), loopBytes); !ok {
		t.Errorf("%d copies of %d bytes are no loop", loopCopies, len(piece))
	}
}

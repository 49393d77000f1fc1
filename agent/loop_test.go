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
		keep, ok := seenLoop.found(c.text)
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
	if _, ok := seenLoop.found(strings.Repeat(piece, seenLoop.copies)); !ok {
		t.Errorf("%d copies of %d bytes are no loop", seenLoop.copies, len(piece))
	}
}

// TestLoopingUnseen: what nobody sees is ended where a whole page of it comes again
// and again, and not where little does.
func TestLoopingUnseen(t *testing.T) {
	var page strings.Builder
	for _, what := range []string{"予定", "思い出", "仕事", "気に入り", "想い"} {
		page.WriteString("【明日の" + what + "】\n・明後日：2026-01-06（月曜日）17:25（14:20 - 17:25）\n\n")
	}
	for n, want := range map[int]bool{1: false, 3: false, 5: true} {
		if _, ok := unseenLoop.found("まあ。" + strings.Repeat(page.String(), n) + "【明日"); ok != want {
			t.Errorf("%d copies of %d bytes: loop %v", n, page.Len(), ok)
		}
	}
	if _, ok := unseenLoop.found(strings.Repeat("I see. ", 60)); ok {
		t.Error("a thought may not turn in a circle for a while")
	}
}

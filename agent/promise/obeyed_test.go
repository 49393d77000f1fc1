package promise

import "testing"

// TestUnkeptTo: to have forgotten is a claim where somebody asked for it, and
// nothing else makes it one.
func TestUnkeptTo(t *testing.T) {
	for _, c := range []struct {
		words, reply string
		want         int
	}{
		{"合言葉のことは忘れて。", "忘れました。", 1},
		{"さっきの話、忘れてください", "はい、もう忘れたよ！安心してね。", 1},
		{"それ消してくれる？", "消しました。", 1},
		{"忘れて", "わかりました、忘れますね。忘れました。", 2},
		{"Please forget my password.", "I've forgotten it.", 1},
		{"Forget the code.", "Okay. It's gone.", 1},
		{"please delete what I told you", "I deleted it.", 1},
		{"请忘记我的密码", "好的，已经忘了。", 1},
		{"把这件事忘掉吧", "我已经忘记了。", 1},

		{"そのことを忘れてた", "私も忘れました。", 0},
		{"忘れないで", "忘れました。", 0},
		{"昨日の夕飯は？", "ごめんなさい、忘れました。", 0},
		{"合言葉のことは忘れて。", "わかりました。", 0},
		{"合言葉のことは忘れて。", "忘れましたか？", 0},
		{"I forgot my keys", "I forgot mine too.", 0},
		{"What was the code?", "Sorry, I forgot it.", 0},
		{"Don't forget my birthday", "I forgot it.", 0},
		{"我忘了带伞", "我也忘了。", 0},
	} {
		got := UnkeptTo(c.words, c.reply)
		if len(got) != c.want {
			t.Errorf("%q, %q: %+v", c.words, c.reply, got)
		}
		for i, claim := range got {
			if claim.Kind != Forget || i > 0 && claim.Start < got[i-1].End {
				t.Errorf("%q, %q: %+v", c.words, c.reply, got)
			}
		}
		if rest := UnkeptTo(c.words, c.reply, Forget); len(rest) > 0 {
			t.Errorf("%q, %q, and forgotten: %+v", c.words, c.reply, rest)
		}
	}
}

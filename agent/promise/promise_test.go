package promise

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestClaims(t *testing.T) {
	for _, c := range cases {
		got := Unkept(c.text)
		if c.kind == "" {
			if len(got) > 0 {
				t.Errorf("%s: a claim of %s was seen in %q", c.text, got[0].Kind, c.text[got[0].Start:got[0].End])
			}
			continue
		}
		if len(got) != 1 || got[0].Kind != c.kind {
			t.Errorf("%s: found %+v, want one %s", c.text, got, c.kind)
			continue
		}
		if got[0].Content != c.content {
			t.Errorf("%s: content %q, want %q", c.text, got[0].Content, c.content)
		}
	}
}

func TestWritesKeepPromises(t *testing.T) {
	for _, c := range cases {
		if c.kind != "" && len(Unkept(c.text, c.kind)) > 0 {
			t.Errorf("%s: not kept by a %s", c.text, c.kind)
		}
		if c.kind != "" && c.kind != Memory && len(Unkept(c.text, Memory)) == 0 {
			t.Errorf("%s: kept by a mere memory", c.text)
		}
	}
	if len(Unkept("覚えておきますね。", Calendar)) != 0 {
		t.Error("what is in the calendar is remembered")
	}
}

func TestSpans(t *testing.T) {
	reply := "  ラーメン、いいですね！ 覚えておきますね。\nI'll remind you at 9. Good night."
	var got []string
	for _, c := range Unkept(reply) {
		got = append(got, reply[c.Start:c.End])
	}
	if want := "覚えておきますね。|I'll remind you at 9."; strings.Join(got, "|") != want {
		t.Errorf("found %q, want %s", got, want)
	}
}

func TestCorrect(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"ラーメン、いいですね！覚えておきますね。また行きましょう。",
			"ラーメン、いいですね！まだ記憶には残せていません。大事なことなら「覚えておいて」と言ってください。また行きましょう。"},
		{"Nice! I'll remember that. I've saved it. See you.",
			"Nice! It is not in my memory yet; say \"remember this\" if it matters.  See you."},
		{"好的。\n我会提醒你的。", "好的。\n这件事还没有提醒。"},
		{"Nothing to correct.", "Nothing to correct."},
	} {
		if got := Correct(c.in, Unkept(c.in)...); got != c.want {
			t.Errorf("%q\n got %q\nwant %q", c.in, got, c.want)
		}
	}
}

// TestCorrectedIsTrue: whatever sentences stand around it, a corrected reply
// makes no claim any more and all other sentences are still there.
func TestCorrectedIsTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		picked := rapid.SliceOfN(rapid.SampledFrom(cases), 1, 8).Draw(t, "cases")
		var parts []string
		for _, c := range picked {
			parts = append(parts, c.text)
		}
		reply := strings.Join(parts, rapid.SampledFrom([]string{"\n", "\n\n", " \n"}).Draw(t, "joint"))
		fixed := Correct(reply, Unkept(reply)...)
		if left := Unkept(fixed); len(left) > 0 {
			t.Fatalf("still claims %q in %q", fixed[left[0].Start:left[0].End], fixed)
		}
		for _, c := range picked {
			if c.kind == "" && !strings.Contains(fixed, c.text) {
				t.Fatalf("%q is gone from %q", c.text, fixed)
			}
		}
	})
}

// FuzzUnkept: no text breaks it; spans are in order, inside and non-empty.
func FuzzUnkept(f *testing.F) {
	for _, c := range cases {
		f.Add(c.text)
	}
	f.Add("\xff「覚えて\n」\xe3")
	f.Fuzz(func(t *testing.T, s string) {
		at := 0
		claims := Unkept(s)
		for _, c := range claims {
			if c.Start < at || c.End <= c.Start || c.End > len(s) {
				t.Fatalf("span %d-%d after %d in %q", c.Start, c.End, at, s)
			}
			at = c.End
		}
		Correct(s, claims...)
	})
}

func BenchmarkUnkept(b *testing.B) {
	reply := "ラーメンが好きなんですね。寒い日は味噌がおいしいです。今度のお休みに、駅前の新しいお店へ行ってみませんか。" +
		"評判がいいそうですよ。先生の好みに合うと思います。ちゃんと覚えておきますね。"
	b.SetBytes(int64(len(reply)))
	for b.Loop() {
		Unkept(reply)
	}
}

// TestOtherWrites: what a write of another kind keeps and what it does not.
func TestOtherWrites(t *testing.T) {
	for _, c := range []struct {
		reply string
		wrote Kind
		kept  bool
	}{
		{"覚えておきますね。", Forget, false}, {"I'll remember that.", Forget, false}, {"我记住了。", Forget, false},
		{"覚えておきますね。", Update, false}, {"I've noted that.", Update, false}, {"記憶を更新しました。", Update, true},
		{"記憶から消しました。", Update, false}, {"記憶を更新しました。", Forget, true}, {"I've updated my notes.", Forget, true}, {"更新好了记忆。", Forget, true},
		{"記憶から消しました。", Memory, false}, {"I've deleted that from my memory.", Calendar, false}, {"已经忘掉了。", Memory, false},
		{"覚えておきますね。", Reminder, true}, {"I'll remind you at nine.", Calendar, false}, {"カレンダーに入れました。", Reminder, false},
	} {
		if kept := len(Unkept(c.reply, c.wrote)) == 0; kept != c.kept {
			t.Errorf("%s after a write of %s: kept %v", c.reply, c.wrote, kept)
		}
	}
}

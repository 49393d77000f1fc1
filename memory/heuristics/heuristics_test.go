package heuristics

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// show writes notes as the cases have them.
func show(notes []Note) string {
	var out []string
	for _, n := range notes {
		content := n.Content
		if n.Previous {
			content = "previous"
		}
		out = append(out, string(n.Kind)+": "+content)
	}
	return strings.Join(out, "; ")
}

func TestRead(t *testing.T) {
	kept, count := map[text.Lang]int{}, map[text.Lang]int{}
	for _, c := range cases {
		if got := show(Read(c.words, c.lang)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.words, got, c.want)
		}
		count[c.lang]++
		if c.want != "" {
			kept[c.lang]++
		}
	}
	for lang, n := range count {
		if n < 60 || n-kept[lang] < 30 || kept[lang] < 30 {
			t.Errorf("%s: %d messages, %d of them kept: the table has lost its measure", lang, n, kept[lang])
		}
	}
}

// sound checks what holds of every answer.
func sound(t interface{ Fatalf(string, ...any) }, words string, notes []Note) {
	if len(notes) > maxNotes {
		t.Fatalf("%q: %d notes", words, len(notes))
	}
	for _, n := range notes {
		w := weights[n.Kind]
		switch {
		case n.Term != w.term || n.Strength != w.strength || n.Strength <= 0 || n.Strength > 1:
			t.Fatalf("%q: %+v", words, n)
		case !slices.Contains(memory.Categories(), n.Category):
			t.Fatalf("%q: category %q", words, n.Category)
		case n.Explicit != (n.Kind == Explicit) || n.Previous && !n.Explicit:
			t.Fatalf("%q: %+v", words, n)
		case n.Previous != (n.Content == "") || !n.Previous && !fact(n.Content):
			t.Fatalf("%q: %+v", words, n)
		case !strings.Contains(words, strings.TrimSuffix(n.Content, "…")):
			t.Fatalf("%q: %q is not in the person's words", words, n.Content)
		case n.Content != strings.TrimSpace(n.Content) || utf8.RuneCountInString(n.Content) > maxExplicit:
			t.Fatalf("%q: %q", words, n.Content)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, c := range cases {
		f.Add(c.words, string(c.lang))
	}
	f.Add("「覚えておいて\n：\xff”覚えておいて", "ja")
	f.Fuzz(func(t *testing.T, words, lang string) {
		if _, ok := rulesOf[text.Lang(lang)]; !ok {
			lang = string(text.En)
		}
		sound(t, words, Read(words, text.Lang(lang)))
	})
}

// Whatever is kept is kept no more when it is asked, told of somebody else,
// supposed, or taken back as a joke; and chat around it changes nothing.
func TestTurned(t *testing.T) {
	turns := map[text.Lang]struct{ supposed, told, joke, chat string }{
		text.Ja: {"もし%sなら、どうする？", "先輩が「%s」って言ってた", "%s\n冗談だよ", "今日は雨だね。\n%s\nそれじゃあまたね。"},
		text.En: {"what if %s?", "He said \"%s\" yesterday", "%s\nJust kidding!", "It is raining again.\n%s\nSee you later."},
		text.Zh: {"如果%s的话怎么办？", "他说“%s”", "%s\n开玩笑的", "今天又下雨了。\n%s\n回头见。"},
	}
	rapid.Check(t, func(rt *rapid.T) {
		c := rapid.SampledFrom(cases).Draw(rt, "case")
		if strings.ContainsAny(c.words, "\n“”\"「」") {
			return
		}
		of := func(form string) (string, []Note) {
			words := strings.Replace(form, "%s", c.words, 1)
			notes := Read(words, c.lang)
			sound(rt, words, notes)
			return words, notes
		}
		turn := turns[c.lang]
		if words, notes := of(turn.joke); len(notes) > 0 {
			rt.Fatalf("%q: %s", words, show(notes))
		}
		if strings.Contains(c.want, "explicit") || strings.Contains(c.want, ";") {
			return
		}
		bare := strings.TrimRight(c.words, "。.!！？?")
		c.words = bare
		for _, form := range []string{turn.supposed, turn.told} {
			if words, notes := of(form); len(notes) > 0 {
				rt.Fatalf("%q: %s", words, show(notes))
			}
		}
		if words, notes := of("%s?"); len(notes) > 0 {
			rt.Fatalf("%q: %s", words, show(notes))
		}
		if words, notes := of(turn.chat); c.want != "" && show(notes) != c.want {
			rt.Fatalf("%q: %s, alone %s", words, show(notes), c.want)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	for _, c := range []struct {
		lang  text.Lang
		words string
	}{
		{text.Ja, "昨日は本当に疲れたよ。帰りに駅前のラーメン屋に寄ったんだけど、すごく混んでて一時間も待った。でも美味しかったから満足。"},
		{text.En, "Yesterday was exhausting. I stopped at the ramen place by the station, but it was packed and I waited an hour. Still, it was worth it."},
		{text.Zh, "昨天真的很累。回家路上去了车站前的拉面店，人特别多，等了一个小时。不过很好吃，所以还算满意。"},
	} {
		b.Run(string(c.lang), func(b *testing.B) {
			for b.Loop() {
				Read(c.words, c.lang)
			}
		})
	}
}

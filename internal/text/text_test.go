package text

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"Mikan":             "mikan",
		"ＭＩＫＡＮ　１２":          "mikan 12",
		"ﾈｺとｶﾞｷﾞ":           "ネコとガギ",
		"㈱ねこ":               "(株)ねこ",
		"Straße ΣΊΣΥΦΟΣ":    "strasse σίσυφοσ",
		"カ\u3099":           "ガ",
		"mi\u200bk\u00adan": "mikan",
		"a\xffb":            "a\uFFFDb",
		"":                  "",
	} {
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := Fold(rapid.String().Draw(t, "s"))
		if again := Fold(s); again != s {
			t.Fatalf("Fold twice: %q, then %q", s, again)
		}
	})
}

func TestHiragana(t *testing.T) {
	if got := Hiragana("ラーメンとヴィヶヽ猫A"); got != "らーめんとゔぃゖゝ猫A" {
		t.Error(got)
	}
}

func TestCleanName(t *testing.T) {
	for in, want := range map[string]string{
		"  先生 ":                         "先生",
		"Anna\u202Egnp.exe":             "Annagnp.exe",
		"a\u200bb\u2060c\ufeffd":        "abcd",
		"line\nbreak\r\n\u2028two":      "line break two",
		"\x1b[31mred\x07":               "[31mred",
		"\u3164\u115f\u2800":            "",
		"Zoë\u0301 Müller":              "Zoë\u0301 Müller",
		"bad\xff\xfebytes":              "badbytes",
		"\U000E0041tag\U000E007F":       "tag",
		"☀\ufe0f":                       "☀\ufe0f",
		"全角\u3000空白":                    "全角 空白",
		"\u2066isolated\u2069 \u061cok": "isolated ok",
	} {
		if got := CleanName(in); got != want {
			t.Errorf("CleanName(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestScriptOf(t *testing.T) {
	for s, want := range map[string]Script{
		"aZéＡ": ScriptLatin, "あゝ": ScriptHiragana, "アーｱｰ": ScriptKatakana, "猫々〇": ScriptHan,
		"한": ScriptHangul, "яλ": ScriptOther, "1 。😀!": ScriptNone,
	} {
		for _, r := range s {
			if got := ScriptOf(r); got != want {
				t.Errorf("ScriptOf(%q) = %d, want %d", r, got, want)
			}
		}
	}
}

func TestGuess(t *testing.T) {
	const undecided = Lang("?")
	for s, want := range map[string]Lang{
		"私の猫の名前はミカンです":                Ja,
		"Docker Composeの使い方を教えて":      Ja,
		"ラーメン":                        Ja,
		"東京駅":                         Ja,
		"我喜欢喝茶":                       Zh,
		"我喜歡喝茶":                       Zh,
		"你好":                          Zh,
		"谢谢！":                         Zh,
		"今天天气不错，我在家看の字":               Zh,
		"北京的天不是黑的":                    Zh,
		"my cat is called Mikan":      En,
		"What does ありがとう mean?":       En,
		"What is 寿司?":                 En,
		"Hello!":                      En,
		"HELLO":                       En,
		"I don’t know":                En,
		"了解":                          undecided,
		"ok":                          undecided,
		"https://example.com/what/is": undecided,
		"":                            undecided,
		"😀":                           undecided,
		"Привет, как дела":            undecided,
	} {
		if got := Guess(s, undecided); got != want {
			t.Errorf("Guess(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestMarkersAreDisjoint(t *testing.T) {
	for _, r := range onlyChinese {
		if strings.ContainsRune(onlyJapanese, r) || strings.Count(onlyChinese, string(r)) > 1 {
			t.Errorf("%q marks both languages or stands twice", r)
		}
	}
}

func TestTokens(t *testing.T) {
	for in, want := range map[string]string{
		"猫のMikan":                  "猫 猫の の mikan",
		"My cat's name, isn't it?": "my cat name isnt it",
		"the dogs’ ＡＢＣ１２３":         "the dogs abc123",
		"ﾗｰﾒﾝ":                     "ラ ラー ー ーメ メ メン ン",
		"3月9日":                     "3 月 9 日",
		"über, naïve":              "über naïve",
		"日本 東京":                    "日 日本 本 東 東京 京",
		"。、！ 😀":                    "",
		"Привет":                   "привет",
	} {
		if got := strings.Join(Tokens(in), " "); got != want {
			t.Errorf("Tokens(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestGraphemes(t *testing.T) {
	in := "👨‍👩‍👧‍👦がか\u3099🇯🇵e\u0301\r\n"
	want := []string{"👨‍👩‍👧‍👦", "が", "か\u3099", "🇯🇵", "e\u0301", "\r\n"}
	if got := Graphemes(in); !slices.Equal(got, want) {
		t.Errorf("Graphemes = %q", got)
	}
}

func TestExcerpt(t *testing.T) {
	for _, c := range []struct {
		in   string
		max  int
		want string
	}{
		{"猫の名前", 4, "猫の名前"},
		{"猫の名前", 3, "猫の…"},
		{"猫の名前", 1, "…"},
		{"猫の名前", 0, ""},
		{"", 3, ""},
		{"a👨‍👩‍👧‍👦b", 5, "a…"},
		{"one two three", 5, "one…"},
		{"か\u3099き", 2, "…"},
	} {
		if got := Excerpt(c.in, c.max); got != c.want {
			t.Errorf("Excerpt(%q, %d) = %q, want %q", c.in, c.max, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s, limit := rapid.String().Draw(t, "s"), rapid.IntRange(-1, 40).Draw(t, "max")
		got := Excerpt(s, limit)
		if n := utf8.RuneCountInString(got); n > max(limit, 0) {
			t.Fatalf("Excerpt(%q, %d) has %d runes", s, limit, n)
		}
		if head := strings.TrimSuffix(got, "…"); got != s && !strings.HasPrefix(s, head) {
			t.Fatalf("Excerpt(%q, %d) = %q is no beginning of it", s, limit, got)
		}
	})
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"猫のMikan's", "\xff\xfe", "👨‍👩‍👧‍👦\u202e", "İSTANBUL ŉ ΐ", "ᾳ\u0345\u0308", "한국어ㅤ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if joined := strings.Join(Graphemes(s), ""); joined != s {
			t.Errorf("Graphemes(%q) join to %q", s, joined)
		}
		if folded := Fold(s); Fold(folded) != folded {
			t.Errorf("Fold(%q) is not stable", s)
		}
		for _, tok := range Tokens(s) {
			if tok == "" || strings.ContainsAny(tok, " \n") {
				t.Errorf("Tokens(%q) has %q", s, tok)
			}
		}
		if name := CleanName(s); CleanName(name) != name || !utf8.ValidString(name) {
			t.Errorf("CleanName(%q) = %q is not clean", s, name)
		}
		Guess(s, Ja)
	})
}

func TestFill(t *testing.T) {
	cases := []struct {
		text  string
		pairs []string
		want  string
	}{
		{"Hi {name}, {name}!", []string{"name", "Mai"}, "Hi Mai, Mai!"},
		{"{a}{b}", []string{"b", "{a}", "a", "1"}, "1{a}"},
		{"{a} {c}", []string{"a", "1", "c"}, "1 {c}"},
		{"{a}", nil, "{a}"},
	}
	for _, c := range cases {
		if got := Fill(c.text, c.pairs...); got != c.want {
			t.Errorf("Fill(%q, %q) = %q, want %q", c.text, c.pairs, got, c.want)
		}
	}
}

func TestUnfinished(t *testing.T) {
	for _, whole := range []string{"", "a", "é", "猫", "🐈", "a猫"} {
		if n := Unfinished([]byte(whole)); n != 0 {
			t.Errorf("%q lacks nothing, got %d", whole, n)
		}
		last := []rune("x" + whole)
		size := len(string(last[len(last)-1:]))
		for cut := 1; cut < size && whole != ""; cut++ {
			if n := Unfinished([]byte(whole[:len(whole)-cut])); n != size-cut {
				t.Errorf("%q without %d bytes: %d, want %d", whole, cut, n, size-cut)
			}
		}
	}
	if n := Unfinished([]byte("a\x80\x80\x80\x80")); n != 0 {
		t.Errorf("bytes that begin nothing: %d", n)
	}
}

func TestWidth(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "abc": 3, "ねこ": 4, "「。": 4, "ｶﾞﾊﾟ": 4, "か\u3099": 2, "e\u0301": 1, "👩‍👧": 2, "🇯🇵": 2, "❤️": 2, "한": 2, "…α": 2, "\n\t": 0,
	} {
		if got := Width(s); got != want {
			t.Errorf("%q takes %d columns, want %d", s, got, want)
		}
	}
}

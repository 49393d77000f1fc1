package render

import (
	"fmt"
	"strings"
	"testing"
)

// marked shows the entities of a message as tags in its text.
func marked(m Message) string {
	es := toBytes(m.Text, m.Entities)
	var b strings.Builder
	for at := 0; at <= len(m.Text); at++ {
		for i := len(es) - 1; i >= 0; i-- {
			if es[i].end() == at {
				fmt.Fprintf(&b, "</%s>", es[i].Type)
			}
		}
		for _, e := range es {
			if e.Offset == at {
				fmt.Fprintf(&b, "<%s%s>", e.Type, strings.TrimRight(" "+e.URL+e.Language, " "))
			}
		}
		if at < len(m.Text) {
			b.WriteByte(m.Text[at])
		}
	}
	return b.String()
}

func TestText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		// Emphasis next to letters without blanks between them.
		{"**「重要」**です", "<bold>「重要」</bold>です"},
		{"彼は**“重要”**的人", "彼は<bold>“重要”</bold>的人"},
		{"**100%**です。**元気😊**だ", "<bold>100%</bold>です。<bold>元気😊</bold>だ"},
		{"**중요(重)**는", "<bold>중요(重)</bold>는"},
		{"彼は||秘密||です", "彼は<spoiler>秘密</spoiler>です"},
		{"a~b~c 10~20", "a~b~c 10~20"},
		{"a||b||c and (d||e) || (f||g)", "a||b||c and (d||e) || (f||g)"},
		{"2*3*4, 2**8 and 2**9", "2*3*4, 2**8 and 2**9"},
		{"**5**kg un*frigging*believable", "<bold>5</bold>kg un<italic>frigging</italic>believable"},
		// Faces.
		{`¯\_(ツ)_/¯ \(^o^)/ _(:3」∠)_`, `¯\_(ツ)_/¯ \(^o^)/ _(:3」∠)_`},
		{"(*´∀`) x (´∀`) (*ﾉωﾉ) (*^_^*)", "(*´∀`) x (´∀`) (*ﾉωﾉ) (*^_^*)"},
		{"（*^^*）と（*´▽｀*）、（*≧▽≦）", "（*^^*）と（*´▽｀*）、（*≧▽≦）"},
		{"^_^ hi ^_^ (>_<) (>_<) *^_^*", "^_^ hi ^_^ (>_<) (>_<) *^_^*"},
		{">_< やだ", ">_< やだ"},
		{"(**重要**) (*важно*) (`x`) (e.g. `a`, `b`) (*a*)", "(<bold>重要</bold>) (<italic>важно</italic>) (<code>x</code>) (e.g. <code>a</code>, <code>b</code>) (<italic>a</italic>)"},
		{`(\*) ([a_](https://e.jp/_x_))`, "(*) (<text_link https://e.jp/_x_>a_</text_link>)"},
		{">w/ you", "<blockquote>w/ you</blockquote>"},
		// Formulas, paths and addresses.
		{`$x_1 * y_2 * z$ and \(a_1 * b * c\)`, `$x_1 * y_2 * z$ and \(a_1 * b * c\)`},
		{"from $5 to *maybe* $6", "from $5 to <italic>maybe</italic> $6"},
		{`C:\_new\_x or \\srv\_a\_b`, `C:\_new\_x or \\srv\_a\_b`},
		{"は：https://e.jp/_a_です。*https://e.jp/b*", "は：https://e.jp/_a_です。<italic>https://e.jp/b</italic>"},
		{"(https://e.jp/z_(q)_). <https://e.jp/w> <a@b.jp>", "(https://e.jp/z_(q)_). https://e.jp/w a@b.jp"},
		// Links.
		{"[a](javascript:alert(1)) [b](docs/x.md) [c](mailto:x@y.jp) [d]() [y.md](y.md)", "a b (docs/x.md) c (x@y.jp) d y.md"},
		{"[](https://e.jp) ![](https://e.jp/i) [![cat](https://e.jp/i)](https://e.jp/p)", "<text_link https://e.jp>https://e.jp</text_link> <text_link https://e.jp/i>https://e.jp/i</text_link> <text_link https://e.jp/p>cat</text_link>"},
		{"[`go`](https://e.jp) [x](tg://user?id=42)", "<text_link https://e.jp>go</text_link> <text_link tg://user?id=42>x</text_link>"},
		{"[tea][1]\n\n[1]: https://e.jp/tea", "<text_link https://e.jp/tea>tea</text_link>"},
		{"[注意]: 明日は雨\n\n[2]: https://e.jp/unused", "[注意]: 明日は雨\n\n[2]: https://e.jp/unused"},
		// Code takes no other style.
		{"**a `b` *c `d`* e**", "<bold>a</bold> <code>b</code> <bold><italic>c</italic></bold> <code>d</code> <bold>e</bold>"},
		{"||a `b` c||", "<spoiler>a b c</spoiler>"},
		{"**a __b__ *c* ** d**", "<bold>a b <italic>c</italic> ** d</bold>"},
		// Blocks.
		{"1. a\n1. b\n\n9) x\n7) y\n", "1. a\n2. b\n\n9) x\n7) y"},
		{"- a\n  - b\n    - c\n- [x] d\n- [ ] e", "• a\n  ◦ b\n    ▪ c\n☑ d\n☐ e"},
		{"- a\n\n- b\n\n  c\n- ```py\n  x\n  ```", "• a\n\n• b\n\nc\n• \n<pre py>x</pre>"},
		{"> a\n> > b\n> - `c`\n\nd", "<blockquote>a\nb\n• <code>c</code></blockquote>\n\nd"},
		{"a\n> ```\n>   b", "a\n<blockquote><pre>  b</pre></blockquote>"},
		{"a\n|x|y|\n|-|-|\n|1|2|\n---", "a\n\n<bold>x | y</bold>\n1 | 2\n\n———"},
		{"# a\n## b\nc\n***\nd\n\n\n# e", "<bold>a</bold>\n<bold>b</bold>\nc\n———\nd\n\n<bold>e</bold>"},
		{"|x|y|\n|-|-|\n|1|2|3|", "|x|y|\n|-|-|\n|1|2|3|"},
		{"```{.py}\nx\n```\n```C:\\x y\nz\n```", "<pre>x</pre>\n<pre>C:\\x y\nz</pre>"},
		{"| a | `b` | c |\n|---|---|---|\n| 1 | | 3 |\n| 4 |", "<bold>a |</bold> <code>b</code> <bold>| c</bold>\n1 |  | 3\n4"},
		{"text\n-", "text\n-"},
		{"text\n---\nmore\n***\nend\\\nline  \ntwo", "<bold>text</bold>\nmore\n———\nend\nline\ntwo"},
		{"```今日は\nx\n```", "<pre>今日は\nx</pre>"},
		{"```go\nif a < b {", "<pre go>if a < b {</pre>"},
		{"<details>\n**x** <b a=\"*y*\">\n</details>", "<details>\n<bold>x</bold> <b a=\"*y*\">\n</details>"},
		{`&amp; \&amp; &copy; &nope; &#7;x \*`, "& &amp; © &nope; x *"},
		{"a\u202eb\r\nc\x00\xff", "ab\nc\uFFFD"},
	} {
		m := Text(c.in)
		if got := marked(m); got != c.want {
			t.Errorf("%q:\n got %q\nwant %q", c.in, got, c.want)
		}
		sound(t, m, telegramLimits())
	}
}

func TestSplit(t *testing.T) {
	limits := Limits{UTF16: 20, Entities: 2, Data: 30}
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"", nil},
		{" \n\u200b\n", nil},
		{"twelve chars\n\nsix six", []string{"twelve chars", "six six"}},
		{"one\n\ntwo three four five", []string{"one\n\ntwo three four", "five"}},
		{"a line of text\nand the rest", []string{"a line of text", "and the rest"}},
		{"今日はいい天気ですね。「うん。」行こう", []string{"今日はいい天気ですね。「うん。」行こう"}},
		{"今日はとてもいい天気。「うん。」いっしょに行こう", []string{"今日はとてもいい天気。「うん。」", "いっしょに行こう"}},
		{"Well, is it so? Yes it is", []string{"Well, is it so?", "Yes it is"}},
		{"1234567890123456789👨‍👩‍👧‍👦", []string{"1234567890123456789", "👨‍👩‍👧‍👦"}},
		{"12345678901234567890\n12345678901234567890", []string{"12345678901234567890", "12345678901234567890"}},
		{"a" + strings.Repeat("\u0301", 30), []string{"a" + strings.Repeat("\u0301", 19), strings.Repeat("\u0301", 11)}},
		{"**bold words that go on and on**", []string{"<bold>bold words that go</bold>", "<bold>on and on</bold>"}},
		{"> *quoted words that go on*", []string{"<blockquote><italic>quoted words that go</italic></blockquote>", "<blockquote><italic>on</italic></blockquote>"}},
		{"fourteen chars `b c d e f`", []string{"fourteen chars", "<code>b c d e f</code>"}},
		{"fifteen chars x\n```go\n  a\n  b\n```", []string{"fifteen chars x", "<pre go>  a\n  b</pre>"}},
		{"```go\nfunc f() {\n  return 1234\n}\n```", []string{"<pre go>func f() {</pre>", "<pre go>  return 1234\n}</pre>"}},
		{"*a* *b* *c* d", []string{"<italic>a</italic> <italic>b</italic>", "<italic>c</italic> d"}},
		{"[a](https://e.jp/12345) [b](https://e.jp/12345)", []string{"<text_link https://e.jp/12345>a</text_link>", "<text_link https://e.jp/12345>b</text_link>"}},
		{"[a](https://e.jp/1234567890123456789)", []string{"a"}},
	} {
		m := Text(c.in)
		var got []string
		for _, p := range Split(m.Text, m.Entities, limits) {
			sound(t, p, limits)
			got = append(got, marked(p))
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
			t.Errorf("%q:\n got %q\nwant %q", c.in, got, c.want)
		}
	}
}

// TestSplitOdd gives Split entities and limits that no Text makes.
func TestSplitOdd(t *testing.T) {
	got := Split("a👍b", []Entity{
		{Type: Bold, Offset: 2, Length: 9}, {Type: Italic, Offset: 7, Length: 1}, {Type: Code, Offset: 0, Length: 0},
	}, Limits{})
	want := []string{"a", "👍", "<bold>b</bold>"}
	for i, m := range got {
		if i >= len(want) || marked(m) != want[i] {
			t.Errorf("message %d: %q", i, marked(m))
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d messages", len(got))
	}
}

// FuzzTelegram holds what every reply must keep: messages a server takes, and
// together the text of the whole.
func FuzzTelegram(f *testing.F) {
	for _, s := range []string{reply, "> *a* `b` [c](https://e.jp)\n", "- 1\n  - **2 `3`**\n", "|a|b|\n|-|-|\n|c|d|", "🌸||x||『。』\n\n", "```go\n \n x", "&#0;\u200b*\u200b*", "(*´∀`) \\_(ツ)_/¯ $x_1$ C:\\a"} {
		f.Add(s, uint8(3), uint8(2))
	}
	f.Fuzz(func(t *testing.T, s string, units, entities uint8) {
		m := Text(s)
		for _, l := range []Limits{telegramLimits(), {UTF16: max(2, int(units)), Entities: max(1, int(entities)), Data: 100}} {
			parts := Split(m.Text, m.Entities, l)
			for _, p := range parts {
				sound(t, p, l)
			}
			if got, want := seen(joined(parts)), seen(m.Text); got != want {
				t.Errorf("%q became %q", want, got)
			}
		}
		wall(t, HTML(s))
	})
}

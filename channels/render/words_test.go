package render

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// scraps are what TestWordsStay builds replies from. None of them hides a word
// from the reader by its own right, as the info of a code block or an address does.
var scraps = []string{
	"*", "**", "_", "__", "~~", "||", "`", "``", "[", "](https://e.jp/x)", "](../y)", "![", "<", ">", "</b>", "<b ", "&amp;", "&", `\`, "$", "(", ")",
	"（", "）", "「", "」", "。", "！", "です", "*^_^*", "(´∀`)", `\_(ツ)_/`, `C:\`, ":", "https://e.jp/a_b", "😊", "👨‍👩‍👧", "\u200b", "\u0301",
	"\n", "\n\n", "  \n", "\n> ", "\n- ", "\n  - ", "\n1. ", "\n7) ", "\n# ", "\n---\n", "\n===\n", "\n```\n", "\n    ", "\n|a|b|\n|-|-|\n|", "|", "\t", " ", "\r\n",
}

var (
	word = regexp.MustCompile(`w[0-9]+x`)
	info = regexp.MustCompile("~~~|```[ \t:_]*(w|https)") // of a code block, which is not shown
)

// TestWordsStay builds replies from words and scraps of Markdown: every word
// is seen once, in order, in the text, in the parts it is split into and on the
// page, and all that comes out is as it must be.
func TestWordsStay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var b strings.Builder
		var want []string
		for i, s := range rapid.SliceOfN(rapid.SampledFrom(scraps), 1, 60).Draw(rt, "scraps") {
			b.WriteString(s)
			if rapid.Bool().Draw(rt, "word") {
				want = append(want, fmt.Sprintf("w%dx", i))
				b.WriteString(want[len(want)-1])
			}
		}
		src := b.String()
		if info.MatchString(src) {
			rt.Skip("a word may be the info of a code block")
		}
		m := Text(src)
		l := Limits{UTF16: rapid.IntRange(8, 80).Draw(rt, "units"), Entities: rapid.IntRange(1, 5).Draw(rt, "entities"), Data: 60}
		parts := Split(m.Text, m.Entities, l)
		for _, p := range parts {
			sound(rt, p, l)
		}
		page := HTML(src)
		wall(rt, page)
		same := func(where, got string) {
			if found := word.FindAllString(got, -1); strings.Join(found, " ") != strings.Join(want, " ") {
				rt.Errorf("%s of %q has %v, want %v: %q", where, src, found, want, got)
			}
		}
		same("text", m.Text)
		same("parts", strings.ReplaceAll(joined(parts), "\n", ""))
		same("page", regexp.MustCompile(`</?[a-z][^>]*>`).ReplaceAllString(page, ""))
		if got, all := seen(joined(parts)), seen(m.Text); got != all {
			rt.Errorf("%q became %q", all, got)
		}
	})
}

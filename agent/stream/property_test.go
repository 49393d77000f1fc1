package stream

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// seeds are texts in which the states meet; the fuzz test starts from them.
var seeds = []string{
	"a<think>b</think>c", "a</think>b</think>c", "<think>a<think>b</think>c<think>",
	"`<think>`` <thought>` </think>\n`x", "> ```\n> <think>\n<think>a</think>b",
	"```x `<think>\n```\n~~~\n</think>", `{"a":"<think>\"", "b":[{"c":"</think>"}]}<think>`,
	"{\"a\":\"<think>\n</think>", "1. ```\n</think>\n ``` \n</think>", "\ufeff \n<think/>a < think x='\n'>",
	"[THINK]a[/THINK]◁think▷b◁/think▷c", "<th\xffink>\xe3\x81</think>\xe3", "`<think a=`>b</think>`\n",
}

// FuzzCuts checks for any text and any cut: the result is that of one chunk, and
// nothing ever returned is broken UTF-8.
func FuzzCuts(f *testing.F) {
	for i, s := range seeds {
		f.Add([]byte(s), uint8(i), uint64(i)*0x9e3779b97f4a7c15)
	}
	f.Fuzz(func(t *testing.T, text []byte, mode uint8, where uint64) {
		m := Mode(mode % 3)
		want := play(m, [][]byte{text}, nil)
		if !utf8.ValidString(want.visible) || !utf8.ValidString(want.thought) {
			t.Fatalf("broken: %q %q", want.visible, want.thought)
		}
		if len(want.visible)+len(want.thought) > len(text) {
			t.Fatalf("more came out than went in: %q %q", want.visible, want.thought)
		}
		var random [][]byte
		rest := text
		for len(rest) > 0 {
			n := min(len(rest), 1+int(where%7))
			where = where*6364136223846793005 + 1442695040888963407
			where ^= where >> 29
			random, rest = append(random, rest[:n]), rest[n:]
		}
		for _, chunks := range [][][]byte{cuts(text, 1), cuts(text, 2), random} {
			got := play(m, chunks, func(v string) {
				if !utf8.ValidString(v) {
					t.Fatalf("broken: %q", v)
				}
			})
			if got.visible != want.visible || got.thought != want.thought || got.empty != want.empty || got.lone != want.lone {
				t.Fatalf("%v %q: visible %q thought %q, in one chunk %q %q", m, chunks, got.visible, got.thought, want.visible, want.thought)
			}
		}
	})
}

// TestCutsOfPieces is FuzzCuts on texts made of what the states turn on.
func TestCutsOfPieces(t *testing.T) {
	pieces := []string{
		"<think>", "</think>", "<thought", ">", "<", "/", "think", "<think/>", " ", "\n", "\r\n", "`", "``", "```", "~~~", "> ", "- ", "1. ",
		"{", "}", "[", "]", "\"", "\\", ":", ",", "a", "あ", "\xe3", "\xff", "[THINK]", "◁/think▷", "◁", "{\"a\":\"", "\"}", "x y", strings.Repeat("z", 300),
	}
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "pieces"), ""))
		m := rapid.SampledFrom([]Mode{Auto, Prefilled, Held}).Draw(t, "mode")
		want := play(m, [][]byte{text}, nil)
		if len(want.visible)+len(want.thought) > len(text) {
			t.Fatalf("%q: more came out than went in: %q %q", text, want.visible, want.thought)
		}
		n := rapid.IntRange(1, 9).Draw(t, "size")
		got := play(m, cuts(text, n), nil)
		if got.visible != want.visible || got.thought != want.thought || got.empty != want.empty {
			t.Fatalf("%q by %d: visible %q thought %q, in one chunk %q %q", text, n, got.visible, got.thought, want.visible, want.thought)
		}
	})
}

// TestKnownText builds texts out of parts whose fate is known and checks that
// the filter divides them so: no visible part is lost, no thought part shown.
func TestKnownText(t *testing.T) {
	shown := []string{
		"word ", "文。", "a < b ", "`<think>` ", "``</think> ` `` ", "<thinker> ", "</b> ", "ok\n", "<think/>", "[x] ",
		"\n```\n<think>\n```\n", "\n~~~ x\n</think>\n~~~\n", "\n> ```\n> <think>\n> ```\n", "{\"a\": \"</think>\"} ", "\n",
	}
	hidden := []string{
		"SECRET ", "秘密。SECRET", "5 < 7 ", "`</think>` ", "<b>", "\n```\nSECRET\n```\n", "{\"tool\": 1} ", "</thing> ", "<thinking>SECRET</thought>", "<think/> ",
	}
	openers := []string{"<think>", "<THINKING >", "< thought x=\"1\">", "<reasoning>", "[THINK]", "◁think▷"}
	closers := []string{"</think>", "</ Thinking>", "</thought >", "</mm:reasoning>", "[/THINK]", "◁/think▷"}
	rapid.Check(t, func(t *rapid.T) {
		text, want := "", ""
		for range rapid.IntRange(1, 5).Draw(t, "blocks") {
			v := strings.Join(rapid.SliceOfN(rapid.SampledFrom(shown), 0, 5).Draw(t, "shown"), "")
			want += strings.ReplaceAll(v, "<think/>", "")
			th := strings.Join(rapid.SliceOfN(rapid.SampledFrom(hidden), 0, 5).Draw(t, "hidden"), "")
			text += v + rapid.SampledFrom(openers).Draw(t, "opener") + th + rapid.SampledFrom(closers).Draw(t, "closer")
		}
		r := play(Auto, cuts([]byte(text), rapid.IntRange(1, 30).Draw(t, "size")), nil)
		if fold := func(s string) string { return blankRun.ReplaceAllString(s, "") }; fold(r.visible) != fold(want) {
			t.Fatalf("%q: visible %q, want %q", text, r.visible, want)
		}
		if want := strings.Count(text, "SECRET"); strings.Count(r.thought, "SECRET") != want {
			t.Fatalf("%q: thought %q", text, r.thought)
		}
		if strings.Contains(r.visible, "SECRET") || r.retracted {
			t.Fatalf("%q: visible %q retracted %v", text, r.visible, r.retracted)
		}
	})
}

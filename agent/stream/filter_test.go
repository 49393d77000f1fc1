package stream

import (
	"strings"
	"testing"
)

// TestFilter holds the readings the handed cases do not pin down.
func TestFilter(t *testing.T) {
	for _, c := range []struct {
		name             string
		mode             Mode
		in               string
		visible, thought string
	}{
		// Names and spellings.
		{"upper case", Auto, "<THINK>a</Think>b", "b", "a"},
		{"prefix antml", Auto, "<thinking>a</thinking>b", "b", "a"},
		{"prefix mm", Auto, "<mm:think>a</mm:think>b", "b", "a"},
		{"any alias closes", Auto, "<reasoning>a</thought>b", "b", "a"},
		{"blanks everywhere", Auto, "< think >a< / think >b", "b", "a"},
		{"newline in a tag", Auto, "<think\nx=1\n>a</think\n>b", "b", "a"},
		{"hyphen", Auto, "<think-aloud>a</think-aloud>", "<think-aloud>a</think-aloud>", ""},
		{"underscore", Auto, "<think_1>a", "<think_1>a", ""},
		{"plural", Auto, "<thoughts>a</thoughts>", "<thoughts>a</thoughts>", ""},
		{"colon", Auto, "<x:think>a</x:think>", "<x:think>a</x:think>", ""},
		{"broken by a tag", Auto, "<think <b>x</b>", "<think <b>x</b>", ""},
		{"closed by the next tag", Auto, "<thin<think>a</think>b", "<thinb", "a"},
		{"too long for a tag", Auto, "<think " + strings.Repeat("x", 250) + ">a", "<think " + strings.Repeat("x", 250) + ">a", ""},
		{"as long as a tag may be", Auto, "<think " + strings.Repeat("x", 248) + ">a</think>b", "b", "a"},
		{"closer with slash", Auto, "<think>a</think/>b", "b", "a"},
		{"self-closing with attribute", Auto, "a<think x='1' / >b", "ab", ""},
		{"lower case bracket", Auto, "[think]a[/think]", "[think]a[/think]", ""},
		{"bracket mixed", Auto, "[THINK]a</think>b", "b", "a"},
		{"invalid byte in a tag", Auto, "<th\xffink>a</think>b", "b", "a"},
		{"zero width in a tag", Auto, "<th\u200bink>a", "<th\u200bink>a", ""},

		// Blocks.
		{"three blocks", Auto, "<think>a</think>x<think>b</think>y<think>c</think>z", "xyz", "a\n\nb\n\nc"},
		{"never balanced", Auto, "<think>a <think> b</think>reply", "reply", "a <think> b</think>"},
		{"never balanced, last closer counts", Auto, "<think>a<think>b<think>c</think>d</think>reply", "reply", "a<think>b<think>c</think>d</think>"},
		{"never balanced, block after", Auto, "<think>a<think>b</think>reply<think>c", "reply", "a<think>b</think>\n\nc"},
		{"never balanced, half a tag after", Auto, "<think>a<think>b</think>reply <thi", "reply <thi", "a<think>b</think>"},
		{"never balanced, fence after", Auto, "<think>a<think>b</think>\n```\n<think>\n```\n", "```\n<think>\n```\n", "a<think>b</think>"},
		{"never balanced, code after", Auto, "<think>a<think>b</think>c `<think>` <think>d ` e", "c `<think>` ", "a<think>b</think>\n\nd ` e"},
		{"never balanced twice", Auto, "<think>a<think>b</think>{\"k\":\"`\"} <think>c<think>d</think>e` f", "{\"k\":\"`\"} ", "a<think>b</think>\n\nc<think>d</think>e` f"},
		{"unclosed", Auto, "a <think>b", "a ", "b"},
		{"unclosed, cut in the closer", Auto, "a <think>b</thi", "a ", "b"},
		{"cut in a whole name", Auto, "a <think", "a ", ""},
		{"cut in a name", Auto, "a <thin", "a <thin", ""},
		{"stray closer", Auto, "<think>a</think>b</think> c", "b c", "a"},
		{"lone closer twice", Auto, "a</think>b</think>c", "c", "ab"},
		{"lone closer, then a block", Auto, "a</think>b<think>c</think>d", "bd", "a\n\nc"},
		{"lone closer in a fence", Auto, "```\n</think>\n```\na", "```\n</think>\n```\na", ""},
		{"lone closer starts a line", Auto, "x</think>```\n</think>\n```", "```\n</think>\n```", "x"},

		// Prefilled.
		{"prefilled", Prefilled, "a</think>b", "b", "a"},
		{"prefilled repeated", Prefilled, "\n<think>\na</think>b", "b", "\n\na"},
		{"prefilled repeated twice", Prefilled, "<think><think>a</think>b</think>c", "c", "<think>a</think>b"},
		{"prefilled nested", Prefilled, "a<think>b</think>c</think>d", "d", "a<think>b</think>c"},
		{"prefilled mention", Prefilled, "a `</think>` b</think>c", "c", "a `</think>` b"},
		{"prefilled unclosed", Prefilled, "a", "", "a"},
		{"prefilled mention unbalanced", Prefilled, "a <think> b</think>c", "c", "a <think> b</think>"},
		{"prefilled, block after", Prefilled, "a</think>b<think>c</think>d", "bd", "a\n\nc"},

		// Held.
		{"held without tags", Held, " a b", " a b", ""},
		{"held, was prefilled", Held, "a</think>b", "b", "a"},
		{"held, opens itself", Held, "<think>a</think>b", "b", "a"},
		{"held, text first", Held, "x<think>a</think>b", "xb", "a"},
		{"held, unclosed", Held, "x<think>a", "x", "a"},

		// Blanks.
		{"only blanks", Auto, " \n", "", ""},
		{"byte order mark", Auto, "\ufeffa", "a", ""},
		{"after a block of lines", Auto, "a\n<think>x</think>\n\n  b", "a\n  b", "x"},
		{"after a word", Auto, "a <think>x</think> b", "a b", "x"},
		{"paragraph after a word", Auto, "a. <think>x</think>\n\nb", "a. \n\nb", "x"},

		// Code.
		{"two backticks", Auto, "a ``<think>`</think>`` b", "a ``<think>`</think>`` b", ""},
		{"other length does not close", Auto, "a `<think>``x</think>b", "a `b", "``x"},
		{"span ends with its line", Auto, "a `<think>\nx</think>b` c", "a `b` c", "\nx"},
		{"tag closes over a backtick", Auto, "a <think x='`'>y</think>b", "a b", "y"},
		{"tilde fence", Auto, "~~~\n<think>\n```\n~~~~\n<think>x</think>a", "~~~\n<think>\n```\n~~~~\na", "x"},
		{"tilde fence with backticks in its name", Auto, "~~~ `x`\n<think>\n~~~", "~~~ `x`\n<think>\n~~~", ""},
		{"tag in the fence line", Auto, "```<think>\nx\n```\n<think>y</think>z", "```<think>\nx\n```\nz", "y"},
		{"code in one line", Auto, "```<think>``` <think>x</think>y", "```<think>``` y", "x"},
		{"fence closed by a longer run", Auto, "```\n<think>\n`````\n<think>x</think>y", "```\n<think>\n`````\ny", "x"},
		{"fence not closed by a name", Auto, "```\n<think>\n``` a\n</think>", "```\n<think>\n``` a\n</think>", ""},
		{"fence in a list", Auto, "1. a\n   ```\n   <think>\n   ```\n<think>x</think>b", "1. a\n   ```\n   <think>\n   ```\nb", "x"},
		{"fence at a list mark", Auto, "- ```\n  <think>\n  ```\n<think>x</think>b", "- ```\n  <think>\n  ```\nb", "x"},
		{"fence at a number", Auto, "12) ```\n<think>\n```", "12) ```\n<think>\n```", ""},
		{"quote ends its fence", Auto, "> ```\n> <think>\n<think>x</think>b", "> ```\n> <think>\nb", "x"},
		{"blank line ends its fence", Auto, "> ```\n\n<think>x</think>b", "> ```\n\nb", "x"},
		{"quote after a blank line", Auto, "> ```\n\n> <think>x</think>b", "> ```\n\n> b", "x"},
		{"fence right after a block", Auto, "<think>a</think>```\n<think>\n```", "```\n<think>\n```", "a"},
		{"no fence in the middle", Auto, "a ```\n<think>x</think>b", "a ```\nb", "x"},
		{"end of glued code", Auto, "so: ```py\nx\n```\n<think>y</think>z", "so: ```py\nx\n```\nz", "y"},
		{"text behind glued code", Auto, "so: ```py\nx\n``` then</think>z", "z", "so: ```py\nx\n``` then"},
		{"fence after glued code", Auto, "so: ```\n```py\n<think>\n```", "so: ```\n```py\n<think>\n```", ""},
		{"fence in a thought", Auto, "<think>```\na\n```\nb</think>c", "c", "```\na\n```\nb"},
		{"code in a thought", Auto, "<think>say `</think>` then</think>c", "c", "say `</think>` then"},
		{"backtick in a thought", Auto, "<think>a ` b</think>c", "c", "a ` b"},
		{"code span too long", Auto, "`<think>" + strings.Repeat("x", 5000) + "` </think>y", "`y", strings.Repeat("x", 5000) + "` "},

		{"strays around a tag", Auto, "a ` b <think>c ` d</think> e", "a ` b e", "c ` d"},
		{"stray, then code behind", Auto, "<think>don`t</think>Use `ls`", "Use `ls`", "don`t"},
		{"stray, then code, lone closer", Auto, "that ` odd</think>Use `ls`.", "Use `ls`.", "that ` odd"},
		{"strays at the end", Auto, "a ` b <think>c `", "a ` b ", "c `"},
		{"code with blanks", Auto, "a ` <think>…</think> ` b", "a ` <think>…</think> ` b", ""},
		{"code of words", Auto, "a `x <think> y` b", "a `x <think> y` b", ""},

		// JSON.
		{"closer in a string", Auto, `{"a":"</think>"} b`, `{"a":"</think>"} b`, ""},
		{"escaped quote", Auto, `{"a":"\"<think>\\"} b`, `{"a":"\"<think>\\"} b`, ""},
		{"nested object", Auto, `x [{ "a" : {"b":["<think>", "</think>"]}}]<think>y</think>z`, `x [{ "a" : {"b":["<think>", "</think>"]}}]z`, "y"},
		{"over lines", Auto, "{\n  \"a\": \"<think>\",\n  \"b\": 1\n}\n```\n<think>\n```", "{\n  \"a\": \"<think>\",\n  \"b\": 1\n}\n```\n<think>\n```", ""},
		{"tag between strings", Auto, `{"a":1 <think>x</think>}`, `{"a":1 }`, "x"},
		{"string cut", Auto, `{"a":"b <think>x`, `{"a":"b `, "x"},
		{"string over lines", Auto, "{\"a\":\"b <think>x\n\"}", `{"a":"b `, "x\n\"}"},
		{"no JSON after the string", Auto, `{"a <think>x" y</think>z`, `{"a z`, `x" y`},
		{"no JSON", Auto, `{a "<think>x</think>" }`, `{a "" }`, "x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := play(c.mode, [][]byte{[]byte(c.in)}, nil)
			if r.visible != c.visible || r.thought != c.thought {
				t.Errorf("%.90q: visible %.90q thought %.90q, want %.90q and %.90q", c.in, r.visible, r.thought, c.visible, c.thought)
			}
			if v, th := Split(c.in, Options{Mode: c.mode}); v != r.visible || th != r.thought {
				t.Errorf("Split: %q %q", v, th)
			}
			if single := play(c.mode, cuts([]byte(c.in), 1), nil); single.visible != r.visible || single.thought != r.thought {
				t.Errorf("in single bytes: %q %q", single.visible, single.thought)
			}
			f := New(Options{Mode: c.mode})
			var b strings.Builder
			for i := range len(c.in) { // in single bytes again, as strings
				o := f.WriteString(c.in[i : i+1])
				if o.Retracted {
					b.Reset()
				}
				b.Write(o.Visible)
			}
			if b.Write(f.Close().Visible); b.String() != r.visible {
				t.Errorf("as strings: %q", b.String())
			}
			if r.empty != (strings.TrimSpace(c.visible) == "") {
				t.Errorf("Empty is %v", r.empty)
			}
		})
	}
}

// TestRetraction checks what a caller is told about text it has shown already.
func TestRetraction(t *testing.T) {
	for _, c := range []struct {
		mode            Mode
		chunks          string // separated by |
		retracted, lone bool
	}{
		{Auto, "a|</think>b", true, true},
		{Auto, "a</think>b", false, true},
		{Auto, "a|</think>b</think>c", true, true},
		{Auto, "</think>b", false, true},
		{Auto, " |</think>b", false, true},
		{Held, "a|</think>b", false, true},
		{Held, "a|b", false, false},
		{Prefilled, "a|</think>b", false, false},
		{Auto, "<think>a|</think>b|</think>c", false, false},
	} {
		var chunks [][]byte
		for s := range strings.SplitSeq(c.chunks, "|") {
			chunks = append(chunks, []byte(s))
		}
		if r := play(c.mode, chunks, nil); r.retracted != c.retracted || r.lone != c.lone {
			t.Errorf("%s: retracted %v lone %v", c.chunks, r.retracted, r.lone)
		}
	}
}

// TestPrompt checks that text leaves as soon as it is provably visible.
func TestPrompt(t *testing.T) {
	f := New(Options{})
	for _, c := range []struct{ chunk, visible string }{
		{"a ` <", "a ` "}, {"b `", "<b `"}, {" <think", " "}, {"er", "<thinker"}, {"\n```", "\n```"},
		{"xml <t", "xml "}, {"ag>\n<", "<tag>\n<"}, {"think>", "think>"}, {"\n```\n", "\n```\n"},
		{"{\"a\":\"b", "{\"a\":\"b"}, {" <think> c", " "}, {"\"", ""}, {"}", "<think> c\"}"}, {" \xe3\x81", " "}, {"\x82", "あ"},
	} {
		if got := string(f.Write([]byte(c.chunk)).Visible); got != c.visible {
			t.Errorf("after %q: %q, want %q", c.chunk, got, c.visible)
		}
	}
	f.Reset(Held)
	if got := f.Write([]byte("a")); len(got.Visible) > 0 {
		t.Errorf("held: %q", got.Visible)
	}
	if got := f.Write([]byte("</think>b")); string(got.Visible) != "b" || string(got.Thought) != "a" || got.Retracted {
		t.Errorf("held, decided: %q %q", got.Visible, got.Thought)
	}
	if got := f.Write([]byte("c")); string(got.Visible) != "c" {
		t.Errorf("held, after the decision: %q", got.Visible)
	}
}

// TestNames checks that a list of names replaces the default one.
func TestNames(t *testing.T) {
	v, th := Split("<plan>a</plan><think>b", Options{Names: []string{"plan"}})
	if v != "<think>b" || th != "a" {
		t.Errorf("got %q %q", v, th)
	}
}

// cuts divides b into pieces of n bytes.
func cuts(b []byte, n int) [][]byte {
	var out [][]byte
	for len(b) > n {
		out, b = append(out, b[:n]), b[n:]
	}
	return append(out, b)
}

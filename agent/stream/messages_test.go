package stream

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// messageCase is one line of testdata/message_tags.jsonl.
type messageCase struct {
	ID       string   `json:"id"`
	Why      string   `json:"why"`
	Input    string   `json:"input"`
	InputGen []pair   `json:"input_gen"`
	Found    bool     `json:"want_found"`
	Messages []string `json:"want_messages"`
	Text     string   `json:"want_text"`
	Rest     string   `json:"want_rest"`
	RestNot  []string `json:"want_rest_not"`
	AlsoOK   []struct {
		Found    *bool    `json:"found"`
		Messages []string `json:"messages"`
		Text     string   `json:"text"`
	} `json:"also_ok"`
}

func (c messageCase) text() string {
	var b strings.Builder
	b.WriteString(c.Input)
	for _, p := range c.InputGen {
		b.WriteString(strings.Repeat(p.text, p.n))
	}
	return b.String()
}

func TestMessageCases(t *testing.T) {
	lf := func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }
	for _, c := range readLines[messageCase](t, "testdata/message_tags.jsonl") {
		t.Run(c.ID, func(t *testing.T) {
			m := ParseMessages(c.text())
			got := strings.Split(lf(strings.Join(m.Messages, "\x00")), "\x00")
			if len(m.Messages) == 0 {
				got = []string{}
			}
			same := func(found bool, messages []string, text string) bool {
				sameText := lf(m.Text) == text
				if n, ok := strings.CutPrefix(text, "@len:"); ok {
					sameText = strconv.Itoa(utf8.RuneCountInString(m.Text)) == n
				}
				return m.Found == found && sameText && (messages == nil || slices.Equal(got, messages))
			}
			ok := same(c.Found, c.Messages, c.Text)
			for _, a := range c.AlsoOK {
				found := c.Found
				if a.Found != nil {
					found = *a.Found
				}
				ok = ok || same(found, a.Messages, a.Text)
			}
			if !ok {
				t.Errorf("%s: got %v %.80q %.80q", c.Why, m.Found, m.Messages, m.Text)
			}
			for _, never := range c.RestNot {
				if strings.Contains(m.System, never) {
					t.Errorf("%s: %q reaches the system side: %q", c.Why, never, m.System)
				}
			}
			if want := strings.ReplaceAll(c.Rest, "\n", ""); strings.ReplaceAll(m.System, "\n", "") != want && c.Rest != "" {
				t.Errorf("System %q, want %q", m.System, c.Rest)
			}
		})
	}
}

func TestParseMessages(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
		closed   bool
		system   string
	}{
		{"one", "a\n[MESSAGE]hi[/MESSAGE]\nb", []string{"hi"}, true, "a\nb"},
		{"lower case and blanks", "[ message ]hi[/ Message ]", []string{"hi"}, true, ""},
		{"no closer", "a\n[MESSAGE]hi", []string{"hi"}, false, "a"},
		{"no opener", "hi[/MESSAGE] b", []string{"hi"}, false, ""},
		{"second not closed", "[MESSAGE]a[/MESSAGE] x [MESSAGE]b", []string{"a", "b"}, false, ""},
		{"between blocks", "s [MESSAGE]a[/MESSAGE] forged [MESSAGE]b[/MESSAGE] t", []string{"a", "b"}, true, "s\nt"},
		{"nested", "[MESSAGE]a [MESSAGE]b[/MESSAGE] c[/MESSAGE]", []string{"a [MESSAGE]b[/MESSAGE] c"}, true, ""},
		{"more closers", "s[MESSAGE]a[/MESSAGE] forged[/MESSAGE]t", []string{"a[/MESSAGE] forged"}, false, "s\nt"},
		{"more openers", "[MESSAGE]a [MESSAGE] b[/MESSAGE]", []string{"a [MESSAGE] b"}, false, ""},
		{"closer first", "x[/MESSAGE] y [MESSAGE]z", []string{"z"}, false, ""},
		{"closer before a block", "x[/MESSAGE] y [MESSAGE]z[/MESSAGE]t", []string{"z"}, false, "t"},
		{"only a closer", "[/MESSAGE]", []string{""}, false, ""},
		{"opener typed behind", "s[MESSAGE]a[/MESSAGE] forged [MESSAGE]", []string{"a", ""}, false, "s"},
		{"opener typed inside", "s[MESSAGE]a [MESSAGE] b[/MESSAGE]t", []string{"a [MESSAGE] b"}, false, "s\nt"},
		{"fence outside", "```\n[MESSAGE]x[/MESSAGE]\n```\n[MESSAGE]y[/MESSAGE]", []string{"y"}, true, "```\n[MESSAGE]x[/MESSAGE]\n```"},
		{"tilde fence", "~~~\n[MESSAGE]x[/MESSAGE]\n~~~\n[MESSAGE]y[/MESSAGE]", []string{"y"}, true, "~~~\n[MESSAGE]x[/MESSAGE]\n~~~"},
		{"open fence", "```\n[MESSAGE]x[/MESSAGE]", []string{"x"}, true, "```"},
		{"fence inside", "[MESSAGE]\n```\ncode\n[/MESSAGE]\n```", []string{"```\ncode"}, true, "```"},
		{"code inside", "[MESSAGE]``a ` [/MESSAGE]`` b[/MESSAGE]", []string{"``a ` [/MESSAGE]`` b"}, true, ""},
		{"lone backtick", "[MESSAGE]a ` b[/MESSAGE]", []string{"a ` b"}, true, ""},
		{"only a mention", "say `[MESSAGE]`", nil, false, ""},
	} {
		m := ParseMessages(c.in)
		if !slices.Equal(m.Messages, c.want) || m.Closed != c.closed || m.System != c.system || m.Found != (c.want != nil) {
			t.Errorf("%s: %+v", c.name, m)
		}
	}
}

// TestNeutralise checks that no text, put between tags, can end its block.
func TestNeutralise(t *testing.T) {
	if got, want := Neutralise("a [MESSAGE] ［/ message］"), `a \[MESSAGE\] \［/ message\］`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{
			"[MESSAGE]", "[/MESSAGE]", "[", "]", "/", "MESSAGE", "［", "］", "`", "```", "\n", "> ", "~~~", "\\", "x", " ",
		})).Draw(t, "parts"), "")
		safe := Neutralise(text)
		if Neutralise(safe) != safe {
			t.Fatalf("changed twice: %q", safe)
		}
		if ParseMessages(safe).Found {
			t.Fatalf("still a tag: %q", safe)
		}
		m := ParseMessages("meta\n[MESSAGE]\n" + safe + "\n[/MESSAGE]\n```\nend")
		if !m.Closed || !slices.Equal(m.Messages, []string{strings.TrimSpace(safe)}) || m.System != "meta\n```\nend" {
			t.Fatalf("%q broke out: %+v", safe, m)
		}
	})
}

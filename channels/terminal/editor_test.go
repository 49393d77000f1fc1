package terminal

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

const (
	left, right, upKey, downKey = "\x1b[D", "\x1b[C", "\x1b[A", "\x1bOB"
	home, end, del, bs          = "\x1b[H", "\x1b[4~", "\x1b[3~", "\x7f"
	wordBack, wordOn            = "\x1b[1;5D", "\x1bf"
)

// TestEditor: what is typed and what stands in the line; | is the cursor.
func TestEditor(t *testing.T) {
	for _, c := range []struct{ typed, want string }{
		{"ねこねこ" + bs + bs + bs, "ね|"},
		{"ねこ" + left + "い", "ねい|こ"},
		{"ねこ" + left + left + left + del + "x", "x|こ"},
		{"ab" + home + right + right + right + "\x04\x02\x04", "a|"},
		{"ab\x01c\x05d\x02\x02\x06e", "cabe|d"},
		{"a👩‍👧b" + left + bs, "a|b"},
		{"🇯🇵🇫🇷" + bs, "🇯🇵|"},
		{"か" + left + right + "\u3099", "か\u3099|"},
		{"👩👧" + left + "\u200d", "👩\u200d👧|"},
		{"one two  " + "\x17", "one |"},
		{"今日はネコと遊ぶ" + wordBack + wordBack + "x", "今日はネコとx|遊ぶ"},
		{"今日はネコ" + home + wordOn + wordOn, "今日は|ネコ"},
		{"  v2 x" + home + wordOn, "  v2| x"},
		{"abc def" + home + "\x1bd", "| def"},
		{"abc" + left + "\x15", "|c"},
		{"abc" + left + "\x0b", "ab|"},
		{"one\rtwo\r\ndr" + upKey + upKey, "one|"},
		{"one\rtwo\rdr" + upKey + upKey + upKey + downKey, "two|"},
		{"one\rdr" + left + upKey + downKey + downKey, "dr|"},
		{"one\rone\r \r" + upKey + upKey, "one|"},
		{"one\r" + upKey + "x\r" + upKey + "\x10", "one|"},
		{"a\x1b[200~b\r\nc\rd\te\x1b[31mf\x00\x1b[201~g", "ab\nc\nd\tefg|"},
		{"a\x1b[200~b\x1b[A", "a|"},
		{"a\xffb\xe3\x81", "a\uFFFDb|"},
		{"a\x1b[5;2~\x1bOP\x1b\x1b[99Zb\x07\u0085\x1b[1\x01c", "c|ab"},
		{wordBack + wordOn + bs + del + "\x17\x15\x0b" + upKey + downKey, "|"},
	} {
		var d decoder
		var e editor
		for _, k := range d.keys([]byte(c.typed)) {
			if e.key(k); k.op == opEnter {
				e.take()
			}
		}
		if got := e.before() + "|" + e.after(); got != c.want {
			t.Errorf("%q: %q, want %q", c.typed, got, c.want)
		}
	}
}

// joined puts texts together that came in pieces.
func joined(keys []key) (out []key) {
	for _, k := range keys {
		if last := len(out) - 1; last >= 0 && k.op == opText && out[last].op == opText {
			out[last].text += k.text
		} else {
			out = append(out, k)
		}
	}
	return out
}

func FuzzKeysDoNotDependOnCuts(f *testing.F) {
	f.Add([]byte("aねこ\x1b[A\x1b[1;5D\x1b[200~x\ny\x03z\x1b[201~\x1bOP\xe3\x81"), uint8(1))
	f.Add([]byte("\x1b[200~\x1b[201\x1b[201~\x1b\x1b[\xff"), uint8(3))
	f.Fuzz(func(t *testing.T, b []byte, step uint8) {
		var whole, cut decoder
		want := joined(whole.keys(b))
		var got []key
		for piece := range slices.Chunk(b, int(step%7)+1) {
			got = append(got, cut.keys(piece)...)
		}
		if got = joined(got); !slices.Equal(got, want) || !bytes.Equal(whole.rest, cut.rest) {
			t.Errorf("%q in pieces of %d: %v, whole %v", b, step%7+1, got, want)
		}
		for _, k := range want {
			if k.text != plain(k.text) {
				t.Errorf("%q holds control characters", k.text)
			}
		}
	})
}

// TestCtrlCGetsOutOfAPaste: a terminal that never says where it ends.
func TestCtrlCGetsOutOfAPaste(t *testing.T) {
	var d decoder
	got := append(d.keys([]byte("\x1b[200~ab")), d.keys([]byte("c\x03d"))...)
	if want := []key{{opText, "abc"}, {op: opInterrupt}, {opText, "d"}}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

func TestPaint(t *testing.T) {
	for _, c := range []struct {
		line   string
		at     int
		s      size
		before size // on a screen of that width before
		want   string
	}{
		{"ねこ", 1, size{10, 5}, size{}, "\x1b[?7l> ねこ\r> ね\x1b[?7h"},
		{"ねこねこ", 4, size{10, 5}, size{}, "\x1b[?7l> ねこねこ\r\n\r\x1b[?7h"},
		{"ねこねこ", 3, size{9, 5}, size{}, "\x1b[?7l> ねこね\r\nこ\r\x1b[?7h"},
		{"a\n\tb", 1, size{9, 5}, size{}, "\x1b[?7l> a\r\n  b\x1b[1A\r> a\x1b[?7h"},
		{"a\nb\nc\nd", 7, size{9, 2}, size{}, "\x1b[?7lc\r\nd\rd\x1b[?7h"},
		{"a\nb\nc\nd", 0, size{9, 2}, size{}, "\x1b[?7l> a\r\nb\x1b[1A\r> \x1b[?7h"},
	} {
		if got, _ := paint("> ", text.Graphemes(c.line), c.at, c.s); got != c.want {
			t.Errorf("%q at %d on %v: %q, want %q", c.line, c.at, c.s, got, c.want)
		}
	}
}

var characters = rapid.SampledFrom([]string{
	"a", "b", " ", "\t", "\n", "ね", "こ", "。", "ｶﾞ", "é", "e\u0301", "👩‍👧", "🇯🇵", "❤️", "1", "…",
})

// TestWhatIsTypedIsShown: after every change, on screens of any width, the
// text stands behind the prompt, the cursor where it belongs, nothing else is
// left over, and what stood above still does.
func TestWhatIsTypedIsShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := size{rapid.IntRange(2, 24).Draw(t, "cols"), 100}
		prompt := rapid.SampledFrom([]string{"", "> ", "あなた> ", "(…)\n> "}).Draw(t, "prompt")
		em := newEmulator(s.cols, s.rows)
		fmt.Fprint(em, "A\r\nB\r\n")
		var a area
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			if rapid.Bool().Draw(t, "resize") {
				s.cols = rapid.IntRange(2, 24).Draw(t, "cols")
				em.resize(s.cols)
			}
			// Joined first: neighbours may make one character.
			line := text.Graphemes(strings.Join(rapid.SliceOfN(characters, 0, 30).Draw(t, "line"), ""))
			at := rapid.IntRange(0, len(line)).Draw(t, "at")
			var shown string
			taken := a.erase(s)
			shown, a = paint(prompt, line, at, s)
			fmt.Fprint(em, taken+shown)

			seen := strings.NewReplacer("\n", "", "\t", "  ").Replace
			last := len(em.lines) - 1
			switch before, all := em.text(2, 0, em.y, em.x), em.text(2, 0, last, s.cols); {
			case em.row(0) != "A" || em.row(1) != "B":
				t.Fatalf("above stands %q %q", em.row(0), em.row(1))
			case before != seen(prompt+strings.Join(line[:at], "")):
				t.Fatalf("left of the cursor stands %q", before)
			case all != seen(prompt+strings.Join(line, "")):
				t.Fatalf("the screen shows %q", all)
			case em.strange != "" || em.noWrap:
				t.Fatalf("strange: %s, no wrapping: %v", em.strange, em.noWrap)
			}
		}
	})
}

// TestTallerThanTheScreen: the row of the cursor is always shown, and nothing
// is printed over what stood above.
func TestTallerThanTheScreen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := size{rapid.IntRange(2, 9).Draw(t, "cols"), rapid.IntRange(1, 5).Draw(t, "rows")}
		em := newEmulator(s.cols, s.rows)
		fmt.Fprint(em, "A\r\n")
		var a area
		for range 4 {
			line := text.Graphemes(strings.Join(rapid.SliceOfN(characters, 0, 40).Draw(t, "line"), ""))
			at := rapid.IntRange(0, len(line)).Draw(t, "at")
			var shown string
			taken := a.erase(s)
			shown, a = paint("> ", line, at, s)
			fmt.Fprint(em, taken+shown)
			_, _, before := wrap(slices.Concat([]string{">", " "}, line), at+2, s.cols)
			if got := em.text(em.y, 0, em.y, em.x); em.row(0) != "A" || got != before || em.strange != "" || len(em.lines)-1 > s.rows {
				t.Fatalf("%q before the cursor, want %q; %d lines, first %q; %s", got, before, len(em.lines), em.row(0), em.strange)
			}
		}
	})
}

// TestNothingIsMixedOrLost: typing, sending, and a companion who says things
// at any moment.
func TestNothingIsMixedOrLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		em := newEmulator(rapid.IntRange(8, 30).Draw(t, "cols"), 400)
		client, server := newPipe()
		n := 0
		s := &screen{Chat: Chat{Out: em, Tty: true, Words: words, size: func() size { return size{em.cols, em.rows} },
			NewID: func() turn.ID { n++; return turn.ID(fmt.Sprint("e", n)) }}, conn: client,
			pending: map[string]turn.ID{}, shown: map[turn.ID]bool{}, answered: map[turn.ID]bool{}}
		s.frame(Down{Hello: "hello"})
		var sent, late []string
		said := "hello" // all that was said, without the ends of rows
		reply, typed := "", ""
		for i := range rapid.IntRange(1, 25).Draw(t, "steps") {
			switch rapid.IntRange(0, 6).Draw(t, "what") {
			case 0, 1:
				typed += strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"ね", "a", "、", "👩‍👧"}), 1, 12).Draw(t, "typed"), "")
				s.keys([]byte(typed[len(s.editor.text()):]))
			case 2:
				s.keys([]byte("\r"))
				if typed == "" {
					break
				}
				sent = append(sent, typed)
				if reply != "" {
					late = append(late, words.Prompt+typed)
				} else {
					said += words.Prompt + typed
				}
				typed = ""
			case 3:
				s.frame(Down{Event: &turn.Event{Kind: turn.Thinking}})
			case 4:
				if reply == "" {
					said += words.Name
				}
				piece := rapid.SampledFrom([]string{"にゃ", "x\ny", "。", "\x1b[2J"}).Draw(t, "piece")
				reply += piece
				said += strings.ReplaceAll(plain(piece), "\n", "")
				s.frame(Down{Event: &turn.Event{Kind: turn.Delta, Text: piece}})
			case 5:
				if reply == "" {
					said += words.Name
				}
				said += "!" + strings.Join(late, "")
				s.frame(Down{Reply: &turn.Outgoing{ID: turn.ID(fmt.Sprint(i)), Text: reply + "!"}})
				<-server.in // that it was seen
				reply, late = "", nil
			case 6:
				if reply != "" {
					said += words.Again + strings.Join(late, "")
				}
				s.frame(Down{Event: &turn.Event{Kind: turn.Retract}})
				reply, late = "", nil
			}
			for len(server.in) > 0 {
				var up Up
				if err := server.Recv(&up); err != nil || up.Text != sent[0] {
					t.Fatalf("sent %+v, want %q (%v)", up, sent, err)
				}
				sent = sent[1:]
			}
			want := said
			if s.thinking {
				want += words.Thinking
			}
			if reply == "" && s.visible() {
				want += words.Prompt + typed
			}
			if got := em.text(0, 0, em.y, em.x); got != want || em.strange != "" || s.editor.text() != typed || len(sent) > 0 {
				t.Fatalf("the screen shows\n%q, want\n%q; strange %q, line %q, unsent %q", got, want, em.strange, s.editor.text(), sent)
			}
		}
	})
}

// TestEditedChat runs whole chats: each step is typed by the person (k), or
// comes from the companion (d); up is what must have been sent by then.
func TestEditedChat(t *testing.T) {
	type step struct {
		k  string
		d  Down
		up []Up
	}
	const eof = "(end)"
	delta := func(words string) Down { return Down{Event: &turn.Event{Kind: turn.Delta, Text: words}} }
	reply := Down{Reply: &turn.Outgoing{ID: "r", Text: "re", Answers: []turn.ID{"m"}}}
	ack := Down{Ack: "m", Ext: "e1"}
	for _, c := range []struct {
		name  string
		steps []step
		want  string
	}{
		{"Ctrl-C while nothing is owed", []step{{d: Down{Hello: "hi"}}, {k: "half\x1b[D\x1b[D"}, {k: "\x03x"}},
			"hi\nyou> half\n"},
		{"Ctrl-D", []step{{d: Down{Hello: "hi"}}, {k: "x\x04\x7f\x04"}},
			"hi\nyou> \n"},
		{"Ctrl-D while a reply is owed, which Ctrl-C stops", []step{{d: Down{Hello: "hi"}}, {k: "a\r", up: []Up{{Text: "a", Ext: "e1"}}}, {d: ack},
			{k: "\x04"}, {k: "never\r"}, {d: Down{Event: &turn.Event{Kind: turn.Thinking}}}, {k: "\x03", up: []Up{{Text: "/stop"}}},
			{d: delta("r")}, {d: reply, up: []Up{{Seen: "r"}}}},
			"hi\nyou> a\nyou> \nher> re\n"},
		{"a command in the middle of a reply", []step{{d: Down{Hello: "hi"}}, {k: "a\r", up: []Up{{Text: "a", Ext: "e1"}}}, {d: ack},
			{d: delta("r")}, {k: "/stop\rrest", up: []Up{{Text: "/stop", Ext: "e2"}}}, {d: Down{Said: "ok", Ext: "e2"}}, {d: reply, up: []Up{{Seen: "r"}}},
			{k: "\x15/quit\r"}},
			"hi\nyou> a\nher> r\nyou> /stop\nok\ne\nyou> /quit\n"},
		{"leaving in the middle of a reply", []step{{d: Down{Hello: "hi"}}, {d: delta("r")}, {k: "／quit\r"}},
			"hi\nher> r\nyou> ／quit\n"},
		{"a long paste", []step{{d: Down{Hello: "hi"}}, {k: "\x1b[200~" + strings.Repeat("あ", 3000)}, {k: "\nb\x1b[201~"},
			{k: "\r", up: []Up{{Text: strings.Repeat("あ", 3000) + "\nb", Ext: "e1"}}}, {k: "\x1b[A\x03", up: []Up{{Text: "/stop"}}}, {d: ack}, {d: reply, up: []Up{{Seen: "r"}}}, {k: "\x15\x04"}},
			"hi\nyou> " + strings.Repeat("あ", 3000) + "\nb\nher> re\nyou> \n"},
		{"the terminal goes away", []step{{d: Down{Hello: "hi"}}, {k: "a\r", up: []Up{{Text: "a", Ext: "e1"}}}, {d: ack}, {k: "half"}, {k: eof},
			{d: reply, up: []Up{{Seen: "r"}}}},
			"hi\nyou> a\nyou> half\nher> re\n"},
		{"nothing but blanks", []step{{d: Down{Hello: "hi"}}, {k: " \r\r\x04"}},
			"hi\nyou> \n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				em := newEmulator(7000, 24)
				client, server := newPipe()
				in, keyboard := io.Pipe()
				n := 0
				chat := Chat{In: in, Out: em, Tty: true, Words: words, size: func() size { return size{em.cols, em.rows} },
					NewID: func() turn.ID { n++; return turn.ID(fmt.Sprint("e", n)) }}
				ended := make(chan error, 1)
				go func() { ended <- chat.Run(t.Context(), client) }()
				for _, step := range c.steps {
					if step.k == eof {
						keyboard.Close()
					} else if step.k != "" {
						fmt.Fprint(keyboard, step.k)
					} else if err := server.Send(step.d); err != nil {
						t.Fatal(err)
					}
					synctest.Wait()
					for _, want := range step.up {
						var up Up
						if len(server.in) == 0 || server.Recv(&up) != nil || up != want {
							t.Fatalf("%.20q: sent %+v, want %+v", step.k, up, want)
						}
					}
				}
				in.Close()
				if len(ended) == 0 || <-ended != nil || len(server.in) > 0 {
					t.Errorf("it did not end well, or sent %d more", len(server.in))
				}
				client.close()
				var got []string
				for y := range em.lines {
					got = append(got, em.row(y))
				}
				if got := strings.Join(got, "\n"); got != c.want || em.strange != "" || em.x != 0 {
					t.Errorf("the screen shows %.200q, want %.200q; %s", got, c.want, em.strange)
				}
			})
		})
	}
}

// TestNoRawTerminal: what is no terminal stays as it is.
func TestNoRawTerminal(t *testing.T) {
	t.Setenv("TERM", "xterm")
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer out.Close()
	var b bytes.Buffer
	for _, w := range []io.Writer{out, &b} {
		measure, restore := raw(in, w)
		restore()
		if measure != nil {
			t.Errorf("%T was made raw", w)
		}
	}
	if out.Close(); b.Len() > 0 {
		t.Errorf("printed %q", b.String())
	}
	if rest, err := io.ReadAll(in); len(rest) > 0 || err != nil {
		t.Errorf("printed %q, %v", rest, err)
	}
}

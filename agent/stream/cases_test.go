package stream

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

type wanted struct {
	Visible string `json:"visible"`
	Thought string `json:"thought"`
}

// thinkCase is one line of testdata/think_filter.jsonl.
type thinkCase struct {
	ID         string            `json:"id"`
	Why        string            `json:"why"`
	Chunks     []string          `json:"chunks"`
	ChunksGen  []json.RawMessage `json:"chunks_gen"`
	Encoding   string            `json:"encoding"`
	Visible    string            `json:"want_visible"`
	Thought    string            `json:"want_thought"`
	Level      string            `json:"level"`
	Mode       string            `json:"mode"`
	VisibleCmp string            `json:"visible_cmp"`
	ThoughtCmp string            `json:"thought_cmp"`
	AlsoOK     []wanted          `json:"also_ok"`
	Retract    bool              `json:"retract"`
	Never      []string          `json:"never_visible"`
	Progress   []struct {
		After   int    `json:"after_chunk"`
		Visible string `json:"visible"`
	} `json:"progress"`
}

func readLines[T any](t testing.TB, file string) []T {
	t.Helper()
	r, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var all []T
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var v T
		if err := json.Unmarshal(sc.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// pair is [text, repeat].
type pair struct {
	text string
	n    int
}

func (p *pair) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&p.text, &p.n})
}

// pieces expands the input of a case.
func (c thinkCase) pieces(t testing.TB) [][]byte {
	t.Helper()
	var out [][]byte
	for _, s := range c.Chunks {
		b := []byte(s)
		if c.Encoding == "base64" {
			var err error
			if b, err = base64.StdEncoding.DecodeString(s); err != nil {
				t.Fatal(err)
			}
		}
		out = append(out, b)
	}
	each := false
	for _, raw := range c.ChunksGen {
		if string(raw) == `"each"` {
			each = true
			continue
		}
		var pairs []pair
		if err := json.Unmarshal(raw, &pairs); err != nil {
			t.Fatal(err)
		}
		var whole []byte
		for _, p := range pairs {
			for range p.n {
				if each {
					out = append(out, []byte(p.text))
				} else {
					whole = append(whole, p.text...)
				}
			}
		}
		if !each {
			out = append(out, whole)
		}
	}
	return out
}

var modes = map[string]Mode{"auto": Auto, "prefilled": Prefilled, "held": Held}

// result is what a caller has after a stream.
type result struct {
	visible, thought string
	retracted        bool
	empty, lone      bool
}

// play runs a stream the way a caller does; each is called with the visible
// text after every chunk and at the end.
func play(m Mode, chunks [][]byte, each func(visible string)) result {
	f := New(Options{Mode: m})
	var visible, thought []byte
	var r result
	take := func(o Out) {
		if o.Retracted {
			thought, visible, r.retracted = append(thought, visible...), visible[:0], true
		}
		thought, visible = append(thought, o.Thought...), append(visible, o.Visible...)
		if each != nil {
			each(string(visible))
		}
	}
	for _, c := range chunks {
		take(f.Write(c))
	}
	take(f.Close())
	if len(f.held) > 0 {
		panic("something is still held after Close")
	}
	r.visible, r.thought = string(visible), string(thought)
	r.empty, r.lone = f.Empty(), f.LoneCloser()
	return r
}

var (
	blankRun  = regexp.MustCompile(`\s+`)
	markup    = regexp.MustCompile(`(?i)</?[^<>]*(?:think|thought|reason|思考)[^<>]*>|\[/?THINK\]`)
	trimChars = " \t\r\n"
)

func fold(s string) string { return strings.TrimSpace(blankRun.ReplaceAllString(s, " ")) }
func bare(s string) string { return blankRun.ReplaceAllString(markup.ReplaceAllString(s, ""), "") }

func (c thinkCase) sameVisible(got, want string) bool {
	if want == "@any" {
		return true
	}
	if n, ok := strings.CutPrefix(want, "@len:"); ok {
		return strconv.Itoa(utf8.RuneCountInString(got)) == n
	}
	switch c.VisibleCmp {
	case "exact":
		return got == want
	case "ws":
		return fold(got) == fold(want)
	}
	return strings.Trim(got, trimChars) == strings.Trim(want, trimChars)
}

func (c thinkCase) sameThought(got, want string) bool {
	switch {
	case want == "@any":
		return true
	case want == "@nonempty":
		return got != ""
	case strings.HasPrefix(want, "@len:"):
		n, _ := strconv.Atoi(want[len("@len:"):])
		d := utf8.RuneCountInString(got) - n
		return -5 <= d && d <= 5
	case c.ThoughtCmp == "prefix":
		return strings.HasPrefix(bare(want), bare(got))
	}
	return bare(got) == bare(want)
}

func (c thinkCase) check(t *testing.T, r result) {
	t.Helper()
	for _, w := range append([]wanted{{c.Visible, c.Thought}}, c.AlsoOK...) {
		if c.sameVisible(r.visible, w.Visible) && c.sameThought(r.thought, w.Thought) {
			return
		}
	}
	t.Errorf("%s (%s, %s): visible %.80q thought %.80q, want %.80q and %.80q",
		c.ID, c.Level, c.Why, r.visible, r.thought, c.Visible, c.Thought)
}

// TestThinkCases runs every handed case, of every level, as it is cut.
func TestThinkCases(t *testing.T) {
	for _, c := range readLines[thinkCase](t, "testdata/think_filter.jsonl") {
		t.Run(c.ID, func(t *testing.T) {
			var seen []string
			var each func(string)
			if len(c.Progress)+len(c.Never) > 0 {
				each = func(v string) { seen = append(seen, v) }
			}
			r := play(modes[c.Mode], c.pieces(t), each)
			c.check(t, r)
			for _, p := range c.Progress {
				if !strings.HasPrefix(seen[p.After], p.Visible) {
					t.Errorf("after chunk %d: visible %q, want %q already", p.After, seen[p.After], p.Visible)
				}
			}
			c.checkNever(t, seen)
			if !c.Retract && r.retracted && len(c.AlsoOK) == 0 {
				t.Error("text was retracted")
			}
		})
	}
}

func (c thinkCase) checkNever(t *testing.T, seen []string) {
	t.Helper()
	for _, never := range c.Never {
		for _, v := range seen {
			if !c.Retract && strings.Contains(v, never) {
				t.Errorf("%s: %q was visible in %q", c.ID, never, v)
			}
		}
	}
}

// TestThinkCasesRecut cuts every case at every byte and into single bytes: the
// result must be the same to the byte.
func TestThinkCasesRecut(t *testing.T) {
	for _, c := range readLines[thinkCase](t, "testdata/think_filter.jsonl") {
		var whole []byte
		for _, p := range c.pieces(t) {
			whole = append(whole, p...)
		}
		want := play(modes[c.Mode], [][]byte{whole}, nil)
		same := func(how string, chunks ...[]byte) {
			t.Helper()
			var seen []string
			var each func(string)
			if len(c.Never) > 0 {
				each = func(v string) { seen = append(seen, v) }
			}
			got := play(modes[c.Mode], chunks, each)
			c.checkNever(t, seen)
			if got.visible != want.visible || got.thought != want.thought || got.empty != want.empty || got.lone != want.lone {
				t.Fatalf("%s %s: %.80q %.80q, in one chunk %.80q %.80q", c.ID, how, got.visible, got.thought, want.visible, want.thought)
			}
		}
		if len(whole) <= 1000 {
			for i := 1; i < len(whole); i++ {
				same("cut at "+strconv.Itoa(i), whole[:i], whole[i:])
			}
		}
		single := make([][]byte, len(whole))
		for i := range whole {
			single[i] = whole[i : i+1]
		}
		same("in single bytes", single...)
	}
}

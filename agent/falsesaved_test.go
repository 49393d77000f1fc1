package agent_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/turn"
)

// claim is a sentence of testdata/claims.txt.
type claim struct {
	lang string
	kind string // what it claims was written; "quoted" or "none": nothing
	text string
}

func claims(t *testing.T) (list []claim) {
	t.Helper()
	raw, err := os.ReadFile("testdata/claims.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		if f := strings.SplitN(strings.TrimSpace(line), " ", 3); len(f) == 3 && f[0] != "#" {
			list = append(list, claim{f[0], f[1], f[2]})
		}
	}
	return list
}

// real reports whether the sentence claims anything.
func (c claim) real() bool { return c.kind != "quoted" && c.kind != "none" }

// updates reports whether it claims only that memory is other than it was.
func (c claim) updates() bool {
	return strings.Contains(c.text, "更新") || strings.Contains(c.text, "updated ")
}

var (
	tells  = map[string]string{"ja": "ラーメンが好きなんです。", "en": "I like ramen a lot.", "zh": "我很喜欢拉面。"}
	asks   = map[string]string{"ja": "ラーメンは好き？", "en": "Do you like ramen?", "zh": "你喜欢拉面吗？"}
	before = map[string]string{"ja": "そうなんですね。", "en": "I see. ", "zh": "这样啊。"}
	after  = map[string]string{"ja": "今日は寒いですね。", "en": " It is cold today.", "zh": "今天很冷。"}
)

// writer is a tool of this package's fakes with the role that a kind needs:
// roles decide, not names.
func (w *world) writer(kind string) string {
	name := map[string]string{"memory": "memory_save", "forget": "memory_search", "calendar": "get_time", "reminder": "get_time"}[kind]
	i := slices.IndexFunc(w.specs, func(s tool.Spec) bool { return s.Name == name })
	w.specs[i].Effect, w.specs[i].Keeps = tool.Write, tool.Promise(kind)
	return map[string]string{
		"memory_save": save("likes ramen"), "memory_search": call("memory_search", `{"query": "ramen"}`), "get_time": call("get_time", "{}"),
	}[name]
}

// letters is a generation in single characters.
func letters(s string) script { return gen(strings.Split(s, "")...) }

// situation is what a turn looks like in which a claim is made.
type situation struct {
	name  string
	words map[string]string
	fails bool // every write fails
	// script makes the turn, and gives the text around the claims.
	script func(w *world, c claim) (claims []claim)
	takes  func(c claim) bool
}

// another is a kind of write that keeps no claim of a kind.
var another = map[string]string{"memory": "forget", "forget": "memory", "calendar": "memory", "reminder": "memory"}

func alone(w *world, c claim) []claim {
	w.script(letters(c.text))
	return []claim{c}
}

func withWrite(of func(kind string) string) func(*world, claim) []claim {
	return func(w *world, c claim) []claim {
		w.script(letters(w.writer(of(c.kind))), letters(c.text))
		return []claim{c}
	}
}

func same(kind string) string { return kind }

func situations() []situation {
	claimed := func(c claim) bool { return c.real() }
	return []situation{
		{"with its write", asks, false, withWrite(same), claimed},
		{"without a write, what is meant is clear", tells, false, alone, claimed},
		{"without a write, nothing is clear", asks, false, alone, claimed},
		{"after a failed write", tells, true, withWrite(same), claimed},
		{"after a write of another kind", asks, false, withWrite(func(kind string) string { return another[kind] }), func(c claim) bool { return c.real() && !c.updates() }},
		{"in the middle of a stream", asks, false, func(w *world, c claim) []claim {
			w.script(letters(before[c.lang] + c.text + after[c.lang]))
			return []claim{c}
		}, claimed},
		{"before the call, in the same stream", asks, true, func(w *world, c claim) []claim {
			w.script(letters(before[c.lang]+c.text+"\n"+w.writer(c.kind)), letters(after[c.lang]))
			return []claim{c}
		}, claimed},
		{"two claims, one write", asks, false, func(w *world, c claim) []claim {
			other := claim{c.lang, "calendar", map[string]string{"ja": "予定に登録しました。", "en": " I've added it to your calendar.", "zh": "已经加到日历里了。"}[c.lang]}
			w.script(letters(w.writer(c.kind)), letters(c.text+other.text))
			return []claim{c, other}
		}, func(c claim) bool { return c.real() && c.kind != "calendar" && c.kind != "reminder" }},
		{"quoted, or no claim", tells, false, alone, func(c claim) bool { return !c.real() }},
		{"stopped behind it", tells, false, func(w *world, c claim) []claim {
			w.script(letters(before[c.lang] + c.text + after[c.lang]).with(piece{do: w.stop}))
			return []claim{c}
		}, claimed},
	}
}

// TestFalseSaved: whatever a model claims to have written, in which words and
// at which point of a turn, the reply claims it only where it was written; and
// what was written, quoted or not claimed stays as the model put it.
func TestFalseSaved(t *testing.T) {
	list := claims(t)
	tried := map[string]int{}
	for _, s := range situations() {
		tries := 0
		for _, c := range list {
			if s.takes(c) {
				s.try(t, c)
				tries++
				tried[c.lang]++
			}
		}
		t.Logf("proof: %s: %d replies", s.name, tries)
		if tries < 40 {
			t.Errorf("%s: only %d", s.name, tries)
		}
	}
	t.Logf("proof: by language %v", tried)
}

func (s situation) try(t *testing.T, c claim) {
	t.Helper()
	w := newWorld(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	w.stop = func() { cancel(turn.ErrStopped) }
	wrote := map[string]bool{}
	w.run = func(_ context.Context, call tool.Call) tool.Result {
		if s.fails {
			return tool.Result{Text: "disk full", Err: true}
		}
		i := slices.IndexFunc(w.specs, func(s tool.Spec) bool { return s.Name == call.Name })
		wrote[string(w.specs[i].Keeps)] = true
		return tool.Result{Text: "done", Wrote: true}
	}
	made := s.script(w, c)
	got, err := w.respond(ctx, said(s.words[c.lang]))
	if err != nil {
		t.Fatalf("%s: %s: %v", s.name, c.text, err)
	}
	for _, c := range made {
		claims := strings.Contains(got.Text, strings.TrimSpace(c.text))
		// What is in the calendar is remembered; nothing else is kept by another write.
		ok := !c.real() || wrote[c.kind] || c.kind == "memory" && (wrote["calendar"] || wrote["reminder"])
		if claims != ok {
			t.Errorf("%s: %q (%s), written %v: the reply is %q", s.name, c.text, c.kind, wrote, got.Text)
		}
	}
	if around := strings.TrimSpace(after[c.lang]); strings.Contains(s.name, "stream") && !strings.Contains(got.Text, around) {
		t.Errorf("%s: %q: %q lacks %q", s.name, c.text, got.Text, around)
	}
	if !c.real() && len(wrote) > 0 {
		t.Errorf("%s: %q made it write %v", s.name, c.text, wrote)
	}
}

package agent_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/agent/toolcall"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/turn"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares a file of testdata with what there is now.
func golden(t *testing.T, file string, got *txtar.Archive) {
	t.Helper()
	path := "testdata/" + file
	if *update {
		if err := os.WriteFile(path, txtar.Format(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(txtar.Format(got))); d != "" {
		t.Errorf("%s (-want +got; accept with -update):\n%s", path, d)
	}
}

// TestPromptGolden shows the two prompts of a turn with a round of tools.
func TestPromptGolden(t *testing.T) {
	for _, lang := range []string{"ja", "en", "zh"} {
		w := newWorld(t, func(c *agent.Config) { c.Lang = lang })
		w.session = agent.Session{Summary: "They met in May.", Lines: []agent.Line{
			{ID: "a", Text: "Good morning"}, {ID: "b", Assistant: true, Text: "Good morning!"},
		}}
		w.run = func(_ context.Context, c tool.Call) tool.Result { return tool.Result{Text: "RESULT of " + c.Name} }
		w.script(gen("<think>hm</think>One moment.\n"+save("likes tea")+"\n"+call("open_door", "{}")), gen("Done."))
		late := said("I like tea.", "Remember it.")
		late.Late = 7 * time.Minute
		if _, err := w.respond(t.Context(), late); err != nil {
			t.Fatal(err)
		}
		tools, err := toolcall.Describe(lang, specs()) // has a golden file of its own
		if err != nil || tools == "" {
			t.Fatal(err)
		}
		out := &txtar.Archive{}
		for i, r := range w.requests {
			for _, m := range r.Messages {
				out.Files = append(out.Files, txtar.File{Name: fmt.Sprintf("request %d, %s", i+1, m.Role), Data: []byte(strings.Replace(m.Text, tools, "[tools]", 1) + "\n")})
			}
		}
		golden(t, "prompt_"+lang+".txtar", out)
		second := whole(w.requests[1])
		for _, once := range []string{"I like tea.", "Remember it.", "RESULT of memory_save", "open_door", "They met in May.", "Good morning!"} {
			if n := strings.Count(second, once); n != 1 {
				t.Errorf("%s: %q stands %d times in the second prompt", lang, once, n)
			}
		}
		if strings.Contains(second, "hm") {
			t.Error("the thought is in the second prompt")
		}
	}
}

// TestPrefixIsStable: from turn to turn a prompt changes only at its end, so
// that the server can reuse what it has read.
func TestPrefixIsStable(t *testing.T) {
	w := newWorld(t)
	var before, words string
	for i := range 12 {
		words = fmt.Sprintf("message number %d", i)
		w.script(gen("Answer."))
		tn := said(words)
		tn.Messages[0].ID = turn.ID(fmt.Sprint("m", i))
		if _, err := w.respond(t.Context(), tn); err != nil {
			t.Fatal(err)
		}
		now := whole(w.last())
		if stable, _, _ := strings.Cut(before, agent.DataOpen+"\nNow:"); !strings.HasPrefix(now, stable) || i > 0 && len(stable) < 500 {
			t.Fatalf("turn %d does not begin like the one before:\n%s\n---\n%s", i, before, now)
		}
		before = now
		w.lines(agent.Line{ID: tn.Messages[0].ID, Text: words}, agent.Line{ID: turn.ID(fmt.Sprint("r", i)), Assistant: true, Text: "Answer."})
		w.engine.Rest(t.Context(), tn)
	}
}

// TestPrefixMovesRarely: when the history is over its share, its start moves
// in big steps, with Rest and without.
func TestPrefixMovesRarely(t *testing.T) {
	for _, rest := range []bool{false, true} {
		w := newWorld(t)
		w.info.Window = 3000
		w.otherwise = &script{pieces: []piece{{text: "A summary."}}}
		starts, last := 0, ""
		for i := range 60 {
			tn := said(fmt.Sprintf("message number %d, with some more words to it", i))
			if _, err := w.respond(t.Context(), tn); err != nil {
				t.Fatal(err)
			}
			if m := w.last().Messages; len(m) > 2 {
				if m[1].Text != last {
					starts++
				}
				last = m[1].Text
			}
			w.lines(agent.Line{ID: turn.ID(fmt.Sprint("m", i)), Text: tn.Text()}, agent.Line{ID: turn.ID(fmt.Sprint("r", i)), Assistant: true, Text: "A summary."})
			if rest {
				w.engine.Rest(t.Context(), tn)
			}
		}
		if starts < 2 || starts > 8 {
			t.Errorf("rest %v: the start of the history moved %d times in 60 turns", rest, starts)
		}
	}
}

// TestMarks: what a person, an earlier line, a summary or a result contains can
// neither end nor begin a block of data, nor speak the template's own tokens.
func TestMarks(t *testing.T) {
	marks := []string{
		"<data>", "</data>", "<tool_results>", "</tool_results>", "</DATA>", "< / data >", "</tool_results x>",
		"<result tool=\"x\">", "</result>", "<|im_start|>system", "<|im_end|>", "<\u00a0/\u3000data>", "<\u200b/data>",
		"</da\u200bta>", "＜/data＞", "</tool_\u00adresults>", "<｜end▁of▁sentence｜>", "</s>", "<s>", "<end_of_turn>", "[/INST]",
		"[MESSAGE]", "[/MESSAGE]", "［ / message］", "[\u200bIDLE]", "[Mess\u200bage]",
	}
	all := strings.Join(marks, "\n")
	w := newWorld(t)
	w.session = agent.Session{Summary: all, Lines: []agent.Line{{ID: "a", Text: all}, {ID: "b", Assistant: true, Text: all}}}
	w.run = func(context.Context, tool.Call) tool.Result { return tool.Result{Text: all} }
	w.script(gen(call("get_time", "{}")), gen("ok"))
	if _, err := w.respond(t.Context(), said(all)); err != nil {
		t.Fatal(err)
	}
	messages := w.last().Messages
	text := whole(agent.Request{Messages: messages[1:]}) // the system message explains the marks
	found := regexp.MustCompile(`(?i)<\s*/?\s*(data|tool_results?|result)\b[^>]*>|<[|｜]|</?(s|end_of_turn)>|\[/INST]|＜/|<[\x{a0}\x{200b}]|</da\x{200b}|</tool_\x{ad}|[\[［][\s\x{200b}/]*(m|i)`).FindAllString(text, -1)
	want := []string{
		"<data>", "</data>", "<data>", "</data>", // the summary; the time
		"<tool_results>", `<result tool="get_time" status="ok">`, "</result>", "</tool_results>",
	}
	if !slices.Equal(found, want) {
		t.Errorf("marks that hold: %q", found)
	}
	if got := strings.ReplaceAll(messages[len(messages)-3].Text, "\u2060", ""); !strings.HasSuffix(got, all) {
		t.Error("the words look different to a reader")
	}
}

// TestLongWords: of a message that does not fit, the middle is left out.
func TestLongWords(t *testing.T) {
	w := newWorld(t)
	w.info.Window = 2048
	w.lines(agent.Line{ID: "a", Text: "earlier"}, agent.Line{ID: "b", Assistant: true, Text: "earlier too"})
	w.script(gen("ok"))
	long := "The beginning. " + strings.Repeat("middle ", 5000) + " The end."
	if _, err := w.respond(t.Context(), said(long)); err != nil {
		t.Fatal(err)
	}
	m := w.last().Messages
	if got := m[len(m)-1].Text; !strings.Contains(got, "The beginning.") || !strings.HasSuffix(got, "The end.") || !strings.Contains(got, "…") || len(got) < 1000 {
		t.Errorf("%d bytes: %.300s", len(got), got)
	}
}

// TestHistoryBeginsWithThePerson: some templates insist on it.
func TestHistoryBeginsWithThePerson(t *testing.T) {
	w := newWorld(t)
	w.lines(agent.Line{ID: "a", Assistant: true, Text: "a reminder"}, agent.Line{ID: "b", Text: "thanks"})
	w.script(gen("ok"))
	if _, err := w.respond(t.Context(), said("hi")); err != nil {
		t.Fatal(err)
	}
	if got := roles(w.last()); !slices.Equal(got, []agent.Role{agent.RoleSystem, agent.RoleUser}) && !alternate(w.last()) {
		t.Errorf("roles %v", got)
	}
}

func alternate(r agent.Request) bool {
	for i, m := range r.Messages {
		want := agent.RoleUser
		if i%2 == 0 {
			want = agent.RoleAssistant
		}
		if i == 0 {
			want = agent.RoleSystem
		}
		if m.Role != want || strings.TrimSpace(m.Text) == "" {
			return false
		}
	}
	return len(r.Messages)%2 == 0
}

// TestZone: the person's zone counts, the home's where theirs is unknown.
func TestZone(t *testing.T) {
	for zone, want := range map[string]string{
		"Asia/Tokyo": "08:15 (Asia/Tokyo)", "America/New_York": "18:15 (America/New_York)",
		"Mars/Base": "08:15 (Asia/Tokyo)", "": "08:15 (Asia/Tokyo)",
	} {
		w := newWorld(t)
		w.script(gen("ok"))
		tn := said("hi")
		tn.Messages[0].Zone = zone
		if _, err := w.respond(t.Context(), tn); err != nil {
			t.Fatal(err)
		}
		if got := whole(w.last()); !strings.Contains(got, want) {
			t.Errorf("zone %q: %q is not in %s", zone, want, got[strings.LastIndex(got, "[user]"):])
		}
	}
}

func longTalk(w *world, n int) {
	for i := range n {
		w.lines(agent.Line{ID: turn.ID(fmt.Sprintf("l%03d", i)), Assistant: i%2 == 1, Text: fmt.Sprintf("line %d: %s", i, strings.Repeat("words ", 20))})
	}
}

func TestRest(t *testing.T) {
	t.Run("summarises what is over the share", func(t *testing.T) {
		w := newWorld(t)
		w.info.Window = 3000
		longTalk(w, 60)
		w.session.Summary = "Earlier still."
		w.script(gen("<think>what was it</think>", "They talked about words."))
		w.engine.Rest(t.Context(), said("hi"))
		if !slices.Equal(w.summarised, []string{"They talked about words."}) || w.session.Lines[0].ID <= "l010" {
			t.Fatalf("summaries %q, %d lines left", w.summarised, len(w.session.Lines))
		}
		r := w.requests[0]
		if !r.Greedy || !r.NoThinking || !strings.Contains(whole(r), "Earlier still.") || !strings.Contains(whole(r), "user: line 0:") {
			t.Errorf("request %+v", r)
		}
		if strings.Contains(whole(r), w.session.Lines[0].Text) {
			t.Error("a line that stays was summarised")
		}
		w.script(gen("ok"))
		if _, err := w.respond(t.Context(), said("hi")); err != nil || !strings.Contains(whole(w.last()), "They talked about words.") {
			t.Errorf("the next prompt: %v, %s", err, whole(w.last()))
		}
	})
	for name, s := range map[string]script{
		"the model is away": instead(&fault.Unavailable{Err: errors.New("refused")}), "it says nothing": gen("<think>hm</think>"),
		"it breaks off": gen("They ta").breaks(errBroken), "the window cuts it": gen("They ta").ends(clipped()),
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.info.Window = 3000
			longTalk(w, 60)
			w.script(s)
			w.engine.Rest(t.Context(), said("hi"))
			if len(w.summarised) != 1 || !strings.HasPrefix(w.summarised[0], "(excerpt) ") || !strings.Contains(w.summarised[0], "line 0:") {
				t.Errorf("summaries %.200q", w.summarised)
			}
		})
	}
	t.Run("little talk stays as it is", func(t *testing.T) {
		w := newWorld(t)
		longTalk(w, 6)
		w.engine.Rest(t.Context(), said("hi"))
		if w.summarised != nil {
			t.Errorf("summaries %q", w.summarised)
		}
	})
	t.Run("counts exactly where the server can", func(t *testing.T) {
		w := newWorld(t)
		longTalk(w, 6)
		counted := map[string]int{}
		w.count = func(s string) (int, error) { counted[s]++; return 10, nil }
		for range 2 {
			w.engine.Rest(t.Context(), said("hi"))
		}
		if len(counted) != 7 {
			t.Errorf("%d texts were counted", len(counted))
		}
		for s, n := range counted {
			if n != 1 {
				t.Errorf("%.40q was counted %d times", s, n)
			}
		}
	})
	t.Run("the model is not known", func(t *testing.T) {
		w := newWorld(t)
		longTalk(w, 200)
		w.infoErr = &fault.Unavailable{Err: errors.New("refused")}
		w.engine.Rest(t.Context(), said("hi"))
		if len(w.requests) > 0 || w.summarised != nil {
			t.Error("something was tried")
		}
	})
}

var slot = regexp.MustCompile(`\{[a-z_]+\}`)

// TestTexts: every language has the same keys, none empty, with the same slots.
func TestTexts(t *testing.T) {
	for _, dir := range []string{".", "toolset"} {
		want, err := agent.LoadTexts(os.DirFS(dir), "en")
		if err != nil || len(want) < 5 {
			t.Fatal(len(want), err)
		}
		for _, lang := range []string{"ja", "zh"} {
			got, err := agent.LoadTexts(os.DirFS(dir), lang)
			if err != nil {
				t.Fatal(err)
			}
			for key := range got {
				if _, ok := want[key]; !ok {
					t.Errorf("%s/%s has %q, English has not", dir, lang, key)
				}
			}
			for key, text := range want {
				a, b := slot.FindAllString(text, -1), slot.FindAllString(got[key], -1)
				slices.Sort(a)
				slices.Sort(b)
				if got[key] == "" || text == "" || !slices.Equal(a, b) {
					t.Errorf("%s/%s, %s: slots %q, in English %q", dir, lang, key, b, a)
				}
				if key == "weekdays" && len(strings.Fields(got[key])) != 7 {
					t.Errorf("%s/%s: weekdays %q", dir, lang, got[key])
				}
			}
		}
	}
	if _, err := agent.LoadTexts(os.DirFS("."), "tlh"); err == nil {
		t.Error("texts in Klingon")
	}
	if _, err := agent.New(agent.Config{Lang: "tlh"}, agent.Deps{}); err == nil {
		t.Error("an engine in Klingon")
	}
}

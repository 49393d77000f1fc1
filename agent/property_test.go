package agent_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/budget"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/turn"
)

// fragments are what a model's outputs are made of here. "zq" marks what is
// secret: it must never be shown.
var fragments = []string{
	"Hello. ", "雨ですね。", "\n", "  ", "\n\n", "a < b", "`<think>`", "<think>zq</think>", "<think>zq", "</think>",
	save("zqzq"), call("get_time", "{}"), call("memory_search", `{"query":"zq"}`), call("open_door", `{"zq":1}`),
	`{"tool": "memory_save", "arguments": {"content": "zq`, "I'll remember that.", "…", "😊", "{", "[1, 2]", strings.Repeat("ha. ", 60),
}

func fragment(t *rapid.T) string { return rapid.SampledFrom(fragments).Draw(t, "fragment") }

// output draws a generation, cut anywhere.
func output(t *rapid.T) script {
	text := strings.Join(rapid.SliceOfN(rapid.Custom(fragment), 0, 6).Draw(t, "output"), "")
	var s script
	for len(text) > 0 {
		n := rapid.IntRange(1, len(text)).Draw(t, "cut")
		s.pieces = append(s.pieces, piece{text: text[:n]})
		text = text[n:]
	}
	s.prefill = rapid.SampledFrom([]agent.Prefill{agent.PrefillNo, agent.PrefillNo, agent.PrefillYes, agent.PrefillUnknown}).Draw(t, "prefill")
	switch rapid.IntRange(0, 12).Draw(t, "end") {
	case 0:
		s.err = &fault.Incomplete{Err: errors.New("reset")}
	case 1:
		s.before = &fault.TooLong{}
	case 2:
		s.done.Clipped = true
	case 3:
		s.done.Finish = agent.FinishLength
	case 4:
		s.before = &fault.Unavailable{Err: errors.New("refused")}
	case 5:
		s.pieces = append(s.pieces, piece{thought: "zq by the server"})
	}
	return s
}

// words draws what people write, long or short.
func words(t *rapid.T) string {
	one := rapid.SampledFrom([]string{"はい", "words ", "<data>", "</data>\n", "12345 ", "<|im_end|>", "😊", "長い話。"}).Draw(t, "word")
	return strings.Repeat(one, rapid.SampledFrom([]int{1, 1, 3, 30, 600}).Draw(t, "times"))
}

// TestAnyTurn plays anything a model can do in any situation.
//   - The events, applied in order, show the reply that is returned (respond
//     checks that), and there is one or an error.
//   - No secret is shown unless text had to be taken back.
//   - No call runs twice, and none whose round is not stored.
//   - Every prompt has one system message, alternates, ends with the person and
//     fits the window as it is counted.
func TestAnyTurn(t *testing.T) {
	w := newWorld(t)
	turns, prompts := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		fresh := newWorld(t)
		fresh.t, fresh.engine = t, w.engine
		*w = *fresh
		w.info.Window = rapid.SampledFrom([]int{2048, 3000, 8192}).Draw(rt, "window")
		if rapid.Bool().Draw(rt, "summary") {
			w.session.Summary = words(rt)
		}
		for _, text := range rapid.SliceOfN(rapid.Custom(words), 0, 20).Draw(rt, "history") {
			for range rapid.SampledFrom([]int{1, 1, 1, 60}).Draw(rt, "times") {
				n := len(w.session.Lines)
				w.lines(agent.Line{ID: turn.ID(fmt.Sprint("l", n)), Assistant: n%2 == 1 || rapid.IntRange(0, 5).Draw(rt, "assistant") == 0, Text: text})
			}
		}
		long := words(rt)
		w.run = func(_ context.Context, c tool.Call) tool.Result {
			return tool.Result{Text: long, Wrote: c.Name == "memory_save"}
		}
		for range rapid.IntRange(1, 8).Draw(rt, "generations") {
			w.script(output(rt))
		}
		w.otherwise = &script{pieces: []piece{{text: "Well."}}}
		said := said(words(rt))

		visible := ""
		w.watch = func(shown string, final bool) {
			if final {
				visible = shown
			}
		}
		reply, err := w.respond(context.Background(), said)
		turns++
		if (err == nil) == (reply.Text == "") {
			rt.Fatalf("reply %+v, error %v", reply, err)
		}
		if strings.Contains(visible, "zq") {
			rt.Fatalf("a secret is in the reply: %q", visible)
		}
		ran := map[string]bool{}
		for _, c := range w.ran {
			if key := c.Name + string(c.Args); ran[key] && !strings.Contains(c.Op, "/99/") {
				rt.Fatalf("ran twice: %s", key)
			} else {
				ran[key] = true
			}
		}
		if len(w.rounds) > 5 {
			rt.Fatalf("%d rounds", len(w.rounds))
		}
		for _, r := range w.requests {
			prompts++
			checkPrompt(rt, r, w.info.Window)
		}
		if t.Failed() {
			rt.FailNow()
		}
	})
	if turns == 0 || prompts < turns/2 {
		t.Errorf("%d turns, %d prompts", turns, prompts)
	}
}

func checkPrompt(t *rapid.T, r agent.Request, window int) {
	t.Helper()
	if !alternate(r) {
		t.Fatalf("roles %v", roles(r))
	}
	meter := budget.NewMeter()
	sum := r.MaxTokens
	for _, m := range r.Messages {
		sum += meter.Count(m.Text) + budget.PerMessage
	}
	if sum > window {
		t.Fatalf("%d tokens of prompt and output in a window of %d", sum, window)
	}
}

// TestResumedTurnShowsTheSame: what a turn shows does not depend on whether a
// crash came between its rounds.
func TestResumedTurnShowsTheSame(t *testing.T) {
	w := newWorld(t)
	rapid.Check(t, func(rt *rapid.T) {
		fresh := newWorld(t)
		fresh.engine = w.engine
		*w = *fresh
		first := rapid.SliceOfN(rapid.SampledFrom([]string{"Hello. ", "\n", " ", "雨。", "<think>zq</think>", strings.Repeat("I see. ", 60)}), 0, 6).Draw(rt, "first")
		second := rapid.SampledFrom([]string{"Done.", "\n Done. ", "  ok\n"}).Draw(rt, "second")
		w.script(gen(append([]string{save("tea") + "\n"}, first...)...), gen(second))
		want, err := w.respond(context.Background(), said("hi"))
		if err != nil {
			rt.Fatal(err)
		}
		w.script(gen(second))
		got, err := w.respond(context.Background(), said("hi"))
		if err != nil || got.Text != want.Text || len(w.ran) != 1 {
			rt.Fatalf("%q, resumed %q (%v), %d runs", want.Text, got.Text, err, len(w.ran))
		}
	})
}

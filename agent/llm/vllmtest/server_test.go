package vllmtest

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestTokensJoinToTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text") + "<think>" + rapid.StringMatching(`[a-z0-9 .\n]*`).Draw(t, "ascii")
		if got := strings.Join(Tokenize(text), ""); got != text {
			t.Fatalf("%q became %q", text, got)
		}
	})
}

func TestTokenRule(t *testing.T) {
	for text, want := range map[string]string{
		"hello world": "hell|o| worl|d", "猫が、": "猫|が|、", "<think>\n": "<think>|\n", " ": " ", "a  b": "a| | b",
	} {
		if got := strings.Join(Tokenize(text), "|"); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestEndsAndWholeAnswers(t *testing.T) {
	for name, tc := range map[string]struct {
		opts   []Option
		script Script
		body   string
		want   string
	}{
		"whole":        {nil, Text("はい、先生"), ask("a", ""), `"content":"はい、先生","refusal"`},
		"usage":        {nil, Text("はい"), ask("a", `,"stream":true,"stream_options":{"include_usage":true}`), `"choices":[],"usage":{"prompt_tokens":`},
		"thought":      {[]Option{LlamaCpp()}, Ponder("う", "はい"), ask("a", ""), `"reasoning_content":"う"`},
		"continued":    {[]Option{LlamaCpp()}, Text(" two"), `{"messages":[{"role":"assistant","content":"one"}]}`, `"content":"one two"`},
		"schema is ok": {nil, Text("{}"), ask("a", `,"response_format":{"type":"json_schema"}`), `"content":"{}"`},
		"late system":  {[]Option{SystemFirst()}, Script{}, `{"model":"kokoron-test","messages":[{"role":"user","content":"a"},{"role":"system","content":"b"}]}`, "System message must be at the beginning"},
		"engine death": {nil, Say("a").Ending(EndError), ask("a", `,"stream":true`), "EngineCore encountered an issue"},
		"refused":      {nil, Refuse(500, "oops"), ask("a", ""), "oops"},
		"no thinking":  {[]Option{ReasoningParser()}, Text("はい"), ask("a", `,"chat_template_kwargs":{"enable_thinking":false}`), `"content":"はい"`},
		"swallowed":    {[]Option{ReasoningParser()}, Text("はい"), ask("a", ""), `"content":null`},
	} {
		s := New(t, tc.opts...)
		s.Enqueue(tc.script)
		if got := do(t, s, chatPath, tc.body); !strings.Contains(got.body, tc.want) {
			t.Errorf("%s: %s", name, got.body)
		}
	}
}

func TestRespondSeesTheRequest(t *testing.T) {
	s := New(t)
	s.Respond(func(r Request) Script { return Text("「" + r.Last() + "」") })
	if got := do(t, s, chatPath, ask("やあ", "")); !strings.Contains(got.body, "「やあ」") {
		t.Error(got.body)
	}
}

func TestSeesTheClientLeave(t *testing.T) {
	s := New(t)
	s.Enqueue(Say("a").Ending(EndHang), Script{Silent: true}, Text("あいう").Every(time.Hour))
	for range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		req, _ := http.NewRequestWithContext(ctx, http.MethodPost, s.URL()+"/chat/completions", strings.NewReader(ask("a", `,"stream":true`)))
		if resp, err := http.DefaultClient.Do(req); err == nil {
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}
		cancel()
	}
	for range 200 {
		if s.Left() == 3 && s.Running() == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d left, %d running", s.Left(), s.Running())
}

func TestGateHoldsAPiece(t *testing.T) {
	s := New(t)
	gate := make(chan struct{})
	s.Enqueue(Script{Pieces: []Piece{{Text: "a"}, {Text: "b", Gate: gate}}})
	got := make(chan recorded)
	go func() { got <- do(t, s, chatPath, ask("a", `,"stream":true`)) }()
	select {
	case <-got:
		t.Fatal("the gate was not waited for")
	case <-time.After(50 * time.Millisecond):
	}
	close(gate)
	if r := <-got; !strings.Contains(r.body, `"content":"b"`) {
		t.Error(r.body)
	}
}

func TestMetricsCountReuse(t *testing.T) {
	s := New(t)
	for range 2 {
		do(t, s, chatPath, ask(strings.Repeat("同じ", 30), ""))
	}
	got := do(t, s, "/metrics", "").body
	n := s.Requests()[0].PromptTokens
	if !strings.Contains(got, "vllm:prefix_cache_hits_total{engine=\"0\",model_name=\"kokoron-test\"} ") ||
		strings.Contains(got, "hits_total{engine=\"0\",model_name=\"kokoron-test\"} 0.0") || n < 60 {
		t.Errorf("%d tokens: %s", n, got)
	}
}

func TestStartTakesAnAddress(t *testing.T) {
	s, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Start(Addr(s.Addr())); err == nil {
		t.Error("two servers on one address")
	}
	s.Close()
	again, err := Start(Addr(s.Addr()))
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}

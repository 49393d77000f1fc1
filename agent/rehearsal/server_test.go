package rehearsal

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/clock"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// client talks to a server on a real port.
type client struct {
	t         *testing.T
	base, key string
}

func start(t *testing.T, cfg Config) client {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	cfg.Clock = clock.Real{}
	s := New(cfg)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		cancel()
		if err := <-done; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	return client{t, "http://" + l.Addr().String(), s.Key()}
}

func (c client) do(ctx context.Context, method, path, body string) *http.Response {
	c.t.Helper()
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+c.key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	return resp
}

// call returns the status and the body.
func (c client) call(method, path, body string) (int, string) {
	c.t.Helper()
	resp := c.do(c.t.Context(), method, path, body)
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return resp.StatusCode, string(raw)
}

func chatBody(words, extra string) string {
	w, _ := json.Marshal("<data>\nnow\n</data>\n" + words)
	s, _ := json.Marshal(systemText)
	return `{"model":"kokoron-rehearsal","messages":[{"role":"system","content":` + string(s) + `},{"role":"user","content":` + string(w) + `}]` + extra + `}`
}

func TestKeyIsNeeded(t *testing.T) {
	c := start(t, Config{})
	for _, key := range []string{"", "wrong", c.key + "x"} {
		for _, path := range []string{"/health", "/v1/models", "/v1/chat/completions", "/tokenize"} {
			if status, body := (client{t, c.base, key}).call("POST", path, chatBody("hi", "")); status != 401 || strings.Contains(body, c.key) {
				t.Errorf("key %q, %s: %d %s", key, path, status, body)
			}
		}
	}
	if other := New(Config{}).Key(); other == c.key || len(other) < 20 {
		t.Errorf("keys %q and %q", c.key, other)
	}
}

func TestModelsHealthTokenize(t *testing.T) {
	c := start(t, Config{})
	if status, _ := c.call("GET", "/health", ""); status != 200 {
		t.Errorf("health %d", status)
	}
	if _, body := c.call("GET", "/v1/models", ""); !strings.Contains(body, `"id":"kokoron-rehearsal"`) || !strings.Contains(body, `"max_model_len":8192`) {
		t.Error(body)
	}
	if _, body := c.call("POST", "/tokenize", `{"prompt":"猫のMikan!"}`); !strings.HasPrefix(body, `{"count":5,"max_model_len":8192,"tokens":[`) {
		t.Error(body)
	}
	_, body := c.call("POST", "/tokenize", `{"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}],"add_generation_prompt":true,"return_token_strs":true}`)
	var out tokenizeReply
	if err := json.Unmarshal([]byte(body), &out); err != nil {
		t.Fatal(err)
	}
	if joined := strings.Join(out.TokenStrs, ""); joined != "<|user|>ĊhiĊ<|assistant|>Ċ" || out.Count != len(out.Tokens) {
		t.Errorf("%q in %s", joined, body)
	}
}

func TestWhole(t *testing.T) {
	c := start(t, Config{})
	status, body := c.call("POST", "/v1/chat/completions", chatBody("ラーメンが好き", ""))
	var out completion
	if err := json.Unmarshal([]byte(body), &out); err != nil || status != 200 {
		t.Fatal(status, body, err)
	}
	thought, call, _ := strings.Cut(out.Choices[0].Message.Content, "</think>")
	if !strings.HasPrefix(thought, "<think>\n") || strings.TrimSpace(call) !=
		`{"tool":"memory_save","arguments":{"content":"先生はラーメンが好き","importance":3,"category":"about_sensei"}}` {
		t.Errorf("%q", out.Choices[0].Message.Content)
	}
	if *out.Choices[0].Finish != "stop" || out.Object != "chat.completion" || out.Usage.Total != out.Usage.Prompt+out.Usage.Completion || out.Usage.Completion == 0 {
		t.Error(body)
	}
	if _, body := c.call("POST", "/v1/chat/completions", chatBody("hello", `,"chat_template_kwargs":{"enable_thinking":false}`)); strings.Contains(body, "think>") ||
		!strings.Contains(body, `"content":"[rehearsal] `) {
		t.Error(body)
	}
}

func TestStream(t *testing.T) {
	c := start(t, Config{Pause: time.Microsecond})
	resp := c.do(t.Context(), "POST", "/v1/chat/completions", chatBody("こんにちは", `,"stream":true,"stream_options":{"include_usage":true}`))
	defer resp.Body.Close()
	if ct := resp.Header.Get("Content-Type"); !strings.HasPrefix(ct, "text/event-stream") {
		t.Error(ct)
	}
	var events []string
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			events = append(events, data)
		} else if lines.Text() != "" {
			t.Errorf("line %q", lines.Text())
		}
	}
	n := len(events)
	if n < 20 || events[n-1] != "[DONE]" {
		t.Fatalf("%d events, the last %q", n, events[n-1])
	}
	if !strings.Contains(events[0], `"delta":{"role":"assistant","content":""},"finish_reason":null`) {
		t.Error(events[0])
	}
	if !strings.Contains(events[n-3], `"delta":{"content":""},"finish_reason":"stop"`) {
		t.Error(events[n-3])
	}
	if !strings.Contains(events[n-2], `"choices":[],"usage":{"prompt_tokens":`) {
		t.Error(events[n-2])
	}
	var all strings.Builder
	for _, e := range events[:n-2] {
		var chunk completion
		if err := json.Unmarshal([]byte(e), &chunk); err != nil || chunk.Object != "chat.completion.chunk" || chunk.Usage != nil {
			t.Fatal(e, err)
		}
		all.WriteString(chunk.Choices[0].Delta.Content)
	}
	if _, words, _ := strings.Cut(all.String(), "</think>\n\n"); !strings.HasPrefix(words, "【リハーサル】こんにちは。") {
		t.Errorf("%q", all.String())
	}
}

func TestStreamEndsWithItsReader(t *testing.T) {
	c := start(t, Config{Pause: time.Hour})
	ctx, cancel := context.WithCancel(t.Context())
	resp := c.do(ctx, "POST", "/v1/chat/completions", chatBody("hi", `,"stream":true`))
	cancel()
	if _, err := io.ReadAll(resp.Body); err == nil {
		t.Error("read to the end")
	}
	resp.Body.Close() // the cleanup of start waits for the handler; goleak sees one that stays
}

func TestRefusals(t *testing.T) {
	c := start(t, Config{})
	// The frame of the prompt takes about 40 tokens; the rest is one a letter.
	for name, x := range map[string]struct {
		body   string
		status int
		part   string
	}{
		"json":   {`{"model":`, 400, `"type":"BadRequestError"`},
		"model":  {`{"model":"nope","messages":[{"role":"user","content":"x"}]}`, 404, "Valid aliases: kokoron-rehearsal."},
		"empty":  {`{"messages":[]}`, 400, "empty conversation"},
		"schema": {chatBody("x", `,"response_format":{"type":"json_schema"}`), 400, "structured output"},
		"long":   {chatBody(strings.Repeat("猫", 9000), ""), 400, "maximum context length is 8192 tokens. However, your prompt contains at least 8193 input tokens"},
		"output": {chatBody("x", `,"max_tokens":9000`), 400, `"param":"max_tokens"`},
		"clip":   {chatBody(strings.Repeat("猫", 8100), `,"max_tokens":200`), 200, `"finish_reason":"length"`},
		"short":  {chatBody("x", `,"max_tokens":5`), 200, `"completion_tokens":5`},
	} {
		if status, body := c.call("POST", "/v1/chat/completions", x.body); status != x.status || !strings.Contains(body, x.part) {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
	if status, _ := c.call("GET", "/nothing", ""); status != 404 {
		t.Errorf("unknown path: %d", status)
	}
}

func TestTokensJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		if got := strings.Join(tokens(s), ""); got != s {
			t.Fatalf("tokens(%q) join to %q", s, got)
		}
	})
	if got := strings.Join(tokens("hello big 世界!"), "|"); got != "hell|o| big| |世|界|!" {
		t.Error(got)
	}
}

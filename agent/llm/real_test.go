package llm

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
)

// TestRealServer runs the client against the server that
// KOKORON_TEST_MODEL_URL names (a vLLM or a llama.cpp), with the template of a
// model that does not think.
func TestRealServer(t *testing.T) {
	url := os.Getenv("KOKORON_TEST_MODEL_URL")
	if url == "" {
		t.Skip("KOKORON_TEST_MODEL_URL is not set: no real model server to test against")
	}
	c, err := New(Config{Endpoints: []Endpoint{{URL: url}}}, clock.Real{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	info, err := c.Info(t.Context())
	if err != nil || info.Name == "" || info.Window <= 0 {
		t.Fatalf("info %+v, %v", info, err)
	}
	t.Logf("info %+v, kind %s", info, c.endpoints[0].known.kind)
	n, err := c.Count(t.Context(), "先生はラーメンが好きです。")
	if err != nil || n < 4 || n > 20 {
		t.Errorf("count %d, %v", n, err)
	}
	t.Logf("count %d", n)

	r := agent.Request{MaxTokens: 40, Messages: []agent.Prompt{
		{Role: agent.RoleSystem, Text: "あなたは親切な話し相手です。日本語で短く答えます。" + strings.Repeat("いつも落ち着いて、ていねいに話します。", 8)},
		{Role: agent.RoleUser, Text: "こんにちは。ひとことで自己紹介してください。"},
	}}
	for range 2 {
		began := time.Now()
		rec, comp := whole(t, c, r)
		t.Logf("%v: %q %+v in %d pieces, prefill %v", time.Since(began).Round(time.Millisecond), rec.text.String(), comp, rec.pieces, rec.prefill)
		if rec.text.Len() == 0 && len(c.Swallows()) == 0 || comp.Usage.Prompt == 0 || comp.Usage.Completion == 0 || comp.Finish == agent.FinishUnknown {
			t.Errorf("answer %q, %+v", rec.text.String(), comp)
		}
		if rec.prefill != agent.PrefillNo {
			t.Errorf("prefill %v", rec.prefill)
		}
	}
	t.Logf("swallows %v", c.Swallows())
	realSchema(t, c, r)
	realTooLong(t, c, info, r)
	realCancel(t, c, r)
}

// realCancel leaves a long answer; a server with one slot answers the next
// call only if it noticed.
func realCancel(t *testing.T, c *Client, r agent.Request) {
	r.MaxTokens = 2000
	r.Messages = append([]agent.Prompt(nil), r.Messages...)
	r.Messages[1].Text = "1 から 500 まで数えてください。"
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var rec record
	rec.onPiece = func() {
		if rec.pieces == 3 {
			cancel()
		}
	}
	if _, err := c.Generate(ctx, r, &rec); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	began := time.Now()
	r.MaxTokens = 4
	whole(t, c, r)
	t.Logf("the next answer took %v", time.Since(began).Round(time.Millisecond))
}

func realSchema(t *testing.T, c *Client, r agent.Request) {
	r.Greedy, r.NoThinking = true, true
	r.Schema = []byte(`{"type":"object","properties":{"city":{"type":"string","maxLength":12}},"required":["city"],"additionalProperties":false}`)
	r.Messages = append([]agent.Prompt(nil), r.Messages...)
	r.Messages[1].Text = "日本の首都を JSON で。"
	rec, comp := whole(t, c, r)
	t.Logf("schema: %q %+v", rec.text.String(), comp)
	if got := strings.TrimSpace(rec.text.String()); !strings.HasPrefix(got, "{") || !strings.Contains(got, `"city"`) {
		t.Errorf("schema: %q", got)
	}
}

func realTooLong(t *testing.T, c *Client, info agent.ModelInfo, r agent.Request) {
	r.Messages = append([]agent.Prompt(nil), r.Messages...)
	r.Messages[1].Text = strings.Repeat("猫と犬。", info.Window)
	_, err := c.Generate(t.Context(), r, &record{})
	var long *fault.TooLong
	if !errors.As(err, &long) || long.Max != info.Window {
		t.Errorf("too long: %v", err)
	} else {
		t.Logf("too long: max %d, used %d: %.160s", long.Max, long.Used, err)
	}
}

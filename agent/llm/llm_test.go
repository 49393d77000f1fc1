package llm

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/internal/clock"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// handClock sleeps without waiting and keeps what was asked of it.
type handClock struct {
	mu    sync.Mutex
	now   time.Time
	slept []time.Duration
}

func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *handClock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	c.slept = append(c.slept, d)
	return ctx.Err()
}

func (c *handClock) pass(d time.Duration) { c.Sleep(context.Background(), d) }

// record is a Sink that keeps what it gets.
type record struct {
	prefill agent.Prefill
	starts  int
	text    strings.Builder
	thought strings.Builder
	pieces  int
	onPiece func()
}

func (r *record) Start(p agent.Prefill) { r.prefill = p; r.starts++ }
func (r *record) Text(s string)         { r.text.WriteString(s); r.piece() }
func (r *record) Thought(s string)      { r.thought.WriteString(s); r.piece() }
func (r *record) piece() {
	r.pieces++
	if r.onPiece != nil {
		r.onPiece()
	}
}

// client makes a client for servers, with short timeouts.
func client(t *testing.T, change func(*Config), servers ...*vllmtest.Server) (*Client, *handClock) {
	t.Helper()
	cfg := Config{HeaderTimeout: 2 * time.Second, IdleTimeout: time.Second, DialTimeout: time.Second}
	for _, s := range servers {
		cfg.Endpoints = append(cfg.Endpoints, Endpoint{URL: s.URL()})
	}
	if change != nil {
		change(&cfg)
	}
	clk := &handClock{now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	c, err := New(cfg, clk, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c, clk
}

func ask(text string) agent.Request {
	return agent.Request{MaxTokens: 100, Messages: []agent.Prompt{
		{Role: agent.RoleSystem, Text: "You are kind."}, {Role: agent.RoleUser, Text: text},
	}}
}

// eventually waits for something that another goroutine does.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for range 200 {
		if ok() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("never happened: %s", what)
}

func TestStream(t *testing.T) {
	for name, opt := range personalities() {
		t.Run(name, func(t *testing.T) {
			s := vllmtest.New(t, opt...)
			s.Enqueue(vllmtest.Say("こん", "にちは", "、", "先生。"))
			c, _ := client(t, nil, s)
			var r record
			comp, err := c.Generate(t.Context(), ask("やあ"), &r)
			if err != nil {
				t.Fatal(err)
			}
			if r.text.String() != "こんにちは、先生。" || r.pieces != 4 || r.starts != 1 || r.prefill != agent.PrefillNo {
				t.Errorf("got %q in %d pieces, %d starts, prefill %v", r.text.String(), r.pieces, r.starts, r.prefill)
			}
			want := agent.Completion{Finish: agent.FinishStop, Model: "kokoron-test",
				Usage: agent.Usage{Prompt: s.Requests()[0].PromptTokens, Completion: 9}}
			if comp != want {
				t.Errorf("completion %+v, want %+v", comp, want)
			}
		})
	}
}

func personalities() map[string][]vllmtest.Option {
	return map[string][]vllmtest.Option{"vllm": nil, "llama.cpp": {vllmtest.LlamaCpp()}}
}

var _ clock.Clock = (*handClock)(nil)

package llm

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/clock"
)

// Report is what a look at one endpoint found, for kokoron doctor.
type Report struct {
	// Err is why the look ended early: a *fault.Unavailable, *fault.Blocked and
	// so on. What was found before stands all the same.
	Err error

	Reachable  bool // it listed its models, or answered
	Kind       Kind
	Models     []string // chat models it has
	Model      string   // the one that would be used
	HasModel   bool     // Model is among Models; llama.cpp answers for any name
	Window     int      // tokens
	WindowSaid bool     // the server said so; else it is configured or assumed
	Prefill    agent.Prefill
	Counts     bool // it can count tokens
	// Swallows: the server took a whole answer for a thought; it runs with a
	// reasoning parser that does not fit the model (vLLM: --reasoning-parser).
	Swallows bool
	// Answered: one short answer was generated; First and Whole are the times
	// to its first piece and its end.
	Answered     bool
	First, Whole time.Duration
}

// probeTokens bounds the one answer that is generated.
const probeTokens = 24

// Probe looks at one endpoint. It costs a few small requests and one answer of
// at most 24 tokens; it takes at most about half a minute.
func Probe(ctx context.Context, conf Endpoint, clk clock.Clock) Report {
	cfg := Config{Endpoints: []Endpoint{conf}, HeaderTimeout: 30 * time.Second, Attempts: 1}
	c, err := New(cfg, clk, slog.New(slog.DiscardHandler))
	if err != nil {
		return Report{Err: err}
	}
	defer c.Close()
	e := c.endpoints[0]
	f, err := e.learn(ctx)
	if err != nil {
		return Report{Err: kindOfFailure(ctx, err, false), Reachable: refused(err)}
	}
	r := Report{
		Reachable: true, Kind: f.kind, Models: f.models, Model: f.model,
		HasModel: slices.Contains(f.models, f.model), Window: f.window, WindowSaid: f.said,
		Prefill: e.prefill(ctx, f, false),
	}
	_, err = c.Count(ctx, "猫")
	r.Counts = err == nil
	s := stopwatch{clk: clk, began: clk.Now()}
	_, r.Err = c.Generate(ctx, agent.Request{
		MaxTokens: probeTokens, Greedy: true,
		Messages: []agent.Prompt{
			{Role: agent.RoleSystem, Text: "Answer with one word."},
			{Role: agent.RoleUser, Text: "Say: ok"},
		},
	}, &s)
	r.Answered = r.Err == nil
	r.First, r.Whole = s.first, clk.Now().Sub(s.began)
	r.Swallows = len(c.Swallows()) > 0
	return r
}

// refused says that a server is there, whatever it said.
func refused(err error) bool {
	var api *APIError
	return errors.As(err, &api) || errors.Is(err, errNoModel)
}

// Swallows are the endpoints (host and port) that took a whole answer for a
// thought. They are asked with thinking off until they were away.
func (c *Client) Swallows() []string {
	var out []string
	for _, e := range c.endpoints {
		if f, ok := e.cached(); ok && f.swallow {
			out = append(out, host(e.conf.URL))
		}
	}
	return out
}

// stopwatch is a Sink that takes the time to the first piece.
type stopwatch struct {
	clk   clock.Clock
	began time.Time
	first time.Duration
}

func (s *stopwatch) Start(agent.Prefill) { s.first = s.clk.Now().Sub(s.began) }
func (s *stopwatch) Text(string)         {}
func (s *stopwatch) Thought(string)      {}

package llm

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
)

// Client is the model behind one or several endpoints.
type Client struct {
	cfg       Config
	clock     clock.Clock
	log       *slog.Logger
	endpoints []*endpoint
	close     func()
}

var _ agent.Model = (*Client)(nil)

// New makes a client. It asks no server yet.
func New(cfg Config, clk clock.Clock, log *slog.Logger) (*Client, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	hc := newHTTP(cfg.DialTimeout)
	c := &Client{cfg: cfg, clock: clk, log: log, close: hc.CloseIdleConnections}
	for _, conf := range cfg.Endpoints {
		e, err := newEndpoint(conf, cfg, newServer(conf.URL, conf.Key, hc))
		if err != nil {
			return nil, err
		}
		c.endpoints = append(c.endpoints, e)
	}
	return c, nil
}

// Close drops idle connections. Calls in flight are not touched.
func (c *Client) Close() { c.close() }

// Generate implements agent.Model. A request that could only be misread by
// some server (empty, ending with the assistant, a system message that is not
// first, no room for output) is a fault of the program and not sent.
func (c *Client) Generate(ctx context.Context, r agent.Request, s agent.Sink) (agent.Completion, error) {
	if err := check(r); err != nil {
		return agent.Completion{}, fmt.Errorf("generate: %w", err)
	}
	var last error
	for try := 0; ; try++ {
		done, comp, err := c.round(ctx, r, s)
		if done {
			return comp, err
		}
		last = worse(last, err)
		wait, again := c.again(try, err)
		if !again {
			return agent.Completion{}, last
		}
		c.log.Warn("model call failed, trying again", "wait", wait, "err", err)
		if err := c.clock.Sleep(ctx, wait); err != nil {
			return agent.Completion{}, err
		}
	}
}

// round tries each endpoint that is not resting, in order. It is done when one
// answered, or nothing more may be tried.
func (c *Client) round(ctx context.Context, r agent.Request, s agent.Sink) (done bool, comp agent.Completion, err error) {
	for i, e := range c.endpoints {
		if !e.enter(c.clock.Now()) {
			continue
		}
		comp, started, failure := c.attempt(ctx, e, r, s)
		e.leave(c.clock.Now(), judge(ctx, failure))
		var long *fault.TooLong
		if failure == nil || started || ctx.Err() != nil || errors.As(failure, &long) {
			return true, comp, failure
		}
		failure = fmt.Errorf("%s: %w", host(e.conf.URL), failure)
		if i < len(c.endpoints)-1 {
			c.log.Warn("model endpoint failed, trying the next", "err", failure)
		}
		err = worse(err, failure)
	}
	if err == nil {
		err = c.allResting()
	}
	return false, comp, err
}

// allResting is the error where every endpoint rests after failures.
func (c *Client) allResting() error {
	var soonest time.Duration
	for i, e := range c.endpoints {
		if d, _ := e.resting(c.clock.Now()); i == 0 || d < soonest {
			soonest = d
		}
	}
	return &fault.Unavailable{Err: fmt.Errorf("no model server answers; the next try is due in %v", soonest.Round(time.Millisecond))}
}

// worse picks the error to report of two: one that may pass goes before one
// that needs a person, because the message is then kept and answered later.
func worse(a, b error) error {
	var blocked *fault.Blocked
	switch {
	case a == nil:
		return b
	case b == nil || errors.As(b, &blocked) && !errors.As(a, &blocked):
		return a
	}
	return b
}

// again says whether another round is worth it, and after what wait. Only what
// may pass within seconds is: a server that is not there is reported at once,
// so that the person hears of it.
func (c *Client) again(try int, err error) (time.Duration, bool) {
	var temp *fault.Temporary
	if !errors.As(err, &temp) || try+1 >= c.cfg.Attempts {
		return 0, false
	}
	wait := max(c.cfg.Backoff<<try, temp.After)
	return wait, wait <= c.cfg.MaxWait
}

// judge says what a call's end means for its breaker.
func judge(ctx context.Context, err error) outcome {
	var (
		gone  *fault.Unavailable
		broke *fault.Incomplete
		temp  *fault.Temporary
		api   *APIError
	)
	switch {
	case ctx.Err() != nil:
		return unsaid
	case errors.As(err, &gone), errors.As(err, &broke):
		return failed
	case errors.As(err, &temp):
		if errors.As(err, &api) && api.Status == 429 {
			return served
		}
		return failed
	}
	return served
}

// check refuses prompts that servers misread.
func check(r agent.Request) error {
	if len(r.Messages) == 0 {
		return errors.New("the prompt is empty")
	}
	if r.MaxTokens <= 0 {
		return errors.New("no tokens are reserved for the output")
	}
	for i, m := range r.Messages {
		switch {
		case m.Role != agent.RoleSystem && m.Role != agent.RoleUser && m.Role != agent.RoleAssistant:
			return fmt.Errorf("message %d has the unknown role %q", i, m.Role)
		case m.Role == agent.RoleSystem && i > 0:
			return fmt.Errorf("message %d is a system message, and not the first", i)
		}
	}
	if last := r.Messages[len(r.Messages)-1].Role; last != agent.RoleUser {
		return fmt.Errorf("the prompt ends with the %s; llama.cpp would continue that text", last)
	}
	return nil
}

// first is the endpoint that would answer now, and what is known of it. A
// fresh question counts for its breaker.
func (c *Client) first(ctx context.Context) (*endpoint, facts, error) {
	var last error
	for _, e := range c.endpoints {
		if _, rest := e.resting(c.clock.Now()); rest {
			continue
		}
		if f, ok := e.cached(); ok {
			return e, f, nil
		}
		if !e.enter(c.clock.Now()) {
			continue
		}
		f, err := e.learn(ctx)
		if err != nil {
			err = kindOfFailure(ctx, err, false)
		}
		e.leave(c.clock.Now(), judge(ctx, err))
		if err == nil {
			return e, f, nil
		}
		if ctx.Err() != nil {
			return nil, facts{}, ctx.Err()
		}
		last = worse(last, fmt.Errorf("%s: %w", host(e.conf.URL), err))
	}
	if last == nil {
		last = c.allResting()
	}
	return nil, facts{}, last
}

// Info implements agent.Model.
func (c *Client) Info(ctx context.Context) (agent.ModelInfo, error) {
	_, f, err := c.first(ctx)
	if err != nil {
		var gone *fault.Unavailable
		if ctx.Err() == nil && !errors.As(err, &gone) {
			err = &fault.Unavailable{Err: err}
		}
		return agent.ModelInfo{}, err
	}
	return agent.ModelInfo{Name: f.model, Window: f.window}, nil
}

// Count implements agent.Model. Where the server has no way to count the error
// is ErrCannotCount, from then on without asking.
func (c *Client) Count(ctx context.Context, text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	e, f, err := c.first(ctx)
	if err != nil {
		return 0, err
	}
	if f.dumb {
		return 0, ErrCannotCount
	}
	n, err := e.count(ctx, f.kind, f.model, strings.ToValidUTF8(text, "\uFFFD"))
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case err == nil && n > 0:
		return n, nil
	case err == nil, unsupported(err), errors.Is(err, ErrCannotCount):
		e.update(f, func(f *facts) { f.dumb = true })
		return 0, ErrCannotCount
	}
	return 0, fmt.Errorf("count tokens: %w", kindOfFailure(ctx, err, false))
}

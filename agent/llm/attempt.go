package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/tmc/langchaingo/llms"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/fault"
)

// attempt is one call to one endpoint. started says that the sink got a piece,
// so that nothing may be tried again.
func (c *Client) attempt(ctx context.Context, e *endpoint, r agent.Request, s agent.Sink) (comp agent.Completion, started bool, err error) {
	f, err := e.learn(ctx)
	if err != nil {
		return comp, false, kindOfFailure(ctx, err, false)
	}
	// A server that takes whole answers for thoughts does so only while
	// thinking is on.
	noThinking := r.NoThinking || f.swallow
	p := piper{sink: s, prefill: e.prefill(ctx, f, noThinking)}
	end, err := c.call(ctx, e, f.model, c.fields(r, noThinking), r, &p)
	if ctx.Err() != nil {
		return comp, p.started, ctx.Err()
	}
	if err != nil {
		return comp, p.started, e.failure(ctx, f, err, p.started)
	}
	e.observe(f, noThinking, &p, end)
	return completion(end, r.MaxTokens), p.started, nil
}

// A server on two busy cores was seen to read a long prompt at some ten tokens,
// 40 bytes, a second: that much time it gets on top, up to a bound.
const (
	readBytes = 40
	readMost  = 10 * time.Minute
)

// readFor is how long a slow server may take to read a prompt.
func readFor(messages []agent.Prompt) time.Duration {
	bytes := 0
	for _, m := range messages {
		bytes += len(m.Text)
	}
	return min(time.Duration(bytes/readBytes)*time.Second, readMost)
}

// call runs the library and says how the exchange ended. The library's own
// error counts only where the shim saw none: it returns partial text without an
// error when cancelled, and plain text for errors that were typed
// (langchaingo v0.1.14; TestLibraryHidesCancel).
func (c *Client) call(ctx context.Context, e *endpoint, model string, extra fields, r agent.Request, p *piper) (exchangeEnd, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ex := &exchange{
		extra: extra, said: said(r.Messages), left: boundsOf(r.MaxTokens),
		watch: watch(c.cfg.HeaderTimeout+readFor(r.Messages), c.cfg.IdleTimeout, wholeFor(r.MaxTokens), cancel),
	}
	defer ex.watch.stop()
	_, err := e.llm.GenerateContent(context.WithValue(ctx, exchangeKey{}, ex), contents(r.Messages),
		llms.WithModel(model), llms.WithStreamingReasoningFunc(p.piece))
	end := ex.end()
	var silent *silence
	switch {
	case errors.As(context.Cause(ctx), &silent):
		return end, silent
	case end.err != nil:
		return end, end.err
	case err != nil:
		return end, err
	case !end.done:
		return end, errNoDone
	}
	p.start() // an answer without one piece has begun all the same
	return end, nil
}

// fields are the members of the request that the library would not send.
func (c *Client) fields(r agent.Request, noThinking bool) fields {
	s := c.cfg.Sampling
	f := fields{"max_tokens": r.MaxTokens, "temperature": s.Temperature}
	if r.Greedy {
		f["temperature"] = 0
	} else {
		for name, v := range map[string]float64{"top_p": s.TopP, "min_p": s.MinP, "repetition_penalty": s.RepetitionPenalty} {
			if v > 0 {
				f[name] = v
			}
		}
		if s.TopK > 0 {
			f["top_k"] = s.TopK
		}
	}
	if kw := kwargs(noThinking); kw != nil {
		f["chat_template_kwargs"] = kw
	}
	if len(r.Schema) > 0 {
		f["response_format"] = responseFormat{Type: "json_schema",
			Schema: namedSchema{Name: "answer", Schema: r.Schema, Strict: true}}
	}
	return f
}

// said is what the messages say of the conversation.
func said(msgs []agent.Prompt) (out []string) {
	for _, m := range msgs {
		if m.Role != agent.RoleSystem {
			out = append(out, m.Text)
		}
	}
	return out
}

type responseFormat struct {
	Type   string      `json:"type"`
	Schema namedSchema `json:"json_schema"`
}

type namedSchema struct {
	Name   string          `json:"name"`
	Schema json.RawMessage `json:"schema"`
	Strict bool            `json:"strict"`
}

func contents(msgs []agent.Prompt) []llms.MessageContent {
	role := map[agent.Role]llms.ChatMessageType{
		agent.RoleSystem:    llms.ChatMessageTypeSystem,
		agent.RoleUser:      llms.ChatMessageTypeHuman,
		agent.RoleAssistant: llms.ChatMessageTypeAI,
	}
	out := make([]llms.MessageContent, len(msgs))
	for i, m := range msgs {
		// vLLM refuses a text that is not Unicode.
		out[i] = llms.TextParts(role[m.Role], strings.ToValidUTF8(m.Text, "\uFFFD"))
	}
	return out
}

// piper hands pieces to the sink and remembers what they showed.
type piper struct {
	sink     agent.Sink
	prefill  agent.Prefill
	started  bool
	text     bool
	thoughts bool
	reply    strings.Builder // kept only while the prompt's tail is unknown
}

func (p *piper) start() {
	if !p.started {
		p.started = true
		p.sink.Start(p.prefill)
	}
}

// piece is called by the library, in the goroutine of the call.
func (p *piper) piece(ctx context.Context, thought, text []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(thought) > 0 {
		if !p.started {
			// The server parts thought and answer itself, so what it calls
			// text begins visible, whatever the template opened.
			p.prefill = agent.PrefillNo
		}
		p.start()
		p.thoughts = true
		p.sink.Thought(string(thought))
	}
	if len(text) > 0 {
		p.start()
		p.text = true
		if p.prefill == agent.PrefillUnknown {
			p.reply.Write(text)
		}
		p.sink.Text(string(text))
	}
	return nil
}

// observe learns from a whole answer.
func (e *endpoint) observe(f facts, noThinking bool, p *piper, end exchangeEnd) {
	whole := end.finish == string(agent.FinishStop)
	switch {
	case p.thoughts && !p.text && whole:
		e.update(f, func(f *facts) { f.splits, f.swallow = true, true })
	case p.thoughts:
		e.update(f, func(f *facts) { f.splits = true })
	case p.prefill == agent.PrefillUnknown && p.text:
		if l := learned(p.reply.String()); l == agent.PrefillYes || whole {
			e.update(f, func(f *facts) { f.setPrefill(noThinking, l) })
		}
	}
}

// failure translates what ended a call, and forgets what a server that was
// away may no longer be.
func (e *endpoint) failure(ctx context.Context, f facts, err error, started bool) error {
	var api *APIError
	if !started && errors.As(err, &api) && api.Status == 404 {
		e.forget()
		return e.notFound(api, f)
	}
	err = kindOfFailure(ctx, err, started)
	var long *fault.TooLong
	if errors.As(err, &long) {
		if long.Max == 0 {
			long.Max = f.window
		} else if long.Max != f.window {
			e.forget() // it runs with another window than it said
		}
	} else {
		e.forget()
	}
	return err
}

// kindOfFailure translates an error for the core. Before the first piece a
// break may pass; afterwards it leaves the answer incomplete.
func kindOfFailure(ctx context.Context, err error, started bool) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if started {
		return &fault.Incomplete{Err: err}
	}
	var (
		api    *APIError
		silent *silence
		op     *net.OpError
		dns    *net.DNSError
		timed  interface{ Timeout() bool }
	)
	switch {
	case errors.As(err, &api):
		return api.kind()
	case errors.As(err, &silent):
		if silent.first {
			return &fault.Unavailable{Err: silent}
		}
		return &fault.Temporary{Err: silent}
	case errors.Is(err, errNoModel), errors.As(err, &dns),
		errors.As(err, &op) && op.Op == "dial",
		errors.As(err, &timed) && timed.Timeout():
		return &fault.Unavailable{Err: err}
	}
	return &fault.Temporary{Err: fmt.Errorf("the connection broke: %w", err)}
}

func completion(end exchangeEnd, asked int) agent.Completion {
	u := agent.Usage{
		Prompt:     either(end.usage.PromptTokens, end.timings.CacheN+end.timings.PromptN),
		Cached:     either(end.usage.PromptTokensDetails.CachedTokens, end.timings.CacheN),
		Completion: either(end.usage.CompletionTokens, end.timings.PredictedN),
		Reasoning:  end.usage.CompletionTokensDetails.ReasoningTokens,
	}
	c := agent.Completion{Finish: agent.FinishUnknown, Usage: u, Model: end.model}
	switch end.finish {
	case string(agent.FinishStop):
		c.Finish = agent.FinishStop
	case string(agent.FinishLength):
		c.Finish = agent.FinishLength
		c.Clipped = u.Completion > 0 && u.Completion < asked
	}
	return c
}

package ops

import (
	"context"
	"strings"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/stream"
	"github.com/kokoron/kokoron/memory/encode"
)

// Asker puts one question to the model that also talks, and gives what it
// shows of its answer.
type Asker struct{ Model agent.Model }

// answered is a sink that keeps the visible text.
type answered struct {
	filter *stream.Filter
	text   strings.Builder
}

// Answer implements encode.Model. The rules of a rehearsal answer nothing.
func (a Asker) Answer(ctx context.Context, q encode.Ask) (string, error) {
	info, err := a.Model.Info(ctx)
	if err != nil {
		return "", err
	}
	if info.Rehearsal {
		return "", nil
	}
	got := &answered{filter: stream.New(stream.Options{})}
	_, err = a.Model.Generate(ctx, agent.Request{
		Messages:  []agent.Prompt{{Role: agent.RoleSystem, Text: q.System}, {Role: agent.RoleUser, Text: q.Words}},
		MaxTokens: min(q.MaxTokens, max(info.Window/4, 1)), NoThinking: true, Greedy: true, Schema: q.Schema,
	}, got)
	got.pass(got.filter.Close())
	return got.text.String(), err
}

// Start implements agent.Sink, with Text and Thought.
func (a *answered) Start(p agent.Prefill) {
	switch p {
	case agent.PrefillYes:
		a.filter.Reset(stream.Prefilled)
	case agent.PrefillUnknown:
		a.filter.Reset(stream.Held)
	default:
		a.filter.Reset(stream.Auto)
	}
}

func (a *answered) Text(s string) { a.pass(a.filter.WriteString(s)) }

func (a *answered) Thought(string) {}

func (a *answered) pass(o stream.Out) {
	if o.Retracted {
		a.text.Reset()
	}
	a.text.Write(o.Visible)
}

package ops_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/memory/encode"
)

var _ heart.Alarm = (*ops.Encoding)(nil)

// mouth is a model that says its pieces.
type mouth struct {
	pieces []string
	start  agent.Prefill
	info   agent.ModelInfo
	err    error
	got    agent.Request
}

func (m *mouth) Info(context.Context) (agent.ModelInfo, error) { return m.info, m.err }
func (m *mouth) Count(context.Context, string) (int, error)    { return 0, nil }
func (m *mouth) Generate(_ context.Context, r agent.Request, s agent.Sink) (agent.Completion, error) {
	m.got = r
	s.Start(m.start)
	for _, p := range m.pieces {
		s.Text(p)
	}
	s.Thought("hm")
	return agent.Completion{}, m.err
}

// TestAsker: what a model shows is its answer, without what it thinks.
func TestAsker(t *testing.T) {
	ask := encode.Ask{System: "s", Words: "w", Schema: json.RawMessage(`{}`), MaxTokens: 1000}
	for want, m := range map[string]*mouth{
		`{"a":1}`: {pieces: []string{"<think>no</th", "ink>", `{"a"`, `:1}`}},
		`{"b":2}`: {pieces: []string{"no</think>", `{"b":2}`}, start: agent.PrefillYes},
		`{"c":3}`: {pieces: []string{`{"c":3}`}, start: agent.PrefillUnknown},
		"":        {pieces: []string{"rules"}, info: agent.ModelInfo{Rehearsal: true}},
	} {
		m.info.Window = 2000
		got, err := ops.Asker{Model: m}.Answer(t.Context(), ask)
		if got != want || err != nil {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
		if r := m.got; want != "" && (!r.Greedy || !r.NoThinking || r.MaxTokens != 500 || string(r.Schema) != "{}" || len(r.Messages) != 2 || r.Messages[1].Role != agent.RoleUser) {
			t.Errorf("asked %+v", r)
		}
	}
	if _, err := (ops.Asker{Model: &mouth{err: &fault.Unavailable{}}}).Answer(t.Context(), ask); err == nil {
		t.Error("no error")
	}
}

package ops

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
)

// Why is how remembering went for one turn. The traces hold ids alone: every
// text is looked up when somebody asks, and what is gone by then is shown as
// gone. Its JSON fields are stable and stand in docs/CLI.md.
type Why struct {
	Turn     turn.ID   `json:"turn"`
	At       time.Time `json:"at"` // when it began
	Model    string    `json:"model,omitempty"`
	Error    string    `json:"error,omitempty"` // why there is no reply
	Messages []Memory  `json:"messages"`        // what the person said
	Reply    *Memory   `json:"reply,omitempty"`
	Recall   *Recall   `json:"recall,omitempty"` // absent: nothing was looked for
}

// Recall is a memory.Trace with its texts.
type Recall struct {
	Kind       string            `json:"kind"`
	Budget     int               `json:"budget"` // tokens that could be spent
	Spent      int               `json:"spent"`
	TookMS     float64           `json:"took_ms"`
	Gate       memory.GateTrace  `json:"gate"`
	Channels   []RecallChannel   `json:"channels"`
	Candidates []RecallCandidate `json:"candidates"`
}

// RecallChannel is what one source of memories brought in.
type RecallChannel struct {
	Name   string   `json:"name"`
	Tokens int      `json:"tokens"`
	TookMS float64  `json:"took_ms"`
	Error  string   `json:"error,omitempty"`
	Items  []Memory `json:"items"`
}

// RecallCandidate is one memory that was found, with its ranks and scores.
type RecallCandidate struct {
	memory.Candidate
	Memory Memory `json:"memory"`
}

// Why tells of the newest turn of the viewer's conversation, or of the one that
// an id, or its beginning, names: of the turn, of a message or of its reply.
// Errors are *Problem.
func (d Desk) Why(ctx context.Context, v Viewer, id string) (Why, error) {
	t, err := d.traced(ctx, v, strings.ToLower(strings.TrimSpace(id)))
	if err != nil {
		return Why{}, err
	}
	known, err := d.lookUp(ctx, v.View, mentioned(t))
	if err != nil {
		return Why{}, err
	}
	w := Why{Turn: t.Turn, At: t.At, Model: t.Model, Error: t.Error, Messages: []Memory{}}
	for _, id := range t.Answers {
		w.Messages = append(w.Messages, known[string(id)])
	}
	if w.Reply, err = d.replyOf(ctx, v, t); err != nil {
		return Why{}, err
	}
	if t.Recall != nil {
		w.Recall = recallOf(*t.Recall, known)
	}
	return w, nil
}

// WhyReply is Why about a reply, for the person it was given to and through
// their eyes.
func (d Desk) WhyReply(ctx context.Context, p person.Person, id turn.ID) (Why, error) {
	return d.Why(ctx, viewerOf(p), string(id))
}

// mentioned are the ids of memories in a trace.
func mentioned(t agent.Trace) []string {
	ids := stringsOf(t.Answers)
	if t.Recall == nil {
		return ids
	}
	for _, c := range t.Recall.Channels {
		ids = append(ids, c.Items...)
	}
	for _, c := range t.Recall.Candidates {
		ids = append(ids, c.ID)
	}
	return ids
}

// skillItem is how the name of a skill stands among the ids of a channel.
const skillItem = "skill:"

func recallOf(t memory.Trace, known map[string]Memory) *Recall {
	r := &Recall{Kind: t.Kind, Budget: t.Budget, Spent: t.Spent, TookMS: millis(t.Took), Gate: t.Gate,
		Channels: []RecallChannel{}, Candidates: []RecallCandidate{}}
	for _, c := range t.Channels {
		channel := RecallChannel{Name: c.Name, Tokens: c.Tokens, TookMS: millis(c.Took), Error: c.Error, Items: []Memory{}}
		for _, id := range c.Items {
			m := known[id]
			if skill, ok := strings.CutPrefix(id, skillItem); ok {
				m = Memory{ID: id, Text: skill}
			}
			channel.Items = append(channel.Items, m)
		}
		r.Channels = append(r.Channels, channel)
	}
	for _, c := range t.Candidates {
		r.Candidates = append(r.Candidates, RecallCandidate{c, known[c.ID]})
	}
	return r
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// traced is the trace that an id names in the viewer's conversation.
func (d Desk) traced(ctx context.Context, v Viewer, id string) (agent.Trace, error) {
	if id == "" {
		found, err := d.traces(v, time.Time{}, "", 1, func(agent.Trace) bool { return true })
		if err == nil && len(found) == 0 {
			err = &Problem{Code: NoTurn, About: v.As}
		}
		if err != nil {
			return agent.Trace{}, err
		}
		return found[0], nil
	}
	begins := func(other turn.ID) bool { return strings.HasPrefix(string(other), id) }
	until, most := turn.ID(id).Time(), 1
	if until.IsZero() { // a beginning: there may be several
		most = manyKnown
	}
	found, err := d.traces(v, until, id, most, func(t agent.Trace) bool { return begins(t.Turn) || slices.ContainsFunc(t.Answers, begins) })
	if err != nil {
		return agent.Trace{}, err
	}
	if len(found) == 0 {
		if found, err = d.tracesOfReply(ctx, v, id); err != nil {
			return agent.Trace{}, err
		}
	}
	switch len(found) {
	case 0:
		return agent.Trace{}, &Problem{Code: UnknownTurn, About: id}
	case 1:
		return found[0], nil
	}
	p := &Problem{Code: ManyTurns, About: id}
	for _, t := range found {
		p.Known = append(p.Known, string(t.Turn))
	}
	return agent.Trace{}, p
}

// tracesOfReply are the traces of the turns whose reply an id names.
func (d Desk) tracesOfReply(ctx context.Context, v Viewer, id string) (found []agent.Trace, err error) {
	replies, err := d.lines(ctx, v.View, id)
	for _, reply := range replies {
		if err != nil || reply.Speaker != string(diary.Companion) || reply.Answers == "" {
			continue
		}
		var more []agent.Trace
		more, err = d.traces(v, turn.ID(reply.ID).Time(), string(reply.Answers), 1, func(t agent.Trace) bool {
			return slices.Contains(t.Answers, reply.Answers)
		})
		found = append(found, more...)
	}
	return found, err
}

// traces are the newest traces of the viewer's conversation that want takes, at
// most so many.
func (d Desk) traces(v Viewer, until time.Time, mark string, most int, want func(agent.Trace) bool) (found []agent.Trace, err error) {
	err = d.Traces.Newest(until, mark, func(t agent.Trace) bool {
		if v.Conv != "" && t.Conv == v.Conv && want(t) {
			found = append(found, t)
		}
		return len(found) < most
	})
	return found, err
}

// replyOf is the line that answered a turn, if there is one.
func (d Desk) replyOf(ctx context.Context, v Viewer, t agent.Trace) (reply *Memory, err error) {
	if len(t.Answers) == 0 {
		return nil, nil
	}
	err = d.linesFrom(v.View, t.At, t.At, func(l diary.Line) {
		if l.Role == diary.Companion && l.Ref == t.Answers[0] {
			m := d.lineMemory(ctx, l)
			reply = &m
		}
	})
	return reply, err
}

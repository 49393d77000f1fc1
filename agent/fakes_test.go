package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// piece is one step of a scripted generation.
type piece struct {
	text, thought string
	do            func()
}

// script is one generation.
type script struct {
	before  error // instead of a beginning
	prefill agent.Prefill
	pieces  []piece
	done    agent.Completion
	err     error // at the end
}

// gen is a generation that ends well.
func gen(texts ...string) script {
	s := script{done: agent.Completion{Finish: agent.FinishStop}}
	for _, t := range texts {
		s.pieces = append(s.pieces, piece{text: t})
	}
	return s
}

func (s script) breaks(err error) script                       { s.err = err; return s }
func (s script) from(p agent.Prefill) script                   { s.prefill = p; return s }
func (s script) ends(c agent.Completion) script                { s.done = c; return s }
func (s script) with(p ...piece) script                        { s.pieces = append(s.pieces, p...); return s }
func instead(err error) script                                 { return script{before: err} }
func call(name, args string) string                            { return fmt.Sprintf(`{"tool": %q, "arguments": %s}`, name, args) }
func save(content string) string                               { return call("memory_save", fmt.Sprintf(`{"content": %q}`, content)) }
func clipped() agent.Completion                                { return agent.Completion{Finish: agent.FinishLength, Clipped: true} }
func tooLong() agent.Completion                                { return agent.Completion{Finish: agent.FinishLength} }
func (w *world) script(s ...script)                            { w.scripts = append(w.scripts, s...) }
func (w *world) lines(l ...agent.Line)                         { w.session.Lines = append(w.session.Lines, l...) }
func (w *world) last() agent.Request                           { return w.requests[len(w.requests)-1] }
func (w *world) kinds(k turn.Kind) (out []string)              { return texts(w.events, k) }
func (w *world) Info(context.Context) (agent.ModelInfo, error) { return w.info, w.infoErr }

func texts(events []turn.Event, k turn.Kind) (out []string) {
	for _, e := range events {
		if e.Kind == k {
			out = append(out, e.Text)
		}
	}
	return out
}

// world is an engine and everything around it, in memory.
type world struct {
	t      testing.TB
	engine *agent.Engine

	// the model
	info      agent.ModelInfo
	infoErr   error
	scripts   []script
	requests  []agent.Request
	otherwise *script // when the scripts are used up
	count     func(string) (int, error)

	// the stores
	rounds     []agent.Round
	results    map[turn.Op]tool.Result
	session    agent.Session
	summarised []string
	upTo       turn.ID
	storeErr   map[string]error // by method

	// the tools
	specs []tool.Spec
	ran   []tool.Call
	run   func(ctx context.Context, c tool.Call) tool.Result
	stop  func() // as the person's /stop

	// what comes to mind
	primed          []agent.Memento
	upcoming, mused []agent.Noted
	notes           []turn.Op // what rules were asked to keep
	noted           bool      // there is something to keep
	primes          []agent.Priming

	// what came out
	traces []agent.Trace
	events []turn.Event
	shown  string
	watch  func(shown string, final bool) // before text is taken back, and at the end
}

var tokyo = time.FixedZone("Asia/Tokyo", 9*60*60)

var monday = time.Date(2026, 11, 30, 8, 15, 0, 0, tokyo)

type fixedClock struct{}

func (fixedClock) Now() time.Time                                   { return monday }
func (fixedClock) Sleep(ctx context.Context, _ time.Duration) error { return ctx.Err() }

func specs() []tool.Spec {
	return []tool.Spec{
		{Name: "get_time"},
		{Name: "memory_save", Effect: tool.Write, Keeps: tool.Memory, Content: "content", Params: []tool.Param{
			{Name: "content", Type: tool.String, Required: true},
			{Name: "importance", Type: tool.Integer},
			{Name: "category", Type: tool.String},
			{Name: "tags", Type: tool.Array, Items: tool.String},
			{Name: "replaces", Type: tool.String},
		}},
		{Name: "memory_search", Params: []tool.Param{
			{Name: "query", Type: tool.String, Required: true},
			{Name: "limit", Type: tool.Integer},
			{Name: "min_importance", Type: tool.Integer},
			{Name: "category", Type: tool.String},
		}},
	}
}

func newWorld(t testing.TB, change ...func(*agent.Config)) *world {
	t.Helper()
	w := &world{
		t: t, info: agent.ModelInfo{Name: "m", Window: 8192}, specs: specs(),
		results: map[turn.Op]tool.Result{}, storeErr: map[string]error{},
		count: func(string) (int, error) { return 0, errors.New("cannot count") },
		run: func(_ context.Context, c tool.Call) tool.Result {
			return tool.Result{Text: "done: " + c.Name, Wrote: c.Name == "memory_save"}
		},
	}
	cfg := agent.Config{Lang: "en", Zone: tokyo, MaxTokens: 1024, Thinking: true}
	for _, f := range change {
		f(&cfg)
	}
	var err error
	w.engine, err = agent.New(cfg, agent.Deps{
		Model: w, Tools: w, Steps: w, Sessions: w, Memory: w, Notes: w, Voice: w, Traces: w, Clock: fixedClock{}, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Generate implements agent.Model.
func (w *world) Generate(ctx context.Context, r agent.Request, s agent.Sink) (agent.Completion, error) {
	r.Messages = slices.Clone(r.Messages)
	w.requests = append(w.requests, r)
	var g script
	switch {
	case len(w.scripts) > 0:
		g = w.scripts[0]
		w.scripts = w.scripts[1:]
	case w.otherwise != nil:
		g = *w.otherwise
	default:
		w.t.Errorf("the model was asked %d times", len(w.requests))
		return agent.Completion{}, errors.New("no script")
	}
	if g.before != nil {
		return agent.Completion{}, g.before
	}
	s.Start(g.prefill)
	for _, p := range g.pieces {
		if ctx.Err() != nil {
			return agent.Completion{}, ctx.Err()
		}
		if p.do != nil {
			p.do()
		}
		if p.thought != "" {
			s.Thought(p.thought)
		}
		if p.text != "" {
			s.Text(p.text)
		}
	}
	if g.err != nil {
		return agent.Completion{}, g.err
	}
	return g.done, nil
}

func (w *world) Count(_ context.Context, s string) (int, error) { return w.count(s) }

// The stores.

func (w *world) Rounds(context.Context, turn.ID) ([]agent.Round, error) {
	return slices.Clone(w.rounds), w.storeErr["Rounds"]
}

func (w *world) SaveRound(_ context.Context, _ turn.ID, n int, r agent.Round) error {
	if n != len(w.rounds) {
		w.t.Errorf("round %d is stored as number %d", len(w.rounds), n)
	}
	w.rounds = append(w.rounds, r)
	return w.storeErr["SaveRound"]
}

func (w *world) Result(_ context.Context, op turn.Op) (tool.Result, bool, error) {
	r, ok := w.results[op]
	return r, ok, w.storeErr["Result"]
}

func (w *world) SaveResult(_ context.Context, op turn.Op, r tool.Result) error {
	if _, ok := w.results[op]; !ok {
		w.results[op] = r
	}
	return w.storeErr["SaveResult"]
}

func (w *world) Conversation(context.Context, turn.Conv) (agent.Session, error) {
	s := w.session
	s.Lines = slices.Clone(s.Lines)
	return s, w.storeErr["Conversation"]
}

func (w *world) Summarised(_ context.Context, _ turn.Conv, summary string, upTo turn.ID) error {
	w.summarised = append(w.summarised, summary)
	w.upTo = upTo
	for i, l := range w.session.Lines {
		if l.ID == upTo {
			w.session = agent.Session{Summary: summary, Lines: w.session.Lines[i+1:]}
			break
		}
	}
	return w.storeErr["Summarised"]
}

// The tools. A call that runs before its round is stored is a fault.

func (w *world) Prime(_ context.Context, _ turn.Turn, p agent.Priming) agent.Primed {
	w.primes = append(w.primes, p)
	return agent.Primed{Mementos: w.primed, Trace: &memory.Trace{Spent: len(w.primed)}}
}

func (w *world) Notice(_ context.Context, _ turn.Turn, op turn.Op) (bool, error) {
	w.notes = append(w.notes, op)
	return w.noted, w.storeErr["Notice"]
}

func (w *world) For(person.Person) []tool.Spec { return w.specs }

func (w *world) Run(ctx context.Context, t turn.Turn, c tool.Call) tool.Result {
	stored := strings.HasPrefix(c.Op, string(t.ID)+"/99/") // what keeps a promise belongs to no round
	for _, r := range w.rounds {
		for _, a := range r.Calls {
			stored = stored || string(a.Op) == c.Op
		}
	}
	if !stored || c.Op == "" {
		w.t.Errorf("%s runs under op %q before its round is stored", c.Name, c.Op)
	}
	w.ran = append(w.ran, c)
	return w.run(ctx, c)
}

// The voice.

func (w *world) System(t turn.Turn) string {
	return "You are Kokoron, on the " + t.Messages[0].Channel + "."
}
func (w *world) Empty(turn.Turn) string   { return "[empty]" }
func (w *world) Stopped(turn.Turn) string { return "[stopped]" }
func (w *world) Cut(turn.Turn) string     { return "[cut]" }

func (w *world) Trace(_ context.Context, t agent.Trace) { w.traces = append(w.traces, t) }

// said is a turn of one message.
func said(words ...string) turn.Turn {
	t := turn.Turn{ID: "t1", Conv: "owner", Speaker: person.Person{ID: person.OwnerID, Role: person.Owner}}
	for i, s := range words {
		t.Messages = append(t.Messages, turn.Message{
			ID: turn.ID(fmt.Sprint("m", i)), Conv: "owner", Channel: "terminal", Person: person.OwnerID,
			Text: s, At: monday, Zone: "Asia/Tokyo",
		})
	}
	return t
}

// respond runs a turn and shows its events as a channel does. What is shown at
// the end must be the reply, or nothing where there is none.
func (w *world) respond(ctx context.Context, t turn.Turn) (turn.Reply, error) {
	w.t.Helper()
	w.shown = ""
	reply, err := w.engine.Respond(ctx, t, func(e turn.Event) {
		w.events = append(w.events, e)
		if e.Conv != t.Conv || e.Turn != t.ID {
			w.t.Errorf("event of another turn: %+v", e)
		}
		switch e.Kind {
		case turn.Thinking:
			if e.Text != "" {
				w.t.Errorf("a thought is shown: %q", e.Text)
			}
		case turn.ToolUse:
			if !slices.ContainsFunc(w.specs, func(s tool.Spec) bool { return s.Name == e.Text }) {
				w.t.Errorf("%q is no tool's name", e.Text)
			}
		case turn.Delta:
			w.shown += e.Text
		case turn.Retract:
			if w.watch != nil {
				w.watch(w.shown, false)
			}
			w.shown = e.Text
		}
	})
	if w.watch != nil {
		w.watch(w.shown, true)
	}
	if w.shown != reply.Text {
		w.t.Errorf("the events show %q, the reply is %q", w.shown, reply.Text)
	}
	if err != nil && !reflect.DeepEqual(reply, turn.Reply{}) {
		w.t.Errorf("a reply beside the error %v: %+v", err, reply)
	}
	return reply, err
}

func roles(r agent.Request) (out []agent.Role) {
	for _, m := range r.Messages {
		out = append(out, m.Role)
	}
	return out
}

// whole is the prompt as one text.
func whole(r agent.Request) string {
	var b strings.Builder
	for _, m := range r.Messages {
		fmt.Fprintf(&b, "[%s]\n%s\n", m.Role, m.Text)
	}
	return b.String()
}

func round(visible string, calls ...agent.Asked) agent.Round {
	for i := range calls {
		calls[i].Op = turn.OpOf("t1", 0, i)
	}
	return agent.Round{Visible: visible, Calls: calls}
}

func asked(name, args string) agent.Asked {
	return agent.Asked{Tool: name, Args: json.RawMessage(args)}
}

func (w *world) Upcoming(context.Context, turn.Turn) []agent.Noted { return w.upcoming }
func (w *world) Mused(context.Context, turn.Turn) []agent.Noted    { return w.mused }

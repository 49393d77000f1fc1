package agent

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kokoron/kokoron/agent/budget"
	"github.com/kokoron/kokoron/agent/promise"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/agent/toolcall"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/turn"
)

// maxRounds is how many times the model may ask for tools in a turn; then it
// answers with what it has.
const maxRounds = 5

// Config is how the engine speaks to the model.
type Config struct {
	Lang      string         // language of the prompt's own texts: ja, en or zh
	Zone      *time.Location // of the home
	MaxTokens int            // longest output of one generation, in tokens
	Thinking  bool           // let the model think before it answers
}

// Deps are the parts an Engine works with. All are required.
type Deps struct {
	Model    Model
	Tools    Tools
	Steps    Steps
	Sessions Sessions
	Memory   Memory
	Notes    Notes
	Voice    Voice
	Traces   Traces
	Clock    clock.Clock
	Log      *slog.Logger
}

// Engine answers turns. It is safe for concurrent use.
type Engine struct {
	Deps
	cfg      Config
	texts    Texts
	examples []tool.Call // the calls shown in the prompt: a copy of one is no call

	mu     sync.Mutex
	meters map[string]*budget.Meter // by model: tokenizers differ
}

// New returns an engine. It errs when there are no texts for the language.
func New(cfg Config, d Deps) (*Engine, error) {
	t, err := LoadTexts(prompts, cfg.Lang)
	if err != nil {
		return nil, err
	}
	examples, err := toolcall.Examples(cfg.Lang)
	if err != nil {
		return nil, fmt.Errorf("examples of tool calls: %w", err)
	}
	return &Engine{Deps: d, cfg: cfg, texts: t, examples: examples, meters: map[string]*budget.Meter{}}, nil
}

// meterOf is the token meter of a model.
func (e *Engine) meterOf(model string) *budget.Meter {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.meters[model] == nil {
		e.meters[model] = budget.NewMeter()
	}
	return e.meters[model]
}

// Respond answers one turn, or goes on with one that a crash cut short. The
// events it emits are only a preview; the returned reply is what counts. When
// the model cannot be reached the error is a *fault.Unavailable or a
// *fault.Temporary, for "later"; on any other error nothing was answered
// either. The person's /stop (turn.ErrStopped as the cause of ctx) is no error.
func (e *Engine) Respond(ctx context.Context, t turn.Turn, emit func(turn.Event)) (turn.Reply, error) {
	began := e.Clock.Now()
	r := &run{Engine: e, t: t, began: began, show: newDisplay(t, emit), noThinking: !e.cfg.Thinking}
	r.trace = Trace{Turn: t.ID, Conv: t.Conv, At: began, View: t.View.String()}
	for _, m := range t.Messages {
		r.trace.Answers = append(r.trace.Answers, m.ID)
	}
	reply, err := r.answer(ctx)
	r.trace.Total = e.Clock.Now().Sub(began)
	if err != nil {
		r.trace.Error = err.Error()
	}
	e.Traces.Trace(context.WithoutCancel(ctx), r.trace)
	return reply, err
}

// run is one turn being answered.
type run struct {
	*Engine
	t     turn.Turn
	began time.Time
	show  *display
	trace Trace

	info     ModelInfo
	meter    *budget.Meter
	specs    []tool.Spec
	material material
	rounds   []Prompt        // the tool rounds so far, as the model sees them
	outside  []string        // the results in them
	count    int             // how many rounds there were
	ran      map[string]bool // canonical calls of this turn
	wrote    bool            // a tool of this turn changed something
	kept     []promise.Kind  // what its writes keep
	toolsOff bool

	tight      int  // size of the prompt that was too long, in tokens as we count them; 0: none was
	restarted  bool // the stream broke once
	noThinking bool
}

// answer is the turn from beginning to end.
func (r *run) answer(ctx context.Context) (turn.Reply, error) {
	r.show.send(turn.Thinking, "")
	if err := r.prepare(ctx); err != nil {
		return r.stopped(ctx, err)
	}
	for {
		g, err := r.generate(ctx)
		if err != nil {
			return r.stopped(ctx, err)
		}
		r.show.end()
		round := r.plan(g)
		if len(round.Calls) == 0 {
			return r.reply(ctx, g)
		}
		if err := r.Steps.SaveRound(ctx, r.t.ID, r.count, round); err != nil {
			return r.stopped(ctx, fmt.Errorf("save round: %w", err))
		}
		if err := r.perform(ctx, round); err != nil {
			return r.stopped(ctx, err)
		}
	}
}

// prepare gathers the material and finishes the rounds a crash left behind
// from their stored calls.
func (r *run) prepare(ctx context.Context) error {
	if err := r.gather(ctx); err != nil {
		return err
	}
	r.recall(ctx)
	rounds, err := r.Steps.Rounds(ctx, r.t.ID)
	if err != nil {
		return fmt.Errorf("load rounds: %w", err)
	}
	for _, round := range rounds {
		r.show.add(round.Visible)
		r.show.end()
		if err := r.perform(ctx, round); err != nil {
			return err
		}
	}
	return nil
}

// gather collects what a prompt of this turn is made of.
func (r *run) gather(ctx context.Context) error {
	info, err := r.Model.Info(ctx)
	if err != nil {
		return err
	}
	session, err := r.Sessions.Conversation(ctx, r.t.Conv)
	if err != nil {
		return fmt.Errorf("load session: %w", err)
	}
	session.Summary = quote(session.Summary)
	for i := range session.Lines {
		session.Lines[i].Text = quote(session.Lines[i].Text)
	}
	r.specs = r.Tools.For(r.t.Speaker)
	if r.t.Alone {
		r.specs = slices.DeleteFunc(slices.Clone(r.specs), func(s tool.Spec) bool { return !s.Unasked() })
	}
	tools, err := toolcall.Describe(r.cfg.Lang, r.specs)
	if err != nil {
		return fmt.Errorf("describe tools: %w", err)
	}
	r.info, r.meter, r.trace.Model = info, r.meterOf(info.Name), info.Name
	r.ran = map[string]bool{}
	r.material = material{
		system:  r.Voice.System(r.t) + "\n\n" + tools,
		session: session, now: r.notes(ctx), words: quote(r.t.Text()),
	}
	return nil
}

// reply ends the turn with what is shown, corrected where it promises what was
// not done.
func (r *run) reply(ctx context.Context, g *generation) (turn.Reply, error) {
	switch {
	case strings.TrimSpace(g.visible.String()) == "" && (r.show.mark() == 0 || !r.wrote):
		r.show.add(r.Voice.Empty(r.t)) // "I'll note that" and the note is an answer, "let me see" alone is none
	case g.done.Finish == FinishLength:
		r.show.add(r.Voice.Cut(r.t))
	}
	r.notice(ctx)
	if err := r.keepPromises(ctx); err != nil {
		return r.stopped(ctx, err)
	}
	return turn.Reply{Text: r.show.text.String(), Recalled: r.material.recalled}, nil
}

// stopped turns the person's /stop into a reply that ends where they stopped
// it, without the claims that nothing stands behind. Any other error takes back
// what was shown and is passed on.
func (r *run) stopped(ctx context.Context, err error) (turn.Reply, error) {
	if !errors.Is(context.Cause(ctx), turn.ErrStopped) {
		return turn.Reply{}, r.broken(ctx, err)
	}
	if r.show.mark() == 0 {
		r.show.add(r.Voice.Stopped(r.t))
	}
	r.notice(context.WithoutCancel(ctx)) // what the person said holds all the same
	r.correct()
	return turn.Reply{Text: r.show.text.String(), Stopped: true, Recalled: r.material.recalled}, nil
}

// broken takes the preview back. A stream that broke off twice counts as a
// model that is not there: the turn is answered when it is back.
func (r *run) broken(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err // the process ends; the preview dies with it
	}
	r.show.back(0)
	var incomplete *fault.Incomplete
	if errors.As(err, &incomplete) {
		return &fault.Unavailable{Err: err}
	}
	return err
}

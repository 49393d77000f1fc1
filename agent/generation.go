package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/kokoron/kokoron/agent/budget"
	"github.com/kokoron/kokoron/agent/stream"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/agent/toolcall"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/turn"
)

// generation is one answer of the model passing through the filters: thoughts
// to the trace, calls to the turn, the rest to the display.
type generation struct {
	r      *run
	filter *stream.Filter
	scan   *toolcall.Scanner
	mark   int // how much was shown before

	visible strings.Builder // shown of this generation
	thought strings.Builder
	calls   []tool.Call
	unknown []string
	broken  bool // something began like a call and could not be read

	stop  context.CancelCauseFunc
	heard strings.Builder // all of it as it comes, seen by people or not

	visibleUpTo, heardUpTo int // how much was looked at for loops

	estimate int // tokens of the prompt, as we count them
	asked    time.Time
	first    time.Duration // from the request to the first visible byte
	gone     bool          // what was shown was taken back
	done     Completion
}

var modes = map[Prefill]stream.Mode{
	PrefillNo: stream.Auto, PrefillYes: stream.Prefilled, PrefillUnknown: stream.Held,
}

// Start implements Sink.
func (g *generation) Start(p Prefill) { g.filter.Reset(modes[p]) }

// Thought implements Sink.
func (g *generation) Thought(s string) {
	g.thought.WriteString(s)
	g.hear(s)
}

// Text implements Sink.
func (g *generation) Text(s string) {
	g.pass(g.filter.WriteString(s))
	g.hear(s)
}

// hear ends an answer that goes in circles where nobody sees it, in a thought or
// in a frame that is held back: it would take minutes.
func (g *generation) hear(s string) {
	g.heard.WriteString(s)
	g.circles(&g.heard, &g.heardUpTo, unseenLoop)
}

// circles looks for a loop at the end of what is new.
func (g *generation) circles(all *strings.Builder, upTo *int, l loop) {
	if all.Len() < *upTo+seenLoop.bytes {
		return
	}
	*upTo = all.Len()
	if _, ok := l.found(all.String()); ok {
		g.stop(errLooping)
	}
}

// pass takes what the filter made known.
func (g *generation) pass(o stream.Out) {
	if o.Retracted {
		g.retract()
	}
	g.thought.Write(o.Thought)
	if len(o.Visible) > 0 {
		g.take(g.scan.Write(o.Visible))
	}
}

// take shows text and collects calls.
func (g *generation) take(o toolcall.Out) {
	g.calls = append(g.calls, o.Calls...)
	g.unknown = append(g.unknown, o.Unknown...)
	g.broken = g.broken || o.Broken > 0
	if len(g.calls)+len(g.unknown) > maxCalls {
		g.calls = g.calls[:min(len(g.calls), maxCalls)]
		g.unknown = g.unknown[:min(len(g.unknown), maxCalls-len(g.calls))]
		g.stop(errEnough)
	}
	if len(o.Visible) == 0 {
		return
	}
	g.visible.Write(o.Visible)
	g.r.show.add(string(o.Visible))
	if g.first == 0 && g.r.show.mark() > g.mark {
		g.first = g.r.Clock.Now().Sub(g.asked)
	}
	g.circles(&g.visible, &g.visibleUpTo, seenLoop)
}

// maxCalls is how many calls one answer may ask for; what comes after them is
// not listened to. A model in its right mind makes one to three.
const maxCalls = 16

// errEnough ends a generation that asks for more and more.
var errEnough = errors.New("the model asks for too many tools at once")

// errLooping ends a generation that repeats itself. The reply ends there too.
var errLooping = errors.New("the model repeats itself")

// unloop takes back all but the first copy of what was repeated, on the screen
// and in what the model is shown of itself.
func (g *generation) unloop() {
	if text, ok := unlooped(g.r.show.text.String()); ok {
		g.r.show.replace(text)
	}
	if text, ok := unlooped(g.visible.String()); ok {
		g.visible.Reset()
		g.visible.WriteString(text)
	}
}

func unlooped(s string) (string, bool) {
	s = strings.TrimRight(s, blanks) // as the display ends
	keep, ok := seenLoop.found(s)
	if !ok {
		keep, ok = unseenLoop.found(s)
	}
	if !ok {
		return s, false
	}
	return strings.TrimRight(strings.ToValidUTF8(s[:keep], ""), blanks), true
}

// retract takes back what this generation showed: it was a thought after all.
func (g *generation) retract() {
	g.gone = true
	g.thought.WriteString(g.visible.String())
	g.forget()
}

func (g *generation) forget() {
	g.visible.Reset()
	g.visibleUpTo = 0
	g.calls, g.unknown, g.broken = nil, nil, false
	g.scan = g.r.scanner()
	g.r.show.back(g.mark)
}

func (g *generation) close() {
	g.pass(g.filter.Close())
	g.take(g.scan.Close())
}

// empty reports that the model neither said nor asked for anything; once tools
// are off, asking is nothing.
func (g *generation) empty() bool {
	return (g.r.toolsOff || len(g.calls)+len(g.unknown) == 0 && !g.broken) && strings.TrimSpace(g.visible.String()) == ""
}

func (r *run) scanner() *toolcall.Scanner {
	return toolcall.New(toolcall.Options{Tools: r.specs, Examples: append(r.foreign(), r.examples...)})
}

// foreign are the calls that stand in what the model was shown of the world:
// memories, calendar, results. Somebody else wrote them: a copy of one is no
// call of the model's, as with the examples of the prompt.
func (r *run) foreign() (calls []tool.Call) {
	tries := 0
	for _, text := range append([]string{r.material.now, r.material.recalled.Text}, r.outside...) {
		for ; tries < foreignTries; tries++ {
			_, rest, found := strings.Cut(text, "{")
			if !found {
				break
			}
			s := toolcall.New(toolcall.Options{Tools: r.specs})
			calls = append(calls, s.Write([]byte("{"+rest[:min(len(rest), foreignBytes)])).Calls...)
			calls = append(calls, s.Close().Calls...)
			text = rest
		}
	}
	return calls
}

// How often such calls are looked for, and how long they are at most: a text
// full of braces must not cost more.
const (
	foreignTries = 256
	foreignBytes = 4096
)

// generate asks the model until there is something to go on with. Each kind
// of trouble is met once: a window that was too small by a shorter history, a
// stream that broke by a new one, an empty answer by asking without thinking.
func (r *run) generate(ctx context.Context) (*generation, error) {
	for {
		g, err := r.once(ctx)
		var long *fault.TooLong
		var incomplete *fault.Incomplete
		switch {
		case errors.As(err, &long), err == nil && g.done.Clipped:
			if r.tight > 0 {
				return g, err
			}
			r.tight = g.estimate
			r.material.recalled = turn.Recalled{} // the words themselves matter more
		case errors.As(err, &incomplete) && !r.restarted:
			r.restarted = true
		case err == nil && g.empty() && !r.noThinking:
			r.noThinking = true
		default:
			return g, err
		}
		r.show.back(g.mark)
	}
}

// once is one request and its answer.
func (r *run) once(ctx context.Context) (*generation, error) {
	g := &generation{
		r: r, filter: stream.New(stream.Options{}), scan: r.scanner(),
		mark: r.show.mark(), asked: r.Clock.Now(),
	}
	var req Request
	req, g.estimate = r.request()
	ctx, g.stop = context.WithCancelCause(ctx)
	defer g.stop(nil)
	done, err := r.Model.Generate(ctx, req, g)
	if ctx.Err() != nil {
		err = context.Cause(ctx) // a library may call a cancelled stream a success
	}
	if errors.Is(err, errLooping) || errors.Is(err, errEnough) {
		g.unloop()
		err = nil
	} else if err == nil {
		g.close()
		g.done = done
		if done.Model != "" {
			r.trace.Model = done.Model // after a fail-over it is not the one that was asked
		}
		r.meter.Calibrate(g.estimate, done.Usage.Prompt)
	}
	r.note(g, err)
	if err != nil {
		return g, fmt.Errorf("generate: %w", err)
	}
	return g, nil
}

// request is the prompt as it stands, and its size as we count it.
func (r *run) request() (req Request, estimate int) {
	req = Request{Messages: r.layout(), MaxTokens: r.output(), NoThinking: r.noThinking}
	for _, p := range req.Messages {
		estimate += r.meter.Count(p.Text) + budget.PerMessage
	}
	return req, estimate
}

// note writes the generation into the trace.
func (r *run) note(g *generation, err error) {
	n := Generation{
		Usage: g.done.Usage, Estimated: g.estimate, Own: g.asked.Sub(r.began),
		FirstShown: g.first, Took: r.Clock.Now().Sub(g.asked),
		Finish: g.done.Finish, Thought: g.thought.String(), Retracted: g.gone,
	}
	for _, c := range g.calls {
		n.Calls = append(n.Calls, c.Name)
	}
	if err != nil {
		n.Error = err.Error()
	}
	r.trace.Generations = append(r.trace.Generations, n)
}

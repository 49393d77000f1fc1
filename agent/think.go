package agent

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kokoron/kokoron/agent/promise"
	"github.com/kokoron/kokoron/agent/stream"
	"github.com/kokoron/kokoron/internal/turn"
)

// Musing is what a thought of the companion's own begins with. All of it is
// data.
type Musing struct {
	// Open are things in the person's life that it may ask about now: what they
	// said of it, and when.
	Open []Noted
	// Reflect are memories to look back at.
	Reflect []Noted
	// Spoken is what the companion said last without being asked.
	Spoken []Noted
	// Left is how many more messages may be sent today, and Silent for how
	// long nobody has said anything.
	Left   int
	Silent time.Duration
	Pace   time.Duration // until the next thought
}

// Thought is what came of it.
type Thought struct {
	Text    string   // what the companion thought, in its words; may be empty
	Message string   // to be sent, word for word; "" for silence, the ordinary case
	Refused Refused  // why there is no message although there was something like one
	Tools   []string // what it used, in order
}

// Refused says why something like a message is not sent.
type Refused string

// The reasons.
const (
	RefusedOpen    Refused = "open"    // its block was not closed: the model was cut short
	RefusedIdle    Refused = "idle"    // it said too that there is nothing to say
	RefusedExample Refused = "example" // it is what the prompt shows as an example
	RefusedLong    Refused = "long"    // longer than MaxSpoken
	RefusedEmpty   Refused = "empty"   // there is nothing in it
	RefusedFalse   Refused = "false"   // it claims what was not done: nobody asked, so nothing need be put right
)

// MaxSpoken is the longest message that is sent unasked, in characters.
const MaxSpoken = 1000

// musedConv is under which the traces of thoughts are kept: they are no turns
// of a conversation, and nobody asks why they remembered what they did.
const musedConv turn.Conv = "thoughts"

// Think lets the companion think for itself, with its tools, and decide whether
// to say something. t has whom it thinks of and their conversation, and one
// message without words. Nobody sees anything of it; nothing is sent here. The
// end of ctx ends it at once, with ctx's cause. A thought is never gone on
// with: after a crash the next one begins anew, and the caller drops the rounds
// of each. Errors are those of Respond.
func (e *Engine) Think(ctx context.Context, t turn.Turn, m Musing) (Thought, error) {
	began := e.Clock.Now()
	r := &run{Engine: e, t: t, began: began, show: newDisplay(t, func(turn.Event) {}), noThinking: !e.cfg.Thinking}
	r.trace = Trace{Turn: t.ID, Conv: musedConv, At: began, View: t.View.String()}
	th, err := r.think(ctx, m)
	r.trace.Total = e.Clock.Now().Sub(began)
	if err != nil {
		r.trace.Error = err.Error()
	}
	e.Traces.Trace(context.WithoutCancel(ctx), r.trace)
	return th, err
}

func (r *run) think(ctx context.Context, m Musing) (th Thought, err error) {
	if err := r.gather(ctx); err != nil {
		return th, err
	}
	zone := r.t.Zone(r.cfg.Zone)
	r.material.now += r.texts.noted("open", m.Open, zone) + r.texts.noted("reflect", m.Reflect, zone) + r.texts.noted("spoken", m.Spoken, zone)
	r.material.words = r.texts.Fill("think", "left", strconv.Itoa(m.Left), "silent", strconv.Itoa(int(m.Silent.Hours())),
		"pace", strconv.Itoa(int(m.Pace.Minutes())), "example", r.texts["think_example"])
	for {
		g, err := r.generate(ctx)
		if err != nil {
			return th, err
		}
		r.show.end()
		round := r.plan(g)
		if len(round.Calls) == 0 {
			r.conclude(g.visible.String(), &th)
			return th, nil
		}
		for _, c := range round.Calls {
			if c.Refused == "" {
				th.Tools = append(th.Tools, c.Tool)
			}
		}
		if err := r.Steps.SaveRound(ctx, r.t.ID, r.count, round); err != nil {
			return th, fmt.Errorf("save round: %w", err)
		}
		if err := r.perform(ctx, round); err != nil {
			return th, err
		}
	}
}

// idle is how the model says that it stays silent.
var idle = regexp.MustCompile(`(?i)[\[［]\s*IDLE\s*[\]］]`)

// conclude reads what the companion has decided. Only a block that is closed,
// and that nothing beside it takes back, is a message.
func (r *run) conclude(text string, th *Thought) {
	got := stream.ParseMessages(text)
	th.Text = strings.TrimSpace(idle.ReplaceAllString(got.System, ""))
	if !got.Found {
		th.Text = strings.TrimSpace(idle.ReplaceAllString(got.Text, ""))
		return
	}
	message := strings.TrimSpace(got.Text)
	switch {
	case !got.Closed:
		th.Refused = RefusedOpen
	case idle.MatchString(got.System):
		th.Refused = RefusedIdle
	case message == "":
		th.Refused = RefusedEmpty
	case strings.Contains(message, r.texts["think_example"]):
		th.Refused = RefusedExample
	case utf8.RuneCountInString(message) > MaxSpoken:
		th.Refused = RefusedLong
	case len(promise.UnkeptTo(r.t.Text(), message, r.kept...)) > 0:
		th.Refused = RefusedFalse
	default:
		th.Message = message
	}
}

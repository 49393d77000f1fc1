package ops

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"sync"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// How many things a thought begins with.
const (
	thinkOpen    = 5
	thinkReflect = 5
	thinkSpoken  = 5
)

// thoughtFresh is how long what a thought wants to say may wait.
const thoughtFresh = 6 * time.Hour

// errSpokenTo ends a thought because the person speaks.
var errSpokenTo = errors.New("the person speaks")

// opened is the thought that has begun and not ended; its rounds are dropped
// when it ends, or before the next one begins.
var opened = kv.NewBucket[turn.ID]("think/open")

// alone knows which thoughts go on, so that they can give way. Its zero value
// is ready, and it is safe for concurrent use.
type alone struct {
	mu   sync.Mutex
	ends map[person.ID]context.CancelCauseFunc
}

// begin is a context that ends when the person speaks; end must be called.
func (a *alone) begin(ctx context.Context, p person.ID) (_ context.Context, end func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ends == nil {
		a.ends = map[person.ID]context.CancelCauseFunc{}
	}
	a.ends[p] = cancel
	return ctx, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.ends, p)
		cancel(nil)
	}
}

// over ends the thought of a person, if one goes on.
func (a *alone) over(p person.ID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if end := a.ends[p]; end != nil {
		end(errSpokenTo)
	}
}

// Thinker thinks; *agent.Engine.
type Thinker interface {
	Think(ctx context.Context, t turn.Turn, m agent.Musing) (agent.Thought, error)
}

// Ticking makes the companion think for itself, of its owner. It is an alarm of
// the heart: when the next thought is due is the companion's own choice, within
// the hours in which it may speak. Use NewTicking.
type Ticking struct {
	*Ops
	thinker Thinker
}

// NewTicking returns the alarm.
func NewTicking(o *Ops, t Thinker) *Ticking { return &Ticking{o, t} }

// Name implements heart.Alarm.
func (k *Ticking) Name() string { return "tick" }

// Spec implements heart.Alarm.
func (k *Ticking) Spec() string {
	p, err := k.pace()
	if err != nil {
		return "unknown: " + err.Error()
	}
	return fmt.Sprintf("every %v, as the companion has chosen", p.Every())
}

func (k *Ticking) pace() (p state.Pace, err error) {
	err = k.DB.View(func(tx *kv.Tx) error {
		p, err = state.Paces{}.Of(tx, k.Owner.Scope(), k.Speaking.Pace)
		return err
	})
	return p, err
}

// Next implements heart.Alarm.
func (k *Ticking) Next(_ time.Time, s heart.State) time.Time {
	p, err := k.pace()
	if err != nil || !k.Speaking.On {
		return time.Time{}
	}
	last := s.Since
	if s.Attempt.After(last) {
		last = s.Attempt
	}
	due := last.Add(jittered(p.Every(), last)).In(k.Zone)
	return k.Speaking.Policy.Opens(due)
}

// jittered is a span a tenth longer or shorter at most, by the time from which
// it is reckoned, so that thoughts do not come by the clock.
func jittered(d time.Duration, from time.Time) time.Duration {
	h := fnv.New32a()
	_ = binary.Write(h, binary.BigEndian, from.Unix()) // a hash takes everything
	return d + time.Duration(int64(h.Sum32()%2001)-1000)*(d/10000)
}

// Fire implements heart.Alarm. A thought that gives way to the person, or that
// the model is not there for, is no failure: the next one is due after the
// usual time.
func (k *Ticking) Fire(ctx context.Context, c heart.Call) (heart.Result, error) {
	asked := c.Now.Before(c.Due)
	if !asked {
		if why, err := k.busy(c.Now); err != nil || why != "" {
			return heart.Result{Counts: map[string]int{"skipped_" + why: 1}}, err
		}
	}
	th, err := k.Think(ctx, c.Now)
	if err != nil {
		return heart.Result{}, err
	}
	return heart.Result{Counts: map[string]int{string(th.Outcome): 1, "tools": len(th.Tools)}}, nil
}

// busy says why this is no time to think; "" if it is.
func (k *Ticking) busy(now time.Time) (string, error) {
	if !k.Speaking.Policy.Inside(now.In(k.Zone)) {
		return "hours", nil
	}
	heard, err := k.heard(now)
	if err == nil && now.Sub(heard) < k.Speaking.Policy.Live {
		return "live", nil
	}
	return "", err
}

// heard is when the owner and the companion last heard of each other, on any
// channel, zero if never. That the clock was set back is written down, so that
// what lies ahead is waited for once and not until the clock is there again.
func (k *Ticking) heard(now time.Time) (last time.Time, err error) {
	err = k.DB.Update(func(tx *kv.Tx) error {
		gate, err := k.gate(tx, k.Owner.ID, now)
		if err != nil {
			return err
		}
		gate = gate.Observe(now)
		last = gate.Heard
		return speech.Save(tx, k.Owner.ID, gate)
	})
	return last, err
}

// Think lets the companion think once, of its owner, and does what it decides:
// what it wants to say goes the way of everything that is said unasked. Errors
// are the stores'; that the model is not there is an outcome.
func (k *Ticking) Think(ctx context.Context, now time.Time) (state.Thought, error) {
	t, err := k.byItself(now)
	if err != nil {
		return state.Thought{}, err
	}
	thinking, end := k.alone.begin(ctx, k.Owner.ID)
	defer end()
	m, open, err := k.musing(thinking, t, now)
	if err != nil {
		return state.Thought{}, err
	}
	got, err := k.thinker.Think(thinking, t, m)
	th := state.Thought{
		ID: t.ID, Scope: k.Owner.Scope(), At: now, Took: k.Clock.Now().Sub(now),
		Text: got.Text, Tools: got.Tools, Outcome: state.Silent, Why: string(got.Refused),
	}
	var gone *fault.Unavailable
	var temporary *fault.Temporary
	switch {
	case errors.Is(context.Cause(thinking), errSpokenTo):
		th.Outcome = state.Interrupted
	case ctx.Err() != nil:
		return th, ctx.Err() // its rounds are dropped before the next one
	case errors.As(err, &gone), errors.As(err, &temporary):
		th.Outcome, th.Why = state.Failed, "away"
	case err != nil:
		return th, errors.Join(err, k.ended(th))
	case got.Refused != "":
		th.Outcome = state.Unreadable
	case got.Message != "":
		if err := k.say(ctx, &th, got.Message, open); err != nil {
			return th, errors.Join(err, k.ended(th))
		}
	}
	return th, k.ended(th)
}

// byItself is the turn in which the companion is alone. What an earlier
// thought left behind is dropped.
func (k *Ticking) byItself(now time.Time) (turn.Turn, error) {
	conv, id := ConversationOf(k.Owner), k.IDs.New()
	err := k.DB.Update(func(tx *kv.Tx) error {
		old, ok, err := opened.Get(tx, string(conv))
		if err == nil && ok {
			err = k.Session.DropRounds(tx, old)
		}
		return errors.Join(err, opened.Put(tx, string(conv), id))
	})
	return turn.Turn{
		ID: id, Conv: conv, Started: now, Alone: true, Speaker: k.Owner, View: person.ViewOf(k.Owner),
		Messages: []turn.Message{{ID: id, Conv: conv, Person: k.Owner.ID, At: now, Zone: k.Zone.String()}},
	}, err
}

// ended keeps a thought and drops its rounds.
func (k *Ticking) ended(th state.Thought) error {
	var changed []memory.Record
	err := k.DB.Update(func(tx *kv.Tx) error {
		err := errors.Join(k.Session.DropRounds(tx, th.ID), opened.Delete(tx, string(ConversationOf(k.Owner))))
		if err == nil && (th.Text != "" || th.Outcome != state.Failed) {
			err = state.Thoughts{}.Put(tx, th)
		}
		if err != nil || th.Outcome != state.Spoke || th.Text == "" {
			return err
		}
		changed, err = k.reflection(tx, th)
		return err
	})
	if err == nil {
		k.Index.Changed(changed...)
	}
	return err
}

// reflection makes a record of a thought that led to words: the others are
// kept as thoughts alone, or memory would drown in them.
func (k *Ticking) reflection(tx *kv.Tx, th state.Thought) ([]memory.Record, error) {
	rec, err := memory.Record{
		ID: k.IDs.New(), Category: memory.SelfReflection, Content: th.Text, Language: string(text.Guess(th.Text, k.Lang)),
		Term: memory.Short, ValidUntil: th.At.Add(shortTerm), OccurredAt: th.At, Scope: th.Scope,
		Trust: memory.TrustModel, Source: memory.FromTool,
	}.Normalise(th.At)
	if err != nil {
		return nil, nil // too long to be one thing: it stays a thought
	}
	got, err := k.write(tx, rec, "", k.Owner)
	return append(got.Ended, got.Record), err
}

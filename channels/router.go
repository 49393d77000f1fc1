package channels

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// Deps are the parts a Router works with. All are required.
type Deps struct {
	Journal   Journal
	Outbox    Outbox
	Responder Responder
	Access    Access
	Voice     Voice
	Notices   Notices
	Clock     clock.Clock
	Log       *slog.Logger
}

// Router owns the lanes and the deliveries. Its methods are safe for
// concurrent use between Start and Close.
type Router struct {
	Deps
	channels map[string]*delivery

	ctx     context.Context
	cancel  context.CancelFunc
	started time.Time
	wg      sync.WaitGroup

	mu     sync.Mutex
	lanes  map[turn.Conv]*lane
	closed bool
}

// NewRouter returns a router for the given channels; nothing runs before
// Start.
func NewRouter(d Deps, chans ...Channel) *Router {
	r := &Router{Deps: d, channels: map[string]*delivery{}, lanes: map[turn.Conv]*lane{}}
	for _, c := range chans {
		r.channels[c.Name()] = newDelivery(r, c)
	}
	return r
}

// Start recovers what was in flight when the process last ended and begins to
// answer and deliver. The router works until Close or the end of ctx.
func (r *Router) Start(ctx context.Context) error {
	r.ctx, r.cancel = context.WithCancel(ctx)
	r.started = r.Clock.Now()
	waiting, err := r.Journal.Waiting(r.ctx)
	if err != nil {
		r.cancel()
		return fmt.Errorf("recover conversations: %w", err)
	}
	for _, d := range r.channels {
		ctx, end := clock.Begin(r.ctx, r.Clock)
		r.wg.Go(func() { defer end(); d.run(ctx) })
	}
	for _, conv := range waiting {
		r.nudge(conv, "", time.Time{})
	}
	return nil
}

// Close stops answering and waits. What is in flight stays in the journal and
// goes on with the next Start.
func (r *Router) Close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.cancel()
	r.wg.Wait()
}

// Receive takes one message from a channel. When it returns nil the message
// is durable and may be acknowledged; accepted is its id, also for a repeated
// message. Strangers get ErrStranger.
func (r *Router) Receive(ctx context.Context, m turn.Message) (accepted turn.ID, err error) {
	if _, ok := r.Access.Speaker(ctx, m.Person); !ok {
		return "", ErrStranger
	}
	if err := checkText(m.Text); err != nil {
		return "", err
	}
	m, fresh, err := r.Journal.Accept(ctx, m)
	if err != nil {
		return "", fmt.Errorf("accept message: %w", err)
	}
	if fresh {
		r.show(turn.Event{Conv: m.Conv, Channel: m.Channel, Kind: turn.Said, ID: m.ID, Text: m.Text, At: m.At})
	}
	r.nudge(m.Conv, m.Channel, m.At)
	return m.ID, nil
}

// Stop ends the reply that is being written in conv, if any, and says whether
// there was one. What was shown so far becomes the reply.
func (r *Router) Stop(conv turn.Conv) bool {
	r.mu.Lock()
	l := r.lanes[conv]
	r.mu.Unlock()
	return l != nil && l.stop()
}

// Attached tells that somebody is there to take deliveries on a channel.
func (r *Router) Attached(channel string) {
	if d := r.channels[channel]; d != nil {
		d.nudge()
	}
}

// Retry ends every wait for the model: there is reason to believe that it is
// back.
func (r *Router) Retry() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.lanes {
		l.wake()
	}
}

// announce shows the reply of a turn, which stands in the outbox, to those who
// follow its conversation, and has it delivered. What answers nothing is shown by
// its delivery.
func (r *Router) announce(o turn.Outgoing) {
	r.show(turn.Event{Conv: o.Conv, Channel: o.Channel, Turn: o.Turn, Kind: turn.Done, ID: o.ID, Text: o.Text, At: o.At, Answers: o.Answers, Offers: o.Offers})
	r.Attached(o.Channel)
}

// nudge makes sure that the conversation's lane runs and looks again; at is
// when a message came, on which channel.
func (r *Router) nudge(conv turn.Conv, channel string, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	l := r.lanes[conv]
	if l == nil {
		l = newLane(r, conv)
		r.lanes[conv] = l
		l.heard(channel, at)
		ctx, end := clock.Begin(r.ctx, r.Clock)
		r.wg.Go(func() { defer end(); l.run(ctx) })
		return
	}
	l.again = true
	l.heard(channel, at)
	l.wake()
}

// leave ends a lane unless it was nudged meanwhile.
func (r *Router) leave(l *lane) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if l.again && !r.closed {
		l.again = false
		return false
	}
	delete(r.lanes, l.conv)
	return true
}

// show passes an event to every channel: each knows who follows it there.
func (r *Router) show(e turn.Event) {
	for _, d := range r.channels {
		d.channel.Show(e)
	}
}

// Tell says something in a conversation, on whatever channels it is held:
// where its next message came from cannot be known. It is said to those who are
// there now, and kept nowhere.
func (r *Router) Tell(conv turn.Conv, text string) {
	for _, d := range r.channels {
		d.channel.Show(turn.Event{Conv: conv, Channel: d.channel.Name(), Kind: turn.Notice, Text: text})
	}
}

// admit fills in who speaks and what may be read. The one place where a
// conversation's view is made.
func (r *Router) admit(ctx context.Context, t *turn.Turn) bool {
	p, ok := r.Access.Speaker(ctx, t.Messages[0].Person)
	if !ok {
		return false
	}
	t.Speaker, t.View = p, person.ViewOf(p)
	return true
}

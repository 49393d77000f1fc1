package channels

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/turn"
)

// A burst of messages becomes one turn: a lane waits until the person has been
// quiet for burstQuiet, but not longer than burstCap after the first message.
const (
	burstQuiet = 400 * time.Millisecond
	burstCap   = 1500 * time.Millisecond
)

// lane answers one conversation, a turn at a time. It lives as long as there
// is work.
type lane struct {
	r    *Router
	conv turn.Conv

	again bool                 // guarded by r.mu: nudged while running
	last  time.Time            // guarded by r.mu: when the last message came
	asked map[string]time.Time // guarded by r.mu: when the last message came that waits, by channel
	poke  chan struct{}        // ends a wait early

	ctx context.Context // the router's, with the lane's work

	rest context.CancelFunc // ends what is left to do after the last turn

	mu     sync.Mutex
	cancel context.CancelCauseFunc // of the turn that runs now, or nil
}

func newLane(r *Router, conv turn.Conv) *lane {
	return &lane{r: r, conv: conv, asked: map[string]time.Time{}, poke: make(chan struct{}, 1), rest: func() {}}
}

// heard notes when a message came, on which channel, "" where that is not
// known. r.mu is held.
func (l *lane) heard(channel string, at time.Time) {
	l.last = at
	if channel != "" {
		l.asked[channel] = at
	}
}

// wake ends a wait early: a message came. A burst goes on with it, and while
// the model is away it gets its notice.
func (l *lane) wake() {
	select {
	case l.poke <- struct{}{}:
	default:
	}
}

// stop cancels the running turn on the person's wish.
func (l *lane) stop() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cancel == nil {
		return false
	}
	l.cancel(turn.ErrStopped)
	return true
}

// run answers until nothing waits. A panic in a turn is contained: it is
// answered with an apology like any other failure.
func (l *lane) run(ctx context.Context) {
	l.ctx = ctx
	clock.Yield(ctx, l.r.Clock)
	var down outage
	unwritten := 0 // how often in a row a turn could not be begun
	for l.ctx.Err() == nil {
		l.gather()
		t, ok, err := l.r.Journal.StartTurn(l.ctx, l.conv)
		switch {
		case err != nil && l.ctx.Err() == nil:
			l.r.Log.Error("start turn", "conv", l.conv, "err", err)
			if unwritten++; unwritten == tellUnwritten {
				l.r.Tell(l.conv, l.r.Voice.Away(turn.Turn{Conv: l.conv}))
			}
			l.wait(down.next())
		case err == nil && ok:
			unwritten = 0
			l.answer(t, &down)
		case err == nil:
			if l.r.leave(l) {
				return
			}
		}
	}
}

// gather waits for the end of a burst.
func (l *lane) gather() {
	for began := l.r.Clock.Now(); l.ctx.Err() == nil; {
		now := l.r.Clock.Now()
		l.r.mu.Lock()
		left := min(burstQuiet-now.Sub(l.last), burstCap-now.Sub(began))
		l.r.mu.Unlock()
		if left <= 0 {
			return
		}
		l.wait(left)
	}
}

// answer runs one turn to its end, or waits when the model is not there. What
// was left to do after the turn before gives way.
func (l *lane) answer(t turn.Turn, down *outage) {
	l.rest()
	if !l.r.admit(l.ctx, &t) {
		l.finish(t, turn.Reply{}) // no longer admitted: closed without a word
		return
	}
	l.known(down)
	l.late(&t, down)
	reply, err := l.respond(t, down)
	var gone *fault.Unavailable
	var temporary *fault.Temporary
	switch {
	case err == nil:
	case l.ctx.Err() != nil:
		return // shutting down: the turn stays open
	case errors.As(err, &gone), errors.As(err, &temporary):
		l.holdBack(t, down, err)
		return
	default:
		l.r.Log.Error("answer turn", "conv", l.conv, "turn", t.ID, "err", err)
		reply = turn.Reply{Text: l.r.Voice.Trouble(t, err)}
	}
	l.answered(t, down)
	l.finish(t, reply)
	ctx, cancel := context.WithCancel(l.r.ctx)
	l.rest = cancel
	ctx, end := clock.Begin(ctx, l.r.Clock)
	l.r.wg.Go(func() {
		defer end()
		defer cancel()
		clock.Yield(ctx, l.r.Clock)
		l.r.Responder.Rest(ctx, t)
	})
}

// respond runs the responder so that /stop can reach it and a panic cannot
// leave the lane. Where the person was told that the model is away, a further
// try does not claim that the companion thinks.
func (l *lane) respond(t turn.Turn, down *outage) (reply turn.Reply, err error) {
	ctx, cancel := context.WithCancelCause(l.ctx)
	l.mu.Lock()
	l.cancel = cancel
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		l.cancel = nil
		l.mu.Unlock()
		cancel(nil)
		if p := recover(); p != nil {
			l.r.Log.Error("panic in turn", "turn", t.ID, "panic", p)
			err = errPanic
		}
	}()
	_, told := down.told[channelOf(t)]
	reply, err = l.r.Responder.Respond(ctx, t, opening(t.Opener, func(e turn.Event) {
		if told && e.Kind == turn.Thinking {
			return
		}
		e.Channel = channelOf(t)
		l.r.show(e)
	}))
	if reply.Text != "" {
		reply.Text = t.Opener + reply.Text
	}
	return reply, err
}

// finish commits the reply and sends it on its way. A store that cannot
// commit now is tried again: the reply must not be lost.
func (l *lane) finish(t turn.Turn, reply turn.Reply) {
	var again outage
	for l.ctx.Err() == nil {
		out, err := l.r.Journal.Finish(l.ctx, t, reply)
		if err == nil {
			if out.ID != "" {
				l.r.announce(out)
			}
			return
		}
		l.r.Log.Error("finish turn", "turn", t.ID, "err", err)
		l.wait(again.next())
	}
}

// tellUnwritten is after how many failures in a row to begin a turn the person
// is told that the answer comes later: the disk may be full.
const tellUnwritten = 2

// channelOf is where a turn came from and its reply goes.
func channelOf(t turn.Turn) string { return t.Messages[len(t.Messages)-1].Channel }

// wait sleeps for d, less when the router ends or a new message comes.
func (l *lane) wait(d time.Duration) {
	clock.Wait(l.ctx, l.r.Clock, d, l.poke)
}

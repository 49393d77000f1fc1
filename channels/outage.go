package channels

import (
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/turn"
)

// How long a lane waits between tries while the model is down: doubling from
// the first to the last. Router.Retry ends a wait.
const (
	firstRetry = time.Second
	lastRetry  = 30 * time.Second
)

const (
	// noticeAfter is how long a temporary trouble may last before the person is
	// told: a rate limit or a restart of a few seconds needs no words.
	noticeAfter = 3 * time.Second
	// tellAgain is after how long somebody who writes again is told again that
	// the model is away. Until then they know.
	tellAgain = time.Hour
	// openAfter is how long words must have waited for a model before the first
	// reply on a channel begins with an apology of our own.
	openAfter = 10 * time.Minute
)

// outage is what a lane knows of the model's being away, now and lately. It
// lives as long as the lane: as something waits.
type outage struct {
	since  time.Time // of the first try that failed; zero while the model answers
	delay  time.Duration
	failed time.Time            // the last try that failed: what was said before it had to wait
	told   map[string]time.Time // when those of the conversation were told, by channel; nil: not read yet
	opened map[string]bool      // the channels that have had their apology
}

// next is the wait before the next try.
func (o *outage) next() time.Duration {
	o.delay = min(max(2*o.delay, firstRetry), lastRetry)
	return o.delay
}

// known reads who was told in an earlier life of the process, once.
func (l *lane) known(down *outage) {
	if down.told != nil {
		return
	}
	told, err := l.r.Notices.AwayTold(l.ctx, l.conv)
	if err != nil && l.ctx.Err() == nil {
		l.r.Log.Warn("who was told that the model is away cannot be read", "conv", l.conv, "err", err)
	}
	if told == nil {
		told = map[string]time.Time{}
	}
	down.told, down.opened = told, map[string]bool{}
}

// late says how long the words of a turn had to wait, where that was not for
// a reply before it, and with which apology the answer begins.
func (l *lane) late(t *turn.Turn, down *outage) {
	at := t.Messages[0].Said()
	if !at.Before(down.failed) && !at.Before(l.r.started) {
		return
	}
	t.Late = l.r.Clock.Now().Sub(at)
	if t.Late >= openAfter && !down.opened[channelOf(*t)] {
		t.Opener = l.r.Voice.Back(*t) + "\n\n"
	}
}

// opening puts the opener before what a responder shows of its reply.
func opening(opener string, emit func(turn.Event)) func(turn.Event) {
	if opener == "" {
		return emit
	}
	open := false
	return func(e turn.Event) {
		switch {
		case e.Kind == turn.Retract:
			if open = e.Text != ""; open {
				e.Text = opener + e.Text
			}
		case e.Kind == turn.Delta && !open:
			open, e.Text = true, opener+e.Text
		}
		emit(e)
	}
}

// holdBack tells the person that the model is away and waits; the turn stays
// open. A message that comes meanwhile ends the wait: the model is tried at
// once, and if it is still away those on that channel are told, too.
func (l *lane) holdBack(t turn.Turn, down *outage, why error) {
	now := l.r.Clock.Now()
	if down.since.IsZero() {
		down.since = now
	}
	down.failed = now
	wait := down.next()
	var gone *fault.Unavailable
	var temporary *fault.Temporary
	if errors.As(why, &temporary) {
		wait = max(wait, temporary.After)
	}
	if errors.As(why, &gone) || now.Sub(down.since) >= noticeAfter {
		l.tellAway(t, down, why)
	}
	l.wait(wait)
}

// tellAway says on each channel on which somebody waits that the model is
// away: once in an outage, also over a restart, and again to those who write
// when the last time is long ago.
func (l *lane) tellAway(t turn.Turn, down *outage, why error) {
	l.r.mu.Lock()
	asked := maps.Clone(l.asked)
	l.r.mu.Unlock()
	if own := channelOf(t); asked[own].IsZero() {
		asked[own] = time.Time{} // it came in an earlier life of the process
	}
	for _, channel := range slices.Sorted(maps.Keys(asked)) {
		if at, ok := down.told[channel]; ok && !asked[channel].After(at.Add(tellAgain)) {
			continue
		}
		now := l.r.Clock.Now()
		down.told[channel] = now
		if err := l.r.Notices.TellAway(l.ctx, l.conv, channel, now); err != nil {
			l.r.Log.Warn("that the model is away may be told twice", "conv", l.conv, "err", err)
		}
		l.r.Log.Warn("model is away, messages are kept", "conv", l.conv, "channel", channel, "err", why)
		l.notice(t, channel)
	}
}

// notice says on a channel that the model is away. Who follows the turn sees
// that nothing more comes of it for now.
func (l *lane) notice(t turn.Turn, channel string) {
	e := turn.Event{Conv: l.conv, Channel: channel, Kind: turn.Notice, Text: l.r.Voice.Away(t)}
	if channel == channelOf(t) {
		e.Turn = t.ID
		l.r.show(e)
	} else if d := l.r.channels[channel]; d != nil {
		d.channel.Show(e)
	}
}

// answered notes that the model has answered a turn.
func (l *lane) answered(t turn.Turn, down *outage) {
	channel := channelOf(t)
	l.r.mu.Lock()
	if !l.asked[channel].After(t.Messages[len(t.Messages)-1].At) {
		delete(l.asked, channel)
	}
	l.r.mu.Unlock()
	if t.Opener != "" {
		down.opened[channel] = true
	}
	down.since, down.delay = time.Time{}, 0
	if len(down.told) == 0 {
		return
	}
	down.told = map[string]time.Time{}
	if err := l.r.Notices.ForgetAway(l.ctx, l.conv); err != nil && l.ctx.Err() == nil {
		l.r.Log.Warn("that the model is away may not be told the next time", "conv", l.conv, "err", err)
	}
}

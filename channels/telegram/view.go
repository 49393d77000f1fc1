package telegram

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"github.com/kokoron/kokoron/channels/render"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// How a reply is shown while it is written.
const (
	typingEvery = 4500 * time.Millisecond // Telegram shows it for 5 s
	showAfter   = time.Second             // a reply that is faster comes whole
	editEvery   = time.Second             // Telegram takes about one call a second into a chat
	quietFor    = 10 * time.Minute        // without an event the turn is thought dead
)

// maxUTF16 is the longest text of a message, in UTF-16 units.
const maxUTF16 = 4096

// enough bytes hold more than maxUTF16 units of any script.
const enough = 4 * maxUTF16

// nothing stands where text was that is taken back.
const nothing = "…"

// view shows one turn while it runs: that the companion types, and what it has
// written so far. It is a goroutine of its own, so that no event waits for
// Telegram.
type view struct {
	turn turn.ID
	conv turn.Conv
	wake chan struct{} // something changed that does not wait for the next step
	done chan struct{} // closed when no call is under way any more
	stop context.CancelFunc

	mu      sync.Mutex
	text    string
	since   time.Time // when the first text came
	touched time.Time // when the last event came
	urgent  bool      // text was taken back
	planned bool      // the goroutine looks again by itself in time
	over    bool

	// Of the goroutine alone.
	chat   int64
	id     int    // of the message that shows the text; 0: none yet
	mute   bool   // nothing more is shown: a message may exist that we do not know
	shown  string // what the message says
	edited time.Time
	typed  time.Time
}

// stale is what a message says that was left by an earlier run of the turn.
const stale = "\x00"

// Show implements channels.Channel.
func (c *Channel) Show(e turn.Event) {
	if e.Channel != Name {
		return
	}
	switch e.Kind {
	case turn.Thinking, turn.ToolUse, turn.Delta, turn.Retract:
		c.follow(e)
	case turn.Done:
		c.chats.owe(e.Conv, e.Turn)
		c.endView(e.Turn)
	case turn.Notice:
		c.endView(e.Turn)
		c.spare(func() {
			if chat, ok := c.chatOf(c.base, e.Conv); ok {
				c.tell(chat, e.Text)
			}
		})
	}
}

// follow adds an event to the view of its turn.
func (c *Channel) follow(e turn.Event) {
	now := c.Clock.Now()
	c.mu.Lock()
	v := c.views[e.Turn]
	if v == nil && !c.closed {
		ctx, stop := context.WithCancel(c.base)
		v = &view{turn: e.Turn, conv: e.Conv, wake: make(chan struct{}, 1), done: make(chan struct{}), stop: stop, touched: now}
		c.views[e.Turn] = v
		c.wg.Go(func() { c.show(ctx, v) })
	}
	c.mu.Unlock()
	if v != nil {
		v.add(e, now)
	}
}

func (v *view) add(e turn.Event, now time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.touched = now
	switch e.Kind {
	case turn.Delta:
		if len(v.text) < enough {
			v.text += e.Text
		}
	case turn.Retract:
		v.text, v.urgent, v.planned = e.Text, true, false
	default:
		return
	}
	if v.since.IsZero() && v.text != "" {
		v.since = now
	}
	if !v.planned {
		v.rouse()
	}
}

func (v *view) rouse() {
	select {
	case v.wake <- struct{}{}:
	default:
	}
}

// endView lets a turn's view end: what it is about comes otherwise. A call that
// shows text is not broken off, as it might still take effect later.
func (c *Channel) endView(t turn.ID) *view {
	c.mu.Lock()
	v := c.views[t]
	c.mu.Unlock()
	if v != nil {
		v.mu.Lock()
		v.over = true
		v.mu.Unlock()
		v.stop()
	}
	return v
}

// takeOver ends a turn's view and gives the message it was shown in, or 0.
func (c *Channel) takeOver(ctx context.Context, t turn.ID) (int, error) {
	if v := c.endView(t); v != nil {
		select {
		case <-v.done:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	return c.preview(ctx, t)
}

// preview is the message that shows a turn, or 0.
func (c *Channel) preview(ctx context.Context, t turn.ID) (int, error) {
	saved, ok, err := c.Previews.Preview(ctx, t)
	if err != nil || !ok {
		return 0, err
	}
	return strconv.Atoi(saved)
}

// show is the view's goroutine.
func (c *Channel) show(ctx context.Context, v *view) {
	defer func() {
		v.stop()
		c.mu.Lock()
		delete(c.views, v.turn)
		c.mu.Unlock()
		close(v.done)
	}()
	c.open(ctx, v)
	for {
		now := c.Clock.Now()
		if !v.mute && now.Sub(v.typed) >= typingEvery {
			v.typed = now
			c.typing(ctx, v.chat)
		}
		want, due, over := v.plan(now)
		switch {
		case over || ctx.Err() != nil:
			return
		case want != v.shown && !now.Before(due):
			c.refresh(v, want)
		case want != v.shown && due.Before(v.typed.Add(typingEvery)):
			v.sleep(ctx, c, due.Sub(now))
		default:
			v.sleep(ctx, c, max(v.typed.Add(typingEvery).Sub(now), time.Millisecond))
		}
	}
}

// open finds out where a view is shown, and what an earlier run of the turn
// left there.
func (c *Channel) open(ctx context.Context, v *view) {
	var ok bool
	if v.chat, ok = c.chatOf(ctx, v.conv); !ok {
		v.mute = true
		return
	}
	id, err := c.preview(ctx, v.turn)
	if err != nil {
		c.Log.Warn("look up the preview of a reply", "turn", v.turn, "err", err)
		v.mute = true
	}
	if v.id = id; id != 0 {
		v.shown = stale
	}
}

// plan says what the message should say and when it may. What it should say
// is what it says already where it may not change or need not be.
func (v *view) plan(now time.Time) (want string, due time.Time, over bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	over = v.over || now.Sub(v.touched) > quietFor
	want = excerpt(v.text)
	switch {
	case v.mute:
		want = v.shown
	case want == "" && v.shown != "":
		want = nothing
	}
	due = v.edited.Add(editEvery)
	if at := v.since.Add(showAfter); !v.since.IsZero() && at.After(due) {
		due = at
	}
	if v.urgent && v.shown != "" {
		due = now
	}
	v.planned = want != v.shown
	return want, due, over
}

// sleep waits for d, or until the view is roused or ends.
func (v *view) sleep(ctx context.Context, c *Channel, d time.Duration) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	slept := make(chan struct{})
	go func() {
		_ = c.Clock.Sleep(ctx, d) // either way the view looks again
		close(slept)
	}()
	select {
	case <-slept:
	case <-v.wake:
		cancel()
		<-slept
	}
}

// typing tells that the companion writes. It does not matter if it fails.
func (c *Channel) typing(ctx context.Context, chat int64) {
	_ = c.call(ctx, chat, previewFor, func(ctx context.Context) error {
		_, err := c.bot.SendChatAction(ctx, &bot.SendChatActionParams{ChatID: chat, Action: models.ChatActionTyping})
		return err
	})
}

// refresh makes the message say want. It outlives the view's end by what one
// call takes; the base context ends it with the channel.
func (c *Channel) refresh(v *view, want string) {
	v.mu.Lock()
	v.urgent = false
	v.mu.Unlock()
	v.edited = c.Clock.Now()
	p := post{Message: render.Message{Text: want}, links: noLinks()}
	if v.id != 0 {
		switch err := c.edit(c.base, v.chat, v.id, p, previewFor); {
		case err == nil:
			v.shown = want
		case badRequest(err, ""):
			v.mute = true // it was deleted, or can no longer be edited
		}
		return
	}
	if c.chats.owes(v.chat, v.turn) || c.chats.ready(v.chat, c.Clock.Now()) != nil {
		return // the reply before this one comes first
	}
	id, err := c.sendOnce(c.base, v.chat, p, previewFor)
	if err == nil {
		v.id, v.shown = id, want
		err = c.Previews.SavePreview(c.base, v.turn, strconv.Itoa(id))
	}
	if err != nil {
		v.mute = true // a second one could stand beside a first that was taken
		if c.base.Err() == nil {
			c.Log.Warn("show a reply while it is written", "turn", v.turn, "err", err)
		}
	}
}

// excerpt is the beginning of a text that is being written, as much as fits
// into one message, cut between characters.
func excerpt(s string) string {
	s = strings.TrimSpace(s)
	if utf16Len(s) <= maxUTF16 {
		return s
	}
	var b strings.Builder
	used := utf16Len(nothing)
	for _, g := range text.Graphemes(s[:min(len(s), enough)]) {
		if used += utf16Len(g); used > maxUTF16 {
			break
		}
		b.WriteString(g)
	}
	return b.String() + nothing
}

// utf16Len is the length of s in UTF-16 units.
func utf16Len(s string) (n int) {
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

package telegram

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// chat is what is known of a person's private chat.
type chat struct {
	until time.Time // Telegram wants no call before
	gone  bool      // the person has blocked the bot and not written since
	owed  []turn.ID // turns whose reply is still on its way, in order
	last  turn.ID   // the turn whose reply came last
	told  time.Time // when it was last said that only text can be read
}

// chats are the chats of the persons who are known; strangers have none here,
// so that the number stays small.
type chats struct {
	mu     sync.Mutex
	byID   map[int64]*chat
	byConv map[turn.Conv]int64
	// byPerson are the chats to which something was sent since the start.
	byPerson map[person.ID]int64
	denied   bool // the token is not valid
}

// of is a known person's chat. cs.mu is held.
func (cs *chats) of(id int64) *chat {
	c := cs.byID[id]
	if c == nil {
		if cs.byID == nil {
			cs.byID, cs.byConv, cs.byPerson = map[int64]*chat{}, map[turn.Conv]int64{}, map[person.ID]int64{}
		}
		c = &chat{}
		cs.byID[id] = c
	}
	return c
}

// wrote notes that a person writes, and reports whether they could not be
// reached before.
func (cs *chats) wrote(id int64, conv turn.Conv) (back bool) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	c := cs.of(id)
	back, c.gone = c.gone, false
	cs.byConv[conv] = id
	return back
}

// ready says why a chat may not be called now, or nil.
func (cs *chats) ready(id int64, now time.Time) error {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	c := cs.byID[id]
	switch {
	case cs.denied:
		return away(errors.New("telegram does not know the token"))
	case c == nil:
	case c.gone:
		return away(errors.New("the person has blocked the bot"))
	case now.Before(c.until):
		return &fault.Temporary{After: c.until.Sub(now), Err: errors.New("telegram asked to wait")}
	}
	return nil
}

// owe notes a reply that is to come.
func (cs *chats) owe(conv turn.Conv, t turn.ID) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	id, ok := cs.byConv[conv]
	if !ok {
		return
	}
	if c := cs.of(id); c.last != t && !slices.Contains(c.owed, t) { // it may come before it is told
		c.owed = append(c.owed, t)
	}
}

// settling notes a reply that is being delivered, which is the oldest one: it
// may be from before a restart.
func (cs *chats) settling(id int64, t turn.ID) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if c := cs.of(id); !slices.Contains(c.owed, t) {
		c.owed = slices.Insert(c.owed, 0, t)
	}
}

// settled notes that a reply is there. Those before it are too, or were given
// up.
func (cs *chats) settled(id int64, t turn.ID) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	c := cs.of(id)
	c.owed = slices.Delete(c.owed, 0, slices.Index(c.owed, t)+1)
	c.last = t
}

// owes reports whether another reply than that of turn t is still on its way: a
// preview of t must not stand above it.
func (cs *chats) owes(id int64, t turn.ID) bool {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	c := cs.byID[id]
	return c != nil && slices.ContainsFunc(c.owed, func(o turn.ID) bool { return o != t })
}

// untold reports whether it is time to say again that only text can be read:
// an album is several messages and gets one answer.
func (cs *chats) untold(id int64, now time.Time) bool {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	c := cs.of(id)
	if now.Sub(c.told) < time.Minute {
		return false
	}
	c.told = now
	return true
}

// away is a refusal that ends when somebody acts: what waits is kept and tried
// again when the channel says that it is attached.
func away(err error) error {
	return &fault.Blocked{Err: fmt.Errorf("%w: %w", channels.ErrAway, err)}
}

// call makes one call into a chat. The error is a fault, channels.ErrAway, or
// *apiError with code 400.
func (c *Channel) call(ctx context.Context, id int64, limit time.Duration, f func(context.Context) error) error {
	if err := c.chats.ready(id, c.Clock.Now()); err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := f(within)
	if err != nil && ctx.Err() != nil {
		return ctx.Err() // broken off on our side, which says nothing of the other
	}
	return c.judge(id, err)
}

// judge draws the consequences of a call's end.
func (c *Channel) judge(id int64, err error) error {
	if err == nil {
		return nil
	}
	var api *apiError
	if !errors.As(err, &api) {
		c.net.renew()
		return &fault.Temporary{Err: err} // whether it was taken is unknown
	}
	cs := &c.chats
	cs.mu.Lock()
	defer cs.mu.Unlock()
	known := cs.byID[id]
	switch {
	case api.Code == 429:
		if known != nil {
			known.until = c.Clock.Now().Add(api.After)
		}
		return &fault.Temporary{After: api.After, Err: api}
	case api.Code == 401, api.Code == 404:
		cs.denied = true
		return away(api)
	case api.Code == 403, api.Code == 400 && strings.Contains(api.Text, "chat not found"):
		if known != nil && !known.gone {
			known.gone = true
			c.Log.Warn("a person cannot be reached on Telegram until they write to the bot again", "reason", api.Text)
		}
		return away(api)
	case api.Code == 400:
		return api
	}
	return &fault.Temporary{Err: api}
}

// chatOf is where a conversation is shown. After a restart nobody has written
// yet; a conversation is then found by its person, whose scope is its name.
func (c *Channel) chatOf(ctx context.Context, conv turn.Conv) (int64, bool) {
	c.chats.mu.Lock()
	id, ok := c.chats.byConv[conv]
	c.chats.mu.Unlock()
	if ok {
		return id, true
	}
	id, err := c.address(ctx, person.ID(strings.TrimPrefix(string(conv), "person:")))
	return id, err == nil
}

// address is a person's chat.
func (c *Channel) address(ctx context.Context, p person.ID) (int64, error) {
	external, ok, err := c.People.Address(ctx, Name, p)
	if err != nil {
		return 0, fmt.Errorf("look up telegram chat: %w", err)
	}
	if !ok {
		return 0, &fault.Blocked{Err: errors.New("the person has no chat on telegram")}
	}
	id, err := strconv.ParseInt(external, 10, 64)
	if err != nil {
		return 0, &fault.Blocked{Err: fmt.Errorf("telegram chat: %w", err)}
	}
	c.chats.mu.Lock()
	c.chats.of(id)
	c.chats.byPerson[p] = id
	c.chats.mu.Unlock()
	return id, nil
}

package web

import (
	"context"
	"time"

	"github.com/gorilla/websocket"
)

// write is the only goroutine that writes frames of a socket: the welcome, the
// answers to the client's own frames, and the feed's events after the welcome.
func (c *socket) write(ctx context.Context, w welcome, newest int64) {
	defer c.goodbye()
	at := position{n: w.N, from: newest}
	tick := time.NewTicker(c.s.pace.ping)
	defer tick.Stop()
	err := c.send(encode(w))
	c.wakeUp() // for what a resuming client missed
	for err == nil {
		select {
		case <-c.quit:
			return
		case frame := <-c.out:
			err = c.send(frame)
		case <-c.wake:
			err = c.follow(&at)
		case <-tick.C:
			if c.valid(ctx) {
				err = c.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(c.s.pace.write))
			}
		}
	}
	c.end(parting{}) // the connection is broken: there is nobody to tell
}

// position is how far a client has been served.
type position struct {
	n    int64 // the last event that was sent
	from int64 // the newest event when the client came
}

// follow sends the events that are new.
func (c *socket) follow(at *position) error {
	var events [batch]entry
	for {
		count, ok := c.feed.after(at.n, at.from, events[:])
		if !ok {
			c.end(tooSlow)
		}
		if count == 0 {
			return nil
		}
		for _, e := range events[:count] {
			if err := c.send(e.frame); err != nil {
				return err
			}
			at.n = e.n
		}
		select {
		case <-c.quit:
			return nil
		default:
		}
	}
}

func (c *socket) send(frame []byte) error {
	_ = c.conn.SetWriteDeadline(time.Now().Add(c.s.pace.write)) // only notes it
	return c.conn.WriteMessage(websocket.TextMessage, frame)
}

// wakeUp tells the writer that the feed has something new. It never waits.
func (c *socket) wakeUp() {
	select {
	case c.wake <- struct{}{}:
	default: // it knows
	}
}

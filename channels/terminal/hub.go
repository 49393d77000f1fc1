// Package terminal is the chat on a terminal: the Hub is the channel inside
// the companion, Chat is the screen in front of the person. They speak Up and
// Down frames over any ordered connection.
//
// A reply counts as delivered when a client has said that it showed it; until
// then it stays in the outbox and comes again with the next client. Events
// before that are best effort: a client that is too slow misses pieces and
// shows the whole reply at the end. The hub writes nothing down.
package terminal

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// Name is the channel's name in messages and in the outbox.
const Name = "terminal"

// queue is how many frames a client may lag behind before it misses some.
const queue = 1024

// seenWithin is how long a client may take to show a reply before the reply
// counts as not delivered.
const seenWithin = 10 * time.Second

// Up is a frame from the client. Exactly one field besides Ext is set.
type Up struct {
	Text string  `json:"text,omitempty"` // a message or a /command
	Ext  string  `json:"ext,omitempty"`  // the client's own id of the message: sent again, it is taken once
	Seen turn.ID `json:"seen,omitempty"` // this reply was shown
}

// Down is a frame to the client. Exactly one of the fields is set, but for an
// Ack, which carries the Ext it answers.
type Down struct {
	Hello string         `json:"hello,omitempty"` // who is here: the banner
	Ack   turn.ID        `json:"ack,omitempty"`   // the message with Ext is durable under this id
	Ext   string         `json:"ext,omitempty"`
	Event *turn.Event    `json:"event,omitempty"`
	Reply *turn.Outgoing `json:"reply,omitempty"` // whole; to be answered with Seen
	Said  string         `json:"said,omitempty"`  // the answer to a command, or why a message with Ext was refused
}

// Conn is an ordered connection to one client.
type Conn interface {
	Send(v any) error
	Recv(v any) error
}

// Router is what the hub needs of channels.Router.
type Router interface {
	Receive(ctx context.Context, m turn.Message) (turn.ID, error)
	Attached(channel string)
}

// Commands answers a line that begins with a slash, in the person's language.
type Commands interface {
	Command(ctx context.Context, conv turn.Conv, line string) string
	// Refused says why a message could not be taken.
	Refused(err error) string
	// Hello is the banner a client begins with.
	Hello(ctx context.Context) string
}

// Hub is the terminal as a channel. It is safe for concurrent use.
type Hub struct {
	mu      sync.Mutex
	clients map[*client]bool
}

type client struct {
	out  chan Down
	seen chan turn.ID
	gone chan struct{} // closed by leave
	once sync.Once
}

// leave ends the wait of everybody who has something for the client.
func (c *client) leave() { c.once.Do(func() { close(c.gone) }) }

// NewHub returns a hub with nobody attached.
func NewHub() *Hub { return &Hub{clients: map[*client]bool{}} }

// Name implements channels.Channel.
func (h *Hub) Name() string { return Name }

// Show implements channels.Channel. A terminal shows what was begun on one;
// replies come whole through Deliver.
func (h *Hub) Show(e turn.Event) {
	if e.Channel != Name || e.Kind == turn.Said || e.Kind == turn.Done {
		return
	}
	for _, c := range h.all() {
		select {
		case c.out <- Down{Event: &e}:
		default: // too slow: the whole reply comes at the end
		}
	}
}

// Attached reports whether somebody is at a terminal.
func (h *Hub) Attached() bool { return len(h.all()) > 0 }

// Deliver implements channels.Channel: the reply goes to every client, and the
// first that has shown it makes it delivered.
func (h *Hub) Deliver(ctx context.Context, o turn.Outgoing) error {
	all := h.all()
	if len(all) == 0 {
		return channels.ErrAway
	}
	ctx, cancel := context.WithTimeout(ctx, seenWithin)
	defer cancel()
	shown := make(chan bool, len(all))
	for _, c := range all {
		go func() { shown <- c.hand(ctx, o) }()
	}
	for range all {
		if <-shown {
			return nil
		}
	}
	if ctx.Err() != nil {
		return &fault.Temporary{Err: errors.New("no terminal showed the reply in time")}
	}
	return channels.ErrAway
}

// hand gives a reply to one client and waits until it was shown.
func (c *client) hand(ctx context.Context, o turn.Outgoing) bool {
	select {
	case c.out <- Down{Reply: &o}:
	case <-c.gone:
		return false
	case <-ctx.Done():
		return false
	}
	for {
		select {
		case id := <-c.seen:
			if id == o.ID {
				return true
			}
		case <-c.gone:
			return c.saw(o.ID)
		case <-ctx.Done():
			return c.saw(o.ID)
		}
	}
}

// saw looks through what a client said before it left: the last thing said and
// the leaving may be noticed together.
func (c *client) saw(id turn.ID) bool {
	for {
		select {
		case said := <-c.seen:
			if said == id {
				return true
			}
		default:
			return false
		}
	}
}

func (h *Hub) all() []*client {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := make([]*client, 0, len(h.clients))
	for c := range h.clients {
		out = append(out, c)
	}
	return out
}

// Serve talks with one client until it leaves or ctx ends. The client writes
// as the owner: whoever can open the connection owns the home.
func (h *Hub) Serve(ctx context.Context, conn Conn, r Router, cmds Commands) error {
	c := &client{out: make(chan Down, queue), seen: make(chan turn.ID, queue), gone: make(chan struct{})}
	c.out <- Down{Hello: cmds.Hello(ctx)}
	h.mu.Lock()
	h.clients[c] = true
	h.mu.Unlock()
	var writer sync.WaitGroup
	writer.Go(func() { c.write(conn) })
	// A client that asks and never reads fills its queue, and nobody would
	// notice here that the connection is gone.
	defer context.AfterFunc(ctx, c.leave)()
	defer func() {
		h.mu.Lock()
		delete(h.clients, c)
		h.mu.Unlock()
		c.leave()
		writer.Wait()
	}()
	r.Attached(Name)
	for {
		var up Up
		if err := conn.Recv(&up); err != nil {
			return nil // the client left; nothing is lost
		}
		h.take(ctx, c, up, r, cmds)
	}
}

func (c *client) write(conn Conn) {
	defer c.leave()
	for {
		select {
		case d := <-c.out:
			if conn.Send(d) != nil {
				return // the reader notices too
			}
		case <-c.gone:
			return
		}
	}
}

// conversation of the terminal: the owner's one over all channels, which has
// the name of their scope.
const conversation = turn.Conv(person.ScopeOwner)

// take handles one frame of a client.
func (h *Hub) take(ctx context.Context, c *client, up Up, r Router, cmds Commands) {
	line, isCommand := channels.Command(up.Text)
	switch {
	case up.Seen != "":
		select {
		case c.seen <- up.Seen:
		default: // nobody waits for it any more
		}
	case isCommand:
		c.say(Down{Said: cmds.Command(ctx, conversation, line), Ext: up.Ext})
	default:
		id, err := r.Receive(ctx, turn.Message{
			Conv: conversation, Channel: Name, External: up.Ext, Person: person.OwnerID, Text: up.Text,
		})
		if err != nil {
			c.say(Down{Said: cmds.Refused(err), Ext: up.Ext})
			return
		}
		c.say(Down{Ack: id, Ext: up.Ext})
	}
}

// say queues a frame that must arrive, unless the client is gone.
func (c *client) say(d Down) {
	select {
	case c.out <- d:
	case <-c.gone:
	}
}

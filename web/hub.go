package web

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/kokoron/kokoron/internal/turn"
)

// Name is the channel's name in messages and in the outbox.
const Name = "web"

const (
	// kept is how many of a conversation's newest events can be read again.
	kept = 4096
	// behind is how many events a client may lag behind before it is told to
	// reconnect. It is less than kept, so that such a client finds all it
	// missed.
	behind = 1024
)

// Hub is the web as a channel: what happens in each conversation, numbered.
type Hub struct {
	render func(markdown string) string
	epoch  string

	mu    sync.Mutex
	feeds map[turn.Conv]*feed
}

// NewHub returns a hub with a new epoch. render makes HTML that is safe to put
// into a page; it must be safe for concurrent use.
func NewHub(render func(markdown string) string) *Hub {
	return &Hub{render: render, epoch: rand.Text(), feeds: map[turn.Conv]*feed{}}
}

// Name implements channels.Channel.
func (h *Hub) Name() string { return Name }

// Show implements channels.Channel. A page shows what is said on every
// channel: it is one conversation.
func (h *Hub) Show(e turn.Event) {
	out := event{Type: "event", Kind: e.Kind, Turn: e.Turn, Text: e.Text}
	if e.Kind == turn.Said || e.Kind == turn.Done {
		out.ID, out.HTML, out.At, out.Channel, out.Answers = e.ID, h.render(e.Text), &e.At, e.Channel, e.Answers
	}
	h.feed(e.Conv).add(out)
}

// Deliver implements channels.Channel. The reply counts as delivered once it
// stands among the events, whether or not a client is there: its line is
// durable, and whoever comes later fetches it with the conversation. Waiting
// for a page to be opened would only show the same line twice. After a restart
// the outbox may hold a reply whose event went with the last process; it is
// shown now, and a client that has the line already knows its id.
func (h *Hub) Deliver(_ context.Context, o turn.Outgoing) error {
	if !h.feed(o.Conv).forget(o.ID) {
		h.Show(turn.Event{Conv: o.Conv, Channel: o.Channel, Turn: o.Turn, Kind: turn.Done, ID: o.ID, Text: o.Text, At: o.At, Answers: o.Answers})
		h.feed(o.Conv).forget(o.ID)
	}
	return nil
}

// feed gives the events of a conversation.
func (h *Hub) feed(conv turn.Conv) *feed {
	h.mu.Lock()
	defer h.mu.Unlock()
	f := h.feeds[conv]
	if f == nil {
		f = &feed{epoch: h.epoch, sockets: map[*socket]bool{}, delivering: map[turn.ID]bool{}}
		h.feeds[conv] = f
	}
	return f
}

// feed is one conversation: its newest events as the frames they are sent in,
// each encoded once for all clients.
type feed struct {
	epoch string

	// saying orders the messages of web clients: while one is being accepted,
	// said is its name, which its Said event carries.
	saying sync.Mutex

	mu sync.Mutex
	// followed is false until the first client came. Nobody can ask for the
	// events before that, so only the open reply is kept.
	followed   bool
	sockets    map[*socket]bool
	last       int64    // the number of the newest event
	ring       [][]byte // event n stands at n % kept once there are that many
	open       *openReply
	said       string
	delivering map[turn.ID]bool // done was shown, Deliver comes
}

// openReply is the reply that is being written.
type openReply struct {
	turn turn.ID
	text []byte
}

// add numbers an event, keeps it and wakes the clients.
func (f *feed) add(e event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.write(e)
	switch {
	case e.Kind == turn.Said && e.Channel == Name:
		e.Ext = f.said
	case e.Kind == turn.Done && e.Channel == Name:
		f.delivering[e.ID] = true
	}
	if !f.followed {
		return
	}
	f.last++
	e.N = f.last
	frame := encode(e)
	if len(f.ring) < kept {
		f.ring = append(f.ring, frame)
	} else {
		f.ring[(f.last-1)%kept] = frame
	}
	for c := range f.sockets {
		c.wakeUp()
	}
}

// write follows the reply that is being written.
func (f *feed) write(e event) {
	switch e.Kind {
	case turn.Done:
		f.open = nil
		return
	case turn.Thinking, turn.Delta, turn.Retract, turn.ToolUse:
	default:
		return
	}
	if f.open == nil || f.open.turn != e.Turn {
		f.open = &openReply{turn: e.Turn}
	}
	switch e.Kind {
	case turn.Delta:
		f.open.text = append(f.open.text, e.Text...)
	case turn.Retract:
		f.open.text = append(f.open.text[:0], e.Text...)
	}
}

// attach adds a client that knows the events of an epoch up to n, and gives
// its welcome. What comes after welcome.N is to be sent to it.
func (f *feed) attach(c *socket, epoch string, n int64) (w welcome, newest int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.followed = true
	f.sockets[c] = true
	w = welcome{Type: "welcome", V: 1, Epoch: f.epoch, N: f.last}
	if epoch == f.epoch && n <= f.last && n >= f.last-int64(len(f.ring)) {
		w.Resumed, w.N = true, n
	} else if f.open != nil {
		w.Open = &open{Turn: f.open.turn, Text: string(f.open.text)}
	}
	return w, f.last
}

func (f *feed) detach(c *socket) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.sockets, c)
}

// after copies the frames after n into into. ok is false for a client that has
// fallen too far behind; what was there when it came (until from) does not
// count.
func (f *feed) after(n, from int64, into [][]byte) (count int, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n < f.last-int64(len(f.ring)) || f.last-max(n, from) > behind {
		return 0, false
	}
	for count < len(into) && n < f.last {
		into[count] = f.ring[n%kept]
		count++
		n++
	}
	return count, true
}

// forget reports whether the reply's done is among the events, and that
// Deliver came for it.
func (f *feed) forget(id turn.ID) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer delete(f.delivering, id)
	return f.delivering[id]
}

// accept lets a client's message be received, one at a time in a
// conversation, and gives the Said event that comes of it the client's name
// for it.
func (f *feed) accept(ext string, receive func() (turn.ID, error)) (turn.ID, error) {
	f.saying.Lock()
	defer f.saying.Unlock()
	f.name(ext)
	defer f.name("")
	return receive()
}

func (f *feed) name(ext string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.said = ext
}

func encode(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("encode frame: %v", err)) // a struct of texts and times
	}
	return raw
}

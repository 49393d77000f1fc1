package web

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/kokoron/kokoron/internal/turn"
)

// Name is the channel's name in messages and in the outbox.
const Name = "web"

const (
	// kept is how many of a conversation's newest events can be read again:
	// messages, replies and the pieces of replies that are not whole yet.
	kept = 4096
	// keptBytes bounds them together: a few thousand of the longest messages
	// would take gigabytes.
	keptBytes = 16 << 20
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
		out.Offers = e.Offers
	}
	if e.Kind == turn.Taken && len(e.Offers) > 0 {
		out.ID, out.Offer = e.ID, e.Offers[0]
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
		h.Show(turn.Event{Conv: o.Conv, Channel: o.Channel, Turn: o.Turn, Kind: turn.Done, ID: o.ID, Text: o.Text, At: o.At, Answers: o.Answers, Offers: o.Offers})
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
	last       int64 // the number of the newest event
	gone       int64 // the number of the newest event that is kept no more
	log        []entry
	size       int // of all frames in log, in bytes
	open       *openReply
	said       string
	delivering map[turn.ID]bool // done was shown, Deliver comes
}

// entry is an event as it is sent.
type entry struct {
	n     int64
	frame []byte
	// draft is the turn whose Done makes this event worthless.
	draft turn.ID
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
	f.keep(e)
	for c := range f.sockets {
		c.wakeUp()
	}
}

// keep adds an event to the log. The pieces of a reply go when it is whole:
// who has missed them needs only the whole.
func (f *feed) keep(e event) {
	in := entry{n: e.N, frame: encode(e)}
	switch e.Kind {
	case turn.Thinking, turn.Delta, turn.Retract, turn.ToolUse:
		in.draft = e.Turn
	case turn.Done:
		f.log = slices.DeleteFunc(f.log, func(old entry) bool {
			whole := old.draft != "" && old.draft == e.Turn
			if whole {
				f.size -= len(old.frame)
			}
			return whole
		})
	}
	f.size += len(in.frame)
	for len(f.log) > 0 && (len(f.log) == kept || f.size > keptBytes) {
		f.size -= len(f.log[0].frame)
		f.gone = f.log[0].n
		f.log[0] = entry{}
		f.log = f.log[1:]
	}
	f.log = append(f.log, in)
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
	if epoch == f.epoch && n <= f.last && n >= f.gone {
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

// after copies the events after n into into. ok is false for a client that has
// fallen too far behind; what was there when it came (until from) does not
// count.
func (f *feed) after(n, from int64, into []entry) (count int, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n < f.gone || len(f.log)-f.index(max(n, from)) > behind {
		return 0, false
	}
	return copy(into, f.log[f.index(n):]), true
}

// index is where the events after n begin.
func (f *feed) index(n int64) int {
	i, found := slices.BinarySearchFunc(f.log, n, func(e entry, n int64) int { return cmp.Compare(e.n, n) })
	if found {
		i++
	}
	return i
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

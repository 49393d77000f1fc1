package web

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/turn"
)

const (
	mostSockets   = 4096
	frameBurst    = 120 // frames a client may send at once,
	frameEvery    = 50 * time.Millisecond
	sayBurst      = 30 // and messages among them
	sayEvery      = 500 * time.Millisecond
	answers       = 16 // waiting for the writer; the reader waits when there are more
	batch         = 32 // events taken from the feed at once
	commandWithin = 10 * time.Second
	lingerBytes   = 4 << 20 // read and thrown away while a client is being closed
)

var errFlood = errors.New("too many pings")

// newUpgrader sets the sockets' buffers; those for writing are shared, only who
// writes at the moment has one. Compression stays off: with it the read limit counts compressed bytes
// (gorilla/websocket v1.5.3), and one frame of a kilobyte could become
// megabytes.
func newUpgrader() *websocket.Upgrader {
	return &websocket.Upgrader{
		HandshakeTimeout: 10 * time.Second, ReadBufferSize: 1024, WriteBufferSize: 4096, WriteBufferPool: &sync.Pool{},
		Subprotocols: []string{protocol},
		// ws has looked at the origin already, and more closely.
		CheckOrigin: func(*http.Request) bool { return true },
	}
}

// socket is one client. Its reader runs in the handler's goroutine, its writer
// in one of its own.
type socket struct {
	s    *Server
	conn *websocket.Conn
	who  visitor
	feed *feed

	out  chan []byte   // answers to the client's own frames
	wake chan struct{} // the feed has something new
	quit chan struct{} // closed by end

	mu  sync.Mutex
	bye *parting // set once, by end
}

// ws makes a socket of a request and serves it until it ends.
func (s *Server) ws(w http.ResponseWriter, r *http.Request, v visitor) {
	// Only browsers must name the page they show. Something else that has the
	// session's cookie proves with the marker that it is no browser that a
	// foreign page has talked into this.
	if origin := r.Header.Get("Origin"); origin == "" && r.Header.Get(marker) != "1" || origin != "" && !s.originOK(r, origin) {
		s.refuse(w, badOrigin)
		return
	}
	if !websocket.IsWebSocketUpgrade(r) || !slices.Contains(websocket.Subprotocols(r), protocol) {
		s.refuse(w, badRequest, "field", "Sec-WebSocket-Protocol")
		return
	}
	if !s.room() {
		s.refuse(w, unavailable)
		return
	}
	conn, err := s.upgrader.Upgrade(w, r, nil)
	if err != nil {
		s.Log.Debug("upgrade to a socket", "err", err)
		return
	}
	c := &socket{
		s: s, conn: conn, who: v, feed: s.Hub.feed(v.conv),
		out: make(chan []byte, answers), wake: make(chan struct{}, 1), quit: make(chan struct{}),
	}
	if !s.join(c) {
		conn.Close() // the server is closing
		return
	}
	defer s.part(c)
	c.serve(context.WithoutCancel(r.Context()))
}

func (s *Server) room() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.sockets) < mostSockets && !s.closed
}

func (s *Server) join(c *socket) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.sockets[c] = true
	s.wg.Add(1)
	return true
}

func (s *Server) part(c *socket) {
	s.mu.Lock()
	delete(s.sockets, c)
	s.mu.Unlock()
	s.wg.Done()
}

// signOut ends the sockets of a session.
func (s *Server) signOut(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.sockets {
		if c.who.token == token {
			c.end(signedAway)
		}
	}
}

// serve talks with the client until it or the server ends.
func (c *socket) serve(ctx context.Context) {
	defer c.conn.Close()
	c.conn.SetReadLimit(maxFrame)
	c.conn.SetPongHandler(func(string) error { c.hear(c.s.pace.idle); return nil })
	c.hear(c.s.pace.hello)
	first, err := c.read()
	if err == nil && first.Type != "hello" {
		err = errors.New("the first frame is not hello")
	}
	if err != nil {
		c.end(c.why(err))
		c.goodbye()
		c.drain()
		return
	}
	w, newest := c.feed.attach(c, first.Epoch, first.N)
	var writer sync.WaitGroup
	writer.Go(func() { c.write(ctx, w, newest) })
	c.listen(ctx)
	c.feed.detach(c)
	writer.Wait()
	c.drain()
}

// listen takes the client's frames until the socket ends.
func (c *socket) listen(ctx context.Context) {
	now := c.s.Clock.Now()
	frames, says := newBucket(frameBurst, frameEvery, now), newBucket(sayBurst, sayEvery, now)
	c.conn.SetPingHandler(func(data string) error {
		if frames.take(c.s.Clock.Now()) > 0 {
			return errFlood
		}
		c.hear(c.s.pace.idle)
		return c.conn.WriteControl(websocket.PongMessage, []byte(data), time.Now().Add(c.s.pace.write))
	})
	for {
		c.hear(c.s.pace.idle)
		u, err := c.read()
		if err != nil {
			c.end(c.why(err))
			return
		}
		if now := c.s.Clock.Now(); frames.take(now) > 0 {
			c.end(flood)
			return
		} else if u.Type == "say" && says.take(now) > 0 {
			c.tell(answer{Type: "refused", Ext: u.Ext, Code: "too_fast", Message: catalog.Text(c.s.Lang, catalog.WebTooFast)})
			continue
		}
		if !c.take(ctx, u) {
			return
		}
	}
}

// take answers one frame; false ends the socket.
func (c *socket) take(ctx context.Context, u up) bool {
	switch u.Type {
	case "ping":
		c.tell(answer{Type: "pong"})
		return true
	case "hello":
		c.end(misunderstood(errors.New("hello came twice")))
		return false
	}
	if !c.valid(ctx) {
		return false
	}
	line, isCommand := channels.Command(u.Text)
	switch {
	case u.Type == "stop":
		c.s.Router.Stop(c.who.conv)
	case u.Type == "take":
		c.choose(ctx, u)
	case isCommand:
		ctx, cancel := context.WithTimeout(ctx, commandWithin)
		defer cancel()
		c.tell(answer{Type: "answer", Ext: u.Ext, Text: c.s.Commands.Command(ctx, c.who.conv, line)})
	default:
		c.say(ctx, u)
	}
	return true
}

// say hands a message on and acknowledges it when it is durable.
func (c *socket) say(ctx context.Context, u up) {
	id, err := c.feed.accept(u.Ext, func() (turn.ID, error) {
		return c.s.Router.Receive(ctx, turn.Message{
			Conv: c.who.conv, Channel: Name, Person: c.who.person.ID, Text: u.Text,
			// Clients choose these names: one person's must not hide another's message.
			External: string(c.who.person.ID) + "/" + u.Ext,
		})
	})
	if err == nil {
		c.tell(answer{Type: "ack", Ext: u.Ext, ID: id})
		return
	}
	code := "not_kept"
	var long *fault.TooLong
	var aside *channels.Aside
	switch {
	case errors.As(err, &aside):
		c.tell(answer{Type: "answer", Ext: u.Ext, Text: aside.Text})
		return
	case errors.As(err, &long):
		code = "too_long"
	case errors.Is(err, channels.ErrEmpty):
		code = "empty"
	case errors.Is(err, channels.ErrStranger):
		code = "not_allowed"
	default:
		c.s.Log.Error("take message", "channel", Name, "err", err)
	}
	c.tell(answer{Type: "refused", Ext: u.Ext, Code: code, Message: c.s.Commands.Refused(err)})
}

// valid looks whether the session still is, and ends the socket otherwise.
func (c *socket) valid(ctx context.Context) bool {
	p, conv, ok := c.s.Doors.Who(ctx, c.who.token)
	if !ok || p.ID != c.who.person.ID || conv != c.who.conv {
		c.end(signedAway)
		return false
	}
	return true
}

// tell queues an answer. It waits when the client does not read its answers,
// and so stops reading more of its frames.
func (c *socket) tell(a answer) {
	select {
	case c.out <- encode(a):
	case <-c.quit:
	}
}

// read gives the next frame. The error is the connection's or decode's.
func (c *socket) read() (up, error) {
	kind, raw, err := c.conn.ReadMessage()
	if err != nil {
		return up{}, err
	}
	if kind != websocket.TextMessage {
		return up{}, errors.New("the frame is not text")
	}
	return decode(raw)
}

// why is how a socket ends whose frame could not be read. gorilla/websocket
// has answered 1009 or echoed the client's own close already; a close frame
// after that is not sent.
func (c *socket) why(err error) parting {
	var closed *websocket.CloseError
	var broken net.Error
	switch {
	case errors.Is(err, errFlood):
		return flood
	case errors.As(err, &broken) && broken.Timeout():
		return silent
	case errors.As(err, &closed), errors.Is(err, websocket.ErrReadLimit), errors.Is(err, io.EOF), broken != nil:
		return parting{}
	}
	return misunderstood(err)
}

// hear allows the client to be silent for so long, unless the socket is being
// closed.
func (c *socket) hear(within time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bye == nil {
		_ = c.conn.SetReadDeadline(time.Now().Add(within)) // fails with the connection, which the reader sees
	}
}

// end closes the socket; the first reason counts. It does not wait.
func (c *socket) end(why parting) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bye != nil {
		return
	}
	c.bye = &why
	close(c.quit)
	// The reader, if it waits for a frame, now waits for the client's own
	// close, and not for long.
	_ = c.conn.NetConn().SetReadDeadline(time.Now().Add(c.s.pace.linger))
}

// goodbye sends the close frame.
func (c *socket) goodbye() {
	c.mu.Lock()
	why := *c.bye
	c.mu.Unlock()
	if why.code != 0 {
		frame := websocket.FormatCloseMessage(why.code, why.reason)
		_ = c.conn.WriteControl(websocket.CloseMessage, frame, time.Now().Add(c.s.pace.linger)) // it leaves anyway
	}
}

// drain reads what the client still sends until it closes too. A connection
// closed with unread bytes is reset, and the client might never see the close
// frame.
func (c *socket) drain() {
	raw := c.conn.NetConn()
	_ = raw.SetReadDeadline(time.Now().Add(c.s.pace.linger)) // fails with the connection
	for {
		_, _, err := c.conn.NextReader()
		var closed *websocket.CloseError
		if errors.As(err, &closed) {
			return
		}
		if err != nil {
			break // the rest cannot be read as frames
		}
	}
	_, _ = io.CopyN(io.Discard, raw, lingerBytes) // whatever comes is not wanted
}

// Package web is the browser as a channel: the pages, the JSON interface and
// the chat socket of docs/PROTOCOL.md.
//
// The Hub numbers what happens in each conversation and keeps the newest
// events in memory, so that a client that lost its socket goes on where it
// was; the numbers end with the process (the epoch). The Server answers HTTP
// and holds the sockets. A message is acknowledged only after the router has
// made it durable; a client that sends it again under the same name is
// answered with the same id. Events reach every client of a conversation in
// order and without a gap, or its socket is closed. Both types are safe for
// concurrent use.
//
// Nothing of a conversation leaves the package without a session, and no
// request is answered under a foreign name (Host) or on behalf of a foreign
// page (Origin). The package stores nothing and decides nothing about who may
// do what.
package web

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
)

// Doors lets browsers in. internal/ops implements it.
type Doors interface {
	// Enter uses a one-time code up. A code that does not work is
	// people.ErrCode.
	Enter(ctx context.Context, code string) (token string, err error)
	// Who is whose a token is, and their conversation; ok is false for a void
	// token.
	Who(ctx context.Context, token string) (_ person.Person, _ turn.Conv, ok bool)
	// Leave voids a token.
	Leave(ctx context.Context, token string) error
}

// Conversation reads what was said.
type Conversation interface {
	// Lines is the part of a conversation just before a line (the newest part,
	// where before is ""), oldest first, and whether there is more before it.
	// Every accepted message is part of it, also one that waits for its turn.
	Lines(ctx context.Context, p person.Person, conv turn.Conv, before turn.ID, limit int) (_ []diary.Line, more bool, err error)
}

// Router is what a socket needs of channels.Router.
type Router interface {
	// Receive makes a message durable. The Said event of a fresh one is shown
	// to the Hub before it returns.
	Receive(ctx context.Context, m turn.Message) (turn.ID, error)
	Stop(conv turn.Conv) bool
}

// Commands answers a line that begins with a slash, in the home's language.
type Commands interface {
	Command(ctx context.Context, conv turn.Conv, line string) string
	// Refused says why a message could not be taken.
	Refused(err error) string
}

// Me is what a page needs to know before the first word.
type Me struct {
	Name      string `json:"name"`  // the companion's
	Owner     string `json:"owner"` // the person's
	Language  string `json:"language"`
	Rehearsal bool   `json:"rehearsal"` // rules answer, no model
	Zone      string `json:"zone"`      // IANA name
}

// Ready says whether the companion can answer now, and if not, why not in a
// word that gives nothing away.
type Ready func(ctx context.Context) (ok bool, why string)

// Parts says how the parts of the companion stand, by name. It must not wait.
type Parts func() map[string]PartHealth

// Options are the parts a Server works with. All but Origins are required.
type Options struct {
	Hub          *Hub
	Doors        Doors
	Conversation Conversation
	Recollection Recollection
	Feedback     Feedback
	Offers       Offers
	Calendars    Calendars
	Audit        Audit
	Router       Router
	Commands     Commands
	Me           func(ctx context.Context, p person.Person) Me
	Ready        Ready
	Parts        Parts
	// Origins are the addresses a reverse proxy serves, such as
	// "https://kokoron.example". Loopback addresses need not be named.
	Origins []string
	Lang    text.Lang
	Clock   clock.Clock
	Log     *slog.Logger
}

// Server answers browsers. It works until Close.
type Server struct {
	Options
	origins  map[string]bool // in the form browsers write them
	hosts    map[string]bool
	static   map[string]file
	knocks   *knocks
	pace     pace
	upgrader *websocket.Upgrader

	soundness soundness

	mu      sync.Mutex
	sockets map[*socket]bool
	closed  bool
	wg      sync.WaitGroup
}

// pace holds the waits of a socket.
type pace struct {
	hello  time.Duration // for the first frame
	idle   time.Duration // without any sign of the client
	ping   time.Duration // between two pings, and two looks at the session
	write  time.Duration // for one frame to go out
	linger time.Duration // for the client to read why its socket is closed
}

var usual = pace{hello: 10 * time.Second, idle: time.Minute, ping: 25 * time.Second, write: 10 * time.Second, linger: time.Second}

// New returns a server. An origin that is none is an error.
func New(o Options) (*Server, error) {
	s := &Server{
		Options: o, origins: map[string]bool{}, hosts: map[string]bool{}, knocks: newKnocks(), pace: usual, upgrader: newUpgrader(),
		sockets: map[*socket]bool{},
	}
	for _, raw := range o.Origins {
		scheme, host, err := parseOrigin(raw)
		if err != nil {
			return nil, err
		}
		s.origins[scheme+"://"+host] = true
		s.hosts[host] = true
	}
	var err error
	if s.static, err = readStatic(); err != nil {
		return nil, fmt.Errorf("read static files: %w", err)
	}
	return s, nil
}

// Handler serves pages, interface and sockets.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", s.healthz)
	mux.HandleFunc("GET /readyz", s.readyz)
	mux.HandleFunc("POST /api/v1/session", s.enter)
	mux.HandleFunc("DELETE /api/v1/session", s.leave)
	mux.HandleFunc("GET /api/v1/me", s.signedIn(s.me))
	mux.HandleFunc("GET /api/v1/conversation", s.signedIn(s.lines))
	mux.HandleFunc("GET /api/v1/why", s.signedIn(s.why))
	mux.HandleFunc("GET /api/v1/memory/health", s.signedIn(s.sound))
	mux.HandleFunc("POST /api/v1/feedback", s.signedIn(s.react))
	mux.HandleFunc("GET /calendar/{file}", s.calendar)
	mux.HandleFunc("GET /ws", s.signedIn(s.ws))
	mux.HandleFunc("GET /", s.page)
	return s.guard(mux)
}

// Close ends every socket, telling the clients to come back, and waits until
// they are gone. http.Server.Shutdown does not know of sockets.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	for c := range s.sockets {
		c.end(goingAway)
	}
	s.mu.Unlock()
	s.wg.Wait()
}

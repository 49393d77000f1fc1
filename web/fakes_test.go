package web

import (
	"context"
	"errors"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/channels/people"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
)

func TestMain(m *testing.M) {
	if job := os.Getenv(pagesJob); job != "" {
		bePages(job)
		return
	}
	goleak.VerifyTestMain(m)
}

// doors lets every token in that is in guests.
type doors struct {
	mu     sync.Mutex
	code   string
	guests map[string]visitor
	broken error
}

func (d *doors) Enter(_ context.Context, code string) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.broken != nil {
		return "", d.broken
	}
	if code != d.code {
		return "", people.ErrCode
	}
	d.code = ""
	d.guests["fresh"] = visitor{person: sensei, conv: "owner"}
	return "fresh", nil
}

func (d *doors) Who(_ context.Context, token string) (person.Person, turn.Conv, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	v, ok := d.guests[token]
	return v.person, v.conv, ok
}

func (d *doors) Leave(_ context.Context, token string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.guests, token)
	return d.broken
}

func (d *doors) admit(token string, v visitor) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.guests[token] = v
}

var (
	sensei = person.Person{ID: person.OwnerID, Name: "先生", Role: person.Owner}
	aoi    = person.Person{ID: "aoi", Name: "葵", Role: person.Admitted}
)

// router takes every message once and shows it, as channels.Router does.
type router struct {
	hub *Hub
	ids *turn.IDs

	mu      sync.Mutex
	taken   map[string]turn.Message // by external name
	stopped int
	fail    error
	disk    time.Duration // how long a message takes to become durable
}

func (r *router) Receive(_ context.Context, m turn.Message) (turn.ID, error) {
	time.Sleep(r.disk)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.fail != nil:
		return "", r.fail
	case strings.TrimSpace(m.Text) == "":
		return "", channels.ErrEmpty
	case len(m.Text) > 20_000:
		return "", &fault.TooLong{Max: 20_000, Used: len(m.Text), Err: errors.New("message")}
	}
	if old, ok := r.taken[m.External]; ok {
		return old.ID, nil
	}
	m.ID, m.At = r.ids.New(), time.Now()
	r.taken[m.External] = m
	r.hub.Show(turn.Event{Conv: m.Conv, Channel: m.Channel, Kind: turn.Said, ID: m.ID, Text: m.Text, At: m.At})
	return m.ID, nil
}

func (r *router) Stop(turn.Conv) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stopped++
	return true
}

func (r *router) count() (taken, stopped int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.taken), r.stopped
}

// words are commands and refusals.
type words struct{}

func (words) Command(_ context.Context, conv turn.Conv, line string) string {
	return fmt.Sprintf("%s in %s", line, conv)
}
func (words) Refused(err error) string { return "no: " + err.Error() }

// book is a conversation that was written before.
type book struct {
	lines  []diary.Line
	broken error
	asked  person.ID
}

func (b *book) Lines(_ context.Context, p person.Person, conv turn.Conv, before turn.ID, limit int) (out []diary.Line, more bool, err error) {
	b.asked = p.ID
	for _, l := range b.lines {
		if l.Conv == conv && (before == "" || l.ID < before) {
			out = append(out, l)
		}
	}
	if cut := len(out) - limit; cut > 0 {
		return out[cut:], true, b.broken
	}
	return out, false, b.broken
}

// mind is what came to mind for each person's replies.
type mind struct {
	of     map[person.ID]map[turn.ID]ops.Why
	broken error
}

func (m *mind) WhyReply(_ context.Context, p person.Person, id turn.ID) (ops.Why, error) {
	if w, ok := m.of[p.ID][id]; ok || m.broken != nil {
		return w, m.broken
	}
	return ops.Why{}, fmt.Errorf("look: %w", &ops.Problem{Code: ops.UnknownTurn, About: string(id)})
}

// home is a server with everything behind it.
type home struct {
	*Server
	t      testing.TB
	http   *httptest.Server
	doors  *doors
	router *router
	book   *book
	mind   *mind
	tray   *tray
	clock  *hands
}

// hands is a clock that tests move.
type hands struct {
	mu sync.Mutex
	at time.Time
}

func (h *hands) Now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.at
}

func (h *hands) Sleep(context.Context, time.Duration) error { panic("nothing here sleeps") }

func (h *hands) add(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.at = h.at.Add(d)
}

// markup marks what the renderer has made.
func markup(s string) string { return "<p>" + html.EscapeString(s) + "</p>" }

func newHome(t testing.TB, change func(*Server)) *home {
	t.Helper()
	hub := NewHub(markup)
	h := &home{
		t: t, doors: &doors{code: "right", guests: map[string]visitor{
			"sensei": {person: sensei, conv: "owner"}, "aoi": {person: aoi, conv: "person:aoi"},
		}},
		router: &router{hub: hub, ids: turn.NewIDs(time.Now), taken: map[string]turn.Message{}},
		book:   &book{}, mind: &mind{}, tray: &tray{under: map[turn.ID]ops.Offered{}}, clock: &hands{at: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)},
	}
	s, err := New(Options{
		Hub: hub, Doors: h.doors, Conversation: h.book, Recollection: h.mind, Feedback: &thumbs{}, Offers: h.tray, Router: h.router, Commands: words{},
		Me: func(_ context.Context, p person.Person) Me {
			return Me{Name: "こころん", Owner: p.Name, Language: "ja", Zone: "Asia/Tokyo"}
		},
		Ready: func(context.Context) (bool, string) { return true, "" },
		Parts: func() map[string]PartHealth {
			age := int64(7)
			return map[string]PartHealth{"telegram": {Status: PartOK, Age: &age}, "heart": {Status: PartAway, Since: time.Date(2026, 11, 30, 11, 0, 0, 0, time.UTC)}}
		},
		Origins: []string{"https://kokoron.example"}, Lang: "en", Clock: h.clock, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	s.pace.linger = 200 * time.Millisecond
	if change != nil {
		change(s)
	}
	h.Server = s
	h.http = httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		s.Close()
		h.http.Close()
		http.DefaultClient.CloseIdleConnections()
	})
	return h
}

// request makes a request as the page would.
func (h *home) request(method, path, token, body string, change func(*http.Request)) *http.Response {
	h.t.Helper()
	r, err := http.NewRequest(method, h.http.URL+path, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header.Set("Origin", h.http.URL)
	r.Header.Set(marker, "1")
	if token != "" {
		r.AddCookie(&http.Cookie{Name: cookieName, Value: token})
	}
	if change != nil {
		change(r)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { resp.Body.Close() })
	return resp
}

// down is any frame from the server.
type down struct {
	Type    string    `json:"type"`
	V       int       `json:"v"`
	Epoch   string    `json:"epoch"`
	N       int64     `json:"n"`
	Resumed bool      `json:"resumed"`
	Open    *open     `json:"open"`
	Kind    turn.Kind `json:"kind"`
	Turn    turn.ID   `json:"turn"`
	ID      turn.ID   `json:"id"`
	Text    string    `json:"text"`
	HTML    string    `json:"html"`
	At      time.Time `json:"at"`
	Channel string    `json:"channel"`
	Ext     string    `json:"ext"`
	Answers []turn.ID `json:"answers"`

	Offers []turn.Offer `json:"offers"`
	Offer  turn.Offer   `json:"offer"`

	Code    string `json:"code"`
	Message string `json:"message"`
}

// client is a page.
type client struct {
	t    testing.TB
	conn *websocket.Conn
}

// dial opens a socket; resp is the answer where it was refused.
func (h *home) dial(token string, change func(http.Header)) (*client, *http.Response) {
	h.t.Helper()
	head := http.Header{"Origin": {h.http.URL}, "Cookie": {cookieName + "=" + token}}
	if change != nil {
		change(head)
	}
	d := websocket.Dialer{Subprotocols: []string{protocol}, HandshakeTimeout: 5 * time.Second, EnableCompression: true}
	if head.Get("no-subprotocol") != "" {
		d.Subprotocols = nil
	}
	conn, resp, err := d.Dial("ws"+strings.TrimPrefix(h.http.URL, "http")+"/ws", head)
	if err != nil {
		if resp == nil {
			h.t.Fatal(err)
		}
		return nil, resp
	}
	h.t.Cleanup(func() { conn.Close() })
	return &client{t: h.t, conn: conn}, resp
}

// page opens a socket, says hello and gives the welcome.
func (h *home) client(token, epoch string, n int64) (*client, down) {
	h.t.Helper()
	c, resp := h.dial(token, nil)
	if c == nil {
		h.t.Fatalf("refused: %s", resp.Status)
	}
	c.send(up{Type: "hello", Epoch: epoch, N: n})
	w := c.next()
	if w.Type != "welcome" || w.V != 1 || w.Epoch == "" {
		h.t.Fatalf("not a welcome: %+v", w)
	}
	return c, w
}

func (c *client) send(v any) {
	c.t.Helper()
	if err := c.conn.WriteJSON(v); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) next() (d down) {
	c.t.Helper()
	_ = c.conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	if err := c.conn.ReadJSON(&d); err != nil {
		c.t.Fatal(err)
	}
	return d
}

// want reads frames until one of a type (and kind) comes.
func (c *client) want(kind string) down {
	c.t.Helper()
	for {
		if d := c.next(); d.Type == kind || string(d.Kind) == kind {
			return d
		}
	}
}

// ends reads until the socket is closed and gives the code.
func (c *client) ends() (code int, reason string) {
	c.t.Helper()
	_ = c.conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	for {
		_, _, err := c.conn.ReadMessage()
		var closed *websocket.CloseError
		if errors.As(err, &closed) {
			return closed.Code, closed.Text
		}
		if err != nil {
			c.t.Fatal(err)
		}
	}
}

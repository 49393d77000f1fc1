package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
)

// frame is any frame of the chat protocol.
type frame struct {
	Type    string    `json:"type"`
	Epoch   string    `json:"epoch,omitempty"`
	N       int64     `json:"n,omitempty"`
	Resumed bool      `json:"resumed,omitempty"`
	Open    *openLine `json:"open,omitempty"`
	Kind    turn.Kind `json:"kind,omitempty"`
	Turn    turn.ID   `json:"turn,omitempty"`
	Ext     string    `json:"ext,omitempty"`
	Text    string    `json:"text,omitempty"`
	HTML    string    `json:"html,omitempty"`
	ID      turn.ID   `json:"id,omitempty"`
	At      time.Time `json:"at,omitzero"`
	Channel string    `json:"channel,omitempty"`
	Answers []turn.ID `json:"answers,omitempty"`
	Message string    `json:"message,omitempty"`
}

type openLine struct {
	Turn turn.ID `json:"turn"`
	Text string  `json:"text"`
}

// heldLine is a line of the conversation as a page has it.
type heldLine struct {
	ID      turn.ID    `json:"id"`
	At      time.Time  `json:"at"`
	Role    diary.Role `json:"role"`
	Text    string     `json:"text"`
	HTML    string     `json:"html"`
	Channel string     `json:"channel"`
	Ref     turn.ID    `json:"ref"`
}

// client is one as docs/PROTOCOL.md describes it: it keeps a message until
// its ack and sends it again under the same name, resumes where it was, and
// fetches the conversation where it cannot.
type client struct {
	t      *testing.T
	home   string
	cookie string
	http   *http.Client
	// look, if set, is given whatever is shown: lines, and without a role what
	// the open reply says after each frame.
	look func(heldLine)

	epoch   string // of the goroutine that runs the page
	n       int64
	drafts  map[turn.ID]string
	shown   map[turn.ID]bool // replies whose done came in this epoch
	newest  turn.ID          // of those
	resumed int              // how often
	frames  int

	mu    sync.Mutex
	conn  *websocket.Conn // after the welcome
	said  []frame         // all that was ever said, in order
	queue []frame         // what is not acknowledged
	acked map[turn.ID]string
	lines map[turn.ID]heldLine
	anew  bool // the next hello knows nothing
}

// newClient signs in with the companion's own link.
func newClient(v *victim) *client {
	v.t.Helper()
	p := &client{
		t: v.t, home: v.home, http: &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}},
		drafts: map[turn.ID]string{}, shown: map[turn.ID]bool{}, acked: map[turn.ID]string{}, lines: map[turn.ID]heldLine{},
	}
	c := v.dial("link")
	defer c.Close()
	var l Links
	if err := c.Recv(&l); err != nil {
		v.t.Fatal(err)
	}
	in, err := url.Parse(l.Web)
	if err != nil {
		v.t.Fatal(err)
	}
	body, err := json.Marshal(map[string]string{"code": in.Fragment})
	if err != nil {
		v.t.Fatal(err)
	}
	r, err := http.NewRequest("POST", "http://"+in.Host+"/api/v1/session", bytes.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	r.Header.Set("X-Kokoron", "1")
	resp, err := p.http.Do(r)
	if err != nil {
		v.t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		v.t.Fatalf("sign in: %s", resp.Status)
	}
	p.cookie, _, _ = strings.Cut(resp.Header.Get("Set-Cookie"), ";")
	return p
}

// twin is another page of the same browser, which knows nothing yet.
func (p *client) twin() *client {
	return &client{t: p.t, home: p.home, cookie: p.cookie, http: p.http, lines: map[turn.ID]heldLine{}}
}

// run stays connected until ctx ends.
func (p *client) run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := p.attend(ctx); err != nil && ctx.Err() == nil {
			p.t.Error(err)
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// address is where the companion serves pages now, "" while it does not.
func (p *client) address(ctx context.Context) string {
	c, err := control.Dial(ctx, RunDir(p.home), "ping", nil)
	if err != nil {
		return ""
	}
	defer c.Close()
	var pong Pong
	if c.Recv(&pong) != nil {
		return ""
	}
	return pong.Addr
}

// attend is one socket from its hello to its end. The error is the companion's
// mistake; that the connection broke is none.
func (p *client) attend(ctx context.Context) error {
	addr := p.address(ctx)
	if addr == "" {
		return nil
	}
	d := websocket.Dialer{Subprotocols: []string{"kokoron.v1"}, HandshakeTimeout: 5 * time.Second}
	conn, resp, err := d.DialContext(ctx, "ws://"+addr+"/ws", http.Header{"Cookie": {p.cookie}, "X-Kokoron": {"1"}})
	if resp != nil && resp.StatusCode/100 == 4 {
		return fmt.Errorf("the socket was refused: %s", resp.Status)
	}
	if err != nil {
		return nil
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	p.mu.Lock()
	hello := frame{Type: "hello", Epoch: p.epoch, N: p.n}
	if p.anew {
		hello, p.anew = frame{Type: "hello"}, false
	}
	p.mu.Unlock()
	var w frame
	if conn.WriteJSON(hello) != nil || conn.ReadJSON(&w) != nil {
		return nil
	}
	if broke, err := p.welcome(ctx, addr, hello, w); broke || err != nil {
		return err
	}
	if !p.greeted(conn) {
		return nil
	}
	defer p.leave()
	for {
		_, raw, err := conn.ReadMessage()
		if err != nil {
			var closed *websocket.CloseError
			if errors.As(err, &closed) && closed.Code != websocket.CloseGoingAway && closed.Code != websocket.CloseAbnormalClosure {
				return fmt.Errorf("closed: %w", err)
			}
			return nil
		}
		var f frame
		if err := json.Unmarshal(raw, &f); err != nil {
			return fmt.Errorf("frame %q: %w", raw, err)
		}
		if err := p.take(f); err != nil {
			return fmt.Errorf("%w: %s", err, raw)
		}
	}
}

// welcome goes on where the page was, or fetches what there is. broke says that
// the connection did.
func (p *client) welcome(ctx context.Context, addr string, hello, w frame) (broke bool, err error) {
	switch {
	case w.Type != "welcome" || w.Epoch == "":
		return false, fmt.Errorf("no welcome: %+v", w)
	case w.Resumed && (w.Epoch != hello.Epoch || w.N != hello.N):
		return false, fmt.Errorf("resumed elsewhere: %+v after %+v", w, hello)
	case w.Resumed:
		p.resumed++
		return false, nil
	case hello.Epoch == w.Epoch:
		return false, fmt.Errorf("not resumed: %+v after %+v", w, hello)
	}
	lines, ok := p.fetch(ctx, addr, false)
	if !ok {
		return true, nil
	}
	if err := p.merge(lines); err != nil {
		return false, err
	}
	if w.Epoch != p.epoch {
		clear(p.shown)
		p.newest = ""
	}
	clear(p.drafts)
	p.epoch, p.n = w.Epoch, w.N
	if w.Open != nil {
		p.draft(w.Open.Turn, w.Open.Text)
	}
	return false, nil
}

// greeted sends again what was not acknowledged; from now on what is said is
// sent at once.
func (p *client) greeted(conn *websocket.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, f := range p.queue {
		if conn.WriteJSON(f) != nil {
			return false
		}
	}
	p.conn = conn
	return true
}

func (p *client) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conn = nil
}

// say keeps a message until it is acknowledged.
func (p *client) say(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f := frame{Type: "say", Ext: fmt.Sprint("ext-", len(p.said)), Text: text}
	p.said, p.queue = append(p.said, f), append(p.queue, f)
	for range 1 + len(p.said)%2 { // it is taken once, however often it comes
		if p.conn != nil {
			_ = p.conn.WriteJSON(f) // it is sent again otherwise
		}
	}
}

// cut breaks the connection, as a tunnel does; anew: the page forgets where it
// was, as when it is loaded again.
func (p *client) cut(anew bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.anew = anew
	if p.conn != nil {
		p.conn.NetConn().Close()
	}
}

// take is one frame after the welcome.
func (p *client) take(f frame) error {
	p.frames++
	switch f.Type {
	case "event":
		if f.N <= p.n {
			return fmt.Errorf("event %d after %d", f.N, p.n)
		}
		p.n = f.N
		return p.event(f)
	case "ack":
		return p.ack(f)
	}
	return errors.New("a frame that nobody asked for")
}

func (p *client) ack(f frame) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.said, func(s frame) bool { return s.Ext == f.Ext })
	if i < 0 || f.ID == "" {
		return errors.New("an ack of nothing")
	}
	for id, text := range p.acked {
		if (id == f.ID) != (text == p.said[i].Text) {
			return fmt.Errorf("%q was acknowledged as %s", text, id)
		}
	}
	p.acked[f.ID] = p.said[i].Text
	p.queue = slices.DeleteFunc(p.queue, func(q frame) bool { return q.Ext == f.Ext })
	return nil
}

func (p *client) event(f frame) error {
	switch f.Kind {
	case turn.Said:
		return p.add(heldLine{ID: f.ID, At: f.At, Role: diary.Person, Text: f.Text, HTML: f.HTML, Channel: f.Channel})
	case turn.Thinking, turn.ToolUse, turn.Notice:
	case turn.Delta:
		p.draft(f.Turn, p.drafts[f.Turn]+f.Text)
	case turn.Retract:
		p.draft(f.Turn, f.Text)
	case turn.Done:
		if p.shown[f.ID] || len(f.Answers) == 0 || f.ID < p.newest {
			return errors.New("a reply twice, out of order or to nothing")
		}
		p.shown[f.ID], p.newest = true, f.ID
		delete(p.drafts, f.Turn)
		return p.add(heldLine{ID: f.ID, At: f.At, Role: diary.Companion, Text: f.Text, HTML: f.HTML, Channel: f.Channel, Ref: f.Answers[0]})
	default:
		return errors.New("an unknown kind")
	}
	return nil
}

// draft is what the open reply of a turn says now.
func (p *client) draft(t turn.ID, text string) {
	p.drafts[t] = text
	if p.look != nil {
		p.look(heldLine{Text: text})
	}
}

// add puts a line into the view. One that is there already must be the same.
func (p *client) add(l heldLine) error {
	if p.look != nil {
		p.look(l)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if old, ok := p.lines[l.ID]; ok && (old.Text != l.Text || old.Role != l.Role || old.Channel != l.Channel || old.Ref != l.Ref || old.HTML != l.HTML || !old.At.Equal(l.At)) {
		return fmt.Errorf("a line has changed from %+v to %+v", old, l)
	}
	p.lines[l.ID] = l
	return nil
}

// fetch is the newest part of the conversation until it meets what the page
// has, or all of it.
func (p *client) fetch(ctx context.Context, addr string, all bool) (lines []heldLine, ok bool) {
	for before := ""; ; {
		r, err := http.NewRequestWithContext(ctx, "GET", "http://"+addr+"/api/v1/conversation?limit=200&before="+before, nil)
		if err != nil {
			return nil, false
		}
		r.Header.Set("Cookie", p.cookie)
		resp, err := p.http.Do(r)
		if err != nil {
			return nil, false
		}
		var got struct {
			Lines []heldLine
			More  bool
		}
		err = json.NewDecoder(resp.Body).Decode(&got)
		resp.Body.Close()
		if err != nil || resp.StatusCode != http.StatusOK {
			return nil, false // it was killed in the middle; the end fails where it was not
		}
		lines = append(got.Lines, lines...)
		if !got.More || len(got.Lines) == 0 {
			return lines, true
		}
		if _, known := p.line(got.Lines[0].ID); known && !all {
			return lines, true
		}
		before = string(got.Lines[0].ID)
	}
}

func (p *client) line(id turn.ID) (l heldLine, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l, ok = p.lines[id]
	return l, ok
}

// merge adds fetched lines. What was shown as an event must be among them: it
// was said to be on disk.
func (p *client) merge(lines []heldLine) error {
	there := map[turn.ID]bool{}
	last := turn.ID("")
	for _, l := range lines {
		if l.ID <= last {
			return fmt.Errorf("the conversation has %s after %s", l.ID, last)
		}
		last, there[l.ID] = l.ID, true
		if err := p.add(l); err != nil {
			return err
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, l := range p.lines {
		if !there[id] && (len(lines) == 0 || id > lines[0].ID) {
			return fmt.Errorf("a line that was shown is gone: %+v", l)
		}
	}
	return nil
}

// view is what the page shows, in order.
func (p *client) view() (lines []heldLine) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range p.lines {
		lines = append(lines, l)
	}
	slices.SortFunc(lines, func(a, b heldLine) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return lines
}

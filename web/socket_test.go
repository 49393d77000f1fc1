package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/internal/turn"
)

func show(h *home, kind turn.Kind, text string) {
	h.Hub.Show(turn.Event{Conv: "owner", Channel: "telegram", Turn: "t1", Kind: kind, Text: text})
}

func TestWhoMayOpenASocket(t *testing.T) {
	h := newHome(t, nil)
	set := func(name, value string) func(http.Header) {
		return func(head http.Header) {
			head.Del("Origin")
			if name != "" {
				head.Set(name, value)
			}
		}
	}
	for _, c := range []struct {
		name, token string
		change      func(http.Header)
		status      int
	}{
		{"our page", "sensei", nil, 101},
		{"our page behind the proxy", "sensei", set("Origin", "https://kokoron.example"), 101},
		{"no browser", "sensei", set(marker, "1"), 101},
		{"nobody", "made-up", nil, 401},
		{"no origin", "sensei", set("", ""), 403},
		{"another site", "sensei", set("Origin", "https://evil.example"), 403},
		{"another port", "sensei", set("Origin", "http://127.0.0.1:3000"), 403},
		{"another site with the marker", "sensei", func(head http.Header) { head.Set("Origin", "https://evil.example"); head.Set(marker, "1") }, 403},
		{"a sandboxed frame", "sensei", set("Origin", "null"), 403},
		{"another protocol", "sensei", func(head http.Header) { head.Set("no-subprotocol", "1") }, 400},
	} {
		_, resp := h.dial(c.token, c.change)
		if resp.StatusCode != c.status {
			t.Errorf("%s: %s", c.name, resp.Status)
		}
		if c.status == 101 && (resp.Header.Get("Sec-Websocket-Protocol") != protocol || resp.Header.Get("Sec-Websocket-Extensions") != "") {
			t.Errorf("%s: %v", c.name, resp.Header)
		}
	}
	if r := h.request("GET", "/ws", "sensei", "", nil); r.StatusCode != 400 {
		t.Errorf("a request that is no socket: %s", r.Status)
	}
}

func TestSaying(t *testing.T) {
	h := newHome(t, nil)
	c, _ := h.client("sensei", "", 0)
	other, _ := h.client("sensei", "", 0)
	stranger, _ := h.client("aoi", "", 0)

	c.send(up{Type: "say", Ext: "e1", Text: "<おはよう>"})
	var ack, said down
	for range 2 { // in either order
		if d := c.next(); d.Type == "ack" {
			ack = d
		} else {
			said = d
		}
	}
	want := down{Type: "event", N: 1, Kind: turn.Said, ID: ack.ID, Text: "<おはよう>", HTML: "<p>&lt;おはよう&gt;</p>", At: said.At, Channel: "web", Ext: "e1"}
	if diff := cmp.Diff(want, said); diff != "" || said.At.IsZero() || ack.Ext != "e1" || ack.ID == "" {
		t.Errorf("%s\nack %+v", diff, ack)
	}
	if d := other.next(); !cmp.Equal(d, said) {
		t.Errorf("the other page got %+v", d)
	}

	// Sent again, also on another socket, it is the same message.
	for _, again := range []*client{c, other} {
		again.send(up{Type: "say", Ext: "e1", Text: "<おはよう>"})
		if d := again.next(); d.Type != "ack" || d.ID != ack.ID || d.Ext != "e1" {
			t.Errorf("again: %+v", d)
		}
	}
	// Another person's message of the same name is another message.
	stranger.send(up{Type: "say", Ext: "e1", Text: "やあ"})
	if d := stranger.want("ack"); d.ID == ack.ID {
		t.Error("two persons' messages are taken for one")
	}
	if n, _ := h.router.count(); n != 2 {
		t.Errorf("%d messages were taken", n)
	}

	c.send(up{Type: "say", Ext: "e2", Text: "/status now"})
	if d := c.next(); d.Type != "answer" || d.Ext != "e2" || d.Text != "/status now in owner" {
		t.Errorf("a command: %+v", d)
	}
	c.send(up{Type: "ping"})
	if d := c.next(); d.Type != "pong" {
		t.Errorf("a ping: %+v", d)
	}
	c.send(up{Type: "stop"})
	c.send(up{Type: "ping"})
	c.want("pong")
	if _, stopped := h.router.count(); stopped != 1 {
		t.Errorf("stopped %d times", stopped)
	}
	// Nobody saw what was not theirs: the other pages have nothing left to read.
	for _, quiet := range []*client{other, stranger} {
		quiet.send(up{Type: "ping"})
		if d := quiet.want("pong"); d.Type != "pong" {
			t.Errorf("%+v", d)
		}
	}
}

func TestRefusals(t *testing.T) {
	h := newHome(t, nil)
	c, _ := h.client("sensei", "", 0)
	for _, r := range []struct {
		text, code string
		fail       error
	}{
		{" \n", "empty", nil},
		{strings.Repeat("あ", 20_001), "too_long", nil},
		{"hi", "not_allowed", channels.ErrStranger},
		{"hi", "not_kept", errors.New("the disk is full")},
	} {
		h.router.mu.Lock()
		h.router.fail = r.fail
		h.router.mu.Unlock()
		c.send(up{Type: "say", Ext: "e-" + r.code, Text: r.text})
		if d := c.next(); d.Type != "refused" || d.Code != r.code || d.Ext != "e-"+r.code || d.Message == "" {
			t.Errorf("%s: %+v", r.code, d)
		}
	}
	h.router.mu.Lock()
	h.router.fail = &channels.Aside{Text: "erased"}
	h.router.mu.Unlock()
	c.send(up{Type: "say", Ext: "yes", Text: "yes"})
	if d := c.next(); d.Type != "answer" || d.Ext != "yes" || d.Text != "erased" {
		t.Errorf("the answer to a question: %+v", d)
	}
	h.router.mu.Lock()
	h.router.fail = nil
	h.router.mu.Unlock()
	for i := range sayBurst - 5 {
		c.send(up{Type: "say", Ext: fmt.Sprint(i), Text: "x"})
		c.want("ack")
	}
	c.send(up{Type: "say", Ext: "much", Text: "x"})
	if d := c.want("refused"); d.Code != "too_fast" || d.Ext != "much" {
		t.Errorf("%+v", d)
	}
	h.clock.add(sayEvery)
	c.send(up{Type: "say", Ext: "much", Text: "x"})
	c.want("ack")
}

func TestEveryKindOfEvent(t *testing.T) {
	h := newHome(t, nil)
	c, _ := h.client("sensei", "", 0)
	at := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	shown := []turn.Event{
		{Kind: turn.Said, Channel: "telegram", ID: "m1", Text: "hi", At: at},
		{Kind: turn.Thinking, Channel: "telegram", Turn: "t1"},
		{Kind: turn.ToolUse, Channel: "telegram", Turn: "t1", Text: "memory_search"},
		{Kind: turn.Delta, Channel: "telegram", Turn: "t1", Text: "he"},
		{Kind: turn.Retract, Channel: "telegram", Turn: "t1", Text: "we"},
		{Kind: turn.Done, Channel: "telegram", Turn: "t1", ID: "r1", Text: "well", At: at, Answers: []turn.ID{"m1"}},
		{Kind: turn.Notice, Channel: "telegram", Turn: "t2", Text: "later"},
	}
	want := []string{
		`{"type":"event","n":1,"kind":"said","id":"m1","text":"hi","html":"\u003cp\u003ehi\u003c/p\u003e","at":"2026-11-30T09:00:00Z","channel":"telegram"}`,
		`{"type":"event","n":2,"kind":"thinking","turn":"t1"}`,
		`{"type":"event","n":3,"kind":"tool","turn":"t1","text":"memory_search"}`,
		`{"type":"event","n":4,"kind":"delta","turn":"t1","text":"he"}`,
		`{"type":"event","n":5,"kind":"retract","turn":"t1","text":"we"}`,
		`{"type":"event","n":6,"kind":"done","turn":"t1","id":"r1","text":"well","html":"\u003cp\u003ewell\u003c/p\u003e","at":"2026-11-30T09:00:00Z","channel":"telegram","answers":["m1"]}`,
		`{"type":"event","n":7,"kind":"notice","turn":"t2","text":"later"}`,
	}
	for i, e := range shown {
		e.Conv = "owner"
		h.Hub.Show(e)
		_ = c.conn.SetReadDeadline(time.Now().Add(5 * time.Second))
		_, raw, err := c.conn.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want[i], string(raw)); diff != "" {
			t.Error(diff)
		}
	}
}

// texts reads deltas until the one that is last.
func (c *client) texts(last string) (all []string, n int64) {
	c.t.Helper()
	for {
		d := c.want("delta")
		if all, n = append(all, d.Text), d.N; d.Text == last {
			return all, n
		}
	}
}

func TestResuming(t *testing.T) {
	h := newHome(t, nil)
	show(h, turn.Delta, "before anybody came")
	show(h, turn.Done, "")
	c, w := h.client("sensei", "", 0)
	if w.Resumed || w.N != 0 || w.Open != nil {
		t.Errorf("first welcome: %+v", w)
	}
	show(h, turn.Thinking, "")
	for i := range 5 {
		show(h, turn.Delta, fmt.Sprint(i))
	}
	c.texts("4")
	c.conn.Close()
	show(h, turn.Delta, "5")

	c, again := h.client("sensei", w.Epoch, 4) // had thinking, 0, 1, 2
	if !again.Resumed || again.N != 4 || again.Epoch != w.Epoch || again.Open != nil {
		t.Errorf("resuming welcome: %+v", again)
	}
	show(h, turn.Delta, "6")
	if got, n := c.texts("6"); strings.Join(got, "") != "3456" || n != 8 {
		t.Errorf("resumed with %q until %d", got, n)
	}

	n := int64(8)
	for name, hello := range map[string]up{
		"another epoch": {Epoch: "old", N: 3}, "nothing known": {}, "a number that never was": {Epoch: w.Epoch, N: 99},
	} {
		c, got := h.client("sensei", hello.Epoch, hello.N)
		want := down{Type: "welcome", V: 1, Epoch: w.Epoch, N: n, Open: &open{Turn: "t1", Text: "0123456"}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		n++
		show(h, turn.Notice, name)
		if d := c.next(); d.Kind != turn.Notice || d.N != n {
			t.Errorf("%s: then %+v", name, d)
		}
	}

	show(h, turn.Retract, "no,")
	show(h, turn.ToolUse, "clock")
	show(h, turn.Delta, " 7")
	if _, w := h.client("sensei", "", 0); w.Open == nil || w.Open.Text != "no, 7" {
		t.Errorf("open after a retract: %+v", w.Open)
	}
	show(h, turn.Done, "no, 7!")
	if _, w := h.client("sensei", "", 0); w.Open != nil {
		t.Errorf("open after the end: %+v", w.Open)
	}
	if _, w := h.client("aoi", w.Epoch, 0); w.N != 0 || w.Open != nil {
		t.Errorf("somebody else's welcome: %+v", w)
	}
}

// TestOldEventsAreForgotten reads the ring where it has gone round.
func TestOldEventsAreForgotten(t *testing.T) {
	h := newHome(t, nil)
	c, w := h.client("sensei", "", 0)
	c.conn.Close()
	const last = kept + 100
	for i := range last {
		show(h, turn.Delta, fmt.Sprint(i+1))
	}
	c, again := h.client("sensei", w.Epoch, 100)
	if !again.Resumed {
		t.Fatal("the oldest event is gone already")
	}
	if got, n := c.texts(fmt.Sprint(last)); len(got) != kept || got[0] != "101" || n != last {
		t.Errorf("%d events from %s until %d", len(got), got[0], n)
	}
	show(h, turn.Delta, "end")
	if d := c.next(); d.Text != "end" || d.N != last+1 {
		t.Errorf("then %+v", d)
	}
	if _, ok := h.Hub.feed("owner").after(100, last, make([]entry, 1)); ok {
		t.Error("a client that is still being sent old events misses one")
	}
	for n, resumed := range map[int64]bool{100: false, 101: true, last + 1: true, last + 2: false} {
		if _, w := h.client("sensei", w.Epoch, n); w.Resumed != resumed {
			t.Errorf("resumed after %d: %v", n, w.Resumed)
		}
	}
}

// TestPiecesGoWhenTheReplyIsWhole: who comes back after a reply gets its whole,
// and who follows it all the time gets the pieces too.
func TestPiecesGoWhenTheReplyIsWhole(t *testing.T) {
	h := newHome(t, nil)
	all, w := h.client("sensei", "", 0)
	other := turn.Event{Conv: "owner", Channel: "web", Turn: "t2", Kind: turn.Thinking}
	for range 3 * kept / 10 {
		show(h, turn.Thinking, "")
		for range 10 {
			show(h, turn.Delta, "x")
		}
		for range 11 {
			all.next()
		}
		show(h, turn.Done, "whole")
		all.want("done")
	}
	h.Hub.Show(other)
	end := all.want("thinking").N
	back, again := h.client("sensei", w.Epoch, 5) // amid the first reply
	if !again.Resumed || again.N != 5 {
		t.Fatalf("%+v", again)
	}
	n := again.N
	for range 3 * kept / 10 {
		d := back.next()
		if d.Kind != turn.Done || d.N <= n {
			t.Fatalf("after %d: %+v", n, d)
		}
		n = d.N
	}
	if d := back.next(); d.N != end || d.Kind != turn.Thinking {
		t.Errorf("the next reply's beginning: %+v", d)
	}
}

func TestDelivering(t *testing.T) {
	h := newHome(t, nil)
	c, _ := h.client("sensei", "", 0)
	out := turn.Outgoing{ID: "r1", Conv: "owner", Channel: "web", Turn: "t1", Text: "whole", Answers: []turn.ID{"m1"}, At: time.Now()}
	h.Hub.Show(turn.Event{Conv: "owner", Channel: "web", Turn: "t1", Kind: turn.Done, ID: "r1", Text: "whole", At: out.At})
	if err := h.Hub.Deliver(context.Background(), out); err != nil {
		t.Fatal(err)
	}
	out.ID = "r2" // its event went with the last process
	if err := h.Hub.Deliver(context.Background(), out); err != nil {
		t.Fatal(err)
	}
	show(h, turn.Notice, "end")
	if a, b, end := c.next(), c.next(), c.next(); a.ID != "r1" || b.ID != "r2" || b.Text != "whole" || b.Channel != "web" || end.Text != "end" {
		t.Errorf("%+v\n%+v\n%+v", a, b, end)
	}
	if left := h.Hub.feed("owner").delivering; len(left) != 0 {
		t.Errorf("kept for ever: %v", left)
	}
}

func TestClosing(t *testing.T) {
	hello := up{Type: "hello"}
	for name, c := range map[string]struct {
		frames []any
		code   int
		reason string
	}{
		"no hello":           {[]any{up{Type: "say", Ext: "e", Text: "hi"}}, 1008, "the first frame is not hello"},
		"two hellos":         {[]any{hello, hello}, 1008, "hello came twice"},
		"no JSON":            {[]any{hello, []byte("hi")}, 1008, "the frame is not a JSON object"},
		"no object":          {[]any{hello, []byte("[1]")}, 1008, "the frame is not a JSON object"},
		"wrong type":         {[]any{[]byte(`{"type":"hello","n":"1"}`)}, 1008, "n has the wrong type"},
		"negative":           {[]any{up{Type: "hello", N: -1}}, 1008, "n is negative"},
		"no type":            {[]any{hello, []byte("{}")}, 1008, "the frame has no type"},
		"unknown":            {[]any{hello, up{Type: strings.Repeat("x", 1000)}}, 1008, "the frame's type is unknown"},
		"no UTF-8":           {[]any{hello, []byte("{\"type\":\"say\",\"ext\":\"\xff\"}")}, 1008, "the frame is not UTF-8"},
		"say without a name": {[]any{hello, up{Type: "say", Text: "hi"}}, 1008, "ext has 0 characters, want 1 to 100"},
		"too long a name":    {[]any{hello, up{Type: "say", Text: "hi", Ext: strings.Repeat("名", 101)}}, 1008, "ext has 101 characters, want 1 to 100"},
		"too big":            {[]any{hello, []byte(strings.Repeat("x", maxFrame+1))}, 1009, ""},
		"much too big":       {[]any{hello, []byte(strings.Repeat("x", 2<<20))}, 1009, ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t, nil)
			page, _ := h.dial("sensei", nil)
			for _, f := range c.frames {
				if raw, ok := f.([]byte); ok {
					_ = page.conn.WriteMessage(websocket.TextMessage, raw) // may be cut off
				} else {
					page.send(f)
				}
			}
			if code, reason := page.ends(); code != c.code || reason != c.reason {
				t.Errorf("%d %q, want %d %q", code, reason, c.code, c.reason)
			}
		})
	}
	t.Run("binary", func(t *testing.T) {
		h := newHome(t, nil)
		c, _ := h.client("sensei", "", 0)
		_ = c.conn.WriteMessage(websocket.BinaryMessage, []byte("{}"))
		if code, reason := c.ends(); code != 1008 || reason != "the frame is not text" {
			t.Errorf("%d %q", code, reason)
		}
	})
	t.Run("longest", func(t *testing.T) {
		h := newHome(t, nil)
		c, _ := h.client("sensei", "", 0)
		text := strings.Repeat("あ", 19_000/3)
		raw := string(encode(up{Type: "say", Ext: strings.Repeat("名", 100), Text: text}))
		raw += strings.Repeat(" ", maxFrame-len(raw))
		_ = c.conn.WriteMessage(websocket.TextMessage, []byte(raw))
		c.want("ack")
	})
}

func TestFloods(t *testing.T) {
	for name, send := range map[string]func(*client) error{
		"frames": func(c *client) error { return c.conn.WriteJSON(up{Type: "ping"}) },
		"pings": func(c *client) error {
			return c.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(time.Second))
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t, nil)
			c, _ := h.client("sensei", "", 0)
			for range frameBurst + 1 {
				if err := send(c); err != nil {
					t.Fatal(err)
				}
			}
			if code, _ := c.ends(); code != 4429 {
				t.Errorf("closed with %d", code)
			}
		})
	}
}

func TestSignedOutDuringASocket(t *testing.T) {
	h := newHome(t, nil)
	h.doors.admit("second", visitor{person: sensei, conv: "owner"})
	here, _ := h.client("sensei", "", 0)
	there, _ := h.client("sensei", "", 0)
	second, _ := h.client("second", "", 0)
	if r := h.request("DELETE", "/api/v1/session", "sensei", "", nil); r.StatusCode != 204 {
		t.Fatal(r.Status)
	}
	for _, c := range []*client{here, there} {
		if code, _ := c.ends(); code != 4401 {
			t.Errorf("closed with %d", code)
		}
	}
	second.send(up{Type: "ping"})
	second.want("pong")
	_ = h.doors.Leave(context.Background(), "second") // not by this server
	second.send(up{Type: "say", Ext: "e", Text: "hi"})
	if code, _ := second.ends(); code != 4401 {
		t.Errorf("closed with %d", code)
	}
	if n, _ := h.router.count(); n != 0 {
		t.Error("a message was taken after signing out")
	}
}

func TestSessionEndsByItself(t *testing.T) {
	h := newHome(t, func(s *Server) { s.pace.ping = 20 * time.Millisecond })
	c, _ := h.client("sensei", "", 0)
	_ = h.doors.Leave(context.Background(), "sensei")
	if code, _ := c.ends(); code != 4401 {
		t.Errorf("closed with %d", code)
	}
}

func TestSilence(t *testing.T) {
	h := newHome(t, func(s *Server) { s.pace.idle, s.pace.hello = 500*time.Millisecond, 400*time.Millisecond })
	c, _ := h.client("sensei", "", 0)
	for range 4 { // longer than a silent one may live
		time.Sleep(150 * time.Millisecond)
		c.send(up{Type: "ping"})
		c.want("pong")
	}
	if code, _ := c.ends(); code != 1001 {
		t.Errorf("closed with %d", code)
	}
	mute, _ := h.dial("sensei", nil)
	if code, _ := mute.ends(); code != 1001 {
		t.Errorf("closed with %d", code)
	}
}

// TestListenerStays says nothing for longer than a client may be silent, but
// answers the server's pings.
func TestListenerStays(t *testing.T) {
	h := newHome(t, func(s *Server) { s.pace.idle, s.pace.ping = 500*time.Millisecond, 50*time.Millisecond })
	c, _ := h.client("sensei", "", 0)
	time.AfterFunc(800*time.Millisecond, func() { show(h, turn.Notice, "still there?") })
	if d := c.next(); d.Text != "still there?" {
		t.Errorf("%+v", d)
	}
}

// TestWhyIsHeard: a client that is still sending when its socket is closed is
// not cut off before it could read why.
func TestWhyIsHeard(t *testing.T) {
	h := newHome(t, func(s *Server) { s.pace.linger = 5 * time.Second })
	c, _ := h.client("sensei", "", 0)
	c.conn.SetCloseHandler(func(int, string) error { return nil }) // it goes on
	c.send(up{Type: "nonsense"})
	if code, _ := c.ends(); code != 1008 {
		t.Errorf("closed with %d", code)
	}
	for range 3 {
		time.Sleep(20 * time.Millisecond)
		if err := c.conn.WriteMessage(websocket.TextMessage, make([]byte, 100_000)); err != nil {
			t.Fatalf("cut off: %v", err)
		}
	}
}

func TestServerGoesAway(t *testing.T) {
	h := newHome(t, nil)
	c, _ := h.client("sensei", "", 0)
	mute, _ := h.dial("sensei", nil)
	deaf, _ := h.client("sensei", "", 0) // goes on whatever it is told
	deaf.conn.SetCloseHandler(func(int, string) error { return nil })
	go func() {
		for deaf.conn.WriteJSON(up{Type: "ping"}) == nil {
			time.Sleep(20 * time.Millisecond)
		}
	}()
	for h.open() != 3 {
		time.Sleep(time.Millisecond)
	}
	began := time.Now()
	closed := make(chan struct{})
	go func() { h.Close(); close(closed) }()
	for _, c := range []*client{c, mute} {
		if code, _ := c.ends(); code != 1001 {
			t.Errorf("closed with %d", code)
		}
	}
	<-closed
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("closing took %v", took)
	}
	if h.open() != 0 {
		t.Error("a socket is left")
	}
	if _, resp := h.dial("sensei", nil); resp.StatusCode != 503 {
		t.Errorf("a new socket: %s", resp.Status)
	}
}

func (h *home) open() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.sockets)
}

// TestSlowClient stops reading while more is shown than fits, and finds all of
// it after resuming. Another page of the conversation is not held up.
func TestSlowClient(t *testing.T) {
	h := newHome(t, func(s *Server) { s.pace.write = time.Minute })
	c, w := h.client("sensei", "", 0)
	fast, _ := h.client("sensei", "", 0)
	text := strings.Repeat("long ", 2000)
	const shown = 2 * behind
	for n := int64(1); n <= shown; n++ {
		show(h, turn.Delta, text)
		if d := fast.next(); d.N != n {
			t.Fatalf("the fast page got event %d, want %d", d.N, n)
		}
	}
	read := int64(0)
	_ = c.conn.SetReadDeadline(time.Now().Add(time.Minute))
	for {
		var d down
		err := c.conn.ReadJSON(&d)
		if websocket.IsCloseError(err, 4408) {
			break
		}
		if err != nil || d.N != read+1 {
			t.Fatalf("event %d after %d: %v", d.N, read, err)
		}
		if read = d.N; read == shown {
			t.Fatal("nothing was missed")
		}
	}
	c, again := h.client("sensei", w.Epoch, read)
	if !again.Resumed {
		t.Fatal("not resumed")
	}
	for n := read + 1; n <= shown; n++ {
		if d := c.next(); d.N != n {
			t.Fatalf("resumed with event %d, want %d", d.N, n)
		}
	}
}

// TestStuckClient reads nothing at all: nobody waits for it.
func TestStuckClient(t *testing.T) {
	h := newHome(t, func(s *Server) { s.pace.write = 100 * time.Millisecond })
	h.client("sensei", "", 0)
	text := strings.Repeat("long ", 20_000)
	for h.open() == 1 {
		began := time.Now()
		show(h, turn.Delta, text)
		if took := time.Since(began); took > time.Second {
			t.Fatalf("showing took %v", took)
		}
		time.Sleep(time.Millisecond)
	}
}

// TestManySayAtOnce: each Said event carries the name its own sender gave,
// whatever else is accepted at the same moment, and no message is taken twice.
func TestManySayAtOnce(t *testing.T) {
	h := newHome(t, nil)
	h.router.disk = time.Millisecond
	watcher, _ := h.client("sensei", "", 0)
	const pages, each = 4, 20
	var all sync.WaitGroup
	for p := range pages {
		c, _ := h.client("sensei", "", 0)
		all.Go(func() {
			for i := range each {
				ext := fmt.Sprintf("%d-%d", p/2, i) // two pages share a queue
				_ = c.conn.WriteJSON(up{Type: "say", Ext: ext, Text: "text of " + ext})
			}
		})
	}
	all.Go(func() {
		for i := range each {
			_, _ = h.router.Receive(context.Background(), turn.Message{Conv: "owner", Channel: "telegram", External: fmt.Sprint(i), Text: "telegram"})
		}
	})
	seen := map[string]bool{}
	for range pages/2*each + each {
		d := watcher.want("said")
		if d.Channel == "telegram" && d.Ext != "" || d.Channel == "web" && d.Text != "text of "+d.Ext || d.Ext != "" && seen[d.Ext] {
			t.Errorf("%+v", d)
		}
		seen[d.Ext] = true
	}
	all.Wait()
	if n, _ := h.router.count(); n != pages/2*each+each {
		t.Errorf("%d messages were taken", n)
	}
}

// TestLongEventsAreForgottenSooner: what is kept is bounded in bytes too, and
// who missed something is told so.
func TestLongEventsAreForgottenSooner(t *testing.T) {
	h := newHome(t, nil)
	c, w := h.client("sensei", "", 0)
	c.conn.Close()
	long := strings.Repeat("長", 100_000)
	for range 5 * keptBytes / 4 / len(long) {
		show(h, turn.Done, long)
	}
	f := h.Hub.feed("owner")
	var size int
	for _, e := range f.log {
		size += len(e.frame)
	}
	if size > keptBytes || size != f.size || size < keptBytes/2 {
		t.Errorf("%d bytes are kept, counted as %d, at most %d may be", size, f.size, keptBytes)
	}
	for n, resumed := range map[int64]bool{f.gone - 1: false, f.gone: true} {
		if _, w := h.client("sensei", w.Epoch, n); w.Resumed != resumed {
			t.Errorf("resumed after %d: %v", n, w.Resumed)
		}
	}
}

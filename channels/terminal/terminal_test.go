package terminal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/internal/turn"
)

// pipe is one end of an ordered connection inside the process.
type pipe struct {
	in, out chan []byte
	once    *sync.Once
	done    chan struct{}
}

func newPipe() (client, server pipe) {
	a, b, done, once := make(chan []byte, 64), make(chan []byte, 64), make(chan struct{}), &sync.Once{}
	return pipe{a, b, once, done}, pipe{b, a, once, done}
}

func (p pipe) Send(v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	select {
	case p.out <- raw:
		return nil
	case <-p.done:
		return errors.New("broken pipe")
	}
}

func (p pipe) Recv(v any) error {
	select {
	case raw := <-p.in:
		return json.Unmarshal(raw, v)
	case <-p.done:
		return io.EOF
	}
}

func (p pipe) close() { p.once.Do(func() { close(p.done) }) }

// router answers every message with an echo, streamed and then whole.
type router struct {
	hub *Hub

	mu       sync.Mutex
	got      []turn.Message
	attached int
	refuse   error
}

func (r *router) Receive(ctx context.Context, m turn.Message) (turn.ID, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.refuse != nil {
		return "", r.refuse
	}
	r.got = append(r.got, m)
	m.ID = turn.ID(fmt.Sprint("m", len(r.got)))
	go func() {
		r.hub.Show(turn.Event{Channel: Name, Kind: turn.Thinking})
		for _, piece := range []string{"re: ", m.Text} {
			r.hub.Show(turn.Event{Channel: Name, Kind: turn.Delta, Text: piece})
		}
		o := turn.Outgoing{ID: "out-" + m.ID, Answers: []turn.ID{m.ID}, Text: "re: " + m.Text}
		for r.hub.Deliver(ctx, o) != nil && ctx.Err() == nil {
			time.Sleep(time.Second)
		}
	}()
	return m.ID, nil
}

func (r *router) Attached(string) { r.mu.Lock(); r.attached++; r.mu.Unlock() }

type cmds struct{}

func (cmds) Command(_ context.Context, _ turn.Conv, line string) string { return "said " + line }
func (cmds) Refused(err error) string                                   { return "refused: " + err.Error() }
func (cmds) Hello(context.Context) string                               { return "hello" }

var words = Words{Prompt: "you> ", Name: "her> ", Thinking: "…", Again: "(again)", Lost: "lost", LongLine: "(long)",
	Offers: map[turn.Offer]string{turn.OfferLater: "(/later)", turn.OfferSnooze: "(/snooze)"}}

// talk runs a whole chat over the hub and returns what stood on the screen.
func talk(t *testing.T, tty bool, input string, r *router) (string, error) {
	t.Helper()
	r.hub = NewHub()
	client, server := newPipe()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	served := make(chan error, 1)
	go func() { served <- r.hub.Serve(ctx, server, r, cmds{}) }()
	var out bytes.Buffer
	n := 0
	c := Chat{In: typed(tty, input), Out: &out, Tty: tty, Words: words,
		NewID: func() turn.ID { n++; return turn.ID(fmt.Sprint("ext", n)) }}
	err := c.Run(ctx, client)
	client.close()
	<-served
	cancel()
	if p, ok := c.In.(*io.PipeReader); ok {
		p.Close()
	}
	time.Sleep(5 * time.Second) // who types and who delivers notice
	return out.String(), err
}

// typed is the input: at once from a pipe, a line a second from a person.
func typed(tty bool, input string) io.Reader {
	if !tty {
		return strings.NewReader(input)
	}
	r, w := io.Pipe()
	go func() {
		defer w.Close()
		for line := range strings.Lines(input) {
			time.Sleep(time.Second)
			if _, err := io.WriteString(w, line); err != nil {
				return
			}
		}
		time.Sleep(time.Second)
	}()
	return r
}

func TestPipedLinesGetOneReplyEach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &router{}
		got, err := talk(t, false, "おはよう\n\n/status\nlast line without a break", r)
		want := "re: おはよう\nsaid /status\nre: last line without a break\n"
		if err != nil || got != want {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
		if r.attached != 1 || len(r.got) != 2 || r.got[0].External == r.got[1].External {
			t.Errorf("attached %d, messages %+v", r.attached, r.got)
		}
	})
}

func TestPipedRefusalIsPrintedAndDoesNotHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got, err := talk(t, false, "x\n", &router{refuse: channels.ErrEmpty})
		if err != nil || got != "refused: the message is empty\n" {
			t.Errorf("%q, %v", got, err)
		}
	})
}

func TestTtyStreamsAndShowsThinking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got, err := talk(t, true, "hi\n", &router{})
		want := "hello\nyou> …\r\x1b[2Kher> re: hi\nyou> \n"
		if err != nil || got != want {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	})
}

// TestTtyTakesWhatWasMeant: keys that nothing edits with are no part of a
// message, and a line that the system may have cut is said to be so.
func TestTtyTakesWhatWasMeant(t *testing.T) {
	for _, c := range []struct{ typed, sent, said string }{
		{"a\x1b[D\x1b[1;5Cb\x1bOP\f\n", "ab", "hello\nyou> …"},
		{strings.Repeat("a", 4094) + "\n", strings.Repeat("a", 4094), "hello\nyou> …"},
		{strings.Repeat("あ", 1365) + "\n", strings.Repeat("あ", 1365), "hello\nyou> (long)\n…"},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := &router{}
			got, err := talk(t, true, c.typed, r)
			if err != nil || len(r.got) != 1 || r.got[0].Text != c.sent || !strings.HasPrefix(got, c.said) {
				t.Errorf("%.20q, %v; sent %+.20v", got, err, r.got)
			}
		})
	}
}

func TestTtyQuit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got, err := talk(t, true, " ／Ｑｕｉｔ　\nnever sent\n", &router{})
		if err != nil || strings.Contains(got, "never") {
			t.Errorf("%q, %v", got, err)
		}
	})
}

// show feeds frames to a screen and returns what it printed.
func show(t *testing.T, tty bool, frames ...Down) string {
	t.Helper()
	var out bytes.Buffer
	client, _ := newPipe()
	s := &screen{Chat: Chat{Out: &out, Tty: tty, Words: words}, conn: client,
		pending: map[string]turn.ID{}, shown: map[turn.ID]bool{}, answered: map[turn.ID]bool{}, ended: true}
	s.pending["keep"] = "open"
	for _, f := range frames {
		s.frame(f)
	}
	return out.String()
}

func TestScreen(t *testing.T) {
	ev := func(k turn.Kind, text string) Down { return Down{Event: &turn.Event{Kind: k, Text: text}} }
	reply := func(id turn.ID, text string) Down { return Down{Reply: &turn.Outgoing{ID: id, Text: text}} }
	for _, c := range []struct {
		name   string
		frames []Down
		want   string
	}{
		{"the rest of a reply whose end was missed", []Down{ev(turn.Delta, "あめ"), reply("1", "あめが降る")}, "her> あめが降る\n"},
		{"a reply that came out different", []Down{ev(turn.Delta, "no"), reply("1", "yes")}, "her> no\n(again)\nher> yes\n"},
		{"a reply delivered twice", []Down{reply("1", "once"), reply("1", "once")}, "her> once\n"},
		{"retracted and said again", []Down{ev(turn.Delta, "x"), ev(turn.Retract, ""), ev(turn.Delta, "y"), reply("1", "y")}, "her> x\n(again)\nher> y\n"},
		{"retracted to its beginning", []Down{ev(turn.Delta, "ab"), ev(turn.Retract, "a"), reply("1", "ac")}, "her> ab\n(again)\nher> ac\n"},
		{"control characters cannot steer the terminal", []Down{reply("1", "a\x1b[2J\x07b\u009b1mc\nd")}, "her> a[2Jb1mc\nd\n"},
		{"a command's answer while she thinks", []Down{ev(turn.Thinking, ""), {Said: "s", Ext: "e"}}, "…\r\x1b[2Ks\n"},
		{"a command's answer in the middle of a reply", []Down{ev(turn.Delta, "ab"), {Said: "s", Ext: "e"}, reply("1", "ab")}, "her> ab\ns\n\n"},
		{"a reply that was interrupted", []Down{ev(turn.Delta, "ab"), {Said: "stopped"}, reply("1", "ab")}, "her> ab\n"},
		{"nothing shown until the message's turn comes", []Down{{Ack: "m", Ext: "keep"}, reply("1", "x")}, "…\r\x1b[2Kher> x\n"},
		{"notice", []Down{ev(turn.Thinking, ""), ev(turn.Notice, "away")}, "…\r\x1b[2Kaway\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := show(t, true, c.frames...); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestPromptMakesRoom: what comes unasked takes the prompt's line.
func TestPromptMakesRoom(t *testing.T) {
	var out bytes.Buffer
	client, _ := newPipe()
	s := &screen{Chat: Chat{Out: &out, Tty: true, Words: words}, conn: client,
		pending: map[string]turn.ID{}, shown: map[turn.ID]bool{}, answered: map[turn.ID]bool{}}
	s.frame(Down{Hello: "hello"})
	s.frame(Down{Reply: &turn.Outgoing{ID: "1", Text: "late"}})
	if got, want := out.String(), "hello\nyou> \r\x1b[2Kher> late\nyou> "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestDeliverWithNobodyThere(t *testing.T) {
	if err := NewHub().Deliver(t.Context(), turn.Outgoing{ID: "1"}); !errors.Is(err, channels.ErrAway) {
		t.Errorf("got %v", err)
	}
}

func TestDeliverToAClientThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHub()
		client, server := newPipe()
		go h.Serve(t.Context(), server, &router{hub: h}, cmds{})
		synctest.Wait()
		if err := h.Deliver(t.Context(), turn.Outgoing{ID: "1"}); err == nil || errors.Is(err, channels.ErrAway) {
			t.Errorf("got %v, want a temporary trouble", err)
		}
		client.close()
		synctest.Wait()
	})
}

// TestAClientThatNeverReads: it may ask as much as it likes, the companion can
// end all the same.
func TestAClientThatNeverReads(t *testing.T) {
	for name, end := range map[string]func(cancel func(), client pipe){
		"the companion ends": func(cancel func(), client pipe) { cancel(); client.close() },
		"the client ends":    func(_ func(), client pipe) { client.close() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := NewHub()
				client, server := newPipe()
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				ended := make(chan struct{})
				go func() { _ = h.Serve(ctx, server, &router{hub: h}, cmds{}); close(ended) }()
				go func() {
					for client.Send(Up{Text: "/status", Ext: "e"}) == nil {
					}
				}()
				synctest.Wait()
				end(cancel, client)
				synctest.Wait()
				select {
				case <-ended:
				default:
					t.Error("it is still being served")
				}
			})
		})
	}
}

// TestSeenAndGone: a client that says what it has shown and leaves at once has
// shown it.
func TestSeenAndGone(t *testing.T) {
	for range 200 { // the two are noticed in any order
		c := &client{out: make(chan Down), seen: make(chan turn.ID, 2), gone: make(chan struct{})}
		shown := make(chan bool)
		go func() { shown <- c.hand(t.Context(), turn.Outgoing{ID: "1"}) }()
		<-c.out
		c.seen <- "before"
		c.seen <- "1"
		close(c.gone)
		if !<-shown {
			t.Fatal("what was shown counts as not shown")
		}
	}
}

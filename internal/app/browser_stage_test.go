package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
)

// patience is how long anything may take that a page is waited for.
const patience = 20 * time.Second

// stage is what one scenario plays on: a home, a model and a door of its own,
// and a browser that knows nothing yet.
type stage struct {
	t       *testing.T
	browser context.Context
	home    string
	model   *vllmtest.Server
	door    *door
	app     *App   // of open
	stop    func() // ends the companion in peace
	// rough allows the browser to report connections that fail.
	rough bool

	mu      sync.Mutex
	answers []answerTo
	asked   map[string]int
	others  int // answers to words without one
	tabs    []*tab
}

// thought is what the model thinks before all it says.
const thought = "<think>秘密の考え</think>"

// answerTo is what the model writes when words are said, try by try; the last
// one is for all further tries.
type answerTo struct {
	words string
	tries []vllmtest.Script
}

func newStage(t *testing.T, browser context.Context) *stage {
	s := &stage{t: t, browser: browser, home: t.TempDir(), model: vllmtest.New(t), door: newDoor(t), asked: map[string]int{}, stop: func() {}}
	s.model.Respond(s.respond)
	t.Cleanup(func() { s.stop() })
	return s
}

// answer sets what the model writes.
func (s *stage) answer(words string, tries ...vllmtest.Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers = append(s.answers, answerTo{words, tries})
}

// respond finds the answer to the newest words; without one it says something
// that was not said before. Every answer begins with a thought.
func (s *stage) respond(r vllmtest.Request) vllmtest.Script {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := len(r.Messages) - 1; i >= 0; i-- {
		said := r.Messages[i].Content[strings.LastIndex(r.Messages[i].Content, "</data>")+1:]
		if r.Messages[i].Role != "user" || strings.HasPrefix(said, "<tool_results>") {
			continue
		}
		for _, a := range s.answers {
			if strings.Contains(said, a.words) {
				script := a.tries[min(s.asked[a.words], len(a.tries)-1)]
				s.asked[a.words]++
				script.Pieces = append([]vllmtest.Piece{{Text: thought}}, script.Pieces...)
				return script
			}
		}
		break
	}
	s.others++
	return vllmtest.Say(thought, fmt.Sprintf("返事その%d。", s.others))
}

// open runs the companion in this process.
func (s *stage) open() {
	s.t.Helper()
	cfg, err := config.Load(s.home, func(name string) (string, bool) {
		v, ok := map[string]string{
			"KOKORON_MODEL_URL": s.model.URL(), "KOKORON_EMBED_URL": "", "KOKORON_CHROMA_URL": "", "KOKORON_LISTEN": "127.0.0.1:0", "TZ": "Asia/Tokyo", "LANG": "ja_JP.UTF-8",
		}[name]
		return v, ok
	})
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	a, err := Open(ctx, cfg, Options{Log: slog.New(slog.DiscardHandler), Web: true})
	if err != nil {
		s.t.Fatal(err)
	}
	s.app = a
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	s.door.leadTo(a.Addr())
	s.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			s.t.Error(err)
		}
	})
}

// spawn runs the companion in a process of its own, and leads the door there
// once it answers.
func (s *stage) spawn(v *victim) {
	s.t.Helper()
	v.start()
	s.stop = sync.OnceFunc(func() { v.kill(syscall.SIGTERM) })
	var pong Pong
	s.ask("ping", &pong)
	s.door.leadTo(pong.Addr)
}

// ask asks the companion for an operation, waiting until it is up.
func (s *stage) ask(op string, answer any) {
	s.t.Helper()
	for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		c, err := control.Dial(s.t.Context(), RunDir(s.home), op, nil)
		if err == nil {
			err = errors.Join(c.Recv(answer), c.Close())
		}
		if err == nil {
			return
		}
		if time.Since(began) > patience {
			s.t.Fatalf("%s: %v", op, err)
		}
	}
}

// link is a new one-time link, through the door.
func (s *stage) link() string {
	s.t.Helper()
	var l Links
	s.ask("link", &l)
	_, code, ok := strings.Cut(l.Web, "/enter#")
	if !ok {
		s.t.Fatal("there is no link")
	}
	return s.door.url() + "enter#" + code
}

// visit opens a tab in a browser profile of its own and signs it in.
func (s *stage) visit() *tab {
	s.t.Helper()
	p := s.tab(s.browser, chromedp.WithNewBrowserContext())
	p.goTo(s.link())
	p.ready()
	return p
}

// finish compares every signed-in tab with the diary, word by word, and sees
// that nothing is left over. The companion has ended after it.
func (s *stage) finish() []shownLine {
	s.t.Helper()
	if len(s.tabs) == 0 {
		s.t.Fatal("nobody looked")
	}
	shown := make([][]shownLine, len(s.tabs))
	for i, p := range s.tabs {
		p.until("nothing is on its way", `witness.open() === '' && witness.waiting().length === 0`)
		shown[i] = eval[[]shownLine](p, `witness.lines()`)
	}
	s.stop()
	said := s.diary()
	if len(said) == 0 || said[len(said)-1].Role != diary.Companion {
		s.t.Errorf("there is no answer: %v", said)
	}
	for i, p := range s.tabs {
		first := len(said) - len(shown[i])
		if first < 0 || len(shown[i]) == 0 || first > 0 && !p.partly {
			p.fail("%d lines are shown, %d are in the diary: %v", len(shown[i]), len(said), said)
		}
		for j, line := range shown[i] {
			want := said[first+j]
			if line.ID != want.ID || line.Mine != (want.Role == diary.Person) || strings.TrimSpace(line.Text) != strings.TrimSpace(want.Text) {
				p.fail("line %d is %+v, in the diary %+v", j, line, want)
			}
		}
		p.quiet()
	}
	return shown[0]
}

// diary is the whole conversation on disk.
func (s *stage) diary() []diary.Line {
	s.t.Helper()
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		s.t.Fatal(err)
	}
	d, err := diary.Open(s.home+"/diary", tokyo)
	if err != nil {
		s.t.Fatal(err)
	}
	lines, _, err := d.Page(person.Only(person.ScopeOwner), turn.Conv(person.OwnerID), "", 1_000_000)
	if err != nil {
		s.t.Fatal(err)
	}
	return lines
}

// door is the one address that pages know. It leads to the companion, wherever
// that is, and can be shut.
type door struct {
	ln net.Listener

	mu    sync.Mutex
	to    string // where it leads
	shut  way
	mute  bool // nothing of what the companion says gets through
	conns map[net.Conn]bool
}

// way is what does not pass a door.
type way int

const (
	nothing way = iota
	sockets
	everything
)

func newDoor(t *testing.T) *door {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := &door{ln: ln, conns: map[net.Conn]bool{}}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			wg.Go(func() { d.pass(c) })
		}
	})
	t.Cleanup(func() {
		ln.Close()
		d.close(everything)
		wg.Wait()
	})
	return d
}

func (d *door) url() string { return "http://" + d.ln.Addr().String() + "/" }

func (d *door) leadTo(addr string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.to = addr
}

// close drops all connections, and lets in only what may still pass.
func (d *door) close(what way) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.shut = what
	for c := range d.conns {
		c.Close()
	}
}

// cut drops all connections; new ones pass.
func (d *door) cut() { d.close(nothing) }

// open lets everything pass again.
func (d *door) open() { d.close(nothing) }

// silence swallows what the companion says from now on, or no more.
func (d *door) silence(on bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.mute = on
}

// outward is the way from the companion to a page.
type outward struct {
	d *door
	c net.Conn
}

func (o outward) Write(p []byte) (int, error) {
	o.d.mu.Lock()
	mute := o.d.mute
	o.d.mu.Unlock()
	if mute {
		return len(p), nil
	}
	return o.c.Write(p)
}

// enter notes a connection unless the door is shut to it: to sockets, or to
// everything.
func (d *door) enter(c net.Conn, blockedBy way) (to string, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.shut >= blockedBy {
		return "", false
	}
	d.conns[c] = true
	return d.to, true
}

func (d *door) leave(c net.Conn) {
	c.Close()
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.conns, c)
}

// pass carries one connection there and back.
func (d *door) pass(c net.Conn) {
	defer d.leave(c)
	if _, ok := d.enter(c, everything); !ok {
		return
	}
	in := bufio.NewReader(c)
	begins, err := in.Peek(len("GET /ws"))
	if err != nil {
		return
	}
	is := everything
	if string(begins) == "GET /ws" {
		is = sockets
	}
	to, ok := d.enter(c, is)
	if !ok {
		return
	}
	server, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	defer server.Close()
	back := make(chan struct{})
	go func() {
		defer close(back)
		_, _ = io.Copy(outward{d, c}, server) // either end may break off at any time
		c.Close()
	}()
	_, _ = io.Copy(server, in)
	server.Close()
	<-back
}

// shownLine is a line as a page shows it.
type shownLine struct {
	ID   turn.ID `json:"id"`
	Mine bool    `json:"mine"`
	Text string  `json:"text"`
	From string  `json:"from"`
}

// keepPicture writes a picture where it outlives the test.
func keepPicture(png []byte) string {
	f, err := os.CreateTemp("", "kokoron-page-*.png")
	if err != nil {
		return fmt.Sprint("no picture: ", err)
	}
	defer f.Close()
	if _, err := f.Write(png); err != nil {
		return fmt.Sprint("no picture: ", err)
	}
	return f.Name()
}

package channels

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// memory is a journal and an outbox without a disk.
type memory struct {
	mu      sync.Mutex
	n       int
	inbox   map[turn.Conv][]turn.Message
	open    map[turn.Conv]turn.Turn
	out     []turn.Outgoing
	sent    map[turn.ID]bool
	parts   map[turn.ID]int
	taken   map[string]bool
	refuse  int // how many Finish calls fail first
	full    int // how many turns cannot be begun first
	started int
	told    map[turn.Conv]map[string]time.Time // that the model is away
}

func newMemory() *memory {
	return &memory{inbox: map[turn.Conv][]turn.Message{}, open: map[turn.Conv]turn.Turn{}, sent: map[turn.ID]bool{},
		parts: map[turn.ID]int{}, taken: map[string]bool{}, told: map[turn.Conv]map[string]time.Time{}}
}

func (m *memory) id() turn.ID { m.n++; return turn.ID(fmt.Sprintf("id-%03d", m.n)) }

func (m *memory) Accept(_ context.Context, msg turn.Message) (turn.Message, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	msg.ID, msg.At = m.id(), time.Now()
	m.inbox[msg.Conv] = append(m.inbox[msg.Conv], msg)
	return msg, true, nil
}

func (m *memory) StartTurn(_ context.Context, conv turn.Conv) (turn.Turn, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.full > 0 {
		m.full--
		return turn.Turn{}, false, errors.New("disk full")
	}
	if t, ok := m.open[conv]; ok {
		return t, true, nil
	}
	if len(m.inbox[conv]) == 0 {
		return turn.Turn{}, false, nil
	}
	t := turn.Turn{ID: m.id(), Conv: conv}
	for _, msg := range m.inbox[conv] { // those at the front that came on one channel
		if msg.Channel != m.inbox[conv][0].Channel {
			break
		}
		t.Messages = append(t.Messages, msg)
	}
	m.open[conv] = t
	m.started++
	return t, true, nil
}

func (m *memory) Finish(_ context.Context, t turn.Turn, r turn.Reply) (out turn.Outgoing, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.refuse > 0 {
		m.refuse--
		return out, errors.New("disk full")
	}
	delete(m.open, t.Conv)
	m.inbox[t.Conv] = m.inbox[t.Conv][len(t.Messages):]
	if r.Text != "" {
		out = turn.Outgoing{ID: m.id(), Conv: t.Conv, Channel: t.Messages[0].Channel, Text: r.Text}
		m.out = append(m.out, out)
	}
	return out, nil
}

func (m *memory) Waiting(context.Context) ([]turn.Conv, error) {
	var out []turn.Conv
	for c := range m.inbox {
		out = append(out, c)
	}
	return out, nil
}

func (m *memory) Queued(_ context.Context, channel string) (out []turn.Outgoing, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, o := range m.out {
		if o.Channel == channel && !m.sent[o.ID] {
			out = append(out, o)
		}
	}
	return out, nil
}

func (m *memory) Sending(_ context.Context, id turn.ID, part, parts int) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.parts[id] = parts
	return m.taken[fmt.Sprint(id, part)], nil
}

func (m *memory) Sent(_ context.Context, id turn.ID, part int, _ string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.taken[fmt.Sprint(id, part)] = true
	m.sent[id] = part == m.parts[id]-1
	return nil
}

func (m *memory) Drop(_ context.Context, id turn.ID) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent[id] = true
	return nil
}

func (m *memory) AwayTold(_ context.Context, conv turn.Conv) (map[string]time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.told[conv]), nil
}

func (m *memory) TellAway(_ context.Context, conv turn.Conv, channel string, at time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.told[conv] == nil {
		m.told[conv] = map[string]time.Time{}
	}
	m.told[conv][channel] = at
	return nil
}

func (m *memory) ForgetAway(_ context.Context, conv turn.Conv) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.told, conv)
	return nil
}

// screen is a channel that may be away.
type screen struct {
	mu     sync.Mutex
	away   bool
	fail   error
	events []turn.Event
	got    []string
}

func (s *screen) Name() string { return "screen" }

func (s *screen) Show(e turn.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events = append(s.events, e)
}

func (s *screen) Deliver(_ context.Context, o turn.Outgoing) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away {
		return ErrAway
	}
	if err := s.fail; err != nil {
		s.fail = nil
		return err
	}
	s.got = append(s.got, o.Text)
	return nil
}

func (s *screen) notices() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.events {
		if e.Kind == turn.Notice {
			n++
		}
	}
	return n
}

func (s *screen) texts() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.got)
}

// responder answers by a function.
type responder func(ctx context.Context, t turn.Turn) (turn.Reply, error)

func (f responder) Respond(ctx context.Context, t turn.Turn, emit func(turn.Event)) (turn.Reply, error) {
	emit(turn.Event{Conv: t.Conv, Turn: t.ID, Kind: turn.Thinking})
	return f(ctx, t)
}
func (responder) Rest(context.Context, turn.Turn) {}

type owner struct{}

func (owner) Speaker(_ context.Context, id person.ID) (person.Person, bool) {
	return person.Person{ID: id, Role: person.Owner}, id == person.OwnerID
}

type voice struct{}

func (voice) Away(turn.Turn) string           { return "away" }
func (voice) Back(t turn.Turn) string         { return "late " + t.Late.Round(time.Minute).String() }
func (voice) Trouble(turn.Turn, error) string { return "trouble" }

func start(t *testing.T, m *memory, s *screen, f responder) *Router {
	t.Helper()
	r := NewRouter(Deps{
		Journal: m, Outbox: m, Responder: f, Access: owner{}, Voice: voice{}, Notices: m, Clock: clock.Real{},
		Log: slog.New(slog.DiscardHandler),
	}, s)
	if err := r.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	return r
}

// say sends a message as somebody who then waits: the burst is over.
func say(t *testing.T, r *Router, conv turn.Conv, text string) {
	t.Helper()
	sayOn(t, r, conv, text)
	time.Sleep(burstQuiet)
	synctest.Wait()
}

func sayOn(t *testing.T, r *Router, conv turn.Conv, text string) {
	t.Helper()
	_, err := r.Receive(t.Context(), turn.Message{Conv: conv, Channel: "screen", Person: person.OwnerID, Text: text})
	if err != nil {
		t.Fatal(err)
	}
}

func echo(d time.Duration) responder {
	return func(ctx context.Context, t turn.Turn) (turn.Reply, error) {
		if err := (clock.Real{}).Sleep(ctx, d); err != nil {
			return turn.Reply{}, err
		}
		return turn.Reply{Text: "re " + t.Text()}, nil
	}
}

func TestOrderInsideParallelAcross(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s := newMemory(), &screen{}
		r := start(t, m, s, echo(time.Second))
		began := time.Now()
		for i := range 3 {
			sayOn(t, r, "a", fmt.Sprint("a", i))
			sayOn(t, r, "b", fmt.Sprint("b", i))
			time.Sleep(burstCap)
		}
		time.Sleep(4 * time.Second)
		synctest.Wait()
		var a, b []string
		for _, g := range s.texts() {
			if strings.HasPrefix(g, "re a") {
				a = append(a, g)
			} else {
				b = append(b, g)
			}
		}
		want := []string{"re a0", "re a1", "re a2"}
		if !slices.Equal(a, want) || len(b) != 3 {
			t.Errorf("after %v: %v and %v", time.Since(began), a, b)
		}
		r.Close()
	})
}

func TestABurstIsOneTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s := newMemory(), &screen{}
		r := start(t, m, s, echo(0))
		for _, text := range []string{"ねえ", "あのね", "聞いて"} {
			sayOn(t, r, "a", text)
			time.Sleep(burstQuiet / 2)
		}
		time.Sleep(burstCap)
		synctest.Wait()
		if got := s.texts(); !slices.Equal(got, []string{"re ねえ\nあのね\n聞いて"}) {
			t.Errorf("got %q", got)
		}
		// Somebody who never pauses is answered all the same.
		for range 20 {
			sayOn(t, r, "a", "x")
			time.Sleep(burstQuiet / 4)
		}
		synctest.Wait()
		if len(s.texts()) < 2 {
			t.Error("no reply while the messages keep coming")
		}
		r.Close()
	})
}

// TestTurnCannotBegin: who waits because nothing can be written hears of it
// once, and is answered when it can.
func TestTurnCannotBegin(t *testing.T) {
	for full, want := range map[int]int{1: 0, 8: 1} { // a hiccup needs no words
		synctest.Test(t, func(t *testing.T) {
			m, s := newMemory(), &screen{}
			m.full = full
			r := start(t, m, s, func(_ context.Context, tn turn.Turn) (turn.Reply, error) {
				return turn.Reply{Text: "re " + tn.Text()}, nil
			})
			say(t, r, "a", "one")
			time.Sleep(time.Hour)
			synctest.Wait()
			if s.notices() != want || !slices.Equal(s.texts(), []string{"re one"}) {
				t.Errorf("%d failures: %d notices, answered %v", full, s.notices(), s.texts())
			}
			r.Close()
		})
	}
}

func TestShortTroubleIsNotMentioned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s := newMemory(), &screen{}
		var tries atomic.Int32
		r := start(t, m, s, func(_ context.Context, tn turn.Turn) (turn.Reply, error) {
			if tries.Add(1) == 1 {
				return turn.Reply{}, &fault.Temporary{After: 2 * time.Second, Err: errors.New("429")}
			}
			return turn.Reply{Text: "ok"}, nil
		})
		say(t, r, "a", "hi")
		time.Sleep(1900 * time.Millisecond)
		synctest.Wait()
		if tries.Load() != 1 {
			t.Errorf("asked again before the server allowed it")
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if s.notices() != 0 || !slices.Equal(s.texts(), []string{"ok"}) {
			t.Errorf("%d notices, %v", s.notices(), s.texts())
		}
		r.Close()
	})
}

func TestStopReachesTheRunningTurnOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s := newMemory(), &screen{}
		r := start(t, m, s, func(ctx context.Context, tn turn.Turn) (turn.Reply, error) {
			<-ctx.Done()
			if !errors.Is(context.Cause(ctx), turn.ErrStopped) {
				return turn.Reply{}, ctx.Err()
			}
			return turn.Reply{Text: "half", Stopped: true}, nil
		})
		if r.Stop("a") {
			t.Error("stopped a reply that was not there")
		}
		say(t, r, "a", "long story")
		synctest.Wait()
		if !r.Stop("a") {
			t.Error("nothing to stop")
		}
		synctest.Wait()
		if !slices.Equal(s.texts(), []string{"half"}) {
			t.Errorf("got %v", s.texts())
		}
		r.Close()
	})
}

func TestPanicAndUnknownErrorsAreAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s := newMemory(), &screen{}
		r := start(t, m, s, func(_ context.Context, tn turn.Turn) (turn.Reply, error) {
			if tn.Text() == "panic" {
				panic("boom")
			}
			return turn.Reply{}, errors.New("strange")
		})
		say(t, r, "a", "panic")
		say(t, r, "a", "error")
		synctest.Wait()
		if !slices.Equal(s.texts(), []string{"trouble", "trouble"}) {
			t.Errorf("got %v", s.texts())
		}
		r.Close()
	})
}

func TestReplySurvivesAFullDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s := newMemory(), &screen{}
		m.refuse = 3
		r := start(t, m, s, echo(0))
		say(t, r, "a", "hi")
		time.Sleep(time.Minute)
		synctest.Wait()
		if !slices.Equal(s.texts(), []string{"re hi"}) {
			t.Errorf("got %v", s.texts())
		}
		r.Close()
	})
}

func TestDeliveryWaitsForSomebodyAndKeepsOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s := newMemory(), &screen{away: true}
		r := start(t, m, s, echo(0))
		say(t, r, "a", "1")
		say(t, r, "a", "2")
		time.Sleep(time.Hour)
		synctest.Wait()
		s.mu.Lock()
		s.away, s.fail = false, &fault.Temporary{Err: errors.New("slow")}
		s.mu.Unlock()
		r.Attached("screen")
		time.Sleep(time.Minute)
		synctest.Wait()
		if !slices.Equal(s.texts(), []string{"re 1", "re 2"}) {
			t.Errorf("got %v", s.texts())
		}
		r.Close()
	})
}

// counting is a clock that knows how many wait on it.
type counting struct {
	clock.Real
	waiting atomic.Int32
}

func (c *counting) Sleep(ctx context.Context, d time.Duration) error {
	c.waiting.Add(1)
	defer c.waiting.Add(-1)
	return c.Real.Sleep(ctx, d)
}

// TestANudgeEndsTheWait: a delivery that was asked to wait long is looked at
// again with every nudge, and leaves no wait behind.
func TestANudgeEndsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s, c := newMemory(), &screen{}, &counting{}
		m.out = []turn.Outgoing{{ID: "r", Conv: "a", Channel: "screen", Text: "late"}}
		r := NewRouter(Deps{Journal: m, Outbox: m, Responder: echo(0), Access: owner{}, Voice: voice{}, Notices: m, Clock: c,
			Log: slog.New(slog.DiscardHandler)}, s)
		busy := func() {
			s.mu.Lock()
			s.fail = &fault.Temporary{After: time.Hour, Err: errors.New("busy")}
			s.mu.Unlock()
		}
		busy()
		if err := r.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range 20 {
			synctest.Wait()
			if n := c.waiting.Load(); n != 1 || len(s.texts()) != 0 {
				t.Fatalf("%d wait, delivered %q", n, s.texts())
			}
			busy()
			r.Attached("screen")
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if n := c.waiting.Load(); n != 0 || len(s.texts()) != 1 {
			t.Errorf("%d wait, delivered %q", n, s.texts())
		}
		r.Close()
	})
}

// papers is a channel that takes one word a part.
type papers struct {
	screen
	failAt int // the part that fails once, from 1
}

func (p *papers) Parts(o turn.Outgoing) int { return len(strings.Fields(o.Text)) }

func (p *papers) DeliverPart(_ context.Context, o turn.Outgoing, part int) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failAt == part+1 {
		p.failAt = 0
		return "", &fault.Temporary{After: 5 * time.Second, Err: errors.New("429")}
	}
	p.got = append(p.got, strings.Fields(o.Text)[part])
	return "m", nil
}

func TestPartsAreSentOnceEachInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, p := newMemory(), &papers{failAt: 3}
		r := NewRouter(Deps{Journal: m, Outbox: m, Responder: echo(0), Access: owner{}, Voice: voice{}, Notices: m, Clock: clock.Real{},
			Log: slog.New(slog.DiscardHandler)}, p)
		if err := r.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		say(t, r, "a", "one two three")
		say(t, r, "a", "four")
		time.Sleep(time.Minute)
		synctest.Wait()
		if want := strings.Fields("re one two three re four"); !slices.Equal(p.texts(), want) {
			t.Errorf("got %v, want %v", p.texts(), want)
		}
		r.Close()
	})
}

func TestARefusedReplyDoesNotHoldUpTheNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s := newMemory(), &screen{fail: &fault.Blocked{Err: errors.New("403")}}
		r := start(t, m, s, echo(0))
		say(t, r, "a", "1")
		say(t, r, "a", "2")
		time.Sleep(time.Minute)
		synctest.Wait()
		if !slices.Equal(s.texts(), []string{"re 2"}) {
			t.Errorf("got %v", s.texts())
		}
		r.Close()
	})
}

func TestCloseLeavesTheTurnOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s := newMemory(), &screen{}
		r := start(t, m, s, echo(time.Hour))
		say(t, r, "a", "1")
		synctest.Wait()
		r.Close()
		if len(m.open) != 1 || len(s.texts()) != 0 {
			t.Errorf("open %v, delivered %v", m.open, s.texts())
		}
		again := start(t, m, s, echo(0))
		synctest.Wait()
		if !slices.Equal(s.texts(), []string{"re 1"}) {
			t.Errorf("after the restart: %v", s.texts())
		}
		again.Close()
	})
}

func TestRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s := newMemory(), &screen{}
		r := start(t, m, s, echo(0))
		_, err := r.Receive(t.Context(), turn.Message{Conv: "x", Channel: "screen", Person: "mallory", Text: "hi"})
		if !errors.Is(err, ErrStranger) {
			t.Errorf("a stranger got %v", err)
		}
		for text, want := range map[string]error{" \n": ErrEmpty, "a\xff": ErrEncoding, strings.Repeat("あ", MaxMessage+1): nil} {
			_, err := r.Receive(t.Context(), turn.Message{Conv: "a", Channel: "screen", Person: person.OwnerID, Text: text})
			var long *fault.TooLong
			if want == nil && (!errors.As(err, &long) || long.Used != MaxMessage+1) || want != nil && !errors.Is(err, want) {
				t.Errorf("%d bytes: %v", len(text), err)
			}
		}
		if m.n != 0 {
			t.Error("something was accepted")
		}
		r.Close()
	})
}

package channels

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// named is a screen of another name, which shows what came on it.
type named struct {
	screen
	name string
}

func (s *named) Name() string { return s.name }

func (s *named) Show(e turn.Event) {
	if e.Channel == s.name {
		s.screen.Show(e)
	}
}

// of are the kinds and texts of the events that were shown.
func (s *named) of(kinds ...turn.Kind) (out []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.events {
		if slices.Contains(kinds, e.Kind) {
			out = append(out, string(e.Kind)+":"+e.Text)
		}
	}
	return out
}

// dark is a companion on three channels whose model may be away.
type dark struct {
	t     *testing.T
	m     *memory
	all   []*named
	r     *Router
	mu    sync.Mutex
	away  bool
	turns []turn.Turn
}

func newDark(t *testing.T) *dark {
	d := &dark{t: t, m: newMemory(), away: true}
	d.restart()
	return d
}

func (d *dark) restart() {
	if d.r != nil {
		d.r.Close()
	}
	d.all = nil
	var chans []Channel
	for _, name := range []string{"page", "phone", "tty"} {
		d.all = append(d.all, &named{name: name})
		chans = append(chans, d.all[len(d.all)-1])
	}
	d.r = NewRouter(Deps{Journal: d.m, Outbox: d.m, Responder: d, Access: owner{}, Voice: voice{}, Notices: d.m,
		Clock: clock.Real{}, Log: slog.New(slog.DiscardHandler)}, chans...)
	if err := d.r.Start(d.t.Context()); err != nil {
		d.t.Fatal(err)
	}
}

func (d *dark) set(away bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.away = away
}

// Respond shows a beginning that it takes back, as a stream that broke does.
func (d *dark) Respond(_ context.Context, t turn.Turn, emit func(turn.Event)) (turn.Reply, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	emit(turn.Event{Turn: t.ID, Kind: turn.Thinking})
	if d.away {
		return turn.Reply{}, &fault.Unavailable{Err: errors.New("refused")}
	}
	d.turns = append(d.turns, t)
	for _, e := range []turn.Event{{Kind: turn.Delta, Text: "we"}, {Kind: turn.Retract}, {Kind: turn.Delta, Text: "re"},
		{Kind: turn.Delta, Text: " x"}, {Kind: turn.Retract, Text: "re"}, {Kind: turn.Delta, Text: " " + t.Text()}} {
		emit(e)
	}
	return turn.Reply{Text: "re " + t.Text()}, nil
}

func (d *dark) Rest(context.Context, turn.Turn) {}

func (d *dark) say(channel int, text string) {
	d.t.Helper()
	_, err := d.r.Receive(d.t.Context(), turn.Message{Conv: "a", Channel: d.all[channel].name, Person: person.OwnerID, Text: text})
	if err != nil {
		d.t.Fatal(err)
	}
	time.Sleep(burstCap)
	synctest.Wait()
}

// told is how often each channel was told that the model is away.
func (d *dark) told(want ...int) {
	d.t.Helper()
	got := make([]int, len(d.all))
	for i, s := range d.all {
		got[i] = s.notices()
	}
	if !slices.Equal(got, want) {
		d.t.Errorf("told %v times, want %v", got, want)
	}
}

func lit(t *testing.T, f func(d *dark)) {
	synctest.Test(t, func(t *testing.T) {
		d := newDark(t)
		f(d)
		d.r.Close()
	})
}

// TestTheAwayWordsAreSaidOnce in an outage on each channel on which somebody
// waits, also over a restart, and again to those who write an hour later.
func TestTheAwayWordsAreSaidOnce(t *testing.T) {
	lit(t, func(d *dark) {
		d.say(0, "one")
		d.told(1, 0, 0)
		d.say(0, "two")
		d.say(1, "three")
		d.told(1, 1, 0)
		time.Sleep(tellAgain / 2)
		d.say(0, "four")
		d.told(1, 1, 0)
		d.restart()
		time.Sleep(time.Minute)
		d.told(0, 0, 0)
		if got := d.all[0].of(turn.Thinking); got != nil {
			t.Errorf("it claims to think: %v", got)
		}
		d.say(1, "five")
		d.told(0, 0, 0)
		time.Sleep(tellAgain)
		synctest.Wait()
		d.told(0, 0, 0) // nobody writes
		d.say(0, "six")
		d.told(1, 0, 0)
		d.set(false)
		time.Sleep(lastRetry)
		d.say(2, "seven")
		d.told(1, 0, 0)
		d.set(true)
		d.say(0, "eight")
		d.told(2, 0, 0)
	})
}

// TestABacklogIsAnsweredInOrder, each turn knows how late it is, and the first
// reply on each channel begins with an apology, on the screen and in what is
// kept, however often its beginning is taken back.
func TestABacklogIsAnsweredInOrder(t *testing.T) {
	lit(t, func(d *dark) {
		for i := range 6 {
			d.say(i/2, fmt.Sprint(i)) // two messages on each channel
		}
		d.say(0, "6")
		time.Sleep(20 * time.Minute)
		d.say(0, "7")
		d.set(false)
		time.Sleep(lastRetry + burstCap)
		synctest.Wait()
		var said []string
		for _, tn := range d.turns {
			said = append(said, strings.ReplaceAll(tn.Text(), "\n", "+"))
			if tn.Late < 20*time.Minute {
				t.Errorf("%q is %v late", tn.Text(), tn.Late)
			}
		}
		if got := strings.Join(said, " "); got != "0 1 2+3 4+5 6+7" {
			t.Errorf("answered %q", got)
		}
		if got := d.all[0].texts(); !slices.Equal(got, []string{"late 21m0s\n\nre 0", "re 1", "re 6\n7"}) {
			t.Errorf("the page has %q", got)
		}
		if got := d.all[1].texts(); !slices.Equal(got, []string{"late 21m0s\n\nre 2\n3"}) {
			t.Errorf("the phone has %q", got)
		}
		apology := "late 21m0s\n\n"
		if got, want := d.all[1].of(turn.Delta, turn.Retract), []string{"delta:" + apology + "we", "retract:", "delta:" + apology + "re", "delta: x",
			"retract:" + apology + "re", "delta: 2\n3"}; !slices.Equal(got, want) {
			t.Errorf("the phone saw %q", got)
		}
		d.say(0, "8")
		if last := d.turns[len(d.turns)-1]; last.Late != 0 || last.Opener != "" {
			t.Errorf("what came after the outage is %v late", last.Late)
		}
	})
}

func TestAShortOutageNeedsNoApology(t *testing.T) {
	lit(t, func(d *dark) {
		d.say(0, "one")
		time.Sleep(openAfter / 2)
		d.set(false)
		d.r.Retry()
		synctest.Wait()
		if got := d.all[0].texts(); !slices.Equal(got, []string{"re one"}) || d.turns[0].Late < openAfter/2 {
			t.Errorf("got %q, %v late", got, d.turns[0].Late)
		}
	})
}

func TestRetryEndsTheWait(t *testing.T) {
	lit(t, func(d *dark) {
		d.say(0, "one")
		time.Sleep(5*time.Minute + 7*time.Second) // in the middle of a wait
		d.set(false)
		began := time.Now()
		d.r.Retry()
		synctest.Wait()
		if len(d.all[0].texts()) != 1 || !time.Now().Equal(began) {
			t.Error("the message waits on")
		}
		d.r.Retry() // nobody waits
	})
}

// What answers nothing is shown once, by whoever hands it over.
func TestWhatAnswersNothingIsShownOnce(t *testing.T) {
	lit(t, func(d *dark) {
		o := turn.Outgoing{ID: "out", Conv: "a", Channel: "phone", Text: "hello"}
		d.m.mu.Lock()
		d.m.out = append(d.m.out, o)
		d.m.mu.Unlock()
		d.r.Attached(o.Channel)
		synctest.Wait()
		if got := d.all[1].of(turn.Done); !slices.Equal(got, []string{"done:hello"}) || !slices.Equal(d.all[1].texts(), []string{"hello"}) {
			t.Errorf("shown %q, delivered %q", got, d.all[1].texts())
		}
	})
}

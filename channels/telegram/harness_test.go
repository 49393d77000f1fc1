package telegram_test

import (
	"bytes"
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

	"go.uber.org/goleak"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/channels/telegram"
	"github.com/kokoron/kokoron/channels/telegram/telegramtest"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var errDisk = errors.New("no space left on device")

const (
	owner    = 7 // Telegram's ids
	aoi      = 8
	stranger = 99
	code     = "ABCDEFGH2345"
)

// rig is a channel before the fake, with ports that keep everything in memory
// and survive a restart of the channel.
type rig struct {
	t    *testing.T
	fake *telegramtest.Server
	c    *telegram.Channel
	log  *bytes.Buffer
	end  func()

	starts int

	mu       sync.Mutex
	inbox    []turn.Message // accepted, each once
	again    int            // accepted before
	attached int
	broken   error // of the store
	refuse   error // of the router
	owners   map[string]bool
	claims   []string
	commands []string
	previews map[turn.ID]string
	offered  map[turn.ID]person.ID // what has buttons, and whose it is
	taken    []string              // what was chosen, each once
	presses  int
	delivery func()
}

// inBubble runs f with a rig in simulated time. The channel runs.
func inBubble(t *testing.T, f func(t *testing.T, r *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := &rig{t: t, fake: telegramtest.New(), log: &bytes.Buffer{}, owners: map[string]bool{"7": true}, previews: map[turn.ID]string{}}
		r.fake.Join(telegramtest.User{ID: owner, Name: "Nao", Language: "ja"})
		r.fake.Join(telegramtest.User{ID: aoi, Name: "Aoi", Language: "en"})
		r.start()
		defer func() {
			r.stop()
			r.fake.Close()
			if r.t.Failed() {
				t.Log(r.logged())
			}
			if strings.Contains(r.logged(), secretPart) {
				t.Error("the token is in the log")
			}
			// A restart forgets which chats were told to wait: the poll, a view and
			// a delivery may each run into it once.
			if v := r.fake.Violations(); len(v) > 3*(r.starts-1) {
				t.Errorf("violations after %d starts: %v", r.starts, v)
			}
		}()
		f(t, r)
	})
}

// secretPart is the token without the bot's public id.
var secretPart = strings.SplitN(telegramtest.DefaultToken, ":", 2)[1]

// start makes a channel and runs it, as after a restart.
func (r *rig) start() {
	r.t.Helper()
	c, err := telegram.New(telegram.Config{Token: r.fake.Token(), API: r.fake.URL()}, telegram.Deps{
		People: r, Previews: r, Offers: r, Clock: clock.Real{}, Dial: r.fake.Dial,
		Log: slog.New(slog.NewTextHandler(&locked{r: r}, nil)),
		Words: func(language string) telegram.Words {
			return telegram.Words{Stranger: strings.TrimSpace("who are you? " + language), Claimed: "welcome", WrongCode: "wrong code", TextOnly: "text only"}
		},
	})
	if err != nil {
		r.t.Fatal(err)
	}
	r.c = c
	r.starts++
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		c.Run(ctx, r, r)
		close(done)
	}()
	r.end = func() { cancel(); <-done }
	synctest.Wait()
}

func (r *rig) stop() {
	if r.end != nil {
		r.end()
		r.end = nil
	}
}

// locked writes the log under the rig's lock.
type locked struct{ r *rig }

func (l *locked) Write(b []byte) (int, error) {
	l.r.mu.Lock()
	defer l.r.mu.Unlock()
	return l.r.log.Write(b)
}

func (r *rig) logged() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.log.String()
}

func (r *rig) Identify(_ context.Context, channel, external string) (person.Person, turn.Conv, bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case channel != telegram.Name:
		return person.Person{}, "", false, errors.New("another channel")
	case r.owners[external]:
		return person.Person{ID: person.OwnerID, Role: person.Owner}, "owner", true, nil
	case external == "8":
		return person.Person{ID: "aoi", Role: person.Admitted}, "person:aoi", true, nil
	}
	return person.Person{}, "", false, nil
}

func (r *rig) Claim(_ context.Context, _, external, name, code string) (bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.broken != nil {
		return false, r.broken
	}
	r.claims = append(r.claims, fmt.Sprintf("%s %s %s", external, name, code))
	if code != "ABCDEFGH2345" {
		return false, nil
	}
	r.owners[external] = true
	return true, nil
}

func (r *rig) Address(_ context.Context, _ string, id person.ID) (string, bool, error) {
	switch id {
	case person.OwnerID:
		return "7", true, nil
	case "aoi":
		return "8", true, nil
	}
	return "", false, nil
}

func (r *rig) Receive(_ context.Context, m turn.Message) (turn.ID, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.broken != nil {
		return "", r.broken
	}
	if r.refuse != nil {
		return "", r.refuse
	}
	if slices.ContainsFunc(r.inbox, func(o turn.Message) bool { return o.External == m.External }) {
		r.again++
		return "old", nil
	}
	r.inbox = append(r.inbox, m)
	return turn.ID(m.External), nil
}

func (r *rig) Attached(string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.attached++
	if r.delivery != nil {
		r.delivery()
	}
}

func (r *rig) Command(_ context.Context, conv turn.Conv, line string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.commands = append(r.commands, string(conv)+" "+line)
	return "did " + line
}

func (r *rig) Refused(err error) string     { return "refused: " + err.Error() }
func (r *rig) Hello(context.Context) string { return "hello" }

func (r *rig) Preview(_ context.Context, t turn.ID) (string, bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	id, ok := r.previews[t]
	return id, ok, nil
}

func (r *rig) SavePreview(_ context.Context, t turn.ID, id string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.broken != nil {
		return r.broken
	}
	if _, ok := r.previews[t]; !ok {
		r.previews[t] = id
	}
	return nil
}

func (r *rig) Label(o turn.Offer, taken bool) string {
	if taken {
		return "✓ " + string(o)
	}
	return string(o)
}

func (r *rig) Take(_ context.Context, p person.Person, message turn.ID, o turn.Offer) (string, bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.presses++
	if r.broken != nil {
		return "", false, r.broken
	}
	if whose, ok := r.offered[message]; !ok || whose != p.ID || o == "" {
		return "not for you", false, nil
	}
	if what := string(o) + " " + string(message); !slices.Contains(r.taken, what) {
		r.taken = append(r.taken, what)
	}
	return "took " + string(o), true, nil
}

// with changes the rig while the channel runs.
func (r *rig) with(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f()
}

// received lists the texts taken in.
func (r *rig) received() (out []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.inbox {
		out = append(out, m.Text)
	}
	return out
}

// sees is what a person has in their chat, a line for each message.
func (r *rig) sees(chat int64) string {
	var out []string
	for _, m := range r.fake.Messages(chat) {
		out = append(out, m.Text)
	}
	return strings.Join(out, "\n")
}

func (r *rig) show(t turn.ID, kind turn.Kind, text string) {
	r.c.Show(turn.Event{Conv: "owner", Channel: telegram.Name, Turn: t, Kind: kind, Text: text})
}

func reply(id turn.ID, text string) turn.Outgoing {
	return turn.Outgoing{ID: "out-" + id, Turn: id, Conv: "owner", Channel: telegram.Name, Person: person.OwnerID, Text: text}
}

// deliver hands the whole reply over.
func (r *rig) deliver(o turn.Outgoing) error {
	return r.c.Deliver(context.Background(), o)
}

func (r *rig) mustDeliver(o turn.Outgoing) {
	r.t.Helper()
	if err := r.deliver(o); err != nil {
		r.t.Errorf("deliver %s: %v", o.ID, err)
	}
}

func expect[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// pass lets simulated time go by.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

var _ channels.Parted = (*telegram.Channel)(nil)
var _ channels.Channel = (*telegram.Channel)(nil)

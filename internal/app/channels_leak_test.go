package app

import (
	"context"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/channels/render"
	"github.com/kokoron/kokoron/channels/telegram/telegramtest"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
)

// The ways in which the outputs are told, in turn.
const (
	inPieces = iota // slowly, so that what is written so far is shown and edited
	killed          // the companion is killed in the middle and goes on after that
	cutOff          // as inPieces, while the page is loaded again
	_               // at once
	ways
)

// watcher is somebody who has a page and Telegram open and looks closely at
// both.
type watcher struct {
	*listener
	s     *scene
	now   atomic.Int32  // the output that is being told
	stuck chan struct{} // the model waits to be killed

	told, kills, onTelegram        int
	drafts, lines, versions, edits int
}

// TestNothingLeaksToPageOrTelegram lets model servers of every kind write
// thoughts and calls and looks at every frame of a page, at the conversation
// that it can fetch, at every message on Telegram and all that it ever said,
// and at the diary. Replies are streamed, begun anew after a stream broke off,
// and gone on with after a kill in the middle of an answer or behind a call.
func TestNothingLeaksToPageOrTelegram(t *testing.T) {
	t.Parallel()
	var all sync.WaitGroup
	for name, k := range kinds(t) {
		model := vllmtest.New(t, k.opts...)
		w := &watcher{
			listener: &listener{t: t, ws: append(sample(k.ws, 8), sample(k.last, 2)...), front: k.front, asked: map[int]int{}},
			s:        newScene(t, model.URL()), stuck: make(chan struct{}, 1),
		}
		for n := range w.ws {
			w.ws[n].broken = w.ws[n].broken || w.killed(n) && !w.ws[n].asks // its first try stays half
		}
		model.Respond(w.respond)
		w.s.page.look = w.look
		all.Go(func() {
			ctx, offline := context.WithCancel(t.Context())
			defer offline()
			var pages sync.WaitGroup
			pages.Go(func() { w.s.page.run(ctx) })
			for n := range w.ws {
				if !w.tell(n) {
					t.Errorf("%s: %s was not answered", name, w.ws[n].id)
					break
				}
			}
			w.s.sameElsewhere()
			w.s.v.kill(syscall.SIGTERM)
			offline()
			pages.Wait()
		})
		t.Cleanup(func() { w.report(name, len(k.ws)+len(k.last)) })
	}
	all.Wait()
}

// killed says that the companion is killed over an output.
func (w *watcher) killed(n int) bool { return n%ways == killed }

// respond writes what the listener's model does, in its way.
func (w *watcher) respond(r vllmtest.Request) vllmtest.Script {
	s := w.model(r)
	n := caseOf(r)
	if n < 0 {
		return s
	}
	w.mu.Lock()
	try := w.asked[n]
	w.mu.Unlock()
	mid, last := len(s.Pieces)/2, len(s.Pieces)-1
	switch {
	case w.killed(n) && (w.ws[n].asks && try == 2 || !w.ws[n].asks && try == 1):
		s.End = vllmtest.EndHang
		select {
		case w.stuck <- struct{}{}:
		default:
		}
	case try == 1 && last >= 0 && (n%ways == inPieces || n%ways == cutOff):
		s = s.Every(200 * time.Millisecond / time.Duration(len(s.Pieces)))
		s.Pieces[mid].After, s.Pieces[last].After = 1200*time.Millisecond, 1200*time.Millisecond
	}
	return s
}

// tell has one turn about an output and reports whether it was answered.
func (w *watcher) tell(n int) bool {
	w.now.Store(int32(n))
	words := fmt.Sprintf("番号%d", n)
	before := len(w.s.fake.History(telegramOwner))
	onTelegram := n%3 != 0
	if onTelegram {
		w.onTelegram++
		w.s.fake.Say(telegramOwner, words)
	} else {
		w.s.page.say(words)
	}
	switch {
	case w.killed(n):
		select {
		case <-w.stuck:
		case <-time.After(30 * time.Second):
			return false
		}
		time.Sleep(1300 * time.Millisecond) // until something is shown
		w.s.v.kill(syscall.SIGKILL)
		w.s.v.start()
		w.kills++
	case n%ways == cutOff:
		time.Sleep(1100 * time.Millisecond)
		w.s.page.cut(true)
	}
	var reply string
	if !eventually(func() (ok bool) { reply, ok = w.replyTo(words); return ok }) {
		return false
	}
	parts := render.Telegram(reply)
	there := func() bool {
		for _, m := range parts {
			if !slices.ContainsFunc(w.s.fake.History(telegramOwner)[before:], func(v telegramtest.Message) bool { return v.Text == m.Text }) {
				return false
			}
		}
		return true
	}
	if onTelegram && !eventually(there) {
		return false
	}
	w.told++
	for _, m := range w.s.fake.History(telegramOwner)[before:] {
		w.edits += len(m.Edits)
		whole := slices.ContainsFunc(parts, func(p render.Message) bool { return p.Text == m.Text })
		for i, v := range append(m.Edits, m.Version) {
			w.versions++
			// What may be taken back stays where a kill came before the bot
			// knew what message it is in.
			if !w.ws[n].retract || i == len(m.Edits) && (whole || !w.killed(n)) {
				w.check(n, "telegram", v.Text)
			}
		}
	}
	return true
}

// eventually waits until something is so, but not for ever.
func eventually(so func() bool) bool {
	for began := time.Now(); time.Since(began) < 30*time.Second; time.Sleep(20 * time.Millisecond) {
		if so() {
			return true
		}
	}
	return false
}

// replyTo is the reply that the page shows to somebody's words.
func (w *watcher) replyTo(words string) (text string, ok bool) {
	var said turn.ID
	for _, l := range w.s.page.view() {
		switch {
		case l.Role == diary.Person && l.Text == words:
			said = l.ID
		case l.Role == diary.Companion && l.Ref == said && said != "":
			return l.Text, true
		}
	}
	return "", false
}

var markup = regexp.MustCompile(`<[^>]*>`)

// look is given whatever the page shows.
func (w *watcher) look(l heldLine) {
	switch l.Role {
	case "":
		w.drafts++
		if n := int(w.now.Load()); !w.ws[n].retract {
			w.check(n, "open reply", l.Text)
		}
	case diary.Companion:
		w.lines++
		said, _ := w.s.page.line(l.Ref)
		n, err := strconv.Atoi(strings.TrimPrefix(said.Text, "番号"))
		if err != nil {
			w.t.Errorf("a reply to %q: %+v", said.Text, l)
			return
		}
		w.check(n, "line", l.Text)
		w.check(n, "html", html.UnescapeString(markup.ReplaceAllString(l.HTML, "")))
	}
}

// report looks at the diary when the companion has ended, and says how much was
// tried.
func (w *watcher) report(name string, of int) {
	numbers := map[turn.ID]int{}
	inDiary := 0
	for _, l := range diaryOf(w.t, w.s.v.home) {
		if l.Role == diary.Person {
			numbers[l.ID], _ = strconv.Atoi(strings.TrimPrefix(l.Text, "番号"))
			continue
		}
		inDiary++
		w.check(numbers[l.Ref], "diary", l.Text)
	}
	if inDiary != len(w.ws) || w.told != len(w.ws) || w.told < 8 || w.kills == 0 || w.drafts < 4*w.told || w.lines < 2*w.told ||
		w.versions <= w.onTelegram || w.edits == 0 || w.checks < 500 {
		w.t.Errorf("%s: too little was tried: %d told, %d kills, %d frames, %d lines, %d texts, %d edits, %d in the diary, %d checks",
			name, w.told, w.kills, w.drafts, w.lines, w.versions, w.edits, inDiary, w.checks)
	}
	if w.t.Failed() {
		w.t.Logf("%s: log of the companion:\n%s", name, w.s.v.log.String())
	}
	w.t.Logf("proof: %s: %d of %d outputs, %d over a kill: %d frames of open replies, %d replies fetched or whole, %d texts of messages on Telegram (%d edits), %d lines of the diary, %d checks",
		name, w.told, of, w.kills, w.drafts, w.lines, w.versions, w.edits, inDiary, w.checks)
}

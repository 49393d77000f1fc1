package app

import (
	"context"
	"fmt"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/channels/terminal"
	"github.com/kokoron/kokoron/internal/control"
)

// chromium starts the machine's Chromium; every scenario gets a profile of its
// own in it.
func chromium(t *testing.T) context.Context {
	t.Helper()
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("there is no Chromium on this machine: internal/tools/browser installs Debian's")
	}
	opts := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(1000, 760)}
	for _, flag := range []string{
		"headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking",
		"disable-component-update", "disable-sync", "disable-dev-shm-usage",
		// Each scenario is a window, and all but one are behind others.
		"disable-backgrounding-occluded-windows", "disable-renderer-backgrounding", "disable-background-timer-throttling",
	} {
		opts = append(opts, chromedp.Flag(flag, true))
	}
	allocator, end := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(end)
	ctx, _ := chromedp.NewContext(allocator)
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil {
			t.Log("close the browser:", err)
		}
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// TestBrowser drives the chat page in a real browser, with the whole companion
// behind it. Each scenario ends by comparing every tab with the diary.
func TestBrowser(t *testing.T) {
	browser := chromium(t)
	for name, play := range map[string]func(*stage){
		"sign in and out": signInAndOut,
		"talk":            talk,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // most of the time a scenario waits for a burst to end
			play(newStage(t, browser))
		})
	}
}

// held is a piece of a reply that waits for its gate.
func held(gate <-chan struct{}, text string) vllmtest.Piece {
	return vllmtest.Piece{Text: text, Gate: gate}
}

func signInAndOut(s *stage) {
	s.rough = true // who is not signed in gets 401, and the browser reports it
	s.open()
	link := s.link()
	p := s.tab(s.browser, chromedp.WithNewBrowserContext())
	p.goTo(s.door.url())
	p.until("a stranger is sent to the door", `location.pathname === '/enter' && !document.querySelector('#help').hidden`)
	p.goTo(link)
	p.until("the link opens the chat", `location.pathname === '/' && location.hash === ''`)
	p.ready()

	stranger := s.tab(s.browser, chromedp.WithNewBrowserContext())
	stranger.goTo(link)
	stranger.until("a used link is refused", `location.pathname === '/enter' && location.hash === '' && !document.querySelector('#help').hidden`)
	q := s.tab(p.ctx)
	q.goTo(link)
	q.until("a used link does no harm to whoever is in", `location.pathname === '/'`)
	q.ready()

	p.say("ただいま")
	p.shows("うん。")
	q.shows("うん。")
	s.door.close(sockets)
	p.until("the line is down", `document.querySelector('kokoron-status').dataset.line !== 'open'`)
	p.write("書きかけ")
	p.click(".bar .plain:last-child")
	p.click("dialog .danger")
	p.until("signing out leads to the door", `location.pathname === '/enter'`)
	s.door.open()
	q.until("the other tab is signed out, too", `location.pathname === '/enter'`)
	p.goTo(s.door.url())
	p.until("the way in is shut", `location.pathname === '/enter' && !document.querySelector('#help').hidden`)
	if left := eval[string](p, `JSON.stringify({...localStorage, ...sessionStorage})`); left != "{}" {
		p.fail("this is left in the browser: %s", left)
	}
	p.goTo(s.link())
	p.ready()
	s.tabs = s.tabs[:1]
	q.quiet()
	s.finish()
}

func talk(s *stage) {
	first, second := make(chan struct{}), make(chan struct{})
	s.answer("猫の名前",
		vllmtest.Say("書いておくね。", "\n{\"tool\": \"memory_save\", ", "\"arguments\": {\"content\": \"猫の名前はミカン\"}}"),
		vllmtest.Script{Pieces: []vllmtest.Piece{{Text: "ミカン、"}, held(first, "いい名前"), held(second, "ですね。")}})
	s.open()
	p := s.visit()
	p.say("猫の名前はミカンだよ。覚えておいて")
	p.writing("書いておくね。\nミカン、")
	close(first)
	p.writing("書いておくね。\nミカン、いい名前")
	close(second)
	p.until("the reply is whole", `witness.texts().at(-1)?.endsWith('ミカン、いい名前ですね。') && witness.open() === ''`)
	lines := s.finish()
	if len(lines) != 2 {
		s.t.Errorf("the conversation is %v", lines)
	}
}

var _ = fmt.Sprint
var _ = time.Now
var _ terminal.Up
var _ control.Conn

package app

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/channels/terminal"
	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
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
		"sign in and out":      signInAndOut,
		"talk":                 talk,
		"stop":                 stop,
		"take back":            takeBack,
		"model away":           modelAway,
		"two tabs":             twoTabs,
		"input method":         inputMethod,
		"long history":         longHistory,
		"from the terminal":    fromTerminal,
		"command and refusal":  commandAndRefusal,
		"socket cut":           socketCut,
		"acknowledgement lost": ackLost,
		"killed and restarted": killedAndRestarted,
		"offline and back":     offlineAndBack,
		"reload while waiting": reloadWhileWaiting,
		"asked why":            askedWhy,
		"reacted to":           reactedTo,
		"spoken to unasked":    spokenTo,
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
	p.shows("返事その1。")
	q.shows("返事その1。")
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

func stop(s *stage) {
	never := make(chan struct{})
	s.answer("昔話", vllmtest.Script{Pieces: []vllmtest.Piece{{Text: "むかしむかし、"}, held(never, "あるところに")}})
	s.answer("考えて", vllmtest.Script{Pieces: []vllmtest.Piece{held(never, "まだ")}})
	s.open()
	p := s.visit()
	p.say("昔話をして")
	p.writing("むかしむかし、")
	p.click(".round.stop")
	p.shows("むかしむかし、")
	p.until("there is nothing to stop", `document.querySelector('.round.stop').hidden && !document.querySelector('.open')`)

	p.say("考えてみて")
	p.until("she is thinking", `document.querySelector('.open .words').hidden && !document.querySelector('.round.stop').hidden`)
	p.do(chromedp.KeyEvent("\x1b"))
	p.shows("（返事を止めました）")
	s.finish()
	if s.model.Left() != 2 {
		s.t.Errorf("%d replies were stopped at the model, want 2", s.model.Left())
	}
}

// takeBack lets the model break off: what was shown of the reply goes, and
// stays away while the second try is on its way.
func takeBack(s *stage) {
	var gates [4]chan struct{}
	for i := range gates {
		gates[i] = make(chan struct{})
	}
	breaks := func(text string, gate chan struct{}) vllmtest.Script {
		return vllmtest.Script{Pieces: []vllmtest.Piece{{Text: text}, held(gate, "、もう")}, End: vllmtest.EndDrop}
	}
	s.answer("話して", breaks("これはまちがい", gates[0]), vllmtest.Script{Pieces: []vllmtest.Piece{held(gates[1], "言い直しました。")}})
	s.answer("覚えて",
		vllmtest.Say("書いておくね。", "\n{\"tool\": \"memory_save\", \"arguments\": {\"content\": \"犬の名前はポチ\"}}"),
		breaks("また途中", gates[2]), vllmtest.Script{Pieces: []vllmtest.Piece{held(gates[3], "書けました。")}})
	s.open()
	p := s.visit()
	p.say("話して")
	p.writing("これはまちがい")
	close(gates[0])
	p.until("the words are taken back", `witness.open() === '' && document.querySelector('kokoron-status').dataset.line === 'open'`)
	close(gates[1])
	p.shows("言い直しました。")

	p.say("犬の名前はポチ、覚えてね")
	p.writing("書いておくね。\nまた途中")
	close(gates[2])
	p.writing("書いておくね。")
	close(gates[3])
	p.shows("書いておくね。\n書けました。")
	s.finish()
}

// modelAway lets the model server go and come back.
func modelAway(s *stage) {
	s.open()
	p := s.visit()
	s.model.Close()
	p.say("いる？")
	p.until("it is said that the model is away", `document.querySelector('.note.notice .words')?.textContent.length > 0 && !document.querySelector('.open')`)
	const banner = `[...document.querySelectorAll('kokoron-status .banner.quiet')].some((b) => !b.hidden && b.textContent.includes('モデルが答えていません'))`
	p.until("a quiet banner says so", banner)
	s.model = vllmtest.New(s.t, vllmtest.Addr(s.model.Addr()))
	s.model.Respond(s.respond)
	p.shows("返事その1。")
	p.until("the banner goes", "!"+banner)
	if n := len(s.finish()); n != 2 {
		s.t.Errorf("%d lines, want 2", n)
	}
}

func twoTabs(s *stage) {
	s.rough = true // the line is down for a while
	gate := make(chan struct{})
	s.answer("一枚目", vllmtest.Script{Pieces: []vllmtest.Piece{{Text: "一枚目に、"}, held(gate, "答えます。")}})
	s.open()
	p := s.visit()
	q := p.second()
	p.say("一枚目から")
	p.writing("一枚目に、")
	q.writing("一枚目に、")
	late := p.second() // it comes in the middle
	late.writing("一枚目に、")
	close(gate)
	for _, tab := range []*tab{p, q, late} {
		tab.shows("一枚目に、答えます。")
	}
	q.say("二枚目から")
	p.shows("返事その1。")

	// What a tab could not send any more is sent by one that is left.
	s.door.close(sockets)
	late.say("置き手紙")
	late.until("the message waits", `witness.waiting().length === 1`)
	if err := chromedp.Cancel(late.ctx); err != nil {
		s.t.Fatal(err)
	}
	s.tabs = s.tabs[:2]
	s.door.open()
	p.shows("置き手紙")
	q.shows("返事その2。")
	p.shows("返事その2。")
	s.finish()
}

// inputMethod writes as a Japanese input method does: the Enter that takes a
// conversion is the method's own.
func inputMethod(s *stage) {
	s.open()
	p := s.visit()
	p.click("textarea")
	compose := func(text string) {
		p.call(func(ctx context.Context) error {
			end := int64(len([]rune(text)))
			_, err := chromedp.Call(ctx, input.ImeSetComposition, input.ImeSetCompositionParams{Text: text, SelectionStart: end, SelectionEnd: end})
			return err
		})
	}
	unsent := func(want string) {
		s.t.Helper()
		type state struct {
			Value string
			Shown int
		}
		got := eval[state](p, `({Value: document.querySelector('textarea').value, Shown: document.querySelectorAll('.line').length})`)
		if got != (state{want, 0}) || p.saysSent() != 0 {
			p.fail("the composer has %+v, %d messages were sent, want %q and none", got, p.saysSent(), want)
		}
	}
	for _, reading := range []string{"n", "に", "にほんg", "にほんご"} {
		compose(reading)
	}
	p.key(229, "") // as browsers tell a key that the method takes
	unsent("にほんご")
	compose("日本語")
	p.key(13, "") // some tell it like this, in the middle of a composition
	unsent("日本語")
	p.insert("日本語")
	unsent("日本語")
	// Safari ends the composition first and tells its Enter afterwards.
	p.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const area = document.querySelector('textarea');
		area.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
		area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }));
	})()`))
	unsent("日本語")
	p.until("the composition is over", `performance.now() - document.querySelector('kokoron-composer').composedAt > 100`)
	p.enter()
	p.shows("日本語")
	p.shows("返事その1。")
	if n := p.saysSent(); n != 1 {
		s.t.Errorf("%d messages were sent, want one", n)
	}
	s.finish()
}

// longHistory begins with a conversation of some days.
func longHistory(s *stage) {
	const lines = 130
	tokyo := time.FixedZone("Asia/Tokyo", 9*60*60)
	at := time.Now().Add(-lines * time.Hour)
	ids := turn.NewIDs(func() time.Time { return at })
	d, err := diary.Open(s.home+"/diary", tokyo)
	if err != nil {
		s.t.Fatal(err)
	}
	for i := range lines {
		at = at.Add(time.Hour)
		role := []diary.Role{diary.Person, diary.Companion}[i%2]
		if err := d.Append(diary.Line{ID: ids.New(), At: at, Zone: "Asia/Tokyo", Conv: turn.Conv(person.OwnerID), Scope: person.ScopeOwner,
			Person: person.OwnerID, Role: role, Text: fmt.Sprintf("昔の言葉その%d", i), Channel: "web"}); err != nil {
			s.t.Fatal(err)
		}
	}
	s.open()
	p := s.visit()
	count := func(n int) { p.until("the lines are there", fmt.Sprintf("witness.lines().length === %d", n)) }
	count(50)
	// The first line that is seen stays where it is while older ones come in.
	place := `(() => {
		const top = document.querySelector('.scroller').getBoundingClientRect().top;
		const seen = [...document.querySelectorAll('article')].find((n) => n.getBoundingClientRect().bottom > top);
		return {ID: seen.dataset.id, Y: Math.round(seen.getBoundingClientRect().top)};
	})()`
	type seen struct {
		ID string
		Y  float64
	}
	for _, n := range []int{100, lines} {
		before := eval[seen](p, `(() => { document.querySelector('.scroller').scrollTop = 300; return `+place+`; })()`)
		count(n)
		p.until("the place is kept", fmt.Sprintf(`Math.abs(document.querySelector('[data-id="%s"]').getBoundingClientRect().top - %f) < 3`, before.ID, before.Y))
	}
	p.until("that was all", `document.querySelector('.older').disabled && document.querySelectorAll('.day').length >= 5`)

	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('.scroller').scrollTop = 900`))
	was := eval[seen](p, place)
	c := s.terminal()
	c.say("端末の言葉")
	p.shows("返事その1。")
	p.until("there is a way to what is new", `!document.querySelector('.newer').hidden`)
	if now := eval[seen](p, place); now != was {
		p.fail("the page moved from %v to %v", was, now)
	}
	p.click(".newer")
	p.until("the newest line is seen", `(() => { const s = document.querySelector('.scroller'); return s.scrollHeight - s.scrollTop - s.clientHeight < 3; })()`)
	s.finish()
}

// atTerminal is somebody at a terminal.
type atTerminal struct {
	s *stage
	c *control.Conn
}

// terminal attaches a terminal that shows whatever comes.
func (s *stage) terminal() atTerminal {
	s.t.Helper()
	c, err := control.Dial(s.t.Context(), RunDir(s.home), "chat", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		for {
			var d terminal.Down
			if c.Recv(&d) != nil || d.Reply != nil && c.Send(terminal.Up{Seen: d.Reply.ID}) != nil {
				return
			}
		}
	}()
	s.t.Cleanup(func() { c.Close(); <-gone })
	return atTerminal{s, c}
}

func (a atTerminal) say(text string) {
	a.s.t.Helper()
	if err := a.c.Send(terminal.Up{Text: text, Ext: text}); err != nil {
		a.s.t.Fatal(err)
	}
}

func fromTerminal(s *stage) {
	gate := make(chan struct{})
	s.answer("端末", vllmtest.Script{Pieces: []vllmtest.Piece{{Text: "端末へ、"}, held(gate, "返します。")}})
	s.open()
	p := s.visit()
	s.terminal().say("端末からこんにちは")
	p.writing("端末へ、")
	close(gate)
	p.shows("端末へ、返します。")
	p.say("ここからも")
	p.shows("返事その1。")
	var from []string
	for _, line := range s.finish() {
		from = append(from, line.From)
	}
	if want := []string{"端末から", "", "", ""}; !slices.Equal(from, want) {
		s.t.Errorf("said %q, want %q", from, want)
	}
}

func commandAndRefusal(s *stage) {
	s.open()
	p := s.visit()
	p.say("/help")
	p.until("the command is answered", `document.querySelector('.note.answer .words')?.textContent.includes('/stop')`)
	p.say(strings.Repeat("長", 20_001))
	p.until("the message is refused", `document.querySelector('.refused .reason')?.textContent.length > 0`)
	p.say("短い言葉")
	p.shows("返事その1。")
	p.click(".refused .small")
	p.until("it is back in the composer", `document.querySelector('textarea').value.length === 20001 && witness.waiting().length === 0`)
	s.finish()
}

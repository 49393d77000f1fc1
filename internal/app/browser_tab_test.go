package app

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// hidden is what no page and no frame may ever have: the model's thoughts and
// the calls it makes.
var hidden = []string{"秘密", "think>", "think&gt;", `think\u003e`, "arguments"}

// witness looks at the page after every change of it: no line and no words may
// stand there twice, not even for a moment, and nothing hidden at all. It
// remembers every state of the reply that was being written.
const witness = `(() => {
  const hidden = %s;
  const words = (where) => [...document.querySelectorAll(where + ' .words')].map((n) => n.textContent).filter(Boolean);
  const reported = new Set();
  const report = (what) => {
    if (!reported.has(what)) console.error('witness: ' + what);
    reported.add(what);
  };
  const twice = (all) => all.filter((x, i) => all.indexOf(x) !== i);
  window.witness = {
    states: [],
    open: () => words('.open').join('|'),
    waiting: () => words('.pending'),
    lines: () => [...document.querySelectorAll('[role=log] article[data-id]')].map((n) => ({
      id: n.dataset.id, mine: n.classList.contains('person'),
      text: n.querySelector('.words').textContent, from: n.querySelector('.origin')?.textContent ?? '',
    })),
    texts: () => window.witness.lines().map((l) => l.text.trim()),
  };
  const look = () => {
    const all = (document.documentElement?.outerHTML ?? '') + document.documentElement?.textContent;
    for (const h of hidden) if (all.includes(h)) report('hidden: ' + h);
    for (const id of twice(window.witness.lines().map((l) => l.id))) report('line twice: ' + id);
    for (const w of twice(words('.line').map((t) => t.trim()))) report('words twice: ' + w);
    const open = window.witness.open();
    if (window.witness.states.at(-1) !== open) window.witness.states.push(open);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
})();`

// tab is one tab of a browser, with what it complained about.
type tab struct {
	s   *stage
	ctx context.Context
	// partly allows the tab to show only the end of the conversation.
	partly bool

	mu       sync.Mutex
	console  []string
	failures []string // connections that failed
	says     int      // messages sent over sockets, repeated ones too
	frames   int
}

// tab opens a tab; parent decides in which browser profile.
func (s *stage) tab(parent context.Context, opts ...chromedp.ContextOption) *tab {
	s.t.Helper()
	p := &tab{s: s}
	ctx, cancel := chromedp.NewContext(parent, append(opts, chromedp.WithListener(p.heard))...)
	s.t.Cleanup(cancel)
	p.ctx = ctx
	names, err := json.Marshal(hidden)
	if err != nil {
		s.t.Fatal(err)
	}
	script := fmt.Sprintf(witness, names)
	if err := chromedp.Do(ctx); err != nil { // without a time limit: this opens the tab
		s.t.Fatal(err)
	}
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		if err != nil {
			return err
		}
		_, err = chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		return err
	})
	return p
}

// second opens one more tab of the same browser profile.
func (p *tab) second() *tab {
	p.s.t.Helper()
	q := p.s.tab(p.ctx)
	q.goTo(p.s.door.url())
	q.ready()
	return q
}

// heard notes what the browser tells of a tab.
func (p *tab) heard(ev any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := ev.(type) {
	case *runtime.EventConsoleAPICalled:
		said := string(e.Type) + ":"
		for _, a := range e.Args {
			said += " " + string(a.Value) + a.Description
		}
		p.console = append(p.console, said)
	case *runtime.EventExceptionThrown:
		p.console = append(p.console, e.ExceptionDetails.Text)
	case *cdplog.EventEntryAdded:
		if e.Entry.Source == cdplog.EntrySourceNetwork {
			p.failures = append(p.failures, e.Entry.Text)
		} else if e.Entry.Level != cdplog.EntryLevelVerbose {
			p.console = append(p.console, e.Entry.Text)
		}
	case *network.EventWebSocketFrameReceived:
		p.frames++
		for _, h := range hidden {
			if strings.Contains(string(e.Response.PayloadData), h) {
				p.console = append(p.console, "in a frame: "+string(e.Response.PayloadData))
			}
		}
	case *network.EventWebSocketFrameSent:
		if strings.Contains(string(e.Response.PayloadData), `"type":"say"`) {
			p.says++
		}
	}
}

// quiet fails if the browser or the witness had anything to complain about.
func (p *tab) quiet() {
	p.s.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	bad := p.console
	if !p.s.rough {
		bad = append(bad, p.failures...)
	}
	if len(bad) > 0 {
		p.s.t.Errorf("the browser says:\n%s", strings.Join(bad, "\n"))
	}
	if p.frames == 0 {
		p.s.t.Error("no frame was looked at")
	}
}

func (p *tab) saysSent() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.says
}

// call does something with the browser that takes no time.
func (p *tab) call(do func(context.Context) error) {
	p.s.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := do(ctx); err != nil {
		p.fail("%v", err)
	}
}

// do runs actions.
func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.s.t.Helper()
	p.call(func(ctx context.Context) error { return chromedp.Do(ctx, steps...) })
}

func (p *tab) goTo(url string)       { p.s.t.Helper(); p.do(chromedp.Navigate(url)) }
func (p *tab) click(selector string) { p.s.t.Helper(); p.do(chromedp.Click(chromedp.CSS(selector))) }

// eval gives the value of an expression.
func eval[T any](p *tab, expression string) (v T) {
	p.s.t.Helper()
	p.call(func(ctx context.Context) (err error) {
		v, err = chromedp.Run(ctx, chromedp.Evaluate[T](expression))
		return err
	})
	return v
}

// until waits for a condition of the page, through any navigation.
func (p *tab) until(what, condition string) {
	p.s.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	for {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](condition))
		switch {
		case err == nil && ok:
			return
		case ctx.Err() != nil:
			p.fail("waited in vain until %s: %s (%v)", what, condition, err)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// ready waits until the conversation is there and the socket too.
func (p *tab) ready() {
	p.s.t.Helper()
	p.until("the page is connected", `document.querySelector('kokoron-status')?.dataset.line === 'open' &&
		document.querySelector('[role=log]')?.ariaBusy === 'false'`)
	if !slices.Contains(p.s.tabs, p) {
		p.s.tabs = append(p.s.tabs, p)
	}
}

// key lets the browser believe that Enter, as the key of that code, went down.
// With text, as a keyboard gives it, the browser also does what the key does
// unless the page prevents it.
func (p *tab) key(code int64, text string) {
	p.s.t.Helper()
	p.call(func(ctx context.Context) error {
		press := input.DispatchKeyEventParams{
			Type: input.DispatchKeyEventTypeKeyDown, Key: "Enter", Code: "Enter",
			WindowsVirtualKeyCode: code, NativeVirtualKeyCode: code, Text: text,
		}
		if _, err := chromedp.Call(ctx, input.DispatchKeyEvent, press); err != nil {
			return err
		}
		press.Type, press.Text = input.DispatchKeyEventTypeKeyUp, ""
		_, err := chromedp.Call(ctx, input.DispatchKeyEvent, press)
		return err
	})
}

// enter presses Enter.
func (p *tab) enter() { p.s.t.Helper(); p.key(13, "\r") }

// write puts text into the composer as an input method does.
func (p *tab) write(text string) {
	p.s.t.Helper()
	p.click("textarea")
	p.insert(text)
}

// insert puts text where the cursor is; it ends a composition.
func (p *tab) insert(text string) {
	p.s.t.Helper()
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, input.InsertText, input.InsertTextParams{Text: text})
		return err
	})
}

// say writes a message and sends it.
func (p *tab) say(text string) {
	p.s.t.Helper()
	p.write(text)
	p.enter()
}

// writing waits until the open reply is exactly this.
func (p *tab) writing(text string) {
	p.s.t.Helper()
	p.until("she is writing", fmt.Sprintf("witness.open() === %q", text))
}

// shows waits until a whole line of these words stands there.
func (p *tab) shows(text string) {
	p.s.t.Helper()
	p.until("the line is there", fmt.Sprintf("witness.texts().includes(%q)", text))
}

// fail ends the test and says what the page looked like.
func (p *tab) fail(format string, args ...any) {
	p.s.t.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(p.ctx), 5*time.Second)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`location.href + '\n' + document.body.innerText`))
	if err != nil {
		text = err.Error()
	}
	picture := "none"
	if png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot()); err == nil {
		picture = keepPicture(png)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.s.t.Fatalf("%s\nthe page (picture: %s):\n%s\nthe browser says:\n%s", fmt.Sprintf(format, args...), picture, text,
		strings.Join(append(p.console, p.failures...), "\n"))
}

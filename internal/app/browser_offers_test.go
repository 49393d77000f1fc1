package app

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
)

// underLast is what stands under the last line: its buttons, then what was
// chosen.
const underLast = `(() => {
	const all = [...document.querySelectorAll('article.companion')].at(-1)?.querySelector('kokoron-offers');
	return all ? [...all.querySelectorAll('button')].map((n) => n.textContent).join(' | ') + ' > ' + all.querySelector('.said').textContent : '';
})()`

// spokenTo shows what is said unasked with its buttons, on two tabs; a choice
// is kept, seen on both, and still there on a page that is loaded anew.
func spokenTo(s *stage) {
	s.rough = true // the line is down for a while
	// At whatever hour the test runs.
	if err := os.WriteFile(filepath.Join(s.home, "config.toml"), []byte("[autonomy]\nactive_hours = \"00:00-24:00\"\n"), 0o600); err != nil {
		s.t.Fatal(err)
	}
	s.open()
	p := s.visit()
	q := p.second()
	shows := func(t *tab, want string) {
		s.t.Helper()
		t.until("under the last line stands "+want, fmt.Sprintf("%s === %q", underLast, want))
	}
	const words = "庭のトマトが赤くなりました。"
	m, err := s.app.ops.Speak(s.t.Context(), governor.Wish{ID: "wish", Person: person.OwnerID, Kind: governor.Thought, Topic: "庭", Text: words, Cause: "朝だから"})
	if err != nil || m.ID == "" {
		s.t.Fatalf("%+v, %v", m, err)
	}
	const choices, chosen = "あとで | こういう話は控えめに | この話はもうしない > ", " > ✓ あとで、よいころにもう一度言います"
	for _, t := range []*tab{p, q} {
		t.shows(words)
		shows(t, choices)
	}
	p.until("they are a group with a name", `document.querySelector('.offers[role=group]').ariaLabel === 'この話しかけについて'`)
	s.door.close(sockets)
	p.until("without a line nothing can be chosen", `[...document.querySelectorAll('.offers button')].every((n) => n.disabled)`)
	s.door.open()
	p.until("with it, it can", `[...document.querySelectorAll('.offers button')].every((n) => !n.disabled)`)
	eval[bool](p, `(document.querySelector('.offers button').focus(), true)`)
	p.enter()
	shows(p, chosen)
	shows(q, chosen)
	p.until("the focus is on what came of it", `document.activeElement.className === 'said'`)
	if got, err := s.app.ops.WhyNow(s.t.Context(), ops.Viewer{View: person.ViewOf(s.app.ops.Owner)}, "wish"); err != nil || got.Message.Buttons["later"].IsZero() {
		s.t.Errorf("it was not kept: %+v, %v", got.Message, err)
	}
	p.do(chromedp.Reload())
	shows(p, chosen)

	at := time.Now().Add(2 * time.Second).Format(time.RFC3339)
	if _, err := s.app.ops.SetReminder(s.t.Context(), s.app.ops.Owner, ops.ToRemind{Text: "薬を飲む", When: at}); err != nil {
		s.t.Fatal(err)
	}
	shows(p, "少しあとでもう一度 | 済んだ > ")
	p.say("/done") // as one does where there are no buttons
	p.until("the command is answered", `document.querySelector('.note.answer .words')?.textContent === '済みにしました。'`)
	shows(p, " > ✓ 済みにしました")
	shows(q, " > ✓ 済みにしました")
	p.do(chromedp.Reload())
	shows(p, " > ✓ 済みにしました")
	s.finish()
}

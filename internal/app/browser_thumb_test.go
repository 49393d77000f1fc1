package app

import (
	"fmt"

	"github.com/chromedp/chromedp"
)

// pressedThumbs is what the page says of the thumbs under the last reply.
const pressedThumbs = `[...document.querySelectorAll('article.companion:last-of-type .thumb')].map((n) => n.ariaPressed).join()`

// reactedTo gives a thumb under a reply, changes it and takes it back, and
// finds it again on a page that is loaded anew.
func reactedTo(s *stage) {
	s.open()
	p := s.visit()
	p.say("やあ")
	p.shows("返事その1。")
	says := func(what, want string) {
		s.t.Helper()
		p.until(what, fmt.Sprintf("%s === %q", pressedThumbs, want))
	}
	says("a reply has thumbs, and none is down", "false,false")
	p.until("a message has none", `!document.querySelector('article.person .thumb')`)
	p.until("they say what they are for", `document.querySelector('.thumb').ariaLabel === 'この返事はよかった'`)
	p.click(".thumb:last-of-type")
	says("it is down", "false,true")
	p.click(".ask + .thumb")
	says("the other is", "true,false")
	p.do(chromedp.Reload())
	says("it still is", "true,false")
	p.click(".ask + .thumb")
	says("it is taken back", "false,false")
	s.finish()
}

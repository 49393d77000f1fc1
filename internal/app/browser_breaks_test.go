package app

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"syscall"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/memory/diary"
)

// down waits until the page knows that its line is down.
func (p *tab) down() {
	p.s.t.Helper()
	p.until("the line is down", `document.querySelector('kokoron-status').dataset.line !== 'open'`)
}

// online tells the page that the network is back, so that it does not wait.
func (p *tab) online() {
	p.s.t.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](`dispatchEvent(new Event('online'))`))
}

// kept waits until a line is on disk.
func (p *tab) kept(text string) {
	p.s.t.Helper()
	is := func(line diary.Line) bool { return line.Text == text }
	for began := time.Now(); !slices.ContainsFunc(p.s.diary(), is); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > patience {
			p.fail("%q is not in the diary", text)
		}
	}
}

// socketCut cuts the line in the middle of a reply, so that its rest comes to
// the next socket, and once more, so that it ends while nobody is connected.
func socketCut(s *stage) {
	s.rough = true
	second, third := make(chan struct{}), make(chan struct{})
	s.answer("数えて", vllmtest.Script{Pieces: []vllmtest.Piece{{Text: "一、"}, held(second, "二、"), held(third, "三。")}})
	s.open()
	p := s.visit()
	p.say("数えて")
	p.writing("一、")
	s.door.close(everything)
	p.down()
	close(second)
	s.door.open()
	p.online()
	p.writing("一、二、")
	s.door.close(everything)
	p.down()
	close(third)
	p.kept("一、二、三。")
	s.door.open()
	p.online()
	p.shows("一、二、三。")
	if states := eval[[]string](p, `witness.states.filter((s) => !'一、二、三。'.startsWith(s))`); len(states) > 0 {
		p.fail("the reply looked like this: %q", states)
	}
	if n := p.saysSent(); n != 1 {
		s.t.Errorf("the message was sent %d times", n)
	}
	s.finish()
}

// ackLost cuts the line after a message came and before the page knows that:
// it sends the message again, which changes nothing.
func ackLost(s *stage) {
	s.rough = true
	s.open()
	p := s.visit()
	s.door.silence(true)
	p.say("届いた？")
	p.kept("届いた？")
	p.until("the message waits", `witness.waiting().length === 1`)
	s.door.silence(false)
	s.door.cut()
	p.shows("返事その1。")
	if n := p.saysSent(); n != 2 {
		s.t.Errorf("the message was sent %d times, want twice", n)
	}
	if n := len(s.finish()); n != 2 {
		s.t.Errorf("%d lines, want 2", n)
	}
}

// killedAndRestarted kills the companion in the middle of a reply, and then at
// random moments after a message was sent.
func killedAndRestarted(s *stage) {
	s.rough = true
	never := make(chan struct{})
	s.answer("最初",
		vllmtest.Script{Pieces: []vllmtest.Piece{{Text: "途中までの"}, held(never, "返事")}},
		vllmtest.Say("一つだけの", "返事です。"))
	v := newVictim(s.t, s.model.URL(), childWeb+"=1", "KOKORON_LISTEN=127.0.0.1:0")
	s.home = v.home
	s.spawn(v)
	p := s.visit()
	q := p.second()
	p.say("最初の言葉")
	p.writing("途中までの")
	q.writing("途中までの")
	v.kill(syscall.SIGKILL)
	p.down()
	p.say("いない間の言葉")
	p.until("the message waits", `witness.waiting().length === 1`)
	s.spawn(v)
	p.online()
	p.shows("一つだけの返事です。")
	p.shows("いない間の言葉")
	q.shows("一つだけの返事です。")

	texts := []string{"最初の言葉", "いない間の言葉"}
	seed := uint64(time.Now().UnixNano())
	rnd := rand.New(rand.NewPCG(seed, 1))
	s.t.Logf("seed %d", seed)
	for i := range 3 {
		texts = append(texts, fmt.Sprintf("言葉その%d", i), fmt.Sprintf("続きその%d", i))
		p.say(texts[len(texts)-2])
		p.say(texts[len(texts)-1])
		time.Sleep(time.Duration(rnd.IntN(700)) * time.Millisecond)
		v.kill(syscall.SIGKILL)
		p.down()
		s.spawn(v)
		p.online()
		q.online()
		p.ready()
	}
	p.say("おしまい")
	p.shows("おしまい")
	p.until("all is answered", `witness.lines().at(-1)?.mine === false && witness.waiting().length === 0`)
	q.until("the other tab has it, too", fmt.Sprintf(`witness.lines().at(-1)?.id === %q`, eval[string](p, `witness.lines().at(-1).id`)))
	lines := s.finish()
	var said []string
	for _, line := range lines {
		if line.Mine {
			said = append(said, line.Text)
		}
	}
	if want := append(texts, "おしまい"); fmt.Sprint(said) != fmt.Sprint(want) {
		s.t.Errorf("seed %d: said %q, want %q\nlog of the companion:\n%s", seed, said, want, v.log.String())
	}
}

// network lets the browser believe that the machine is offline, or is not.
func (p *tab) network(offline bool) {
	p.s.t.Helper()
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: offline, DownloadThroughput: -1, UploadThroughput: -1})
		return err
	})
}

// threeWait writes three messages, which wait.
func (p *tab) threeWait() {
	p.s.t.Helper()
	for i, text := range three {
		p.say(text)
		p.until("the message waits", fmt.Sprintf(`witness.waiting().length === %d`, i+1))
	}
	p.until("the page says so", `document.querySelector('.banner:not(.quiet)').hidden === false`)
}

var three = []string{"一つ目", "二つ目", "三つ目"}

// threeCame sees that the three came once and in order.
func (p *tab) threeCame() {
	p.s.t.Helper()
	p.until("the messages are gone", `witness.waiting().length === 0`)
	p.until("all is answered", `witness.lines().at(-1)?.mine === false`)
	if n := p.saysSent(); n != len(three) {
		p.s.t.Errorf("%d messages were sent, want %d", n, len(three))
	}
	p.s.finish()
	var said []string
	for _, line := range p.s.diary() {
		if line.Role == diary.Person {
			said = append(said, line.Text)
		}
	}
	if fmt.Sprint(said) != fmt.Sprint(three) {
		p.s.t.Errorf("said %q, want %q", said, three)
	}
}

func offlineAndBack(s *stage) {
	s.rough = true
	s.open()
	p := s.visit()
	p.network(true)
	s.door.close(everything)
	p.down()
	p.threeWait()
	s.door.open()
	p.network(false)
	p.threeCame()
}

// reloadWhileWaiting reloads the page while it has no socket.
func reloadWhileWaiting(s *stage) {
	s.rough = true
	s.open()
	p := s.visit()
	s.door.close(sockets)
	p.down()
	p.threeWait()
	p.write("書きかけ")
	p.do(chromedp.Reload())
	p.until("the messages still wait", `witness.waiting().join() === '一つ目,二つ目,三つ目' && document.querySelector('textarea').value === '書きかけ'`)
	s.door.open()
	p.online()
	p.threeCame()
}

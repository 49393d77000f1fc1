package app

import (
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/channels/terminal"
	"github.com/kokoron/kokoron/memory/diary"
)

// TestTwentyMessagesInTheDark: the model server dies in the middle of a reply,
// is away, fails, and comes back, while the owner writes on three channels and
// the companion is restarted. Every message is answered once and in order.
func TestTwentyMessagesInTheDark(t *testing.T) {
	t.Parallel() // it waits most of the time
	model := vllmtest.New(t)
	model.Respond(func(r vllmtest.Request) vllmtest.Script {
		return vllmtest.Say("これは途中", "で", "切れる").Ending(vllmtest.EndDrop)
	})
	s := newScene(t, model.URL())
	n := 0
	say := func(channel int) {
		n++
		text := fmt.Sprintf("言葉(%d)", n)
		switch channel {
		case 0:
			s.sayOnTelegram(text)
		case 1:
			s.page.say(text)
		default:
			c := s.v.dial("chat")
			defer c.Close()
			if err := c.Send(terminal.Up{Text: text, Ext: fmt.Sprint("t", n)}); err != nil {
				t.Error(err)
			}
			for d := (terminal.Down{}); d.Ack == ""; {
				if err := c.Recv(&d); err != nil {
					t.Error(err)
					return
				}
			}
		}
	}
	ctx := t.Context()
	go s.page.run(ctx)
	say(0)
	eventually(func() bool { return len(model.Requests()) >= 2 }) // it broke off, twice
	model.Close()
	for i := range 9 {
		say(i % 3)
	}
	s.v.kill(syscall.SIGKILL)
	s.v.start()
	for i := range 10 {
		say(i % 3)
	}
	back := vllmtest.New(t, vllmtest.Addr(model.Addr()))
	back.Respond(func(vllmtest.Request) vllmtest.Script { return vllmtest.Refuse(500, "oops") })
	eventually(func() bool { return len(back.Requests()) > 2 })
	back.Respond(talkative)
	returned := time.Now()
	answers := func() (numbers []int) {
		for _, l := range s.page.view() {
			numbers = append(numbers, answersIn(l.Text)...)
		}
		return numbers
	}
	if !eventually(func() bool { return len(answers()) >= n }) {
		t.Fatalf("answered %v of %d\n%s", answers(), n, s.v.log.String())
	}
	t.Logf("all answered %v after the return", time.Since(returned).Round(time.Millisecond))
	s.v.kill(syscall.SIGTERM)
	lines := diaryOf(t, s.v.home)
	slices.SortFunc(lines, func(a, b diary.Line) int { return strings.Compare(string(a.ID), string(b.ID)) })
	var said, answered []int
	for _, l := range lines {
		if l.Role == diary.Person {
			said = append(said, numberIn(l.Text))
		}
		answered = append(answered, answersIn(l.Text)...)
	}
	if !slices.Equal(answered, said) || len(said) != n {
		t.Errorf("said %v, answered %v", said, answered)
	}
	if told := strings.Count(s.v.log.String(), "messages are kept"); told != 3 {
		t.Errorf("told %d times that the model is away, on three channels", told)
	}
	for _, r := range back.Requests() {
		if strings.Count(r.Last(), "途中") > 0 {
			t.Error("the reply that broke off was taken for one")
		}
	}
}

package app

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/channels/terminal"
	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
)

// talker sends messages from a terminal and notes what was acknowledged and
// shown.
type talker struct {
	mu    sync.Mutex
	texts map[string]string  // ext → text
	acked map[turn.ID]string // message id → text
	shown map[turn.ID]turn.Outgoing
	twice int // replies delivered again: the process died before it could note them
}

func (p *talker) say(c *control.Conn, ext, text string) error {
	p.mu.Lock()
	p.texts[ext] = text
	p.mu.Unlock()
	return c.Send(terminal.Up{Text: text, Ext: ext})
}

// listen reads frames until the connection breaks.
func (p *talker) listen(c *control.Conn, done chan<- struct{}) {
	defer close(done)
	for {
		var d terminal.Down
		if c.Recv(&d) != nil {
			return
		}
		switch {
		case d.Ack != "":
			p.mu.Lock()
			p.acked[d.Ack] = p.texts[d.Ext]
			p.mu.Unlock()
		case d.Reply != nil:
			if _, ok := p.shown[d.Reply.ID]; ok {
				p.twice++
			}
			p.shown[d.Reply.ID] = *d.Reply
			if c.Send(terminal.Up{Seen: d.Reply.ID}) != nil {
				return
			}
		case d.Event != nil && d.Event.Kind != turn.ToolUse && leaks(d.Event.Text):
			panic("a thought or a call was shown: " + d.Event.Text)
		}
	}
}

// TestKilledAtRandomPoints sends messages, some of which make the model call a
// tool, kills the companion at random moments, and at the end looks at what
// each acknowledged message came to.
func TestKilledAtRandomPoints(t *testing.T) {
	model := vllmtest.New(t)
	model.Respond(scripted)
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 1))

	v := newVictim(t, model.URL())
	p := &talker{texts: map[string]string{}, acked: map[turn.ID]string{}, shown: map[turn.ID]turn.Outgoing{}}
	n := 0
	for range kills(t) {
		v.start()
		c := v.dial("chat")
		done := make(chan struct{})
		go p.listen(c, done)
		for range 1 + rnd.IntN(3) {
			n++
			text := fmt.Sprintf("言葉(%d)", n)
			if rnd.IntN(2) == 0 {
				text += fmt.Sprintf(" 覚えて(%d)", n)
			}
			if p.say(c, fmt.Sprint("ext-", n), text) != nil {
				break
			}
			time.Sleep(time.Duration(rnd.IntN(40)) * time.Millisecond)
		}
		time.Sleep(time.Duration(rnd.IntN(700)) * time.Millisecond)
		v.kill(syscall.SIGKILL)
		c.Close()
		<-done
	}
	settle(v, p)
	examine(t, v, p, seed)
}

// settle lets the companion answer all that is owed, then ends it in peace.
func settle(v *victim, p *talker) {
	v.t.Helper()
	v.start()
	c := v.dial("chat")
	done := make(chan struct{})
	go p.listen(c, done)
	quiet := time.Now()
	for last := -1; time.Since(quiet) < 3*time.Second; time.Sleep(100 * time.Millisecond) {
		if n := diaryLines(v.home); n != last {
			last, quiet = n, time.Now()
		}
	}
	v.kill(syscall.SIGTERM)
	c.Close()
	<-done
}

func diaryLines(home string) int {
	raw, err := exec.Command("sh", "-c", "cat '"+home+"'/diary/*/*.jsonl").Output()
	if err != nil {
		return 0
	}
	return bytes.Count(raw, []byte("\n"))
}

// examine compares what was acknowledged with what is on disk.
func examine(t *testing.T, v *victim, p *talker, seed uint64) {
	t.Helper()
	lines := diaryOf(t, v.home)
	said, replied := map[turn.ID]int{}, map[turn.ID]int{}
	for _, l := range lines {
		if l.Role == diary.Person {
			said[l.ID]++
			continue
		}
		replied[l.ID]++
		if _, ok := p.shown[l.ID]; !ok {
			t.Errorf("a reply in the diary was never shown: %s", l.Text)
		}
		if leaks(l.Text) {
			t.Errorf("in the diary: %s", l.Text)
		}
	}
	answered := map[turn.ID]int{}
	for _, o := range p.shown {
		if replied[o.ID] != 1 {
			t.Errorf("reply %s: %d diary lines", o.ID, replied[o.ID])
		}
		for _, id := range o.Answers {
			answered[id]++
		}
	}
	for id, text := range p.acked {
		if said[id] != 1 || answered[id] != 1 {
			t.Errorf("%s %q: %d times in the diary, answered %d times", id, text, said[id], answered[id])
		}
	}
	for id, n := range said {
		if n != 1 || answered[id] != 1 {
			t.Errorf("message %s: %d lines, %d replies", id, n, answered[id])
		}
	}
	facts := factsOf(t, v.home)
	for _, l := range lines {
		if m := asksToSave.FindStringSubmatch(l.Text); m != nil && l.Role == diary.Person && facts["事実その"+m[1]+"番"] != 1 {
			t.Errorf("fact %s was stored %d times", m[1], facts["事実その"+m[1]+"番"])
		}
	}
	if len(p.acked) == 0 || len(facts) == 0 {
		t.Error("nothing was tried")
	}
	if !t.Failed() {
		t.Logf("proof: seed %d, %d kills: %d messages acknowledged, %d diary lines, %d effects; 0 lost, 0 answered twice, %d replies delivered again after a kill",
			seed, kills(t), len(p.acked), len(lines), len(facts), p.twice)
		return
	}
	t.Logf("log of the companion:\n%s", v.log.String())
}

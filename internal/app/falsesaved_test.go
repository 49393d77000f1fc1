package app

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/channels/terminal"
	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/ledger"
)

// pledge is a turn in which the model claims a write.
type pledge struct {
	lang, kind, text string // the sentence; kind "quoted" and "none" claim nothing
	way              string
}

// preludes are what comes before the claim.
var preludes = []string{"clear", "unclear", "written", "failed", "other"}

// pledges are the sentences of the engine's own test, each said in one way.
func pledges(t *testing.T) (list []pledge) {
	t.Helper()
	raw, err := os.ReadFile("../../agent/testdata/claims.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		if f := strings.SplitN(strings.TrimSpace(line), " ", 3); len(f) == 3 && f[0] != "#" {
			list = append(list, pledge{f[0], f[1], f[2], preludes[len(list)%len(preludes)]})
		}
	}
	return list
}

// words are what the person says in the n-th turn: something to remember, or a
// question.
func (p pledge) words(n int) string {
	if p.way == "clear" || p.way == "failed" {
		return fmt.Sprintf("番号%d、ラーメンが好きです", n)
	}
	return fmt.Sprintf("番号%d、ラーメンは好き？", n)
}

// swindler is a model that claims and does as it is told to.
type swindler struct {
	t    *testing.T
	home string
	list []pledge

	mu      sync.Mutex
	handles map[int]string  // of what is to be forgotten
	replies map[turn.ID]int // outgoing id → number of the turn
}

var toldHandle = regexp.MustCompile(`(#\d+) 「消す`)

func call(tool, args string) vllmtest.Script {
	return vllmtest.Text(fmt.Sprintf(`{"tool": %q, "arguments": %s}`, tool, args))
}

// forgets reports whether the model forgets something in this turn, which it
// must have saved in one before.
func (p pledge) forgets() bool {
	return p.way == "written" && p.kind == "forget" || p.way == "other" && p.kind == "memory"
}

// tooLong is more than one memory may have, and says nothing over and over.
func tooLong() string {
	out := make([]rune, memory.MaxContent+1)
	for i := range out {
		out[i] = rune(0x4e00 + i*7919%20000)
	}
	return string(out)
}

// model plays the turn as far as the rounds of the request have come.
func (s *swindler) model(r vllmtest.Request) vllmtest.Script {
	n := caseOf(r)
	if n < 0 {
		return vllmtest.Text("あらまし。")
	}
	p, again := s.list[n], strings.Contains(r.Last(), "<tool_results>")
	if strings.Contains(wordsOf(r), "準備") {
		if !again {
			return call("memory_save", fmt.Sprintf(`{"content": "消す%d"}`, n))
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.handles[n] = toldHandle.FindStringSubmatch(r.Last())[1]
		return vllmtest.Text("はい。")
	}
	switch {
	case again || p.way == "clear" || p.way == "unclear":
		return vllmtest.Say(strings.Split(p.text, "")...)
	case p.forgets():
		s.mu.Lock()
		defer s.mu.Unlock()
		return call("memory_forget", fmt.Sprintf(`{"id": %q}`, s.handles[n]))
	case p.way == "failed":
		return call("memory_save", fmt.Sprintf(`{"content": %q}`, tooLong()))
	}
	return call("memory_save", fmt.Sprintf(`{"content": "事実%d。"}`, n))
}

// TestFalseSavedOverTheWire: of all that a model claims to have written, the
// person is told, and the diary and the session keep, only what the ledger has.
func TestFalseSavedOverTheWire(t *testing.T) {
	t.Parallel()
	all := sampled(pledges(t), 144)
	const homes = 12
	var group sync.WaitGroup
	parts := make([]*swindler, homes)
	for i := range parts {
		s := &swindler{t: t, home: t.TempDir(), handles: map[int]string{}, replies: map[turn.ID]int{}}
		for n, p := range all {
			if n%homes == i {
				s.list = append(s.list, p)
			}
		}
		parts[i] = s
		model := vllmtest.New(t)
		model.Respond(s.model)
		group.Go(func() { converse(t, s.home, model.URL(), s.talk) })
	}
	group.Wait()
	tally := map[string]int{}
	for _, s := range parts {
		s.examine(tally)
	}
	t.Logf("proof: %d replies, %v", len(all), tally)
	if tally["claims"] < 90 || tally["corrected"] < 40 || tally["kept"] < 20 {
		t.Error("too little was tried")
	}
}

// sampled is a part of the list, evenly spread; all where KOKORON_PROVE is set.
func sampled(list []pledge, some int) (out []pledge) {
	if os.Getenv("KOKORON_PROVE") != "" {
		return list
	}
	for i := range some {
		out = append(out, list[i*len(list)/some])
	}
	return out
}

// talk has the turns.
func (s *swindler) talk(c *control.Conn) {
	for n, p := range s.list {
		if p.forgets() {
			s.turn(c, fmt.Sprintf("番号%d準備", n))
		}
		s.replies[s.turn(c, p.words(n))] = n
	}
}

// turn says something and waits for the reply.
func (s *swindler) turn(c *control.Conn, words string) turn.ID {
	if err := c.Send(terminal.Up{Text: words, Ext: words}); err != nil {
		s.t.Error(err)
		return ""
	}
	for shown := ""; ; {
		var d terminal.Down
		if err := c.Recv(&d); err != nil {
			s.t.Error(err)
			return ""
		}
		if d.Event != nil && d.Event.Kind == turn.Delta {
			shown += d.Event.Text
		} else if d.Event != nil && d.Event.Kind == turn.Retract {
			shown = d.Event.Text
		}
		if d.Reply == nil {
			continue
		}
		if shown != d.Reply.Text {
			s.t.Errorf("%q: the events show %q, the reply is %q", words, shown, d.Reply.Text)
		}
		if err := c.Send(terminal.Up{Seen: d.Reply.ID}); err != nil {
			s.t.Error(err)
		}
		return d.Reply.ID
	}
}

// examine compares what the diary tells with what the ledger has.
func (s *swindler) examine(tally map[string]int) {
	s.t.Helper()
	told := map[int]string{}
	for _, line := range diaryOf(s.t, s.home) {
		if n, ok := s.replies[line.ID]; ok {
			told[n] = line.Text
		}
	}
	db, err := kv.Open(s.home+"/kokoron.db", kv.Options{})
	if err != nil {
		s.t.Fatal(err)
	}
	defer db.Close()
	records, err := ledger.New(db).List(person.Only(person.ScopeOwner), "")
	if err != nil {
		s.t.Fatal(err)
	}
	for n, p := range s.list {
		reply, claimed := told[n], p.kind != "quoted" && p.kind != "none"
		intact := strings.Contains(reply, strings.TrimSpace(p.text))
		switch {
		case reply == "":
			s.t.Errorf("%q: no reply in the diary", p.text)
		case !claimed && !intact:
			s.t.Errorf("%q was changed to %q", p.text, reply)
		case !claimed:
			tally["no claim"]++
		case intact && !p.holds(n, records):
			s.t.Errorf("%q (%s, %s) is false: %q", p.text, p.kind, p.way, reply)
		case intact:
			tally["claims"]++
			tally["kept"]++
		default:
			tally["claims"]++
			tally["corrected"]++
		}
	}
}

// holds reports whether the ledger has what the n-th turn claims to have
// written: its fact, the person's words or what the sentence itself says; or
// that it forgot what it saved to forget.
func (p pledge) holds(n int, records []memory.Record) bool {
	for _, r := range records {
		saved := r.Status == memory.Active && (r.Content == fmt.Sprintf("事実%d。", n) ||
			strings.Contains(r.Content, fmt.Sprintf("番号%d、", n)) || strings.Contains(p.text, r.Content))
		forgot := r.Status == memory.Archived && r.Content == fmt.Sprintf("消す%d", n)
		updated := strings.Contains(p.text, "更新") || strings.Contains(p.text, "updated ")
		if p.kind == "memory" && (saved || forgot && updated) || p.kind == "forget" && forgot {
			return true
		}
	}
	return false
}

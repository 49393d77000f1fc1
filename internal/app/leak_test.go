package app

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/agent/session"
	"github.com/kokoron/kokoron/channels/terminal"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
)

// written is what a model writes in one turn, and what of it must not be seen.
type written struct {
	id      string
	script  vllmtest.Script
	asks    bool // it is a call
	front   bool // the thought of the server's kind comes before it
	broken  bool // the first time it breaks off in the middle
	retract bool // a preview may show more: only the end counts
	banned  []string
}

// secret is a thought in front of an output, as a template that opened it or
// the server itself has it.
const secret = "秘密の下書きを練っています"

// pieces are the shortest pieces of s of eight bytes and more, in whole runes.
func pieces(s string) (out []string) {
	for i := range s {
		j := i + 8
		for j < len(s) && !utf8.RuneStart(s[j]) {
			j++
		}
		if j <= len(s) {
			out = append(out, s[i:j])
		}
	}
	return out
}

// ban adds the pieces of each text that are in none of the accepted readings.
func (w *written) ban(accepted []string, texts ...string) {
	for _, text := range texts {
		for _, p := range pieces(text) {
			if !slices.ContainsFunc(accepted, func(a string) bool { return strings.Contains(a, p) }) {
				w.banned = append(w.banned, p)
			}
		}
	}
}

func caseLines(t *testing.T, file string, each func([]byte)) {
	t.Helper()
	f, err := os.Open("../../agent/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		each(sc.Bytes())
	}
}

// thoughts are the handed cases of the filter in one mode, cut as they are.
func thoughts(t *testing.T, mode string) (out []written) {
	caseLines(t, "stream/testdata/think_filter.jsonl", func(raw []byte) {
		var c struct {
			ID, Mode, Level, Encoding string
			Chunks                    []string
			Retract                   bool
			Visible                   string                     `json:"want_visible"`
			Thought                   string                     `json:"want_thought"`
			Never                     []string                   `json:"never_visible"`
			AlsoOK                    []struct{ Visible string } `json:"also_ok"`
		}
		if err := json.Unmarshal(raw, &c); err != nil {
			t.Fatal(err)
		}
		if c.Mode != mode || c.Chunks == nil || c.Encoding != "" || c.Level == "may" || strings.HasPrefix(c.Visible, "@") {
			return
		}
		w := written{id: c.ID, script: vllmtest.Say(c.Chunks...), retract: c.Retract, banned: c.Never}
		accepted := []string{c.Visible}
		for _, a := range c.AlsoOK {
			accepted = append(accepted, a.Visible)
		}
		if !strings.HasPrefix(c.Thought, "@") {
			w.ban(accepted, c.Thought)
		}
		out = append(out, w)
	})
	return out
}

// calls are the handed cases of the scanner that ask for tools which this
// companion has, in single characters.
func calls(t *testing.T) (out []written) {
	caseLines(t, "toolcall/testdata/tool_calls.jsonl", func(raw []byte) {
		var c struct {
			ID, Level string
			Output    *string
			Visible   string                     `json:"want_visible"`
			Never     []string                   `json:"must_not_show"`
			Calls     []struct{ Tool string }    `json:"want_calls"`
			AlsoOK    []struct{ Visible string } `json:"also_ok"`
		}
		if err := json.Unmarshal(raw, &c); err != nil {
			t.Fatal(err)
		}
		foreign := slices.ContainsFunc(c.Calls, func(a struct{ Tool string }) bool { return !strings.HasPrefix(a.Tool, "memory_s") })
		if c.Output == nil || c.Level == "may" || len(c.Calls) == 0 || foreign {
			return
		}
		w := written{id: c.ID, asks: true, script: vllmtest.Say(strings.Split(*c.Output, "")...), banned: c.Never}
		accepted := []string{c.Visible}
		for _, a := range c.AlsoOK {
			accepted = append(accepted, a.Visible)
		}
		w.ban(accepted, strings.Fields(*c.Output)...)
		out = append(out, w)
	})
	return out
}

// behind puts the thought of the server's kind in front of every output.
func behind(ws []written) []written {
	for i := range ws {
		ws[i].front = true
		ws[i].ban(nil, secret)
	}
	return ws
}

// breaking adds each output once more as one that first breaks off half way.
func breaking(ws []written) []written {
	for _, w := range ws {
		w.id, w.broken = w.id+" broken off", true
		ws = append(ws, w)
	}
	return ws
}

// kind is a kind of model server and what it writes.
type kind struct {
	opts  []vllmtest.Option
	front []vllmtest.Piece // a thought as this server has it
	ws    []written
	last  []written // never left out of a sample
}

func kinds(t *testing.T) map[string]kind {
	opened := vllmtest.Piece{Text: secret + "</think>"}
	own := vllmtest.Piece{Thought: secret}
	swallowed := written{id: "swallowed", script: vllmtest.Say(secret, "。答えは四十二"), banned: []string{"四十二"}}
	swallowed.ban(nil, secret)
	return map[string]kind{
		"tags in the text":         {ws: breaking(append(thoughts(t, "auto"), calls(t)...))},
		"template opens a thought": {[]vllmtest.Option{vllmtest.Prefill()}, []vllmtest.Piece{opened}, breaking(behind(calls(t))), thoughts(t, "prefilled")},
		"nobody knows whether":     {[]vllmtest.Option{vllmtest.Prefill(), vllmtest.NoTokenize()}, []vllmtest.Piece{opened}, behind(calls(t)), nil},
		"reasoning":                {nil, []vllmtest.Piece{own}, breaking(behind(calls(t))), nil},
		"reasoning_content":        {[]vllmtest.Option{vllmtest.LlamaCpp()}, []vllmtest.Piece{own}, behind(calls(t)), nil},
		"reasoning parser":         {[]vllmtest.Option{vllmtest.Prefill(), vllmtest.ReasoningParser()}, []vllmtest.Piece{opened}, behind(calls(t)), []written{swallowed}},
	}
}

// TestNothingLeaksOverTheWire lets model servers of every kind write thoughts
// and calls and looks at everything that leaves the companion: every frame to
// a terminal, the diary, and what it keeps of the conversation.
func TestNothingLeaksOverTheWire(t *testing.T) {
	for name, s := range kinds(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // a turn waits for the end of a burst most of the time
			l := &listener{
				t: t, ws: append(sample(s.ws, 14), s.last...), front: s.front, home: t.TempDir(), asked: map[int]int{}, replies: map[turn.ID]int{},
			}
			model := vllmtest.New(t, s.opts...)
			model.Respond(l.model)
			l.talk(model.URL())
			l.examine()
			thinking := 0
			for _, r := range model.Requests() {
				if r.Thinking {
					thinking++
				}
			}
			t.Logf("proof: %d of %d outputs, %d frames with text, %d generations (%d with thinking), %d checks",
				len(l.replies), len(s.ws)+len(s.last), l.frames, len(model.Requests()), thinking, l.checks)
			if len(l.replies) != len(l.ws) || len(l.ws) < 14 || l.checks < 1000 || thinking < len(l.ws) {
				t.Error("too little was tried")
			}
		})
	}
}

// sample is a part of the outputs, evenly spread; all where KOKORON_PROVE is set.
func sample(ws []written, some int) (out []written) {
	if os.Getenv("KOKORON_PROVE") != "" || len(ws) <= some {
		return ws
	}
	for i := range some {
		out = append(out, ws[i*len(ws)/some])
	}
	return out
}

// listener is somebody at a terminal who looks closely.
type listener struct {
	t     *testing.T
	ws    []written
	front []vllmtest.Piece
	home  string

	mu    sync.Mutex
	asked map[int]int // how often each output was asked for

	replies        map[turn.ID]int // outgoing id → number of the output
	frames, checks int
}

var caseNumber = regexp.MustCompile(`</data>\n番号(\d+)`)

// caseOf is the number of the output that a request's turn asks for, or -1.
func caseOf(r vllmtest.Request) int {
	n := -1
	for _, m := range r.Messages {
		if found := caseNumber.FindStringSubmatch(m.Content); found != nil && m.Role == "user" {
			n, _ = strconv.Atoi(found[1])
		}
	}
	return n
}

// model writes the output that the person's words ask for; asked again it says
// something short.
func (l *listener) model(r vllmtest.Request) vllmtest.Script {
	n := caseOf(r)
	if n < 0 {
		return vllmtest.Text("あらまし。") // a summary is wanted, without thinking
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked[n]++
	w := l.ws[n]
	script, front := w.script, w.front
	switch {
	case w.broken && l.asked[n] == 1:
		script.Pieces = script.Pieces[:1+len(script.Pieces)/2]
		script.End = vllmtest.EndDrop
	case w.broken && l.asked[n] > 2, !w.broken && l.asked[n] > 1:
		script, front = vllmtest.Text("おわり。"), true
	}
	if front && r.Thinking {
		script.Pieces = append(slices.Clone(l.front), script.Pieces...)
	}
	return script
}

// talk has one turn about each output.
func (l *listener) talk(url string) {
	l.t.Helper()
	converse(l.t, l.home, url, func(c *control.Conn) {
		for n := range l.ws {
			if !l.turn(c, n) {
				return
			}
		}
	})
}

// converse runs the companion of a home and lets somebody talk with it.
func converse(t *testing.T, home, url string, talk func(c *control.Conn)) {
	t.Helper()
	cfg, err := config.Load(home, func(name string) (string, bool) {
		v, ok := map[string]string{"KOKORON_MODEL_URL": url, "KOKORON_EMBED_URL": "", "KOKORON_CHROMA_URL": "", "TZ": "Asia/Tokyo", "LANG": "ja_JP.UTF-8"}[name]
		return v, ok
	})
	if err != nil {
		t.Error(err)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	a, err := Open(ctx, cfg, Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Error(err)
		return
	}
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	defer func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	c, err := control.Dial(ctx, RunDir(home), "chat", nil)
	if err != nil {
		t.Error(err)
		return
	}
	defer c.Close()
	talk(c)
}

// turn reads frames until the reply is there.
func (l *listener) turn(c *control.Conn, n int) bool {
	l.t.Helper()
	if err := c.Send(terminal.Up{Text: fmt.Sprintf("番号%d", n), Ext: fmt.Sprint("ext-", n)}); err != nil {
		l.t.Fatal(err)
	}
	shown := ""
	for {
		var d terminal.Down
		if err := c.Recv(&d); err != nil {
			l.t.Fatal(err)
		}
		switch {
		case d.Reply != nil:
			l.frames++
			l.check(n, "reply", d.Reply.Text)
			l.replies[d.Reply.ID] = n
			if shown != d.Reply.Text {
				l.t.Errorf("%s: the events show %q, the reply is %q", l.ws[n].id, shown, d.Reply.Text)
			}
			if err := c.Send(terminal.Up{Seen: d.Reply.ID}); err != nil {
				l.t.Fatal(err)
			}
			return !l.t.Failed()
		case d.Event == nil || d.Event.Kind == turn.ToolUse || d.Event.Text == "" && d.Event.Kind != turn.Retract:
			continue
		case d.Event.Kind == turn.Delta:
			shown += d.Event.Text
		case d.Event.Kind == turn.Retract:
			shown = d.Event.Text
		}
		l.frames++
		if !l.ws[n].retract {
			l.check(n, "frame", shown)
			l.check(n, "frame", d.Event.Text)
		}
	}
}

func (l *listener) check(n int, where, text string) {
	l.t.Helper()
	for _, bad := range l.ws[n].banned {
		l.checks++
		if strings.Contains(text, bad) {
			l.t.Errorf("%s, %s: %q is in %q", l.ws[n].id, where, bad, text)
			return
		}
	}
}

// examine looks at what is on disk when the companion has ended.
func (l *listener) examine() {
	l.t.Helper()
	d, err := diary.Open(l.home+"/diary", config.Config{}.Zone)
	if err != nil {
		l.t.Fatal(err)
	}
	lines, err := d.Recent(person.Only(person.ScopeOwner), 1_000_000)
	if err != nil {
		l.t.Fatal(err)
	}
	seen := 0
	for _, line := range lines {
		if n, ok := l.replies[line.ID]; ok {
			seen++
			l.check(n, "diary", line.Text)
		}
	}
	if seen != len(l.replies) {
		l.t.Errorf("%d of %d replies are in the diary", seen, len(l.replies))
	}
	db, err := kv.Open(l.home+"/kokoron.db", kv.Options{})
	if err != nil {
		l.t.Fatal(err)
	}
	defer db.Close()
	kept, err := session.New(db).Session(turn.Conv(person.OwnerID))
	if err != nil {
		l.t.Fatal(err)
	}
	for _, line := range kept.Lines {
		if n, ok := l.replies[line.ID]; ok {
			l.check(n, "session", line.Text)
		}
	}
	if len(kept.Lines) == 0 || strings.Contains(kept.Summary, secret) {
		l.t.Errorf("session %.200q", kept.Summary)
	}
}

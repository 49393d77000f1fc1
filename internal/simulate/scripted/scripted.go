// Package scripted is a model that plays a script: it says what the script has
// for the words it is asked, and answers everything else by plain rules, also
// the structured questions of encoding and consolidation.
//
// It speaks the wire of a real server (agent/rehearsal), so that the adapter of
// the product is what reads it. The same questions in the same order get the
// same answers with the same seed. What it writes of a talk or a day are the
// words that were said: it invents nothing. It is safe for concurrent use, and
// it is no language model: what it writes says nothing of how well one would
// do.
package scripted

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/kokoron/kokoron/agent/rehearsal"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/heuristics"
	"github.com/kokoron/kokoron/memory/policy"
)

// Name is what the model is called.
const Name = rehearsal.ModelName

// Model is one that listens.
type Model struct {
	seed uint64
	lang text.Lang
	addr string
	key  string
	done chan struct{}
	end  context.CancelFunc
	down atomic.Bool
	asks atomic.Int64

	mu      sync.Mutex
	replies map[string][]string // words → replies to them, in the order of the script
	alone   []string            // what it thinks next
	muse    func(rehearsal.Prompt) string
}

// Start listens on a free port of loopback until Close. lang is that of
// answers to words that do not show their own.
func Start(seed uint64, lang text.Lang, clk clock.Clock) (*Model, error) {
	m := &Model{seed: seed, lang: lang, replies: map[string][]string{}, done: make(chan struct{})}
	listen, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start scripted model: %w", err)
	}
	s := rehearsal.New(rehearsal.Config{Clock: clk, Answer: m.answer})
	m.addr, m.key = listen.Addr().String(), s.Key()
	var ctx context.Context
	ctx, m.end = context.WithCancel(context.Background())
	go func() {
		defer close(m.done)
		_ = s.Serve(ctx, &gate{Listener: listen, shut: &m.down}) // it ends with Close; until then a request that fails says so itself
	}()
	return m, nil
}

// URL is its base address, with /v1; Key the bearer token it asks for.
func (m *Model) URL() string { return "http://" + m.addr + "/v1" }

// Key is the bearer token it asks for.
func (m *Model) Key() string { return m.key }

// Asked is how often it was asked something so far.
func (m *Model) Asked() int { return int(m.asks.Load()) }

// Close stops it.
func (m *Model) Close() {
	m.end()
	<-m.done
}

// Expect adds a reply to words; the same words may have several, one after
// another.
func (m *Model) Expect(words, reply string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := strings.TrimSpace(words)
	m.replies[k] = append(m.replies[k], reply)
}

// Muse makes f write what the companion thinks by itself; it is called by one
// request at a time. "" leaves it to Think.
func (m *Model) Muse(f func(rehearsal.Prompt) string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.muse = f
}

// Think adds what the model writes when the companion thinks by itself, one
// time each. Without any it follows the rules of the rehearsal.
func (m *Model) Think(thought string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.alone = append(m.alone, thought)
}

// thought is what is written when the companion thinks by itself; not ok leaves
// it to the rules.
func (m *Model) thought(p rehearsal.Prompt) (said string, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.muse != nil {
		said = m.muse(p)
	}
	if said != "" || len(m.alone) == 0 {
		return said, said != ""
	}
	said, then := parts(m.alone[0])
	if p.Rounds > 0 {
		said = then
	}
	if then == "" || p.Rounds > 0 {
		m.alone = m.alone[1:]
	}
	return said, said != ""
}

// reply is what the script has for words, in parts: what is said before tools
// have run, and after.
func (m *Model) reply(words string, rounds int) (string, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := strings.TrimSpace(words)
	list := m.replies[k]
	if len(list) == 0 {
		_, k, _ = cutLast(k, "\n") // of a burst the last words count
		list = m.replies[k]
	}
	if len(list) == 0 {
		return "", false
	}
	first, then := parts(list[0])
	if then == "" || rounds > 0 {
		if len(list) > 1 { // the last one is said again where the words come again
			m.replies[k] = list[1:]
		}
	}
	if rounds > 0 {
		return then, then != ""
	}
	return first, true
}

func cutLast(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], strings.TrimSpace(s[i+len(sep):]), true
	}
	return "", s, false
}

// parts cuts a reply behind the last line that begins a tool call: what comes
// then is said when the tools have run.
func parts(reply string) (first, then string) {
	lines := strings.Split(reply, "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if l := strings.TrimSpace(lines[i]); strings.HasPrefix(l, `{"tool"`) {
			return strings.Join(lines[:i+1], "\n"), strings.Join(lines[i+1:], "\n")
		}
	}
	return reply, ""
}

// answer is asked by the server.
func (m *Model) answer(a rehearsal.Asked) (string, bool) {
	m.asks.Add(1)
	if len(a.Schema) > 0 {
		return structured(a), true
	}
	if a.Prompt.Alone() {
		return m.thought(a.Prompt)
	}
	words := a.Prompt.Message
	if words == "" {
		return summary(a.Words), true
	}
	if said, ok := m.reply(words, a.Prompt.Rounds); ok {
		return said, true
	}
	return m.byRule(a.Prompt)
}

// byRule answers what the script has nothing for; not ok leaves it to the
// rules of the rehearsal, which know the tools.
func (m *Model) byRule(p rehearsal.Prompt) (string, bool) {
	lang := text.Guess(p.Message, m.lang)
	if p.Rounds > 0 {
		return "", false
	}
	for _, n := range heuristics.Read(p.Message, lang) {
		if n.Explicit {
			return "", false
		}
	}
	say := phrases(lang)
	if memory.Asks(p.Message) {
		if line := recalled(p); line != "" {
			return strings.ReplaceAll(say.recall, "{words}", line), true
		}
		return say.unknown, true
	}
	return say.usual[m.pick(p.Message, len(say.usual))], true
}

// pick chooses by the words and the seed.
func (m *Model) pick(words string, n int) int {
	h := fnv.New64a()
	fmt.Fprint(h, m.seed, words)
	return int(h.Sum64() % uint64(n))
}

// recalled is the line of what came to mind that shares most with the words.
func recalled(p rehearsal.Prompt) (best string) {
	want, most := policy.Terms(p.Message), 0
	for line := range strings.Lines(p.Data) {
		shared := 0
		for t := range policy.Terms(line) {
			if want[t] {
				shared++
			}
		}
		if shared > most {
			best, most = strings.TrimSpace(line), shared
		}
	}
	return text.Excerpt(best, 120)
}

// structured answers by the members that the schema asks for.
func structured(a rehearsal.Asked) string {
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(a.Schema, &schema) != nil {
		return "{}"
	}
	var out any
	switch _, facts := schema.Properties["facts"]; {
	case facts:
		out = episode(a)
	case schema.Properties["notes"] != nil:
		out = day(a)
	default:
		out = gist(a)
	}
	raw, err := json.Marshal(out)
	if err != nil {
		return "{}" // strings and numbers always marshal
	}
	return string(raw)
}

package agent_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// leakCase is one handed case: what a model wrote, and what of it may be shown.
type leakCase struct {
	id      string
	whole   string
	chunks  []string
	prefill agent.Prefill
	retract bool     // text is shown and taken back: only the end counts
	allowed []string // what may be shown, in any of the accepted readings
	banned  []string // what must not be
}

// minPiece is the shortest piece of hidden text that counts as shown, in bytes.
const minPiece = 8

// pieces are the shortest pieces of s of minPiece bytes and more, in whole runes.
func pieces(s string) (out []string) {
	if len(s) < minPiece && len(s) > 2 {
		return []string{s}
	}
	for i := range s {
		j := i + minPiece
		for j < len(s) && !utf8.RuneStart(s[j]) {
			j++
		}
		if j <= len(s) {
			out = append(out, s[i:j])
		}
	}
	return out
}

var blank = regexp.MustCompile(`\s`)

// ban forbids every piece of s that no accepted reading shows.
func (c *leakCase) ban(s string) {
	for _, p := range pieces(s) {
		shown := false
		for _, a := range c.allowed {
			shown = shown || strings.Contains(a, p)
		}
		if !shown {
			c.banned = append(c.banned, p)
		}
	}
}

// banOutput forbids whatever the model wrote and no reading shows. Readings
// compare with blanks folded, so pieces with blanks in them say nothing.
func (c *leakCase) banOutput() {
	for _, word := range blank.Split(c.whole, -1) {
		if len(word) >= minPiece {
			c.ban(word)
		}
	}
}

func lines[T any](t testing.TB, file string) (all []T) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var v T
		if err := json.Unmarshal(sc.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

type wantedCall struct {
	Args json.RawMessage `json:"arguments"`
}

// strings in the arguments of calls.
var inQuotes = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)

func (c *leakCase) banCalls(calls []wantedCall) {
	for _, call := range calls {
		for _, m := range inQuotes.FindAllStringSubmatch(string(call.Args), -1) {
			c.ban(m[1])
		}
	}
}

// thinkCases are the handed cases of the filter. Those that are made of very
// long literals are left out and counted. Of those that are only nice to have
// no more is asked than what they name.
func thinkCases(t testing.TB) (out []leakCase, skipped int) {
	for _, c := range lines[struct {
		ID       string
		Level    string
		Mode     string
		Encoding string
		Chunks   []string
		Retract  bool
		Visible  string                              `json:"want_visible"`
		Thought  string                              `json:"want_thought"`
		Never    []string                            `json:"never_visible"`
		AlsoOK   []struct{ Visible, Thought string } `json:"also_ok"`
		Calls    []wantedCall                        `json:"want_calls"`
	}](t, "stream/testdata/think_filter.jsonl") {
		if c.Chunks == nil {
			skipped++
			continue
		}
		l := leakCase{id: c.ID, retract: c.Retract, allowed: []string{c.Visible}, banned: c.Never}
		if c.Mode == "prefilled" {
			l.prefill = agent.PrefillYes
		}
		for _, a := range c.AlsoOK {
			l.allowed = append(l.allowed, a.Visible)
		}
		for _, s := range c.Chunks {
			if c.Encoding == "base64" {
				raw, err := base64.StdEncoding.DecodeString(s)
				if err != nil {
					t.Fatal(err)
				}
				s = string(raw)
			}
			l.chunks = append(l.chunks, s)
			l.whole += s
		}
		if !strings.HasPrefix(c.Visible, "@") && c.Level != "may" {
			l.banOutput()
			l.banCalls(c.Calls)
			if !strings.HasPrefix(c.Thought, "@") {
				l.ban(c.Thought)
			}
		}
		out = append(out, l)
		if c.Retract { // where it is known that nothing is known, nothing is shown too early
			l.id, l.retract, l.prefill = l.id+" held", false, agent.PrefillUnknown
			out = append(out, l)
		}
	}
	return out, skipped
}

// callCases are the handed cases of the scanner.
func callCases(t testing.TB) (out []leakCase, skipped int) {
	for _, c := range lines[struct {
		ID      string
		Level   string
		Output  *string
		Visible string       `json:"want_visible"`
		Calls   []wantedCall `json:"want_calls"`
		Never   []string     `json:"must_not_show"`
		AlsoOK  []struct {
			Visible string       `json:"visible"`
			Calls   []wantedCall `json:"calls"`
		} `json:"also_ok"`
	}](t, "toolcall/testdata/tool_calls.jsonl") {
		if c.Output == nil {
			skipped++
			continue
		}
		l := leakCase{id: c.ID, whole: *c.Output, chunks: []string{*c.Output}, allowed: []string{c.Visible}, banned: c.Never}
		for _, a := range c.AlsoOK {
			l.allowed = append(l.allowed, a.Visible)
		}
		if !strings.HasPrefix(c.Visible, "@") && c.Level != "may" {
			l.banOutput()
			l.banCalls(c.Calls)
		}
		out = append(out, l)
	}
	return out, skipped
}

// caseTools are the tools that the cases take for registered.
func caseTools(t testing.TB) (out []tool.Spec) {
	raw, err := os.ReadFile("toolcall/testdata/tools.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Name       string
		Required   []string
		Properties map[string]tool.Type
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	for _, one := range list {
		s := tool.Spec{Name: one.Name}
		for name, kind := range one.Properties {
			s.Params = append(s.Params, tool.Param{Name: name, Type: kind})
		}
		out = append(out, s)
	}
	return out
}

// leakRig plays cases in a world and looks at all that is shown.
type leakRig struct {
	*world
	t     *testing.T
	tools []tool.Spec

	turns, states, checks int
	retracted             map[string]bool // cases that took text back
}

// For gives tools that have a text while the prompt is made; Rounds, which
// comes next, puts the tools of the cases in their place.
func (r *leakRig) For(person.Person) []tool.Spec {
	for i := range r.tools {
		r.specs[i] = tool.Spec{Name: "get_time"}
	}
	return r.specs
}

// Rounds implements agent.Steps.
func (r *leakRig) Rounds(ctx context.Context, id turn.ID) ([]agent.Round, error) {
	copy(r.specs, r.tools)
	return r.world.Rounds(ctx, id)
}

// play runs one turn whose first generation is g.
func (r *leakRig) play(c leakCase, ctx context.Context, g ...script) {
	r.t.Helper()
	r.scripts, r.requests, r.traces, r.events, r.ran = g, nil, nil, nil, nil
	clear(r.results)
	check := func(shown string) {
		r.states++
		for _, bad := range c.banned {
			r.checks++
			if strings.Contains(shown, bad) {
				r.t.Errorf("%s: %q was shown in %q", c.id, bad, shown)
			}
		}
	}
	r.watch = func(shown string, final bool) {
		if final || !c.retract {
			check(shown)
		}
	}
	reply, err := r.respond(ctx, said("hi"))
	r.turns++
	for _, g := range r.traces[0].Generations {
		if g.Retracted {
			r.retracted[c.id] = true
		}
	}
	if err != nil || reply.Text == "" {
		r.t.Errorf("%s: reply %q, %v", c.id, reply.Text, err)
	}
	check(reply.Text)
	if r.t.Failed() {
		r.t.FailNow()
	}
}

func (c leakCase) cut(chunks ...string) script { return gen(chunks...).from(c.prefill) }

// paths plays one way of cutting an output, whole is what comes and part what
// came until it broke off or was stopped, on every path.
func (r *leakRig) paths(c leakCase, chunks []string, part string) {
	r.t.Helper()
	ctx := context.Background()
	// Stream and final.
	r.rounds = nil
	r.play(c, ctx, c.cut(chunks...))
	// Retry: the stream breaks off, and a second one is whole.
	r.rounds = nil
	r.play(c, ctx, c.cut(part).breaks(errBroken), c.cut(chunks...))
	// Resume: behind a round that was stored before a crash.
	r.rounds = []agent.Round{round("Before.", asked("current_time", "{}"))}
	r.play(c, ctx, c.cut(chunks...))
	if c.retract {
		return // stopped before the closing tag, nothing tells the text from a reply
	}
	// Stop: nothing comes after this.
	r.rounds = nil
	stopped, cancel := context.WithCancelCause(ctx)
	r.play(c, stopped, c.cut(part).with(piece{do: func() { cancel(turn.ErrStopped) }}))
	cancel(nil)
}

// TestNothingLeaks plays all handed cases, cut once at every byte and into
// single bytes, on all paths: not one piece of a thought or of a call is ever
// shown, at any moment. Without KOKORON_PROVE it is a sample of the cuts. Texts taken back are exempt where the case says that a
// preview may show more; these cases are listed at the end.
func TestNothingLeaks(t *testing.T) {
	w := newWorld(t)
	r := &leakRig{world: w, t: t, tools: caseTools(t), retracted: map[string]bool{}}
	w.specs = make([]tool.Spec, len(r.tools))
	w.otherwise = &script{pieces: []piece{{text: "Well."}}}
	var err error
	w.engine, err = agent.New(agent.Config{Lang: "en", Zone: tokyo, MaxTokens: 1024, Thinking: true}, agent.Deps{
		Model: w, Tools: r, Steps: r, Sessions: w, Memory: w, Notes: w, Voice: w, Traces: w, Clock: fixedClock{}, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	cases, skipped := thinkCases(t)
	more, also := callCases(t)
	cases, skipped = append(cases, more...), skipped+also

	sample := 6 // of the cuts of a case
	if os.Getenv("KOKORON_PROVE") != "" {
		sample = 1 << 30
	}
	seed := uint64(20261130)
	rnd := rand.New(rand.NewPCG(seed, 0))
	cuts, all := 0, 0
	for _, c := range cases {
		r.paths(c, c.chunks, c.whole)
		single := make([]string, len(c.whole))
		for i := range single {
			single[i] = c.whole[i : i+1]
		}
		r.paths(c, single, c.whole)
		for i := range len(c.whole) + 1 {
			all++
			if rnd.IntN(len(c.whole)+1) >= sample {
				continue
			}
			cuts++
			r.paths(c, []string{c.whole[:i], c.whole[i:]}, c.whole[:i])
		}
	}
	t.Logf("proof: %d cases (%d generated ones left out), %d of %d cuts (seed %d), %d turns, %d states, %d checks",
		len(cases), skipped, cuts, all, seed, r.turns, r.states, r.checks)
	t.Logf("proof: cases that took text back: %q", slices.Sorted(maps.Keys(r.retracted)))
	if len(cases) < 210 || r.checks < 100_000 || cuts < len(cases) {
		t.Error("too little was checked")
	}
}

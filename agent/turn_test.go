package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/turn"
)

var errBroken = &fault.Incomplete{Err: errors.New("connection reset")}

// wholeTurn is a turn from the person's words to the reply.
type wholeTurn struct {
	name    string
	scripts []script
	want    string
	ran     []string // the tools that ran, in order
	check   func(t *testing.T, w *world)
}

func plainTurns() []wholeTurn {
	return []wholeTurn{
		{name: "plain reply", scripts: []script{gen("Hel", "lo.")}, want: "Hello."},
		{name: "blanks at both ends are left out", scripts: []script{gen("\n\n ", " Hello.\n", "\n")}, want: "Hello."},
		{
			name: "think, then reply", want: "Hello.",
			scripts: []script{gen("<thi", "nk>a secret</think>", "\n\nHello.")},
			check: func(t *testing.T, w *world) {
				if g := w.traces[0].Generations[0]; !strings.Contains(g.Thought, "a secret") {
					t.Errorf("trace has the thought %q", g.Thought)
				}
			},
		},
		{
			name: "the template opened the thought", want: "Hello.",
			scripts: []script{gen("a secret</think>Hello.").from(agent.PrefillYes)},
		},
		{
			name: "nobody knows whether it did", want: "Hello.",
			scripts: []script{gen("a secret", "</think>Hello.").from(agent.PrefillUnknown)},
			check:   neverTakenBack,
		},
		{
			name: "it did, and nobody said so", want: "Hello.",
			scripts: []script{gen("a secret", "</think>Hello.")},
			check: func(t *testing.T, w *world) {
				if got := w.kinds(turn.Retract); !reflect.DeepEqual(got, []string{""}) {
					t.Errorf("retractions: %q", got)
				}
				if g := w.traces[0].Generations[0]; !g.Retracted || !strings.Contains(g.Thought, "a secret") {
					t.Errorf("trace: %+v", g)
				}
			},
		},
		{
			name: "the server parts the thought itself", want: "Hello.",
			scripts: []script{gen().with(piece{thought: "a secret"}, piece{text: "Hello."})},
		},
		{
			name: "an empty answer is asked again without thinking", want: "Hello.",
			scripts: []script{gen("<think>only thoughts</think>"), gen("Hello.")},
			check: func(t *testing.T, w *world) {
				if w.requests[0].NoThinking || !w.requests[1].NoThinking {
					t.Error("thinking was not turned off, or too early")
				}
			},
		},
		{
			name: "empty twice", want: "[empty]",
			scripts: []script{gen("<think>never closed"), gen(" \n")},
		},
		{
			name: "the answer is only in the server's thought", want: "[empty]",
			scripts: []script{gen().with(piece{thought: "the answer is 42"}), gen().with(piece{thought: "the answer is 42"})},
		},
		{
			name: "all thought up to the longest length", want: "[empty]",
			scripts: []script{gen("<think>on and on").ends(tooLong()), gen("<think>and on").ends(tooLong())},
		},
		{
			name: "a reply that repeats itself is ended", want: "まあ。雨ですね。",
			scripts: []script{gen("まあ。", strings.Repeat("雨ですね。", 20), strings.Repeat("雨ですね。", 20))},
		},
		{
			name: "so is one behind a round", want: "One moment.\nWell. I see.", ran: []string{"get_time"},
			scripts: []script{gen("One moment." + call("get_time", "{}")), gen("Well. " + strings.Repeat("I see. ", 60) + "I s")},
		},
		{
			name: "so is one whose pages repeat", want: "Well.\n" + page,
			scripts: []script{gen("Well.\n", strings.Repeat(page+"\n", 6), page+"\n")},
		},
		{
			name: "a thought may repeat itself", want: "Hello.",
			scripts: []script{gen("<think>"+strings.Repeat("I see. ", 60), "</think>Hello.")},
		},
		{
			name: "but not without end", want: "Hello.",
			scripts: []script{gen("<think>"+strings.Repeat("I see. ", 300), "</think>Late."), gen("Hello.")},
			check: func(t *testing.T, w *world) {
				if len(w.requests) != 2 || !w.requests[1].NoThinking {
					t.Error("it is not asked again without thinking")
				}
			},
		},
		{
			name: "nor where the server parts the thought", want: "Hello.",
			scripts: []script{gen().with(piece{thought: strings.Repeat("I see. ", 300)}, piece{text: "Late."}), gen("Hello.")},
		},
		{
			name: "nor in a frame that is hidden", want: "Hello.",
			scripts: []script{gen("<data>\n"+strings.Repeat("I see. ", 300), "\n</data>\nLate."), gen("Hello.")},
		},
		{name: "the longest length", scripts: []script{gen("A long st").ends(tooLong())}, want: "A long st\n[cut]"},
	}
}

// page is a long thing to say again.
var page = "On Monday we go to the market and buy bread, cheese, olives and a bag of oranges for the week that comes. " +
	"On Tuesday we walk along the river as far as the old mill, where the herons stand, and come back by the bus. " +
	"On Wednesday we stay at home and read what we have put off since the summer, and nobody has to cook for once. " +
	"On Thursday we see the film."

// many asks for n tools, one a piece.
func many(n int, call func(i int) string) script {
	var s script
	for i := range n {
		s = s.with(piece{text: call(i) + "\n"})
	}
	return s.ends(agent.Completion{Finish: agent.FinishStop})
}

func toolTurns() []wholeTurn {
	return []wholeTurn{
		{
			name: "one tool, then the reply", want: "One moment.\nIt is late.", ran: []string{"get_time"},
			scripts: []script{gen("One moment.\n" + call("get_time", "{}")), gen("It is late.")},
		},
		{
			name: "too many tools at once: the first run", want: "Done.", ran: slices.Repeat([]string{"memory_save"}, 16),
			scripts: []script{many(1000, func(i int) string { return save(fmt.Sprintf("Cat %d likes tuna.", i)) }), gen("Done.")},
		},
		{
			name: "too many tools that do not exist", want: "Done.",
			scripts: []script{many(1000, func(i int) string { return call(fmt.Sprintf("conjure_%d", i), "{}") }), gen("Done.")},
			check: func(t *testing.T, w *world) {
				told := w.last().Messages
				if n := strings.Count(told[len(told)-1].Text, "<result "); n != 16 {
					t.Errorf("the model is told about %d calls", n)
				}
			},
		},
		{
			name: "a round that only says the same again", want: "One moment.\nIt is late.", ran: []string{"get_time", "memory_search"},
			scripts: []script{
				gen("One moment.\n" + call("get_time", "{}")), gen("One mom", "ent.\n"+call("memory_search", `{"query": "tea"}`)), gen("It is late."),
			},
		},
		{
			name: "a round that begins like the last one", want: "One moment.\nOne moment more.", ran: []string{"get_time"},
			scripts: []script{gen("One moment.\n" + call("get_time", "{}")), gen("One mom", "ent", " more.")},
		},
		{
			name: "several calls in one round", want: "Both done.", ran: []string{"memory_save", "memory_search"},
			scripts: []script{gen(save("tea") + "\n" + call("memory_search", `{"query": "tea"}`)), gen("Both done.")},
			check: func(t *testing.T, w *world) {
				if len(w.rounds) != 1 || len(w.rounds[0].Calls) != 2 || w.ran[0].Op == w.ran[1].Op {
					t.Errorf("rounds %+v, ops %q and %q", w.rounds, w.ran[0].Op, w.ran[1].Op)
				}
			},
		},
		{
			name: "an unknown tool", want: "Then without.",
			scripts: []script{gen(call("open_door", `{"which": "front"}`)), gen("Then without.")},
			check:   told(`no tool called "open_door"`),
		},
		{
			name: "arguments that do not fit", want: "Sorry.",
			scripts: []script{gen(call("memory_save", `{"importance": 3}`)), gen("Sorry.")},
			check:   told("content"),
		},
		{
			name: "a call that breaks off", want: "Never mind.",
			scripts: []script{gen(`{"tool": "memory_save", "arguments": {"content": "half a mem`), gen("Never mind.")},
			check:   told("could not be read to its end"),
		},
		{
			name: "the same call twice in one round", want: "Saved.", ran: []string{"memory_save"},
			scripts: []script{gen(save("tea") + "\n" + save("tea")), gen("Saved.")},
		},
		{
			name: "the same call, put another way, in one round", want: "Found.", ran: []string{"memory_search"},
			scripts: []script{gen(call("memory_search", `{"query": "tea", "limit": 3}`) + "\n" + call("memory_search", `{"limit": "3", "query": "tea"}`)), gen("Found.")},
		},
		{
			name: "the same call in the next round ends the rounds", want: "Saved.", ran: []string{"memory_save"},
			scripts: []script{gen(save("tea")), gen(save("tea")), gen(save("tea") + "Saved.")},
			check:   told("No more tools"),
		},
		{
			name: "five rounds, then no more", want: "Enough.", ran: []string{"memory_search", "memory_search", "memory_search", "memory_search", "memory_search"},
			scripts: []script{
				gen(call("memory_search", `{"query": "a"}`)), gen(call("memory_search", `{"query": "b"}`)), gen(call("memory_search", `{"query": "c"}`)),
				gen(call("memory_search", `{"query": "d"}`)), gen(call("memory_search", `{"query": "e"}`)),
				gen("Enough." + call("memory_search", `{"query": "f"}`)),
			},
			check: told("No more tools"),
		},
		{
			name: "nothing but calls when there are no more tools", want: "[empty]", ran: []string{"get_time"},
			scripts: []script{gen(call("get_time", "{}")), gen(call("get_time", "{}")), gen(call("get_time", "{}")), gen(call("get_time", "{}"))},
		},
		{
			name: "nothing said after a tool", want: "Let me see.\n[empty]", ran: []string{"memory_search"},
			scripts: []script{gen("Let me see." + call("memory_search", `{"query": "tea"}`)), gen(), gen()},
		},
		{
			name: "a call inside a thought is a thought", want: "Hello.",
			scripts: []script{gen("<think>" + save("tea") + "</think>Hello.")},
		},
		{
			name: "a call in text that was taken back", want: "Hello.",
			scripts: []script{gen("I could save it: "+save("tea")+"\n", "</think>", "Hello.")},
		},
		{
			name: "a length reached behind a call", want: "It is n\nYes.", ran: []string{"get_time"},
			scripts: []script{gen(call("get_time", "{}") + "\nIt is n").ends(tooLong()), gen("Yes.")},
		},
	}
}

func troubleTurns() []wholeTurn {
	return []wholeTurn{
		{
			name: "a window that is too small once", want: "Hello.",
			scripts: []script{instead(&fault.TooLong{Max: 4096}), gen("Hello.")},
			check: func(t *testing.T, w *world) {
				if a, b := len(whole(w.requests[0])), len(whole(w.requests[1])); b >= a {
					t.Errorf("the prompt had %d bytes, then %d", a, b)
				}
			},
		},
		{
			name: "an answer cut by the window is asked for again", want: "The whole.",
			scripts: []script{gen("The wh").ends(clipped()), gen("The whole.")},
		},
		{
			name: "and is marked where it is cut again", want: "The whol\n[cut]",
			scripts: []script{gen("The wh").ends(clipped()), gen("The whol").ends(clipped())},
		},
		{
			name: "a stream that breaks once", want: "Hello there.",
			scripts: []script{gen("Hello th").breaks(errBroken), gen("Hello there.")},
			check: func(t *testing.T, w *world) {
				if got := w.kinds(turn.Retract); !reflect.DeepEqual(got, []string{""}) {
					t.Errorf("retractions: %q", got)
				}
			},
		},
		{
			name: "a stream that breaks behind a round keeps the round", want: "One.\nTwo.", ran: []string{"get_time"},
			scripts: []script{gen("One." + call("get_time", "{}")), gen("Tw").breaks(errBroken), gen("Two.")},
			check: func(t *testing.T, w *world) {
				if got := w.kinds(turn.Retract); !reflect.DeepEqual(got, []string{"One."}) {
					t.Errorf("retractions: %q", got)
				}
			},
		},
		{
			name: "a stream that breaks in a call runs nothing", want: "Hello.",
			scripts: []script{gen(save("tea")).breaks(errBroken), gen("Hello.")},
		},
		{
			name: "each trouble once", want: "Hello.",
			scripts: []script{
				instead(&fault.TooLong{}), gen("He").breaks(errBroken), gen("<think>hm</think>"), gen("Hello."),
			},
		},
	}
}

func neverTakenBack(t *testing.T, w *world) {
	if got := w.kinds(turn.Retract); got != nil {
		t.Errorf("taken back: %q", got)
	}
}

// told checks that the model was told something in its last prompt, and that
// nothing of it was shown.
func told(what string) func(*testing.T, *world) {
	return func(t *testing.T, w *world) {
		last := w.last().Messages
		if text := last[len(last)-1].Text; !strings.Contains(text, what) {
			t.Errorf("the model was told %q", text)
		}
		if strings.Contains(strings.Join(w.kinds(turn.Delta), ""), what) {
			t.Error("the person saw it too")
		}
	}
}

func TestTurns(t *testing.T) {
	for _, c := range append(append(plainTurns(), toolTurns()...), troubleTurns()...) {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			for i := range 30 {
				w.lines(agent.Line{ID: turn.ID(rune('a' + i)), Assistant: i%2 == 1, Text: "earlier words"})
			}
			w.script(c.scripts...)
			got, err := w.respond(t.Context(), said("good evening"))
			if err != nil || got.Text != c.want || got.Stopped {
				t.Errorf("got %+v, %v; want %q", got, err, c.want)
			}
			var ran []string
			for _, call := range w.ran {
				ran = append(ran, call.Name)
			}
			if !reflect.DeepEqual(ran, c.ran) {
				t.Errorf("ran %q, want %q", ran, c.ran)
			}
			if len(w.scripts) > 0 {
				t.Errorf("%d scripted generations were not asked for", len(w.scripts))
			}
			if len(w.traces) != 1 || len(w.traces[0].Generations) != len(w.requests) || w.traces[0].Error != "" {
				t.Errorf("traces %+v for %d requests", w.traces, len(w.requests))
			}
			for _, s := range []string{"secret", "memory_", "get_time", "think", "42"} {
				if strings.Contains(strings.Join(w.kinds(turn.Delta), ""), s) && c.name != "it did, and nobody said so" {
					t.Errorf("%q was shown", s)
				}
			}
			if c.check != nil {
				c.check(t, w)
			}
		})
	}
}

func TestFailures(t *testing.T) {
	unavailable := &fault.Unavailable{Err: errors.New("refused")}
	for _, c := range []struct {
		name    string
		scripts []script
		set     func(*world)
		want    any // a pointer for errors.As
	}{
		{"the model is away", nil, func(w *world) { w.infoErr = unavailable }, new(*fault.Unavailable)},
		{"it goes away", []script{instead(unavailable)}, nil, new(*fault.Unavailable)},
		{"it asks to wait", []script{instead(&fault.Temporary{Err: errors.New("503")})}, nil, new(*fault.Temporary)},
		{"it refuses the key", []script{instead(&fault.Blocked{Err: errors.New("401")})}, nil, new(*fault.Blocked)},
		{"the window is too small twice", []script{instead(&fault.TooLong{}), instead(&fault.TooLong{})}, nil, new(*fault.TooLong)},
		{
			"the stream breaks twice",
			[]script{gen("One." + call("get_time", "{}")), gen("Tw").breaks(errBroken), gen("Tw").breaks(errBroken)},
			nil, new(*fault.Unavailable),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			if c.set != nil {
				c.set(w)
			}
			w.script(c.scripts...)
			_, err := w.respond(t.Context(), said("good evening"))
			if !errors.As(err, c.want) {
				t.Errorf("error %v", err)
			}
			if len(w.traces) != 1 || w.traces[0].Error == "" {
				t.Errorf("traces %+v", w.traces)
			}
		})
	}
}

// TestStoreFailures: what cannot be stored ends the turn with an error, and a
// call whose round is not stored does not run.
func TestStoreFailures(t *testing.T) {
	disk := errors.New("disk full")
	for _, method := range []string{"Rounds", "SaveRound", "Result", "SaveResult", "Conversation"} {
		t.Run(method, func(t *testing.T) {
			w := newWorld(t)
			w.storeErr[method] = disk
			w.script(gen("One." + call("get_time", "{}")))
			_, err := w.respond(t.Context(), said("good evening"))
			if !errors.Is(err, disk) {
				t.Errorf("error %v", err)
			}
			if want := method == "SaveResult"; (len(w.ran) > 0) != want {
				t.Errorf("ran %v", w.ran)
			}
		})
	}
}

func stopping(t *testing.T) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(t.Context())
	return ctx, func() { cancel(turn.ErrStopped) }
}

func TestStop(t *testing.T) {
	for _, c := range []struct {
		name string
		want string
		set  func(w *world, stop func())
	}{
		{"before anything", "[stopped]", func(w *world, stop func()) {
			stop()
			w.script(instead(context.Canceled))
		}},
		{"while the server is looked for", "[stopped]", func(w *world, stop func()) {
			stop()
			w.infoErr = context.Canceled
		}},
		{"during a thought", "[stopped]", func(w *world, stop func()) {
			w.script(gen("<think>a secret").with(piece{do: stop}).breaks(context.Canceled))
		}},
		{"during text", "It was a dark", func(w *world, stop func()) {
			w.script(gen("It was a dark <th").with(piece{do: stop}).breaks(context.Canceled))
		}},
		{"the library calls it a success", "It was a dark", func(w *world, stop func()) {
			w.script(gen("It was a dark ").with(piece{do: stop}))
		}},
		{"during a call", "Wait.", func(w *world, stop func()) {
			w.script(gen("Wait.\n" + save("tea")[:20]).with(piece{do: stop}).breaks(context.Canceled))
		}},
		{"during a tool", "Wait.", func(w *world, stop func()) {
			w.script(gen("Wait.\n" + save("tea")))
			w.run = func(ctx context.Context, _ tool.Call) tool.Result {
				stop()
				return tool.Result{Text: "not in time", Err: true}
			}
		}},
		{"during a tool of a stored round", "Wait.", func(w *world, stop func()) {
			w.rounds = []agent.Round{round("Wait.", asked("memory_save", `{"content":"tea"}`))}
			w.run = func(ctx context.Context, _ tool.Call) tool.Result {
				stop()
				return tool.Result{Text: "not in time", Err: true}
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			ctx, stop := stopping(t)
			c.set(w, stop)
			got, err := w.respond(ctx, said("tell me a story"))
			if want := (turn.Reply{Text: c.want, Stopped: true}); err != nil || got.Text != want.Text || got.Stopped != want.Stopped {
				t.Errorf("got %+v, %v; want %+v", got, err, want)
			}
			if len(w.results) > 0 {
				t.Errorf("a result of a stopped call is stored: %v", w.results)
			}
		})
	}
}

// TestShutdown: when the process ends there is no reply; the turn stays open.
func TestShutdown(t *testing.T) {
	w := newWorld(t)
	ctx, cancel := context.WithCancel(t.Context())
	w.script(gen("It was ").with(piece{do: cancel}))
	_, err := w.engine.Respond(ctx, said("tell me a story"), func(turn.Event) {})
	if !errors.Is(err, context.Canceled) || len(w.traces) != 1 {
		t.Errorf("error %v, %d traces", err, len(w.traces))
	}
}

// TestResume: a turn that a crash cut short goes on with its stored calls. The
// model is not asked for them again, and only those without a result run.
func TestResume(t *testing.T) {
	w := newWorld(t)
	w.rounds = []agent.Round{
		round("First.", asked("memory_save", `{"content":"tea"}`), asked("memory_search", `{"query":"tea"}`),
			agent.Asked{Refused: "There is no tool called \"x\"."}),
		{Visible: "Second.\n", Calls: []agent.Asked{{Op: turn.OpOf("t1", 1, 0), Tool: "get_time", Args: json.RawMessage(`{}`)}}},
	}
	w.results[turn.OpOf("t1", 0, 0)] = tool.Result{Text: "stored long ago", Wrote: true}
	w.script(gen(save("tea")), gen("Third."))
	got, err := w.respond(t.Context(), said("I like tea"))
	if want := "First.\nSecond.\nThird."; err != nil || got.Text != want {
		t.Errorf("got %+v, %v; want %q", got, err, want)
	}
	if len(w.ran) != 2 || w.ran[0].Name != "memory_search" || w.ran[1].Name != "get_time" {
		t.Errorf("ran %+v", w.ran)
	}
	if len(w.requests) != 2 || len(w.rounds) != 3 || w.rounds[2].Calls[0].Refused == "" {
		t.Errorf("%d requests, rounds %+v", len(w.requests), w.rounds)
	}
	first := whole(w.requests[0])
	for _, s := range []string{"First.", "Second.", "stored long ago", "done: memory_search", "done: get_time", `no tool called "x"`} {
		if strings.Count(first, s) != 1 {
			t.Errorf("%q stands %d times in\n%s", s, strings.Count(first, s), first)
		}
	}
}

// TestResumeAtTheCap: five stored rounds are all there may be.
func TestResumeAtTheCap(t *testing.T) {
	w := newWorld(t)
	for i := range 5 {
		w.rounds = append(w.rounds, agent.Round{Calls: []agent.Asked{{Op: turn.OpOf("t1", i, 0), Tool: "get_time", Args: json.RawMessage(`{}`)}}})
	}
	w.script(gen("Enough." + save("tea")))
	got, err := w.respond(t.Context(), said("hi"))
	if err != nil || got.Text != "Enough." || len(w.rounds) != 5 {
		t.Errorf("got %+v, %v; %d rounds", got, err, len(w.rounds))
	}
}

// TestThinkingOff: a companion that does not think does not ask twice.
func TestThinkingOff(t *testing.T) {
	w := newWorld(t, func(c *agent.Config) { c.Thinking = false })
	w.script(gen(""))
	got, err := w.respond(t.Context(), said("hi"))
	if err != nil || got.Text != "[empty]" || !w.requests[0].NoThinking {
		t.Errorf("got %+v, %v", got, err)
	}
}

package llm

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/internal/fault"
)

// whole runs one call that has to go well.
func whole(t *testing.T, c *Client, r agent.Request) (*record, agent.Completion) {
	t.Helper()
	var rec record
	comp, err := c.Generate(t.Context(), r, &rec)
	if err != nil {
		t.Fatalf("generate: %v", err)
	}
	return &rec, comp
}

func TestThoughtsArriveUnderBothNames(t *testing.T) {
	for _, field := range []string{"reasoning", "reasoning_content"} {
		s := vllmtest.New(t, vllmtest.ReasoningField(field))
		s.Enqueue(vllmtest.Ponder("ひそかに", "はい"))
		c, _ := client(t, nil, s)
		r, _ := whole(t, c, ask("a"))
		if r.thought.String() != "ひそかに" || r.text.String() != "はい" {
			t.Errorf("%s: thought %q, text %q", field, r.thought.String(), r.text.String())
		}
	}
}

func TestTagsPassThroughAtAnyCut(t *testing.T) {
	const text = "<think>a < b、だから</think>はい{\"tool\": \"get_time\"}"
	for cut := 1; cut < len(text); cut++ {
		if !utf8.RuneStart(text[cut]) {
			continue // servers hold back an unfinished character
		}
		s := vllmtest.New(t)
		s.Enqueue(vllmtest.Say(text[:cut], "", text[cut:]))
		c, _ := client(t, nil, s)
		if r, _ := whole(t, c, ask("a")); r.text.String() != text || r.pieces != 2 {
			t.Fatalf("cut %d: %q in %d pieces", cut, r.text.String(), r.pieces)
		}
	}
}

func TestLongLines(t *testing.T) {
	s := vllmtest.New(t, vllmtest.Window(1<<21))
	text := strings.Repeat("<a&b>\x01「長い」", 30_000)
	s.Enqueue(vllmtest.Say(text))
	// The line counts as a piece once it is there whole, and was read.
	c, _ := client(t, func(c *Config) { c.HeaderTimeout, c.IdleTimeout = time.Minute, time.Minute }, s)
	r := ask("a")
	r.MaxTokens = 1 << 20
	if got, _ := whole(t, c, r); got.text.String() != text {
		t.Errorf("%d bytes of %d arrived, or changed", got.text.Len(), len(text))
	}
}

func TestEveryFieldIsSentOnEveryPath(t *testing.T) {
	s := vllmtest.New(t)
	// The first try fails, so that the second request is a retry.
	s.Enqueue(vllmtest.Refuse(503, `{"error":{"message":"busy","code":503}}`))
	c, _ := client(t, func(c *Config) {
		c.Sampling = Sampling{Temperature: 0.6, TopP: 0.95, TopK: 20, MinP: 0.05, RepetitionPenalty: 1.05}
	}, s)
	r := ask("a")
	r.NoThinking = true
	r.Schema = json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer","minimum":1}}}`)
	whole(t, c, r)
	want := map[string]string{
		"temperature": "0.6", "top_p": "0.95", "top_k": "20", "min_p": "0.05", "repetition_penalty": "1.05",
		"max_tokens": "100", "model": `"kokoron-test"`, "stream": "true", "stream_options": `{"include_usage":true}`,
		"chat_template_kwargs": `{"enable_thinking":false}`,
		"response_format":      `{"type":"json_schema","json_schema":{"name":"answer","schema":{"type":"object","properties":{"n":{"type":"integer","minimum":1}}},"strict":true}}`,
		"messages":             `[{"role":"system","content":"You are kind."},{"role":"user","content":"a"}]`,
	}
	got := s.Requests()
	if len(got) != 2 {
		t.Fatalf("%d requests", len(got))
	}
	for i, req := range got {
		body := map[string]string{}
		for k, v := range req.Body {
			body[k] = string(v)
		}
		if d := cmp.Diff(want, body); d != "" {
			t.Errorf("request %d: %s", i, d)
		}
	}
}

func TestGreedyAndDefaultTemperature(t *testing.T) {
	s := vllmtest.New(t)
	c, _ := client(t, func(c *Config) { c.Sampling.TopK = 5 }, s)
	whole(t, c, ask("a"))
	r := ask("a")
	r.Greedy = true
	whole(t, c, r)
	got := s.Requests()
	if string(got[0].Body["temperature"]) != "0.7" || string(got[0].Body["top_k"]) != "5" {
		t.Errorf("sampled: %s, %s", got[0].Body["temperature"], got[0].Body["top_k"])
	}
	if string(got[1].Body["temperature"]) != "0" || got[1].Body["top_k"] != nil {
		t.Errorf("greedy: %s, %s", got[1].Body["temperature"], got[1].Body["top_k"])
	}
}

func TestBrokenTextIsMended(t *testing.T) {
	s := vllmtest.New(t)
	c, _ := client(t, nil, s)
	whole(t, c, ask("bad \xed\xa0\xbd and \xff"))
	if got := s.Requests()[0].Last(); got != "bad \uFFFD and \uFFFD" {
		t.Errorf("sent %q", got)
	}
}

func TestUsageAndCache(t *testing.T) {
	for name, opts := range map[string][]vllmtest.Option{
		"vllm":      {vllmtest.PromptDetails(), vllmtest.ReasoningParser()},
		"llama.cpp": {vllmtest.LlamaCpp()},
	} {
		t.Run(name, func(t *testing.T) {
			s := vllmtest.New(t, opts...)
			c, _ := client(t, nil, s)
			s.Enqueue(vllmtest.Text("考え</think>答え"), vllmtest.Text("考え</think>答え"))
			long := ask(strings.Repeat("同じ前置き。", 20))
			_, first := whole(t, c, long)
			_, second := whole(t, c, long)
			if first.Usage.Cached != 0 || second.Usage.Cached < 100 || second.Usage.Prompt <= second.Usage.Cached {
				t.Errorf("cached %d then %d of %d", first.Usage.Cached, second.Usage.Cached, second.Usage.Prompt)
			}
			wantReasoning := 2
			if name == "llama.cpp" {
				wantReasoning = 0 // it does not count them
			}
			if u := second.Usage; u.Completion != 5 && u.Completion != 4 || u.Reasoning != wantReasoning {
				t.Errorf("usage %+v", u)
			}
		})
	}
}

func TestClipped(t *testing.T) {
	s := vllmtest.New(t, vllmtest.Window(60))
	s.Respond(func(vllmtest.Request) vllmtest.Script { return vllmtest.Text(strings.Repeat("あ", 500)) })
	c, _ := client(t, nil, s)
	r := ask("a")
	r.MaxTokens = 50
	rec, comp := whole(t, c, r)
	if !comp.Clipped || comp.Finish != agent.FinishLength || comp.Usage.Prompt+comp.Usage.Completion != 60 {
		t.Errorf("window full: %+v", comp)
	}
	if rec.text.Len() != 3*comp.Usage.Completion {
		t.Errorf("%d bytes for %d tokens", rec.text.Len(), comp.Usage.Completion)
	}
	r.MaxTokens = 5
	if _, comp := whole(t, c, r); comp.Clipped || comp.Finish != agent.FinishLength || comp.Usage.Completion != 5 {
		t.Errorf("max_tokens reached: %+v", comp)
	}
}

func TestCancelEndsTheCallAtTheServer(t *testing.T) {
	// Mid-stream: the library then often says nil (its fault), the client never.
	for i := range 40 {
		s := vllmtest.New(t)
		s.Enqueue(vllmtest.Say("a", "b", "c").Ending(vllmtest.EndHang))
		c, _ := client(t, nil, s)
		ctx, cancel := context.WithCancel(t.Context())
		var r record
		r.onPiece = func() {
			if r.pieces == 1+i%3 {
				cancel()
			}
		}
		if _, err := c.Generate(ctx, ask("a"), &r); !errors.Is(err, context.Canceled) {
			t.Fatalf("run %d: %v", i, err)
		}
		eventually(t, "the server sees the client leave", func() bool { return s.Left() == 1 && s.Running() == 0 })
		cancel()
	}
}

func TestCancelOnTheLastPiece(t *testing.T) {
	s := vllmtest.New(t)
	s.Enqueue(vllmtest.Say("a", "b"))
	c, _ := client(t, nil, s)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var r record
	r.onPiece = func() {
		if r.pieces == 2 {
			time.Sleep(30 * time.Millisecond) // the end mark is read meanwhile
			cancel()
		}
	}
	if _, err := c.Generate(ctx, ask("a"), &r); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestDeadlineBeforeHeaders(t *testing.T) {
	s := vllmtest.New(t)
	s.Enqueue(vllmtest.Script{Silent: true})
	c, clk := client(t, nil, s)
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Millisecond)
	defer cancel()
	if _, err := c.Generate(ctx, ask("a"), &record{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	if len(clk.slept) != 0 {
		t.Error("it was tried again")
	}
	eventually(t, "the server sees the client leave", func() bool { return s.Left() == 1 })
}

func TestABreakAfterTheFirstPieceIsIncomplete(t *testing.T) {
	for name, end := range map[string]vllmtest.End{
		"dropped": vllmtest.EndDrop, "error in the stream": vllmtest.EndError,
		"no end mark": vllmtest.EndShort, "silence": vllmtest.EndHang,
	} {
		for who, opt := range personalities() {
			t.Run(name+" "+who, func(t *testing.T) {
				s, spare := vllmtest.New(t, opt...), vllmtest.New(t)
				s.Enqueue(vllmtest.Say("はじ", "まり").Ending(end))
				c, _ := client(t, func(c *Config) { c.IdleTimeout = 80 * time.Millisecond }, s, spare)
				var r record
				_, err := c.Generate(t.Context(), ask("a"), &r)
				var broke *fault.Incomplete
				if !errors.As(err, &broke) {
					t.Fatalf("%v", err)
				}
				if r.text.String() != "はじまり" || len(s.Requests()) != 1 || len(spare.Requests()) != 0 {
					t.Errorf("%q after %d requests, %d on the spare", r.text.String(), len(s.Requests()), len(spare.Requests()))
				}
				eventually(t, "the request is over", func() bool { return s.Running() == 0 })
			})
		}
	}
}

func TestUnreadableEventIsLoud(t *testing.T) {
	s := vllmtest.New(t)
	s.Enqueue(vllmtest.Script{Pieces: []vllmtest.Piece{{Text: "a"}, {Raw: "data: {\"choices\":[{\"del\n\n"}, {Text: "b"}}})
	c, _ := client(t, nil, s)
	var r record
	_, err := c.Generate(t.Context(), ask("a"), &r)
	var broke *fault.Incomplete
	if !errors.As(err, &broke) || r.text.String() != "a" {
		t.Errorf("%q, %v", r.text.String(), err)
	}
}

func TestOddLinesAreTolerated(t *testing.T) {
	s := vllmtest.New(t)
	s.Enqueue(vllmtest.Script{Pieces: []vllmtest.Piece{
		{Raw: ": ping\n\n"}, {Raw: "event: message\r\ndata:{\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\r\n\r\n"},
		{Raw: "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"},
		{Raw: "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"b\"},\"finish_reason\":null}],\"error\":null}\n\n"},
		{Raw: "data: [DONE]\n\n"},
	}, End: vllmtest.EndShort})
	c, _ := client(t, nil, s)
	r, comp := whole(t, c, ask("a"))
	if r.text.String() != "ab" || comp.Finish != agent.FinishStop {
		t.Errorf("%q, %+v", r.text.String(), comp)
	}
}

func TestAnEmptyAnswerStillStarts(t *testing.T) {
	s := vllmtest.New(t)
	s.Enqueue(vllmtest.Script{})
	c, _ := client(t, nil, s)
	if r, comp := whole(t, c, ask("a")); r.starts != 1 || r.pieces != 0 || comp.Finish != agent.FinishStop {
		t.Errorf("%d starts, %d pieces, %+v", r.starts, r.pieces, comp)
	}
}

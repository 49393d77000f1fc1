package llm

import (
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/internal/fault"
)

const busy = `{"error":{"message":"overloaded","type":"Overloaded","param":null,"code":503}}`

func TestRetriesBeforeTheFirstPiece(t *testing.T) {
	for name, bad := range map[string]vllmtest.Script{
		"503": vllmtest.Refuse(503, busy), "500": vllmtest.Refuse(500, "oops"),
		"dropped":             vllmtest.Script{}.Ending(vllmtest.EndDrop),
		"error in the stream": vllmtest.Script{}.Ending(vllmtest.EndError),
		"no end mark":         vllmtest.Script{}.Ending(vllmtest.EndShort),
		"silence":             vllmtest.Script{}.Ending(vllmtest.EndHang),
	} {
		t.Run(name, func(t *testing.T) {
			s := vllmtest.New(t)
			s.Enqueue(bad, bad, vllmtest.Text("はい"))
			c, clk := client(t, func(c *Config) { c.IdleTimeout = 50 * time.Millisecond }, s)
			r, _ := whole(t, c, ask("a"))
			if r.text.String() != "はい" || r.starts != 1 || len(s.Requests()) != 3 {
				t.Errorf("%q, %d starts, %d requests", r.text.String(), r.starts, len(s.Requests()))
			}
			if len(clk.slept) != 2 || clk.slept[0] != 250*time.Millisecond || clk.slept[1] != 500*time.Millisecond {
				t.Errorf("waited %v", clk.slept)
			}
		})
	}
}

func TestGivesUpAfterTheLastAttempt(t *testing.T) {
	s := vllmtest.New(t)
	s.Respond(func(vllmtest.Request) vllmtest.Script { return vllmtest.Refuse(503, busy) })
	c, _ := client(t, func(c *Config) { c.BreakAfter = 10 }, s)
	_, err := c.Generate(t.Context(), ask("a"), &record{})
	var temp *fault.Temporary
	var api *APIError
	if !errors.As(err, &temp) || !errors.As(err, &api) || api.Status != 503 || len(s.Requests()) != 3 {
		t.Errorf("%v after %d requests", err, len(s.Requests()))
	}
}

func TestRetryAfter(t *testing.T) {
	s := vllmtest.New(t)
	limited := vllmtest.Script{Status: 429, RetryAfter: "7", Body: `{"object":"error","message":"slow down","code":429}`}
	s.Enqueue(limited, vllmtest.Text("はい"))
	c, clk := client(t, nil, s)
	whole(t, c, ask("a"))
	if len(clk.slept) != 1 || clk.slept[0] != 7*time.Second {
		t.Errorf("waited %v", clk.slept)
	}
	// A wait of minutes is the caller's to take.
	limited.RetryAfter = "90"
	s.Enqueue(limited)
	_, err := c.Generate(t.Context(), ask("a"), &record{})
	var temp *fault.Temporary
	if !errors.As(err, &temp) || temp.After != 90*time.Second || !strings.Contains(err.Error(), "slow down") {
		t.Errorf("%v", err)
	}
}

func TestNobodyListens(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := ln.Addr().String()
	ln.Close()
	c, clk := client(t, func(c *Config) { c.Endpoints = []Endpoint{{URL: "http://" + addr, Key: "sesame"}} })
	for _, call := range []func() error{
		func() error { _, err := c.Generate(t.Context(), ask("a"), &record{}); return err },
		func() error { _, err := c.Info(t.Context()); return err },
		func() error { _, err := c.Count(t.Context(), "a"); return err },
	} {
		var gone *fault.Unavailable
		if err := call(); !errors.As(err, &gone) || strings.Contains(err.Error(), "sesame") {
			t.Errorf("%v", err)
		}
	}
	if len(clk.slept) != 0 {
		t.Errorf("the person was kept waiting for %v", clk.slept)
	}
	// It comes up: the next call after the rest finds it.
	s := vllmtest.New(t, vllmtest.Addr(addr), vllmtest.Key("sesame"))
	clk.pass(time.Minute)
	whole(t, c, ask("a"))
	if s.Requests()[0].Key != "sesame" {
		t.Error("the key did not arrive")
	}
}

func TestSilenceBeforeTheFirstByte(t *testing.T) {
	s := vllmtest.New(t)
	s.Enqueue(vllmtest.Script{Silent: true})
	c, _ := client(t, func(c *Config) { c.HeaderTimeout = 80 * time.Millisecond }, s)
	_, err := c.Generate(t.Context(), ask("a"), &record{})
	var gone *fault.Unavailable
	if !errors.As(err, &gone) {
		t.Errorf("%v", err)
	}
	eventually(t, "the request is cancelled at the server", func() bool { return s.Left() == 1 })
}

func TestSlowIsNotSilent(t *testing.T) {
	s := vllmtest.New(t)
	s.Enqueue(vllmtest.Text("ゆっくりはなす").Every(40 * time.Millisecond))
	c, _ := client(t, func(c *Config) { c.IdleTimeout, c.HeaderTimeout = 150*time.Millisecond, 150*time.Millisecond }, s)
	if r, _ := whole(t, c, ask("a")); r.text.String() != "ゆっくりはなす" {
		t.Errorf("%q", r.text.String())
	}
}

func TestFailOver(t *testing.T) {
	s, spare := vllmtest.New(t), vllmtest.New(t, vllmtest.Model("other"))
	s.Enqueue(vllmtest.Script{}.Ending(vllmtest.EndDrop))
	c, clk := client(t, nil, s, spare)
	if _, comp := whole(t, c, ask("a")); comp.Model != "other" || len(clk.slept) != 0 {
		t.Errorf("%+v after %v", comp, clk.slept)
	}
	// One failure does not rest the first; it is asked again next time.
	if _, comp := whole(t, c, ask("a")); comp.Model != "kokoron-test" {
		t.Errorf("%+v", comp)
	}
}

func TestBreaker(t *testing.T) {
	s, spare := vllmtest.New(t), vllmtest.New(t, vllmtest.Model("other"))
	s.Respond(func(vllmtest.Request) vllmtest.Script { return vllmtest.Refuse(500, "oops") })
	c, clk := client(t, nil, s, spare)
	asked := func() int { return len(s.Requests()) }
	for range 5 {
		whole(t, c, ask("a"))
	}
	if asked() != 3 {
		t.Fatalf("asked %d times, not until the third failure", asked())
	}
	info, err := c.Info(t.Context())
	if err != nil || info.Name != "other" {
		t.Errorf("info %+v, %v", info, err)
	}
	clk.pass(1001 * time.Millisecond) // the rest is over: one try, and a longer rest
	whole(t, c, ask("a"))
	clk.pass(1001 * time.Millisecond)
	whole(t, c, ask("a"))
	if asked() != 4 {
		t.Errorf("asked %d times: the second rest is not longer", asked())
	}
	s.Respond(nil)
	clk.pass(time.Second)
	if _, comp := whole(t, c, ask("a")); comp.Model != "kokoron-test" {
		t.Errorf("mended, but %+v", comp)
	}
}

func TestASuccessForgivesTheFailures(t *testing.T) {
	s, spare := vllmtest.New(t), vllmtest.New(t, vllmtest.Model("other"))
	oops := vllmtest.Refuse(500, "oops")
	s.Enqueue(oops, oops, vllmtest.Text("はい"), oops, oops, vllmtest.Text("はい"))
	c, _ := client(t, nil, s, spare)
	for range 6 {
		whole(t, c, ask("a"))
	}
	if n := len(s.Requests()); n != 6 {
		t.Errorf("asked %d times", n)
	}
}

func TestAllResting(t *testing.T) {
	s := vllmtest.New(t)
	s.Respond(func(vllmtest.Request) vllmtest.Script { return vllmtest.Refuse(500, "oops") })
	c, _ := client(t, func(c *Config) { c.Attempts = 1; c.BreakAfter = 1 }, s)
	c.Generate(t.Context(), ask("a"), &record{})
	_, err := c.Generate(t.Context(), ask("a"), &record{})
	var gone *fault.Unavailable
	if !errors.As(err, &gone) || len(s.Requests()) != 1 {
		t.Errorf("%v after %d requests", err, len(s.Requests()))
	}
}

func TestWrongKey(t *testing.T) {
	s := vllmtest.New(t, vllmtest.Key("right"))
	c, _ := client(t, func(c *Config) { c.Endpoints[0].Key = "wrong-key" }, s)
	_, err := c.Generate(t.Context(), ask("a"), &record{})
	var blocked *fault.Blocked
	if !errors.As(err, &blocked) || strings.Contains(err.Error(), "wrong-key") {
		t.Errorf("%v", err)
	}
	// With a spare that is only away the message is worth keeping.
	c, _ = client(t, func(c *Config) { c.Endpoints = append(c.Endpoints, Endpoint{URL: "http://127.0.0.1:1"}) }, s)
	_, err = c.Generate(t.Context(), ask("a"), &record{})
	var gone *fault.Unavailable
	if !errors.As(err, &gone) {
		t.Errorf("%v", err)
	}
}

func TestNoKeySendsNone(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "from-elsewhere")
	s := vllmtest.New(t)
	c, _ := client(t, nil, s)
	whole(t, c, ask("a"))
	if got := s.Requests()[0].Key; got != "" {
		t.Errorf("sent %q", got)
	}
}

func TestErrorsShowNoKey(t *testing.T) {
	s := vllmtest.New(t)
	s.Enqueue(vllmtest.Refuse(403, `{"error":{"message":"Incorrect API key provided: sesame","code":403}}`))
	c, _ := client(t, func(c *Config) { c.Endpoints[0].Key = "sesame" }, s)
	_, err := c.Generate(t.Context(), ask("a"), &record{})
	var api *APIError
	if !errors.As(err, &api) || strings.Contains(err.Error()+api.Body, "sesame") {
		t.Errorf("%v", err)
	}
}

func TestContextTooLong(t *testing.T) {
	for name, opts := range personalities() {
		t.Run(name, func(t *testing.T) {
			s, spare := vllmtest.New(t, append(opts, vllmtest.Window(50))...), vllmtest.New(t)
			c, _ := client(t, nil, s, spare)
			r := ask(strings.Repeat("長", 100))
			r.MaxTokens = 10
			_, err := c.Generate(t.Context(), r, &record{})
			var long *fault.TooLong
			if !errors.As(err, &long) || long.Max != 50 {
				t.Fatalf("%v", err)
			}
			// vLLM stops counting at the limit; llama.cpp knows.
			want := 0
			if name == "llama.cpp" {
				want = s.Requests()[0].PromptTokens
			}
			if long.Used != want || len(s.Requests()) != 1 || len(spare.Requests()) != 0 {
				t.Errorf("used %d, want %d; %d requests", long.Used, want, len(s.Requests()))
			}
		})
	}
}

func TestPromptFillsTheWindow(t *testing.T) {
	s := vllmtest.New(t, vllmtest.Window(50))
	c, _ := client(t, nil, s)
	r := ask("")
	r.MaxTokens = 10
	var long *fault.TooLong
	for range 60 {
		r.Messages[1].Text += "あ"
		if _, err := c.Generate(t.Context(), r, &record{}); err != nil {
			if !errors.As(err, &long) || long.Max != 50 || s.Requests()[len(s.Requests())-1].PromptTokens != 50 {
				t.Fatalf("%v", err)
			}
			return
		}
	}
	t.Fatal("the window never filled")
}

func TestMisreadablePromptsAreNotSent(t *testing.T) {
	s := vllmtest.New(t)
	c, _ := client(t, nil, s)
	sys, user, asst := agent.Prompt{Role: agent.RoleSystem, Text: "s"}, agent.Prompt{Role: agent.RoleUser, Text: "u"}, agent.Prompt{Role: agent.RoleAssistant, Text: "a"}
	for name, r := range map[string]agent.Request{
		"empty": {MaxTokens: 5}, "no room": {Messages: []agent.Prompt{sys, user}},
		"ends with the assistant": {MaxTokens: 5, Messages: []agent.Prompt{sys, user, asst}},
		"late system":             {MaxTokens: 5, Messages: []agent.Prompt{sys, user, sys, user}},
		"only system":             {MaxTokens: 5, Messages: []agent.Prompt{sys}},
		"unknown role":            {MaxTokens: 5, Messages: []agent.Prompt{{Role: "tool", Text: "x"}, user}},
	} {
		_, err := c.Generate(t.Context(), r, &record{})
		var blocked *fault.Blocked
		if err == nil || errors.As(err, &blocked) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(s.Requests()) != 0 {
		t.Error("something was sent")
	}
}

package llm

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
)

func TestPrefillIsSeenInTheTemplate(t *testing.T) {
	for name, opts := range map[string][]vllmtest.Option{
		"vllm": nil, "vllm without token strings": {vllmtest.NoTokenStrs()}, "llama.cpp": {vllmtest.LlamaCpp()},
	} {
		t.Run(name, func(t *testing.T) {
			plain := vllmtest.New(t, opts...)
			c, _ := client(t, nil, plain)
			if r, _ := whole(t, c, ask("a")); r.prefill != agent.PrefillNo {
				t.Errorf("plain template: %v", r.prefill)
			}
			s := vllmtest.New(t, append(opts, vllmtest.Prefill())...)
			s.Respond(func(vllmtest.Request) vllmtest.Script { return vllmtest.Text("うーん</think>はい") })
			c, _ = client(t, nil, s)
			off := ask("a")
			off.NoThinking = true
			for range 3 {
				if r, _ := whole(t, c, ask("a")); r.prefill != agent.PrefillYes {
					t.Errorf("thinking on: %v", r.prefill)
				}
				if r, _ := whole(t, c, off); r.prefill != agent.PrefillNo {
					t.Errorf("thinking off: %v", r.prefill)
				}
			}
			if n := s.Asked("/tokenize") + s.Asked("/apply-template"); n != 2 {
				t.Errorf("the template was asked for %d times, not once for each way", n)
			}
		})
	}
}

func TestPrefillIsLearnedFromTheFirstReply(t *testing.T) {
	for _, tc := range []struct {
		reply vllmtest.Script
		want  agent.Prefill
	}{
		{vllmtest.Text("うーん</think>はい"), agent.PrefillYes},
		{vllmtest.Text("<think>うーん</think>はい"), agent.PrefillNo},
		{vllmtest.Text("はい"), agent.PrefillNo},
		// A stump shows nothing: it may end inside the thought.
		{vllmtest.Script{Pieces: vllmtest.Text("うーん").Pieces, Finish: "length"}, agent.PrefillUnknown},
		// A server that parts thoughts itself begins visible.
		{vllmtest.Ponder("うーん", "はい"), agent.PrefillNo},
	} {
		s := vllmtest.New(t, vllmtest.NoTokenize())
		s.Enqueue(tc.reply, tc.reply)
		c, _ := client(t, nil, s)
		first, _ := whole(t, c, ask("a"))
		if first.thought.Len() == 0 && first.prefill != agent.PrefillUnknown {
			t.Errorf("%q: the first reply is %v", first.text.String(), first.prefill)
		}
		if second, _ := whole(t, c, ask("a")); second.prefill != tc.want {
			t.Errorf("%q: the second reply is %v, want %v", first.text.String(), second.prefill, tc.want)
		}
	}
}

func TestAParsingServerBeginsVisible(t *testing.T) {
	// The template opens a thought, but the server takes it out itself.
	s := vllmtest.New(t, vllmtest.Prefill(), vllmtest.ReasoningParser())
	s.Respond(func(vllmtest.Request) vllmtest.Script { return vllmtest.Text("うーん</think>はい") })
	c, _ := client(t, nil, s)
	defer func() {
		// Known by now: also an answer without a thought begins visible.
		s.Enqueue(vllmtest.Say("</think>はい"))
		if r, _ := whole(t, c, ask("a")); r.prefill != agent.PrefillNo || r.text.String() != "はい" {
			t.Errorf("%v, text %q", r.prefill, r.text.String())
		}
	}()
	for range 2 {
		r, _ := whole(t, c, ask("a"))
		if r.prefill != agent.PrefillNo || r.thought.String() != "うーん" || r.text.String() != "はい" {
			t.Errorf("%v, thought %q, text %q", r.prefill, r.thought.String(), r.text.String())
		}
	}
}

func TestASwallowingServerIsAskedWithoutThinking(t *testing.T) {
	s := vllmtest.New(t, vllmtest.ReasoningParser())
	s.Respond(func(vllmtest.Request) vllmtest.Script { return vllmtest.Text("こんにちは") })
	c, _ := client(t, nil, s)
	r, _ := whole(t, c, ask("a"))
	if r.text.Len() != 0 || r.thought.String() != "こんにちは" {
		t.Fatalf("text %q, thought %q", r.text.String(), r.thought.String())
	}
	if got := c.Swallows(); len(got) != 1 || got[0] != s.Addr() {
		t.Errorf("swallows: %v", got)
	}
	if r, _ = whole(t, c, ask("a")); r.text.String() != "こんにちは" || s.Requests()[1].Thinking {
		t.Errorf("then %q, thinking %v", r.text.String(), s.Requests()[1].Thinking)
	}
}

func TestAThoughtCutShortIsNoSwallow(t *testing.T) {
	s := vllmtest.New(t, vllmtest.ReasoningParser())
	s.Respond(func(vllmtest.Request) vllmtest.Script { return vllmtest.Text(strings.Repeat("考", 200)) })
	c, _ := client(t, nil, s)
	whole(t, c, ask("a"))
	if got := c.Swallows(); len(got) != 0 {
		t.Errorf("swallows: %v", got)
	}
}

func TestInfo(t *testing.T) {
	for name, tc := range map[string]struct {
		opts []vllmtest.Option
		conf int
		want int
	}{
		"vllm":               {[]vllmtest.Option{vllmtest.Window(4000)}, 0, 4000},
		"llama.cpp":          {[]vllmtest.Option{vllmtest.LlamaCpp(), vllmtest.Window(4000)}, 0, 4000},
		"configured smaller": {[]vllmtest.Option{vllmtest.Window(4000)}, 1000, 1000},
		"configured too big": {[]vllmtest.Option{vllmtest.Window(4000)}, 9000, 4000},
	} {
		s := vllmtest.New(t, append(tc.opts, vllmtest.Model("m"))...)
		c, _ := client(t, func(c *Config) { c.Endpoints[0].Window = tc.conf }, s)
		for range 3 {
			got, err := c.Info(t.Context())
			if want := (agent.ModelInfo{Name: "m", Window: tc.want}); err != nil || got != want {
				t.Errorf("%s: %+v, %v", name, got, err)
			}
		}
		if s.Asked("/v1/models") != 1 {
			t.Errorf("%s: asked %d times", name, s.Asked("/v1/models"))
		}
	}
}

// fixed serves one body for /v1/models and 404 for the rest.
func fixed(t *testing.T, status int, models string) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/models" {
			http.NotFound(w, r)
			return
		}
		w.WriteHeader(status)
		w.Write([]byte(models))
	}))
	t.Cleanup(s.Close)
	return s
}

func TestOtherServers(t *testing.T) {
	for name, tc := range map[string]struct {
		status       int
		models       string
		model, named string
		kind         Kind
		window       int
	}{
		"ollama":                   {200, `{"object":"list","data":[{"id":"nomic-embed-text:latest","object":"model","owned_by":"library"},{"id":"qwen3:4b","object":"model","owned_by":"library"}]}`, "", "qwen3:4b", KindOllama, DefaultWindow},
		"lm studio":                {200, `{"data":[{"id":"text-embedding-nomic-embed-text-v1.5","object":"model","owned_by":"organization_owner"},{"id":"qwen/qwen3-4b","object":"model","owned_by":"organization_owner"}],"object":"list"}`, "", "qwen/qwen3-4b", KindLMStudio, DefaultWindow},
		"no list":                  {404, "", "named", "named", KindOther, DefaultWindow},
		"llama.cpp without a size": {200, `{"object":"list","data":[{"id":"x","owned_by":"llamacpp","meta":null}]}`, "", "x", KindLlamaCpp, DefaultWindow},
	} {
		s := fixed(t, tc.status, tc.models)
		c, _ := client(t, func(c *Config) { c.Endpoints = []Endpoint{{URL: s.URL, Model: tc.model}} })
		got, err := c.Info(t.Context())
		if err != nil || got.Name != tc.named || got.Window != tc.window {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if f, _ := c.endpoints[0].cached(); f.kind != tc.kind {
			t.Errorf("%s is taken for %s", name, f.kind)
		}
		for range 2 {
			if _, err := c.Count(t.Context(), "a"); !errors.Is(err, ErrCannotCount) {
				t.Errorf("%s counts: %v", name, err)
			}
		}
	}
	s := fixed(t, 200, `{"data":[{"id":"bge-m3","owned_by":"library"},{"id":"multilingual-e5-small"}]}`)
	c, _ := client(t, func(c *Config) { c.Endpoints = []Endpoint{{URL: s.URL}} })
	var gone *fault.Unavailable
	if _, err := c.Info(t.Context()); !errors.As(err, &gone) {
		t.Errorf("only embedding models: %v", err)
	}
}

func TestEmbeddingNames(t *testing.T) {
	for name, embeds := range map[string]bool{
		"intfloat/multilingual-e5-small": true, "e5": true, "BAAI/bge-m3": true, "nomic-embed-text:latest": true, "mxbai-embed-large": true,
		"Qwen3-Embedding-0.6B": true, "gte-base": true, "bge-reranker": true,
		"qwen3:4b": false, "Qwen3.5-9B": false, "gemma-e5x": false, "the-e55": false, "Phi-3.5-mini": false,
	} {
		if embedName.MatchString(name) != embeds {
			t.Errorf("%s: embeds %v", name, !embeds)
		}
	}
}

func TestAnotherModelAfterARestart(t *testing.T) {
	s := vllmtest.New(t, vllmtest.Model("old"))
	c, clk := client(t, nil, s)
	whole(t, c, ask("a"))
	addr := s.Addr()
	s.Close()
	vllmtest.New(t, vllmtest.Model("new"), vllmtest.Addr(addr), vllmtest.Window(2000))
	if _, comp := whole(t, c, ask("a")); comp.Model != "new" {
		t.Errorf("%+v", comp)
	}
	clk.pass(time.Minute)
	if info, err := c.Info(t.Context()); err != nil || info.Window != 2000 {
		t.Errorf("%+v, %v", info, err)
	}
}

func TestAnotherWindowAfterARestart(t *testing.T) {
	s := vllmtest.New(t)
	c, clk := client(t, nil, s)
	whole(t, c, ask("a"))
	s.Close()
	if _, err := c.Generate(t.Context(), ask("a"), &record{}); err == nil {
		t.Fatal("the server is away")
	}
	vllmtest.New(t, vllmtest.Addr(s.Addr()), vllmtest.Window(2000))
	clk.pass(time.Minute)
	if info, err := c.Info(t.Context()); err != nil || info.Window != 2000 {
		t.Errorf("%+v, %v", info, err)
	}
}

func TestAConfiguredModelThatIsNotThere(t *testing.T) {
	s := vllmtest.New(t)
	c, _ := client(t, func(c *Config) { c.Endpoints[0].Model = "nope" }, s)
	_, err := c.Generate(t.Context(), ask("a"), &record{})
	var blocked *fault.Blocked
	if !errors.As(err, &blocked) || !strings.Contains(err.Error(), "kokoron-test") {
		t.Errorf("%v", err)
	}
}

func TestCount(t *testing.T) {
	for name, opts := range personalities() {
		s := vllmtest.New(t, opts...)
		c, _ := client(t, nil, s)
		const text = "今日は hello world です"
		if n, err := c.Count(t.Context(), text); err != nil || n != len(vllmtest.Tokenize(text)) {
			t.Errorf("%s: %d, %v", name, n, err)
		}
		if n, err := c.Count(t.Context(), ""); err != nil || n != 0 {
			t.Errorf("%s: nothing is %d, %v", name, n, err)
		}
		s = vllmtest.New(t, append(opts, vllmtest.NoTokenize())...)
		c, _ = client(t, nil, s)
		for range 3 {
			if _, err := c.Count(t.Context(), text); !errors.Is(err, ErrCannotCount) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if s.Asked("/tokenize") != 1 {
			t.Errorf("%s: asked %d times", name, s.Asked("/tokenize"))
		}
	}
}

// TestAZeroCountMeansUnsupported plays a server that says 200 and no tokens,
// as llama.cpp does for what it does not understand.
func TestAZeroCountMeansUnsupported(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/models":
			w.Write([]byte(`{"data":[{"id":"x","owned_by":"llamacpp","meta":{"n_ctx":4096}}]}`))
		case "/tokenize":
			w.Write([]byte(`{"tokens":[]}`))
		}
	}))
	defer s.Close()
	c, _ := client(t, func(c *Config) { c.Endpoints = []Endpoint{{URL: s.URL}} })
	if _, err := c.Count(t.Context(), "a"); !errors.Is(err, ErrCannotCount) {
		t.Errorf("%v", err)
	}
}

func port(t *testing.T, addr string) int {
	t.Helper()
	_, p, err := net.SplitHostPort(addr)
	if err != nil {
		t.Fatal(err)
	}
	n, _ := strconv.Atoi(p)
	return n
}

func TestDiscover(t *testing.T) {
	v, l := vllmtest.New(t, vllmtest.Window(4000)), vllmtest.New(t, vllmtest.LlamaCpp(), vllmtest.Model("small"))
	embeds := fixed(t, 200, `{"data":[{"id":"multilingual-e5-small"}]}`)
	other := fixed(t, 404, "")
	hangs, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer hangs.Close()
	began := time.Now()
	got := Discover(t.Context(), nil, port(t, l.Addr()), 1, port(t, embeds.Listener.Addr().String()),
		port(t, hangs.Addr().String()), port(t, other.Listener.Addr().String()), port(t, v.Addr()))
	if d := time.Since(began); d > time.Second {
		t.Errorf("the search took %v", d)
	}
	want := []Found{
		{URL: l.URL(), Kind: KindLlamaCpp, Models: []string{"small"}, Window: 8192},
		{URL: v.URL(), Kind: KindVLLM, Models: []string{"kokoron-test"}, Window: 4000},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestProbe(t *testing.T) {
	ctx := context.Background()
	look := func(conf Endpoint) Report {
		r := Probe(ctx, conf, clock.Real{})
		r.First, r.Whole = 0, 0
		return r
	}
	s := vllmtest.New(t, vllmtest.Prefill(), vllmtest.Window(4000))
	want := Report{Reachable: true, Kind: KindVLLM, Models: []string{"kokoron-test"}, Model: "kokoron-test", HasModel: true,
		Window: 4000, WindowSaid: true, Prefill: agent.PrefillYes, Counts: true, Answered: true}
	if d := cmp.Diff(want, look(Endpoint{URL: s.URL()})); d != "" {
		t.Error(d)
	}
	l := vllmtest.New(t, vllmtest.LlamaCpp(), vllmtest.NoTokenize())
	want = Report{Reachable: true, Kind: KindLlamaCpp, Models: []string{"kokoron-test"}, Model: "other",
		Window: 1000, WindowSaid: true, Prefill: agent.PrefillUnknown, Answered: true}
	if d := cmp.Diff(want, look(Endpoint{URL: l.URL(), Model: "other", Window: 1000})); d != "" {
		t.Error(d)
	}
	sw := vllmtest.New(t, vllmtest.ReasoningParser())
	if r := look(Endpoint{URL: sw.URL()}); !r.Swallows || !r.Answered {
		t.Errorf("%+v", r)
	}
	if n := len(sw.Requests()); n != 1 {
		t.Errorf("%d answers were generated", n)
	}
	locked := vllmtest.New(t, vllmtest.Key("k"))
	var blocked *fault.Blocked
	if r := look(Endpoint{URL: locked.URL()}); !r.Reachable || !errors.As(r.Err, &blocked) {
		t.Errorf("%+v", r)
	}
	var gone *fault.Unavailable
	if r := look(Endpoint{URL: "http://127.0.0.1:1"}); r.Reachable || !errors.As(r.Err, &gone) {
		t.Errorf("%+v", r)
	}
}

func TestValidate(t *testing.T) {
	ok := Config{Endpoints: []Endpoint{{URL: "http://localhost:8000/v1"}}}
	if err := ok.Validate(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*Config){
		"no endpoint": func(c *Config) { c.Endpoints = nil },
		"scheme":      func(c *Config) { c.Endpoints[0].URL = "localhost:8000" },
		"user":        func(c *Config) { c.Endpoints[0].URL = "http://me:sesame@h/v1" },
		"query":       func(c *Config) { c.Endpoints[0].URL = "http://h/v1?key=sesame" },
		"control":     func(c *Config) { c.Endpoints[0].URL = "http://h/\x7fsesame" },
		"key":         func(c *Config) { c.Endpoints[0].Key = "sesame\nX: y" },
		"window":      func(c *Config) { c.Endpoints[0].Window = -1 },
		"temperature": func(c *Config) { c.Sampling.Temperature = 3 },
		"top_k":       func(c *Config) { c.Sampling.TopK = -1 },
	} {
		c := Config{Endpoints: []Endpoint{{URL: "http://localhost:8000/v1"}}}
		change(&c)
		if err := c.Validate(); err == nil || strings.Contains(err.Error(), "sesame") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

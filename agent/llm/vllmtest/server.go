package vllmtest

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"
)

// options is the personality.
type options struct {
	addr      string
	llama     bool
	model     string
	window    int
	prefill   bool
	parser    bool
	details   bool
	strict    bool
	key       string
	field     string
	tokenize  bool
	tokenStrs bool
}

// Option changes the personality.
type Option func(*options)

// LlamaCpp plays the llama.cpp server instead of vLLM.
func LlamaCpp() Option { return func(o *options) { o.llama, o.field = true, "reasoning_content" } }

// Addr listens there instead of on a free port of loopback.
func Addr(addr string) Option { return func(o *options) { o.addr = addr } }

// Model names the model served ["kokoron-test"].
func Model(name string) Option { return func(o *options) { o.model = name } }

// Window sets the context window in tokens [8192].
func Window(tokens int) Option { return func(o *options) { o.window = tokens } }

// Prefill plays a template that opens <think> in the prompt, unless
// enable_thinking is false.
func Prefill() Option { return func(o *options) { o.prefill = true } }

// ReasoningParser plays --reasoning-parser qwen3: with thinking on, everything
// up to </think> is reasoning, the whole answer if there is none.
func ReasoningParser() Option { return func(o *options) { o.parser = true } }

// ReasoningField names the field of thoughts ["reasoning" of vLLM,
// "reasoning_content" of llama.cpp].
func ReasoningField(name string) Option { return func(o *options) { o.field = name } }

// PromptDetails plays --enable-prompt-tokens-details: cached_tokens in usage.
// llama.cpp always has it.
func PromptDetails() Option { return func(o *options) { o.details = true } }

// SystemFirst refuses a system message that is not the first, as Qwen3.5's
// template does.
func SystemFirst() Option { return func(o *options) { o.strict = true } }

// Key asks for this bearer token.
func Key(key string) Option { return func(o *options) { o.key = key } }

// NoTokenize has no /tokenize, /detokenize and /apply-template.
func NoTokenize() Option { return func(o *options) { o.tokenize = false } }

// NoTokenStrs plays a vLLM that does not spell its tokens in /tokenize.
func NoTokenStrs() Option { return func(o *options) { o.tokenStrs = false } }

// Server is a running fake. All methods are safe for concurrent use.
type Server struct {
	opt  options
	addr string
	http *http.Server
	done chan struct{}

	mu        sync.Mutex
	queue     []Script
	respond   func(Request) Script
	requests  []Request
	asked     map[string]int
	running   int
	left      int
	serial    int
	vocab     map[string]int
	words     []string
	cache     [][]int
	queries   int
	hits      int
	generated int
}

// Start runs a server until Close.
func Start(opts ...Option) (*Server, error) {
	o := options{addr: "127.0.0.1:0", model: "kokoron-test", window: 8192, field: "reasoning", tokenize: true, tokenStrs: true}
	for _, f := range opts {
		f(&o)
	}
	ln, err := net.Listen("tcp", o.addr)
	if err != nil {
		return nil, fmt.Errorf("start fake model server: %w", err)
	}
	s := &Server{opt: o, addr: ln.Addr().String(), done: make(chan struct{}), asked: map[string]int{}, vocab: map[string]int{}}
	s.http = &http.Server{Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(s.done)
		s.http.Serve(ln) // ends with Close
	}()
	return s, nil
}

// New runs a server until the test ends.
func New(t testing.TB, opts ...Option) *Server {
	t.Helper()
	s, err := Start(opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// Close breaks all connections and stops.
func (s *Server) Close() {
	s.http.Close()
	<-s.done
}

// Addr is host:port.
func (s *Server) Addr() string { return s.addr }

// URL is the base address, with /v1.
func (s *Server) URL() string { return "http://" + s.addr + "/v1" }

// Enqueue appends scripts for the next requests.
func (s *Server) Enqueue(scripts ...Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(s.queue, scripts...)
}

// Respond makes f answer whatever finds the queue empty; it may be called by
// several requests at once. Without it such a request is answered "はい。".
func (s *Server) Respond(f func(Request) Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.respond = f
}

// Requests are the chat requests so far, also refused ones.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Asked is how often a path was asked for.
func (s *Server) Asked(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[path]
}

// Running is how many chat requests are being answered.
func (s *Server) Running() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running
}

// Left is how many clients left before their answer was whole.
func (s *Server) Left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.left
}

func (s *Server) take(r Request) Script {
	s.mu.Lock()
	if len(s.queue) > 0 {
		next := s.queue[0]
		s.queue = s.queue[1:]
		s.mu.Unlock()
		return next
	}
	f := s.respond
	s.mu.Unlock()
	if f == nil {
		return Text("はい。")
	}
	return f(r)
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", s.chat)
	mux.HandleFunc("GET /v1/models", s.models)
	mux.HandleFunc("GET /health", s.health)
	mux.HandleFunc("GET /metrics", s.metrics)
	if s.opt.tokenize {
		mux.HandleFunc("POST /tokenize", s.tokenize)
		mux.HandleFunc("POST /detokenize", s.detokenize)
	}
	if s.opt.llama {
		mux.HandleFunc("GET /props", s.props)
		if s.opt.tokenize {
			mux.HandleFunc("POST /apply-template", s.applyTemplate)
		}
	} else {
		mux.HandleFunc("GET /version", func(w http.ResponseWriter, _ *http.Request) { write(w, 200, `{"version":"0.32.0"}`) })
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		if s.opt.llama {
			write(w, 404, `{"error":{"code":404,"message":"File Not Found","type":"not_found_error"}}`)
			return
		}
		write(w, 404, `{"detail":"Not Found"}`)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked[r.URL.Path]++
		s.mu.Unlock()
		if s.opt.key != "" && r.Header.Get("Authorization") != "Bearer "+s.opt.key {
			write(w, 401, `{"error":"Unauthorized"}`)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

func write(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprint(w, body)
}

// quote is a text as JSON, with the characters of HTML left as they are.
func quote(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // only strings, numbers and lists of them come here
	}
	return string(raw)
}

package rehearsal

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/clock"
)

const (
	// ModelName is what /v1/models lists.
	ModelName = "kokoron-rehearsal"
	// Window is the number of tokens of prompt and output together.
	Window = 8192

	maxBody = 4 << 20 // bytes of a request
)

// Config is what can be set.
type Config struct {
	Clock clock.Clock
	// Pause is the wait between two tokens of a stream, so that streaming can
	// be seen; zero streams at once.
	Pause time.Duration
	// Answer, where it is set, is asked before the rules: it plays a language
	// model, which writes structured answers too and whose replies have no
	// label. It is called by requests that run at the same time.
	Answer func(Asked) (answer string, ok bool)
}

// Asked is what a model is asked.
type Asked struct {
	Prompt Prompt
	System string          // the system message
	Words  string          // the last message, whole
	Schema json.RawMessage // of a structured answer; nil: free text
}

// Server is the rehearsal model behind HTTP. It is safe for concurrent use.
type Server struct {
	cfg Config
	key string
	mux *http.ServeMux
}

// New makes a server with a fresh random key.
func New(cfg Config) *Server {
	s := &Server{cfg: cfg, key: rand.Text(), mux: http.NewServeMux()}
	s.mux.HandleFunc("GET /health", func(http.ResponseWriter, *http.Request) {})
	s.mux.HandleFunc("GET /v1/models", s.models)
	s.mux.HandleFunc("POST /v1/chat/completions", s.chat)
	s.mux.HandleFunc("POST /tokenize", s.tokenize)
	return s
}

// Key is what every request has to carry as "Authorization: Bearer KEY". It
// lives as long as the process and is never written anywhere.
func (s *Server) Key() string { return s.key }

// Serve answers on l until ctx ends, gives running requests a second, and
// closes l. The end of ctx is no error.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	hs := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	closed := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		err := hs.Shutdown(grace)
		if err != nil {
			err = hs.Close()
		}
		closed <- err
	})
	err := hs.Serve(l)
	if !stop() {
		err = <-closed
	}
	if err != nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve rehearsal: %w", err)
	}
	return nil
}

// ServeHTTP refuses whoever does not know the key and answers the rest.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	given, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if subtle.ConstantTimeCompare([]byte(given), []byte(s.key)) != 1 {
		(&failure{"Unauthorized", "Unauthorized", nil, http.StatusUnauthorized}).write(w)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	s.mux.ServeHTTP(w, r)
}

func (s *Server) models(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, modelList{"list", []modelCard{
		{ModelName, "model", s.cfg.Clock.Now().Unix(), "kokoron", Window},
	}})
}

func (s *Server) tokenize(w http.ResponseWriter, r *http.Request) {
	var in tokenizeRequest
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		badRequest("body", "1 validation error: %v", err).write(w)
		return
	}
	body := render(in.Messages, in.Generate == nil || *in.Generate)
	if in.Prompt != nil {
		body = *in.Prompt
	}
	toks := tokens(body)
	out := tokenizeReply{Count: len(toks), MaxModelLen: Window, Tokens: make([]int, len(toks))}
	for i, t := range toks {
		out.Tokens[i] = tokenID(t)
		if in.TokenStrs {
			out.TokenStrs = append(out.TokenStrs, byteSpelling.Replace(t))
		}
	}
	writeJSON(w, http.StatusOK, out)
}

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	var in chatRequest
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		badRequest("body", "1 validation error: %v", err).write(w)
		return
	}
	if f := s.check(in); f != nil {
		f.write(w)
		return
	}
	prompt := len(tokens(render(in.Messages, true)))
	room, f := in.room(prompt)
	if f != nil {
		f.write(w)
		return
	}
	out, finish := tokens(s.answer(in)), "stop"
	if len(out) > room {
		out, finish = out[:room], "length"
	}
	head := completion{ID: "chatcmpl-" + rand.Text(), Created: s.cfg.Clock.Now().Unix(), Model: ModelName}
	used := &usage{prompt, prompt + len(out), len(out)}
	if in.Stream {
		s.stream(w, r, head, out, finish, used, in.StreamOptions.IncludeUsage)
		return
	}
	head.Object, head.Usage = "chat.completion", used
	head.Choices = []choice{{Message: &delta{"assistant", strings.Join(out, "")}, Finish: &finish}}
	writeJSON(w, http.StatusOK, head)
}

// check refuses what this model does not do, as a vLLM server does.
func (s *Server) check(in chatRequest) *failure {
	switch {
	case in.Model != "" && in.Model != ModelName:
		param := "model"
		return &failure{fmt.Sprintf("The model `%s` does not exist. Valid aliases: %s.", in.Model, ModelName), "NotFoundError", &param, http.StatusNotFound}
	case len(in.Messages) == 0:
		return badRequest("messages", "Cannot apply chat template to an empty conversation. Provide at least one message.")
	case s.cfg.Answer == nil && in.ResponseFormat.Type != "" && in.ResponseFormat.Type != "text":
		return badRequest("response_format", "The rehearsal model does not write structured output.")
	}
	return nil
}

// room is how many tokens may be written. As on a real server an answer that
// runs into the end of the window is clipped, and a prompt that leaves no room
// is an error.
func (in chatRequest) room(prompt int) (int, *failure) {
	limit := max(in.MaxTokens, in.MaxCompletion)
	switch {
	case prompt > Window:
		return 0, badRequest("input_tokens", "This model's maximum context length is %d tokens. However, your prompt contains at least %d input tokens, "+
			"which exceeds this limit even without any output tokens. Please reduce the length of the input prompt. (parameter=input_tokens, value=%[2]d)", Window, Window+1)
	case limit > Window:
		return 0, badRequest("max_tokens", "max_tokens=%d cannot be greater than max_model_len=%d. Please request fewer output tokens. (parameter=max_tokens, value=%[1]d)", limit, Window)
	case prompt == Window:
		return 0, badRequest("max_tokens", "max_tokens must be at least 1, got 0. (parameter=max_tokens, value=0)")
	case limit <= 0:
		return Window - prompt, nil
	}
	return min(limit, Window-prompt), nil
}

// answer is the whole text the model writes: thought, then words or calls.
func (s *Server) answer(in chatRequest) string {
	prompts := make([]agent.Prompt, len(in.Messages))
	for i, m := range in.Messages {
		prompts[i] = agent.Prompt{Role: agent.Role(m.Role), Text: string(m.Content)}
	}
	p := Parse(prompts)
	if s.cfg.Answer != nil {
		asked := Asked{Prompt: p, System: p.System, Words: prompts[len(prompts)-1].Text, Schema: in.ResponseFormat.Schema.Schema}
		if answer, ok := s.cfg.Answer(asked); ok {
			return answer
		}
	}
	plan := Answer(p)
	plan.Text = s.labelled(plan.Text)
	var b strings.Builder
	if t := in.TemplateKwargs.EnableThinking; t == nil || *t {
		b.WriteString("<think>\n" + plan.Thought + "\n</think>\n\n")
	}
	b.WriteString(plan.Text)
	for i, c := range plan.Calls {
		if i > 0 {
			b.WriteByte('\n')
		}
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(c); err != nil {
			panic(err) // strings and numbers always marshal
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// labelled is a reply with its label, which only a rehearsal needs.
func (s *Server) labelled(reply string) string {
	if s.cfg.Answer != nil {
		return Unlabel(reply)
	}
	return reply
}

// stream writes the answer token by token. It stops without a word when the
// reader goes away.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, head completion, out []string, finish string, used *usage, withUsage bool) {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	rc := http.NewResponseController(w)
	head.Object = "chat.completion.chunk"
	send := func(c completion) bool {
		raw, err := json.Marshal(c)
		if err != nil {
			panic(err) // strings and numbers always marshal
		}
		_, err = fmt.Fprintf(w, "data: %s\n\n", raw)
		return err == nil && rc.Flush() == nil
	}
	piece := func(d delta, finish *string) bool {
		head.Choices = []choice{{Delta: &d, Finish: finish}}
		return send(head)
	}
	if !piece(delta{Role: "assistant"}, nil) {
		return
	}
	for _, tok := range out {
		if s.cfg.Pause > 0 && s.cfg.Clock.Sleep(r.Context(), s.cfg.Pause) != nil || !piece(delta{Content: tok}, nil) {
			return
		}
	}
	if !piece(delta{}, &finish) {
		return
	}
	if withUsage {
		head.Choices, head.Usage = []choice{}, used
		if !send(head) {
			return
		}
	}
	if _, err := fmt.Fprint(w, "data: [DONE]\n\n"); err == nil {
		_ = rc.Flush() // the reader has all of it or has gone away
	}
}

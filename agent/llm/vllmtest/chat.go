package vllmtest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// Message is one message of a request.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Request is one chat request as it arrived.
type Request struct {
	Model     string
	Messages  []Message
	Stream    bool
	Usage     bool // stream_options.include_usage
	MaxTokens int  // 0 where none was asked for
	Thinking  bool // false only if enable_thinking is false
	Key       string
	// Body is the whole request, field by field.
	Body map[string]json.RawMessage
	// PromptTokens is the rendered prompt's size.
	PromptTokens int

	prompt []int
}

// Last is the text of the last message.
func (r Request) Last() string {
	if len(r.Messages) == 0 {
		return ""
	}
	return r.Messages[len(r.Messages)-1].Content
}

// loneSurrogate is a half of a pair in JSON: a high one without a low one
// after it. A low one alone is not looked for.
var loneSurrogate = regexp.MustCompile(`\\u[dD][89abAB][0-9a-fA-F]{2}(?:[^\\]|\\[^u]|\\u[^dD]|\\u[dD][^c-fC-F]|$)`)

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	// The body is read whole before any wait: net/http notices a client that
	// leaves only then.
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	req, err := s.parse(raw)
	req.Key = strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	s.enter(req)
	stayed := true // also where a script breaks the connection by a panic
	defer func() { s.leave(stayed) }()
	if err != nil {
		s.unreadable(w, "Bad Request", fmt.Sprintf("body.%d", len(raw)), "1 validation error: JSON decode error", "parse error")
		return
	}
	if loneSurrogate.Match(raw) {
		s.unreadable(w, "BadRequestError", "", "TextEncodeInput must be Union[TextInputSequence, Tuple[InputSequence, InputSequence]]",
			"parse error: surrogate U+D800..U+DBFF must be followed by U+DC00..U+DFFF")
		return
	}
	if s.accept(w, req) {
		stayed = s.play(r.Context(), w, req, s.take(req))
	}
}

// unreadable refuses a body that is not proper JSON.
func (s *Server) unreadable(w http.ResponseWriter, kind, param, vllm, llama string) {
	if s.opt.llama {
		s.refuse(w, 400, "invalid_request_error", "", "[json.exception.parse_error.101] "+llama)
		return
	}
	s.refuse(w, 400, kind, param, vllm)
}

func (s *Server) enter(r Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
	s.running++
	s.serial++
}

func (s *Server) leave(whole bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running--
	if !whole {
		s.left++
	}
}

func (s *Server) parse(raw []byte) (Request, error) {
	r := Request{Thinking: true}
	if err := json.Unmarshal(raw, &r.Body); err != nil {
		return r, err
	}
	var in struct {
		Model         string     `json:"model"`
		Messages      []Message  `json:"messages"`
		Stream        bool       `json:"stream"`
		MaxTokens     int        `json:"max_tokens"`
		MaxCompletion int        `json:"max_completion_tokens"`
		Kwargs        *templateK `json:"chat_template_kwargs"`
		StreamOptions struct {
			Usage bool `json:"include_usage"`
		} `json:"stream_options"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return r, err
	}
	r.Model, r.Messages, r.Stream, r.Usage = in.Model, in.Messages, in.Stream, in.StreamOptions.Usage
	r.MaxTokens, r.Thinking = max(in.MaxTokens, in.MaxCompletion), in.Kwargs.thinking()
	r.prompt = s.ids(Tokenize(s.render(r.Messages, r.Thinking, true)))
	r.PromptTokens = len(r.prompt)
	return r, nil
}

// accept checks a request as the real server does.
func (s *Server) accept(w http.ResponseWriter, r Request) bool {
	if s.opt.strict {
		for i, m := range r.Messages {
			if m.Role == "system" && i > 0 {
				s.refuse(w, 400, "BadRequestError", "", "System message must be at the beginning.")
				return false
			}
		}
	}
	win, n := s.opt.window, r.PromptTokens
	if s.opt.llama {
		if n >= win {
			write(w, 400, fmt.Sprintf(`{"error":{"code":400,"message":"request (%d tokens) exceeds the available context size (%d tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":%d,"n_ctx":%d}}`, n, win, n, win))
			return false
		}
		return true
	}
	switch {
	case r.Model != s.opt.model:
		s.unknownModel(w, r.Model)
	case len(r.Messages) == 0:
		s.refuse(w, 400, "BadRequestError", "", "Cannot apply chat template to an empty conversation. Provide at least one message.")
	case r.MaxTokens > win:
		s.refuse(w, 400, "BadRequestError", "max_tokens", fmt.Sprintf("max_tokens=%d cannot be greater than max_model_len=%d. Please request fewer output tokens. (parameter=max_tokens, value=%d)", r.MaxTokens, win, r.MaxTokens))
	case n > win:
		s.refuse(w, 400, "BadRequestError", "input_tokens", fmt.Sprintf("This model's maximum context length is %d tokens. However, your prompt contains at least %d input tokens, which exceeds this limit even without any output tokens. Please reduce the length of the input prompt. (parameter=input_tokens, value=%d)", win, win+1, win+1))
	case n == win:
		s.refuse(w, 400, "BadRequestError", "max_tokens", "max_tokens must be at least 1, got 0. (parameter=max_tokens, value=0)")
	default:
		return true
	}
	return false
}

// play answers with a script. It says whether the client stayed to the end.
func (s *Server) play(ctx context.Context, w http.ResponseWriter, r Request, sc Script) bool {
	if !wait(ctx, sc.Before) {
		return false
	}
	if sc.Silent {
		<-ctx.Done()
		return false
	}
	if sc.Status != 0 {
		if sc.RetryAfter != "" {
			w.Header().Set("Retry-After", sc.RetryAfter)
		}
		write(w, sc.Status, sc.Body)
		return true
	}
	sc, out := s.limit(r, sc)
	answer := reply{
		id: s.id(), req: r, finish: sc.Finish, out: out.total, reasoning: out.reasoning,
		cached: s.reuse(r.prompt, s.ids(out.tokens)),
	}
	if r.Stream {
		return s.stream(ctx, w, sc, answer)
	}
	return s.whole(ctx, w, sc, answer)
}

// output is what a script generates, counted.
type output struct {
	tokens           []string
	total, reasoning int
}

// limit cuts a script at max_tokens and, as vLLM does, silently at the end of
// the window, and parts thoughts from the answer if the personality does.
func (s *Server) limit(r Request, sc Script) (Script, output) {
	room := s.opt.window - r.PromptTokens
	if r.MaxTokens > 0 {
		room = min(room, r.MaxTokens)
	}
	var out output
	if sc.Finish == "" {
		sc.Finish = "stop"
	}
	pieces := sc.Pieces
	sc.Pieces = nil
	split := splitter{on: s.opt.parser && r.Thinking}
	if last := len(r.Messages) - 1; s.opt.llama && last >= 0 && r.Messages[last].Role == "assistant" {
		// It goes on with that text and sends it again, in front.
		sc.Pieces = append(sc.Pieces, Piece{Text: r.Messages[last].Content})
	}
	for _, p := range pieces {
		tokens := Tokenize(p.Thought + p.Text)
		full := len(tokens) > room-out.total
		if n := room - out.total; full {
			tokens = tokens[:n]
			kept := strings.Join(tokens, "")
			p.Thought = kept[:min(len(kept), len(p.Thought))]
			p.Text = kept[len(p.Thought):]
			sc.Finish, sc.End = "length", EndWell
		}
		out.tokens = append(out.tokens, tokens...)
		out.total += len(tokens)
		cut := split.pieces(p)
		for _, q := range cut {
			out.reasoning += len(Tokenize(q.Thought))
		}
		sc.Pieces = append(sc.Pieces, cut...)
		if full {
			break
		}
	}
	return sc, out
}

// splitter plays the server's reasoning parser over the pieces.
type splitter struct {
	on     bool
	answer bool
}

func (sp *splitter) pieces(p Piece) []Piece {
	if !sp.on || sp.answer || p.Raw != "" {
		return []Piece{p}
	}
	if p.Thought+p.Text == "" {
		return nil // no event for half a character of a thought
	}
	thought, text, closed := strings.Cut(p.Text, "</think>")
	sp.answer = closed
	p.Thought, p.Text = p.Thought+strings.ReplaceAll(thought, "<think>", ""), ""
	if text == "" {
		return []Piece{p}
	}
	return []Piece{p, {Text: text}}
}

func wait(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

func (s *Server) id() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprintf("chatcmpl-%016x", s.serial)
}

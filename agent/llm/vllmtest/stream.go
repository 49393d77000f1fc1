package vllmtest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
)

const created = 1795990529 // a fixed time, so that answers compare

// reply is one answer's frame.
type reply struct {
	id        string
	req       Request
	finish    string
	out       int
	reasoning int
	cached    int
}

// stream writes the answer event by event.
func (s *Server) stream(ctx context.Context, w http.ResponseWriter, sc Script, a reply) bool {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.WriteHeader(200)
	send := func(data string) {
		io.WriteString(w, data) // a client that left is seen by its context
		w.(http.Flusher).Flush()
	}
	send(event(s.opening(a)))
	for _, p := range sc.Pieces {
		if !wait(ctx, p.After) {
			return false
		}
		if p.Gate != nil {
			select {
			case <-p.Gate:
			case <-ctx.Done():
				return false
			}
		}
		switch {
		case p.Raw != "":
			send(p.Raw)
		default:
			if p.Thought != "" {
				send(event(s.chunk(a, s.opt.field, p.Thought)))
			}
			if p.Text != "" || p.Thought == "" {
				send(event(s.chunk(a, "content", p.Text)))
			}
		}
	}
	switch sc.End {
	case EndDrop:
		panic(http.ErrAbortHandler) // net/http then breaks the connection
	case EndHang:
		<-ctx.Done()
		return false
	case EndError:
		send(event(s.engineDead()))
		if !s.opt.llama {
			send(event("[DONE]")) // vLLM ends the stream as if nothing were
		}
	case EndWell:
		for _, e := range s.closing(a) {
			send(event(e))
		}
		send(event("[DONE]"))
	}
	return ctx.Err() == nil
}

func event(data string) string { return "data: " + data + "\n\n" }

func (s *Server) opening(a reply) string {
	if s.opt.llama {
		return s.llamaChunk(a, "null", `{"role":"assistant","content":null}`, "")
	}
	return fmt.Sprintf(`{"id":%s,"object":"chat.completion.chunk","created":%d,"model":%s,"choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}],"prompt_token_ids":null,"prompt_text":null}`,
		quote(a.id), created, quote(s.opt.model))
}

func (s *Server) chunk(a reply, field, text string) string {
	delta := fmt.Sprintf(`{%q:%s}`, field, quote(text))
	if s.opt.llama {
		return s.llamaChunk(a, "null", delta, "")
	}
	return fmt.Sprintf(`{"id":%s,"object":"chat.completion.chunk","created":%d,"model":%s,"choices":[{"index":0,"delta":%s,"logprobs":null,"finish_reason":null,"token_ids":null}]}`,
		quote(a.id), created, quote(s.opt.model), delta)
}

func (s *Server) llamaChunk(a reply, finish, delta, rest string) string {
	return fmt.Sprintf(`{"choices":[{"finish_reason":%s,"index":0,"delta":%s}],"created":%d,"id":%s,"model":%s,"system_fingerprint":"b0-unknown","object":"chat.completion.chunk"%s}`,
		finish, delta, created, quote(a.id), quote(s.opt.model), rest)
}

// closing are the events after the last piece, without the end mark.
func (s *Server) closing(a reply) []string {
	if s.opt.llama {
		if !a.req.Usage {
			return []string{s.llamaChunk(a, quote(a.finish), "{}", `,"timings":`+a.timings())}
		}
		return []string{
			s.llamaChunk(a, quote(a.finish), "{}", ""),
			fmt.Sprintf(`{"choices":[],"created":%d,"id":%s,"model":%s,"system_fingerprint":"b0-unknown","object":"chat.completion.chunk","usage":%s,"timings":%s}`,
				created, quote(a.id), quote(s.opt.model), s.usage(a), a.timings()),
		}
	}
	// The last event, whichever it is, names the build.
	const build = `,"system_fingerprint":"vllm-0.32.0-7fa417ee"}`
	stop := fmt.Sprintf(`{"id":%s,"object":"chat.completion.chunk","created":%d,"model":%s,"choices":[{"index":0,"delta":{"content":""},"logprobs":null,"finish_reason":%s,"stop_reason":null,"token_ids":null}]`,
		quote(a.id), created, quote(s.opt.model), quote(a.finish))
	if !a.req.Usage {
		return []string{stop + build}
	}
	return []string{stop + "}", fmt.Sprintf(`{"id":%s,"object":"chat.completion.chunk","created":%d,"model":%s,"choices":[],"usage":%s`,
		quote(a.id), created, quote(s.opt.model), s.streamUsage(a)) + build}
}

func (s *Server) engineDead() string {
	if s.opt.llama {
		return `{"error":{"code":500,"message":"the slot was lost","type":"server_error"}}`
	}
	return `{"error":{"message":"EngineCore encountered an issue. See stack trace (above) for the root cause.","type":"InternalServerError","param":null,"code":500}}`
}

func (s *Server) usage(a reply) string {
	n := a.req.PromptTokens
	cached := fmt.Sprintf(`{"cached_tokens":%d}`, a.cached)
	if s.opt.llama {
		return fmt.Sprintf(`{"completion_tokens":%d,"prompt_tokens":%d,"total_tokens":%d,"prompt_tokens_details":%s}`, a.out, n, n+a.out, cached)
	}
	if !s.opt.details {
		cached = "null"
	}
	reasoning := "null"
	if s.opt.parser {
		reasoning = a.thought()
	}
	return fmt.Sprintf(`{"prompt_tokens":%d,"total_tokens":%d,"completion_tokens":%d,"prompt_tokens_details":%s,"completion_tokens_details":%s}`,
		n, n+a.out, a.out, cached, reasoning)
}

// streamUsage is vLLM's usage at the end of a stream, which leaves out what the
// body of a whole answer has as null.
func (s *Server) streamUsage(a reply) string {
	n := a.req.PromptTokens
	u := fmt.Sprintf(`{"prompt_tokens":%d,"total_tokens":%d,"completion_tokens":%d`, n, n+a.out, a.out)
	if s.opt.details {
		u += fmt.Sprintf(`,"prompt_tokens_details":{"cached_tokens":%d,"created_cache_tokens":0}`, a.cached)
	}
	if s.opt.parser {
		u += `,"completion_tokens_details":` + a.thought()
	}
	return u + "}"
}

func (a reply) thought() string { return fmt.Sprintf(`{"reasoning_tokens":%d}`, a.reasoning) }

func (a reply) timings() string {
	return fmt.Sprintf(`{"cache_n":%d,"prompt_n":%d,"prompt_ms":226.165,"prompt_per_token_ms":13.303823529411764,"prompt_per_second":75.16636084274755,"predicted_n":%d,"predicted_ms":311.359,"predicted_per_token_ms":38.919875,"predicted_per_second":25.69381325094184}`,
		a.cached, a.req.PromptTokens-a.cached, a.out)
}

// whole writes the answer in one body, after the time its pieces take.
func (s *Server) whole(ctx context.Context, w http.ResponseWriter, sc Script, a reply) bool {
	var text, thought strings.Builder
	for _, p := range sc.Pieces {
		if !wait(ctx, p.After) {
			return false
		}
		text.WriteString(p.Text)
		thought.WriteString(p.Thought)
	}
	switch sc.End {
	case EndHang:
		<-ctx.Done()
		return false
	case EndDrop, EndShort:
		panic(http.ErrAbortHandler)
	case EndError:
		write(w, 500, s.engineDead())
		return true
	}
	said := func(b strings.Builder) string {
		if b.Len() == 0 {
			return "null"
		}
		return quote(b.String())
	}
	if s.opt.llama {
		reasoning := ""
		if thought.Len() > 0 {
			reasoning = `,"reasoning_content":` + quote(thought.String())
		}
		write(w, 200, fmt.Sprintf(`{"choices":[{"finish_reason":%s,"index":0,"message":{"role":"assistant","content":%s%s}}],"created":%d,"model":%s,"system_fingerprint":"b0-unknown","object":"chat.completion","usage":%s,"id":%s,"timings":%s}`,
			quote(a.finish), said(text), reasoning, created, quote(s.opt.model), s.usage(a), quote(a.id), a.timings()))
		return true
	}
	write(w, 200, fmt.Sprintf(`{"id":%s,"object":"chat.completion","created":%d,"model":%s,"choices":[{"index":0,"message":{"role":"assistant","content":%s,"refusal":null,"annotations":null,"audio":null,"function_call":null,%q:%s},"logprobs":null,"finish_reason":%s,"stop_reason":null,"token_ids":null,"routed_experts":null}],"service_tier":null,"system_fingerprint":"vllm-0.32.0-7fa417ee","usage":%s,"prompt_logprobs":null,"prompt_token_ids":null,"prompt_text":null,"kv_transfer_params":null,"ec_transfer_params":null,"metrics":null}`,
		quote(a.id), created, quote(s.opt.model), said(text), s.opt.field, said(thought), quote(a.finish), s.usage(a)))
	return true
}

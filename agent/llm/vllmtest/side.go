package vllmtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

func (s *Server) models(w http.ResponseWriter, _ *http.Request) {
	if s.opt.llama {
		write(w, 200, fmt.Sprintf(`{"models":[{"name":%[1]s,"model":%[1]s,"modified_at":"","size":"","digest":"","type":"model","description":"","tags":[""],"capabilities":["completion"],"parameters":"","details":{"parent_model":"","format":"gguf","family":"","families":[""],"parameter_size":"","quantization_level":""}}],"object":"list","data":[{"id":%[1]s,"aliases":[%[1]s],"tags":[],"object":"model","architecture":{"input_modalities":["text"],"output_modalities":["text"]},"created":1795989727,"owned_by":"llamacpp","meta":{"vocab_type":2,"n_vocab":151936,"n_ctx":%[2]d,"n_ctx_train":32768,"n_embd":896,"n_params":494032768,"size":484220416}}]}`,
			quote(s.opt.model), s.opt.window))
		return
	}
	write(w, 200, fmt.Sprintf(`{"object":"list","data":[{"id":%s,"object":"model","created":1795990552,"owned_by":"vllm","root":"MODEL_DIR","parent":null,"max_model_len":%d,"permission":[{"id":"modelperm-afabc07b6f0e3416","object":"model_permission","created":1795990552,"allow_create_engine":false,"allow_sampling":true,"allow_logprobs":true,"allow_search_indices":false,"allow_view":true,"allow_fine_tuning":false,"organization":"*","group":null,"is_blocking":false}]}]}`,
		quote(s.opt.model), s.opt.window))
}

func (s *Server) props(w http.ResponseWriter, _ *http.Request) {
	write(w, 200, fmt.Sprintf(`{"default_generation_settings":{"params":{"seed":4294967295,"temperature":0.8},"n_ctx":%d},"total_slots":1,"model_path":"model.gguf","chat_template":""}`, s.opt.window))
}

func (s *Server) health(w http.ResponseWriter, _ *http.Request) {
	if s.opt.llama {
		write(w, 200, `{"status":"ok"}`)
		return
	}
	w.WriteHeader(200)
}

func (s *Server) metrics(w http.ResponseWriter, _ *http.Request) {
	if s.opt.llama {
		write(w, 501, `{"error":{"code":501,"message":"This server does not support metrics endpoint. Start it with `+"`--metrics`"+`","type":"not_supported_error"}}`)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	for _, m := range []struct {
		name string
		v    int
	}{
		{"vllm:prefix_cache_queries_total", s.queries}, {"vllm:prefix_cache_hits_total", s.hits},
		{"vllm:prompt_tokens_total", s.queries}, {"vllm:generation_tokens_total", s.generated},
	} {
		fmt.Fprintf(w, "# TYPE %s counter\n%s{engine=\"0\",model_name=%q} %d.0\n", m.name, m.name, s.opt.model, m.v)
	}
}

// tokenizeRequest is what both servers understand of /tokenize.
type tokenizeRequest struct {
	Model     string     `json:"model"`
	Prompt    *string    `json:"prompt"`  // vLLM
	Content   *string    `json:"content"` // llama.cpp
	Messages  []Message  `json:"messages"`
	Generate  *bool      `json:"add_generation_prompt"`
	TokenStrs bool       `json:"return_token_strs"`
	Kwargs    *templateK `json:"chat_template_kwargs"`
	Tokens    []int      `json:"tokens"` // of /detokenize
}

type templateK struct {
	Thinking *bool `json:"enable_thinking"`
}

func (k *templateK) thinking() bool { return k == nil || k.Thinking == nil || *k.Thinking }

// side reads a side request; a model nobody serves is refused by vLLM.
func (s *Server) side(w http.ResponseWriter, r *http.Request) (tokenizeRequest, bool) {
	var in tokenizeRequest
	raw, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(raw, &in)
	}
	if err != nil {
		s.refuse(w, 400, "Bad Request", "body", "JSON decode error")
		return in, false
	}
	if !s.opt.llama && in.Model != "" && in.Model != s.opt.model {
		s.unknownModel(w, in.Model)
		return in, false
	}
	return in, true
}

func (s *Server) tokenize(w http.ResponseWriter, r *http.Request) {
	in, ok := s.side(w, r)
	if !ok {
		return
	}
	if s.opt.llama {
		// With messages it says 200 and no tokens.
		tokens := []int{}
		if in.Content != nil {
			tokens = s.ids(Tokenize(*in.Content))
		}
		write(w, 200, `{"tokens":`+quote(tokens)+`}`)
		return
	}
	var text string
	switch {
	case in.Prompt != nil:
		text = *in.Prompt
	case len(in.Messages) > 0:
		text = s.render(in.Messages, in.Kwargs.thinking(), in.Generate == nil || *in.Generate)
	default:
		s.refuse(w, 400, "Bad Request", "body", "Field required")
		return
	}
	tokens := Tokenize(text)
	strs := "null"
	if in.TokenStrs && s.opt.tokenStrs {
		spelled := make([]string, len(tokens))
		for i, t := range tokens {
			spelled[i] = strings.NewReplacer(" ", "Ġ", "\n", "Ċ").Replace(t)
		}
		strs = quote(spelled)
	}
	write(w, 200, fmt.Sprintf(`{"count":%d,"max_model_len":%d,"tokens":%s,"token_strs":%s}`, len(tokens), s.opt.window, quote(s.ids(tokens)), strs))
}

func (s *Server) detokenize(w http.ResponseWriter, r *http.Request) {
	in, ok := s.side(w, r)
	if !ok {
		return
	}
	if s.opt.llama {
		write(w, 200, `{"content":`+quote(s.spell(in.Tokens))+`}`)
		return
	}
	write(w, 200, `{"prompt":`+quote(s.spell(in.Tokens))+`}`)
}

func (s *Server) applyTemplate(w http.ResponseWriter, r *http.Request) {
	if in, ok := s.side(w, r); ok {
		write(w, 200, `{"prompt":`+quote(s.render(in.Messages, in.Kwargs.thinking(), true))+`}`)
	}
}

// refuse writes an error in the server's own shape.
func (s *Server) refuse(w http.ResponseWriter, status int, kind, param, message string) {
	if s.opt.llama {
		write(w, status, fmt.Sprintf(`{"error":{"code":%d,"message":%s,"type":%s}}`, status, quote(message), quote(kind)))
		return
	}
	p := "null"
	if param != "" {
		p = quote(param)
	}
	write(w, status, fmt.Sprintf(`{"error":{"message":%s,"type":%s,"param":%s,"code":%d}}`, quote(message), quote(kind), p, status))
}

func (s *Server) unknownModel(w http.ResponseWriter, name string) {
	s.refuse(w, 404, "NotFoundError", "model", fmt.Sprintf("The model `%s` does not exist. Valid aliases: %s.", name, s.opt.model))
}

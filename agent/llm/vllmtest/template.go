package vllmtest

import (
	"strings"
	"unicode/utf8"
)

// special are the tokens that are one whatever stands around them.
var special = []string{"<|im_start|>", "<|im_end|>", "<think>", "</think>"}

// defaultSystem is what the template puts where no system message is, as
// Qwen2.5's does.
const defaultSystem = "You are Qwen, created by Alibaba Cloud. You are a helpful assistant."

// Tokenize is the rule tokens are counted by: a special token, a character
// beyond ASCII, up to four letters or digits with a blank before them, or any
// other single character. The tokens joined are the text.
func Tokenize(text string) []string {
	var out []string
	for text != "" {
		n := tokenLen(text)
		out = append(out, text[:n])
		text = text[n:]
	}
	return out
}

func tokenLen(text string) int {
	for _, s := range special {
		if strings.HasPrefix(text, s) {
			return len(s)
		}
	}
	if text[0] >= utf8.RuneSelf {
		_, n := utf8.DecodeRuneInString(text)
		return n
	}
	start := 0
	if text[0] == ' ' {
		start = 1
	}
	n := start
	for n < len(text) && n-start < 4 && isWord(text[n]) {
		n++
	}
	return max(n, 1)
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// render is the prompt as the chat template writes it. llama.cpp leaves a
// trailing assistant message open and goes on with it.
func (s *Server) render(msgs []Message, thinking, generate bool) string {
	var b strings.Builder
	if len(msgs) == 0 || msgs[0].Role != "system" {
		b.WriteString("<|im_start|>system\n" + defaultSystem + "<|im_end|>\n")
	}
	for i, m := range msgs {
		b.WriteString("<|im_start|>" + m.Role + "\n" + m.Content)
		if s.opt.llama && i == len(msgs)-1 && m.Role == "assistant" {
			return b.String()
		}
		b.WriteString("<|im_end|>\n")
	}
	if !generate {
		return b.String()
	}
	b.WriteString("<|im_start|>assistant\n")
	switch {
	case s.opt.prefill && thinking:
		b.WriteString("<think>\n")
	case s.opt.prefill:
		b.WriteString("<think>\n\n</think>\n\n")
	}
	return b.String()
}

// ids numbers tokens in the order they were first seen.
func (s *Server) ids(tokens []string) []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]int, len(tokens))
	for i, t := range tokens {
		id, ok := s.vocab[t]
		if !ok {
			id = len(s.words)
			s.vocab[t] = id
			s.words = append(s.words, t)
		}
		out[i] = id
	}
	return out
}

func (s *Server) spell(ids []int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for _, id := range ids {
		if id >= 0 && id < len(s.words) {
			b.WriteString(s.words[id])
		}
	}
	return b.String()
}

const (
	block      = 16  // vLLM caches whole blocks of tokens
	maxPrompts = 256 // remembered prompts
)

// reuse is how many tokens of the prompt are in the prefix cache; the prompt
// and its answer go in.
func (s *Server) reuse(prompt []int, answer []int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	best := 0
	for _, old := range s.cache {
		n := 0
		for n < len(old) && n < len(prompt) && old[n] == prompt[n] {
			n++
		}
		best = max(best, n)
	}
	best = min(best, len(prompt)-1) // the last token is always computed
	if !s.opt.llama {
		best -= best % block
	}
	if len(s.cache) == maxPrompts {
		s.cache = s.cache[1:]
	}
	s.cache = append(s.cache, append(append([]int(nil), prompt...), answer...))
	s.queries += len(prompt)
	s.hits += best
	s.generated += len(answer)
	return best
}

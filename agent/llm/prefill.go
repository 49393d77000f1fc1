package llm

import (
	"context"
	"errors"
	"regexp"
	"strings"

	"github.com/kokoron/kokoron/agent"
)

// thoughtTag is an opening or closing tag of a thought, in the names that
// agent/stream knows. Here it only decides where a prompt's tail or a first
// reply stands; it filters nothing.
var thoughtTag = regexp.MustCompile(`(?i)<\s*(/?)\s*(?:antml:|mm:)?(?:think|thinking|thought|reasoning)\s*>`)

// opened says whether rendered ends inside a thought.
func opened(rendered string) agent.Prefill {
	tags := thoughtTag.FindAllStringSubmatch(rendered, -1)
	if len(tags) > 0 && tags[len(tags)-1][1] == "" {
		return agent.PrefillYes
	}
	return agent.PrefillNo
}

// learned says what a whole first reply shows of its unseen prompt: a closer
// that nothing opened means that the template had opened the thought.
func learned(reply string) agent.Prefill {
	if m := thoughtTag.FindStringSubmatch(reply); m != nil && m[1] != "" {
		return agent.PrefillYes
	}
	return agent.PrefillNo
}

// kwargs are the template's arguments of a request.
func kwargs(noThinking bool) map[string]bool {
	if !noThinking {
		return nil
	}
	return map[string]bool{"enable_thinking": false}
}

// errNoTemplate says that the server does not show what it renders.
var errNoTemplate = errors.New("the model server does not show its template")

// byteLevel undoes the spelling of blanks and newlines in token strings.
var byteLevel = strings.NewReplacer("Ġ", " ", "Ċ", "\n")

// rendered is the prompt's text, or its tail, as the server would feed it.
func (s server) rendered(ctx context.Context, kind Kind, model string, noThinking bool) (string, error) {
	ask := struct {
		Model      string          `json:"model"`
		Messages   []wirePrompt    `json:"messages"`
		Generate   bool            `json:"add_generation_prompt"`
		TokenStrs  bool            `json:"return_token_strs,omitempty"`
		TemplateKw map[string]bool `json:"chat_template_kwargs,omitempty"`
	}{Model: model, Messages: templatePrompt(), Generate: true, TemplateKw: kwargs(noThinking)}
	switch kind {
	case KindVLLM:
		ask.TokenStrs = true
		var w struct {
			Tokens    []int    `json:"tokens"`
			TokenStrs []string `json:"token_strs"`
		}
		if err := s.ask(ctx, "/tokenize", ask, &w); err != nil {
			return "", err
		}
		if len(w.TokenStrs) > 0 {
			return byteLevel.Replace(strings.Join(w.TokenStrs, "")), nil
		}
		return s.detokenized(ctx, model, w.Tokens)
	case KindLlamaCpp:
		var w struct {
			Prompt string `json:"prompt"`
		}
		err := s.ask(ctx, "/apply-template", ask, &w)
		if err == nil && w.Prompt == "" {
			err = errNoTemplate
		}
		return w.Prompt, err
	}
	return "", errNoTemplate
}

// detokenized spells tokens, for a vLLM that does not return token strings.
func (s server) detokenized(ctx context.Context, model string, tokens []int) (string, error) {
	if len(tokens) == 0 {
		return "", errNoTemplate
	}
	var w struct {
		Prompt string `json:"prompt"`
	}
	err := s.ask(ctx, "/detokenize", map[string]any{"model": model, "tokens": tokens}, &w)
	return w.Prompt, err
}

// prefill is what is known of the prompt's tail, asking the server once.
func (e *endpoint) prefill(ctx context.Context, f facts, noThinking bool) agent.Prefill {
	if f.splits {
		// The server parts thought and answer itself; its text begins visible.
		return agent.PrefillNo
	}
	if p, ok := f.prefill[noThinking]; ok {
		return p
	}
	text, err := e.rendered(ctx, f.kind, f.model, noThinking)
	switch {
	case err == nil:
		p := opened(text)
		e.update(f, func(f *facts) { f.setPrefill(noThinking, p) })
		return p
	case unsupported(err) || errors.Is(err, errNoTemplate):
		e.update(f, func(f *facts) { f.setPrefill(noThinking, agent.PrefillUnknown) })
	}
	return agent.PrefillUnknown
}

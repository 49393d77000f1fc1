package agent

import (
	"context"
	"encoding/json"
)

// Role is who speaks in a prompt.
type Role string

// The roles of a prompt. The system message is the first and the only one
// (Qwen3.5's template refuses a later one), and no prompt ends with the
// assistant (llama.cpp would continue that text).
const (
	RoleSystem    Role = "system"
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
)

// Prompt is one message of a prompt.
type Prompt struct {
	Role Role
	Text string
}

// Request is one generation.
type Request struct {
	Messages  []Prompt
	MaxTokens int // tokens of output reserved; > 0
	// NoThinking asks the template not to open a thought
	// (chat_template_kwargs enable_thinking=false).
	NoThinking bool
	// Greedy asks for the most likely answer instead of a sampled one, for
	// structured jobs and summaries.
	Greedy bool
	// Schema, if set, is a JSON Schema the answer is to satisfy (the server's
	// structured output). The answer is validated by the caller all the same.
	Schema json.RawMessage
}

// Prefill says whether the rendered prompt already opened a thought, so that
// the output begins inside it.
type Prefill int

// What is known of the prompt's tail.
const (
	PrefillNo      Prefill = iota // the output begins visible
	PrefillYes                    // the output begins inside a thought
	PrefillUnknown                // hold the output until a closer or the end
)

// Sink receives a generation as it streams, from one goroutine. Start comes
// once, before the first piece; after an error nothing more comes.
type Sink interface {
	Start(Prefill)
	// Text is a piece of the answer, tags and calls still in it.
	Text(string)
	// Thought is a piece the server itself marked as reasoning.
	Thought(string)
}

// Finish is why a generation ended.
type Finish string

// The reasons. A server that names none leaves FinishUnknown.
const (
	FinishStop    Finish = "stop"
	FinishLength  Finish = "length"
	FinishUnknown Finish = ""
)

// Usage counts tokens as the server counted them; zero where it did not say.
type Usage struct {
	Prompt     int `json:"prompt,omitempty"`
	Cached     int `json:"cached,omitempty"` // of Prompt: found in the server's prefix cache
	Completion int `json:"completion,omitempty"`
	Reasoning  int `json:"reasoning,omitempty"` // of Completion
}

// Completion is what is known when a generation has ended well.
type Completion struct {
	Finish Finish
	Usage  Usage
	// Clipped says that the server ran out of window before MaxTokens: the
	// text is a stump.
	Clipped bool
	Model   string
}

// ModelInfo is what is known of the model in use.
type ModelInfo struct {
	Name   string
	Window int // tokens of prompt and output together
	// Rehearsal says that the built-in rules answer, not a language model.
	Rehearsal bool
}

// Model generates text. Implementations are safe for concurrent use.
//
// Generate retries and fails over only before the first piece; afterwards a
// break is a *fault.Incomplete. Other errors are *fault.TooLong,
// *fault.Temporary, *fault.Unavailable, *fault.Blocked or ctx.Err().
type Model interface {
	Generate(ctx context.Context, r Request, s Sink) (Completion, error)
	// Info is the model that would answer now. It asks the server only when
	// nothing is known yet, and errs with *fault.Unavailable.
	Info(ctx context.Context) (ModelInfo, error)
	// Count is the exact number of tokens in text. It errs where the server
	// cannot count; the caller then estimates.
	Count(ctx context.Context, text string) (int, error)
}

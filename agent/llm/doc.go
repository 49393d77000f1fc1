// Package llm speaks to OpenAI-compatible model servers: vLLM, llama.cpp,
// Ollama, LM Studio. It is the one importer of langchaingo.
//
// The library does the request and the decoding of the stream; between it and
// the network stands a shim that repairs what it does silently wrong: fields it
// never sends, errors it turns into text or swallows, streams that break off
// and look whole. What the shim saw on the wire decides how a call ended, never
// the library's own verdict.
//
// Guarantees: a Sink is called from the goroutine of Generate only, and nothing
// is repeated to it: a call is tried again, or on another endpoint, only before
// its first piece. A cancelled call ends at the server too. A stream counts as
// whole only if its end mark arrived, or it grew far beyond the tokens it was
// given, which counts as cut off by length; no server can hold a call for ever.
// Errors are the kinds of internal/fault or ctx.Err(); they hold no key and
// repeat nothing of the conversation. A Client is safe for concurrent use.
//
// What a server can do (its kind, window, template, whether it counts) is asked
// once, kept, and asked again after the server was away. The package keeps
// nothing across a restart, stores nothing, and does not judge what the model
// says: thoughts and calls in the text pass through it untouched.
package llm

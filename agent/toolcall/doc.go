// Package toolcall reads tool calls out of what a model writes, checks their
// arguments, and describes the tools to the model.
//
// Scanner makes one pass from left to right over the visible text (thoughts
// are filtered out before) and knows regions: code fences, inline code,
// quotes, call tags and bare JSON. It guarantees that no byte of a call is ever
// given out as text, that everything else leaves as soon as it cannot be part
// of a call, that the result does not depend on how the text was cut, and that
// time is linear and memory bounded by 256 KiB plus the largest chunk. It
// prefers not to run over running what was not meant: examples, refusals,
// quotations, placeholders, cut and broken calls are never run.
//
// Strict JSON is read strictly; only what fails goes through a small lenient
// reader, which reports how the text ended and never closes a cut string.
//
// The package runs no tool and does no I/O. A Scanner belongs to one stream
// and one goroutine; the functions may be used from any.
package toolcall

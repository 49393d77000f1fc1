// Package stream separates what a model says from what it thinks, while the
// words are still arriving, and reads the [MESSAGE] blocks of finished texts.
//
// Its one job: nothing a model wrote between reasoning tags may reach a person,
// and every other byte leaves as soon as it provably is not a thought. Filter is
// the only such filter; every exit (streamed reply, final text, retry, resumed
// turn, proactive message) goes through it.
//
// Guarantees: bytes keep their order; the result does not depend on where the
// stream was cut into chunks; output is valid UTF-8 in whole runes; time is
// linear in the input; no allocation per chunk once the buffers have grown.
// A Filter belongs to one goroutine; the package-level functions are pure.
//
// It never looks for tool calls (the next stage does, and sees visible text
// only), never does I/O, never fills an empty reply with the thought.
package stream

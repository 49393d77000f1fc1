// Package rehearsal is the built-in model: a few rules behind the wire of a
// real model server, so that somebody without one can try memory at once and
// every test drives the real client.
//
// It speaks like a vLLM server (/v1/models, /v1/chat/completions with and
// without streaming, /tokenize, /health) and like the model kokoron is made
// for: a thought in <think> tags, then words or JSON tool calls, in small
// pieces. Every reply it writes begins with a label that says what it is.
//
// Answer is pure: it looks at one prompt and keeps nothing between requests,
// so any number of them may run at once. It asks for at most one round of
// tools, for a correction or to forget two, and always answers after that. It never calls a
// tool for words it does not understand, never takes anything but the person's
// own words for their message, and refuses requests without its key, as the
// port can be reached by every user of the machine.
package rehearsal

package vllmtest

import "time"

// Script is one answer. The zero Script is an empty answer that ends well.
type Script struct {
	// Status, if not 0, refuses the request with Body and RetryAfter (the
	// header's value, empty for none).
	Status     int
	Body       string
	RetryAfter string

	// Before is the time until the headers; Silent never sends them.
	Before time.Duration
	Silent bool

	Pieces []Piece
	// Finish is the finish reason; empty is "stop", or "length" where the
	// output was cut.
	Finish string
	End    End
}

// Piece is one event of the stream.
type Piece struct {
	Text    string // what the model says
	Thought string // what the server itself marks as reasoning
	Raw     string // written to the stream as it is, in place of an event
	After   time.Duration
	Gate    <-chan struct{} // waited for, if set, before the piece is sent
}

// End is how a stream ends after its pieces.
type End int

// The ends.
const (
	EndWell  End = iota // finish reason, usage, [DONE]
	EndDrop             // the connection breaks
	EndError            // an error object in the stream, as when the engine dies
	EndShort            // the body just ends: no finish reason, no [DONE]
	EndHang             // nothing more comes, until the client leaves
)

// Say answers with these pieces, one event each.
func Say(pieces ...string) Script {
	var s Script
	for _, p := range pieces {
		s.Pieces = append(s.Pieces, Piece{Text: p})
	}
	return s
}

// Text answers with text, an event for each token.
func Text(text string) Script { return Say(Tokenize(text)...) }

// Ponder answers with a thought in the server's own reasoning field, then with
// text.
func Ponder(thought, text string) Script {
	var s Script
	for _, p := range Tokenize(thought) {
		s.Pieces = append(s.Pieces, Piece{Thought: p})
	}
	s.Pieces = append(s.Pieces, Text(text).Pieces...)
	return s
}

// Refuse answers with a status and a body.
func Refuse(status int, body string) Script { return Script{Status: status, Body: body} }

// Every sends a piece each d.
func (s Script) Every(d time.Duration) Script {
	s.Pieces = append([]Piece(nil), s.Pieces...)
	for i := range s.Pieces {
		s.Pieces[i].After = d
	}
	return s
}

// Ending ends the stream in another way.
func (s Script) Ending(e End) Script {
	s.End = e
	return s
}

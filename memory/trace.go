package memory

import "time"

// Trace is how remembering for one turn went: what was looked for, what was
// found by which signal, what passed and what was dropped and why. It holds
// ids and numbers, no texts: those are looked up when somebody asks, so that
// what was erased is not here either.
type Trace struct {
	Budget     int           `json:"budget"` // tokens that could be spent
	Spent      int           `json:"spent"`  // tokens that were
	Kind       string        `json:"kind"`   // of the message: greeting, usual, complex
	Channels   []Channel     `json:"channels"`
	Gate       GateTrace     `json:"gate"`
	Candidates []Candidate   `json:"candidates,omitempty"` // of related memories, best first
	Took       time.Duration `json:"took_ns"`              // all of it, the embedding included
}

// Channel is one source of memories: profile, recent, related or skills.
type Channel struct {
	Name   string        `json:"name"`
	Items  []string      `json:"items,omitempty"` // ids of what it brought in, in order
	Tokens int           `json:"tokens"`
	Took   time.Duration `json:"took_ns"`
	Error  string        `json:"error,omitempty"` // why it is empty although it should not be
}

// GateTrace is why related memories were let in, or why not.
type GateTrace struct {
	Open      bool    `json:"open"`
	Coverage  float64 `json:"coverage"`  // see Found.Coverage, of the words that tell
	Distance  float64 `json:"distance"`  // see Found.Distance
	Relevance float64 `json:"relevance"` // see Gate.Relevance
	Wanted    float64 `json:"wanted"`    // the relevance at which the gate opens for such a message
	Reason    string  `json:"reason"`
}

// Candidate is one memory that was found. Ranks count from 1, 0 is not found
// that way; a score belongs to its own signal and compares with no other.
type Candidate struct {
	ID           string  `json:"id"`
	WordsRank    int     `json:"words_rank"`
	WordsScore   float64 `json:"words_score"`
	MeaningRank  int     `json:"meaning_rank"`
	MeaningScore float64 `json:"meaning_score"`
	Fused        float64 `json:"fused"`
	Score        float64 `json:"score"`         // after neighbours, cues, time
	For          string  `json:"for,omitempty"` // the line that this record took the place of
	Tokens       int     `json:"tokens,omitempty"`
	Injected     bool    `json:"injected"`
	Dropped      string  `json:"dropped,omitempty"` // why it was not: gate, shown, same, budget, superseded, weak
}

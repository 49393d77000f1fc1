package priming

import (
	"time"
)

// spans are the stretches of time that a message names, and the message
// without the words that name them.
func spans(words string, now time.Time, zone *time.Location) ([]Span, string) {
	return nil, words
}

func empty(rest string) bool { return rest == "" }

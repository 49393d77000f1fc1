package agent

import (
	"strings"
	"unicode/utf8"
)

// loop is what counts as saying the same thing over and over: so many copies of
// the same piece at the end of a text, together so many bytes.
type loop struct {
	copies, bytes int
	piece         int // longest piece looked for, in bytes
}

// A reply that goes round in a loop is ended. Laughing (「あはははは」), rules of
// dashes and short lists stay far below that. What nobody sees, as a thought,
// may go round for longer before it finds on, but not by longer ways.
var (
	seenLoop   = loop{copies: 6, bytes: 360, piece: 240}
	unseenLoop = loop{copies: 4, bytes: 1800, piece: 900}
)

// found looks for such an end and returns how much of s to keep: everything up
// to the end of the first copy, and of its sentence. ok is false for an ordinary
// text.
func (l loop) found(s string) (keep int, ok bool) {
	for piece := 1; piece <= l.piece && piece*l.copies <= len(s); piece++ {
		run := 0 // bytes at the end that equal those a piece before
		for run < len(s)-piece && s[len(s)-1-run] == s[len(s)-1-run-piece] {
			run++
		}
		if run >= piece*(l.copies-1) && run+piece >= l.bytes {
			return sentenceEnd(s, len(s)-run, piece), true
		}
	}
	return 0, false
}

// ends are the characters that end a sentence.
const ends = "。！？.!?\n"

// sentenceEnd moves a cut forward, by less than within bytes, to the end of
// the sentence it falls into. Without such an end there the cut stays.
func sentenceEnd(s string, cut, within int) int {
	if strings.ContainsAny(lastRune(strings.TrimRight(s[:cut], " ")), ends) {
		return cut
	}
	for i, c := range s[cut:min(cut+within, len(s))] {
		if strings.ContainsRune(ends, c) {
			return cut + i + len(string(c))
		}
	}
	return cut
}

func lastRune(s string) string {
	_, size := utf8.DecodeLastRuneInString(s)
	return s[len(s)-size:]
}

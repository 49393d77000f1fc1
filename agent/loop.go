package agent

import (
	"strings"
	"unicode/utf8"
)

// A reply that says the same thing over and over is ended: copies times the
// same piece, together at least loopBytes long, at its end. Laughing
// (「あはははは」), rules of dashes and short lists stay far below that. What
// nobody sees, as a thought, may turn in circles for longer before it finds on.
const (
	loopCopies  = 6
	loopBytes   = 360
	unseenBytes = 1800
	loopPiece   = 240 // longest piece looked for, in bytes
)

// looping looks for such an end of at least a number of bytes and returns how
// much of s to keep: everything up to the end of the first copy, and of its
// sentence. ok is false for an ordinary text.
func looping(s string, least int) (keep int, ok bool) {
	for piece := 1; piece <= loopPiece && piece*loopCopies <= len(s); piece++ {
		run := 0 // bytes at the end that equal those a piece before
		for run < len(s)-piece && s[len(s)-1-run] == s[len(s)-1-run-piece] {
			run++
		}
		if run >= piece*(loopCopies-1) && run+piece >= least {
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

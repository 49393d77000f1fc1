package agent

// A reply that says the same thing over and over is ended: copies times the
// same piece, together at least loopBytes long, at its end. Laughing
// (「あはははは」), rules of dashes and short lists stay far below that.
const (
	loopCopies = 6
	loopBytes  = 360
	loopPiece  = 240 // longest piece looked for, in bytes
)

// looping looks for such an end and returns how much of s to keep: everything
// up to the end of the first copy. ok is false for an ordinary text.
func looping(s string) (keep int, ok bool) {
	for piece := 1; piece <= loopPiece && piece*loopCopies <= len(s); piece++ {
		run := 0 // bytes at the end that equal those a piece before
		for run < len(s)-piece && s[len(s)-1-run] == s[len(s)-1-run-piece] {
			run++
		}
		if run >= piece*(loopCopies-1) && run+piece >= loopBytes {
			return len(s) - run, true
		}
	}
	return 0, false
}

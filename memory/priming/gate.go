package priming

import (
	"github.com/kokoron/kokoron/memory"
)

// Gate says which related memories may be used.
type Gate struct {
	memory.Gate // of what was found as a whole
	// Weak is of Candidate.Score, as a share of the best candidate's: under it
	// a candidate is dropped although the gate is open.
	Weak float64
}

// UsualGate is what a chat uses.
func UsualGate() Gate { return Gate{Gate: memory.UsualGate(), Weak: 0.35} }

// Why a candidate was dropped, as memory.Candidate says it.
const (
	DroppedGate   = "gate"
	DroppedShown  = "shown"
	DroppedBudget = "budget"
	DroppedWeak   = "weak"
	DroppedGone   = "gone" // it was forgotten while it was looked for
)

// Why related memories were let in or not, as memory.GateTrace says it.
const (
	reasonCoverage = "coverage" // words of the message are found
	reasonDistance = "distance" // something is near by meaning
	reasonTime     = "time"     // what is asked for is a time
	reasonNothing  = "nothing"  // nothing was found
	reasonFar      = "far"      // what was found is not about it
	reasonGreeting = "greeting" // the message asks nothing of memory
)

// Judge says whether a look found what its query is about, and marks in ranked
// (best first) what may not be used: all of it, or its weak tail.
func (g Gate) Judge(look Look, ranked []memory.Candidate) memory.GateTrace {
	t := memory.GateTrace{Coverage: look.Found.Coverage(), Distance: look.Found.Distance()}
	switch {
	case len(ranked) == 0:
		t.Reason = reasonNothing
	case len(look.Spanned) > 0:
		t.Open, t.Reason = true, reasonTime
	case !g.Open(look.Found):
		t.Reason = reasonFar
	case t.Distance >= g.Distance+g.Beyond: // enough by itself
		t.Open, t.Reason = true, reasonDistance
	default:
		t.Open, t.Reason = true, reasonCoverage
	}
	for i := range ranked {
		switch {
		case !t.Open:
			ranked[i].Dropped = DroppedGate
		case ranked[i].Score < g.Weak*ranked[0].Score:
			ranked[i].Dropped = DroppedWeak
		}
	}
	return t
}

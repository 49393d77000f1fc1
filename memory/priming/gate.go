package priming

import (
	"github.com/kokoron/kokoron/memory"
)

// Gate says which related memories may be used.
type Gate struct {
	memory.Gate // of what was found as a whole
	// Personal and Other are how much of Relevance is wanted: of a message that
	// asks of the person's own life, and of any other. Who asks of the world
	// finds words of their question in any memory that is large enough.
	Personal, Other float64
	// Least is of Found.Distance: where the nearest of many units stands out no
	// more than this, which chance alone does, no words open the gate: none of the
	// own questions of those memories is so far off. Several messages together
	// mean too many things to be near to one unit; theirs is not looked at.
	Least float64
	// Weak is of Candidate.Score, as a share of the best candidate's: under it
	// a candidate is dropped although the gate is open.
	Weak float64
}

// UsualGate is what a chat uses. Its numbers were found on English chats of
// two, Japanese texts and a small memory in three languages, each asked its own
// questions and foreign ones; it keeps 95 of 100 own ones at least and stops
// nine of ten foreign ones.
func UsualGate() Gate {
	return Gate{Gate: memory.UsualGate(), Personal: 0.8, Other: 1.3, Least: 1.6, Weak: 0.25}
}

// Why a candidate was dropped, as memory.Candidate says it.
const (
	DroppedGate   = "gate"
	DroppedShown  = "shown"
	DroppedSame   = "same" // one that says the same came before it
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

// many is how many units there must be for the nearest to stand out.
const many = 40

// Judge says whether a look found what its query is about, and marks in ranked
// (best first) what may not be used: all of it, or its weak tail.
func (g Gate) Judge(look Look, ranked []memory.Candidate) memory.GateTrace {
	found := look.Found
	if look.Telling.Ideal > 0 {
		found.Words, found.Ideal = look.Telling.Words, look.Telling.Ideal
	}
	t := memory.GateTrace{Coverage: found.Coverage(), Distance: found.Distance(), Relevance: g.Relevance(found), Wanted: g.Other}
	if look.personal(ranked) {
		t.Wanted = g.Personal
	}
	switch {
	case len(ranked) == 0:
		t.Reason = reasonNothing
	case len(look.Spanned) > 0:
		t.Open, t.Reason = true, reasonTime
	case t.Relevance < t.Wanted, !look.Query.Leans && len(found.Vectors) >= many && t.Distance < g.Least:
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

// speakersOf is how many candidates are looked at for a speaker whom the
// message names: who is named stands in front.
const speakersOf = 20

// personal reports whether the message asks of the person's own life, or of
// somebody who speaks in this memory.
func (l Look) personal(ranked []memory.Candidate) bool {
	if l.Query.Personal {
		return true
	}
	for _, c := range ranked[:min(len(ranked), speakersOf)] {
		if u, ok := l.Unit(c.ID); ok && l.Query.Names(u.Speaker) {
			return true
		}
	}
	return false
}

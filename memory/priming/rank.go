package priming

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/salience"
)

// Look is what a query found and what is known of what was found. The
// functions see what the view of the query sees and nothing else.
type Look struct {
	Query Query
	Found memory.Found
	// Telling is what the search by words alone gave for the words that tell
	// (memory.Telling), where these are not all; else it is empty.
	Telling memory.Found
	// Spanned are units that are asked for by their time alone: they are
	// candidates whatever words they have, and no others are.
	Spanned []string
	Unit    func(id string) (memory.Unit, bool)
	Around  func(id string) memory.Around
	Derived func(line string) []string      // active records made from a line; nil: none
	Again   func(words string) memory.Found // a second search, by words alone, for Signals.Again; nil: none
	Now     time.Time
	Zone    *time.Location // of the person; nil: UTC
}

// Fusion is how the hits by words and by meaning become one list.
type Fusion int

// The fusions.
const (
	Standing     Fusion = iota // memory.Fuse: by how far a hit stands out
	WordsAlone                 // the hits by words
	MeaningAlone               // the hits by meaning
	Scores                     // memory.FuseScores, half and half
	Ranks                      // memory.FuseRanks with Signals.K, half and half
)

// Signals switches what a ranking takes into account.
type Signals struct {
	Fusion     Fusion
	K          float64 // of Ranks
	Neighbours bool    // turns take part of their neighbours' scores
	Asks       bool    // an answer is told, not asked
	Named      bool    // the query names who says it
	Dated      bool    // the query names its date
	Session    bool    // the best of a session pulls the others
	Again      bool    // a second look with the words of the first hits
	Recency    bool    // what is newer, within bounds
	Salience   bool    // what weighs more, within bounds
	Spreading  bool    // what is linked to the hits
	Replace    bool    // a record takes the place of the lines that it was made from
}

// Usual is what a chat, the tools and the command line rank by.
func Usual() Signals {
	return Signals{Neighbours: true, Asks: true, Named: true, Dated: true, Session: true, Recency: true, Salience: true, Replace: true}
}

// Of the bounded signals: half of a month's age costs a twentieth, and the
// weight of a record moves its score by a twentieth to either side.
const (
	recentDays    = 30
	recentBound   = 0.1
	salienceBound = 0.1
)

// Of the second look: how many of the first hits it takes its words from, and
// what it weighs beside the first.
const (
	lookedAt   = 3
	lookWeight = 0.3
)

// mostRanked is how many units, in depths of the search, go on after the
// neighbours have joined: no signal brings up what stands lower.
const mostRanked = 3

// Rank is the one ranking that chats, tools, the command line and the
// benchmark use: the candidates of a look, best first, equal ones by id. It is
// pure and its work grows with what was found, never with what there is.
func Rank(look Look, sig Signals) []memory.Candidate {
	look.Unit = remembered(look.Unit)
	list := look.fused(sig)
	fused := scores(list)
	if sig.Neighbours {
		list = memory.Share(list, look.Around)
		list = list[:min(len(list), mostRanked*max(look.Found.Depth, memory.Depth))]
	}
	if sig.Asks || sig.Named || sig.Dated || sig.Session {
		list = memory.Cue(list, func(id string) memory.Cues { return look.cues(id, sig) })
	}
	if sig.Recency || sig.Salience {
		list = look.weighed(list, sig)
	}
	if sig.Spreading {
		list = memory.Spread(list, look.Unit)
	}
	var stood map[string]string
	if sig.Replace && look.Derived != nil {
		list, stood = look.replaced(list)
	}
	return look.candidates(list, fused, stood)
}

// remembered asks once for each unit.
func remembered(unit func(string) (memory.Unit, bool)) func(string) (memory.Unit, bool) {
	type answer struct {
		unit memory.Unit
		ok   bool
	}
	known := map[string]answer{}
	return func(id string) (memory.Unit, bool) {
		a, asked := known[id]
		if !asked {
			a.unit, a.ok = unit(id)
			known[id] = a
		}
		return a.unit, a.ok
	}
}

// fused is the list that all else changes.
func (l Look) fused(sig Signals) []memory.Ranked {
	first := fuse(l.Found, sig)
	if len(l.Spanned) > 0 {
		return l.spanned(first)
	}
	if !sig.Again || l.Again == nil {
		return first
	}
	var words strings.Builder
	near := memory.Share(first, l.Around)
	for _, h := range near[:min(len(near), lookedAt)] {
		u, _ := l.Unit(h.ID)
		words.WriteString(u.Text + "\n")
	}
	sum := scores(first)
	for _, h := range memory.Fuse(l.Again(words.String())) {
		sum[h.ID] += lookWeight * h.Score
	}
	return listed(sum)
}

func fuse(f memory.Found, sig Signals) []memory.Ranked {
	both := func() []memory.List {
		return []memory.List{{Hits: f.Words, Weight: 0.5}, {Hits: f.Vectors, Weight: 0.5}}
	}
	switch sig.Fusion {
	case WordsAlone:
		return f.Words
	case MeaningAlone:
		return f.Vectors
	case Scores:
		return memory.FuseScores(both()...)
	case Ranks:
		return memory.FuseRanks(sig.K, both()...)
	default:
		return memory.Fuse(f)
	}
}

// spannedLength is how many runes a line needs to count for half of what a
// line can: of a day that is asked for, what says more says it better.
const spannedLength = 20

// spanned are the units of a time that is asked for, and of what was found
// what belongs to them.
func (l Look) spanned(first []memory.Ranked) []memory.Ranked {
	sum := map[string]float64{}
	for _, id := range l.Spanned {
		if u, ok := l.Unit(id); ok {
			n := float64(utf8.RuneCountInString(u.Text))
			sum[id] = n / (n + spannedLength)
		}
	}
	for _, h := range first {
		if s, ok := sum[h.ID]; ok {
			sum[h.ID] = s + h.Score/first[0].Score
		}
	}
	return listed(sum)
}

func (l Look) cues(id string, sig Signals) (c memory.Cues) {
	u, ok := l.Unit(id)
	if !ok {
		return c
	}
	if sig.Session {
		c.Session = u.Session
	}
	c.Asks = sig.Asks && u.Line() && memory.Asks(u.Text)
	c.Named = sig.Named && l.Query.Names(u.Speaker)
	if sig.Dated {
		c.Dated = l.Query.Dates(u.At, l.Zone)
	}
	return c
}

// weighed lets age and weight decide between near equals.
func (l Look) weighed(list []memory.Ranked, sig Signals) []memory.Ranked {
	out := make([]memory.Ranked, len(list))
	for i, h := range list {
		u, _ := l.Unit(h.ID)
		if sig.Recency && !u.At.IsZero() {
			h.Score *= memory.Recency(l.Now.Sub(u.At).Hours()/24, recentDays, recentBound)
		}
		if sig.Salience && u.Record != nil {
			h.Score *= salience.Factor(*u.Record, l.Now, salienceBound)
		}
		out[i] = h
	}
	slices.SortFunc(out, better)
	return out
}

// replaced puts records in the places of the lines that they were made from,
// each with the best score of all that lead to it. stood says for which line.
func (l Look) replaced(list []memory.Ranked) (out []memory.Ranked, stood map[string]string) {
	sum, stood := map[string]float64{}, map[string]string{}
	raise := func(id string, score float64) bool {
		old, there := sum[id]
		sum[id] = max(old, score)
		return !there || score > old
	}
	for _, h := range list {
		u, ok := l.Unit(h.ID)
		var records []string
		if ok && u.Line() {
			records = l.Derived(h.ID)
		}
		kept := false
		for _, id := range records {
			if _, ok := l.Unit(id); ok {
				kept = true
				if raise(id, h.Score) {
					stood[id] = h.ID
				}
			}
		}
		if !kept && raise(h.ID, h.Score) {
			delete(stood, h.ID)
		}
	}
	return listed(sum), stood
}

// candidates tells of each hit how it came there.
func (l Look) candidates(list []memory.Ranked, fused map[string]float64, stood map[string]string) []memory.Candidate {
	out := make([]memory.Candidate, len(list))
	place := make(map[string]int, len(list))
	for i, h := range list {
		out[i] = memory.Candidate{ID: h.ID, Fused: fused[h.ID], Score: h.Score, For: stood[h.ID]}
		place[h.ID] = i
	}
	for rank, h := range l.Found.Words {
		if i, ok := place[h.ID]; ok {
			out[i].WordsRank, out[i].WordsScore = rank+1, h.Score
		}
	}
	for rank, h := range l.Found.Vectors {
		if i, ok := place[h.ID]; ok {
			out[i].MeaningRank, out[i].MeaningScore = rank+1, h.Score
		}
	}
	return out
}

func scores(list []memory.Ranked) map[string]float64 {
	out := make(map[string]float64, len(list))
	for _, h := range list {
		out[h.ID] = h.Score
	}
	return out
}

// listed is a list, best first, equal ones by id.
func listed(scores map[string]float64) []memory.Ranked {
	out := make([]memory.Ranked, 0, len(scores))
	for id, s := range scores {
		out = append(out, memory.Ranked{ID: id, Score: s})
	}
	slices.SortFunc(out, better)
	return out
}

func better(a, b memory.Ranked) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
}

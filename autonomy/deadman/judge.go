package deadman

import (
	"slices"
	"strings"
	"time"
)

// Sign is what was seen of a part at one look.
type Sign struct {
	Part string // a stable name
	// Mark changes whenever the part moves: when it looked, polled, went on.
	Mark string
	// Limit is how long the mark of a part that should move may stay the same.
	Limit time.Duration
	// Rests says that nothing is expected of the part now: it is well.
	Rests bool
	// Broken says that the part is not well whatever its mark is.
	Broken bool
}

// Kind says what a Notice is about.
type Kind string

// The kinds of notice.
const (
	Silent Kind = "silent" // the part has not moved for Sign.Limit
	Broken Kind = "broken" // the part says that it is not well
	Well   Kind = "well"   // what was told of is over
)

// Notice is something the owner is to be told.
type Notice struct {
	Part string
	Kind Kind
	// For is how long the part was seen to be silent or broken, as far as the
	// watchdog was awake; of Well it is zero.
	For time.Duration
}

// looks is how many looks in a row must find a part still before it counts as
// ill, and how many must find it moving, without another silence of its limit
// between them, before it counts as well again.
const looks = 2

// longestStep is the most that one look adds to a silence. A machine that
// slept, or whose clock was set, has gone through no silence that long: the
// parts had no chance to move.
const longestStep = 2 * time.Minute

// Judge tells from look to look which parts went silent. It is a pure state
// machine: it knows no clock. It is not safe for concurrent use.
type Judge struct {
	parts map[string]*part
}

// part is what is known of a part.
type part struct {
	mark   string
	seen   bool // mark was seen
	ill    int  // looks in a row
	well   int  // looks that found it moving since it was ill
	silent time.Duration
	told   bool
	kind   Kind // of the trouble that was told
}

// NewJudge returns a judge. told are the parts of whose trouble the owner knows
// from an earlier life of the process: of those only the end is told.
func NewJudge(told ...string) *Judge {
	j := &Judge{parts: map[string]*part{}}
	for _, name := range told {
		j.parts[name] = &part{told: true, kind: Silent}
	}
	return j
}

// Look takes what was seen now, elapsed after the look before, and says what
// the owner is to be told: of each trouble once, and once of its end. A part
// that is seen no more is forgotten without a word. The notices come in the
// order of the signs.
func (j *Judge) Look(elapsed time.Duration, signs []Sign) (out []Notice) {
	step := min(max(elapsed, 0), longestStep)
	for _, s := range signs {
		p := j.parts[s.Part]
		if p == nil {
			p = &part{}
			j.parts[s.Part] = p
		}
		if n, ok := p.look(s, step); ok {
			out = append(out, n)
		}
	}
	for name := range j.parts {
		if !slices.ContainsFunc(signs, func(s Sign) bool { return s.Part == name }) {
			delete(j.parts, name)
		}
	}
	return out
}

// look takes one sign of the part.
func (p *part) look(s Sign, step time.Duration) (Notice, bool) {
	first, still := !p.seen, p.seen && s.Mark == p.mark
	p.mark, p.seen = s.Mark, true
	switch {
	case s.Broken, still && !s.Rests:
		p.silent += step
		p.ill++
		if s.Broken || p.silent >= s.Limit {
			p.well = 0 // a part moves less often than it is looked at
		}
	case first && !s.Rests:
		return Notice{}, false // nothing to compare with yet
	default:
		p.silent, p.ill = 0, 0
		p.well++
	}
	switch {
	case !p.told && p.ill >= looks && (s.Broken || p.silent >= s.Limit):
		p.told, p.kind = true, Silent
		if s.Broken {
			p.kind = Broken
		}
		return Notice{Part: s.Part, Kind: p.kind, For: p.silent}, true
	case p.told && p.well >= looks:
		p.told = false
		return Notice{Part: s.Part, Kind: Well}, true
	}
	return Notice{}, false
}

// Ill are the troubles of which the owner was told and that are not over, by
// the name of their part. Notice.For is how long they have lasted in this life
// of the process.
func (j *Judge) Ill() (out []Notice) {
	for name, p := range j.parts {
		if p.told {
			out = append(out, Notice{Part: name, Kind: p.kind, For: p.silent})
		}
	}
	slices.SortFunc(out, func(a, b Notice) int { return strings.Compare(a.Part, b.Part) })
	return out
}

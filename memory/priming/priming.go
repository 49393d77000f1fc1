// Package priming decides what comes to mind before the companion answers:
// the profile of who speaks, the last two days, memories related to the
// message with the policies that apply before them, and the names of matching
// skills. It is also the one ranking of a search by tool or command.
//
// Guarantees. What is brought to mind never takes more tokens than the budget
// of its kind of message, nor than there is room for; no memory comes twice,
// and none that is in the window already. A source that is late, broken or
// panics only empties its own channel, and the trace says so. The same sources
// give the same memories in the same order. A Primer is safe for concurrent
// use.
//
// The package never widens a View, stores nothing, and renders nothing: what a
// memory costs and looks like is told by the caller.
package priming

import (
	"context"
	"log/slog"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

// Index is where memories are found.
type Index interface {
	Searcher
	Units
}

// Searcher searches.
type Searcher interface {
	// Find searches by words and by meaning, depth hits each.
	Find(ctx context.Context, view person.View, query string, depth int) memory.Found
	// Words searches by words alone.
	Words(view person.View, query string, depth int) memory.Found
}

// Units looks up what was found.
type Units interface {
	Unit(view person.View, id string) (memory.Unit, bool)
	Around(view person.View, id string) memory.Around
	// Derived are the active records that were made from a line.
	Derived(view person.View, line string) []string
}

// Sources are where the other channels come from.
type Sources interface {
	// Profile is what is known of a person, what matters most first.
	Profile(ctx context.Context, view person.View, who person.Person) ([]memory.Unit, error)
	// Recent is what happened in [from, to), in no particular order.
	Recent(ctx context.Context, view person.View, from, to time.Time) ([]memory.Unit, error)
	// Skills are the names of skills that fit the words, best first.
	Skills(ctx context.Context, view person.View, words string) ([]string, error)
	// Policies are the records of level memory.Policy that are in use.
	Policies(ctx context.Context, view person.View) ([]memory.Unit, error)
}

// Ask is what memories are wanted for.
type Ask struct {
	View    person.View
	Speaker person.Person
	Words   string   // what the person says
	Before  []string // what they said before it, oldest first
	// Own are the ids of the lines that the message itself is: they can be
	// found already, and find themselves best.
	Own   []string
	Now   time.Time
	Zone  *time.Location    // of the person; nil: UTC
	Shown map[string]bool   // ids of what is in the window: never again
	Room  int               // tokens that there is room for
	Tick  bool              // nobody speaks: Words are what is thought about
	Line  func(Item) string // an item as it will be shown
	Count func(string) int  // the tokens of a text
}

// Group is under which heading a memory is shown.
type Group string

// The groups.
const (
	GroupProfile   Group = "profile"
	GroupEvent     Group = "event"
	GroupKnowledge Group = "knowledge"
	GroupProcedure Group = "procedure"
	GroupSkill     Group = "skill"
)

// The origins of an item.
const (
	OriginDiary  = "diary"
	OriginRecord = "record"
	OriginFile   = "file"
)

// Item is one memory that is brought to mind.
type Item struct {
	ID      string // of a unit, or "skill:NAME"
	Group   Group
	Text    string
	At      time.Time // when it was said or happened; zero: not known
	Speaker string    // who says it; "" for nobody
	Origin  string    // OriginDiary, OriginRecord or OriginFile
}

// Primed is what was brought to mind and how.
type Primed struct {
	Items []Item // profile, recent in the order of time, related best first, skills
	Trace memory.Trace
}

// Primer primes. Use New.
type Primer struct {
	index   Index
	sources Sources
	clock   clock.Clock
	log     *slog.Logger

	// Signals, Gate, Within are the usual ones; set them before the first use
	// or leave them.
	Signals Signals
	Gate    Gate
	Within  time.Duration // how long a channel may take
}

// usualWithin leaves an embedding its time, even on a machine that is busy: to
// forget is worse than to answer a little later. A source that hangs does not
// let a person wait for more.
const usualWithin = time.Second

// New makes a Primer. No sources (nil) are sources that have nothing.
func New(index Index, sources Sources, clk clock.Clock, log *slog.Logger) *Primer {
	return &Primer{index: index, sources: sources, clock: clk, log: log,
		Signals: Usual(), Gate: UsualGate(), Within: usualWithin}
}

// Prime brings to mind what there is for an ask. It returns when all channels
// have answered or their time is over, and never fails: what went wrong is in
// the trace and the log.
func (p *Primer) Prime(ctx context.Context, ask Ask) Primed {
	began := p.clock.Now()
	if ask.Zone == nil {
		ask.Zone = time.UTC
	}
	kind := KindOf(ask.Words)
	if ask.Tick {
		kind = KindTick
	}
	got := p.gather(ctx, ask, kind)
	out := spend(ask, kind, &got)
	out.Trace.Took = p.clock.Now().Sub(began)
	return out
}

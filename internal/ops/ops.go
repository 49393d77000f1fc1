// Package ops holds every use case once: what the channels, the tools and the
// command line can do, with who does it as the first argument.
//
// It is the only place where stores are composed: it opens the transactions
// that span them and writes the files that follow from a committed entry. A
// method returns when its effect is durable. Nothing waits for a model, the
// network or a person inside a transaction; outside one only the jobs (encoding,
// consolidation) and the trial of a new rule ask a model, and what reads the
// index waits until it is loaded. An Ops is safe for concurrent use; the order
// of the steps of one conversation is the caller's (one lane each).
package ops

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kokoron/kokoron/agent/session"
	"github.com/kokoron/kokoron/calendar/store"
	"github.com/kokoron/kokoron/channels/journal"
	"github.com/kokoron/kokoron/channels/people"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/index"
	"github.com/kokoron/kokoron/memory/ledger"
	"github.com/kokoron/kokoron/memory/lessons"
	"github.com/kokoron/kokoron/memory/library"
	"github.com/kokoron/kokoron/memory/priming"
)

// Deps are the stores and what else the use cases need. All are required.
type Deps struct {
	DB       *kv.DB
	Journal  *journal.Journal
	People   *people.Store
	Session  *session.Store
	Ledger   *ledger.Ledger
	Diary    *diary.Diary
	Library  *library.Library
	Lessons  lessons.Store // its zero value is one
	Calendar store.Store   // its zero value is one
	Index    Index
	Primer   *priming.Primer // over the same index
	IDs      *turn.IDs
	Clock    clock.Clock
	Log      *slog.Logger

	Owner person.Person
	Zone  *time.Location // of the home
	Lang  text.Lang      // of the home, where a text does not show its own

	AutoLearn bool // rules about behaviour need no owner

	// Nudge makes the heart look at its alarms again, as a date has changed; nil
	// where none beats.
	Nudge func()

	Speaking Speaking // its zero value is one: nothing is said unasked
}

// Told is told of what was committed, and must know it when it returns.
type Told interface {
	// Said tells of lines of the diary.
	Said(lines ...diary.Line)
	// Changed tells of records as they are now, whatever their status.
	Changed(records ...memory.Record)
}

// Index is what can be found. Whether all of it is kept in step is its own
// business.
type Index interface {
	Told
	// Touched tells of records that came to mind or were used.
	Touched(records ...memory.Record)
	// Wait returns when all that was ever remembered can be found.
	Wait(ctx context.Context) error
	// Status says how far it is.
	Status() index.Status
}

// Ops performs the use cases. There is one over the stores of a home.
type Ops struct {
	Deps

	settling sync.Mutex   // held while replies get their lines
	begun    atomic.Int64 // turns given to be answered
	alone    alone        // thoughts that give way to words
}

// New returns the use cases over open stores.
func New(d Deps) *Ops { return &Ops{Deps: d} }

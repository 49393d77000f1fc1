package ops

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/consolidate"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/encode"
	"github.com/kokoron/kokoron/memory/library"
)

// The kinds of runs, by which they are named as jobs too.
const (
	Nightly   = "nightly"
	Promotion = "promotion"
	Weekly    = "weekly"
)

// Consolidation is what happens to memories while nobody speaks. Each run is
// written down: what it changed, with what was there before, so that it can be
// taken up after a crash and undone. Use NewConsolidation; it is safe for
// concurrent use, and one run goes on at a time.
type Consolidation struct {
	*Ops
	encoding *Encoding
	backup   func(now time.Time) error // of the database
	engine   consolidate.Engine
	turn     chan struct{}
	current  *ConsolidateRun // that goes on
}

// NewConsolidation returns the consolidation by a model. What talks have left
// is encoded first; backup is called before anything is changed.
func NewConsolidation(o *Ops, e *Encoding, m encode.Model, backup func(now time.Time) error) *Consolidation {
	c := &Consolidation{Ops: o, encoding: e, backup: backup, turn: make(chan struct{}, 1)}
	c.engine = consolidate.Engine{
		Memory: c, Journal: c, Model: consolidating{m}, NewID: o.IDs.New, Borne: encode.Borne, Zone: o.Zone, Log: o.Log,
	}
	return c
}

// consolidating is a model as the engine asks it. One that answers nothing is
// not there: the rules of a rehearsal.
type consolidating struct{ encode.Model }

func (m consolidating) Answer(ctx context.Context, a consolidate.Ask) (string, error) {
	return m.Model.Answer(ctx, encode.Ask{System: a.System, Words: a.Words, Schema: a.Schema, MaxTokens: a.MaxTokens})
}

// Run does what is due at a time: what is Nightly, Promotion or Weekly. A run of
// that kind which a crash has ended is gone on with. The result counts what
// became of what was looked at (consolidate.Funnel).
func (c *Consolidation) Run(ctx context.Context, kind string, at time.Time) (run ConsolidateRun, err error) {
	if err := c.enter(ctx); err != nil {
		return run, err
	}
	defer c.leave()
	if err := c.recover(ctx); err != nil {
		return run, err
	}
	if kind == Nightly {
		if _, err = c.encoding.All(ctx); err != nil {
			return run, err
		}
	}
	if run, err = c.begin(kind, at); err != nil {
		return run, err
	}
	c.current = &run
	switch kind {
	case Nightly:
		_, err = c.engine.Nightly(ctx, at)
	case Promotion:
		if _, err = c.engine.Promote(ctx, at); err == nil {
			var swept Swept
			swept, err = c.Sweep(ctx, at)
			run.Counts.In, run.Counts.Archived = run.Counts.In+swept.Looked, run.Counts.Archived+swept.Faded+swept.Expired
		}
	case Weekly:
		_, err = c.engine.Weekly(ctx, at)
	}
	return run, cmp.Or(c.end(&run, err), err)
}

// Job is Run for the heart.
func (c *Consolidation) Job(kind string) func(context.Context, heart.Call) (heart.Result, error) {
	return func(ctx context.Context, call heart.Call) (heart.Result, error) {
		run, err := c.Run(ctx, kind, call.Now)
		return heart.Result{Text: string(run.ID), Counts: run.Counts.Map()}, err
	}
}

func (c *Consolidation) enter(ctx context.Context) error {
	return clock.Enter(ctx, c.Clock, c.turn)
}

func (c *Consolidation) leave() {
	c.current = nil
	<-c.turn
}

// Places implements consolidate.Memory.
func (c *Consolidation) Places(context.Context) (list []consolidate.Place, err error) {
	persons := []person.Person{c.Owner}
	err = c.DB.View(func(tx *kv.Tx) error {
		admitted, err := c.People.All(tx)
		persons = append(persons, admitted...)
		return err
	})
	for _, p := range persons {
		place := consolidate.Place{Scope: p.Scope(), Name: p.Name, Names: selves(p), Owner: p.Role == person.Owner, Lang: c.Lang}
		known := func(o consolidate.Place) bool { return o.Scope == place.Scope }
		if place.Scope != "" && !slices.ContainsFunc(list, known) {
			list = append(list, place)
		}
	}
	return append(list, consolidate.Place{Scope: person.ScopeShared, Lang: c.Lang}), err
}

// Records implements consolidate.Memory.
func (c *Consolidation) Records(_ context.Context, scope person.Scope) ([]memory.Record, error) {
	return c.Ledger.List(person.Only(scope), "")
}

// Files implements consolidate.Memory. One that is too large to be rewritten is
// left out.
func (c *Consolidation) Files(ctx context.Context, scope person.Scope, folder string) (list []consolidate.File, err error) {
	var failed error
	err = c.Library.Scan(ctx, scope, func(f library.File) bool {
		if !strings.HasPrefix(f.Path, folder) {
			return true
		}
		data, err := c.Library.Raw(scope, f.Path)
		switch {
		case errors.Is(err, library.ErrTooLarge) || err == nil && data == nil:
		case err != nil:
			failed = err
		default:
			list = append(list, consolidate.File{Path: f.Path, Data: data, Pieces: f.Chunks})
		}
		return failed == nil
	})
	return list, cmp.Or(err, failed)
}

// Said implements consolidate.Memory. What the companion answered to something
// that was quoted repeats it, and is left out.
func (c *Consolidation) Said(_ context.Context, scope person.Scope, from, to time.Time) (list []consolidate.Said, err error) {
	about := map[turn.Conv]bool{}
	err = Desk{Ops: c.Ops}.linesFrom(person.Only(scope), from, to, func(l diary.Line) {
		if l.Erased || l.At.Before(from) || !l.At.Before(to) {
			return
		}
		own, spoke := encode.Own(l.Text), l.Role == diary.Person
		if spoke {
			about[l.Conv] = strings.Contains(own, "…") && !strings.Contains(l.Text, "…")
		}
		if (spoke || !about[l.Conv]) && strings.Trim(own, " …\n") != "" {
			list = append(list, consolidate.Said{ID: l.ID, Person: spoke, Text: own, At: l.At})
		}
	})
	return list, err
}

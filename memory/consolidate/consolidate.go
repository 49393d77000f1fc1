// Package consolidate is what happens to memories while nobody speaks: of the
// day's episodes lessons and facts come into the knowledge files, what was held
// for a while and has proved itself becomes lasting, what says the same is
// brought together, what is like other things becomes one general statement,
// what has grown old is told shorter, and what went well or badly twice becomes
// a policy.
//
// Guarantees. Scopes never meet. Work is done group by group, and a group is
// one Step: all that changes, each with what was there before. A step is
// committed whole or not at all, and with it its marks, by which the next run
// knows that it is done: so a run that was killed is taken up where it stopped,
// and a second one changes nothing. No original is rewritten or deleted: a
// record is superseded or archived and named as what the new one came from, a
// file is archived before a shorter text takes its place. A model that is not
// there, or answers nothing usable, leaves its group as it was, to be done by
// the next run; whatever needs no model is done all the same. Of what a model
// says only that is kept which the words that were said bear out.
//
// The package does no I/O but through its ports and asks no clock.
package consolidate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// Place is one scope and whose it is.
type Place struct {
	Scope person.Scope
	Name  string   // of the person; "" where it is not known
	Names []string // by which statements name them
	Owner bool
	Lang  text.Lang // where the words do not show it
}

// File is a memory file as it is.
type File struct {
	Path   string
	Data   []byte
	Pieces []memory.Record
}

// Said is one line of a talk, without what is nobody's own word in it.
type Said struct {
	ID     turn.ID
	Person bool // else it is the companion's
	Text   string
	At     time.Time
}

// Memory is what there is.
type Memory interface {
	// Places are the scopes that have memories.
	Places(ctx context.Context) ([]Place, error)
	// Records are those of a scope, whatever their status, without files.
	Records(ctx context.Context, scope person.Scope) ([]memory.Record, error)
	// Files are those of a folder ("knowledge/"), in the order of their paths.
	Files(ctx context.Context, scope person.Scope, folder string) ([]File, error)
	// Said is what was said in [from, to), in order.
	Said(ctx context.Context, scope person.Scope, from, to time.Time) ([]Said, error)
}

// Journal keeps what was done.
type Journal interface {
	// Done is when a mark was set.
	Done(ctx context.Context, scope person.Scope, mark string) (at time.Time, ok bool, err error)
	// Commit carries out a step; it is durable when it returns. Where something
	// is no longer as the step has it, nothing happens and it errs.
	Commit(ctx context.Context, s Step) error
}

// Ask is one question to a model.
type Ask struct {
	System, Words string
	Schema        []byte // of the answer
	MaxTokens     int
}

// Model answers. Errors are those of fault, or ctx.Err().
type Model interface {
	Answer(ctx context.Context, a Ask) (string, error)
}

// Edit is a record before and after; nil before is a new one.
type Edit struct {
	Before *memory.Record `json:"before,omitempty"`
	After  memory.Record  `json:"after"`
}

// FileEdit is a file before and after; nil is none.
type FileEdit struct {
	Path   string `json:"path"`
	Before []byte `json:"before,omitempty"`
	After  []byte `json:"after,omitempty"`
}

// Step is all that is done about one group. Its marks name nothing: what they are
// about cannot be told from them.
type Step struct {
	Scope   person.Scope
	What    string    // the stage
	At      time.Time // of the run
	Marks   []string
	From    []turn.ID // lines and records that it stands on: none may have been erased meanwhile
	Records []Edit
	Files   []FileEdit // in the order in which they are written
	Notes   []Note
	Counts  Funnel
}

// Note is the text of a line of a knowledge file and what it was made from.
type Note struct {
	Text string
	From []turn.ID
}

// Funnel counts what became of what was looked at.
type Funnel struct {
	In       int `json:"in"`       // episodes and records that were looked at
	Kept     int `json:"kept"`     // statements that are new
	Merged   int `json:"merged"`   // into others
	Archived int `json:"archived"` // originals that something shorter stands in the place of
	Refused  int `json:"refused"`  // statements of a model that nothing bears out
}

// Add adds up.
func (f Funnel) Add(g Funnel) Funnel {
	return Funnel{f.In + g.In, f.Kept + g.Kept, f.Merged + g.Merged, f.Archived + g.Archived, f.Refused + g.Refused}
}

// Map is the funnel as counts by name.
func (f Funnel) Map() map[string]int {
	return map[string]int{"in": f.In, "kept": f.Kept, "merged": f.Merged, "archived": f.Archived, "refused": f.Refused}
}

// ErrRefused says that a model's answer is nothing usable.
var ErrRefused = errors.New("the model answered nothing usable")

// Engine consolidates. It may be used by one goroutine at a time.
type Engine struct {
	Memory  Memory
	Journal Journal
	Model   Model
	NewID   func() turn.ID
	// Borne reports whether a sentence is borne out by what was said.
	Borne func(sentence, name string, said ...string) bool
	Zone  *time.Location // in which days begin
	Log   *slog.Logger
}

// run is one run of a job.
type run struct {
	*Engine
	now    time.Time
	away   error // the model is not there
	counts Funnel
}

// stage does one thing in one scope.
type stage func(context.Context, *run, Place) error

// Nightly makes knowledge of the episodes of the days that are over at now, and
// policies of how things went.
func (e *Engine) Nightly(ctx context.Context, now time.Time) (Funnel, error) {
	return e.do(ctx, now, night, policies)
}

// Promote makes lasting what has earned it.
func (e *Engine) Promote(ctx context.Context, now time.Time) (Funnel, error) {
	return e.do(ctx, now, promote)
}

// Weekly brings together what belongs together and tells old things shorter.
func (e *Engine) Weekly(ctx context.Context, now time.Time) (Funnel, error) {
	return e.do(ctx, now, cluster, condense, ladder, tidy, policies)
}

// do runs the stages scope by scope. Where one fails it goes on with the others;
// the error has all.
func (e *Engine) do(ctx context.Context, now time.Time, stages ...stage) (Funnel, error) {
	r := &run{Engine: e, now: now}
	places, err := e.Memory.Places(ctx)
	if err != nil {
		return r.counts, fmt.Errorf("list scopes: %w", err)
	}
	var failed []error
	for _, p := range places {
		for _, s := range stages {
			if ctx.Err() != nil {
				return r.counts, ctx.Err()
			}
			if err := s(ctx, r, p); err != nil {
				failed = append(failed, fmt.Errorf("consolidate %s: %w", p.Scope, err))
			}
		}
	}
	return r.counts, errors.Join(failed...)
}

// commit commits a step and counts it.
func (r *run) commit(ctx context.Context, p Place, what string, s Step) error {
	s.Scope, s.What, s.At = p.Scope, what, r.now
	if err := r.Journal.Commit(ctx, s); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	r.counts = r.counts.Add(s.Counts)
	return nil
}

// done reports whether a mark is set.
func (r *run) done(ctx context.Context, p Place, mark string) (bool, error) {
	_, ok, err := r.Journal.Done(ctx, p.Scope, mark)
	return ok, err
}

// lately reports whether a mark was set within some time.
func (r *run) lately(ctx context.Context, p Place, mark string, within time.Duration) (bool, error) {
	at, ok, err := r.Journal.Done(ctx, p.Scope, mark)
	return ok && r.now.Sub(at) < within, err
}

// active are the records in use of a scope, without policies and what else says
// how something is done.
func (r *run) active(ctx context.Context, p Place) (list []memory.Record, err error) {
	all, err := r.Memory.Records(ctx, p.Scope)
	for _, rec := range all {
		if rec.Status == memory.Active && rec.Type != memory.Procedural && (rec.ValidUntil.IsZero() || rec.ValidUntil.After(r.now)) {
			list = append(list, rec)
		}
	}
	return list, err
}

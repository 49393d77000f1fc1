package ops

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/consolidate"
	"github.com/kokoron/kokoron/memory/library"
)

// ConsolidateRun is one run of a consolidation. Its JSON fields are stable.
type ConsolidateRun struct {
	ID     turn.ID            `json:"id"`
	Kind   string             `json:"kind"`
	At     time.Time          `json:"at"` // the time that it was done for
	Began  time.Time          `json:"began"`
	Ended  time.Time          `json:"ended,omitzero"` // zero: it goes on, or a crash has ended it
	Steps  int                `json:"steps"`
	Counts consolidate.Funnel `json:"counts"`
	Error  string             `json:"error,omitempty"` // what is not done
	Undone time.Time          `json:"undone,omitzero"`
}

// stepState is how far a step is.
type stepState string

const (
	stepPlanned stepState = "planned" // its records are committed, its files perhaps not written
	stepDone    stepState = "done"
	stepUndone  stepState = "undone"
	stepStale   stepState = "stale"  // its files were changed by somebody else before they were written
	stepErased  stepState = "erased" // it had something that was erased since
)

// doneStep is a step as it is kept: what is needed to go on with it and to undo
// it.
type doneStep struct {
	Scope   person.Scope           `json:"scope"`
	What    string                 `json:"what"`
	State   stepState              `json:"state"`
	Marks   []string               `json:"marks"`
	Records []consolidate.Edit     `json:"records,omitempty"`
	Files   []consolidate.FileEdit `json:"files,omitempty"`
}

// mark says that something is done.
type mark struct {
	At time.Time `json:"at"`
}

// noteFrom is a line of a knowledge file and the lines it was made from.
type noteFrom struct {
	Scope person.Scope `json:"scope"`
	Text  string       `json:"text"`
	From  []turn.ID    `json:"from"`
}

var (
	runs     = kv.NewBucket[ConsolidateRun]("consolidate/runs") // id → run
	runSteps = kv.NewBucket[doneStep]("consolidate/steps")      // run, number → step
	marks    = kv.NewBucket[mark]("consolidate/marks")          // scope, mark → when it was set
	noteFile = kv.NewBucket[noteFrom]("consolidate/notes")      // id → note
)

// runsKept is how many runs can be looked at and undone.
const runsKept = 400

// errNotThere says that something is no longer as a step has it.
var errNotThere = errors.New("memory was changed meanwhile")

// begin takes up the unfinished run of a kind, or makes a new one, which is
// stored with its first step or at its end.
func (c *Consolidation) begin(kind string, at time.Time) (run ConsolidateRun, err error) {
	err = c.DB.View(func(tx *kv.Tx) error {
		return runs.Descend(tx, "", func(_ string, r ConsolidateRun) error {
			if r.Kind == kind && r.Ended.IsZero() && r.Undone.IsZero() {
				run = r
				return kv.ErrStop
			}
			return nil
		})
	})
	if run.ID == "" {
		run = ConsolidateRun{ID: c.IDs.New(), Kind: kind, At: at, Began: c.Clock.Now()}
	}
	return run, err
}

// end stores how a run went, and forgets the oldest.
func (c *Consolidation) end(run *ConsolidateRun, failed error) error {
	if errors.Is(failed, context.Canceled) {
		return nil // the next start goes on with it
	}
	run.Ended, run.Error = c.Clock.Now(), ""
	if failed != nil {
		run.Error = failed.Error()
	}
	return c.DB.Update(func(tx *kv.Tx) error {
		if err := runs.Put(tx, string(run.ID), *run); err != nil {
			return err
		}
		var old []string
		n := 0
		err := runs.Descend(tx, "", func(k string, _ ConsolidateRun) error {
			if n++; n > runsKept {
				old = append(old, k)
			}
			return nil
		})
		for _, k := range old {
			err = errors.Join(err, runs.Delete(tx, k))
			_, gone := runSteps.Rewrite(tx, kv.Prefix(k), func(_ string, s doneStep) (doneStep, kv.Verdict) { return s, kv.Remove })
			err = errors.Join(err, gone)
		}
		return err
	})
}

// Done implements consolidate.Journal.
func (c *Consolidation) Done(_ context.Context, scope person.Scope, name string) (at time.Time, ok bool, err error) {
	err = c.DB.View(func(tx *kv.Tx) error {
		m, found, err := marks.Get(tx, kv.Key(string(scope), name))
		at, ok = m.At, found
		return err
	})
	return at, ok, err
}

// Commit implements consolidate.Journal. The records, the marks and the step
// itself are one transaction; files follow from it, also after a crash.
func (c *Consolidation) Commit(ctx context.Context, s consolidate.Step) error {
	if err := c.prepare(&s); err != nil {
		return err
	}
	run := *c.current
	if run.Steps == 0 {
		if err := c.backup(c.Clock.Now()); err != nil {
			return fmt.Errorf("back up before consolidation: %w", err)
		}
	}
	run.Steps++
	run.Counts = run.Counts.Add(s.Counts)
	key := kv.Key(string(run.ID), fmt.Sprintf("%06d", run.Steps))
	var changed []memory.Record
	err := c.DB.Update(func(tx *kv.Tx) (err error) {
		for _, id := range s.From {
			if gone, err := c.Ledger.Erased(tx, s.Scope, string(id)); err != nil || gone {
				return errors.Join(err, errTakenBack)
			}
		}
		if changed, err = c.putRecords(tx, &s); err != nil {
			return err
		}
		step := doneStep{Scope: s.Scope, What: s.What, State: stepDone, Marks: s.Marks, Records: s.Records, Files: s.Files}
		if len(s.Files) > 0 {
			step.State = stepPlanned
		}
		err = errors.Join(runSteps.Put(tx, key, step), runs.Put(tx, string(run.ID), run))
		for _, m := range s.Marks {
			err = errors.Join(err, marks.Put(tx, kv.Key(string(s.Scope), m), mark{At: s.At}))
		}
		for _, n := range s.Notes {
			err = errors.Join(err, noteFile.Put(tx, string(c.IDs.New()), noteFrom{s.Scope, n.Text, n.From}))
		}
		return err
	})
	if err != nil {
		return err
	}
	*c.current = run
	c.Index.Changed(changed...)
	return c.carryOut(ctx, key)
}

// prepare makes the edits of files ready to be carried out, and sees that the
// files are as the step has them.
func (c *Consolidation) prepare(s *consolidate.Step) error {
	for i, f := range s.Files {
		now, err := c.Library.Raw(s.Scope, f.Path)
		if err != nil {
			return err
		}
		if kept := library.Archived(""); strings.HasPrefix(f.Path, kept) {
			if now != nil && !bytes.Equal(now, f.After) { // another original of that name
				s.Files[i].Path = strings.TrimSuffix(f.Path, path.Ext(f.Path)) + "-" + string(c.IDs.New()) + path.Ext(f.Path)
			}
			continue
		}
		s.Files[i].After = []byte(library.Stamp(string(f.After)))
		if (now == nil) != (f.Before == nil) || !bytes.Equal(now, f.Before) {
			return fmt.Errorf("%w: %s", errNotThere, f.Path)
		}
	}
	return nil
}

// putRecords carries out the edits of records. A new one that says what another
// says already is left out.
func (c *Consolidation) putRecords(tx *kv.Tx, s *consolidate.Step) (changed []memory.Record, err error) {
	kept := s.Records[:0:0]
	for _, e := range s.Records {
		if e.Before == nil {
			names := func(o consolidate.Edit) bool {
				return o.After.SupersededBy == e.After.ID || slices.Contains(e.After.Provenance, o.After.ID)
			}
			if _, known, err := c.Ledger.Same(tx, s.Scope, e.After.Content); err != nil || known && !slices.ContainsFunc(s.Records, names) {
				if err != nil {
					return nil, err
				}
				continue
			}
			err = c.Ledger.Put(tx, e.After)
		} else {
			var is memory.Record
			var ok bool
			if is, ok, err = c.Ledger.In(tx, s.Scope, e.After.ID); err == nil && (!ok || !sameRecord(is, *e.Before)) {
				err = errNotThere
			}
			if err == nil {
				after := withUse(e.After, is, *e.Before)
				err, e.After = c.Ledger.Update(tx, after), after
			}
		}
		if err != nil {
			return nil, err
		}
		kept, changed = append(kept, e), append(changed, e.After)
	}
	s.Records = kept
	return changed, nil
}

// sameRecord compares records without how often they came to mind.
func sameRecord(a, b memory.Record) bool {
	plain := func(r memory.Record) []byte {
		r.Retrieved, r.Used, r.LastAccessed = 0, 0, time.Time{}
		raw, err := json.Marshal(r)
		if err != nil {
			return nil
		}
		return raw
	}
	x, y := plain(a), plain(b)
	return x != nil && bytes.Equal(x, y)
}

// withUse is a record to be written in the place of another that has come to
// mind since it was looked at.
func withUse(r, is, was memory.Record) memory.Record {
	if is.Retrieved != was.Retrieved || is.Used != was.Used || !is.LastAccessed.Equal(was.LastAccessed) {
		r.Retrieved, r.Used, r.LastAccessed = r.Retrieved+is.Retrieved-was.Retrieved, r.Used+is.Used-was.Used, is.LastAccessed
	}
	return r
}

// carryOut writes the files of a planned step.
func (c *Consolidation) carryOut(_ context.Context, key string) error {
	var s doneStep
	err := c.DB.View(func(tx *kv.Tx) (err error) {
		s, _, err = runSteps.Get(tx, key)
		return err
	})
	if err != nil || s.State != stepPlanned {
		return err
	}
	state := stepDone
	var failed error
	for _, f := range s.Files {
		if _, failed = c.Library.Exchange(s.Scope, f.Path, f.Before, f.After); failed != nil {
			if !errors.Is(failed, library.ErrChanged) {
				return failed
			}
			state = stepStale
			break
		}
	}
	err = c.DB.Update(func(tx *kv.Tx) error {
		now, ok, err := runSteps.Get(tx, key)
		if err != nil || !ok || now.State != stepPlanned {
			return err
		}
		if now.State = state; state == stepStale { // what it was about is to be done again
			for _, m := range now.Marks {
				err = errors.Join(err, marks.Delete(tx, kv.Key(string(now.Scope), m)))
			}
		}
		return errors.Join(err, runSteps.Put(tx, key, now))
	})
	return errors.Join(failed, err)
}

// recover writes what a crash has left unwritten.
func (c *Consolidation) recover(ctx context.Context) error {
	var keys []string
	err := c.DB.View(func(tx *kv.Tx) error {
		return runSteps.Ascend(tx, "", func(k string, s doneStep) error {
			if s.State == stepPlanned {
				keys = append(keys, k)
			}
			return nil
		})
	})
	for _, k := range keys {
		if err == nil {
			if err = c.carryOut(ctx, k); errors.Is(err, library.ErrChanged) {
				err = nil // it is done again
			}
		}
	}
	return err
}

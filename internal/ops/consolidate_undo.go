package ops

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/consolidate"
	"github.com/kokoron/kokoron/memory/library"
)

// The codes of what cannot be done.
const (
	UnknownRun ProblemCode = "unknown_run" // Known are the newest there are
	ManyRuns   ProblemCode = "many_runs"   // Known are ids that begin like that
	BadTime    ProblemCode = "bad_time"
)

// runsNamed is how many runs a problem names.
const runsNamed = 5

// LeftAsIs is something that was changed since a run, or erased, and therefore
// stays.
type LeftAsIs struct {
	Scope person.Scope `json:"scope"`
	ID    turn.ID      `json:"id,omitempty"`   // of a record
	Path  string       `json:"path,omitempty"` // of a file
}

// UndoneRun is what undoing a run did. Its JSON fields are stable.
type UndoneRun struct {
	Run     ConsolidateRun `json:"run"`
	Changed bool           `json:"changed"` // false: it was undone before, or had changed nothing
	Records int            `json:"records"` // that are as they were before
	Files   int            `json:"files"`   // each once, in however many steps
	Left    []LeftAsIs     `json:"left"`

	records, files map[string]bool // that are counted
}

// Undo puts all back that a run has changed: records and files are as before,
// byte for byte, and what it made is archived. What somebody has changed since
// stays as it is and is named. What was undone is not done again. After a crash
// Undo is called again. Errors are *Problem where there is no such run.
func (c *Consolidation) Undo(ctx context.Context, id string) (u UndoneRun, err error) {
	u.Left, u.records, u.files = []LeftAsIs{}, map[string]bool{}, map[string]bool{}
	if err := c.enter(ctx); err != nil {
		return u, err
	}
	defer c.leave()
	if err := c.recover(ctx); err != nil {
		return u, err
	}
	if u.Run, err = c.Find(id); err != nil {
		return u, err
	}
	var keys []string
	err = c.DB.View(func(tx *kv.Tx) error {
		return runSteps.Descend(tx, kv.Prefix(string(u.Run.ID)), func(k string, s doneStep) error {
			if s.State == stepDone || s.State == stepStale || s.State == stepErased {
				keys = append(keys, k)
			}
			return nil
		})
	})
	for _, k := range keys {
		if err == nil {
			err = errors.Join(ctx.Err(), c.undoStep(k, &u))
		}
	}
	if err != nil || !u.Run.Undone.IsZero() {
		return u, err
	}
	u.Run.Undone = c.Clock.Now()
	if u.Run.Ended.IsZero() {
		u.Run.Ended = u.Run.Undone
	}
	return u, c.DB.Update(func(tx *kv.Tx) error { return runs.Put(tx, string(u.Run.ID), u.Run) })
}

// Find is the run whose id begins like that. Errors are *Problem where there is
// none.
func (c *Consolidation) Find(id string) (run ConsolidateRun, err error) {
	var found, newest []string
	id = strings.ToLower(strings.TrimSpace(id))
	err = c.DB.View(func(tx *kv.Tx) error {
		return runs.Descend(tx, "", func(k string, r ConsolidateRun) error {
			if len(newest) < runsNamed {
				newest = append(newest, k)
			}
			if id != "" && strings.HasPrefix(k, id) {
				found, run = append(found, k), r
			}
			return nil
		})
	})
	switch {
	case err != nil:
		return run, err
	case len(found) == 0:
		return run, &Problem{Code: UnknownRun, About: id, Known: newest}
	case len(found) > 1:
		return run, &Problem{Code: ManyRuns, About: id, Known: found}
	}
	return run, nil
}

// undoStep undoes one step: the files first, which may be done again, then the
// records together with the note that it is undone.
func (c *Consolidation) undoStep(key string, u *UndoneRun) error {
	var s doneStep
	err := c.DB.View(func(tx *kv.Tx) (err error) {
		s, _, err = runSteps.Get(tx, key)
		return err
	})
	if err != nil {
		return err
	}
	if s.State == stepErased {
		u.Left = append(u.Left, LeftAsIs{Scope: s.Scope})
	}
	for _, f := range slices.Backward(s.Files) {
		switch _, err := c.Library.Exchange(s.Scope, f.Path, f.After, f.Before); {
		case errors.Is(err, library.ErrChanged):
			u.Left = append(u.Left, LeftAsIs{Scope: s.Scope, Path: f.Path})
		case err != nil:
			return err
		default:
			u.files[string(s.Scope)+"/"+f.Path] = true
		}
	}
	var changed []memory.Record
	var left []LeftAsIs
	err = c.DB.Update(func(tx *kv.Tx) error {
		changed, left = nil, nil
		for _, e := range slices.Backward(s.Records) {
			r, ok, err := c.undoRecord(tx, s.Scope, e)
			if err != nil {
				return err
			}
			if ok {
				changed = append(changed, r)
			} else {
				left = append(left, LeftAsIs{Scope: s.Scope, ID: e.After.ID})
			}
		}
		s.State = stepUndone
		return runSteps.Put(tx, key, s)
	})
	if err != nil {
		return err
	}
	c.Index.Changed(changed...)
	for _, r := range changed {
		u.records[string(r.ID)] = true
	}
	u.Changed, u.Left = true, append(u.Left, left...)
	u.Records, u.Files = len(u.records), len(u.files)
	return nil
}

// undoRecord puts one record back; not ok where it is other than the step left
// it.
func (c *Consolidation) undoRecord(tx *kv.Tx, scope person.Scope, e consolidate.Edit) (r memory.Record, ok bool, err error) {
	is, ok, err := c.Ledger.In(tx, scope, e.After.ID)
	if err != nil || !ok || !sameRecord(is, e.After) {
		return r, false, err
	}
	if e.Before == nil {
		if err = c.Ledger.Archive(tx, scope, e.After.ID, undoneReason, c.Clock.Now()); err == nil {
			r, _, err = c.Ledger.In(tx, scope, e.After.ID)
		}
		return r, true, err
	}
	r = withUse(*e.Before, is, e.After)
	return r, true, c.Ledger.Update(tx, r)
}

// forgetSteps takes what has words, or ids, that are erased out of the steps of
// all runs. Such a step cannot be undone any more; one whose files are not
// written is done again.
func forgetSteps(tx *kv.Tx, doomed memory.Erasing) error {
	var unmark []string
	_, err := runSteps.Rewrite(tx, "", func(_ string, s doneStep) (doneStep, kv.Verdict) {
		if !s.holds(doomed) {
			return s, kv.Leave
		}
		if s.State == stepPlanned {
			for _, m := range s.Marks {
				unmark = append(unmark, kv.Key(string(s.Scope), m))
			}
		}
		s.State, s.Records, s.Files = stepErased, nil, nil
		return s, kv.Change
	})
	for _, k := range unmark {
		err = errors.Join(err, marks.Delete(tx, k))
	}
	_, gone := noteFile.Rewrite(tx, "", func(_ string, n noteFrom) (noteFrom, kv.Verdict) {
		if doomed.Words.In(n.Text) || slices.ContainsFunc(n.From, func(id turn.ID) bool { return doomed.IDs[string(id)] }) {
			return n, kv.Remove
		}
		return n, kv.Leave
	})
	return errors.Join(err, gone)
}

// holds reports whether a step has something that is erased.
func (s doneStep) holds(doomed memory.Erasing) bool {
	of := func(r memory.Record) bool {
		return doomed.Has(string(r.ID), r.Texts()...) || slices.ContainsFunc(r.Provenance, func(id turn.ID) bool { return doomed.IDs[string(id)] })
	}
	for _, e := range s.Records {
		if of(e.After) || e.Before != nil && of(*e.Before) {
			return true
		}
	}
	for _, f := range s.Files {
		for _, data := range [][]byte{f.Before, f.After} {
			if doomed.InBytes(data) || doomed.Words.In(string(data)) {
				return true
			}
		}
	}
	return false
}

// notesOf dooms the words of the lines of knowledge files that were made of what
// is to go: they have it in other words.
func (e *Eraser) notesOf(g *graph, scopes []person.Scope) error {
	return e.DB.View(func(tx *kv.Tx) error {
		return noteFile.Ascend(tx, "", func(_ string, n noteFrom) error {
			made := slices.ContainsFunc(n.From, func(id turn.ID) bool { return g.gone[string(id)] })
			if made && slices.Contains(scopes, n.Scope) && !slices.Contains(g.words, n.Text) {
				g.words = append(g.words, n.Text)
			}
			return nil
		})
	})
}

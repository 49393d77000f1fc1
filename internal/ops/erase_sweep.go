package ops

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/session"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
)

// sweep takes everything out of the home once. Doing it again changes nothing
// but what was written meanwhile. cold says that no turn is running: one that
// is open and has the words is then given up.
func (e *Eraser) sweep(ctx context.Context, entry *erasure, out *Erased, cold bool, running map[turn.ID]bool) error {
	doomed := entry.erasing()
	e.index.Erase(idsOfAll(entry.IDs)...) // from here on nothing comes to mind
	saw, err := e.whoSaw(*entry, doomed)  // before the diary has lost the words
	if err != nil {
		return err
	}
	if err := e.sweepDB(*entry, doomed, out, cold, running); err != nil {
		return err
	}
	if err := e.sweepDiary(entry, doomed, out); err != nil {
		return err
	}
	for _, scope := range entry.Scopes {
		changed, err := e.Library.Erase(ctx, scope, doomed)
		if err != nil {
			return err
		}
		out.Files += len(changed)
		for _, f := range changed {
			e.index.Files(f.Scope, f.Path, f.Chunks)
		}
	}
	thoughts, err := e.traces.Erase(func(t agent.Trace) bool { return saw[t.Turn] || e.speaksOf(t, *entry, doomed) }, doomed.InBytes)
	out.Thoughts += thoughts
	if err == nil {
		err = e.sweepRun(doomed.Words)
	}
	if err == nil && entry.Backups {
		err = e.sweepBackups(*entry, doomed)
	}
	return err
}

// sweepDiary makes tombstones, and takes out of what can be found what read the
// diary meanwhile. A line with the words may have come after all that was looked
// through, of a turn that is running: it is one of the erased from here on, as a
// tombstone says no more what it was.
func (e *Eraser) sweepDiary(entry *erasure, doomed memory.Erasing, out *Erased) error {
	more := false
	lines, err := e.Diary.Erase(func(l diary.Line) bool {
		hit := slices.Contains(entry.Scopes, l.Scope) && doomed.Has(string(l.ID), l.Text)
		if hit && !doomed.IDs[string(l.ID)] {
			entry.IDs[l.Scope] = append(entry.IDs[l.Scope], string(l.ID))
			more = true
		}
		return hit
	}, doomed.InBytes)
	out.Lines += lines
	e.index.Erase(idsOfAll(entry.IDs)...)
	if err == nil && more {
		err = e.keep(*entry)
	}
	return err
}

func idsOfAll(ids map[person.Scope][]string) (all []string) {
	for _, some := range ids {
		all = append(all, some...)
	}
	return all
}

// sweepDB takes everything out of the database, in one transaction.
func (e *Eraser) sweepDB(entry erasure, doomed memory.Erasing, out *Erased, cold bool, running map[turn.ID]bool) error {
	var got Erased
	err := e.DB.Update(func(tx *kv.Tx) (err error) {
		got = Erased{}
		busy := running
		if cold {
			busy = nil
			if got.Journal, err = e.giveUp(tx, entry, doomed); err != nil {
				return err
			}
		}
		for scope, ids := range entry.IDs {
			n, err := e.Ledger.Erase(tx, scope, entry.At, ids...)
			if err != nil {
				return err
			}
			got.Records += n
		}
		if _, err := e.Calendar.Erase(tx, entry.Scopes, doomed); err != nil {
			return err
		}
		if _, err := e.Lessons.Erase(tx, entry.Scopes, doomed); err != nil {
			return err
		}
		if _, err := (state.Thoughts{}).Erase(tx, entry.Scopes, doomed); err != nil {
			return err
		}
		if err := (state.Paces{}).Erase(tx, entry.Scopes, doomed); err != nil {
			return err
		}
		if _, err := reminders.Erase(tx, entry.Scopes, doomed); err != nil {
			return err
		}
		if _, err := followUps.Erase(tx, entry.Scopes, doomed); err != nil {
			return err
		}
		if _, err := speech.Erase(tx, e.isOf(entry.Scopes), doomed); err != nil {
			return err
		}
		s, err := e.Session.Erase(tx, entry.Convs, doomed, busy)
		if err != nil {
			return err
		}
		got.add(s)
		n, err := e.Journal.Erase(tx, entry.Convs, doomed)
		if got.Journal += n; err != nil {
			return err
		}
		return errors.Join(reclaim(tx, doomed), forgetSteps(tx, doomed))
	})
	if err != nil {
		return err
	}
	e.Session.Stale(entry.Convs...)
	out.Records, out.Journal = out.Records+got.Records, out.Journal+got.Journal
	out.add(session.Erased{Lines: got.Session, Summaries: got.Summaries, Recalled: got.Recalled, Results: got.Results})
	return nil
}

func (e *Erased) add(s session.Erased) {
	e.Session, e.Summaries = e.Session+s.Lines, e.Summaries+s.Summaries
	e.Recalled, e.Results = e.Recalled+s.Recalled, e.Results+s.Results
}

// giveUp closes the open turns that have the words, in their messages or in
// what the model asked for: they would say them again.
func (e *Eraser) giveUp(tx *kv.Tx, entry erasure, doomed memory.Erasing) (n int, err error) {
	open, err := e.Journal.Turns(tx)
	for _, t := range open {
		if err != nil || !slices.Contains(entry.Convs, t.Conv) {
			continue
		}
		has := slices.ContainsFunc(t.Messages, func(m turn.Message) bool { return doomed.Has(string(m.ID), m.Text) })
		if !has {
			has, err = e.Session.HoldsRound(tx, t.ID, doomed.Words)
		}
		if err != nil || !has {
			continue
		}
		n++
		if _, err = e.Journal.FinishTurn(tx, t.Conv, t.ID); err == nil {
			err = e.Session.DropRounds(tx, t.ID)
		}
		if err == nil {
			err = e.Journal.Close(tx, said(t)...)
		}
	}
	return n, err
}

// sawLines is for how many lines of a conversation something said may still
// stand in the window: as many as a session keeps.
const sawLines = 400

// whoSaw are the turns that had something of it before them: those that answer
// it, those it came to mind for, and those after them for as long as it may
// have stood in the window.
func (e *Eraser) whoSaw(entry erasure, doomed memory.Erasing) (saw map[turn.ID]bool, err error) {
	began := map[turn.Conv][]time.Time{} // when something of it came up
	var traces []agent.Trace
	err = e.traces.Newest(time.Time{}, "", func(t agent.Trace) bool {
		if slices.Contains(entry.Convs, t.Conv) {
			traces = append(traces, t)
			if showed(t, doomed) {
				began[t.Conv] = append(began[t.Conv], t.At)
			}
		}
		return true
	})
	if err != nil || len(traces) == 0 {
		return nil, err
	}
	until, err := e.windows(entry, doomed, began)
	if err != nil {
		return nil, err
	}
	saw = map[turn.ID]bool{}
	for _, t := range traces {
		saw[t.Turn] = slices.ContainsFunc(until[t.Conv], func(w window) bool { return !t.At.Before(w.from) && !t.At.After(w.to) })
	}
	return saw, nil
}

// window is from when to when something may have stood in the prompt.
type window struct{ from, to time.Time }

// showed reports whether a turn answers something of it, or was given it.
func showed(t agent.Trace, doomed memory.Erasing) bool {
	if slices.ContainsFunc(t.Answers, func(id turn.ID) bool { return doomed.IDs[string(id)] }) {
		return true
	}
	if t.Recall == nil {
		return false
	}
	for _, c := range t.Recall.Channels {
		if slices.ContainsFunc(c.Items, func(id string) bool { return doomed.IDs[id] }) {
			return true
		}
	}
	return slices.ContainsFunc(t.Recall.Candidates, func(c memory.Candidate) bool { return c.Injected && doomed.IDs[c.ID] })
}

// windows says how long what came up stood in the prompt: for as many lines as
// a session keeps.
func (e *Eraser) windows(entry erasure, doomed memory.Erasing, began map[turn.Conv][]time.Time) (map[turn.Conv][]window, error) {
	lines := map[turn.Conv][]time.Time{}
	days, err := e.Diary.Days()
	if err != nil {
		return nil, err
	}
	for _, day := range days {
		for l, err := range e.Diary.All(day) {
			if err != nil {
				return nil, err
			}
			if !slices.Contains(entry.Scopes, l.Scope) {
				continue
			}
			lines[l.Conv] = append(lines[l.Conv], l.At)
			if doomed.Has(string(l.ID), l.Text) {
				began[l.Conv] = append(began[l.Conv], l.At)
			}
		}
	}
	const margin = time.Minute // a turn begins after the line, and its trace says when
	out := map[turn.Conv][]window{}
	for conv, starts := range began {
		for _, from := range starts {
			i, _ := slices.BinarySearchFunc(lines[conv], from, time.Time.Compare)
			w := window{from: from.Add(-margin), to: e.Clock.Now()}
			if i+sawLines < len(lines[conv]) {
				w.to = lines[conv][i+sawLines]
			}
			out[conv] = append(out[conv], w)
		}
	}
	return out, nil
}

// speaksOf reports whether a trace has the words.
func (e *Eraser) speaksOf(t agent.Trace, entry erasure, doomed memory.Erasing) bool {
	if !slices.Contains(entry.Convs, t.Conv) {
		return false
	}
	return doomed.Words.In(t.Error) || slices.ContainsFunc(t.Generations, func(g agent.Generation) bool {
		return doomed.Words.In(g.Thought) || doomed.Words.In(g.Error) || doomed.Words.In(strings.Join(g.Calls, "\n"))
	})
}

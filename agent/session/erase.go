package session

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// Erased counts what was taken out of the sessions.
type Erased struct {
	Lines     int
	Summaries int // they cover a line that is gone
	Recalled  int // sections of what came to mind
	Results   int // of calls
}

// Erase takes out of the sessions of some conversations what is to be nowhere:
// lines, whole summaries that cover such a line or have its words, what came
// to mind, and what calls gave. busy are the turns that are being answered:
// the results of their calls stay until they have ended. Whoever commits it
// calls Stale afterwards.
func (s *Store) Erase(tx *kv.Tx, convs []turn.Conv, e memory.Erasing, busy map[turn.ID]bool) (out Erased, err error) {
	s.Stale(convs...)
	in := func(group string) bool { return slices.Contains(convs, turn.Conv(group)) }
	_, err = s.lines.Rewrite(tx, func(group string, l agent.Line) (agent.Line, kv.Verdict) {
		switch {
		case !in(group):
		case e.Has(string(l.ID), l.Text):
			out.Lines++
			return l, kv.Remove
		case e.Words.In(l.Recalled.Text) || slices.ContainsFunc(l.Recalled.Units, func(id string) bool { return e.IDs[id] }):
			out.Recalled++
			l.Recalled = turn.Recalled{}
			return l, kv.Change
		}
		return l, kv.Leave
	})
	if err == nil {
		out.Summaries, err = s.summaries.Rewrite(tx, "", func(conv string, sum summary) (summary, kv.Verdict) {
			if in(conv) && sum.Text != "" && (e.Words.In(sum.Text) || covers(sum, e)) {
				return summary{UpTo: sum.UpTo}, kv.Change
			}
			return sum, kv.Leave
		})
	}
	if err == nil {
		out.Results, err = s.results.Rewrite(tx, "", func(op string, r tool.Result) (tool.Result, kv.Verdict) {
			id, _, _ := strings.Cut(op, "/")
			if busy[turn.ID(id)] || !e.Words.In(r.Text) {
				return r, kv.Leave
			}
			r.Text = ""
			return r, kv.Change
		})
	}
	if err != nil {
		return out, fmt.Errorf("erase from sessions: %w", err)
	}
	return out, nil
}

// covers reports whether a summary was made of a line that is to be erased.
func covers(sum summary, e memory.Erasing) bool {
	for id := range e.IDs {
		if !turn.ID(id).Time().IsZero() && turn.ID(id) <= sum.UpTo {
			return true
		}
	}
	return false
}

// HoldsRound reports whether the stored rounds of a turn have the words.
func (s *Store) HoldsRound(tx *kv.Tx, id turn.ID, w memory.Words) (holds bool, err error) {
	err = s.rounds.Ascend(tx, kv.Prefix(string(id)), func(_ string, r agent.Round) error {
		holds = holds || w.In(r.Visible)
		for _, c := range r.Calls {
			holds = holds || w.In(string(c.Args)) || w.InBytes(c.Args) || w.In(c.Refused)
		}
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("rounds of turn %s: %w", id, err)
	}
	return holds, nil
}

// Stale says that what was read of conversations so far must not become a
// summary any more: something was erased from them.
func (s *Store) Stale(convs ...turn.Conv) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range convs {
		s.stale[c] = true
	}
}

// fresh says that a conversation is about to be read.
func (s *Store) fresh(conv turn.Conv) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.stale, conv)
}

func (s *Store) isStale(conv turn.Conv) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stale[conv]
}

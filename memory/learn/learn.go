// Package learn decides what the companion learns from its mistakes: which
// words of the owner correct a reply or say how to behave, which failures and
// reactions come back, and when that becomes a rule for the prompt.
//
// It is pure: no I/O, the time is an argument, the same input gives the same
// output. It is made to be quiet: questions, quotations, hearsay, documents and
// ordinary chat teach nothing. It must be given the owner's own words alone,
// never those of others, recalled text or documents; what it cannot tell from
// a document it leaves. A rule is one short line without marks, links and names
// of tools. Nothing here puts a rule into force: that is decided by Settle, for
// an owner, or for fixed texts about tools.
package learn

import (
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// Kind is where an entry comes from.
type Kind string

// The kinds.
const (
	Learned  Kind = "LRN" // the owner said how to behave
	Failed   Kind = "ERR" // a tool failed
	Feedback Kind = "FBK" // a correction or a reaction
)

// Priority says how much an entry weighs. Only a critical one becomes a rule
// at once.
type Priority string

// The priorities.
const (
	Low      Priority = "low"
	Normal   Priority = "normal"
	High     Priority = "high"
	Critical Priority = "critical"
)

// Status says how far an entry has come.
type Status string

// The states. Of all of them only an active entry acts.
const (
	Noted    Status = "noted"    // counted, no rule
	Proposed Status = "proposed" // its rule waits for the owner
	Active   Status = "active"   // its rule stands in the prompt
	Replaced Status = "replaced" // the owner said the opposite later
	Rejected Status = "rejected" // the owner did not want the rule
	Revoked  Status = "revoked"  // the owner took the rule back
)

// Entry is one pattern that was met, and the rule that came of it.
type Entry struct {
	ID       turn.ID      `json:"id"`
	Scope    person.Scope `json:"scope"` // whose words it came from, and who alone it acts for
	Kind     Kind         `json:"kind"`
	Key      string       `json:"key"` // of the pattern: one entry a kind and key
	Topic    string       `json:"topic,omitempty"`
	Value    string       `json:"value,omitempty"` // of the topic: two that differ contradict each other
	Priority Priority     `json:"priority"`
	Count    int          `json:"count"`
	Evidence []turn.ID    `json:"evidence"` // lines of the diary, the newest last; at most 20
	First    time.Time    `json:"first"`
	Last     time.Time    `json:"last"`
	Lang     text.Lang    `json:"lang,omitempty"`
	Text     string       `json:"text"`            // what was met, in one line
	Wrong    string       `json:"wrong,omitempty"` // of a correction: the reply that was wrong
	Right    string       `json:"right,omitempty"` // and the person's words, which are right

	Status     Status    `json:"status"`
	Rule       string    `json:"rule,omitempty"` // "" where there never was one
	Changed    time.Time `json:"changed,omitzero"`
	Settled    int       `json:"settled,omitempty"`     // the count when the owner decided last
	ReplacedBy turn.ID   `json:"replaced_by,omitempty"` // what the owner said later
	Replay     *Replay   `json:"replay,omitempty"`      // of the rule as it was then
}

// Signal is what one message, reaction or failure teaches.
type Signal struct {
	Kind         Kind
	Key          string
	Topic, Value string
	Priority     Priority
	Evidence     []turn.ID
	Lang         text.Lang
	Text         string
	Wrong, Right string
	Rule         string // what it becomes if it becomes a rule; "": it never does
}

// Limits of what is kept.
const (
	often       = 3  // so many times makes a pattern a rule
	maxEvidence = 20 // of one entry
	maxWords    = 300
)

// KnowHow reports whether an entry is about tools: its text is fixed, nobody's
// words are in it, and it needs no owner.
func (e Entry) KnowHow() bool { return e.Kind == Failed }

// Take adds a signal to the entries of a scope and gives those that it made or
// changed, the one of the signal first. id is for a new entry. An entry whose
// pattern comes back often enough, or is critical, gets a rule: active at once
// where automatic says so or it is about tools, else proposed. What the owner
// said before and contradicts it is replaced.
func Take(all []Entry, s Signal, scope person.Scope, id turn.ID, now time.Time, automatic bool) []Entry {
	e := Entry{ID: id, Scope: scope, Kind: s.Kind, Key: s.Key, Status: Noted, First: now}
	if i := slices.IndexFunc(all, func(o Entry) bool { return o.Scope == scope && o.Kind == s.Kind && o.Key == s.Key }); i >= 0 {
		e = all[i]
		e.Evidence = slices.Clone(e.Evidence)
	}
	if seen(e.Evidence, s.Evidence) {
		return nil // the same line once more, such as after a crash
	}
	e.Topic, e.Value, e.Lang, e.Text = s.Topic, s.Value, s.Lang, text.Excerpt(s.Text, maxWords)
	e.Wrong, e.Right = text.Excerpt(s.Wrong, maxWords), text.Excerpt(s.Right, maxWords)
	e.Priority, e.Last = s.Priority, now
	e.Count++
	e.Evidence = append(e.Evidence, s.Evidence...)
	e.Evidence = e.Evidence[max(0, len(e.Evidence)-maxEvidence):]
	changed := []Entry{}
	contradicts := false
	for _, o := range all {
		if o.ID != e.ID && Contradict(o, e) && (o.Status == Active || o.Status == Proposed) {
			contradicts = true
			o.Status, o.ReplacedBy, o.Changed = Replaced, e.ID, now
			changed = append(changed, o)
		}
	}
	if due := s.Priority == Critical || contradicts || e.Count-e.Settled >= often; due && s.Rule != "" && e.Status != Active && e.Status != Proposed {
		e.Status, e.Rule, e.Changed, e.ReplacedBy = Proposed, Sanitise(s.Rule), now, ""
		if automatic || e.KnowHow() {
			e.Status = Active
		}
	}
	return append([]Entry{e}, changed...)
}

// seen reports whether all of some lines are evidence already.
func seen(have, lines []turn.ID) bool {
	return len(lines) > 0 && !slices.ContainsFunc(lines, func(id turn.ID) bool { return !slices.Contains(have, id) })
}

// Contradict reports whether two entries want different things of one topic.
// Not to be called by one name and to be called by another go together.
func Contradict(a, b Entry) bool {
	if a.Scope != b.Scope || a.Topic == "" || a.Topic != b.Topic || a.Value == b.Value {
		return false
	}
	if a.Topic == topicAddress && strings.HasPrefix(a.Value, not) != strings.HasPrefix(b.Value, not) {
		return strings.TrimPrefix(a.Value, not) == strings.TrimPrefix(b.Value, not)
	}
	return a.Topic != topicAddress || !strings.HasPrefix(a.Value, not)
}

// Settle is the owner's decision about an entry that has a rule, and what else
// changes by it: an entry that becomes active replaces those that contradict
// it. rule, if set, takes the place of the rule's text. The entry comes first.
func Settle(all []Entry, e Entry, to Status, rule string, now time.Time) []Entry {
	if rule != "" {
		e.Rule = Sanitise(rule)
	}
	e.Status, e.Changed, e.Settled, e.ReplacedBy = to, now, e.Count, ""
	changed := []Entry{e}
	for _, o := range all {
		if to == Active && o.ID != e.ID && Contradict(o, e) && (o.Status == Active || o.Status == Proposed) {
			o.Status, o.ReplacedBy, o.Changed = Replaced, e.ID, now
			changed = append(changed, o)
		}
	}
	return changed
}

// Without takes a line out of the evidence of an entry, such as a reaction that
// was withdrawn.
func (e Entry) Without(line turn.ID) Entry {
	n := len(e.Evidence)
	e.Evidence = slices.DeleteFunc(slices.Clone(e.Evidence), func(id turn.ID) bool { return id == line })
	if len(e.Evidence) < n {
		e.Count = max(0, e.Count-1)
		e.Settled = min(e.Settled, e.Count)
	}
	return e
}

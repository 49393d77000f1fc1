package ops

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/index"
)

// Audit is what is wrong with what is remembered in some scopes. Its JSON
// fields are stable.
type Audit struct {
	Clean bool `json:"clean"` // nothing of what follows is wrong
	Score int  `json:"score"` // how sound it is, 0 to 100

	Records  int `json:"records"` // of the ledger, by status
	Active   int `json:"active"`
	Replaced int `json:"superseded"`
	Archived int `json:"archived"`

	Duplicates []Twins `json:"duplicates"` // active records that say the same
	// Contradictions are pairs of active records, the older one first: it does not
	// hold any more by what the newer one says.
	Contradictions []Twins   `json:"contradictions"`
	Orphans        []turn.ID `json:"orphans"`    // made of what is not there any more, all of it
	Broken         []turn.ID `json:"broken"`     // superseded by nothing, by itself in the end, or by what is no record
	Expired        []turn.ID `json:"expired"`    // active although their time is over
	Junk           []turn.ID `json:"junk"`       // active, and say next to nothing
	JunkShare      float64   `json:"junk_share"` // of the active ones

	Index IndexDrift `json:"index"`
}

// Twins are records that say the same.
type Twins struct {
	IDs []turn.ID `json:"ids"` // oldest first
}

// IndexDrift is how far the index is from what it is made of, over all scopes.
type IndexDrift struct {
	Missing []string `json:"missing"` // ids of this view's memories that cannot be found
	Stray   []string `json:"stray"`   // ids that are found and should not be
	Waiting int      `json:"waiting"` // for the embedding server
	Pending int      `json:"pending"` // changes that Chroma does not have yet
	Chroma  bool     `json:"chroma"`  // there is a copy, and it answers
	Copy    []Copied `json:"copy"`    // what Chroma has of each scope
}

// Copied is what Chroma has of a scope.
type Copied = index.Copied

// Checked is what the index says about itself; *index.Index.
type Checked interface {
	Version() uint64
	// Known reports whether a memory is in the index, also where it is held back.
	Known(view person.View, id string) bool
	Records(view person.View, keep func(memory.Record) bool) []memory.Unit
	Compare(ctx context.Context, view person.View) ([]index.Copied, error)
}

// Audit looks through the records, files and lines of a view and compares them
// with what can be found. It changes nothing. What is on its way to the index
// is no fault.
func (d Desk) Audit(ctx context.Context, v Viewer, ix Checked) (Audit, error) {
	a := Audit{Duplicates: []Twins{}, Contradictions: []Twins{}, Orphans: []turn.ID{}, Broken: []turn.ID{}, Expired: []turn.ID{}, Junk: []turn.ID{}}
	a.Index = IndexDrift{Missing: []string{}, Stray: []string{}, Copy: []Copied{}}
	for _, s := range v.View.Scopes() {
		// All of the scope: also what only some may hear.
		if err := d.auditScope(ctx, person.Only(s), ix, &a); err != nil {
			return a, err
		}
	}
	if a.Active > 0 {
		a.JunkShare = float64(len(a.Junk)) / float64(a.Active)
	}
	st := d.Index.Status()
	a.Index.Waiting, a.Index.Pending, a.Index.Chroma = st.Unmade, st.Pending, st.Chroma
	if st.Chroma {
		copied, err := ix.Compare(ctx, v.View)
		if err != nil {
			return a, &Problem{Code: ServerAway, About: "chroma"}
		}
		a.Index.Copy = append(a.Index.Copy, copied...)
	}
	a.Score = a.score()
	a.Clean = len(a.Duplicates)+len(a.Contradictions)+len(a.Orphans)+len(a.Broken)+len(a.Expired)+len(a.Junk)+len(a.Index.Missing)+len(a.Index.Stray) == 0
	for _, c := range a.Index.Copy {
		a.Clean = a.Clean && (c.Have == c.Want || st.Pending+st.Unmade+st.Uncopied > 0)
	}
	return a, nil
}

// auditScope adds what is wrong in one scope.
func (d Desk) auditScope(ctx context.Context, view person.View, ix Checked, a *Audit) error {
	records, err := d.Ledger.List(view, "")
	if err != nil {
		return err
	}
	a.Records += len(records)
	byID, same := map[turn.ID]memory.Record{}, map[string][]turn.ID{}
	for _, r := range records {
		byID[r.ID] = r
		a.count(r, same)
	}
	for _, key := range slices.Sorted(maps.Keys(same)) {
		if ids := same[key]; len(ids) > 1 {
			a.Duplicates = append(a.Duplicates, Twins{ids})
		}
	}
	now := d.Clock.Now()
	a.Contradictions = append(a.Contradictions, d.contradictions(records, now)...)
	for _, r := range records {
		if r.Status == memory.Active && !r.ValidUntil.IsZero() && !r.ValidUntil.After(now) {
			a.Expired = append(a.Expired, r.ID)
		}
		if r.Status == memory.Superseded && broken(r, byID) {
			a.Broken = append(a.Broken, r.ID)
		}
	}
	orphans, err := d.orphans(ctx, view, records)
	if err != nil {
		return err
	}
	a.Orphans = append(a.Orphans, orphans...)
	return d.drift(view, records, ix, &a.Index)
}

// count takes one record into the figures.
func (a *Audit) count(r memory.Record, same map[string][]turn.ID) {
	switch r.Status {
	case memory.Superseded:
		a.Replaced++
	case memory.Archived:
		a.Archived++
	case memory.Active:
		a.Active++
		key := string(r.Scope) + "\x00" + strings.Join(strings.Fields(text.Fold(r.Content)), " ")
		same[key] = append(same[key], r.ID)
		if junk(r) {
			a.Junk = append(a.Junk, r.ID)
		}
	}
}

// junkTerms is how many different terms a record has at least that says
// something.
const junkTerms = 2

// junk reports whether a record says next to nothing.
func junk(r memory.Record) bool {
	terms := text.Tokens(r.Content)
	slices.Sort(terms)
	return len(slices.Compact(terms)) < junkTerms
}

// broken reports whether the chain of what replaced a record leads nowhere.
func broken(r memory.Record, byID map[turn.ID]memory.Record) bool {
	for range len(byID) + 1 {
		next, ok := byID[r.SupersededBy]
		if !ok {
			return true
		}
		if r = next; r.Status != memory.Superseded {
			return false
		}
	}
	return true
}

// orphans are the records of whose sources none is left. One that was erased
// stands as a tombstone and is none.
func (d Desk) orphans(ctx context.Context, view person.View, records []memory.Record) ([]turn.ID, error) {
	var ids []string
	for _, r := range records {
		ids = append(ids, stringsOf(r.Provenance)...)
	}
	known, err := d.lookUp(ctx, view, ids)
	if err != nil {
		return nil, err
	}
	out := []turn.ID{}
	for _, r := range records {
		gone := func(id turn.ID) bool { m := known[string(id)]; return m.Gone || m.Text == "" }
		if len(r.Provenance) > 0 && !slices.ContainsFunc(r.Provenance, func(id turn.ID) bool { return !gone(id) }) {
			out = append(out, r.ID)
		}
	}
	return out, nil
}

// drift compares ledger and diary with the index. What changes meanwhile is no
// drift: it is looked at again.
func (d Desk) drift(view person.View, records []memory.Record, ix Checked, out *IndexDrift) error {
	var missing, stray []string
	for range driftTries {
		version, now := ix.Version(), d.Clock.Now()
		missing, stray = nil, nil
		should := map[string]bool{}
		for _, r := range records {
			if r.Status != memory.Active || !r.ValidUntil.IsZero() && !r.ValidUntil.After(now) || r.ValidFrom.After(now) {
				continue
			}
			should[string(r.ID)] = true
			if !ix.Known(view, string(r.ID)) {
				missing = append(missing, string(r.ID))
			}
		}
		for _, u := range ix.Records(view, func(r memory.Record) bool { return r.Source != memory.FromFile }) {
			if !should[u.ID] {
				stray = append(stray, u.ID)
			}
		}
		if version == ix.Version() {
			break
		}
		var err error
		if records, err = d.Ledger.List(view, ""); err != nil {
			return err
		}
	}
	days, err := d.Diary.Days()
	if err != nil {
		return err
	}
	for _, day := range days {
		for l, err := range d.Diary.Day(view, day) {
			if err != nil {
				return err
			}
			if !ix.Known(view, string(l.ID)) && strings.TrimSpace(l.Text) != "" {
				missing = append(missing, string(l.ID))
			}
		}
	}
	out.Missing, out.Stray = append(out.Missing, missing...), append(out.Stray, stray...)
	return nil
}

// driftTries is how often a memory that changes meanwhile is looked at.
const driftTries = 3

package ops

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// Why something about follow-ups cannot be.
const (
	UnknownFollowUp ProblemCode = "unknown_followup"
	ManyFollowUps   ProblemCode = "many_followups" // Known are ids that begin like that
)

// FollowUpSeen is a follow-up as the owner's own tools show it.
type FollowUpSeen struct {
	FollowUp
	Short string `json:"short"` // a beginning of ID that names no other one
}

// Step is the text for how far it has come.
func (f FollowUpSeen) Step() catalog.Key {
	switch f.State {
	case state.FollowUpRaised:
		return catalog.FollowUpStateRaised
	case state.FollowUpClosed:
		return catalog.FollowUpStateClosed
	case state.FollowUpDropped:
		return catalog.FollowUpStateDropped
	case state.FollowUpExpired:
		return catalog.FollowUpStateExpired
	}
	return catalog.FollowUpStateOpen
}

// FollowUpList gives the follow-ups of those whose memories a viewer sees: what
// is open comes first, by when it may be raised, then the rest, the newest
// first. What is open and past its time is shown as expired.
func (d Desk) FollowUpList(_ context.Context, v Viewer) ([]FollowUpSeen, error) {
	all, err := d.allFollowUps(v.View)
	if err != nil {
		return nil, err
	}
	ids := idsOfFollowUps(all)
	out := make([]FollowUpSeen, 0, len(all))
	for _, f := range all {
		out = append(out, FollowUpSeen{f, briefest(ids, f.ID)})
	}
	slices.SortStableFunc(out, func(a, b FollowUpSeen) int {
		aOpen, bOpen := a.State == state.FollowUpOpen, b.State == state.FollowUpOpen
		switch {
		case aOpen && bOpen:
			return a.From.Compare(b.From)
		case aOpen:
			return -1
		case bOpen:
			return 1
		}
		return cmp.Or(b.Changed.Compare(a.Changed), cmp.Compare(b.ID, a.ID))
	})
	return out, nil
}

// DropFollowUp takes a follow-up back, by its id or a beginning of it; changed is
// false where it was settled already. Errors are *Problem.
func (d Desk) DropFollowUp(_ context.Context, v Viewer, id string) (f FollowUpSeen, changed bool, err error) {
	all, err := d.allFollowUps(v.View)
	if err != nil {
		return f, false, err
	}
	begins := strings.ToLower(strings.TrimSpace(id))
	var hits []FollowUp
	for _, one := range all {
		if begins != "" && strings.HasPrefix(string(one.ID), begins) {
			hits = append(hits, one)
		}
	}
	ids := idsOfFollowUps(all)
	switch {
	case len(hits) == 0:
		return f, false, &Problem{Code: UnknownFollowUp, About: id}
	case len(hits) > 1:
		known := []string{}
		for _, one := range hits[:min(len(hits), manyKnown)] {
			known = append(known, briefest(ids, one.ID))
		}
		return f, false, &Problem{Code: ManyFollowUps, About: id, Known: known}
	}
	f = FollowUpSeen{hits[0], briefest(ids, hits[0].ID)}
	err = d.DB.Update(func(tx *kv.Tx) error {
		now, there, err := followUps.Find(tx, f.Scope, f.ID)
		if err != nil || !there {
			return err
		}
		f.FollowUp = now
		if changed = now.State == state.FollowUpOpen || now.State == state.FollowUpRaised; !changed {
			return nil
		}
		f.State, f.Changed = state.FollowUpDropped, d.Clock.Now()
		return followUps.Put(tx, f.FollowUp)
	})
	if err != nil {
		return f, false, fmt.Errorf("drop follow-up: %w", err)
	}
	return f, changed, nil
}

// allFollowUps are those of a view's scopes as they stand now.
func (d Desk) allFollowUps(v person.View) (all []FollowUp, err error) {
	now := d.Clock.Now()
	err = d.DB.View(func(tx *kv.Tx) error {
		for _, scope := range v.Scopes() {
			list, err := followUps.List(tx, scope)
			if err != nil {
				return err
			}
			all = append(all, list...)
		}
		return nil
	})
	for i, f := range all {
		if f.State == state.FollowUpOpen && !f.Live(now) {
			all[i].State = state.FollowUpExpired
		}
	}
	return all, err
}

func idsOfFollowUps(all []FollowUp) (ids []turn.ID) {
	for _, f := range all {
		ids = append(ids, f.ID)
	}
	return ids
}

// briefest is the shortest beginning of an id that no other one has.
func briefest(ids []turn.ID, id turn.ID) string {
	n := minShort
	for _, other := range ids {
		if other != id {
			n = max(n, common(string(other), string(id))+1)
		}
	}
	return strings.TrimRight(string(id[:min(n, len(id))]), "-")
}

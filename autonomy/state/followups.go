package state

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/kokoron/kokoron/autonomy/followup"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// How many follow-ups are kept of a scope: so many that are open, so many in
// all, and none that was settled longer ago.
const (
	MaxOpenFollowUps = 20
	keepFollowUps    = 200
	KeepFollowUps    = 90 * 24 * time.Hour
)

// FollowUpState is how far a follow-up has come.
type FollowUpState string

// The states. A follow-up goes from open to raised when the companion asks
// about it, and from either to one of the others, which are for good.
const (
	FollowUpOpen    FollowUpState = "open"
	FollowUpRaised  FollowUpState = "raised"
	FollowUpClosed  FollowUpState = "closed"  // it was talked about
	FollowUpDropped FollowUpState = "dropped" // called off, taken back, or there were too many
	FollowUpExpired FollowUpState = "expired" // its time went by
)

// FollowUp is something to ask a person about later. Its JSON fields are stable.
type FollowUp struct {
	ID      turn.ID      `json:"id"`
	Scope   person.Scope `json:"scope"`
	Person  person.ID    `json:"person"`
	Channel string       `json:"channel"` // on which it was said
	Source  turn.ID      `json:"source"`  // the line that says it
	Since   time.Time    `json:"since"`   // when that was said
	followup.Followup
	State   FollowUpState    `json:"state"`
	Changed time.Time        `json:"changed"`
	Raised  turn.ID          `json:"raised,omitempty"` // the message that raised it
	Closed  turn.ID          `json:"closed,omitempty"` // the line that settled it
	Outcome followup.Outcome `json:"outcome,omitempty"`
}

// Live reports whether nothing has settled it by now.
func (f FollowUp) Live(now time.Time) bool {
	return (f.State == FollowUpOpen || f.State == FollowUpRaised) && now.Before(f.To)
}

// Due reports whether it may be raised now.
func (f FollowUp) Due(now time.Time) bool {
	return f.State == FollowUpOpen && !now.Before(f.From) && now.Before(f.To)
}

// FollowUps keeps what to ask about later, by scope. It has no state; its zero
// value is ready.
type FollowUps struct{}

var followUps = kv.NewBucket[FollowUp]("state/followups") // scope, id → follow-up

// List gives all follow-ups of a scope, oldest first.
func (FollowUps) List(tx *kv.Tx, scope person.Scope) (list []FollowUp, err error) {
	err = followUps.Ascend(tx, kv.Prefix(string(scope)), func(_ string, f FollowUp) error {
		list = append(list, f)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list follow-ups: %w", err)
	}
	return list, nil
}

// Find is one follow-up of a scope.
func (FollowUps) Find(tx *kv.Tx, scope person.Scope, id turn.ID) (f FollowUp, ok bool, err error) {
	if f, ok, err = followUps.Get(tx, kv.Key(string(scope), string(id))); err != nil {
		err = fmt.Errorf("read follow-up: %w", err)
	}
	return f, ok, err
}

// Due gives those of a scope that may be raised now, the weightiest first.
func (s FollowUps) Due(tx *kv.Tx, scope person.Scope, now time.Time) ([]FollowUp, error) {
	list, err := s.List(tx, scope)
	list = slices.DeleteFunc(list, func(f FollowUp) bool { return !f.Due(now) })
	slices.SortStableFunc(list, func(a, b FollowUp) int { return cmp.Or(cmp.Compare(b.Weight, a.Weight), a.To.Compare(b.To)) })
	return list, err
}

// Put stores follow-ups under their scopes and ids, in place of those that are
// there.
func (FollowUps) Put(tx *kv.Tx, list ...FollowUp) error {
	for _, f := range list {
		if f.ID == "" || f.Scope == "" {
			return fmt.Errorf("store follow-up: %q needs an id and a scope", f.Key)
		}
		if err := followUps.Put(tx, kv.Key(string(f.Scope), string(f.ID)), f); err != nil {
			return fmt.Errorf("store follow-up: %w", err)
		}
	}
	return nil
}

// Tidy lets those of a scope expire whose time is over, drops the weakest of too
// many, and forgets what was settled long ago.
func (s FollowUps) Tidy(tx *kv.Tx, scope person.Scope, now time.Time) error {
	list, err := s.List(tx, scope)
	if err != nil {
		return err
	}
	var open []int
	for i, f := range list {
		if live := f.Live(now); live {
			open = append(open, i)
		} else if f.State == FollowUpOpen || f.State == FollowUpRaised {
			list[i].State, list[i].Changed = FollowUpExpired, now
			err = errors.Join(err, s.Put(tx, list[i]))
		}
	}
	slices.SortStableFunc(open, func(a, b int) int { return cmp.Compare(list[a].Weight, list[b].Weight) })
	for _, i := range open[:max(0, len(open)-MaxOpenFollowUps)] {
		list[i].State, list[i].Changed = FollowUpDropped, now
		err = errors.Join(err, s.Put(tx, list[i]))
	}
	excess := len(list) - keepFollowUps
	for _, f := range list {
		if f.Live(now) || now.Sub(f.Changed) <= KeepFollowUps && excess <= 0 {
			continue
		}
		excess--
		err = errors.Join(err, followUps.Delete(tx, kv.Key(string(scope), string(f.ID))))
	}
	return err
}

// Erase removes the follow-ups of some scopes that have any of the words, or
// were said, raised or settled in a line that is to be nowhere. It gives how
// many went.
func (FollowUps) Erase(tx *kv.Tx, scopes []person.Scope, doomed memory.Erasing) (n int, err error) {
	for _, scope := range scopes {
		var gone []string
		err := followUps.Ascend(tx, kv.Prefix(string(scope)), func(key string, f FollowUp) error {
			if doomed.Has(string(f.ID), f.About, f.Words) || doomed.IDs[string(f.Source)] || doomed.IDs[string(f.Raised)] || doomed.IDs[string(f.Closed)] {
				gone = append(gone, key)
			}
			return nil
		})
		for _, key := range gone {
			err = errors.Join(err, followUps.Delete(tx, key))
		}
		if err != nil {
			return n, fmt.Errorf("erase follow-ups: %w", err)
		}
		n += len(gone)
	}
	return n, nil
}

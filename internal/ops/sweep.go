package ops

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/salience"
)

// Why time archives a record. No /undo takes that back, as nobody did it.
const (
	fadedReason   = "faded"
	expiredReason = "expired"
)

// sweptAtOnce is how many records one transaction of a sweep archives: who
// writes meanwhile waits for so many at most.
const sweptAtOnce = 200

// Swept is what a sweep did.
type Swept struct {
	Looked  int // records of all scopes and states
	Faded   int // archived: nothing has kept them
	Expired int // archived: their time was over
}

// Sweep archives what time has taken away at now, scope by scope: records that
// have faded and that nothing protects (salience.Archive), and those whose time
// is over. Doing it again, or after a stop in between, changes nothing that is
// done. Restore brings a record back.
func (o *Ops) Sweep(ctx context.Context, now time.Time) (s Swept, err error) {
	over := map[person.Scope][]turn.ID{}
	err = o.Ledger.Each(func(r memory.Record) error {
		s.Looked++
		if takenBy(r, now) != "" {
			over[r.Scope] = append(over[r.Scope], r.ID)
		}
		return ctx.Err()
	})
	for _, scope := range slices.Sorted(maps.Keys(over)) {
		for some := range slices.Chunk(over[scope], sweptAtOnce) {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil {
				err = o.sweep(scope, some, now, &s)
			}
		}
	}
	if err != nil {
		return s, fmt.Errorf("sweep memories: %w", err)
	}
	return s, nil
}

// sweep archives some records of a scope that time had taken away when they
// were last seen, if it still has.
func (o *Ops) sweep(scope person.Scope, ids []turn.ID, now time.Time, s *Swept) error {
	var gone []memory.Record
	err := o.DB.Update(func(tx *kv.Tx) error {
		gone = gone[:0]
		for _, id := range ids {
			r, ok, err := o.Ledger.In(tx, scope, id)
			reason := takenBy(r, now)
			if err == nil && ok && reason != "" {
				if err = o.Ledger.Archive(tx, scope, id, reason, now); err == nil {
					r, _, err = o.Ledger.In(tx, scope, id)
				}
				gone = append(gone, r)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, r := range gone {
		if r.Reason == fadedReason {
			s.Faded++
		} else {
			s.Expired++
		}
	}
	o.Index.Changed(gone...)
	return nil
}

// takenBy is why time archives a record at now; "" where it does not.
func takenBy(r memory.Record, now time.Time) string {
	switch {
	case r.Status != memory.Active:
		return ""
	case !r.ValidUntil.IsZero() && !r.ValidUntil.After(now):
		return expiredReason
	case salience.Archive(r, now):
		return fadedReason
	}
	return ""
}

// restore brings an archived record back into use, so that it stays: it counts
// as used now, or it would be archived again the next night, and what was
// archived as its time was over has no end any more. Any other record is left
// as it is.
func (o *Ops) restore(tx *kv.Tx, scope person.Scope, id turn.ID) error {
	before, ok, err := o.Ledger.In(tx, scope, id)
	if err != nil || !ok || before.Status != memory.Archived {
		return err
	}
	if err := o.Ledger.Restore(tx, scope, id); err != nil {
		return err
	}
	r, _, err := o.Ledger.In(tx, scope, id)
	if err != nil {
		return err
	}
	now := o.Clock.Now()
	r = salience.Access(r, true, now)
	if takenBy(r, now) == expiredReason {
		r.ValidUntil, r.Term = time.Time{}, memory.Long
	}
	return o.Ledger.Update(tx, r)
}

package ledger

import (
	"fmt"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// Update stores a record that is there already with other values; ErrUnknown
// where there is none of that scope and id. Who changes one field reads the
// record in the same transaction (In).
func (l *Ledger) Update(tx *kv.Tx, r memory.Record) error {
	return l.change(tx, "update", r.Scope, r.ID, func(old *memory.Record) bool {
		*old = r
		return true
	})
}

// Archive takes an active record out of use at a time and for a reason. It
// stays, whole, and Restore brings it back. One that is not active is left as
// it is; ErrUnknown where there is none.
func (l *Ledger) Archive(tx *kv.Tx, scope person.Scope, id turn.ID, reason string, at time.Time) error {
	return l.change(tx, "archive", scope, id, func(r *memory.Record) bool {
		if r.Status != memory.Active {
			return false
		}
		r.Status, r.Reason, r.ArchivedAt = memory.Archived, reason, at
		return true
	})
}

// Restore brings an archived record back into use. Any other is left as it is;
// ErrUnknown where there is none.
func (l *Ledger) Restore(tx *kv.Tx, scope person.Scope, id turn.ID) error {
	return l.change(tx, "restore", scope, id, func(r *memory.Record) bool {
		if r.Status != memory.Archived {
			return false
		}
		r.Status, r.Reason, r.ArchivedAt = memory.Active, "", time.Time{}
		return true
	})
}

// change applies fn to a record and stores it where fn says so.
func (l *Ledger) change(tx *kv.Tx, what string, scope person.Scope, id turn.ID, fn func(*memory.Record) bool) error {
	r, ok, err := l.records.Get(tx, key(scope, id))
	if err == nil && !ok {
		err = ErrUnknown
	}
	if err == nil && fn(&r) {
		err = l.Put(tx, r)
	}
	if err != nil {
		return fmt.Errorf("%s record %s: %w", what, id, err)
	}
	return nil
}

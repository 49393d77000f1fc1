// Package ledger is the store of memory records: the truth about what the
// companion remembers, from which every index can be made anew.
//
// Scopes are partitions: a read looks only into those of its View, and nothing
// else can bring a record of another scope up; of these, a record that the
// view's members may not hear is not there for them. Writes work in the transaction
// they are given and are durable when it commits; Get, List and Search are
// lone reads with a short view of their own and must not be called inside a
// transaction. Records stand in the order in which their ids were made. Every
// write also marks its record in the outbox, in the same transaction: what the
// second copy of the memory lacks is known after any crash. A Ledger is safe
// for concurrent use.
//
// Nothing but Erase removes a record. It never decides what is worth one.
package ledger

import (
	"errors"
	"fmt"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// ErrUnknown means that there is no such record in that scope.
var ErrUnknown = errors.New("no such record")

// Ledger keeps the records.
type Ledger struct {
	db      *kv.DB
	records kv.Bucket[memory.Record] // scope, id → record
	outbox  outbox
}

// New returns the ledger in db.
func New(db *kv.DB) *Ledger {
	return &Ledger{db: db, records: kv.NewBucket[memory.Record]("ledger/records"), outbox: newOutbox()}
}

// Put stores a record under its id and scope, in place of the one that is
// there. Bring it through Normalise before.
func (l *Ledger) Put(tx *kv.Tx, r memory.Record) error {
	if r.ID == "" || r.Scope == "" || r.Status == "" {
		return fmt.Errorf("store record %q: id, scope and status are needed", r.ID)
	}
	err := l.restate(tx, r.Scope, r.ID, r)
	if err == nil {
		err = l.records.Put(tx, key(r.Scope, r.ID), r)
	}
	if err == nil {
		err = l.Mark(tx, OfRecord, r.Scope, string(r.ID))
	}
	if err != nil {
		return fmt.Errorf("store record: %w", err)
	}
	return nil
}

// Supersede says that from at on another record of the same scope holds in
// place of an old one: the old one stays, is no longer recalled and points to
// the new one. Both must exist, else ErrUnknown. One that was superseded
// before keeps its time and its successor.
func (l *Ledger) Supersede(tx *kv.Tx, scope person.Scope, old, successor turn.ID, at time.Time) error {
	r, ok, err := l.records.Get(tx, key(scope, old))
	if err == nil && ok {
		_, ok, err = l.records.Get(tx, key(scope, successor))
	}
	switch {
	case err != nil:
	case !ok || old == successor:
		err = ErrUnknown
	case r.Status != memory.Superseded:
		r.Status, r.ValidUntil, r.SupersededBy = memory.Superseded, at, successor
		err = l.Put(tx, r)
	}
	if err != nil {
		return fmt.Errorf("supersede record %s by %s: %w", old, successor, err)
	}
	return nil
}

// In is Get for a record whose scope is known, inside a transaction.
func (l *Ledger) In(tx *kv.Tx, scope person.Scope, id turn.ID) (memory.Record, bool, error) {
	r, ok, err := l.records.Get(tx, key(scope, id))
	if err != nil {
		return r, false, fmt.Errorf("read record: %w", err)
	}
	return r, ok, nil
}

// Get looks a record up in the scopes of the view, whatever its status.
func (l *Ledger) Get(view person.View, id turn.ID) (r memory.Record, ok bool, err error) {
	err = l.db.View(func(tx *kv.Tx) error {
		for _, scope := range view.Scopes() {
			if r, ok, err = l.In(tx, scope, id); ok || err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || !ok || !view.MayHear(r.Audience) {
		return memory.Record{}, false, err
	}
	return r, true, nil
}

// List returns the records of the view's scopes with a status ("": with any),
// scope by scope, oldest first.
func (l *Ledger) List(view person.View, status memory.Status) ([]memory.Record, error) {
	var list []memory.Record
	err := l.db.View(func(tx *kv.Tx) error {
		for _, scope := range view.Scopes() {
			err := l.records.Ascend(tx, kv.Prefix(string(scope)), func(_ string, r memory.Record) error {
				if (status == "" || r.Status == status) && view.MayHear(r.Audience) {
					list = append(list, r)
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list records: %w", err)
	}
	return list, nil
}

// Each gives fn every record, whatever its scope and status, until fn returns
// an error. It is for what is made from the ledger and keeps the scopes apart
// as the ledger does.
func (l *Ledger) Each(fn func(memory.Record) error) error {
	err := l.db.View(func(tx *kv.Tx) error {
		return l.records.Ascend(tx, "", func(_ string, r memory.Record) error { return fn(r) })
	})
	if err != nil {
		return fmt.Errorf("read all records: %w", err)
	}
	return nil
}

// Search finds the active records of the view's scopes that are valid at now
// and answer a question, best first (memory.Match). It reads them all.
func (l *Ledger) Search(view person.View, question string, q memory.Query, now time.Time) ([]memory.Scored, error) {
	active, err := l.List(view, memory.Active)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	valid := active[:0]
	for _, r := range active {
		if r.ValidUntil.IsZero() || r.ValidUntil.After(now) {
			valid = append(valid, r)
		}
	}
	return memory.Match(question, valid, q), nil
}

func key(scope person.Scope, id turn.ID) string { return kv.Key(string(scope), string(id)) }

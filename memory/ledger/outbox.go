package ledger

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
)

// Kind is what a pending change is about.
type Kind string

// The kinds.
const (
	OfRecord Kind = "record"
	OfLine   Kind = "line"  // of the diary
	OfChunk  Kind = "chunk" // of a file
)

// Pending is a change that the second copy of the memory does not have yet:
// that something is new or other than it was, not what it is now.
type Pending struct {
	Scope person.Scope
	ID    string
	Kind  Kind
	Seq   uint64 // rises with every mark; a change marked again has a later one
}

// pending is how it is kept, under scope and id.
type pending struct {
	Kind Kind   `json:"kind"`
	Seq  uint64 `json:"seq"`
}

// outbox is where pending changes stand, and the number of the last one.
type outbox struct {
	entries kv.Bucket[pending]
	last    kv.Bucket[uint64]
}

func newOutbox() outbox {
	return outbox{kv.NewBucket[pending]("ledger/outbox"), kv.NewBucket[uint64]("ledger/outbox.last")}
}

// Mark says that what these ids name has changed. Every write of a record does
// it by itself; lines and chunks, which are kept elsewhere, are marked by who
// writes them. What is marked already gets a later Seq.
func (l *Ledger) Mark(tx *kv.Tx, kind Kind, scope person.Scope, ids ...string) error {
	if len(ids) == 0 {
		return nil
	}
	seq, _, err := l.outbox.last.Get(tx, "seq")
	for _, id := range ids {
		if err == nil {
			seq++
			err = l.outbox.entries.Put(tx, kv.Key(string(scope), id), pending{kind, seq})
		}
	}
	if err == nil {
		err = l.outbox.last.Put(tx, "seq", seq)
	}
	if err != nil {
		return fmt.Errorf("mark %s as pending: %w", kind, err)
	}
	return nil
}

// Pending lists all that is marked, in the order of marking. It reads the
// whole outbox.
func (l *Ledger) Pending() ([]Pending, error) {
	var list []Pending
	err := l.db.View(func(tx *kv.Tx) error {
		return l.outbox.entries.Ascend(tx, "", func(k string, p pending) error {
			scope := kv.First(k)
			list = append(list, Pending{person.Scope(scope), k[len(scope)+1:], p.Kind, p.Seq})
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list pending changes: %w", err)
	}
	slices.SortFunc(list, func(a, b Pending) int { return cmp.Compare(a.Seq, b.Seq) })
	return list, nil
}

// Clear takes changes out of the outbox, except those that were marked again
// since they were listed.
func (l *Ledger) Clear(tx *kv.Tx, done ...Pending) error {
	for _, p := range done {
		k := kv.Key(string(p.Scope), p.ID)
		now, ok, err := l.outbox.entries.Get(tx, k)
		if err == nil && ok && now.Seq == p.Seq {
			err = l.outbox.entries.Delete(tx, k)
		}
		if err != nil {
			return fmt.Errorf("clear pending changes: %w", err)
		}
	}
	return nil
}

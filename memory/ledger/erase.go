package ledger

import (
	"fmt"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// erased are the ids that were erased, by scope: what is brought back from
// elsewhere must not bring them back.
var erased = kv.NewBucket[time.Time]("ledger/erased")

// Erase removes what there is of ids, for good: no other call removes a
// record. Of each remains that it is erased, and a pending change that takes
// it out of the second copy. Ids of lines and chunks, which the ledger does not
// have, are marked all the same. Doing it again changes nothing but the
// outbox. It gives how many records were there.
func (l *Ledger) Erase(tx *kv.Tx, scope person.Scope, at time.Time, ids ...string) (n int, err error) {
	for _, id := range ids {
		k := kv.Key(string(scope), id)
		_, there, err := l.records.Get(tx, k)
		if err == nil && there {
			n++
			if err = l.restate(tx, scope, turn.ID(id), memory.Record{}); err == nil {
				err = l.records.Delete(tx, k)
			}
		}
		if err == nil {
			_, err = erased.PutIfAbsent(tx, k, at)
		}
		if err != nil {
			return n, fmt.Errorf("erase record %s: %w", id, err)
		}
	}
	// Whatever they were, the second copy is told that nothing is there.
	return n, l.Mark(tx, OfChunk, scope, ids...)
}

// Erased reports whether an id of a scope was erased.
func (l *Ledger) Erased(tx *kv.Tx, scope person.Scope, id string) (bool, error) {
	_, ok, err := erased.Get(tx, kv.Key(string(scope), id))
	if err != nil {
		return false, fmt.Errorf("look up what was erased: %w", err)
	}
	return ok, nil
}

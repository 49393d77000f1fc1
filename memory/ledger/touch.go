package ledger

import (
	"fmt"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/memory"
)

// Touch stores how often a record came to mind and was used, and when. It
// marks nothing as pending: the second copy learns of it with the next change,
// as otherwise every reply would write there.
func (l *Ledger) Touch(tx *kv.Tx, r memory.Record) error {
	if err := l.records.Put(tx, key(r.Scope, r.ID), r); err != nil {
		return fmt.Errorf("touch record: %w", err)
	}
	return nil
}

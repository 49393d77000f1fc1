package ledger

import (
	"fmt"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// Same is the active record of a scope that says the same as content but for
// width, case and blanks, if there is one. It reads the whole scope.
func (l *Ledger) Same(tx *kv.Tx, scope person.Scope, content string) (same memory.Record, ok bool, err error) {
	want := text.Fold(content)
	err = l.records.Ascend(tx, kv.Prefix(string(scope)), func(_ string, r memory.Record) error {
		if r.Status == memory.Active && text.Fold(r.Content) == want {
			same, ok = r, true
			return kv.ErrStop
		}
		return nil
	})
	if err != nil {
		return memory.Record{}, false, fmt.Errorf("find the same record: %w", err)
	}
	return same, ok, nil
}

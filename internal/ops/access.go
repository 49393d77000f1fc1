package ops

import (
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/salience"
)

// access counts what came to mind for a reply, and what of it shows in the
// reply: only what was used keeps a memory alive. Lines of the diary and pieces
// of files live by themselves.
func (o *Ops) access(tx *kv.Tx, t turn.Turn, r turn.Reply) (touched []memory.Record, err error) {
	now := o.Clock.Now()
	for _, id := range r.Recalled.Units {
		for _, scope := range t.View.Scopes() {
			rec, ok, err := o.Ledger.In(tx, scope, turn.ID(id))
			if err != nil {
				return nil, err
			}
			if !ok {
				continue
			}
			rec = salience.Access(rec, salience.Used(rec.Content, t.Text(), r.Text), now)
			if err := o.Ledger.Touch(tx, rec); err != nil {
				return nil, err
			}
			touched = append(touched, rec)
		}
	}
	return touched, nil
}

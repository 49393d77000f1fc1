package index

import (
	"testing"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// TestHeirs: the lines that told what held before lead to what holds now, over
// any number of changes and after a start.
func TestHeirs(t *testing.T) {
	h := newHome(t).start()
	view := person.Only(owner)
	var lines []string
	var last memory.Record
	for _, town := range []string{"Osaka", "Kyoto", "Nara"} {
		lines = append(lines, h.say(owner, "I live in "+town))
		r := h.record(owner, "lives in "+town)
		r.Provenance = []turn.ID{turn.ID(lines[len(lines)-1])}
		h.must(h.db.Update(func(tx *kv.Tx) error {
			h.must(h.ledger.Put(tx, r))
			if last.ID != "" {
				h.must(h.ledger.Supersede(tx, owner, last.ID, r.ID, r.OccurredAt))
			}
			return nil
		}))
		if h.ix.Changed(r); last.ID != "" {
			h.ix.Changed(last)
			h.ix.Changed(last)
		}
		last = r
	}
	check := func(want []string) {
		t.Helper()
		for _, l := range lines {
			equal(t, "derived from "+l, h.ix.Derived(view, l), want)
		}
	}
	check([]string{string(last.ID)})
	h.stop()
	h.start()
	check([]string{string(last.ID)})
	equal(t, "for others", h.ix.Derived(person.Only(aoi), lines[0]), nil)
	h.must(h.db.Update(func(tx *kv.Tx) error { return h.ledger.Archive(tx, owner, last.ID, "", h.at) }))
	h.ix.Changed(last)
	check(nil)
}

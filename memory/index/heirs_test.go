package index

import (
	"slices"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
)

// TestWhatIsForgottenDoesNotComeBackAsWords: the words that told a record are
// not recalled once somebody forgot it, nor the reply that repeats them; they
// are again when it is restored, and other words were never touched.
func TestWhatIsForgottenDoesNotComeBackAsWords(t *testing.T) {
	h := newHome(t).open().run()
	view := person.Only(owner)
	told := h.say(owner, "my cat is called Mike")
	answer := h.line(owner, "so Mike is a cat")
	answer.Role, answer.Ref = diary.Companion, turn.ID(told)
	h.must(h.diary.Append(answer))
	h.ix.Said(answer)
	reply := string(answer.ID)
	other := h.say(owner, "Mike Oldfield made that record")
	cat := h.record(owner, "the cat is called Mike")
	cat.Provenance = []turn.ID{turn.ID(told)}
	id := h.keep(cat)

	change := func(do func(tx *kv.Tx) error, recs ...memory.Record) {
		t.Helper()
		h.must(h.db.Update(do))
		h.ix.Changed(recs...)
	}
	check := func(what string, want ...string) {
		t.Helper()
		equal(t, what, h.words(owner, "Mike"), want)
		var said []string
		for _, u := range h.ix.Lines(view, h.at.Add(-time.Hour), h.at.Add(time.Hour)) {
			said = append(said, u.ID)
		}
		for _, line := range []string{told, reply, other} {
			wanted := slices.Contains(want, line)
			if _, seen := h.ix.Unit(view, line); seen != wanted || slices.Contains(said, line) != wanted {
				t.Errorf("%s: line %s is seen %v, among %v", what, line, seen, said)
			}
		}
	}
	check("kept", told, reply, other, id)
	change(func(tx *kv.Tx) error { return h.ledger.Archive(tx, owner, cat.ID, "asked", h.at) }, cat)
	check("forgotten", other)
	h.stop()
	h.open().run()
	check("forgotten", other)
	change(func(tx *kv.Tx) error { return h.ledger.Restore(tx, owner, cat.ID) }, cat)
	check("restored", told, reply, other, id)

	// Time takes records, and not the words.
	change(func(tx *kv.Tx) error { return h.ledger.Archive(tx, owner, cat.ID, memory.FadedReason, h.at) }, cat)
	check("faded", told, reply, other)
	change(func(tx *kv.Tx) error { return h.ledger.Restore(tx, owner, cat.ID) }, cat)

	// A correction: the first words lead to it, the old reply is not repeated.
	renamed := h.record(owner, "the cat is called Mikan, not Mike")
	second := h.keep(renamed)
	change(func(tx *kv.Tx) error { return h.ledger.Supersede(tx, owner, cat.ID, renamed.ID, h.at) }, cat)
	check("corrected", told, other, second)
	equal(t, "derived", h.ix.Derived(view, told), []string{second})
	change(func(tx *kv.Tx) error { return h.ledger.Archive(tx, owner, renamed.ID, "asked", h.at) }, renamed)
	check("the correction is forgotten", other)
}

package ops_test

import (
	"testing"

	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/ledger"
)

// TestLinesArePending: every line of a turn stands in the outbox of the second
// copy from the commit on that made it certain.
func TestLinesArePending(t *testing.T) {
	h := newHome(t)
	h.end() // nobody drains it
	m := h.accept(owner, "e1", "一")
	tn := h.start()
	out, err := h.Finish(t.Context(), tn, turn.Reply{Text: "はい"})
	if err != nil {
		t.Fatal(err)
	}
	pending := map[string]ledger.Kind{}
	list, err := h.Ledger.Pending()
	for _, p := range list {
		pending[p.ID] = p.Kind
	}
	if err != nil || pending[string(m.ID)] != ledger.OfLine || pending[string(out.ID)] != ledger.OfLine {
		t.Errorf("pending %v, %v", pending, err)
	}
}

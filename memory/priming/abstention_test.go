package priming

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
)

// TestAbstention asks a small memory what it knows and what it does not: half
// of the questions have an answer there, of the others none may bring anything
// to mind.
func TestAbstention(t *testing.T) {
	e := embedder(t)
	least := map[bool]struct{ recalled, silent float64 }{false: {0.88, 0.82}, true: {0.93, 0.9}}[e != nil]
	if e == nil {
		t.Log("KOKORON_TEST_EMBED_URL is not set: by words alone")
	}
	ix, names := realIndex(t, e, life(t)...)
	p := New(ix, nil, clock.Real{}, quiet())
	p.Within = time.Minute // the server of the tests may be slow
	var known, recalled, foreign, silent, items float64
	for _, q := range rows(t, "testdata/questions.tsv", 2) {
		got := p.Prime(t.Context(), asking(q[1]))
		gate := got.Trace.Gate
		if q[0] == "-" {
			foreign++
			if len(got.Items) == 0 {
				silent++
			} else {
				t.Logf("foreign %q: %d items, first %q, %+v", q[1], len(got.Items), got.Items[0].Text, gate)
			}
			continue
		}
		known++
		items += float64(len(got.Items))
		if slices.ContainsFunc(got.Items, func(it Item) bool { return slices.Contains(strings.Split(q[0], "|"), names[it.ID]) }) {
			recalled++
		} else {
			t.Logf("known %q: not among %d items, %+v", q[1], len(got.Items), gate)
		}
	}
	t.Logf("%.0f of %.0f known recalled (%.1f items each), %.0f of %.0f foreign silent", recalled, known, items/known, silent, foreign)
	if recalled/known < least.recalled || silent/foreign < least.silent {
		t.Errorf("%.2f recalled, %.2f silent", recalled/known, silent/foreign)
	}
}

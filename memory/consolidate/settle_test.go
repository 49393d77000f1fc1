package consolidate

import (
	"testing"
	"time"

	"github.com/kokoron/kokoron/memory"
)

// TestNoteReturns: a fact that holds again is dated, and what it ends goes, with
// the mark and the heading that stood for it alone.
func TestNoteReturns(t *testing.T) {
	home := "# 住まい\n\n[AUTO-CONSOLIDATED] 2026-11-01\n\n- Renは京都に住んでいる（2026-11-01）\n"
	for name, c := range map[string][2]string{
		"a section": {"# 町\n\n柿の木。\n\n## 札幌\n\n[AUTO-CONSOLIDATED] 2026-11-09\n\n- Renは札幌に引っ越した（2026-11-09）\n\n## 庭\n\n柿。\n", "# 町\n\n柿の木。\n\n## 庭\n\n柿。\n"},
		"a file":    {"# 札幌\n\n[AUTO-CONSOLIDATED] 2026-11-09\n\n- Renは札幌に引っ越した（2026-11-09）\n", "# 札幌\n"},
		"others":    {"# 札幌\n\n[AUTO-CONSOLIDATED] 2026-11-09\n\n- 札幌は雪が深い（2026-11-09）\n- Renは札幌に引っ越した（2026-11-09）\n", "# 札幌\n\n[AUTO-CONSOLIDATED] 2026-11-09\n\n- 札幌は雪が深い（2026-11-09）\n"},
		"by hand":   {"# 札幌\n\n- Renは札幌に引っ越した\n", ""},
		"later":     {"# 札幌\n\n[AUTO-CONSOLIDATED] 2026-11-21\n\n- Renは札幌に引っ越した（2026-11-21）\n", ""},
	} {
		b := bookOf(map[string]string{"knowledge/住まい.md": home, "knowledge/札幌.md": c[0]})
		if _, fresh := b.note("家", "Renは京都に住んでいる", "2026-11-20"); fresh {
			t.Errorf("%s: it is known", name)
		}
		got := ""
		for _, e := range b.edits() {
			if e.Path == "knowledge/札幌.md" {
				got = string(e.After)
			}
		}
		if got != c[1] {
			t.Errorf("%s: %q, want %q", name, got, c[1])
		}
	}
}

// TestSettle: a note follows what the person said since, whatever a model made
// of that, and only that.
func TestSettle(t *testing.T) {
	at := time.Date(2026, 11, 9, 9, 0, 0, 0, time.UTC)
	said := memory.Record{ID: "r", Content: "京都に引っ越しました", Status: memory.Active, Trust: memory.TrustOwner, OccurredAt: at, Provenance: nil}
	for name, c := range map[string]struct {
		change func(*memory.Record)
		moved  bool
	}{
		"said":        {func(*memory.Record) {}, true},
		"before":      {func(r *memory.Record) { r.OccurredAt = at.AddDate(0, 0, -20) }, false},
		"forgotten":   {func(r *memory.Record) { r.Status = memory.Archived }, false},
		"over":        {func(r *memory.Record) { r.ValidUntil = at }, false},
		"by a model":  {func(r *memory.Record) { r.Trust = memory.TrustModel }, false},
		"for a few":   {func(r *memory.Record) { r.Audience = append(r.Audience, "aoi") }, false},
		"another's":   {func(r *memory.Record) { r.Content = "妹が京都に引っ越しました" }, false},
		"not a fact":  {func(r *memory.Record) { r.Content = "京都は暑い" }, false},
		"of the note": {func(r *memory.Record) { r.Content = "大阪に住んでいる" }, false},
	} {
		rec := said
		c.change(&rec)
		b := bookOf(map[string]string{"knowledge/大阪.md": "# 大阪\n\n[AUTO-CONSOLIDATED] 2026-11-01\n\n- Renは大阪に住んでいる（2026-11-01）\n"})
		r := &run{Engine: &Engine{Zone: time.UTC}, now: at.AddDate(0, 0, 1)}
		var step Step
		r.settle(b, []memory.Record{rec}, &step)
		if moved := len(b.edits()) == 1; moved != c.moved || moved != (step.Counts.Merged == 1) || moved != (len(step.Notes) == 1) {
			t.Errorf("%s: %s %+v", name, b.edits(), step)
		}
		again := len(step.Notes)
		if r.settle(b, []memory.Record{rec}, &step); len(step.Notes) != again {
			t.Errorf("%s: a second time it does more", name)
		}
	}
}

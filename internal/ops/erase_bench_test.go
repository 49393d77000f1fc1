package ops_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
)

// BenchmarkErase takes one fact out of a home of 100,000 lines in four years
// and 10,000 records; ms/look is what it takes to find what would go.
func BenchmarkErase(b *testing.B) {
	const lines, records = 100_000, 10_000
	h := openErasable(b, b.TempDir(), nil, nil, false)
	defer h.close()
	at := time.Now().AddDate(-4, 0, 0)
	ids := turn.NewIDs(func() time.Time { return at })
	var batch []diary.Line
	step := 4 * 365 * 24 * time.Hour / lines
	for i := range lines {
		at = at.Add(step)
		batch = append(batch, diary.Line{ID: ids.New(), At: at, Scope: person.ScopeOwner, Conv: "owner", Person: person.OwnerID, Role: diary.Person,
			Text: fmt.Sprintf("今日は%d番めの話をした。天気は晴れで、風は%d度から吹いていた。", i, i%360)})
		if len(batch) == 5000 {
			h.must(h.Diary.Append(batch...))
			batch = batch[:0]
		}
	}
	h.update(func(tx *kv.Tx) error {
		for i := range records {
			r, err := memory.Record{ID: h.IDs.New(), Scope: person.ScopeOwner, Content: fmt.Sprintf("記録%dの内容は%dの%d乗", i, i%97, i%13)}.Normalise(at)
			if err == nil {
				err = h.Ledger.Put(tx, r)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	h.run()
	var look time.Duration
	n := 0
	for b.Loop() {
		words := fmt.Sprintf("記録%dの内容", n)
		n++
		began := time.Now()
		d, err := h.eraser.Doom(b.Context(), ops.Viewer{View: person.ViewOf(owner)}, ops.ToErase{Text: words})
		h.must(err)
		look += time.Since(began)
		if done, err := h.eraser.Erase(b.Context(), owner, d); err != nil || !done.Done {
			b.Fatal(done, err)
		}
	}
	b.ReportMetric(float64(look.Milliseconds())/float64(n), "ms/look")
	info, err := os.Stat(filepath.Join(h.dir, "kokoron.db"))
	h.must(err)
	b.ReportMetric(float64(info.Size())/(1<<20), "MB-db")
}

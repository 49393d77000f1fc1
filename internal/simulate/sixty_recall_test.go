package simulate

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// outdated are, by question, the words that no longer hold: below a question
// stands "# old:" with them.
func outdated(t *testing.T) map[string]string {
	t.Helper()
	raw, err := os.ReadFile(sixtyFile)
	if err != nil {
		t.Fatal(err)
	}
	out, question := map[string]string{}, ""
	for line := range strings.Lines(string(raw)) {
		if q, ok := strings.CutPrefix(line, "? "); ok {
			question, _, _ = strings.Cut(q, " | ")
		} else if old, ok := strings.CutPrefix(line, "# old: "); ok {
			out[question] = strings.TrimSpace(old)
		}
	}
	return out
}

// found is how well questions are answered.
type found struct {
	all, at5, at10     int // with the words, or with what a line that tells it became
	changed            int // questions about what changed
	current, old, only int // of these: among five what holds now; what held before as well or alone; that alone
}

// ask asks all questions of a home.
func ask(t *testing.T, w *world) (out found) {
	t.Helper()
	old := outdated(t)
	for _, q := range w.Script.Questions {
		var got app.MemoriesFound
		err := w.do(t.Context(), func(ctx context.Context) error {
			raw, err := w.app.Desk().Do(ctx, "memory search", app.Ask{Text: q.Text, Limit: 10}, func(app.Progress) {})
			if err != nil {
				return err
			}
			return json.Unmarshal(raw, &got)
		})
		if err != nil {
			t.Fatal(err)
		}
		rank := func(of func(i int) bool) int {
			for i := range got.Hits {
				if of(i) {
					return i + 1
				}
			}
			return 99
		}
		has := func(words string) int {
			return rank(func(i int) bool {
				return words != "" && strings.Contains(text.Fold(got.Hits[i].Memory.Text), text.Fold(words))
			})
		}
		now, before := has(q.Want), has(old[q.Text])
		tellsIt := min(now, rank(func(i int) bool {
			return tells(q, got.Hits[i].Memory.At) || slices.ContainsFunc(got.Hits[i].Memory.Provenance, func(id turn.ID) bool { return tells(q, id.Time()) })
		}))
		out.all++
		if tellsIt <= 5 {
			out.at5++
		}
		if tellsIt <= 10 {
			out.at10++
		}
		if tellsIt > 5 {
			t.Logf("rank %d (99: none): %s", tellsIt, q.Text)
		}
		if old[q.Text] == "" {
			continue
		}
		out.changed++
		if now <= 5 {
			out.current++
		}
		if before <= 5 {
			out.old++
			if now > 5 {
				out.only++
			}
		}
	}
	return out
}

// TestSixtyDaysRecall asks the questions of the home as it is after sixty days,
// and of the same home with all that consolidation did undone.
func TestSixtyDaysRecall(t *testing.T) {
	url := os.Getenv("KOKORON_TEST_EMBED_URL")
	if os.Getenv("KOKORON_PROVE") == "" {
		t.Skip("takes a minute; set KOKORON_PROVE")
	}
	r, home := sixtyHome(t, 60)
	with := func(c *config.Config) {
		c.Embed.URL, c.Chroma.URL = url, os.Getenv("KOKORON_TEST_CHROMA_URL")
	}
	undone, runs := unconsolidated(t, home, r, with)
	before := ask(t, undone)
	// Vectors are kept by content: what both homes have is embedded once.
	if err := undone.stop(); err != nil {
		t.Fatal(err)
	}
	vectors, err := filepath.Glob(filepath.Join(undone.cfg.Home, "index", "*.vec"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range vectors {
		if err := copyTree(name, filepath.Join(home, "index", filepath.Base(name))); err != nil {
			t.Fatal(err)
		}
	}
	kept := back(t, home, r, with)
	after := ask(t, kept)
	t.Logf("%d runs undone; without consolidation %+v, with it %+v", runs, before, after)
	if after.at5 < before.at5 || after.at10 < before.at10 || after.current < before.current || after.old > before.old {
		t.Errorf("consolidation costs recall: %+v, then %+v", before, after)
	}
}

// unconsolidated opens a copy of a home in which all that consolidation did is
// undone, and says how many runs that were.
func unconsolidated(t *testing.T, home string, r Report, with func(*config.Config)) (*world, int) {
	t.Helper()
	plain := filepath.Join(t.TempDir(), "plain")
	if err := copyTree(home, plain); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(plain, "home-id")); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	runs := runsOf(t, plain)
	w := back(t, plain, r, with)
	for _, id := range runs {
		err := w.do(t.Context(), func(ctx context.Context) error {
			_, err := w.app.Desk().Do(ctx, "consolidate undo", app.Ask{ID: id}, func(app.Progress) {})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	return w, len(runs)
}

// runsOf are the runs of consolidation that a home knows, newest first.
func runsOf(t *testing.T, home string) (ids []string) {
	t.Helper()
	db, err := kv.Open(filepath.Join(home, "kokoron.db"), kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	type run struct {
		Steps int       `json:"steps"`
		At    time.Time `json:"at"`
	}
	err = db.View(func(tx *kv.Tx) error {
		return kv.NewBucket[run]("consolidate/runs").Descend(tx, "", func(id string, r run) error {
			if r.Steps > 0 {
				ids = append(ids, id)
			}
			return nil
		})
	})
	if err != nil || len(ids) == 0 {
		t.Fatalf("%d runs: %v", len(ids), err)
	}
	return ids
}

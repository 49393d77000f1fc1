package simulate

import (
	"log/slog"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/text"
)

// TestYear lives a year of two thousand talks and a hundred thousand lines of
// diary, and looks whether the store is consistent then.
func TestYear(t *testing.T) {
	if os.Getenv("KOKORON_PROVE") == "" {
		t.Skip("takes long; set KOKORON_PROVE")
	}
	zone := tokyo(t)
	l := Life{Lang: text.Ja, Zone: zone, Start: time.Date(2026, 1, 5, 0, 0, 0, 0, zone), Days: 365, Seed: 1, Talks: 5.5, Turns: 25}
	s := l.Script()
	r, err := Simulate(t.Context(), Options{Script: s, Days: l.Days, Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
		Progress: func(day, days int) {
			if day%30 == 0 {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				t.Logf("day %d, %d MB", day, m.HeapAlloc>>20)
			}
		}})
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, d := range r.Memory {
		lines += d.Lines
	}
	if !r.Audit.Clean || r.Originals.Kept != r.Originals.Said || lines < 2*len(s.Steps)-len(s.Steps)/50 {
		t.Errorf("audit %+v, %d of %d originals, %d lines for %d words", r.Audit, r.Originals.Kept, r.Originals.Said, lines, len(s.Steps))
	}
	failed := 0
	for _, j := range r.Jobs {
		failed += j.Failed
		t.Logf("%s: %d runs, %d failed, %v", j.Name, j.Runs, j.Failed, j.Counts)
	}
	after := 0
	for _, q := range r.Questions {
		if q.After.Rank > 0 {
			after++
		}
	}
	t.Logf("proof: %d days, %d said, %d lines, %d records (%d active), audit clean %v, %d failed jobs, %d of %d questions found, %d jumps, wall time %v",
		l.Days, len(s.Steps), lines, r.Audit.Records, r.Audit.Active, r.Audit.Clean, failed, after, len(r.Questions), r.Took.Jumps, time.Duration(r.Took.WallMS)*time.Millisecond)
}

func tokyo(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

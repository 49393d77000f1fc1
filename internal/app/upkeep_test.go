package app

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
)

// TestBackups: one a day, the newest seven, whatever the clock did and a crash
// left behind.
func TestBackups(t *testing.T) {
	dir := t.TempDir()
	db, err := kv.Open(filepath.Join(t.TempDir(), "k.db"), kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s := &stores{db: db}
	for _, name := range []string{"kokoron-2099-01-01T000000.db", "kokoron-2026-01-01T000000.db.tmp", "mine.db"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, step := range []struct {
		after time.Duration
		want  int // copies there are, without the owner's own file
	}{
		{0, 2}, {time.Hour, 2}, {24 * time.Hour, 3}, {-time.Hour, 3}, {48 * time.Hour, 4},
		{48 * time.Hour, 5}, {48 * time.Hour, 6}, {48 * time.Hour, 7}, {48 * time.Hour, 7},
	} {
		now = now.Add(step.after)
		if err := s.backup(dir, now); err != nil {
			t.Fatal(err)
		}
		if names, _ := filepath.Glob(filepath.Join(dir, "kokoron-*")); len(names) != step.want {
			t.Errorf("at %v: %v, want %d", now, names, step.want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "mine.db")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, now.Format(backupName))); err != nil {
		t.Errorf("the newest is missing: %v", err)
	}
}

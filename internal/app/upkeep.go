package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// How often the database is copied at a start, and how many copies are kept.
const (
	backupEvery = 24 * time.Hour
	backupsKept = 7
)

const backupName = "kokoron-2006-01-02T150405.db"

// upkeep does what a start is the time for: a copy of the database once a day
// and the removal of old traces. Nothing waits for it, and what fails is
// logged and tried at the next start.
func (s *stores) upkeep(home string) {
	now := s.clock.Now()
	if err := s.backup(filepath.Join(home, "backups"), now); err != nil {
		s.log.Error("back up the database", "err", err)
	}
	if _, err := s.trace.Prune(now); err != nil {
		s.log.Warn("remove old traces", "err", err)
	}
}

// backup copies the database unless a copy is young, and removes the oldest
// copies beyond those that are kept, and what a crash left of a copy.
func (s *stores) backup(dir string, now time.Time) error {
	return s.backupUnless(dir, now, backupEvery)
}

// backupUnless is backup where a copy counts as young for some time.
func (s *stores) backupUnless(dir string, now time.Time, young time.Duration) error {
	names, err := filepath.Glob(filepath.Join(dir, "kokoron-*.db"))
	torn, tornErr := filepath.Glob(filepath.Join(dir, "kokoron-*.db.tmp"))
	if err = errors.Join(err, tornErr); err != nil {
		return fmt.Errorf("list backups: %w", err)
	}
	for _, name := range torn {
		if err := os.Remove(name); err != nil {
			return fmt.Errorf("remove torn backup: %w", err)
		}
	}
	slices.Sort(names) // by time: the names say when
	for _, name := range names {
		made, err := time.ParseInLocation(backupName, filepath.Base(name), time.UTC)
		// One from the future was made while the clock was wrong, and must not
		// stand in the way until then.
		if age := now.Sub(made); err == nil && age < young && age > -young {
			return nil
		}
	}
	if err := s.db.Backup(filepath.Join(dir, now.UTC().Format(backupName))); err != nil {
		return err
	}
	for len(names) >= backupsKept {
		if err := os.Remove(names[0]); err != nil {
			return fmt.Errorf("remove old backup: %w", err)
		}
		names = names[1:]
	}
	return nil
}

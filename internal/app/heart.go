package app

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/cronspec"
	"github.com/kokoron/kokoron/internal/ops"
)

// The jobs that every home has, by their names and when they are done, in its
// own zone.
const (
	backupJob  = "backup"
	backupLine = "10 4 * * *"
)

// openHeart is the loop of what is done by time, in the order in which what was
// missed is caught up with. Without Run its jobs can still be asked about and
// done by hand.
func (s *stores) openHeart(cfg config.Config) (*heart.Heart, error) {
	daily := func(line string) (heart.Schedule, error) {
		l, err := cronspec.Parse(line)
		if err != nil {
			return nil, fmt.Errorf("schedule of a job: %w", err)
		}
		return heart.NewCron(l, cfg.Zone), nil
	}
	backup, err := daily(backupLine)
	if err != nil {
		return nil, err
	}
	return heart.Open(heart.Config{}, heart.Deps{Store: ops.NewAlarms(s.db), Clock: s.clock, Log: s.log},
		heart.Task{ID: backupJob, When: backup, Do: func(_ context.Context, c heart.Call) (heart.Result, error) {
			return heart.Result{}, s.backup(filepath.Join(cfg.Home, "backups"), c.Now)
		}},
	)
}

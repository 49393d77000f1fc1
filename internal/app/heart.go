package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/cronspec"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/memory/encode"
)

// When the jobs of every home are done, in its own zone: memories that have
// faded are archived, and the database is copied.
const (
	sweepLine  = "30 3 * * *"
	backupLine = "10 4 * * *"
)

// openHeart is the loop of what is done by time, in the order in which what was
// missed is caught up with; the model is the one that makes episodes of talks.
// Without Run its jobs can still be asked about and done by hand.
func openHeart(cfg config.Config, s *stores, o *ops.Ops, m encode.Model) (*heart.Heart, error) {
	alarms := []heart.Alarm{ops.NewEncoding(o, m)}
	for _, t := range []struct {
		name, line string
		do         func(context.Context, heart.Call) (heart.Result, error)
	}{
		{"sweep", sweepLine, func(ctx context.Context, c heart.Call) (heart.Result, error) {
			swept, err := o.Sweep(ctx, c.Now)
			return heart.Result{Counts: map[string]int{"looked": swept.Looked, "faded": swept.Faded, "expired": swept.Expired}}, err
		}},
		{"backup", backupLine, func(_ context.Context, c heart.Call) (heart.Result, error) {
			return heart.Result{}, s.backup(filepath.Join(cfg.Home, "backups"), c.Now)
		}},
	} {
		line, err := cronspec.Parse(t.line)
		if err != nil {
			return nil, fmt.Errorf("job %s: %w", t.name, err)
		}
		alarms = append(alarms, heart.Task{ID: t.name, When: heart.NewCron(line, cfg.Zone), Do: t.do})
	}
	return heart.Open(heart.Config{}, heart.Deps{Store: ops.NewAlarms(s.db), Clock: s.clock, Log: s.log}, alarms...)
}

// nobody is the model of a home that no companion serves.
type nobody struct{}

func (nobody) Answer(context.Context, encode.Ask) (string, error) {
	return "", &fault.Unavailable{Err: errors.New("no companion runs, so no model is open")}
}

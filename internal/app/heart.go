package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/cronspec"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/memory/encode"
)

// When the jobs of every home are done, in its own zone: the day becomes
// knowledge, what has proved itself lasts, once a week what belongs together is
// brought together, memories that have faded are archived, and the database is
// copied.
const (
	nightlyLine   = "0 2 * * *"
	promotionLine = "0 3 * * *"
	weeklyLine    = "0 3 * * 0"
	sweepLine     = "30 3 * * *"
	backupLine    = "10 4 * * *"
)

// openHeart is the loop of what is done by time, in the order in which what was
// missed is caught up with; the model is the one that makes episodes of talks.
// Without Run its jobs can still be asked about and done by hand; more are what
// only a companion that runs can do.
func openHeart(cfg config.Config, check time.Duration, s *stores, o *ops.Ops, m encode.Model, more ...heart.Alarm) (*heart.Heart, *ops.Consolidation, error) {
	encoding := ops.NewEncoding(o, m)
	c := ops.NewConsolidation(o, encoding, m, func(now time.Time) error { return s.backupUnless(filepath.Join(cfg.Home, "backups"), now, time.Minute) })
	alarms := []heart.Alarm{ops.Reminding{Ops: o}, encoding} // what a person asked for first
	for _, t := range []struct {
		name, line string
		do         func(context.Context, heart.Call) (heart.Result, error)
	}{
		{ops.Nightly, nightlyLine, c.Job(ops.Nightly)},
		{ops.Promotion, promotionLine, c.Job(ops.Promotion)},
		{ops.Weekly, weeklyLine, c.Job(ops.Weekly)},
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
			return nil, nil, fmt.Errorf("job %s: %w", t.name, err)
		}
		alarms = append(alarms, heart.Task{ID: t.name, When: heart.NewCron(line, cfg.Zone), Do: t.do})
	}
	if at := cfg.Autonomy.Briefing; cfg.Autonomy.Enabled && at > 0 {
		line, err := cronspec.Parse(fmt.Sprintf("%d %d * * *", at%60, at/60))
		if err != nil {
			return nil, nil, fmt.Errorf("briefing: %w", err)
		}
		alarms = append(alarms, heart.Task{ID: "briefing", When: heart.NewCron(line, cfg.Zone), Do: o.Brief})
	}
	alarms = append(alarms, heart.Task{ID: feedsJob, When: heart.Every(feedsEvery), Do: newFeeds(o).Job})
	alarms = append(alarms, more...)
	h, err := heart.Open(heart.Config{Check: check}, heart.Deps{Store: ops.NewAlarms(s.db), Clock: s.clock, Log: s.log}, alarms...)
	return h, c, err
}

// lateModel is the model of a home that no companion serves: it is opened when
// it is first asked something, and only if one is named in the settings.
type lateModel struct {
	cfg config.Config
	log *slog.Logger
	ctx context.Context // ends it

	mu    sync.Mutex
	model *model
}

// Answer implements encode.Model.
func (l *lateModel) Answer(ctx context.Context, a encode.Ask) (string, error) {
	if len(l.cfg.Model.Servers()) == 0 {
		return "", &fault.Unavailable{Err: errors.New("no companion runs, and no model is named in the settings")}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.model == nil {
		m, err := openModel(l.ctx, l.cfg.Model, nil, clock.Real{}, l.log)
		if err != nil {
			return "", err
		}
		l.model = m
	}
	return ops.Asker{Model: l.model}.Answer(ctx, a)
}

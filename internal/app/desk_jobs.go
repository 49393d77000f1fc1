package app

import (
	"context"
	"errors"

	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/internal/ops"
)

// JobList is the answer of "jobs".
type JobList struct {
	Jobs []heart.Job `json:"jobs"`
}

// JobRun is the answer of "jobs run".
type JobRun struct {
	Name   string       `json:"name"`
	Error  string       `json:"error,omitempty"` // why it is not done
	Result heart.Result `json:"result"`
}

// jobs says how all that is done by time stands.
func (d *Desk) jobs(context.Context, ops.Viewer, Ask, func(Progress)) (any, error) {
	return JobList{d.heart.Jobs()}, nil
}

// runJob does a job now.
func (d *Desk) runJob(ctx context.Context, _ ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	got, err := d.heart.Fire(ctx, a.ID)
	switch {
	case errors.Is(err, heart.ErrUnknown) && (a.ID == (*ops.Ticking)(nil).Name() || a.ID == ops.Holding{}.Name()):
		return nil, &ops.Problem{Code: ops.AbsentJob, About: a.ID}
	case errors.Is(err, heart.ErrUnknown):
		names := []string{}
		for _, j := range d.heart.Jobs() {
			names = append(names, j.Name)
		}
		return nil, &ops.Problem{Code: ops.UnknownJob, About: a.ID, Known: names}
	case errors.Is(err, heart.ErrRunning):
		return nil, &ops.Problem{Code: ops.RunningJob, About: a.ID}
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil: // it was run, and went wrong
		return JobRun{Name: a.ID, Error: err.Error(), Result: got}, nil
	}
	return JobRun{Name: a.ID, Result: got}, nil
}

package heart

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/kokoron/kokoron/internal/cronspec"
)

// Schedule is a rule of due times. It reckons from what was served, so that no
// due time is met twice and none is passed over.
type Schedule interface {
	// Next is as in Alarm.
	Next(now time.Time, s State) time.Time
	String() string
}

// Task is an Alarm for a Schedule.
type Task struct {
	ID   string // its Name
	When Schedule
	Do   func(context.Context, Call) (Result, error)
}

// Name is the task's ID.
func (t Task) Name() string { return t.ID }

// Spec is the schedule in words.
func (t Task) Spec() string { return t.When.String() }

// Next asks the schedule.
func (t Task) Next(now time.Time, s State) time.Time { return t.When.Next(now, s) }

// Fire does the task.
func (t Task) Fire(ctx context.Context, c Call) (Result, error) { return t.Do(ctx, c) }

// Cron fires by a cron line in a zone. A line that is new begins with its first
// time after it became known.
type Cron struct {
	line cronspec.Line
	zone *time.Location
	// memo saves reckoning again at every look of the loop what changes once
	// in a run.
	memo atomic.Pointer[reckoned]
}

type reckoned struct{ after, next time.Time }

// NewCron returns the schedule.
func NewCron(line cronspec.Line, zone *time.Location) *Cron { return &Cron{line: line, zone: zone} }

// Next is the first time of the line that is not served.
func (c *Cron) Next(_ time.Time, s State) time.Time {
	after := latest(s.Since, s.Served)
	if m := c.memo.Load(); m != nil && m.after.Equal(after) {
		return m.next
	}
	next := c.line.Next(after, c.zone)
	c.memo.Store(&reckoned{after, next})
	return next
}

func (c *Cron) String() string { return c.line.String() + " " + c.zone.String() }

// Every fires when so much time has passed since the beginning of the last run
// that succeeded, or since the alarm became known.
type Every time.Duration

// Next is an interval after the last run.
func (e Every) Next(_ time.Time, s State) time.Time {
	return latest(s.Since, s.Success).Add(time.Duration(e))
}

func (e Every) String() string { return "every " + time.Duration(e).String() }

// At fires once, at an instant; at once if that has passed and was not served.
type At time.Time

// Next is the instant, zero once it is served.
func (a At) Next(_ time.Time, s State) time.Time {
	if s.Served.Before(time.Time(a)) {
		return time.Time(a)
	}
	return time.Time{}
}

func (a At) String() string { return "at " + time.Time(a).Format(time.RFC3339) }

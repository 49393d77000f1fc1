package app

import (
	"context"
	"time"

	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/calendar/feed"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/turn"
)

// feedsEvery is how often subscribed calendars are asked for.
const feedsEvery = time.Hour

// feedsJob is the name of the alarm that does it.
const feedsJob = "calendar"

func newFeeds(o *ops.Ops) *ops.Feeds { return &ops.Feeds{Ops: o, From: feed.New()} }

// calendars is what /calendar asks.
type calendars struct{ a *App }

// Week lists what stands in the calendar of a conversation's person for the next
// days.
func (c calendars) Week(ctx context.Context, conv turn.Conv) ([]event.Occurrence, error) {
	return c.a.ops.Week(ctx, conv)
}

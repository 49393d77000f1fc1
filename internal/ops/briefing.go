package ops

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/turn"
)

// briefingMost is how many events a briefing lists.
const briefingMost = 12

// briefingFresh is how long a briefing that could not be said may wait.
const briefingFresh = 3 * time.Hour

// Brief tells the owner what stands in the calendar for the day, from plain
// code and once a day; a day without events needs no words.
func (o *Ops) Brief(ctx context.Context, c heart.Call) (heart.Result, error) {
	now := c.Now.In(o.Zone)
	if due := c.Due.In(o.Zone); !c.Now.Before(due.Add(briefingFresh)) {
		return heart.Result{Counts: map[string]int{"stale": 1}}, nil // the morning is over
	}
	day, err := o.DayOf(ctx, o.Owner, now)
	if err != nil || len(day) == 0 {
		return heart.Result{Counts: map[string]int{"events": 0}}, err
	}
	var lines []string
	for i, e := range day {
		if i == briefingMost {
			lines = append(lines, catalog.Text(o.Lang, catalog.BriefingMore, "count", strconv.Itoa(len(day)-i)))
			break
		}
		at, key := e.From.In(o.Zone).Format("15:04"), catalog.BriefingEvent
		if e.AllDay {
			at = catalog.Text(o.Lang, catalog.BriefingDay)
		}
		if e.Place != "" {
			key = catalog.BriefingPlace
		}
		lines = append(lines, catalog.Text(o.Lang, key, "time", at, "title", e.Title, "place", e.Place))
	}
	date := now.Format(time.DateOnly)
	m, err := o.Speak(ctx, governor.Wish{
		ID: turn.ID("briefing/" + date), Person: o.Owner.ID, Kind: governor.Briefing, Until: now.Add(briefingFresh),
		Text: catalog.Text(o.Lang, catalog.Briefing, "date", date, "list", strings.Join(lines, "\n")),
	})
	return heart.Result{Counts: map[string]int{"events": len(day), string(m.State): 1}}, err
}

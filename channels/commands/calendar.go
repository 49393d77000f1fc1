package commands

import (
	"context"
	"strconv"
	"strings"

	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/turn"
)

// Calendar is what /calendar shows.
type Calendar interface {
	// Week lists the events of those who talk in a conversation, of today and
	// the next days.
	Week(ctx context.Context, conv turn.Conv) ([]event.Occurrence, error)
}

// mostEvents is how many events /calendar shows.
const mostEvents = 30

// calendar lists the next days.
func (s Set) calendar(ctx context.Context, conv turn.Conv) string {
	list, err := s.Calendar.Week(ctx, conv)
	switch {
	case err != nil:
		return s.say(catalog.CalendarTrouble)
	case len(list) == 0:
		return s.say(catalog.CalendarFree)
	}
	var lines []string
	for i, o := range list {
		if i == mostEvents {
			lines = append(lines, s.say(catalog.CalendarMore, "count", strconv.Itoa(len(list)-i)))
			break
		}
		when := event.Moment{AllDay: o.AllDay, From: event.WallOf(o.From), To: event.WallOf(o.To)}.In(s.Lang)
		key := catalog.CalendarItem
		if o.Place != "" {
			key = catalog.CalendarItemAt
		}
		lines = append(lines, s.say(key, "when", when, "title", o.Title, "place", o.Place))
	}
	return s.say(catalog.CalendarWeek, "list", strings.Join(lines, "\n"))
}

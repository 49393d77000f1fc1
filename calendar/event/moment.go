package event

import (
	"strings"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
)

// Moment is when an occurrence is, to be shown to people: with the weekday, as
// their clocks show it.
type Moment struct {
	AllDay   bool
	From, To Wall // To is exclusive; From where it is not known
}

// In is the moment in a language.
func (m Moment) In(lang text.Lang) string {
	day := func(w Wall) string {
		weekday := strings.Fields(catalog.Text(lang, catalog.CalendarWeekdays))[w.Weekday()]
		return catalog.Text(lang, catalog.CalendarDay, "date", w.Date(), "weekday", weekday)
	}
	from, clock := day(m.From), "15:04"
	switch {
	case m.AllDay && m.From.Days(1).Before(m.To):
		return catalog.Text(lang, catalog.CalendarDays, "from", from, "to", day(m.To.Days(-1)))
	case m.AllDay:
		return catalog.Text(lang, catalog.CalendarAllDay, "day", from)
	case !m.From.Before(m.To):
		return from + " " + m.From.Format(clock)
	case m.From.Date() == m.To.Date():
		return catalog.Text(lang, catalog.CalendarSpan, "day", from, "from", m.From.Format(clock), "to", m.To.Format(clock))
	}
	return catalog.Text(lang, catalog.CalendarLong, "day", from, "from", m.From.Format(clock), "last", day(m.To), "to", m.To.Format(clock))
}

package reminder

import (
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
)

// Say is what a firing of a reminder tells the person, in the reminder's
// language: the text, the time it is for, and by how much it is late.
func (r Reminder) Say(f Firing) string {
	zone := r.Location()
	due, now := f.Due.In(zone), f.At.In(zone)
	at := Hour(due)
	if due.Format(time.DateOnly) != now.Format(time.DateOnly) {
		at = Moment(r.Lang, due, now)
	}
	late, count := Span(r.Lang, f.Late()), strconv.Itoa(f.Count)
	key := catalog.ReminderSay
	switch {
	case f.Late() > 0 && f.Count > 1:
		key = catalog.ReminderSayMissed
	case f.Late() > 0:
		key = catalog.ReminderSayLate
	case f.Count > 1:
		key = catalog.ReminderSayMany
	}
	return catalog.Text(r.Lang, key, "time", at, "late", late, "count", count, "text", r.Text)
}

// Hour is a time of day as people read it: 8:00.
func Hour(at time.Time) string { return at.Format("15:04") }

// Moment is a date with weekday and time, in the zone of at, with the year
// where it is not that of now.
func Moment(lang text.Lang, at, now time.Time) string {
	key := catalog.ReminderMoment
	if at.Year() != now.In(at.Location()).Year() {
		key = catalog.ReminderMomentYear
	}
	return catalog.Text(lang, key,
		"year", strconv.Itoa(at.Year()), "month", strings.Fields(catalog.Text(lang, catalog.ReminderMonths))[at.Month()-1],
		"day", strconv.Itoa(at.Day()), "weekday", strings.Fields(catalog.Text(lang, catalog.ReminderWeekdays))[at.Weekday()], "time", Hour(at))
}

// Span is a length of time: minutes, from an hour on hours with the minutes
// over, from six hours on hours alone, to the nearest, from two days on days.
func Span(lang text.Lang, d time.Duration) string {
	n, one, many := int(d/time.Minute), catalog.ReminderMinute, catalog.ReminderMinutes
	switch {
	case d >= 48*time.Hour:
		n, one, many = int(d/(24*time.Hour)), catalog.ReminderDays, catalog.ReminderDays
	case d >= 6*time.Hour:
		n, one, many = int(d.Round(time.Hour)/time.Hour), catalog.ReminderHour, catalog.ReminderHours
	case d >= time.Hour:
		if over := int(d/time.Minute) % 60; over > 0 {
			return catalog.Text(lang, catalog.ReminderHoursMinutes, "count", strconv.Itoa(int(d/time.Hour)), "minutes", strconv.Itoa(over))
		}
		n, one, many = int(d/time.Hour), catalog.ReminderHour, catalog.ReminderHours
	}
	if n == 1 {
		many = one
	}
	return catalog.Text(lang, many, "count", strconv.Itoa(n))
}

// Row is a reminder on one line: its number, its text and when it is due next.
func (r Reminder) Row(lang text.Lang, now time.Time) string {
	key, at := catalog.ReminderRow, ""
	switch due := r.Due(); {
	case due.IsZero():
		key = catalog.ReminderRowOver
	case r.Repeats():
		key, at = catalog.ReminderRowRepeats, Moment(lang, due.In(r.Location()), now)
	default:
		at = Moment(lang, due.In(r.Location()), now)
	}
	return catalog.Text(lang, key, "n", strconv.Itoa(r.N), "text", r.Text, "time", at, "when", r.When)
}

// Confirm quotes a reminder as it is stored. assumed says that the hour was
// not named.
func (r Reminder) Confirm(lang text.Lang, now time.Time, assumed bool) string {
	lines := []string{catalog.Text(lang, catalog.ReminderSet, "row", r.Row(lang, now))}
	if assumed {
		lines = append(lines, catalog.Text(lang, catalog.ReminderAssumed, "time", Hour(r.Due().In(r.Location()))))
	}
	return strings.Join(lines, "\n")
}

// Ask is the question to the person that words raise.
func (u *Unclear) Ask(lang text.Lang, now time.Time, zone *time.Location) string {
	keys := map[Why]catalog.Key{
		NoText: catalog.ReminderNoText, LongText: catalog.ReminderLong, NoTime: catalog.ReminderNoTime, Ambiguous: catalog.ReminderAmbiguous,
		Several: catalog.ReminderSeveral, Past: catalog.ReminderPast, Impossible: catalog.ReminderImpossible, TooOften: catalog.ReminderTooOften,
		NoRepeat: catalog.ReminderNoRepeat, BadCron: catalog.ReminderBadCron,
	}
	key := keys[u.Why]
	if u.Why == Ambiguous && len(u.Times) < 2 {
		key = catalog.ReminderVague
	}
	part := u.Part
	if u.Err != nil {
		part = catalog.Words(lang, u.Err)
	}
	var times []string
	for _, t := range u.Times {
		times = append(times, Moment(lang, t.In(zone), now))
	}
	return catalog.Text(lang, key, "part", part, "times", strings.Join(times, catalog.Text(lang, catalog.ReminderOr)), "max", strconv.Itoa(MaxText))
}

package calendar

import "time"

// A civil day is written as its midnight in UTC, so that counting days never
// meets a change of the clocks.

func civil(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// exact is a civil day, if the calendar has it.
func exact(year, month, day int) (time.Time, bool) {
	d := civil(year, time.Month(month), day)
	return d, d.Year() == year && int(d.Month()) == month && d.Day() == day
}

// wall is the instant at which the clocks of a zone show so many minutes after
// the midnight of a civil day. A time that they show twice is the first one; a
// time that they skip is read with the offset before the change, so that 02:30
// becomes 03:30. time.Date promises neither.
func wall(day time.Time, minutes int, zone *time.Location) time.Time {
	want := day.Add(time.Duration(minutes) * time.Minute)
	t := time.Date(want.Year(), want.Month(), want.Day(), want.Hour(), want.Minute(), 0, 0, zone)
	shown := func(offset int) time.Time { return time.Unix(want.Unix()-int64(offset), 0).In(zone) }
	_, here := t.Zone()
	start, end := t.ZoneBounds()
	if !start.IsZero() {
		_, before := start.Add(-time.Second).Zone()
		if want.Unix()-int64(before) < start.Unix() {
			return shown(before) // shown before the change, so that is the first
		}
		if want.Unix()-int64(here) < start.Unix() {
			return shown(before) // skipped by the change
		}
	}
	if !end.IsZero() && want.Unix()-int64(here) >= end.Unix() {
		return shown(here)
	}
	return t
}

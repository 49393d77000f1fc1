package clock

import "time"

// Resolve is the instant at which clocks in zone show what wall shows. Only
// the date and the time of day of wall are read, not its own zone, so floating
// times are kept in UTC, in which every wall time exists once.
//
// A wall time that occurs twice, because clocks are set back, is the first of
// the two. One that never occurs, because clocks are set forward, is read with
// the offset before the change: 02:30 becomes 03:30, a midnight that is left
// out becomes 01:00 of the same date. So nothing is skipped and nothing is
// early. Within an hour after such a change the order of wall times is not
// that of their instants: 02:30, read as 03:30, is after 03:00.
//
// time.Date promises neither: it may go backwards in a gap.
func Resolve(wall time.Time, zone *time.Location) time.Time {
	floating := Wall(wall)
	year, month, day := wall.Date()
	hour, minute, second := wall.Clock()
	// Near a change this is right by the offset before or after it, so that
	// one end of the period it lies in is the change in question.
	about := time.Date(year, month, day, hour, minute, second, wall.Nanosecond(), zone)
	from, to := about.ZoneBounds()
	if !from.IsZero() {
		if t, ok := around(floating, from, zone); ok {
			return t
		}
	}
	if !to.IsZero() {
		if t, ok := around(floating, to, zone); ok {
			return t
		}
	}
	return about
}

// around resolves a floating time that one change of the offset makes doubtful:
// read with the offset before the change it is in the last hour before it (the
// first of two) or, where no clock shows it, after it. ok is false for one
// that is not doubtful there.
func around(floating, change time.Time, zone *time.Location) (t time.Time, ok bool) {
	before := floating.Add(-offset(change.Add(-1), zone))
	after := floating.Add(-offset(change, zone))
	gap := !before.Before(change) && after.Before(change)
	twice := before.Before(change) && !after.Before(change)
	return before.In(zone), gap || twice
}

// Gap is by how much the clocks of zone were set forward in the last change of
// the offset before t, and when; zero when they were set back or never.
func Gap(t time.Time, zone *time.Location) (change time.Time, by time.Duration) {
	change, _ = t.In(zone).ZoneBounds()
	if change.IsZero() {
		return change, 0
	}
	return change, max(0, offset(change, zone)-offset(change.Add(-1), zone))
}

// Wall is what a clock shows, as a floating time: the same date and time of
// day in UTC.
func Wall(t time.Time) time.Time {
	_, seconds := t.Zone()
	return t.UTC().Add(time.Duration(seconds) * time.Second)
}

// offset is how far the clocks of zone are ahead of UTC.
func offset(t time.Time, zone *time.Location) time.Duration {
	_, seconds := t.In(zone).Zone()
	return time.Duration(seconds) * time.Second
}

package governor

import "time"

// minuteOf is the minute of the day on the clock of t's own zone, with what is
// above it.
func minuteOf(t time.Time) (minute int, over time.Duration) {
	h, m, s := t.Clock()
	return h*60 + m, time.Duration(s)*time.Second + time.Duration(t.Nanosecond())
}

// Inside reports whether t, on the clock of its own zone, is within the active
// hours.
func (p Policy) Inside(t time.Time) bool {
	m, _ := minuteOf(t)
	if p.From <= p.To {
		return m >= p.From && m < p.To
	}
	return m >= p.From || m < p.To
}

// Opens is the first instant, from t on, within the active hours; zero where
// there is none. It goes by instants and looks again wherever the clocks of the
// zone are set, so it is exact on the days on which they are.
func (p Policy) Opens(t time.Time) time.Time {
	if p.From == p.To {
		return time.Time{}
	}
	for !p.Inside(t) {
		m, over := minuteOf(t)
		wait := time.Duration((p.From-m+wholeDay)%wholeDay)*time.Minute - over
		if wait <= 0 { // within the minute of From, which is inside
			wait += day
		}
		next := t.Add(wait)
		if _, end := t.ZoneBounds(); !end.IsZero() && end.Before(next) {
			next = end.In(t.Location())
		}
		t = next
	}
	return t
}

// nextDay is the first instant after t at which its zone has another date.
func nextDay(t time.Time) time.Time {
	for from := t; ; {
		m, over := minuteOf(t)
		next := t.Add(time.Duration(wholeDay-m)*time.Minute - over)
		if _, end := t.ZoneBounds(); !end.IsZero() && end.Before(next) {
			next = end.In(t.Location())
		}
		if t = next; !sameDate(t, from) {
			return t
		}
	}
}

// sameDate reports whether two instants have one date in the zone of the first.
func sameDate(t, other time.Time) bool {
	y, m, d := t.Date()
	oy, om, od := other.In(t.Location()).Date()
	return y == oy && m == om && d == od
}

package simulate

import (
	"slices"
	"strings"
	"time"
)

// prompt is how long a reminder may take where all is well.
const prompt = 2 * time.Minute

// instant finds a wall time minute by minute: the first minute whose clock
// shows it; where none does, the one at which the clock that was shown before
// the change would have.
func instant(w wall, zone *time.Location) time.Time {
	noon := time.Date(w.y, time.Month(w.m), w.d, 12, 0, 0, 0, time.UTC)
	shows := func(t time.Time) bool {
		y, m, d := t.Date()
		return y == w.y && int(m) == w.m && d == w.d && t.Hour() == w.h && t.Minute() == w.min
	}
	for t := noon.Add(-40 * time.Hour); t.Before(noon.Add(40 * time.Hour)); t = t.Add(time.Minute) {
		if shows(t.In(zone)) {
			return t
		}
	}
	_, before := noon.Add(-40 * time.Hour).In(zone).Zone() // well before any change of that day
	old := time.FixedZone("", before)
	for t := noon.Add(-40 * time.Hour); t.Before(noon.Add(40 * time.Hour)); t = t.Add(time.Minute) {
		if shows(t.In(old)) {
			return t
		}
	}
	panic("no such minute")
}

// dues are the due times of a reminder, in order.
func (j *judging) dues(a *asked) (list []time.Time) {
	end := j.to.Add(time.Second)
	if !a.gone.IsZero() {
		end = a.gone
	}
	for _, w := range a.walls {
		list = append(list, instant(w, j.zone))
	}
	if a.clock != nil {
		for day := a.set.In(j.zone); day.Before(end.Add(48 * hour)); day = day.Add(12 * hour) {
			y, m, d := day.Date()
			noon := time.Date(y, m, d, 12, 0, 0, 0, time.UTC)
			if len(a.days) == 0 || slices.Contains(a.days, int(noon.Weekday())) {
				list = append(list, instant(wall{y, int(m), d, a.clock.h, a.clock.min}, j.zone))
			}
		}
	}
	if a.every > 0 {
		for t := a.set.Truncate(time.Second).Add(a.every); t.Before(end); t = t.Add(a.every) {
			list = append(list, t)
		}
	}
	list = append(list, a.again...)
	slices.SortFunc(list, time.Time.Compare)
	list = slices.Compact(list)
	return slices.DeleteFunc(list, func(t time.Time) bool { return !t.After(a.set) || !t.Before(end) })
}

// works reports whether all was well from a little before an instant to a
// little after it.
func (j *judging) works(t time.Time) bool {
	s := span{t.Add(-prompt), t.Add(prompt)}
	over := func(from, to time.Time) bool { return from.Before(s.to) && (to.IsZero() || to.After(s.from)) }
	return !slices.ContainsFunc(j.down, func(o span) bool { return over(o.from, o.to) }) &&
		!slices.ContainsFunc(j.shifted, func(o span) bool { return over(o.from, o.to) }) &&
		!slices.ContainsFunc(j.troubles, func(o trouble) bool { return o.how != "lost" && over(o.from, o.to) })
}

// deadline is until when what is due at an instant must have been said.
func (j *judging) deadline(due time.Time) time.Time {
	t := due
	for !j.works(t) {
		t = t.Add(time.Minute)
	}
	return t.Add(prompt)
}

// earliest is from when on it may be said: not before it is due, unless the
// clock of the machine was ahead.
func (j *judging) earliest(due time.Time) time.Time {
	if slices.ContainsFunc(j.shifted, func(s span) bool { return s.from.Before(due) && (s.to.IsZero() || s.to.After(due.Add(-6*hour))) }) {
		return due.Add(-6 * hour)
	}
	return due
}

// remind: every due time is said once, in time or late with an apology, and
// nothing is said for which there is none.
func (j *judging) remind() {
	for _, a := range j.reminders {
		log := j.byNumber[a.n]
		dues := j.dues(a)
		used := make([]bool, len(dues))
		for _, m := range log {
			i := j.stands(m, dues, used)
			if i < 0 {
				j.fault(m.at, "%q is said without being due (%s, set %v)", m.text, a.when, a.set.In(j.zone))
				continue
			}
			used[i] = true
			j.inTime(m, dues[i], a)
		}
		for i, due := range dues {
			end := j.deadline(due)
			if !end.Before(j.to) || !a.gone.IsZero() && !end.Before(a.gone) {
				continue // it was cancelled first
			}
			if j.sums.Due++; used[i] {
				continue
			}
			if !slices.ContainsFunc(log, func(m accepted) bool { return !m.at.Before(j.earliest(due)) && !m.at.After(end) }) || j.works(due) {
				j.fault(due, "task %d (%s) is lost", a.n, a.when)
			}
			j.sums.Merged++
		}
	}
}

// stands is the due time that a message stands for: the last that has come and
// was not said, else the next one for which it is not too early.
func (j *judging) stands(m accepted, dues []time.Time, used []bool) int {
	for i := len(dues) - 1; i >= 0; i-- {
		if !used[i] && !m.at.Before(dues[i]) && !m.at.After(j.deadline(dues[i])) {
			return i
		}
	}
	for i, due := range dues {
		if !used[i] && m.at.Before(due) && !m.at.Before(j.earliest(due)) {
			return i
		}
	}
	return -1
}

// inTime looks at how late a message says it is.
func (j *judging) inTime(m accepted, due time.Time, a *asked) {
	late := m.at.Sub(due)
	says := strings.Contains(m.text, "late, sorry") || strings.Contains(m.text, "遅れ") || strings.Contains(m.text, "晚了")
	if during(j.shifted, due) || during(j.shifted, m.at) || j.wrong(due.Add(-6*hour), m.at.Add(6*hour)) {
		return
	}
	if j.works(due) {
		j.sums.Slowest = max(j.sums.Slowest, late)
	}
	if late >= prompt {
		j.sums.Late++
	}
	if late >= prompt+time.Minute && !says {
		j.fault(m.at, "%q comes %v late and does not say so", m.text, late)
	}
	if late < prompt-time.Minute && says {
		j.fault(m.at, "%q comes %v late and says more", m.text, late)
	}
}

package simulate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// prompt is how long a reminder may take where all is well.
const prompt = 2 * time.Minute

// snoozed is for how long the owner puts a reminder off.
const snoozed = 10 * time.Minute

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
	list = slices.DeleteFunc(list, func(t time.Time) bool { return !t.After(a.set) || !t.Before(end) })
	list = append(list, a.again...) // also of what was cancelled before
	slices.SortFunc(list, time.Time.Compare)
	return slices.Compact(list)
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

// remind: every due time is said once, in time or late with an apology, and
// nothing is said for which there is none.
func (j *judging) remind() {
	for _, a := range j.reminders {
		dues := j.dues(a)
		used := make([]bool, len(dues))
		for _, m := range j.byNumber[a.n] {
			says := read(m.text)
			i := j.stands(m, says.at, dues, used)
			if i < 0 {
				j.fault(m.at, "%q is said without being due (%s, set %v)", m.text, a.when, a.set.In(j.zone))
				continue
			}
			used[i] = true
			j.inTime(m, dues[i])
			j.merge(m, says.count, i, a, dues, used)
		}
		for i, due := range dues {
			end := j.deadline(due)
			if !end.Before(j.to) || !a.gone.IsZero() && due.Before(a.gone) && !end.Before(a.gone) {
				continue // it was cancelled first
			}
			if j.sums.Due++; !used[i] {
				j.fault(due, "task %d (%s) is lost", a.n, a.when)
			}
		}
	}
}

// reading is what a message says of itself: the time that it is for, and for
// how many times it stands.
type reading struct {
	at    string
	count int
}

var (
	clocks = regexp.MustCompile(`\d\d:\d\d`)
	counts = regexp.MustCompile(`last of (\d+)|for (\d+) times|(\d+)回分|合并了(\d+)次`)
)

func read(text string) reading {
	_, rest, _ := strings.Cut(text, "#")
	r := reading{count: 1}
	if all := clocks.FindAllString(rest, -1); len(all) > 0 {
		r.at = all[len(all)-1]
	}
	for _, n := range counts.FindStringSubmatch(rest) {
		fmt.Sscan(n, &r.count)
	}
	return r
}

// stands is the due time that a message stands for: the nearest by the clock of
// the machine that bears the time which the message names, was not said and may
// be said at this moment.
func (j *judging) stands(m accepted, clock string, dues []time.Time, used []bool) int {
	found := -1
	for i, due := range dues {
		if !used[i] && due.In(j.zone).Format("15:04") == clock && j.sayable(m, due) &&
			(found < 0 || m.shown.Sub(due).Abs() < m.shown.Sub(dues[found]).Abs()) {
			found = i
		}
	}
	return found
}

// sayable reports whether a message comes neither too early nor too late for a
// due time. Early is only what a machine said whose clock was ahead, a little
// before at most.
func (j *judging) sayable(m accepted, due time.Time) bool {
	if m.at.Before(due) {
		return due.Sub(m.at) <= 6*hour && slices.ContainsFunc(j.shifted, func(s span) bool {
			return !s.from.After(m.at) && (s.to.IsZero() || m.at.Sub(s.to) <= 6*hour)
		})
	}
	return !m.at.After(j.deadline(due))
}

// merge marks the other due times that a message says it stands for; what was
// put off is said along with them, uncounted.
func (j *judging) merge(m accepted, count, last int, a *asked, dues []time.Time, used []bool) {
	putOff := func(i int) bool { return slices.ContainsFunc(a.again, dues[i].Equal) }
	if !putOff(last) {
		count--
	}
	for i := last - 1; i >= 0; i-- {
		switch {
		case used[i] || !j.sayable(m, dues[i]):
			continue
		case putOff(i) && m.at.Before(dues[i].Add(-snoozed)):
			continue // it was put off after that
		case putOff(i):
		case count > 0:
			count--
		default:
			continue
		}
		used[i] = true
		j.sums.Merged++
	}
}

// inTime looks at how late a message says it is.
func (j *judging) inTime(m accepted, due time.Time) {
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

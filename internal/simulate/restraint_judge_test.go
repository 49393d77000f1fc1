package simulate

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/turn"
)

// ruling is what the judge says of a life.
type ruling struct {
	faults []string
	sums   sums
}

// sums are what the judge has counted.
type sums struct {
	Thoughts, Others, Replies, Reminders int // on the phone, each once
	Due, Late, Merged                    int // of reminders: due times, said late, said with others
	Doubles                              int // shown twice because the answer was lost
	Slowest                              time.Duration
}

// unasked is a message that nobody asked for.
type unasked struct {
	accepted
	text   string
	double bool
}

// judge looks at the log alone, at what was asked for and at what was done. It
// shares no rule with the product: times are found minute by minute.
func judge(f facts, p *phone) ruling {
	j := &judging{facts: f, troubles: p.troubles, log: p.log}
	j.sort()
	j.hours()
	j.caps()
	j.pace()
	j.repeats()
	j.shut()
	j.remind()
	return j.ruling
}

type judging struct {
	facts
	troubles []trouble
	log      []accepted

	said     []unasked
	replies  []time.Time
	byNumber map[int][]accepted // reminders
	ruling
}

func (j *judging) fault(at time.Time, format string, args ...any) {
	j.faults = append(j.faults, at.In(j.zone).Format("2006-01-02 15:04:05 -07 ")+fmt.Sprintf(format, args...))
}

// sort tells the messages apart and counts those that came twice.
func (j *judging) sort() {
	j.byNumber = map[int][]accepted{}
	lost := map[turn.ID]bool{} // not told, so that it may come again
	for _, a := range j.log {
		was, double := lost[a.id]
		if double {
			j.sums.Doubles++
			if !was {
				j.fault(a.at, "%q came again although its sender had been told", a.text)
			}
		}
		lost[a.id] = a.lost
		number := -1
		if _, rest, ok := strings.Cut(a.text, "#"); ok {
			fmt.Sscanf(rest, "%d#", &number)
		}
		switch {
		case number >= 0:
			if !double {
				j.sums.Reminders++
				j.byNumber[number] = append(j.byNumber[number], a)
			}
		case a.answer && marked(a.text) == 0:
			j.replies = append(j.replies, a.at)
			if !double {
				j.sums.Replies++
			}
		default:
			j.said = append(j.said, unasked{a, unmarked(a.text), double})
			if marked(a.text) == 0 {
				j.sums.Others++
			} else if !double {
				j.sums.Thoughts++
			}
		}
	}
	slices.SortStableFunc(j.said, func(a, b unasked) int { return a.at.Compare(b.at) })
}

// wrong reports whether the clock of the machine was set forward, in a span of
// true time: either away from the truth or back to it.
func (j *judging) wrong(from, to time.Time) bool {
	return slices.ContainsFunc(j.shifted, func(s span) bool {
		return !s.from.Before(from) && s.from.Before(to) || !s.to.IsZero() && !s.to.Before(from) && s.to.Before(to)
	})
}

// during reports whether an instant lies in one of some spans.
func during(list []span, at time.Time) bool {
	return slices.ContainsFunc(list, func(s span) bool { return !at.Before(s.from) && (s.to.IsZero() || at.Before(s.to)) })
}

// hours: nothing before 8:00 or from 23:00 on, on the clock on the wall, or, as
// long as that one was set wrong, on the one that the machine had.
func (j *judging) hours() {
	for _, u := range j.said {
		at := u.at
		if during(j.shifted, at) {
			at = u.shown
		}
		if h := at.In(j.zone).Hour(); h < 8 || h >= 23 {
			j.fault(u.at, "%q outside the active hours", u.text)
		}
		for _, q := range j.quiet {
			if !u.shown.Before(q.from) && u.shown.Before(q.to) && !j.wrong(q.from.Add(-24*hour), q.to.Add(24*hour)) {
				j.fault(u.at, "%q while quiet was wanted", u.text)
			}
		}
	}
}

// caps: five in a day of the calendar, five in 24 hours.
func (j *judging) caps() {
	var first []unasked
	for _, u := range j.said {
		if !u.double {
			first = append(first, u)
		}
	}
	days := map[string]int{}
	for i, u := range first {
		days[u.at.In(j.zone).Format(time.DateOnly)]++
		n := 0
		for _, o := range first[:i+1] {
			if u.at.Sub(o.at) < 24*hour {
				n++
			}
		}
		if n > 5 && !j.wrong(u.at.Add(-24*hour), u.at) {
			j.fault(u.at, "%q is the message number %d in 24 hours", u.text, n)
		}
	}
	for day, n := range days {
		noon, _ := time.ParseInLocation(time.DateOnly, day, j.zone)
		if n > 5 && !j.wrong(noon.Add(-12*hour), noon.Add(36*hour)) {
			j.fault(noon, "%d messages on %s", n, day)
		}
	}
}

// pace: an hour apart, not while a talk goes on, not after two without an
// answer.
func (j *judging) pace() {
	unanswered, word := 0, 0
	for i, u := range j.said {
		for word < len(j.words) && !j.words[word].After(u.at) {
			word++
			unanswered = 0
		}
		if u.double || marked(u.accepted.text) == 0 {
			continue
		}
		if unanswered++; unanswered > 2 {
			j.fault(u.at, "%q is number %d without an answer", u.text, unanswered)
		}
		for _, o := range j.said[:i] {
			if gap := u.at.Sub(o.at); o.id != u.id && gap < hour && !j.wrong(o.at, u.at) {
				j.fault(u.at, "%q %v after %q", u.text, gap, o.text)
			}
			if gap := u.shown.Sub(o.shown).Abs(); o.id != u.id && gap < hour {
				j.fault(u.at, "%q %v away from %q on the clock of the machine", u.text, gap, o.text)
			}
		}
		for _, list := range [][]time.Time{j.words, j.replies} {
			for _, at := range list {
				if since := u.at.Sub(at); since >= 0 && since < 10*time.Minute && !j.wrong(at, u.at) {
					j.fault(u.at, "%q %v after words at %v", u.text, since, at.In(j.zone))
				}
			}
		}
	}
}

// alike is the share of words that two texts have in common.
func alike(a, b string) float64 {
	split := func(s string) map[string]bool {
		m := map[string]bool{}
		for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return r < 'a' || r > 'z' }) {
			m[w] = true
		}
		return m
	}
	x, y := split(a), split(b)
	both := 0
	for w := range x {
		if y[w] {
			both++
		}
	}
	return float64(both) / float64(max(len(x)+len(y)-both, 1))
}

// repeats: nothing nearly the same within a day unless it was asked for, and
// never what is never to be spoken of again.
func (j *judging) repeats() {
	for i, u := range j.said {
		if u.double || marked(u.accepted.text) == 0 {
			continue
		}
		for _, o := range j.said[:i] {
			if u.at.Sub(o.at) < 24*hour && alike(u.text, o.text) > 0.7 && o.id != u.id && !j.wrong(o.at, u.at) && !j.askedAgain(u, o) {
				j.fault(u.at, "%q nearly repeats what was said %v before", u.text, u.at.Sub(o.at))
			}
		}
		for _, n := range j.never {
			if u.at.After(n.at) && alike(u.text, n.text) > 0.8 {
				j.fault(u.at, "%q although it was closed at %v", u.text, n.at)
			}
		}
	}
}

func (j *judging) askedAgain(u, o unasked) bool {
	return slices.ContainsFunc(j.again, func(a taken) bool { return a.text == u.text && a.at.Before(u.at) && !a.at.Before(o.at) })
}

// shut: a day of silence after the counts were damaged, and then until words.
func (j *judging) shut() {
	if j.corrupt.IsZero() {
		return
	}
	for _, u := range j.said {
		heard := slices.ContainsFunc(j.words, func(at time.Time) bool { return at.After(j.corrupt) && !at.After(u.at) })
		if u.at.After(j.corrupt) && (u.at.Before(j.corrupt.Add(24*hour)) || !heard && marked(u.accepted.text) > 0) {
			j.fault(u.at, "%q although nobody knows what was said before %v", u.text, j.corrupt.In(j.zone))
		}
	}
}

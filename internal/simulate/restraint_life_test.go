package simulate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// deed is something that happens to the companion from outside.
type deed struct {
	at    time.Time // in truth
	what  string    // say, remind, cancel, quiet, event, restart, kill, outage, model, clock, corrupt, press, answer
	text  string
	wish  *asked // of remind and cancel
	for_  time.Duration
	id    string // the message that is answered or pressed
	offer string
}

// asked is one reminder that the owner asks for: of three kinds, by what is
// set of it.
type asked struct {
	n     int
	when  string        // as it is told to the companion
	walls []wall        // once
	clock *wall         // every day at its hour and minute, or on its weekdays
	days  []int         // weekdays, none: all
	every time.Duration // from when it was set on

	set, gone time.Time   // in truth; gone is zero while it stands
	again     []time.Time // put off to
	id        string
}

// wall is a date and a time on a clock.
type wall struct{ y, m, d, h, min int }

func (a *asked) text() string { return fmt.Sprintf("task #%d#", a.n) }

// trialLife is a life that is made up of a seed.
type trialLife struct {
	zone     *time.Location
	from, to time.Time
	dice     *rand.Rand
	deeds    []deed
	troubles []trouble
	count    int
}

// matters are sentences that there is something to ask about later.
var matters = []string{
	"I have a job interview tomorrow at 15:00.", "I am going to the dentist on Friday.", "My exam is next Tuesday.", "My sister arrives tomorrow evening.",
	"I have a fever and go to bed early.", "I have a presentation on Thursday.", "Tomorrow I will move house.",
}

func newTrialLife(zone *time.Location, from time.Time, days int, seed uint64) *trialLife {
	l := &trialLife{zone: zone, from: from, to: from.AddDate(0, 0, days), dice: rand.New(rand.NewPCG(seed, 7))}
	for day := range days {
		l.day(from.AddDate(0, 0, day), day, days)
	}
	l.nasty()
	slices.SortStableFunc(l.deeds, func(a, b deed) int { return a.at.Compare(b.at) })
	slices.SortFunc(l.troubles, func(a, b trouble) int { return a.from.Compare(b.from) })
	return l
}

func (l *trialLife) one(in int) bool { return l.dice.IntN(in) == 0 }

// some is a span between two.
func (l *trialLife) some(from, to time.Duration) time.Duration {
	return from + time.Duration(l.dice.Int64N(int64(to-from)))
}

func (l *trialLife) add(at time.Time, d deed) {
	if d.at = at; at.Before(l.to) {
		l.deeds = append(l.deeds, d)
	}
}

// at is a time of a day as its clocks have it, roughly.
func (l *trialLife) at(day time.Time, from, to time.Duration) time.Time {
	return day.Add(l.some(from, to))
}

const hour = time.Hour

func (l *trialLife) day(day time.Time, n, days int) {
	for range l.dice.IntN(4) {
		at := l.at(day, 7*hour+hour/2, 22*hour+hour/2)
		for line := range 1 + l.dice.IntN(4) {
			l.count++
			text := fmt.Sprintf("Just a word about the garden, number %d.", l.count)
			if l.one(3) {
				text = matters[l.dice.IntN(len(matters))]
			}
			l.add(at.Add(time.Duration(line)*time.Minute), deed{what: "say", text: text})
		}
	}
	if n%2 == 0 || l.one(3) {
		l.reminder(day)
	}
	if l.one(8) {
		date := day.AddDate(0, 0, l.dice.IntN(3)).In(l.zone).Format(time.DateOnly)
		l.add(l.at(day, 9*hour, 20*hour), deed{what: "event", text: date + " 15:00"})
	}
	if l.one(15) {
		l.add(l.at(day, 9*hour, 20*hour), deed{what: "quiet", text: "2h", for_: 2 * hour})
	}
	if l.one(6) {
		l.add(l.at(day, 0, 24*hour), deed{what: "restart"})
	}
	if l.one(6) {
		l.add(l.at(day, 0, 24*hour), deed{what: "kill"})
	}
	if l.one(25) {
		l.add(l.at(day, 0, 24*hour), deed{what: "outage", for_: l.some(hour, 10*hour)})
	}
	if n%60 == 9 {
		l.add(l.at(day, 0, 24*hour), deed{what: "outage", for_: 72 * hour})
	}
	if l.one(10) {
		l.add(l.at(day, 0, 24*hour), deed{what: "model", for_: l.some(10*time.Minute, 4*hour)})
	}
	corrupt := days * 2 / 5
	if l.one(14) && (n < corrupt-3 || n > corrupt+3) || n == corrupt+4 {
		by := l.some(hour, 5*hour).Truncate(time.Minute)
		if l.one(2) {
			by = -by
		}
		at := l.at(day, 0, 24*hour)
		l.add(at, deed{what: "clock", for_: by})
		l.add(at.Add(l.some(20*time.Minute, 8*hour)), deed{what: "clock"})
	}
	if n == corrupt {
		l.add(l.at(day, 10*hour, 20*hour), deed{what: "corrupt"})
	}
	if l.one(6) {
		from := l.at(day, 6*hour, 24*hour)
		how := []string{"429", "5xx", "hang", "lost"}[l.dice.IntN(4)]
		for_ := l.some(2*time.Minute, 3*hour)
		if how == "5xx" && l.one(12) {
			for_ = 30 * hour
		}
		l.troubles = append(l.troubles, trouble{from, from.Add(for_), how})
	}
}

// reminder asks for a reminder of some kind, at some nasty minute as often as
// not.
func (l *trialLife) reminder(day time.Time) {
	l.count++
	at := l.at(day, 8*hour, 23*hour)
	a := &asked{n: l.count}
	h, m := l.dice.IntN(24), l.dice.IntN(60)
	if l.one(2) {
		nasty := [][2]int{{2, 30}, {0, 0}, {1, 30}, {3, 0}, {23, 59}, {8, 0}, {23, 30}}[l.dice.IntN(7)]
		h, m = nasty[0], nasty[1]
	}
	gone := at.Add(l.some(24*hour, 20*24*hour))
	switch l.dice.IntN(5) {
	case 0, 1:
		y, mo, d := at.AddDate(0, 0, 1+l.dice.IntN(9)).In(l.zone).Date()
		a.once(wall{y, int(mo), d, h, m})
		gone = time.Time{}
	case 2:
		a.daily(h, m)
	case 3:
		a.clock, a.days = &wall{h: h, min: m}, []int{1, 2, 3, 4, 5}
		a.when = fmt.Sprintf("%d %d * * 1-5", m, h)
	default:
		n := 45 + l.dice.IntN(400)
		a.every, a.when = time.Duration(n)*time.Minute, fmt.Sprintf("every %d minutes", n)
		gone = at.Add(l.some(4*hour, 40*hour))
	}
	l.add(at, deed{what: "remind", wish: a})
	if !gone.IsZero() {
		l.add(gone, deed{what: "cancel", wish: a})
	}
}

func (a *asked) once(w wall) {
	a.walls = []wall{w}
	a.when = fmt.Sprintf("%04d-%02d-%02d %02d:%02d", w.y, w.m, w.d, w.h, w.min)
}

func (a *asked) daily(h, m int) {
	a.clock, a.when = &wall{h: h, min: m}, fmt.Sprintf("%d %d * * *", m, h)
}

// nasty asks for reminders at what clocks skip and show twice.
func (l *trialLife) nasty() {
	for t := l.from; ; {
		_, end := t.ZoneBounds()
		if end.IsZero() || !end.Before(l.to) {
			return
		}
		t = end.In(l.zone)
		y, mo, d := t.Date()
		_, before := t.Add(-time.Second).Zone()
		skipped := t.Add(-time.Second).In(time.FixedZone("", before)).Add(time.Second + 30*time.Minute) // half an hour on, on the old clock
		set := t.Add(-60 * hour)
		for _, hm := range [][2]int{{0, 0}, {1, 30}, {2, 0}, {2, 30}, {0, 30}, {23, 30}, {skipped.Hour(), 30}, {skipped.Hour(), 0}, {t.Hour(), t.Minute()}} {
			for daily := range 2 {
				l.count++
				a := &asked{n: l.count}
				if set = set.Add(time.Minute); daily == 1 {
					a.daily(hm[0], hm[1])
					l.add(t.Add(100*hour), deed{what: "cancel", wish: a})
				} else {
					a.once(wall{y, int(mo), d, hm[0], hm[1]})
				}
				if set.After(l.from) {
					l.add(set, deed{what: "remind", wish: a})
				}
			}
		}
	}
}

package reminder

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kokoron/kokoron/calendar"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/cronspec"
	"github.com/kokoron/kokoron/internal/text"
)

// Wish is what somebody wants to be reminded of, and when.
type Wish struct {
	Text string
	When string // how the time was named
	Schedule
	First   time.Time // the first due time
	Assumed bool      // the words name no time of day: UsualHour, or an hour of the part of the day
}

// UsualHour is when something is due whose words name days alone.
const UsualHour = 9

// hours are those at which something is due in a part of a day: the first one
// that the part has.
var hours = [...]int{8, 12, 15, 18, 21, 23}

// Why says why words make no reminder.
type Why string

// The reasons. None of them is a guess: who asked is asked back.
const (
	NoText     Why = "no_text"
	LongText   Why = "long_text"
	NoTime     Why = "no_time"
	Ambiguous  Why = "ambiguous"  // Times are the readings, where they are known
	Several    Why = "several"    // Times are named, one after another
	Past       Why = "past"       // Times has it
	Impossible Why = "impossible" // Part is no date or time of day
	TooOften   Why = "too_often"
	NoRepeat   Why = "no_repeat" // Part is a repetition that reminders do not have
	BadCron    Why = "bad_cron"  // Err says what is wrong with the line
)

// Unclear is the error of words that make no reminder.
type Unclear struct {
	Why   Why
	Part  string
	Times []time.Time
	Err   error
}

func (u *Unclear) Error() string { return "unclear reminder: " + string(u.Why) }

// Read makes out what is wished. when names the time; where it is empty, what
// names the time and the thing, also with the request around them ("remind me
// tomorrow at 8 to call Mum"). The error is *Unclear.
func Read(what, when string, now time.Time, zone *time.Location, lang text.Lang) (Wish, error) {
	what, when = strings.TrimSpace(what), strings.TrimSpace(when)
	w := Wish{Text: clean(what), When: strings.Join(strings.Fields(when), " ")}
	if when == "" {
		r, err := read(what, now, zone, lang)
		if err != nil {
			return w, err
		}
		w.Text, w.When = thing(what[:r.Start], what[r.End:], lang), what[r.Start:r.End]
		err = w.plan(r, now, zone)
		return w, cmpErr(w.checkText(), err)
	}
	if err := w.checkText(); err != nil {
		return w, err
	}
	if done, err := w.exact(when, now, zone); done || err != nil {
		return w, err
	}
	r, err := read(when, now, zone, lang)
	if err == nil && calendar.HourLeft(when, r) {
		err = &Unclear{Why: Ambiguous, Part: w.When}
	}
	if err != nil {
		return w, err
	}
	return w, w.plan(r, now, zone)
}

func cmpErr(first, second error) error {
	if first != nil {
		return first
	}
	return second
}

func (w Wish) checkText() error {
	switch n := utf8.RuneCountInString(w.Text); {
	case n == 0:
		return &Unclear{Why: NoText}
	case n > MaxText:
		return &Unclear{Why: LongText}
	}
	return nil
}

// layouts are the forms of a wall time that programs and models write.
var layouts = [...]string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04"}

// exact takes a time that is written for a program: a cron line, an instant or
// a wall time.
func (w *Wish) exact(when string, now time.Time, zone *time.Location) (done bool, err error) {
	w.Zone = zone.String()
	if cronLike(when) {
		line, err := cronspec.Parse(when)
		if err != nil {
			return false, &Unclear{Why: BadCron, Err: err}
		}
		w.Cron, w.Start = line.String(), now
		return true, w.begin(now)
	}
	if at, err := time.Parse(time.RFC3339, when); err == nil {
		w.once(at, zone)
		return true, w.begin(now)
	}
	for _, layout := range layouts {
		if wall, err := time.Parse(layout, when); err == nil {
			w.Wall = wall
			return true, w.begin(now)
		}
	}
	return false, nil
}

// cronLike reports whether words look like a cron line and like nothing else.
func cronLike(s string) bool {
	fields := strings.Fields(s)
	return len(fields) == 5 && !slices.ContainsFunc(fields, func(f string) bool {
		return f != "*" && !strings.ContainsAny(f[:1], "*0123456789") && len(f) != 3 && !strings.Contains(f, "-") ||
			strings.Trim(f, "*/,-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != ""
	}) && strings.ContainsAny(s, "*0123456789")
}

// once is due at an instant: as a wall time, unless clocks show that twice and
// the second one is meant.
func (w *Wish) once(at time.Time, zone *time.Location) {
	if wall := clock.Wall(at.In(zone)); clock.Resolve(wall, zone).Equal(at) {
		w.Wall = wall
	} else {
		w.Start = at
	}
}

// begin finds the first due time.
func (w *Wish) begin(now time.Time) error {
	if w.First = w.NextAfter(now); !w.First.IsZero() {
		return nil
	}
	at := w.NextAfter(time.Time{})
	return &Unclear{Why: Past, Times: []time.Time{at}}
}

// read is the one time that words name.
func read(words string, now time.Time, zone *time.Location, lang text.Lang) (calendar.Reading, error) {
	var none calendar.Reading
	if part, _, bad := calendar.Impossible(words); bad {
		return none, &Unclear{Why: Impossible, Part: part}
	}
	found := calendar.When(words, now, zone, string(lang))
	if u := either(words, found); u != nil {
		return none, u
	}
	timed := slices.DeleteFunc(slices.Clone(found), func(r calendar.Reading) bool { return r.AllDay && r.Repeat == "" })
	if len(timed) > 0 {
		found = timed // "tomorrow at 8, the slides of next week": days are of the thing
	}
	switch {
	case len(found) == 0:
		return none, &Unclear{Why: NoTime}
	case len(found) > 1:
		u := &Unclear{Why: Several}
		for _, r := range found {
			u.Times = append(u.Times, r.From)
		}
		return none, u
	case found[0].Unsure:
		others := slices.DeleteFunc(append([]time.Time{found[0].From}, found[0].Others...), func(t time.Time) bool { return !t.After(now) })
		if len(others) == 0 {
			return none, &Unclear{Why: Past, Times: []time.Time{found[0].From}}
		}
		return none, &Unclear{Why: Ambiguous, Times: others}
	}
	return found[0], nil
}

// orWords are the words between two times of which only one is meant.
var orWords = []string{"か", "または", "もしくは", "or", "or on", "或", "或者", "还是", "還是"}

// either is what to ask where words name two times and leave open which: 明日か
// 明後日の朝9時, "Friday or Saturday at 9 am".
func either(words string, found []calendar.Reading) *Unclear {
	for n := 1; n < len(found); n++ {
		between := strings.ToLower(strings.TrimSpace(words[found[n-1].End:found[n].Start]))
		if slices.Contains(orWords, between) {
			return &Unclear{Why: Several, Times: []time.Time{found[n-1].From, found[n].From}}
		}
	}
	return nil
}

// plan makes the schedule of a reading.
func (w *Wish) plan(r calendar.Reading, now time.Time, zone *time.Location) error {
	w.Zone = zone.String()
	from := r.From.In(zone)
	switch {
	case r.AllDay:
		wall := clock.Wall(from)
		from = clock.Resolve(time.Date(wall.Year(), wall.Month(), wall.Day(), UsualHour, 0, 0, 0, time.UTC), zone)
		w.Assumed = true
	case r.To.Sub(r.From) > time.Hour:
		from, w.Assumed = inPart(r, zone), true
	}
	if r.Repeat == "" {
		w.once(from, zone)
		return w.begin(now)
	}
	if every, ok := everyOf(r.Repeat); ok {
		w.Assumed = false
		w.Every, w.Start = every, r.From
		if !w.Start.After(now) {
			w.Start = now.Add(every)
		}
	} else if strings.Contains(strings.ToUpper(r.Repeat), "FREQ=SECONDLY") {
		return &Unclear{Why: TooOften}
	} else {
		w.Rule, w.Wall = r.Repeat, clock.Wall(from)
		if !w.Assumed { // the time that is meant, also where the first day leaves it out
			w.Wall = r.First
		}
	}
	if w.Check() != nil {
		return &Unclear{Why: NoRepeat, Part: w.When}
	}
	return w.begin(now)
}

// inPart is the hour at which something is due in a part of a day.
func inPart(r calendar.Reading, zone *time.Location) time.Time {
	wall := clock.Wall(r.From.In(zone))
	for _, h := range hours {
		at := clock.Resolve(time.Date(wall.Year(), wall.Month(), wall.Day(), h, 0, 0, 0, time.UTC), zone)
		if !at.Before(r.From) && at.Before(r.To) {
			return at
		}
	}
	return r.From
}

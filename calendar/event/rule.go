package event

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/teambition/rrule-go"

	"github.com/kokoron/kokoron/internal/text"
)

// rule is an RRULE that was read.
type rule struct {
	canonical string
	options   rrule.ROption // without start and end
	until     Wall          // zero: without an end
	untilUTC  bool          // until is a time in UTC
	untilDay  bool          // until is a date
}

// Limits of a rule. perDay bounds also how many times of day a rule may list:
// the library holds those of a whole period at once.
const (
	maxRule     = 1000 // bytes
	perDay      = 24
	maxInterval = 10_000
	maxCount    = 100_000
	mostSteps   = 200_000   // occurrences of one rule that are looked at for one window
	mostWork    = 1_000_000 // of all rules for one window, see walk
)

// parseRule reads an RRULE as in RFC 5545, section 3.3.10. Errors are *Fault.
func parseRule(s string) (r rule, err error) {
	s = strings.ToUpper(strings.TrimSpace(s))
	s = strings.TrimSuffix(strings.TrimPrefix(s, "RRULE:"), ";")
	if len(s) > maxRule {
		return r, &Fault{Field: Repeat, Why: TooLong, Detail: strconv.Itoa(maxRule)}
	}
	seen := map[string]bool{}
	var kept []string
	for _, part := range strings.Split(s, ";") {
		key, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch {
		case seen[key]:
			return r, noRule(key + ", " + key)
		case !slices.Contains(ruleKeys, key):
			return r, noRule(key)
		case key == "UNTIL":
			if err := r.readUntil(value); err != nil {
				return r, err
			}
		case key == "COUNT" || key == "INTERVAL":
			if n, err := strconv.Atoi(value); err != nil || n < 1 || key == "INTERVAL" && n > maxInterval || n > maxCount {
				return r, noRule(key + "=" + value)
			}
		}
		seen[key] = true
		if key != "UNTIL" {
			kept = append(kept, key+"="+value)
		}
	}
	o, err := rrule.StrToROption(strings.Join(kept, ";"))
	if err != nil {
		return r, noRule(text.Excerpt(s, 80))
	}
	for _, list := range []*[]int{&o.Byhour, &o.Byminute, &o.Bysecond} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	slices.SortFunc(o.Byweekday, func(a, b rrule.Weekday) int { return cmp.Or(a.Day()-b.Day(), a.N()-b.N()) })
	o.Byweekday = slices.Compact(o.Byweekday)
	r.options = *o
	slices.SortStableFunc(kept, func(a, b string) int { return freqFirst(a) - freqFirst(b) })
	r.canonical = strings.Join(kept, ";")
	if seen["UNTIL"] {
		r.canonical += ";UNTIL=" + r.untilText()
	}
	r.options.Dtstart = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC) // for the library's own look at the values
	if _, err := rrule.NewRRule(r.options); err != nil {
		return r, noRule(text.Excerpt(s, 80))
	}
	return r, nil
}

func noRule(detail string) error { return &Fault{Field: Repeat, Why: NoRule, Detail: detail} }

func freqFirst(part string) int {
	if strings.HasPrefix(part, "FREQ=") {
		return 0
	}
	return 1
}

var ruleKeys = []string{
	"FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "BYSETPOS", "BYMONTH", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYDAY",
	"BYHOUR", "BYMINUTE", "BYSECOND",
}

func (r *rule) readUntil(value string) error {
	bare, utc := strings.CutSuffix(value, "Z")
	if len(bare) >= 4 && bare[:4] > strconv.Itoa(lastYear) {
		bare = Day(lastYear, time.December, 31).Format("20060102") // 99991231 is how some write "for ever"
	}
	w, day, err := ParseWall(bare)
	if err != nil {
		return noRule("UNTIL=" + value)
	}
	r.until, r.untilUTC, r.untilDay = w, utc && !day, day
	return nil
}

func (r rule) untilText() string {
	switch {
	case r.untilDay:
		return r.until.Format("20060102")
	case r.untilUTC:
		return r.until.Format("20060102T150405Z")
	}
	return r.until.Format("20060102T150405")
}

// last is the last wall time at which a rule may come true; zero: there is no
// such time.
func (r rule) last(allDay bool, zone *time.Location) Wall {
	switch {
	case r.until.IsZero():
		return Wall{}
	case r.untilDay:
		return r.until.Days(1).Add(-time.Second)
	case r.untilUTC && !allDay:
		return WallOf(r.until.floating.In(zone))
	}
	return r.until
}

// dated is the rule for an event of whole days, of which hours and less mean
// nothing.
func (r rule) dated() (rule, error) {
	if r.options.Freq >= rrule.HOURLY {
		return r, noRule(r.options.Freq.String() + " with whole days")
	}
	r.options.Byhour, r.options.Byminute, r.options.Bysecond = nil, nil, nil
	return r, nil
}

// check refuses rules that flood a day, never come true, or would keep the
// library from ending.
func (r rule) check(e Event) error {
	zone, err := time.LoadLocation(e.Zone)
	if err != nil {
		return &Fault{Field: Zone, Why: NoZone, Detail: e.Zone}
	}
	if err := r.sane(e.Start); err != nil {
		return err
	}
	if e.AllDay {
		if r, err = r.dated(); err != nil {
			return err
		}
	}
	last := r.last(e.AllDay, zone)
	if end := Day(lastYear+1, time.January, 1); last.IsZero() || end.Before(last) {
		last = end
	}
	var starts []Wall
	work := mostWork
	r.starts(e.Start, e.Start, last, &work, func(w Wall) bool {
		starts = append(starts, w)
		return len(starts) <= perDay
	})
	switch {
	case len(starts) == 0:
		return &Fault{Field: Repeat, Why: Never}
	case len(starts) > perDay && starts[perDay].Sub(starts[0]) < 24*time.Hour:
		return &Fault{Field: Repeat, Why: TooOften}
	}
	return nil
}

// sane refuses rules that the library would not come to an end with, or only
// after seconds: those by the second it goes through one by one, also for years,
// and those by the hour or the minute if the days in them never come.
func (r rule) sane(start Wall) error {
	o := r.options
	if o.Freq == rrule.SECONDLY {
		return &Fault{Field: Repeat, Why: TooOften}
	}
	if o.Freq >= rrule.HOURLY && len(o.Bymonthday)+len(o.Byyearday)+len(o.Byweekno) > 0 {
		return noRule("days of a month or a year in a rule by " + o.Freq.String())
	}
	return r.ends(start)
}

// ends refuses what the library would go through for ever, or at a cost without
// a bound: times of day that the steps of the rule never meet, and positions in
// sets of hours and less.
func (r rule) ends(start Wall) error {
	o := r.options
	if max(len(o.Byhour), 1)*max(len(o.Byminute), 1)*max(len(o.Bysecond), 1) > perDay {
		return &Fault{Field: Repeat, Why: TooOften}
	}
	if o.Freq < rrule.HOURLY {
		return nil
	}
	if !positioned(o) {
		return &Fault{Field: Repeat, Why: Never}
	}
	step := int(stepOf(o.Freq)/time.Minute) * max(o.Interval, 1)
	const day = 24 * 60
	meets := func(list []int, n int) bool { return len(list) == 0 || slices.Contains(list, n) }
	at := int(start.Sub(start.Midnight()) / time.Minute)
	for n := 0; n < day; n++ {
		hour, minute := at/60, at%60
		if meets(o.Byhour, hour) && (o.Freq < rrule.MINUTELY || meets(o.Byminute, minute)) {
			return nil
		}
		at = (at + step) % day
	}
	return &Fault{Field: Repeat, Why: Never}
}

// positioned reports whether an hour or a minute has one of the positions
// that a rule asks for.
func positioned(o rrule.ROption) bool {
	size := max(len(o.Bysecond), 1)
	if o.Freq == rrule.HOURLY {
		size *= max(len(o.Byminute), 1)
	}
	return len(o.Bysetpos) == 0 || slices.ContainsFunc(o.Bysetpos, func(n int) bool { return n <= size && n >= -size })
}

// stepOf is how long a period of a frequency is; 0 where that differs.
func stepOf(f rrule.Frequency) time.Duration {
	switch f {
	case rrule.WEEKLY:
		return 7 * 24 * time.Hour
	case rrule.DAILY:
		return 24 * time.Hour
	case rrule.HOURLY:
		return time.Hour
	case rrule.MINUTELY:
		return time.Minute
	}
	return 0
}

// The Gregorian calendar begins anew every 400 years, weekdays included. The
// library looks for the next occurrence up to the year 9999: rules are expanded
// in one of the last such stretches, so that it gives up on one that never comes
// true after four to eight hundred years and not after eight thousand.
const (
	eon      = 400
	eonsFrom = 9200
)

// walk is what it costs to go through the periods of a rule from from to lo, in
// occurrences: measured, so that a unit of work is a microsecond or two of any
// rule, however seldom it comes true.
func (r rule) walk(from, lo Wall) int {
	days := int(max(0, lo.Sub(from)) / (24 * time.Hour))
	switch {
	case r.options.Freq >= rrule.MINUTELY:
		return days * 8
	case r.options.Freq >= rrule.HOURLY:
		return days
	case r.options.Freq >= rrule.WEEKLY:
		return days / 8
	}
	return days / 64
}

// starts gives, in order, the wall times of a rule that begins with first: those
// not before lo, until one is after last (zero: no end), give returns false, or
// no work is left. It takes from work what it has cost.
func (r rule) starts(first, lo, last Wall, work *int, give func(Wall) bool) {
	o, left := r.options, r.options.Count
	o.Count = 0 // the library counts what lies before first
	o = implied(o, first)
	from := first
	switch step := stepOf(o.Freq) * time.Duration(max(o.Interval, 1)); {
	case len(o.Bysetpos) > 0 && o.Freq == rrule.WEEKLY:
		from = first.Days(-(int(first.Weekday()) + 6 - o.Wkst.Day()) % 7) // positions are those in the whole week
	case len(o.Bysetpos) > 0 || left > 0 || step == 0:
	case lo.Sub(first)/step > 1:
		from = first.Add((lo.Sub(first)/step - 1) * step) // nothing before it is asked for
	}
	*work -= r.walk(from, lo)
	eons := (eonsFrom - from.floating.Year()) / eon * eon
	o.Dtstart = from.floating.AddDate(eons, 0, 0)
	if !last.IsZero() {
		o.Until = last.floating.AddDate(eons, 0, 0)
	}
	lib, err := rrule.NewRRule(o)
	if err != nil {
		return // parseRule has looked at all values
	}
	next := lib.Iterator()
	for range mostSteps {
		if *work--; *work < 0 {
			return
		}
		t, ok := next()
		if !ok {
			return
		}
		w := Wall{t.AddDate(-eons, 0, 0)}
		if w.Before(first) {
			continue
		}
		if !w.Before(lo) && !give(w) {
			return
		}
		if left--; left == 0 {
			return
		}
	}
}

// implied are the parts of a rule that follow from where it begins and that the
// library takes otherwise (RFC 5545, section 3.3.10: what a rule does not say
// comes from DTSTART).
func implied(o rrule.ROption, first Wall) rrule.ROption {
	if o.Freq != rrule.YEARLY || len(o.Byweekday) > 0 || len(o.Byyearday) > 0 {
		return o
	}
	switch {
	case len(o.Byweekno) > 0 && len(o.Bymonthday) == 0:
		days := [...]rrule.Weekday{rrule.SU, rrule.MO, rrule.TU, rrule.WE, rrule.TH, rrule.FR, rrule.SA}
		o.Byweekday = []rrule.Weekday{days[first.Weekday()]}
	case len(o.Bymonthday) > 0 && len(o.Bymonth) == 0 && len(o.Byweekno) == 0:
		o.Bymonth = []int{int(first.floating.Month())}
	}
	return o
}

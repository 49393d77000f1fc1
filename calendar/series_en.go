package calendar

import (
	"slices"
	"strings"
)

// enTable is the table of English. Weekdays, months, units, numbers, dates and
// times of day are read beside it.
func enTable() []token {
	return []token{
		{"every-other", "every_other every_alternate", every(2)},
		{"every-other", "every_second_day each_second_day", often(freqDay, 2)},
		{"every-so-many", "every_half_hour every_half_an_hour every_half-hour", often(freqMinute, 30)},
		{"every-so-many", "every_quarter_of_an_hour every_quarter_hour every_quarter-hour", often(freqMinute, 15)},
		{"every", "every each", every(1)},
		{"daily", "daily everyday every_day each_day every_single_day each_and_every_day once_a_day once_per_day", often(freqDay, 0)},
		{"daily", "nightly", dayIn(night)},
		{"weekly", "weekly once_a_week once_every_week once_per_week", often(freqWeek, 0)},
		{"every-other", "biweekly fortnightly", often(freqWeek, 2)},
		{"monthly", "monthly once_a_month once_per_month", often(freqMonth, 0)},
		{"quarterly", "quarterly", often(freqMonth, 3)},
		{"yearly", "yearly annually annual once_a_year once_per_year", often(freqYear, 0)},
		{"hourly", "hourly once_an_hour", often(freqHour, 0)},
		{"workdays", "weekdays workdays", onDays(workdays)},
		{"weekends", "weekends", onDays(daysOff)},
		{"", "weekday workday", onDays(workdays)},
		{"", "weekend", onDays(daysOff)},
		{"daily", "mornings", dayIn(morning)},
		{"daily", "afternoons", dayIn(afternoon)},
		{"daily", "evenings", dayIn(evening)},
		{"", "last final", ordinal(-1)},
		{"", "second_to_last 2nd_to_last second_to_the_last 2nd_to_the_last second_last", ordinal(-2)},
	}
}

// enFreqs are the units that "every" counts.
var enFreqs = map[string]freq{
	"minute": freqMinute, "minutes": freqMinute, "min": freqMinute, "mins": freqMinute, "hour": freqHour, "hours": freqHour, "hr": freqHour, "hrs": freqHour,
	"day": freqDay, "days": freqDay, "week": freqWeek, "weeks": freqWeek, "month": freqMonth, "months": freqMonth, "year": freqYear, "years": freqYear,
}

// enToken reads a part of a repetition that begins with a letter.
func (p planner) enToken(i int, s *series) (int, bool) {
	if end, ok := p.enCount(i, s); ok {
		return end, true
	}
	if end, ok := p.listedToken("en", i, s); ok {
		s.doubt = s.doubt || p.describes(i, end)
		return p.enEvery(end, s), true
	}
	if end, ok := p.weekdayToken(i, s, p.enWeekday); ok {
		return end, true
	}
	w, end := p.word(i)
	if f, ok := enFreqs[w]; ok {
		return end, p.enUnit(w, f, s)
	}
	if n, ok := enMonths[w]; ok && (s.rule != "" || len(s.dates)+len(s.ords)+len(s.nths) > 0) {
		s.months, s.waiting = append(s.months, n), false
		if day, stop, ok := p.enDay(p.blank(end)); ok {
			s.dates = append(s.dates, day)
			return stop, true
		}
		return p.dot(end, len(w) < 5), true
	}
	if part, ok := enParts[w]; ok && s.waiting { // every morning
		s.often(freqDay, 0)
		s.part = part
		return end, true
	}
	if w == "beginning" || w == "start" || w == "end" {
		return end, p.enEdge(w, end, s)
	}
	if n, stop, ok := p.enOrdinal(i); ok {
		return p.enOrdinals(n, stop, s), true
	}
	return i, false
}

// describes reports whether a word like "weekly" stands before what it is said
// of, so that it may be the name of a thing: the weekly report.
func (p planner) describes(i, end int) bool {
	w, _ := p.word(i)
	next, _ := p.word(p.blank(end))
	_, weekday := enWeekdays[strings.TrimSuffix(next, "s")]
	follows := append([]string{"", "from", "starting", "beginning", "until", "till", "through", "except", "but", "for", "noon", "midnight", "to"}, joining...)
	return slices.Contains([]string{"daily", "nightly", "weekly", "biweekly", "fortnightly", "monthly", "quarterly", "yearly", "annual", "hourly"}, w) &&
		!weekday && !slices.Contains(follows, next)
}

// enEvery takes the number behind "every".
func (p planner) enEvery(i int, s *series) int {
	if !s.waiting {
		return i
	}
	j := p.blank(i)
	n, end, ok := p.enAmount(j)
	if !ok || n < 1 || n > 999 || p.has(end, "st", "nd", "rd", "th", ":") {
		return i
	}
	next, _ := p.word(p.blank(end))
	if _, unit := enFreqs[next]; unit || strings.HasPrefix(next, "week") {
		s.step = max(n, s.step)
		return end
	}
	return i
}

// enUnit takes a unit: of "every three weeks", "the 4th of every month", "the
// last day of the month", "once a week".
func (p planner) enUnit(w string, f freq, s *series) bool {
	switch {
	case s.waiting:
		step := s.step
		if len(s.ords) > 0 && len(s.dates)+len(s.nths) == 0 && s.ords[len(s.ords)-1] > 1 && s.everyOrd {
			step, s.ords = s.ords[len(s.ords)-1], s.ords[:len(s.ords)-1] // every third month
		}
		if len(s.times) > 0 && f <= freqHour {
			return false // "at 3pm every hour"
		}
		s.often(f, step)
		return true
	case w == "day" && len(s.ords) > 0: // the last day of each month
		s.dates, s.ords = append(s.dates, s.ords...), nil
		return true
	case w == "month" && s.rule != "" && len(s.ords)+len(s.dates)+len(s.nths) > 0:
		if s.freq == freqNone || s.freq == freqDay {
			s.freq = freqMonth
		}
		return true
	}
	return false
}

// enOrdinals takes an ordinal: it waits for what it counts.
func (p planner) enOrdinals(n, end int, s *series) int {
	s.everyOrd = s.waiting
	s.ords = append(s.ords, n)
	if s.waiting {
		next, stop := p.word(p.blank(end))
		_, unit := enFreqs[next]
		s.waiting = unit
		s.doubt = s.doubt || n == 2 && !unit && !p.ofMonth(stop) && !p.has(p.blank(stop), "of each", "of every", "each month", "every month") // every second Tuesday: every other one, or that of the month
	}
	return end
}

// enEdge takes the beginning and the end of each month.
func (p planner) enEdge(w string, end int, s *series) bool {
	next, stop := p.word(p.blank(end))
	if next == "of" {
		next, _ = p.word(p.article(p.blank(stop)))
	}
	if !(next == "each" || next == "every" || next == "month" && s.rule != "" || s.freq == freqMonth) {
		return false
	}
	date := 1
	if w == "end" {
		date = -1
	}
	s.dates = append(s.dates, date)
	return true
}

// enWeekday reads a weekday, in the plural too.
func (p planner) enWeekday(i int) (n, end int, plural, ok bool) {
	w, end := p.word(i)
	if n, ok = enWeekdays[w]; ok {
		return n, p.dot(end, len(w) < 6), false, true
	}
	one, plural := strings.CutSuffix(w, "s")
	n, ok = enWeekdays[one]
	return n, end, plural, ok && len(one) > 2 && (len(one) > 3 || !slices.Contains(enRisky, one))
}

// enCount takes how many times, or for how long: for 5 times, twice, for the
// next three weeks.
func (p planner) enCount(i int, s *series) (int, bool) {
	if s.rule == "" {
		return i, false
	}
	w, end := p.word(i)
	if w == "twice" || w == "thrice" {
		next, _ := p.word(p.blank(end))
		s.count = map[string]int{"twice": 2, "thrice": 3}[w]
		return end, next != "a" && next != "per"
	}
	if w == "for" || w == "up" || w == "to" || w == "next" {
		j := p.blank(end)
		for _, skip := range []string{"up", "to", "the", "next", "following"} {
			if w, stop := p.word(j); w == skip {
				j = p.blank(stop)
			}
		}
		return p.enFor(i, j, s)
	}
	return i, false
}

// enFor reads the number behind "for".
func (p planner) enFor(i, j int, s *series) (int, bool) {
	n, end, ok := p.enAmount(j)
	if !ok || n < 1 || n > 999 {
		return i, false
	}
	stop := p.blank(end)
	if p.has(end, "x") && p.wordEnd(end) == end+1 {
		s.count = n
		return end + 1, true
	}
	if w, after := p.word(stop); slices.Contains([]string{"times", "time", "occurrences", "occasions"}, w) {
		s.count = n
		return after, true
	}
	a, after, ok := p.lengthOf(end, false)
	if !ok || a.timed {
		return i, false
	}
	a = a.times(n, false)
	s.until = p.dayAfter(a)
	return after, true
}

// numberToken takes what begins with digits: 3 weeks, 4th, 15日.
func (p planner) numberToken(i int, s *series) (int, bool) {
	n, end, digits, ok := p.number(i)
	if !ok {
		return i, false
	}
	if stop, is := p.any(end, "st", "nd", "rd", "th"); is && digits > 0 && digits < 3 && p.wordEnd(stop) == stop {
		return p.enOrdinals(n, stop, s), true
	}
	if !p.cjk && len(s.months) > 0 && len(s.dates) > 0 && digits > 0 && digits < 3 && n > 0 && p.ends(end) {
		s.dates = append(s.dates, n)
		return end, true
	}
	return i, false
}

package calendar

import (
	"slices"
	"time"
)

// freq is how often something repeats, from often to seldom.
type freq int8

const (
	freqNone freq = iota
	freqMinute
	freqHour
	freqDay
	freqWeek
	freqMonth
	freqYear
)

// weekdays is a set of days of the week, Monday the lowest bit.
type weekdays uint8

const workdays, daysOff weekdays = 0b0011111, 0b1100000

func dayBit(n int) weekdays            { return 1 << n }
func (w weekdays) has(n int) bool      { return w&dayBit(n) != 0 }
func (w weekdays) with(n int) weekdays { return w | dayBit(n) }

// through are the days from one to another, over the end of the week too.
func through(from, to int) weekdays {
	w := dayBit(from)
	for n := from; n != to; n = (n + 1) % 7 {
		w = w.with((n + 1) % 7)
	}
	return w
}

// nthDay is a weekday of a month, counted from its end where n is negative.
type nthDay struct{ n, weekday int }

// series is what words say of something that repeats, as far as they are read.
type series struct {
	rule     string // the first that showed that it repeats; "" before that
	freq     freq
	step     int  // every so many; 0 for every one
	waiting  bool // "every" waits for what it counts
	days     weekdays
	everyOrd bool  // the first ordinal stands behind "every"
	ords     []int // ordinals that wait for what they count
	nths     []nthDay
	dates    []int // of the month, counted from its end where negative
	months   []int
	end      reading   // of the time of day, where it goes on to another one
	times    []reading // of the day
	part     part
	count    int
	from     time.Time // a civil day; zero: today
	until    time.Time // the last civil day; zero: for ever
	doubt    bool      // it can be read otherwise
}

// marks notes that a rule shows a repetition.
func (s *series) marks(rule string) {
	if s.rule == "" {
		s.rule = rule
	}
}

// often notes how often it repeats.
func (s *series) often(f freq, step int) {
	s.waiting = false
	if s.freq == freqNone || f < s.freq && s.step == 0 && f != freqDay {
		s.freq = f
	}
	if step > 1 {
		s.step = step
	}
}

// on adds weekdays, those that the ordinals before count.
func (s *series) on(days weekdays) {
	s.waiting = false
	if len(s.ords) == 0 {
		s.days |= days
		return
	}
	for _, n := range s.ords {
		for d := range 7 {
			if days.has(d) {
				s.nths = append(s.nths, nthDay{n, d})
			}
		}
	}
	s.ords = nil
}

// complete is the series with what its words imply; ok is false where they say
// nothing that repeats, or not yet.
func (s series) complete() (series, bool) {
	if s.rule == "" || s.waiting {
		return s, false
	}
	if len(s.ords) > 0 {
		s.dates = append(s.dates[:len(s.dates):len(s.dates)], s.ords...)
		s.ords = nil
	}
	dated := len(s.dates)+len(s.nths) > 0
	if s.freq == freqNone || s.freq == freqDay && (dated || s.days != 0) && s.step == 0 {
		switch {
		case dated && len(s.months) > 0:
			s.freq = freqYear
		case dated:
			s.freq = freqMonth
		case s.days != 0:
			s.freq = freqWeek
		case len(s.times) > 0 || s.part != noPart:
			s.freq = freqDay
		default:
			return s, false
		}
	}
	switch {
	case s.freq == freqYear && dated && len(s.months) == 0, s.freq <= freqWeek && dated, s.freq <= freqHour && s.days != 0:
		return s, false
	case s.freq == freqMonth && len(s.months) > 0 && s.step == 0:
		s.freq = freqYear
	case s.freq < freqMonth && len(s.months) > 0:
		return s, false
	}
	for _, d := range s.dates {
		if d > 31 || d < -31 || d == 0 {
			return s, false
		}
		s.doubt = s.doubt || d > 28 && s.freq == freqMonth // months that have no such day are left out
	}
	for _, n := range s.nths {
		if n.n > 5 || n.n < -5 {
			return s, false
		}
	}
	return s, true
}

// falls reports whether it can be on a civil day, the step aside.
func (s series) falls(day time.Time) bool {
	_, month, date := day.Date()
	last := civil(day.Year(), month+1, 0).Day()
	weekday := int(day.Weekday()+6) % 7
	if s.days != 0 && !s.days.has(weekday) || len(s.months) > 0 && !slices.Contains(s.months, int(month)) {
		return false
	}
	if len(s.dates)+len(s.nths) == 0 {
		return true
	}
	for _, d := range s.dates {
		if d == date || d < 0 && last+1+d == date {
			return true
		}
	}
	for _, n := range s.nths {
		if n.weekday == weekday && (n.n == (date-1)/7+1 || n.n == -((last-date)/7+1)) {
			return true
		}
	}
	return false
}

// maxTokens bounds the parts of one repetition, so that the work stays linear.
const maxTokens = 32

// series reads a repetition that begins at i: the parts that the table of the
// language knows, in any order, as far as they make sense together.
func (p planner) series(i int) (Reading, int, bool) {
	if before := p.before(i); before < 0x80 && (letter(byte(before)) || before == '\'' || letter(p.s[i]) && before == '-') {
		return Reading{}, i, false
	}
	var s, best series
	at, end, found := i, i, false
	for range maxTokens {
		next, ok := p.token(at, &s)
		if !ok {
			break
		}
		if whole, ok := s.complete(); ok {
			best, end, found = whole, next, true
		}
		at = p.between(next)
	}
	if !found {
		return Reading{}, i, false
	}
	out, ok := p.recurring(best)
	if stop, is := p.exception(end); is {
		out.Unsure, end = true, stop
	}
	return out, end, ok
}

// exception reads what a repetition leaves out, which no reading can say: its
// words are passed over, so that they are not taken for a date.
func (p planner) exception(i int) (end int, ok bool) {
	if end, ok := p.any(i, "以外", "を除", "除了", "除", "(除"); ok {
		return end, true
	}
	j := p.blank(p.optional(p.blank(i), ","))
	w, j := p.word(j)
	if w != "except" && w != "but" && w != "excluding" {
		return i, false
	}
	end = j
	for range 3 {
		for w, next := p.word(p.blank(j)); w == "for" || w == "on" || w == "in" || w == "and"; w, next = p.word(p.blank(j)) {
			j = next
		}
		j = p.article(p.blank(j))
		if _, stop, ok := p.phrase(j); ok {
			j, end = stop, stop
		} else if _, stop, _, ok := p.enWeekday(j); ok {
			j, end = stop, stop
		}
	}
	return end, true
}

// token reads one part of a repetition at i into s.
func (p planner) token(i int, s *series) (int, bool) {
	if i >= len(p.s) {
		return i, false
	}
	if letter(p.s[i]) {
		if end, ok := p.enToken(i, s); ok {
			return end, true
		}
	} else if end, ok := p.hanToken(i, s); ok {
		return end, true
	}
	if end, ok := p.numberToken(i, s); ok {
		return end, true
	}
	if end, ok := p.limit(i, s); ok {
		return end, true
	}
	return p.timeToken(i, s)
}

// limit reads from when on, until when or how many times it repeats.
func (p planner) limit(i int, s *series) (int, bool) {
	j, until, from := i, false, false
	switch w, end := p.word(i); w {
	case "until", "till", "til", "through", "to":
		until, j = s.rule != "", p.blank(end)
	case "starting", "beginning", "from", "since":
		from, j = w != "since", p.blank(end)
	case "":
		if n, end, _, ok := p.number(i); ok && n > 0 && n < 1000 && s.rule != "" {
			if stop, ok := p.any(end, "回", "次"); ok {
				s.count = n
				return p.optional(stop, "だけ"), true
			}
		}
	default:
		return i, false
	}
	if letter(p.s[i]) && !until && !from {
		return i, false
	}
	for w, end := p.word(j); w == "on" || w == "in" || w == "the"; w, end = p.word(j) {
		j = p.blank(end)
	}
	r, end, ok := p.phrase(j)
	if !ok {
		return i, false
	}
	if !letter(p.s[i]) {
		if stop, is := p.any(end, "まで", "为止", "為止"); is {
			until, end = true, stop
		} else if stop, is := p.any(end, "から", "开始", "起"); is && !p.kanaWeekday(stop) {
			from, end = true, stop
		} else {
			return i, false
		}
	}
	if until && s.from.After(p.today) {
		p.today, p.now = s.from, wall(s.from, 0, p.zone)
	}
	out, ok := p.once(r)
	if !ok || r.has&sClock != 0 && !until || !(until || from) {
		return i, false
	}
	if r.has&sClock != 0 { // until Friday at 6pm
		if len(s.times) > 0 || r.has&timeless == 0 {
			return i, false
		}
		r.has &^= timeless
		s.times, s.doubt = append(s.times, r), true
	}
	if from {
		s.from = civil(out.From.Date())
		return end, true
	}
	s.until = civil(out.To.Add(-1).Date())
	if prev := p.s[i:j]; r.has&timeless == sMonth && letter(p.s[i]) && prev != "" && prev[0] == 'u' {
		s.until = civil(out.From.Date()).AddDate(0, 0, -1) // until March: not in it
	}
	return end, true
}

// kanaWeekday reports whether a weekday stands at i.
func (f folded) kanaWeekday(i int) bool {
	r, _, ok := f.listed(i, reading{has: sRelDay})
	return ok && r.has == sWeekday
}

package calendar

import (
	"slices"
	"strings"
)

// numeric reads a part of a date that begins with a number.
func (f folded) numeric(i int, so reading) (reading, int, bool) {
	if i >= len(f.s) {
		return reading{}, i, false
	}
	if so.has == 0 && strings.ContainsRune("第$¥€£#@_-/.:+", f.before(i)) && f.before(i) != 0 {
		return reading{}, i, false
	}
	if i > 0 && letter(f.s[i-1]) || strings.HasSuffix(f.s[:i], "紀元前") || strings.HasSuffix(f.s[:i], "公元前") {
		return reading{}, i, false
	}
	switch {
	case letter(f.s[i]):
		return f.enCounted(i, so)
	case !digit(f.s[i]):
		return f.counted(i, so)
	}
	if r, end, ok := f.marked(i, so); ok {
		return r, end, true
	}
	if r, end, ok := f.counted(i, so); ok {
		return r, end, true
	}
	return f.enCounted(i, so)
}

// marked reads dates and times of digits with marks between them.
func (f folded) marked(i int, so reading) (reading, int, bool) {
	if r, end, ok := f.isoDate(i, so); ok {
		return r, end, true
	}
	if r, end, ok := f.longDate(i, so); ok {
		return r, end, true
	}
	if r, end, ok := f.slashDate(i, so); ok {
		return r, end, true
	}
	return f.colonTime(i, so)
}

// ends reports whether a date in digits ends at i: no digit, letter or further
// part follows.
func (f folded) ends(i int) bool {
	if i >= len(f.s) {
		return true
	}
	c := f.s[i]
	if strings.IndexByte("-/.:", c) >= 0 {
		return i+1 >= len(f.s) || !digit(f.s[i+1]) && !letter(f.s[i+1])
	}
	return !digit(c) && !letter(c) && c != '%'
}

// small is a number of one or two digits.
func (f folded) small(i int) (n, end int, ok bool) {
	for end = i; end < len(f.s) && digit(f.s[end]) && end < i+3; end++ {
		n = n*10 + int(f.s[end]-'0')
	}
	return n, end, end > i && end <= i+2
}

// isoDate reads 2026-06-03, 2026/6/3, 2026.6.3 and 2026/6, and T before an hour.
func (f folded) isoDate(i int, so reading) (reading, int, bool) {
	year := 0
	for k := range 4 {
		if i+k >= len(f.s) || !digit(f.s[i+k]) {
			return reading{}, i, false
		}
		year = year*10 + int(f.s[i+k]-'0')
	}
	j := i + 4
	if so.has != 0 || j >= len(f.s) || strings.IndexByte("-/.", f.s[j]) < 0 || year < 1000 {
		return reading{}, i, false
	}
	month, end, ok := f.small(j + 1)
	if !ok || month < 1 || month > 12 {
		return reading{}, i, false
	}
	r := reading{has: sYear | sMonth, year: year, month: month}
	if end < len(f.s) && f.s[end] == f.s[j] {
		if day, stop, ok := f.small(end + 1); ok {
			r.has, r.day, end = r.has|sDay, day, stop
			if f.has(end, "t") && end+1 < len(f.s) && digit(f.s[end+1]) {
				t, stop, ok := f.colonTime(end+1, r)
				if ok {
					r, _ = r.join(t)
					end = stop
				}
				return r, end, true
			}
			return r, end, f.ends(end)
		}
	}
	return r, end, f.ends(end) && f.s[j] != '.'
}

// longDate reads 6/3/2026, 21-04-2016, 21.4.2016 and 6/3/26. The day comes
// first behind full stops, and where the first number cannot be a month.
func (f folded) longDate(i int, so reading) (reading, int, bool) {
	month, end, ok := f.small(i)
	if !ok || so.has&timeless&^sWeekday != 0 || end >= len(f.s) || strings.IndexByte("/-.", f.s[end]) < 0 {
		return reading{}, i, false
	}
	by := f.s[end]
	day, end, ok := f.small(end + 1)
	if !ok || end >= len(f.s) || f.s[end] != by {
		return reading{}, i, false
	}
	start := end + 1
	year := 0
	for end = start; end < len(f.s) && digit(f.s[end]) && end < start+5; end++ {
		year = year*10 + int(f.s[end]-'0')
	}
	switch {
	case end == start+4:
	case end == start+2 && by == '/':
		if year += 2000; year > 2050 {
			year -= 100
		}
	default:
		return reading{}, i, false
	}
	r := reading{has: sYear | sMonth | sDay, year: year, month: month, day: day, either: month <= 12 && day <= 12 && month != day && by != '.'}
	if month > 12 || by == '.' {
		r.month, r.day = day, month
	}
	return r, end, f.ends(end) && r.month >= 1 && r.month <= 12 && r.day >= 1 && r.day <= 31
}

// slashDate reads 6/3. Where the first number cannot be a month it
// is the day.
func (f folded) slashDate(i int, so reading) (reading, int, bool) {
	month, end, ok := f.small(i)
	if !ok || so.has&timeless&^(sWeekday|sYear|sRelYear) != 0 || end >= len(f.s) || f.s[end] != '/' {
		return reading{}, i, false
	}
	day, end, ok := f.small(end + 1)
	if !ok {
		return reading{}, i, false
	}
	r := reading{has: sMonth | sDay, month: month, day: day, either: !f.cjk && day <= 12 && day != month}
	if month > 12 {
		r.month, r.day = day, month
	}
	if end < len(f.s) && f.s[end] == '/' {
		return reading{}, i, false
	}
	// A fraction is written like a date.
	if !f.cjk && day <= 4 && month < day && !f.follows(i, enNear) && !(f.plan && f.wholeOrTimed(i, end)) {
		return reading{}, i, false
	}
	return r, end, r.month >= 1 && r.month <= 12 && r.day >= 1 && r.day <= 31 && (f.ends(end) || f.rowOf(i, end, '/')) && !(month == 24 && day == 7)
}

// colonTime reads 15:00, 3:30 pm.
func (f folded) colonTime(i int, _ reading) (reading, int, bool) {
	hour, end, ok := f.small(i)
	if !ok || end >= len(f.s) || f.s[end] != ':' && f.s[end] != '.' {
		return reading{}, i, false
	}
	dot := f.s[end] == '.'
	written := end - i
	minute, stop, ok := f.small(end + 1)
	if !ok || stop != end+3 || hour > 24 && !(f.plan && f.lang == "ja" && hour <= lastHour) || minute > 59 {
		return reading{}, i, false
	}
	if _, seconds, ok := f.small(stop + 1); ok && f.has(stop, ":") && seconds == stop+3 {
		stop = seconds
	}
	r := reading{has: sClock, hour: hour, minute: minute, fine: true, bare: written == 1}
	if half, end, ok := f.meridiem(stop); ok && hour >= 1 && hour <= 12 {
		r.has, r.part, r.bare = r.has|sPart, half, false
		return r, end, true
	}
	return r, stop, !dot && (f.ends(stop) || f.rowOf(i, stop, ':'))
}

// meridiem reads am and pm.
func (f folded) meridiem(i int) (part, int, bool) {
	i = f.blank(i)
	for _, m := range []struct {
		p     part
		words []string
	}{{forenoon, []string{"a.m.", "a.m", "am"}}, {afternoon, []string{"p.m.", "p.m", "pm"}}} {
		if end, ok := f.any(i, m.words...); ok && (end >= len(f.s) || !letter(f.s[end]) && !digit(f.s[end])) {
			return m.p, end, true
		}
	}
	if f.plan {
		return f.shortMeridiem(i)
	}
	return noPart, i, false
}

// enCounted reads what English says with a number: 3 days ago, 3pm, 3rd of
// June, 3 June, 2026, at 3.
func (f folded) enCounted(i int, so reading) (reading, int, bool) {
	if r, end, ok := f.enAgo(i); ok {
		return r, end, true
	}
	if r, end, ok := f.enPast(i); ok {
		return r, end, true
	}
	n, end, digits, ok := f.number(i)
	if !ok || digits == 0 {
		if r, end, ok := f.enSpoken(i); ok {
			return r, end, true
		}
		return f.enDayFirst(i, so)
	}
	if p, stop, ok := f.meridiem(end); ok && n >= 1 && n <= 12 {
		return reading{has: sClock | sPart, hour: n, part: p}, stop, true
	}
	if digits == 4 {
		next, _ := f.word(f.blank(end))
		year := n >= 1900 && n < 2200 && f.ends(end) && !f.has(end, "'s", "’s") &&
			(enMonths[next] > 0 || so.has&(sMonth|sSeason|sFeast) != 0 || f.follows(i, []string{"in", "since", "until", "during", "by", "year", "of", "early", "late", "mid"}))
		return reading{has: sYear, year: n}, end, year
	}
	if stop, ok := f.oclock(end); ok && n <= 12 {
		return reading{has: sClock, hour: n, bare: true}, stop, true
	}
	if r, stop, ok := f.enDayFirst(i, so); ok {
		return r, stop, true
	}
	prev, _ := f.wordBefore(i)
	next, _ := f.word(f.blank(end))
	if so.has&(sRelDay|sDay|sWeekday) != 0 && (prev == "around" || prev == "about") {
		prev = "at"
	}
	if f.plan && f.ends(end) && f.has(f.blank(end), "in the night", "at the latest", "sharp") || f.plan && f.hourSaid(i, end, prev) {
		return reading{has: sClock, hour: n, bare: n <= 12}, end, n <= 24
	}
	at := n <= 24 && f.ends(end) && (prev == "at" && f.after(f.blank(end)) < 0x80 && (next == "" || slices.Contains(enBehindHour, next)) || f.has(f.blank(end), enPartsBehind...))
	return reading{has: sClock, hour: n, bare: n <= 12}, end, at
}

// enSpoken reads three o'clock.
func (f folded) enSpoken(i int) (reading, int, bool) {
	w, end := f.word(i)
	n := enNumbers[w]
	stop, ok := f.oclock(end)
	if prev, _ := f.wordBefore(i); !ok && prev == "at" {
		next, _ := f.word(f.blank(end))
		stop, ok = end, f.ends(end) && f.after(f.blank(end)) < 0x80 && (next == "" || slices.Contains(enBehindHour, next))
	}
	return reading{has: sClock, hour: n, bare: true}, stop, ok && n >= 1 && n <= 12 && len(w) > 2
}

// enPartsBehind make a number before them an hour.
var enPartsBehind = []string{
	"in the morning", "in the afternoon", "in the evening", "at night", "tonight", "this morning", "this afternoon", "this evening",
	"tomorrow morning", "tomorrow afternoon", "tomorrow evening", "tomorrow night",
}

// enBehindHour are the words that may follow "at 3".
var enBehindHour = []string{"on", "in", "today", "tomorrow", "yesterday", "tonight", "this", "and", "or", "every", "each"}

// enPast reads half past three, a quarter to eight, 20 minutes past 3pm.
func (f folded) enPast(i int) (reading, int, bool) {
	w, end := f.word(i)
	minutes, unit := map[string]int{"half": 30, "quarter": 15}[w], true
	if w == "a" && f.has(end, " quarter") {
		minutes, end = 15, end+len(" quarter")
	}
	if minutes == 0 {
		n, stop, ok := f.enAmount(i)
		name, after := f.word(f.blank(stop))
		u, known := enUnits[name]
		if unit = known && u == Minute; unit {
			stop = after
		}
		if !ok || n > 30 {
			return reading{}, i, false
		}
		minutes, end = n, stop
	}
	w, end = f.word(f.blank(end))
	if w != "past" && (w != "to" || !unit && !f.minutesTo(i, minutes)) {
		return reading{}, i, false
	}
	j := f.blank(end)
	hour, end, ok := f.enAmount(j)
	p := noPart
	if name, stop := f.word(j); name == "noon" {
		hour, end, ok, p = 12, stop, true, midday
	}
	if w == "to" {
		minutes = -minutes
	}
	r := reading{has: sClock, hour: hour, minute: minutes, fine: true, bare: p == noPart}
	if p, stop, half := f.meridiem(end); half {
		r.has, r.part, r.bare, end = r.has|sPart, p, false, stop
	}
	if stop, is := f.oclock(end); is {
		end = stop
	}
	return r, end, ok && hour >= 1 && hour <= 12
}

func (f folded) oclock(i int) (end int, ok bool) {
	return f.any(f.blank(i), "o'clock", "o’clock", "oclock")
}

// enDayFirst reads 3 June, the 3rd of June, Tuesday the 19th, the 24th.
func (f folded) enDayFirst(i int, so reading) (reading, int, bool) {
	n, end, digits, ok := f.number(i)
	stop, ordinal := f.any(end, "st", "nd", "rd", "th")
	if !ok {
		n, stop, ok = f.enOrdinal(i)
		ordinal = ok
	}
	if !ok || digits > 2 || n < 1 || n > 31 || so.has&sDay != 0 {
		return reading{}, i, false
	}
	r := reading{has: sDay, day: n, weak: true}
	r.lastDay, stop = f.enLastDay(stop, n)
	next, after := f.word(f.blank(stop))
	if next == "of" {
		next, _ = f.word(f.article(f.blank(after)))
		return r, stop, enMonths[next] > 0 || ordinal && slices.Contains([]string{"next", "last", "this", "month", "previous", "current"}, next)
	}
	if enMonths[next] > 0 || r.lastDay > 0 && slices.Contains([]string{"next", "last", "this"}, next) {
		return r, stop, true
	}
	if !ordinal {
		return r, i, false
	}
	if n <= 5 {
		if wd, end := f.word(f.blank(stop)); (len(wd) > 5 || f.plan) && enMonths[wd] == 0 {
			if weekday, ok := enWeekdays[wd]; ok {
				return reading{has: sNth | sWeekday, nth: n, weekday: weekday, weak: true}, end, true
			}
		}
	}
	if digits == 0 {
		return r, stop, so.has == sWeekday
	}
	prev, _ := f.wordBefore(i)
	r.weak = prev != "the" || next != "" && !slices.Contains([]string{"at", "from", "until", "and", "or", "i", "we", "you", "did", "is"}, next)
	return r, stop, prev == "the" || so.has == sWeekday
}

// enAgo reads three days ago, two weeks from now, half an hour ago.
func (f folded) enAgo(i int) (reading, int, bool) {
	r := reading{has: sAgo}
	n, end, ok := f.enAmount(i)
	if stop, half := f.any(i, "half an ", "half a "); half {
		n, end, ok, r.half = 0, stop, true, 1
	}
	if stop, half := f.any(end, " and a half"); half && ok {
		end, r.half = stop, 1
	}
	if !ok {
		return r, i, false
	}
	w, end := f.word(f.blank(end))
	if past, _ := f.any(end, " ago"); past > end && (w == "weekends" || w == "weekend") {
		return reading{has: sRelWeek | sWeekend, week: -n, either: true}, past, true
	}
	unit, ok := enUnits[w]
	if !ok {
		return r, i, false
	}
	if stop, half := f.any(end, " and a half"); half {
		end, r.half = stop, 1
	}
	w, end = f.word(f.blank(end))
	r.amount, r.unit = n, unit
	switch {
	case w == "ago":
		r.amount, r.half = -n, -r.half
		return r, end, true
	case w == "from":
		w, end = f.word(f.blank(end))
		return r, end, w == "now" || w == "today"
	}
	return r, i, false
}

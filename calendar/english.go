package calendar

import (
	"slices"
	"strings"
)

var enMonths = map[string]int{
	"january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9,
	"october": 10, "november": 11, "december": 12, "jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8,
	"sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
}

var enWeekdays = map[string]int{
	"monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5, "sunday": 6,
	"mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4, "sat": 5, "sun": 6,
}

var enSeasons = map[string]int{"spring": 0, "summer": 1, "autumn": 2, "fall": 2, "winter": 3}

var enParts = map[string]part{
	"morning": morning, "noon": midday, "afternoon": afternoon, "evening": evening, "night": night,
}

var enPicks = map[string]pick{
	"last": lastOne, "past": lastOne, "previous": lastOne, "next": nextOne, "this": thisOne, "current": thisOne, "coming": comingOne, "upcoming": comingOne,
}

var enThirds = map[string]int{"early": 1, "beginning": 1, "mid": 2, "middle": 2, "late": 3, "end": 3}

var enFixed = map[string]reading{
	"today": relDay(0), "yesterday": relDay(-1), "tomorrow": relDay(1), "tmrw": relDay(1), "tonight": partOf(0, night), "tonite": partOf(0, night),
}

var enFeasts = map[string]reading{
	"christmas eve": feastNamed(12, 24, 12, 24), "christmas day": feastNamed(12, 25, 12, 25), "christmas": feastNamed(12, 25, 12, 25),
	"xmas": feastNamed(12, 25, 12, 25), "halloween": feastNamed(10, 31, 10, 31), "new year's eve": feastNamed(12, 31, 12, 31),
	"new year's day": feastNamed(1, 1, 1, 1), "valentine's day": feastNamed(2, 14, 2, 14),
}

// Words that show, before a month or another word with a second meaning, that
// a time is meant.
var (
	enBefore  = []string{"in", "of", "during", "by", "since", "until", "till", "before", "after", "from", "through", "early", "late", "mid", "for"}
	enNear    = []string{"on", "by", "since", "until", "till", "before", "after", "from", "for"}
	enRepeats = []string{"every", "each", "any", "most", "all", "black", "good", "casual"}
	enModals  = []string{"be", "have", "not", "also", "need", "take", "seem", "want", "get", "i", "you", "we", "he", "she", "they", "it", "well"}
	// A weekday and a month that are other words, or a name, more often.
	enRisky = []string{"sat", "sun", "mon", "wed", "fri", "thu"}
	enNames = []string{"april", "june", "august", "may", "march"}
)

// english reads a part of a date that begins with a word of the alphabet.
func (f folded) english(i int, so reading) (reading, int, bool) {
	if before := f.before(i); before < 0x80 && (letter(byte(before)) || before == '\'' || before == '-' && so.has == 0) {
		return reading{}, i, false
	}
	w, end := f.word(i)
	if r, ok := enFixed[w]; ok {
		return r, end, true
	}
	if prev, _ := f.wordBefore(i); slices.Contains(enRepeats, prev) {
		return reading{}, i, false
	}
	if enPicks[w] != noPick || enThirds[w] > 0 {
		return f.enPick(i, w, end)
	}
	switch w {
	case "month":
		if so.has == sDay {
			return relMonth(0), end, true // the 3rd of the month
		}
		return f.enBesides(i, w, end)
	case "night":
		if r, next, ok := f.enBesides(i, w, end); ok {
			return r, next, true
		}
	case "day", "week", "year":
		return f.enBesides(i, w, end)
	case "in":
		return f.enIn(i, end)
	case "noon", "midday":
		return reading{has: sClock, hour: 12}, end, true
	case "midnight":
		return reading{has: sClock | sPart, part: late, hour: 12}, end, true
	}
	if r, next, ok := f.enNamed(i, so); ok {
		return r, next, true
	}
	return f.numeric(i, so)
}

// enNamed reads a month, a weekday, a season, a feast or a part of the day.
func (f folded) enNamed(i int, so reading) (reading, int, bool) {
	w, end := f.word(i)
	if n, ok := enMonths[w]; ok {
		return f.enMonth(i, n, end, so)
	}
	if n, ok := enWeekdays[w]; ok {
		r := weekdayOf(n)
		r.weak = len(w) < 6 && !(f.follows(i, enNear) && !slices.Contains(enRisky[:2], w))
		return r, f.dot(end, len(w) < 6), true
	}
	if n, ok := enSeasons[w]; ok {
		r := seasonNamed(n)
		r.weak = !f.follows(i, []string{"in", "during", "since", "until"})
		return r, end, true
	}
	if prev, _ := f.wordBefore(i); w == "weekend" && (prev == "the" || prev == "over") {
		return weekend(noPick), end, true
	}
	if p, ok := enParts[w]; ok {
		return partOnly(p), end, true
	}
	for n := 3; n > 0; n-- {
		if next := f.words(i, n); next > i {
			if r, ok := enFeasts[strings.ReplaceAll(f.s[i:next], "’", "'")]; ok {
				return r, next, true
			}
		}
	}
	return reading{}, i, false
}

// words is the end of n words with single blanks between them.
func (f folded) words(i, n int) int {
	for k := range n {
		if k > 0 {
			if i >= len(f.s) || f.s[i] != ' ' {
				return 0
			}
			i++
		}
		start := i
		i = f.wordEnd(i)
		if i == start {
			return 0
		}
		if next, ok := f.any(i, "'s", "’s"); ok {
			i = f.wordEnd(next)
		}
	}
	return i
}

// dot is behind the full stop of an abbreviation that more follows.
func (f folded) dot(i int, short bool) int {
	if j := f.blank(i + 1); short && f.has(i, ".") && j < len(f.s) && digit(f.s[j]) {
		return i + 1
	}
	return i
}

// enMonth reads a month and the day behind it.
func (f folded) enMonth(i, month, end int, so reading) (reading, int, bool) {
	w := f.s[i:end]
	r := reading{has: sMonth, month: month}
	next, _ := f.word(f.blank(end))
	if w == "may" && slices.Contains(enModals, next) {
		return r, i, false
	}
	end = f.dot(end, len(w) < 5)
	j := f.article(f.blank(end))
	if j == end {
		j = f.optional(j, "-", "/")
	}
	if day, stop, ok := f.enDay(j); ok && so.has&sDay == 0 {
		r.has, r.day = sMonth|sDay, day
		r.lastDay, stop = f.enLastDay(stop, day)
		return r, stop, true
	}
	whole := i == 0 && strings.Trim(f.s[end:], " ?!.") == ""
	r.weak = !whole && (len(w) < 4 || slices.Contains(enNames, w)) && !f.follows(i, enBefore)
	return r, end, true
}

// enDay reads a day of the month behind its name: 3, 3rd, third.
func (f folded) enDay(i int) (day, end int, ok bool) {
	if n, end, ok := f.enOrdinal(i); ok {
		return n, end, true
	}
	if n, end, ok := f.enAmount(i); ok && n >= 20 && n <= 31 && letter(f.s[i]) {
		return n, end, true
	}
	n, end, digits, ok := f.number(i)
	if !ok || digits == 0 || digits > 2 || n < 1 || n > 31 {
		return 0, i, false
	}
	end = f.optional(end, "st", "nd", "rd", "th")
	if w, _ := f.word(f.blank(end)); end < len(f.s) && (letter(f.s[end]) || f.s[end] == ':' || f.s[end] == '%') ||
		slices.Contains([]string{"am", "pm", "a", "p", "people", "percent", "times", "days", "weeks", "hours"}, w) {
		return 0, i, false
	}
	return n, end, true
}

// enLastDay reads the end of June 3-5, 4 to 22 January; 0 if there is none.
func (f folded) enLastDay(i, first int) (day, end int) {
	j, ok := f.any(f.blank(i), "-", "–", "—", "~", "to ", "until ", "till ", "through ")
	if !ok {
		return 0, i
	}
	n, end, ok := f.enDay(f.blank(j))
	if !ok || n <= first {
		return 0, i
	}
	return n, end
}

// enOrdinal reads third, twenty-first.
func (f folded) enOrdinal(i int) (n, end int, ok bool) {
	w, end := f.word(i)
	if n, ok := enOrdinals[w]; ok {
		return n, end, true
	}
	if tens := enNumbers[w]; (tens == 20 || tens == 30) && end < len(f.s) && (f.s[end] == '-' || f.s[end] == ' ') {
		w, end = f.word(end + 1)
		n, ok = enOrdinals[w]
		return tens + n, end, ok && n < 10
	}
	return 0, i, false
}

// enPick reads last, next, this … with what it picks.
func (f folded) enPick(i int, w string, end int) (reading, int, bool) {
	p := enPicks[w]
	j := f.blank(end)
	if j < len(f.s) && f.s[j] == '-' {
		j++
	}
	if p == noPick {
		return f.enThird(w, j)
	}
	if second, stop := f.word(j); w == "this" && (second == "past" || second == "coming" || second == "last" || second == "next") {
		p, j = map[string]pick{"past": lastOne, "last": lastOne}[second], f.blank(stop)
		if p == noPick {
			p = comingOne
		}
	}
	if r, stop, ok := f.enRow(w, p, j); ok {
		return r, stop, true
	}
	count := map[pick]int{lastOne: -1, nextOne: 1, comingOne: 1}[p]
	unit, stop := f.word(j)
	if r, ok := map[string]reading{
		"week": relWeek(count), "month": relMonth(count), "year": relYear(count), "yr": relYear(count), "weekend": weekend(p),
		"morning": partOf(count, morning), "afternoon": partOf(count, afternoon), "evening": partOf(count, evening), "night": partOf(count, night),
	}[unit]; ok {
		if next, _ := f.word(f.blank(stop)); next == "of" && (p == lastOne || p == nextOne) {
			return reading{}, i, false // the last week of June, of school
		}
		if w == "past" && r.has&(sRelWeek|sRelMonth|sRelYear) != 0 {
			return reading{has: sPast, amount: -1, unit: enUnits[unit]}, stop, true
		}
		day := r.has == sRelDay|sPart
		return r, stop, !day || p == thisOne || w == "last" && (unit == "night" || unit == "evening")
	}
	r, stop, ok := f.enNamed(j, reading{})
	if !ok || r.has&^(sWeekday|sMonth|sDay|sSeason|sFeast) != 0 || r.has == 0 {
		return reading{}, i, false
	}
	if w == "this" && (unit == "may" || unit == "march" || unit == "sat" || unit == "sun") {
		return reading{}, i, false
	}
	if p == lastOne && r.has == sWeekday && f.ofMonth(stop) {
		return reading{has: sNth | sWeekday, nth: lastNth, weekday: r.weekday, weak: true}, stop, true
	}
	return r.picks(p), stop, true
}

// ofMonth reports whether of June, in the next month or the like stands at i.
func (f folded) ofMonth(i int) bool {
	w, end := f.word(f.blank(i))
	if w != "of" && w != "in" {
		return false
	}
	w, end = f.word(f.article(f.blank(end)))
	if enMonths[w] > 0 || w == "month" {
		return true
	}
	next, _ := f.word(f.blank(end))
	return next == "month" && slices.Contains([]string{"this", "last", "next", "current", "previous"}, w)
}

// enThird reads early June, the end of next month.
func (f folded) enThird(w string, j int) (reading, int, bool) {
	third := enThirds[w]
	if second, stop := f.word(j); second == "of" {
		j = f.article(f.blank(stop))
	} else if w == "end" || w == "beginning" || w == "middle" {
		return reading{}, j, false
	}
	unit, stop := f.word(j)
	r, ok := reading{has: sMonth, month: enMonths[unit]}, enMonths[unit] > 0
	if f.plan && unit == "month" {
		r, ok = relMonth(0), true
	}
	if unit == "next" || unit == "last" || unit == "this" {
		r, stop, ok = f.enPick(j, unit, stop)
	}
	if !ok || third == 0 || r.has != sMonth && r.has != sRelMonth {
		return reading{}, j, false
	}
	r.has, r.third = r.has|sThird, third
	return r, stop, true
}

var enUnits = map[string]Unit{
	"minute": Minute, "minutes": Minute, "min": Minute, "mins": Minute, "hour": Hour, "hours": Hour, "hr": Hour, "hrs": Hour,
	"day": Day, "days": Day, "week": Week, "weeks": Week, "wk": Week, "wks": Week, "month": Month, "months": Month,
	"year": Year, "years": Year, "yr": Year, "yrs": Year,
}

// enRow reads the last three days, the next two weeks, the past hour.
func (f folded) enRow(w string, p pick, j int) (reading, int, bool) {
	n, end, ok := f.enAmount(j)
	if word, _ := f.word(j); word == "hour" && w != "this" {
		n, end, ok = 1, j, true
	}
	if !ok {
		return reading{}, j, false
	}
	name, stop := f.word(f.blank(end))
	unit, ok := enUnits[name]
	switch {
	case !ok || p == thisOne:
		return reading{}, j, false
	case p == lastOne:
		n = -n
	}
	return reading{has: sPast, amount: n, unit: unit}, stop, true
}

// enBesides reads the day before yesterday, the week after next.
func (f folded) enBesides(i int, w string, end int) (reading, int, bool) {
	for phrase, r := range map[string]reading{
		"night before last": partOf(-2, night), "day before yesterday": relDay(-2), "day after tomorrow": relDay(2), "week before last": relWeek(-2), "week after next": relWeek(2),
		"month before last": relMonth(-2), "month after next": relMonth(2), "year before last": relYear(-2), "year after next": relYear(2),
	} {
		if strings.HasPrefix(phrase, w) && f.has(i, phrase) && f.wordEnd(i+len(phrase)) == i+len(phrase) {
			return r, i + len(phrase), true
		}
	}
	return reading{}, end, false
}

// enIn reads in three days, in an hour. "In a minute" and "in a day" are
// said of any short time.
func (f folded) enIn(i, end int) (reading, int, bool) {
	j := f.blank(end)
	n, stop, ok := f.enAmount(j)
	if !ok {
		return reading{}, i, false
	}
	w, _ := f.word(j)
	name, last := f.word(f.blank(stop))
	unit, known := enUnits[name]
	if !known || (unit == Minute || unit == Day) && n == 1 && (w == "a" || w == "one") {
		return reading{}, i, false
	}
	return reading{has: sAgo, amount: n, unit: unit, either: true}, last, true
}

// enAmount reads a count: 3, three, a, twenty-five, a couple of.
func (f folded) enAmount(i int) (n, end int, ok bool) {
	if stop, ok := f.any(i, "a couple of ", "couple of "); ok {
		return 2, stop, true
	}
	if n, end, digits, ok := f.number(i); ok && digits > 0 && digits <= 4 {
		return n, end, true
	}
	w, end := f.word(i)
	n, ok = enNumbers[w]
	if ok && n >= 20 && end < len(f.s) && (f.s[end] == '-' || f.s[end] == ' ') {
		if w, stop := f.word(end + 1); enNumbers[w] > 0 && enNumbers[w] < 10 && w != "a" && w != "an" {
			return n + enNumbers[w], stop, true
		}
	}
	return n, end, ok
}

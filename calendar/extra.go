package calendar

import (
	"slices"
	"strings"
)

// extra reads the parts of dates that only plans are said with, because in a
// text about the past they are something else more often: "on 15", 15h30, "seven
// thirty", 31/Oct/2026, 令和8.8.6.
func (f folded) extra(i int, so reading) (reading, int, bool) {
	if !f.plan || i >= len(f.s) || i > 0 && letter(f.s[i-1]) {
		return reading{}, i, false
	}
	if digit(f.s[i]) {
		if before := f.before(i); before != 0 && strings.ContainsRune("-/.:#$¥", before) || digit(byte(before)) {
			return reading{}, i, false
		}
		for _, read := range []func(int, reading) (reading, int, bool){f.namedMonth, f.hourMark, f.dashDate, f.onNumber} {
			if r, end, ok := read(i, so); ok {
				return r, end, true
			}
		}
		return reading{}, i, false
	}
	if letter(f.s[i]) {
		for _, read := range []func(int, reading) (reading, int, bool){f.spokenClock, f.halfFront, f.midPart, f.shortWeekday, f.eraShort} {
			if r, end, ok := read(i, so); ok {
				return r, end, true
			}
		}
		return reading{}, i, false
	}
	if r, end, ok := f.eraShort(i, so); ok {
		return r, end, true
	}
	if f.has(i, "(") { // (木)
		at := strings.Index("月火水木金土日", string(f.after(i+1)))
		if end := i + 1 + len("月"); at >= 0 && f.has(end, ")") {
			return weekdayOf(at / len("月")), end + 1, so.has == 0
		}
	}
	return reading{}, i, false
}

// namedMonth reads 31/Oct/2026, 2026/oct/31 and 31-oct-2026.
func (f folded) namedMonth(i int, so reading) (reading, int, bool) {
	first, end, digits, ok := f.number(i)
	if !ok || so.has&timeless&^sWeekday != 0 || end >= len(f.s) || f.s[end] != '/' && f.s[end] != '-' {
		return reading{}, i, false
	}
	by := f.s[end]
	w, end := f.word(end + 1)
	month, ok := enMonths[w]
	if !ok || end >= len(f.s) || f.s[end] != by {
		return reading{}, i, false
	}
	last, end, width, ok := f.number(end + 1)
	switch {
	case digits == 4:
		first, last = last, first
	case width != 4:
		return reading{}, i, false
	}
	return reading{has: sYear | sMonth | sDay, year: last, month: month, day: first}, end, ok && first >= 1 && first <= 31
}

// hourMark reads 15h30; 15h only where an hour is said.
func (f folded) hourMark(i int, so reading) (reading, int, bool) {
	hour, end, ok := f.small(i)
	if !ok || hour > 24 || !f.has(end, "h") {
		return reading{}, i, false
	}
	r := reading{has: sClock, hour: hour, fine: true}
	if minute, stop, ok := f.small(end + 1); ok && stop == end+3 && minute < 60 && f.ends(stop) {
		r.minute = minute
		return r, stop, true
	}
	said := so.has&(sDay|sRelDay|sWeekday) != 0 || f.follows(i, []string{"at", "past"})
	return r, end + 1, said && f.ends(end+1)
}

// dashDate reads 4-22 where a date is said.
func (f folded) dashDate(i int, so reading) (reading, int, bool) {
	month, end, ok := f.small(i)
	if !ok || so.has != 0 || !f.has(end, "-") || month < 1 || month > 12 {
		return reading{}, i, false
	}
	day, end, ok := f.small(end + 1)
	whole := f.whole(i, end)
	said := whole || f.follows(i, enNear[:1]) || f.cjk && f.has(end, "に", "の")
	return reading{has: sMonth | sDay, month: month, day: day, either: day <= 12 && day != month && f.lang == "en"}, end, ok && said && day >= 1 && day <= 31 && f.ends(end)
}

// onNumber reads "on 15" and "the 27": a day of the month.
func (f folded) onNumber(i int, so reading) (reading, int, bool) {
	n, end, ok := f.small(i)
	prev, _ := f.wordBefore(i)
	if !ok || f.cjk || so.has&timeless != 0 || n < 1 || n > 31 || prev != "on" && prev != "the" || !f.ends(end) {
		return reading{}, i, false
	}
	next, _ := f.word(f.blank(end))
	rest := f.after(f.blank(end))
	alone := next == "" && !digit(byte(rest)) && rest < 0x80 || slices.Contains([]string{"at", "from", "and", "please", "remind"}, next)
	_, more, timed := f.colonTime(f.blank(f.optional(end, ",")), so)
	return reading{has: sDay, day: n}, end, alone || timed && more > end || f.has(f.blank(f.optional(end, ",")), "1", "2", "3", "4", "5", "6", "7", "8", "9") && f.has(end, ",")
}

// spokenClock reads "seven thirty pm", "ten-thirty", "twelve oh three": where an
// hour is said, or a half of the day behind it.
func (f folded) spokenClock(i int, so reading) (reading, int, bool) {
	w, end := f.word(i)
	hour := enNumbers[w]
	if hour < 1 || hour > 12 || len(w) < 3 || end >= len(f.s) || f.s[end] != ' ' && f.s[end] != '-' {
		return reading{}, i, false
	}
	j := end + 1
	zero := false
	if w, stop := f.word(j); (w == "o" || w == "oh") && stop < len(f.s) {
		zero, j = true, stop+1
	}
	minute, end, ok := f.enAmount(j)
	if !ok || !letter(f.s[j]) || minute > 59 || zero != (minute < 10) && !f.follows(i, []string{"at"}) {
		return reading{}, i, false
	}
	r := reading{has: sClock, hour: hour, minute: minute, fine: true, bare: true}
	if p, stop, ok := f.meridiem(end); ok {
		r.has, r.part = r.has|sPart, p
		return r, stop, true
	}
	next, _ := f.word(f.blank(end))
	_, unit := enUnits[next]
	whole := f.whole(i, end)
	said := whole || f.follows(i, []string{"at", "for"}) || so.has&(sRelDay|sDay|sWeekday) != 0 || f.has(f.blank(end), enPartsBehind...) || f.has(f.blank(end), "in the night")
	return r, end, said && !unit && f.ends(end)
}

// halfFront reads a half of the day before its hour, as in PM3時.
func (f folded) halfFront(i int, _ reading) (reading, int, bool) {
	p := forenoon
	end, ok := f.any(i, "am")
	if !ok {
		p = afternoon
		end, ok = f.any(i, "pm")
	}
	j := f.blank(end)
	if !ok || !f.cjk || j >= len(f.s) || !digit(f.s[j]) {
		return reading{}, i, false
	}
	r, end, ok := f.colonTime(j, reading{})
	if !ok {
		r, end, ok = f.counted(j, reading{has: sPart})
	}
	r.has, r.part = r.has|sPart, p
	return r, end, ok && r.has == sClock|sPart && r.hour <= 12
}

// midPart reads mid-morning, mid afternoon, mid day.
func (f folded) midPart(i int, _ reading) (reading, int, bool) {
	rest, ok := f.any(i, "mid-", "mid ", "mid")
	if !ok {
		return reading{}, i, false
	}
	w, end := f.word(rest)
	r, ok := map[string]reading{
		"morning": {has: sClock, hour: 10}, "afternoon": {has: sClock, hour: 15}, "day": {has: sClock, hour: 12}, "night": {has: sClock | sPart, part: late, hour: 12},
	}[w]
	return r, end, ok
}

// shortWeekday reads Fri, where nothing else is said.
func (f folded) shortWeekday(i int, _ reading) (reading, int, bool) {
	w, end := f.word(i)
	n, ok := enWeekdays[w]
	return weekdayOf(n), end, ok && len(w) < 6 && f.whole(i, end)
}

// eraShort reads 令和8.8.6, 令和8年/8/6 and R8/8/6.
func (f folded) eraShort(i int, so reading) (reading, int, bool) {
	if so.has != 0 {
		return reading{}, i, false
	}
	for n, e := range eras {
		j, ok := f.any(i, e.name)
		if !ok && letter(f.s[i]) {
			j, ok = f.any(i, []string{"r", "h", "s", "t", "m"}[n])
		}
		year, end, good := f.small(j)
		if !ok || !good || year < 1 || year > e.last || end >= len(f.s) || strings.IndexByte("./-", f.s[end]) < 0 {
			continue
		}
		by := f.s[end]
		month, end, good := f.small(end + 1)
		if !good || month < 1 || month > 12 {
			continue
		}
		r := reading{has: sYear | sMonth, year: e.year + year, month: month}
		if end < len(f.s) && f.s[end] == by {
			day, stop, good := f.small(end + 1)
			r.has, r.day = r.has|sDay, day
			return r, stop, good && day >= 1 && day <= 31 && f.ends(stop)
		}
		return r, end, j > i+1 && f.ends(end)
	}
	return reading{}, i, false
}

// counted weekdays: "3 Fridays from now", "two Mondays later", "Friday after
// next".
func (p planner) weekdaysOn(i int) (Reading, int, bool) {
	n, j, ok := p.enAmount(i)
	if !ok {
		n, j = 2, i
	}
	day, end, _, weekday := p.enWeekday(p.blank(j))
	if !weekday || n < 1 || n > 52 {
		return Reading{}, i, false
	}
	stop, tail := p.any(end, fromNow...)
	if !ok {
		stop, tail = p.any(end, " after next")
	}
	if !tail {
		return Reading{}, i, false
	}
	ahead := (day - int(p.today.Weekday()+6)%7 + 7) % 7
	if ahead == 0 {
		ahead = 7
	}
	out, ok := p.once(reading{has: sRelDay, day: ahead + 7*(n-1)})
	out.Rule = "weekdays-on"
	return out, stop, ok
}

// shortMeridiem reads 3p, 12:15a and 3 p m.
func (f folded) shortMeridiem(i int) (part, int, bool) {
	p := forenoon
	end, ok := f.any(i, "a m", "a. m.", "a.", "a")
	if !ok {
		p = afternoon
		end, ok = f.any(i, "p m", "p. m.", "p.", "p")
	}
	short := end == i+1 || f.s[end-1] == '.' && end == i+2
	return p, end, ok && f.wordEnd(end) == end && (end >= len(f.s) || !digit(f.s[end])) && (!short || i > 0 && digit(f.s[i-1]) && p == afternoon)
}

// hourSaid reports whether a number from i to end is an hour because of what
// stands around it: "at 7, please", "from 9 to 5".
func (f folded) hourSaid(i, end int, prev string) bool {
	next, _ := f.word(f.blank(end))
	tail := f.after(f.blank(end))
	if stop, tied := f.any(f.blank(end), "to ", "-", "–", "~"); tied { // 3-4pm
		_, last, ok := f.small(f.blank(stop))
		if _, _, half := f.meridiem(last); ok && half {
			return true
		}
	}
	switch {
	case !f.ends(end) && prev != "from" && prev != "between":
		return false
	case prev == "at":
		_, unit := enUnits[next]
		_, weekday := enWeekdays[next]
		return f.has(end, ",", ".", "!", "?", ";") && !unit || tail == '@' || weekday || slices.Contains(behindHour, next)
	case prev == "from" || prev == "between":
		stop, tied := f.any(f.blank(end), "to ", "and ", "until ", "till ", "-", "–", "~")
		stop = f.blank(stop)
		if !tied || stop >= len(f.s) || !digit(f.s[stop]) {
			return false
		}
		_, last, ok := f.small(stop)
		word, _ := f.word(f.blank(last))
		_, weekday := enWeekdays[word]
		_, _, half := f.meridiem(last)
		return ok && (half || weekday || f.has(last, ":") || slices.Contains([]string{"", "today", "tomorrow", "tonight", "on", "in", "this", "next", "every", "each", "o'clock", "please"}, word))
	}
	return false
}

// minutesTo reports whether the word for a number at i stands before "to" as
// minutes do and not as the first of two hours: "twenty to nine", "at ten to five".
func (f folded) minutesTo(i, minutes int) bool {
	prev, _ := f.wordBefore(i)
	if !f.plan || !letter(f.s[i]) || prev == "from" || prev == "between" {
		return false
	}
	return minutes == 20 || minutes == 25 || (minutes == 5 || minutes == 10) && prev == "at"
}

// whole reports whether what stands from i to end is all that is said.
func (f folded) whole(i, end int) bool {
	return strings.Trim(f.s[:i], " ") == "" && strings.Trim(f.s[end:], " .?!") == ""
}

// wholeOrTimed reports whether 3/4 is all that is said, or a time of day
// follows, so that it is no fraction.
func (f folded) wholeOrTimed(i, end int) bool {
	if f.whole(i, end) {
		return true
	}
	next, _ := f.word(f.blank(end))
	_, _, clock := f.colonTime(f.blank(end), reading{})
	return clock || next == "at"
}

// pointHour reports whether 三点 is an hour and not three points, by what stands
// around it.
func (f folded) pointHour(i, end int) bool {
	before := f.before(i)
	open := i == 0 || before != 0 && strings.ContainsRune(" ,、。;!?在到至于就从等我你请叫过", before)
	return open && !f.has(end, "建", "意", "原", "理", "要求", "内容", "说明", "問", "问题", "好处", "不", "儿", "心", "是", "很", "的", "了", "也", "都", "点")
}

// behindHour are the words that may follow "at 7" in a plan.
var behindHour = []string{"for", "to", "with", "please", "remind", "call", "i", "we", "my", "if", "so", "but", "because", "when", "next", "sharp", "that"}

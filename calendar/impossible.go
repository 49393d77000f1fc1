package calendar

import (
	"strings"
	"time"
)

// Reason is why something that has the form of a date or a time is none.
type Reason string

// The reasons.
const (
	NoSuchDay    Reason = "day"    // the month has no such day
	NoSuchMonth  Reason = "month"  // a year has twelve months
	NoSuchHour   Reason = "hour"   // a day has 24 hours; in Japanese they may be counted on to 29
	NoSuchMinute Reason = "minute" // an hour has sixty
	NoSuchYear   Reason = "year"   // the reign had no such year
)

// Impossible gives the first part of words that has the form of a date or a
// time of day and is none, such as 2月30日 or 13:99, and why. When reads no such
// part. It asks for no moment, so it says nothing of what is impossible in one
// month only (the 31st of this month).
func Impossible(words string) (part string, why Reason, ok bool) {
	p := planner{fold(words).planned(""), frameOf(time.Unix(0, 0), time.UTC, Ahead)}
	f := p.folded
	for i := 0; i < len(f.s); {
		if !f.mayBegin(i) {
			i = f.skip(i)
			continue
		}
		if end, why, bad := p.missing(i); bad && why != thisMonth {
			start, stop := f.original(i, end)
			return words[start:stop], why, true
		}
		if _, end, ok := p.at(i); ok {
			i = end
		} else {
			i = f.skip(i)
		}
	}
	return "", "", false
}

// missing reads at i what the calendar or the clock does not have.
func (p planner) missing(i int) (end int, why Reason, ok bool) {
	if before := p.before(i); before != 0 && (before < 0x80 && (letter(byte(before)) || digit(byte(before))) || strings.ContainsRune("-/.:#$¥", before)) {
		return i, "", false
	}
	if end, why, ok := p.wrongForm(i); ok {
		return end, why, true
	}
	r, end, ok := p.phrase(i)
	if !ok || r.has&(sDay|sNth) == 0 || r.has&(sMonth|sRelMonth) == 0 {
		return i, "", false
	}
	why = NoSuchDay
	if r.has&(sRelMonth|sNth|sRelYear) != 0 {
		why = thisMonth
	}
	r.has &= timeless
	_, real := p.days(r)
	return end, why, !real
}

// thisMonth is that only the month that is meant now has no such day.
const thisMonth Reason = "this month"

// wrongForm reads what no date or time can be in any month.
func (p planner) wrongForm(i int) (end int, why Reason, ok bool) {
	for _, e := range eras {
		if j, is := p.any(i, e.name); is {
			n, stop, _, number := p.number(j)
			stop, year := p.any(stop, "年")
			return stop, NoSuchYear, number && year && (n < 1 || n > e.last)
		}
	}
	if i < len(p.s) && letter(p.s[i]) {
		return p.wrongNamed(i)
	}
	n, j, digits, number := p.number(i)
	if !number {
		return i, "", false
	}
	hours := 24
	if p.lang == "ja" {
		hours = lastHour
	}
	switch {
	case digits > 0 && digits <= 2 && p.has(j, ":"):
		m, stop, ok := p.small(j + 1)
		if !ok || stop != j+3 || !p.ends(stop) {
			return i, "", false
		}
		return stop, tooBig(n, hours), n > hours || m > 59
	case digits == 4 && p.has(j, "-", "/"):
		return p.wrongNumbers(j)
	case digits <= 2 && p.has(j, "時", "时", "点", "點") && !p.has(j+len("時"), "間", "间", "代", "差"):
		m, stop, _, minutes := p.number(j + len("時"))
		if after, is := p.any(stop, "分"); minutes && is {
			return after, tooBig(n, hours), n > hours || m > 59
		}
		return j + len("時"), NoSuchHour, n > hours && p.has(j, "時", "时")
	case digits <= 2 && p.has(j, "月") && !p.has(j+len("月"), "間", "间"):
		d, stop, _, day := p.number(j + len("月"))
		after, is := p.any(stop, "日", "号", "號")
		if !day || !is {
			return j + len("月"), NoSuchMonth, n == 0 || n > 12
		}
		if n == 0 || n > 12 {
			return after, NoSuchMonth, true
		}
		return after, NoSuchDay, (d == 0 || d > 31) && !p.has(after, "間", "间")
	}
	return p.wrongOrdinal(i)
}

// lastHour is up to where Japanese counts the hours of a night that goes on
// behind midnight: 25時 is one o'clock of the next day.
const lastHour = 29

func tooBig(hour, hours int) Reason {
	if hour > hours {
		return NoSuchHour
	}
	return NoSuchMinute
}

// wrongNumbers reads the rest of 2026-13-01 and 2026-02-45 behind the year.
func (p planner) wrongNumbers(j int) (end int, why Reason, ok bool) {
	month, stop, ok := p.small(j + 1)
	if !ok || stop >= len(p.s) || p.s[stop] != p.s[j] {
		return j, "", false
	}
	day, end, ok := p.small(stop + 1)
	switch {
	case !ok || !p.ends(end) && !p.has(end, "t"):
		return j, "", false
	case month == 0 || month > 12:
		return end, NoSuchMonth, true
	}
	return end, NoSuchDay, day == 0 || day > 31
}

// wrongNamed reads "Feb 32".
func (p planner) wrongNamed(i int) (end int, why Reason, ok bool) {
	w, end := p.word(i)
	if enMonths[w] == 0 || w == "may" || w == "march" {
		return i, "", false
	}
	n, stop, digits, ok := p.number(p.blank(p.optional(end, ".")))
	after := p.optional(stop, "st", "nd", "rd", "th")
	next, _ := p.word(p.blank(after))
	return after, NoSuchDay, ok && digits == 2 && n > 31 && after > stop && p.wordEnd(after) == after || ok && digits == 2 && n > 31 && n < 40 && next == "" && p.ends(after)
}

// wrongOrdinal reads "32nd of June".
func (p planner) wrongOrdinal(i int) (end int, why Reason, ok bool) {
	n, end, digits, ok := p.number(i)
	stop, ordinal := p.any(end, "st", "nd", "rd", "th")
	w, after := p.word(p.blank(stop))
	if w == "of" {
		w, after = p.word(p.article(p.blank(after)))
	}
	return after, NoSuchDay, ok && ordinal && digits > 0 && enMonths[w] > 0 && (n == 0 || n > 31)
}

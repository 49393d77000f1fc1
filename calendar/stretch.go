package calendar

import "time"

// stretch reads from one time to another: 午後3時から5時まで, "from 9 to 5",
// 3日から5日. r is what it begins with, from i to end.
func (p planner) stretch(i, end int, r reading) (Reading, int, bool) {
	j, ok := p.tied(i, end)
	if !ok {
		return Reading{}, i, false
	}
	last, stop, ok := p.phrase(j)
	if !ok {
		last, stop, ok = p.endOfRow(j, r)
	}
	if !ok {
		return Reading{}, i, false
	}
	r, last, stop = p.ofOneDay(r, last, stop)
	stop, till := p.any(stop, "まで", "为止", "為止")
	if last.has&(sClock|sPart) != 0 && r.has&sClock != 0 && last.has&timeless == 0 {
		out, ok := p.hours(r, last)
		return out, stop, ok
	}
	from, ok := p.point(r)
	if !ok {
		return Reading{}, i, false
	}
	row, ok := p.until(from, last, r)
	if ok && last.has&sClock != 0 {
		if to, exact := p.point(last); exact && to.From.After(row.From) {
			row.To = to.From
		}
	}
	// 月曜から金曜の朝8時 may be 8:00 on each of these days, or end then.
	each := !till && r.has == sWeekday && last.has&timeless == sWeekday && last.has&sClock != 0
	return Reading{From: row.From, To: row.To, AllDay: row.Unit >= Day, Rule: "stretch", Unsure: each}, stop, ok && row.From.Before(row.To)
}

// tied is where the end of a stretch begins whose beginning ends at end.
func (p planner) tied(i, end int) (int, bool) {
	j := p.blank(end)
	for _, w := range tying {
		if stop, ok := p.any(j, w); ok && (!letter(w[0]) || p.wordEnd(stop) == stop) {
			return p.article(p.blank(stop)), true
		}
	}
	if w, stop := p.word(j); w == "and" && p.follows(i, []string{"between"}) {
		return p.blank(stop), true
	}
	return i, false
}

// hours is a stretch within a day or over its midnight. What is said of one
// end about the half of the day holds for the other too.
func (p planner) hours(r, last reading) (Reading, bool) {
	r, last = bothHalves(r, last)
	out, ok := p.once(r)
	if !ok {
		return out, false
	}
	out.Rule = "stretch"
	day := civil(out.From.Date())
	to := p.within(day, last).From
	if last.open() && !to.After(out.From) {
		to = p.within(day, reading{has: last.has | sPart, part: afternoon, hour: last.hour, minute: last.minute}).From
	}
	if !to.After(out.From) {
		to = p.within(day.AddDate(0, 0, 1), last).From
	}
	out.To = to
	return out, out.From.Before(to) && to.Sub(out.From) <= 24*time.Hour
}

// bothHalves gives both ends of a stretch the half of the day that is said of
// one of them.
func bothHalves(r, last reading) (reading, reading) {
	switch {
	case r.open() && last.has&sPart != 0 && last.has&sClock != 0 && r.hour%12 <= last.hour%12:
		r.has, r.part = r.has|sPart, last.part
	case last.open() && r.has&sPart != 0 && last.hour%12 > r.hour%12:
		last.has, last.part = last.has|sPart, r.part
	case r.open() && last.open() && r.hour > last.hour: // 9 to 5
		r.has, r.part, last.has, last.part = r.has|sPart, forenoon, last.has|sPart, afternoon
	}
	return r, last
}

// bareHour is a number of hours that only what stands before makes one.
func (f folded) bareHour(i int) (reading, int, bool) {
	n, end, digits, ok := f.number(i)
	return reading{has: sClock, hour: n, bare: n <= 12}, end, ok && digits > 0 && digits <= 2 && n <= 24 && f.ends(end)
}

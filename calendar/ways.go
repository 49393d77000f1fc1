package calendar

import "time"

// ways are the readings of what a date says that a person may mean, the
// likeliest first. Where the words are clear it is one.
func (p planner) ways(r reading) []reading {
	all := []reading{r}
	if r.open() {
		r.part, r.has = forenoon, r.has|sPart
		late := r
		late.part = afternoon
		all = []reading{r, late}
		if r.hour == 12 {
			all = []reading{late, r}
		}
	}
	if r.has&timeless == sNth|sWeekday { // 第2火曜: the next one
		for n, w := range all {
			all[n] = p.nextNth(w)
		}
	}
	out := all
	for _, w := range all {
		out = append(out, p.otherDays(w)...)
	}
	return out
}

// nextNth puts a weekday of a month into the first month in which it is not
// over.
func (p planner) nextNth(r reading) reading {
	r.has |= sRelMonth
	for r.month = 0; r.month < maxMonths; r.month++ {
		if s, ok := p.resolve(r); ok && s.To.After(p.now) {
			break
		}
	}
	return r
}

// otherDays are the other days that the words of r may name.
func (p planner) otherDays(r reading) []reading {
	day := r.has & timeless
	var out []reading
	as := func(change func(*reading)) {
		other := r
		change(&other)
		out = append(out, other)
	}
	switch {
	case r.either && day&sDay != 0 && day&sMonth != 0: // 3/4 and 4/3
		as(func(o *reading) { o.month, o.day, o.either = r.day, r.month, false })
	case day == sWeekday:
		p.otherWeekdays(r, as)
	case day == sRelWeek|sWeekday && p.lang != "zh" && r.week > 0:
		// Where weeks begin on Sunday the Sunday of next week is six days
		// earlier, and on a Sunday all days are a week later.
		switch today := p.today.Weekday() == time.Sunday; {
		case r.weekday == 6 && !today:
			as(func(o *reading) { o.week-- })
		case r.weekday != 6 && today:
			as(func(o *reading) { o.week++ })
		}
	case day == sRelDay && r.day == 1 && p.now.Hour() < smallHours && r.has&sPart == 0:
		as(func(o *reading) { o.day = 0 }) // "tomorrow", said after midnight
	case day == sRelDay && r.day > 0 && r.part == late && r.has&sClock != 0 && r.hour < 5:
		as(func(o *reading) { o.day-- }) // 明日の深夜1時
	case day == sDay && r.day == p.today.Day() && r.lastDay == 0:
		as(func(o *reading) { o.has, o.month = o.has|sRelMonth, 1 })
	}
	return out
}

// smallHours is until when a night belongs to the day before for those who
// have not slept.
const smallHours = 4

// otherWeekdays are the other days that a weekday without a week may be.
func (p planner) otherWeekdays(r reading, as func(func(*reading))) {
	today := int(p.today.Weekday()+6) % 7
	inWeek := func(weeks int) func(*reading) {
		return func(o *reading) { o.has, o.pick, o.week = o.has|sRelWeek, noPick, weeks }
	}
	switch ahead := r.weekday > today; {
	case r.pick == nextOne && ahead: // "next Friday", said on a Monday
		as(inWeek(0))
	case r.pick == comingOne && ahead && p.lang != "en": // 今度の金曜
		as(inWeek(1))
	case r.pick == noPick && r.weekday == today:
		as(inWeek(0))
	}
}

// rule is the name of the rule of the grammar that reads what r says.
func (r reading) rule() string {
	names := []struct {
		slots slot
		name  string
	}{
		{sAgo, "amount"}, {sPast, "row"}, {sNth, "nth-weekday"}, {sThird, "edge-of-month"}, {sFeast, "feast"}, {sSeason, "season"},
		{sRelWeek | sWeekday, "weekday-of-week"}, {sMonth | sDay, "date"}, {sRelMonth | sDay, "day-of-month"}, {sDay, "day-of-month"},
		{sRelDay, "day"}, {sWeekday, "weekday"}, {sWeekend, "weekend"}, {sRelWeek, "week"}, {sMonth, "month"}, {sRelMonth, "month"},
		{sYear, "year"}, {sRelYear, "year"}, {sClock, "clock"},
	}
	for _, n := range names {
		if r.has&n.slots != n.slots {
			continue
		}
		switch {
		case n.slots != sClock && r.has&sClock != 0:
			return n.name + "+clock"
		case r.has&sPart != 0 && n.slots != sClock:
			return n.name + "+part"
		}
		return n.name
	}
	return "part"
}

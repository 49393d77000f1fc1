package calendar

import "time"

// yearly is the time of a year that words name, such as a month or a season;
// ok is false for a year that has none (29 February).
type yearly func(year int) (d days, ok bool)

// days finds the days that words mean. What a year, month or week is counted
// from is the day of speaking.
func (in frame) days(r reading) (days, bool) {
	if r.has&sAgo != 0 {
		if r.has&timeless == sAgo {
			return in.ago(r), true
		}
		if r.has&sRelDay != 0 {
			return one(after(in.today, r)), true
		}
		r = r.calendarUnits()
	}
	month := in.today.AddDate(0, 0, 1-in.today.Day()).AddDate(0, r.month, 0)
	switch {
	case r.has&sRelDay != 0 && r.has&(sRelYear|sRelMonth) != 0:
		return one(after(in.today, reading{amount: 12*r.year + r.month, unit: Month})), true
	case r.has&sRelDay != 0:
		return one(in.today.AddDate(0, 0, r.day)), true
	case r.has&sPast != 0:
		return in.past(r), true
	case r.has&sRelWeek != 0:
		return in.week(mondayOf(in.today).AddDate(0, 0, 7*r.week), r), true
	case r.has&sRelMonth != 0:
		return in.month(month.Year(), int(month.Month()), r)
	case r.has&(sMonth|sSeason|sFeast) != 0:
		return in.ofYear(r)
	case r.has&(sYear|sRelYear) != 0:
		return yearOf(in.year(r)), true
	case r.has&sDay != 0:
		return in.dayOfMonth(r)
	case r.has&sWeekend != 0:
		return in.weekend(r), true
	}
	return in.weekday(r), true
}

// year is the year that is said.
func (in frame) year(r reading) int {
	if r.has&sRelYear != 0 {
		return in.today.Year() + r.year
	}
	return r.year
}

// calendarUnits reads an amount before something finer as a unit of the
// calendar: two years ago in June is June of the year before last.
func (r reading) calendarUnits() reading {
	r.has &^= sAgo
	switch r.unit {
	case Year:
		r.has, r.year = r.has|sRelYear, r.amount
	case Month:
		r.has, r.month = r.has|sRelMonth, r.amount
	default:
		r.has, r.week = r.has|sRelWeek, r.amount
	}
	return r
}

// after is the day an amount after a day. Where the month is too short it is
// the last of the month.
func after(day time.Time, r reading) time.Time {
	months := 0
	switch r.unit {
	case Year:
		months = 12*r.amount + 6*r.half
	case Month:
		months = r.amount
		day = day.AddDate(0, 0, 15*r.half)
	case Week:
		return day.AddDate(0, 0, 7*r.amount+3*r.half)
	default:
		return day.AddDate(0, 0, r.amount)
	}
	first := civil(day.Year(), day.Month()+time.Month(months), 1)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(day.Day(), last)-1)
}

// ago is the day an amount before or after today.
func (in frame) ago(r reading) days {
	d := one(after(in.today, r))
	d.unit = r.unit
	const day = 24 * time.Hour
	switch r.unit {
	case Week:
		d.slack = 7 * day / 2
	case Month:
		d.slack = 15 * day
	case Year:
		d.slack = 182 * day
	}
	return d
}

// past is a row of units up to today or from today on, today included.
func (in frame) past(r reading) days {
	to := after(in.today, r)
	if r.amount < 0 || r.half < 0 {
		return row(to, in.today.AddDate(0, 0, 1), r.unit)
	}
	return row(in.today, to.AddDate(0, 0, 1), r.unit)
}

func (in frame) week(monday time.Time, r reading) days {
	switch {
	case r.has&sWeekday != 0:
		return one(monday.AddDate(0, 0, r.weekday))
	case r.has&sWeekend != 0:
		return row(monday.AddDate(0, 0, 5), monday.AddDate(0, 0, 7), Week)
	}
	return row(monday, monday.AddDate(0, 0, 7), Week)
}

// lastNth is the last of a weekday in a month, the fourth or the fifth.
const lastNth = 6

// month is a month of a year, a third or a day of it.
func (in frame) month(year, month int, r reading) (days, bool) {
	m := monthOf(year, month)
	switch {
	case r.has&sDay != 0:
		d, ok := exact(year, month, r.day)
		if last, is := exact(year, month, r.lastDay); is {
			return row(d, last.AddDate(0, 0, 1), Day), ok && d.Before(last)
		}
		return one(d), ok
	case r.has&sNth != 0:
		first := (r.weekday - (int(m.from.Weekday())+6)%7 + 7) % 7
		d := m.from.AddDate(0, 0, first+7*(r.nth-1))
		for r.nth == lastNth && !d.Before(m.to) {
			d = d.AddDate(0, 0, -7)
		}
		return one(d), d.Before(m.to)
	case r.has&sThird != 0:
		d := row(m.from.AddDate(0, 0, 10*(r.third-1)), m.from.AddDate(0, 0, 10*r.third), Week)
		if r.third == 3 {
			d.to = m.to
		}
		return d, true
	}
	return m, true
}

// ofYear is a month, a season or a feast, of a year that is said or not.
func (in frame) ofYear(r reading) (days, bool) {
	of := func(year int) (days, bool) {
		switch {
		case r.has&sSeason != 0:
			return seasonOf(year, r.season), true
		case r.has&sFeast != 0:
			return feastOf(year, r.feast), true
		}
		return in.month(year, r.month, r)
	}
	if r.has&(sYear|sRelYear) != 0 {
		return of(in.year(r))
	}
	if r.has&(sDay|sWeekday) == sDay|sWeekday {
		return in.onWeekday(of, r)
	}
	return in.choose(of, r.pick)
}

// onWeekday is a day of the year that is said with its weekday: the nearest
// one, or the one beside it if that is on that weekday.
func (in frame) onWeekday(of yearly, r reading) (days, bool) {
	near, ok := in.choose(of, r.pick)
	same, found := in.choose(func(year int) (days, bool) {
		d, ok := of(year)
		return d, ok && int(d.from.Weekday()+6)%7 == r.weekday
	}, r.pick)
	if found && same.from.Sub(near.from).Abs() <= 366*24*time.Hour {
		return same, true
	}
	near.unsure = true
	return near, ok
}

// maxLeap is how many years apart two leap days can be.
const maxLeap = 8

// choose takes the year of something that comes every year.
func (in frame) choose(of yearly, p pick) (days, bool) {
	if p == thisOne {
		if d, ok := of(in.today.Year() - 1); ok && !d.from.After(in.today) && d.to.After(in.today) {
			return d, true // a winter that is not over
		}
		return of(in.today.Year())
	}
	step, fits := -1, func(d days) bool { return !d.from.After(in.today) }
	switch {
	case p == lastOne:
		fits = func(d days) bool { return !d.to.After(in.today) }
	case p == nextOne, p == comingOne:
		step, fits = 1, func(d days) bool { return d.from.After(in.today) }
	case in.toward == Ahead:
		step, fits = 1, func(d days) bool { return d.to.After(in.today) }
	}
	for n := range maxLeap + 5 {
		if d, ok := of(in.today.Year() + step*(n-1)); ok && fits(d) {
			d.unsure = p == noPick
			return d, true
		}
	}
	return days{}, false
}

// maxMonths is how many months away a day of the month on a weekday may be:
// in a year and a half every such pair comes once.
const maxMonths = 18

// dayOfMonth is a day of a month that is not said, and of the weekday that is
// said with it.
func (in frame) dayOfMonth(r reading) (days, bool) {
	step := -1
	if in.toward == Ahead {
		step = 1
	}
	first := in.today.AddDate(0, 0, 1-in.today.Day())
	for n := range maxMonths {
		m := first.AddDate(0, step*n, 0)
		d, ok := exact(m.Year(), int(m.Month()), r.day)
		ok = ok && (r.has&sWeekday == 0 || int(d.Weekday()+6)%7 == r.weekday)
		if ok && !(step < 0 && d.After(in.today)) && !(step > 0 && d.Before(in.today)) {
			found := one(d)
			if last, is := exact(m.Year(), int(m.Month()), r.lastDay); is {
				found.to = last.AddDate(0, 0, 1)
			}
			found.unsure = true
			return found, found.from.Before(found.to)
		}
	}
	return days{}, false
}

// weekday is a day of the week without a week: the last one is the latest
// before today, the next one is that of the next week.
func (in frame) weekday(r reading) days {
	monday := mondayOf(in.today)
	inWeek := monday.AddDate(0, 0, r.weekday)
	coming := inWeek
	if !coming.After(in.today) {
		coming = coming.AddDate(0, 0, 7)
	}
	gone := coming.AddDate(0, 0, -7)
	if gone.Equal(in.today) {
		gone = gone.AddDate(0, 0, -7)
	}
	var d days
	switch {
	case r.pick == thisOne && in.toward == Ahead && inWeek.Before(in.today):
		d = one(coming)
		d.unsure = true
	case r.pick == thisOne:
		d = one(inWeek)
	case r.pick == lastOne:
		d = one(gone)
		d.unsure = gone.Equal(inWeek) // the one of last week may be meant
	case r.pick == nextOne:
		d = one(inWeek.AddDate(0, 0, 7))
		d.unsure = !d.from.Equal(coming)
	case r.pick == comingOne:
		d = one(coming)
	case in.toward == Ahead:
		d = one(coming)
		d.unsure = true
	default:
		d = one(gone)
		d.unsure = true
	}
	return d
}

// weekend is Saturday and Sunday without a week.
func (in frame) weekend(r reading) days {
	saturday := mondayOf(in.today).AddDate(0, 0, 5)
	switch {
	case r.pick == lastOne, r.pick == noPick && in.toward == Back && saturday.After(in.today):
		saturday = saturday.AddDate(0, 0, -7)
	case r.pick == nextOne:
		saturday = saturday.AddDate(0, 0, 7)
	}
	d := row(saturday, saturday.AddDate(0, 0, 2), Week)
	d.unsure = r.pick == noPick
	return d
}

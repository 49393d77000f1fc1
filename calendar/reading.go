package calendar

// slot is one thing that the words of a date can say.
type slot uint32

const (
	sYear    slot = 1 << iota // reading.year is a year of the calendar
	sRelYear                  // … counted from this one
	sMonth
	sRelMonth
	sDay // of the month
	sRelDay
	sRelWeek
	sWeekday
	sWeekend
	sSeason
	sThird // of a month
	sPart
	sClock
	sAgo  // an amount before or after now
	sPast // a row of units up to now, or from now on
	sFeast
	sNth // weekday of a month
)

// timeless is what says the day and not the time in it.
const timeless = ^(sPart | sClock)

// reading is what the words of one date say, before it is known what that means.
type reading struct {
	has          slot
	year         int
	month        int // 1–12, or counted from this one
	day          int // of the month, or counted from today
	lastDay      int // of a row that begins on day, 0 for one day
	week         int // counted from this one
	weekday      int // 0 Monday – 6 Sunday
	season       int // 0 spring – 3 winter
	third        int // 1–3
	nth          int // 1–5, of the weekday in a month; lastNth is its last one
	feast        feast
	pick         pick // of the weekday, weekend, month or season
	part         part
	hour, minute int
	bare         bool // an hour as a clock of twelve hours shows it too
	fine         bool // the minutes are said
	amount       int  // of unit, before now if negative
	half         int  // half a unit later (1) or earlier (-1)
	unit         Unit
	either       bool // it can be read another way
	weak         bool // alone it is no date, only beside something else
}

// pick is which of the like ones is meant.
type pick int8

const (
	noPick    pick = iota
	thisOne        // "this Friday"
	lastOne        // "last June"
	nextOne        // "next Monday"
	comingOne      // "this coming Monday", 今度の月曜
)

// part is a part of the day.
type part uint8

const (
	noPart part = iota
	dawn        // 未明, 凌晨
	early       // 早朝, 清晨
	morning
	forenoon // 午前, 上午
	midday
	afternoon
	evening
	night
	late // 深夜
)

// partHours are the hours of each part of the day, from and to. A night ends
// on the next morning.
var partHours = [...][2]int{
	dawn: {0, 5}, early: {4, 8}, morning: {5, 12}, forenoon: {0, 12}, midday: {11, 14}, afternoon: {12, 18},
	evening: {16, 21}, night: {18, 29}, late: {22, 29},
}

// feast is a time of the year with a name of its own: days from and to, both
// included.
type feast struct{ month, day, toMonth, toDay int }

// join puts what other says to what r says, if one date can say both.
func (r reading) join(other reading) (reading, bool) {
	twice := r.has & other.has
	if twice == sPart && (r.has^other.has)&sClock != 0 {
		twice = 0 // 今夜の午後8時: the one of the hour is right
		if r.has&sClock != 0 {
			other.part = r.part
		}
	}
	if twice != 0 || r.pick != noPick && other.pick != noPick {
		return r, false
	}
	for _, take := range []struct {
		slots slot
		copy  func()
	}{
		{sYear | sRelYear, func() { r.year = other.year }},
		{sMonth | sRelMonth, func() { r.month = other.month }},
		{sDay | sRelDay, func() { r.day, r.lastDay, r.either = other.day, other.lastDay, other.either }},
		{sRelWeek, func() { r.week = other.week }},
		{sWeekday, func() { r.weekday = other.weekday }},
		{sSeason, func() { r.season = other.season }},
		{sThird, func() { r.third = other.third }},
		{sNth, func() { r.nth = other.nth }},
		{sFeast, func() { r.feast = other.feast }},
		{sPart, func() { r.part = other.part }},
		{sClock, func() { r.hour, r.minute, r.bare, r.fine = other.hour, other.minute, other.bare, other.fine }},
		{sAgo | sPast, func() { r.amount, r.half, r.unit = other.amount, other.half, other.unit }},
	} {
		if other.has&take.slots != 0 {
			take.copy()
		}
	}
	switch {
	case r.has == 0:
		r.weak = other.weak
	case r.has&timeless == 0:
		r.weak = other.weak && other.has != sWeekday
	case other.has&timeless == 0:
		r.weak = r.weak && r.has != sWeekday
	default:
		r.weak = false
	}
	r.has |= other.has
	r.pick = max(r.pick, other.pick)
	return r, r.sensible()
}

// sensible reports whether the slots go together: a way to find a day or a
// longer time, and an hour only with a single day.
func (r reading) sensible() bool {
	day := r.has & timeless
	switch day &^ (sYear | sRelYear) {
	case 0, sMonth, sMonth | sDay, sMonth | sThird, sSeason, sFeast, sMonth | sDay | sWeekday, sMonth | sNth | sWeekday:
		if day&sYear != 0 && day&sRelYear != 0 {
			return false
		}
	default:
		switch day {
		case sDay, sDay | sWeekday, sRelMonth, sRelMonth | sDay, sRelMonth | sThird, sRelMonth | sNth | sWeekday, sNth | sWeekday, sRelDay, sWeekday, sWeekend, sPast,
			sRelWeek, sRelWeek | sWeekday, sRelWeek | sWeekend:
		case sAgo:
		case sAgo | sRelDay, sRelYear | sRelDay, sRelMonth | sRelDay: // 一年前の今日
			return r.day == 0
		case sAgo | sMonth, sAgo | sMonth | sDay, sAgo | sSeason, sAgo | sFeast:
			if r.unit != Year || r.half != 0 {
				return false
			}
		case sAgo | sDay:
			if r.unit != Month || r.half != 0 {
				return false
			}
		case sAgo | sWeekday:
			if r.unit != Week {
				return false
			}
		default:
			return false
		}
	}
	return r.has&^timeless == 0 || day == 0 || day&(sDay|sRelDay|sWeekday|sFeast) != 0 || day == sAgo && r.unit >= Day
}

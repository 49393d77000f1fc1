package calendar

import "time"

// frame is where and when something is said.
type frame struct {
	now    time.Time
	zone   *time.Location
	today  time.Time // a civil day
	toward Toward
}

func frameOf(now time.Time, zone *time.Location, toward Toward) frame {
	now = now.In(zone)
	y, m, d := now.Date()
	return frame{now, zone, civil(y, m, d), toward}
}

// days is a row of civil days, half open, as the words of a date mean it.
type days struct {
	from, to time.Time
	unit     Unit
	slack    time.Duration
	unsure   bool
}

func one(day time.Time) days              { return days{from: day, to: day.AddDate(0, 0, 1), unit: Day} }
func row(from, to time.Time, u Unit) days { return days{from: from, to: to, unit: u} }

func monthOf(year, month int) days {
	from := civil(year, time.Month(month), 1)
	return row(from, from.AddDate(0, 1, 0), Month)
}

func yearOf(year int) days { return row(civil(year, 1, 1), civil(year+1, 1, 1), Year) }

// seasonOf is a season that begins in a year: winter goes on into the next.
func seasonOf(year, season int) days {
	from := civil(year, time.Month(3+3*season), 1)
	return row(from, from.AddDate(0, 3, 0), Season)
}

func feastOf(year int, f feast) days {
	last := civil(year, time.Month(f.toMonth), f.toDay)
	if last.Before(civil(year, time.Month(f.month), f.day)) {
		last = last.AddDate(1, 0, 0)
	}
	return row(civil(year, time.Month(f.month), f.day), last.AddDate(0, 0, 1), Day)
}

// mondayOf is the day with which the week of a day begins.
func mondayOf(day time.Time) time.Time {
	return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
}

// resolve says what the words of a date mean here and now.
func (in frame) resolve(r reading) (Span, bool) {
	if r.weak || !r.sensible() || r.has == sPart || r.has == 0 {
		return Span{}, false
	}
	switch {
	case r.has&(sAgo|sPast) != 0 && r.unit < Day:
		return in.counted(r), true
	case r.has&timeless == 0:
		return in.clock(r)
	}
	d, ok := in.days(r)
	if !ok {
		return Span{}, false
	}
	if r.has&^timeless == 0 {
		from, to := wall(d.from, 0, in.zone), wall(d.to, 0, in.zone)
		// A zone that changed sides of the date line has no such day.
		return Span{From: from, To: to, Unit: d.unit, Slack: d.slack, Unsure: d.unsure || r.either}, from.Before(to)
	}
	if !d.from.AddDate(0, 0, 1).Equal(d.to) {
		return Span{}, false
	}
	span := in.within(d.from, r)
	span.Unsure = span.Unsure || d.unsure || r.either
	return span, span.From.Before(span.To)
}

// counted is an amount of hours or minutes from now.
func (in frame) counted(r reading) Span {
	size := time.Minute
	if r.unit == Hour {
		size = time.Hour
	}
	d := time.Duration(r.amount)*size + time.Duration(r.half)*size/2
	if r.has&sPast != 0 {
		from, to := in.now, in.now.Add(d)
		if to.Before(from) {
			from, to = to, from
		}
		return Span{From: from, To: to, Unit: r.unit}
	}
	from := in.now.Add(d).Truncate(time.Second)
	return Span{From: from, To: from.Add(size), Unit: r.unit, Slack: size / 2}
}

// clock is a time of day without a day: the last one there was, or the next.
func (in frame) clock(r reading) (Span, bool) {
	day := in.today
	span := in.within(day, r)
	for range 2 {
		switch {
		case in.toward == Back && span.From.After(in.now):
			day = day.AddDate(0, 0, -1)
		case in.toward == Ahead && span.From.Before(in.now):
			day = day.AddDate(0, 0, 1)
		}
		span = in.within(day, r)
	}
	span.Unsure = true
	return span, true
}

// within is a part or an hour of a day.
func (in frame) within(day time.Time, r reading) Span {
	if r.has&sClock == 0 {
		hours := partHours[r.part]
		return Span{From: wall(day, hours[0]*60, in.zone), To: wall(day, hours[1]*60, in.zone), Unit: Part}
	}
	at, unsure := r.minutes()
	size, unit := 60, Hour
	if r.fine {
		size, unit = 1, Minute
	}
	from := wall(day, at, in.zone)
	return Span{From: from, To: from.Add(time.Duration(size) * time.Minute), Unit: unit, Unsure: unsure}
}

// minutes is the time of day that r says, from the midnight of its day.
func (r reading) minutes() (at int, unsure bool) {
	hour := r.hour
	switch {
	case r.part == noPart:
		unsure = r.bare && hour >= 1 && hour <= 12
	case r.part >= night && hour < 5, r.part >= evening && hour == 12:
		hour += 24 - hour/12*12
	case r.part >= afternoon && hour < 12, r.part == midday && hour < 6:
		hour += 12
	case r.part <= forenoon && hour == 12:
		hour = 0
	}
	return hour*60 + r.minute, unsure
}

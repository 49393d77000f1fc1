package calendar

// timeToken reads a time of day, from one to another, or a part of the day.
func (p planner) timeToken(i int, s *series) (int, bool) {
	j := i
	if w, end := p.word(i); w == "from" || w == "between" {
		j = p.blank(end)
	}
	r, end, ok := p.timeOfDay(j, s.rule != "")
	switch {
	case !ok:
		return i, false
	case r.has == sPart && s.part == noPart && j == i:
		s.part = r.part
		for n := range s.times { // 9時に毎朝
			if s.times[n].has&sPart == 0 {
				s.times[n].has, s.times[n].part = sClock|sPart, r.part
			}
		}
		return end, true
	case r.has&sClock == 0:
		return i, false
	}
	if r.has&sPart == 0 && s.part != noPart {
		r.has, r.part = r.has|sPart, s.part
	}
	if next, tied := p.tied(i, end); tied && len(s.times) == 0 {
		if last, stop, ok := p.timeOfDay(next, true); ok && last.has&sClock != 0 {
			r, s.end = bothHalves(r, last)
			end = p.optional(stop, "まで", "为止", "為止")
		}
	}
	s.times = append(s.times, r)
	return end, true
}

// timeOfDay reads an hour with the part of the day before or behind it, or that
// part alone. A number is an hour behind "at", and where it is known to be one.
func (p planner) timeOfDay(i int, known bool) (reading, int, bool) {
	r, end, ok := p.element(i, reading{has: sRelDay})
	if !ok || r.has == 0 || r.has&timeless != 0 {
		prev, _ := p.wordBefore(i)
		if !known || prev != "at" && prev != "from" && prev != "between" && prev != "to" && prev != "until" && prev != "and" && p.before(i) != '@' && p.before(i) != '-' {
			return r, i, false
		}
		if r, end, ok = p.numeric(i, reading{has: sRelDay | sPart}); !ok || r.has&timeless != 0 {
			if r, end, ok = p.bareHour(i); !ok || prev == "and" && p.after(p.blank(end)) >= '0' && p.has(p.blank(end), "times", "more") {
				return r, i, false
			}
		}
	}
	more, stop, ok := p.element(p.connect(end, reading{has: sRelDay | r.has}), reading{has: sRelDay | r.has})
	switch {
	case ok && r.has == sPart && more.has == sClock:
		more.has, more.part = sClock|sPart, r.part
		return more, stop, true
	case ok && r.has == sClock && more.has == sPart && letter(p.s[stop-1]): // 8 in the evening
		r.has, r.part = sClock|sPart, more.part
		return r, stop, true
	}
	return r, end, true
}

package calendar

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Reading is how words about time to come are understood.
type Reading struct {
	Start, End int       // the bytes of the text that say it
	From, To   time.Time // half open, in the zone of the person; a point in time lasts a minute
	AllDay     bool      // the words name days and no time of day
	// Repeat is the value of an RFC 5545 RRULE ("FREQ=WEEKLY;BYDAY=MO"), "" for
	// what happens once. From is then its DTSTART: the first occurrence that is
	// not over. UNTIL is in UTC, or a date where AllDay is set.
	Repeat string
	// First is, of what repeats, the wall time of the first occurrence as it is
	// said, a floating time. From is what clock.Resolve makes of it, so they
	// differ where the clocks skip it: 02:30 each day begins at 03:30 on such a
	// day, and its DTSTART is 02:30 all the same.
	First time.Time
	Rule  string // the name of the rule of the grammar that read it
	// Unsure says that the words can be read in another way too, so that
	// whoever makes a plan of them asks. Others are the beginnings of the other
	// readings, as far as they lie ahead; none where the doubt is in what
	// repeats or in how long it lasts.
	Unsure bool
	Others []time.Time
}

// When reads every date and every repetition that words name, for plans: what
// leaves the direction open lies ahead of now. Words that name a time gone by
// ("yesterday", 今日の朝8時 at noon) are read as they are said. lang ("ja", "en",
// "zh", or "" to go by the script) decides what is ambiguous, such as the
// order of 3/4. What the calendar or the clock does not have is not read;
// Impossible says why.
//
// The answer is in the order of the text and without overlaps.
func When(words string, now time.Time, zone *time.Location, lang string) []Reading {
	f := fold(words).planned(lang)
	p := planner{f, frameOf(now, zone, Ahead)}
	var out []Reading
	last, read := 0, 0
	for i := 0; i < len(f.s); {
		if !f.mayBegin(i) {
			i = f.skip(i)
			continue
		}
		if end, _, bad := p.missing(i); bad {
			i = end
			continue
		}
		r, end, ok := p.at(i)
		if !ok {
			i = f.skip(i)
			continue
		}
		r.Unsure = r.Unsure || r.Repeat == "" && f.repeatedOtherwise(read, i)
		read = end
		r.Start, r.End = f.original(i, end)
		if r.Start >= last {
			out, last = append(out, r), r.End
		}
		i = end
	}
	return out
}

// planned is the text as one about plans in a language.
func (f folded) planned(lang string) folded {
	f.plan = true
	switch {
	case lang != "":
	case f.kana:
		lang = "ja"
	case strings.ContainsAny(f.s, "每这這们們时点點钟鐘个個号號周天后礼禮星"):
		lang = "zh"
	case f.cjk:
		lang = "ja"
	default:
		lang = "en"
	}
	f.cjk = f.cjk || lang != "en"
	f.kana = f.kana || lang == "ja" && strings.ContainsAny(f.s, "毎曜々")
	f.lang = lang
	return f
}

// planner reads one text.
type planner struct {
	folded
	frame
}

// at reads what begins at i: a repetition, an amount of time from now, or a
// date.
func (p planner) at(i int) (Reading, int, bool) {
	if r, end, ok := p.series(i); ok {
		return r, end, true
	}
	if r, end, ok := p.later(i); ok {
		return r, end, true
	}
	r, end, ok := p.phrase(i)
	if !ok || p.repeated(i, end) {
		return Reading{}, i, false
	}
	if out, stop, ok := p.stretch(i, end, r); ok {
		return out, stop, true
	}
	out, ok := p.once(r)
	if ok {
		out, end = p.shifted(out, end)
	}
	return out, end, ok
}

// once is what a date means that happens once: the likeliest of its readings,
// with the others.
func (p planner) once(r reading) (Reading, bool) {
	r.weak = r.weak && r.has&sNth == 0
	var all []Span
	unsure := false
	for _, way := range p.ways(r) {
		if s, ok := p.point(way); ok {
			all = append(all, s)
			unsure = unsure || s.Unsure
		}
	}
	if len(all) == 0 {
		return Reading{}, false
	}
	if r.open() {
		slices.SortStableFunc(all, p.likelier)
	}
	out := Reading{From: all[0].From, To: all[0].To, AllDay: all[0].Unit >= Day, Rule: r.rule()}
	for _, s := range all[1:] {
		if ahead := s.To.After(p.now) || !out.To.After(p.now); ahead && !s.From.Equal(out.From) && !slices.ContainsFunc(out.Others, s.From.Equal) {
			out.Others = append(out.Others, s.From)
		}
	}
	if gone, ok := p.justGone(r, out.From); ok {
		out.Others = append(out.Others, gone)
	}
	out.Unsure = len(out.Others) > 0
	return out, true
}

// point resolves one way to read a date as a plan: an hour is a point.
func (p planner) point(r reading) (Span, bool) {
	s, ok := p.resolve(r)
	if ok && r.has&sClock != 0 || r.has&sAgo != 0 && r.unit < Day {
		s.To = s.From.Add(time.Minute)
	}
	if r.has&sThird != 0 && ok {
		day := civil(s.From.Date())
		switch r.third { // the edges of a month are its first and its last day
		case 1:
			s.To = wall(day.AddDate(0, 0, 1), 0, p.zone)
		case 3:
			s.From = wall(civil(s.To.Date()).AddDate(0, 0, -1), 0, p.zone)
		}
		s.Unit = Day
	}
	return s, ok
}

// open reports whether an hour may be of the morning or of the afternoon.
func (r reading) open() bool {
	return r.has&(sClock|sPart) == sClock && r.bare && r.hour >= 1 && r.hour <= 12
}

// The hours at which people are up, so that an hour said alone is rather one
// of these.
const upFrom, upTo = 7, 22

// likelier orders the readings of an open hour: what lies ahead, then what is
// at an hour at which people are up, then what comes first.
func (p planner) likelier(a, b Span) int {
	rank := func(s Span) int {
		n := 0
		if s.From.Before(p.now) {
			n += 2
		}
		if h := s.From.Hour(); h < upFrom || h >= upTo {
			n++
		}
		return n
	}
	return cmp.Or(rank(a)-rank(b), a.From.Compare(b.From))
}

// recent is for how many days a date that has passed may still be the one that
// is meant.
const recent = 31

// justGone is the day of this year that a date without a year names, if it has
// just passed, so that the next one is nearly a year away.
func (p planner) justGone(r reading, from time.Time) (time.Time, bool) {
	if r.has&timeless&^sWeekday != sMonth|sDay || r.pick != noPick {
		return time.Time{}, false
	}
	for _, year := range []int{p.today.Year(), p.today.Year() - 1} {
		day, ok := exact(year, r.month, r.day)
		if away := p.today.Sub(day).Hours() / 24; ok && away > 0 && away <= recent && from.After(p.now) {
			if s, ok := p.point(reading{has: r.has | sYear, year: year, month: r.month, day: r.day, weekday: r.weekday, part: r.part, hour: r.hour, minute: r.minute}); ok {
				return s.From, true
			}
		}
	}
	return time.Time{}, false
}

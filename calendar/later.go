package calendar

import (
	"slices"
	"time"
)

// amount is a length of time as it is said: months and days are of the
// calendar, the rest is by the clock.
type amount struct {
	months, days int
	clock        time.Duration
	timed        bool // an hour or something finer is said
}

func (a amount) add(b amount) amount {
	return amount{a.months + b.months, a.days + b.days, a.clock + b.clock, a.timed || b.timed}
}

// times is n and half units; half a month is fifteen days, half a week three.
func (a amount) times(n int, half bool) amount {
	out := amount{a.months * n, a.days * n, a.clock * time.Duration(n), a.timed}
	switch {
	case !half:
	case a.months == 1:
		out.days += 15
	case a.months > 1:
		out.months += a.months / 2
	case a.days == 1:
		out.clock, out.timed = out.clock+12*time.Hour, true
	default:
		out.days, out.clock = out.days+a.days/2, out.clock+a.clock/2
	}
	return out
}

// lengths are the units of amounts by their words. A longer word stands before
// one that it begins with.
var lengths = []struct {
	of    amount
	en    []string
	words []string // Japanese and Chinese
}{
	{amount{clock: time.Second, timed: true}, []string{"second", "seconds", "sec", "secs", "s"}, []string{"秒钟", "秒鐘", "秒間", "秒"}},
	{amount{clock: time.Minute, timed: true}, []string{"minute", "minutes", "min", "mins", "m"}, []string{"分钟", "分鐘", "分間", "分"}},
	{amount{clock: time.Hour, timed: true}, []string{"hour", "hours", "hr", "hrs", "h"}, []string{"時間", "个小时", "個小時", "小时", "小時", "个钟头", "个钟"}},
	{amount{days: 7}, []string{"week", "weeks", "wk", "wks", "w"}, []string{"週間", "週", "个星期", "個星期", "星期", "个礼拜", "個禮拜", "礼拜", "周"}},
	{amount{days: 14}, []string{"fortnight", "fortnights"}, nil},
	{amount{months: 1}, []string{"month", "months", "mo", "mos"}, []string{"か月", "ヶ月", "ヵ月", "カ月", "ケ月", "箇月", "个月", "個月"}},
	{amount{days: 1}, []string{"day", "days", "d"}, []string{"日間", "日", "天"}},
	{amount{months: 12}, []string{"year", "years", "yr", "yrs", "y"}, []string{"年間", "年"}},
}

// lengthOf reads a unit at i; abbreviated ones only right behind a number.
func (f folded) lengthOf(i int, close bool) (amount, int, bool) {
	j := f.blank(i)
	w, end := f.word(j)
	for _, u := range lengths {
		if w != "" {
			if slices.Contains(u.en, w) && (len(w) > 2 || close && i == j) {
				return u.of, end, true
			}
			continue
		}
		if stop, ok := f.any(j, u.words...); ok {
			return u.of, stop, true
		}
	}
	return amount{}, i, false
}

// maxAmount bounds the numbers of amounts, and maxTerms how many are added.
const maxAmount, maxTerms = 5000, 5

// term reads one number with its unit: 3 days, 1.5 hours, half an hour, 一个半小时,
// 2時間半.
func (f folded) term(i int) (amount, int, bool) {
	if j, ok := f.any(i, "half an ", "half a "); ok {
		a, end, ok := f.lengthOf(j, false)
		return a.times(0, true), end, ok
	}
	if j, ok := f.any(i, "半个", "半個", "半"); ok {
		if i+len("半") < j {
			j -= len("个")
		}
		a, end, ok := f.lengthOf(j, false)
		if !ok {
			stop, month := f.any(j, "月")
			a, end, ok = amount{months: 1}, stop, month
		}
		return a.times(0, true), end, ok
	}
	if j, is := f.any(i, "1/2", "1/4", "3/4"); is {
		a, end, ok := f.lengthOf(j, true)
		a.clock = a.clock * time.Duration(f.s[i]-'0') / time.Duration(f.s[i+2]-'0')
		return a, end, ok && a.timed
	}
	n, end, half, ok := f.quantity(i)
	if !ok || n > maxAmount {
		return amount{}, i, false
	}
	if j, is := f.any(end, "个半", "個半"); is { // 一个半小时
		a, stop, ok := f.lengthOf(j, false)
		return a.times(n, true), stop, ok
	}
	if j, is := f.any(f.blank(end), "and a half ", "more ", "other "); is {
		half, end = half || f.has(f.blank(end), "and"), j-1
	}
	a, stop, ok := f.lengthOf(end, digit(f.s[end-1]))
	if !ok {
		return a, i, false
	}
	if j, is := f.any(stop, " and a half", "半"); is {
		half, stop = true, j
	}
	return a.times(n, half), stop, true
}

// quantity reads a count, which may have a half behind the point.
func (f folded) quantity(i int) (n, end int, half, ok bool) {
	if n, end, ok = f.small(i); ok && f.has(end, ".5") && end+2 < len(f.s) && !digit(f.s[end+2]) {
		return n, end + 2, true, true
	}
	if i < len(f.s) && letter(f.s[i]) {
		n, end, ok = f.enAmount(i)
		return n, end, false, ok && n > 0
	}
	n, end, _, ok = f.number(i)
	return n, end, false, ok
}

// terms reads amounts that are added up: 1時間30分, "1 day, 2 hours and 5 min".
func (f folded) terms(i int) (a amount, end int, ok bool) {
	a, end, ok = f.term(i)
	for range maxTerms {
		if !ok {
			break
		}
		j := f.optional(f.blank(end), ",", "と", "、")
		j = f.blank(j)
		if w, stop := f.word(j); w == "and" {
			j = f.blank(stop)
		}
		more, stop, found := f.term(j)
		if !found {
			break
		}
		a, end = a.add(more), stop
	}
	return a, end, ok
}

// The words around an amount that lead from now to a time ahead.
var (
	enInto   = []string{"in", "after"}
	enHedges = []string{"about", "around", "approximately", "exactly", "another", "~"}
	laterEnd = []string{"後", "后", "之后", "之後", "以后", "以後", "したら", "経ったら", "たったら", "経ってから", "たってから", "経過してから", "過ぎに"}
	laterFor = []string{"ほど", "くらい", "ぐらい", "程度", "左右"}
	zhInto   = []string{"再过", "再過", "过", "過", "等"}
	fromNow  = []string{" from right now", " from now", " from today", " later", " hence", " from this moment"}
)

// later reads an amount of time from now, or from a date that is said: "in 20
// minutes", 1時間30分後, 两天后, "two days after next Friday".
func (p planner) later(i int) (Reading, int, bool) {
	if out, end, ok := p.weekdaysOn(i); ok {
		return out, end, true
	}
	j, into, left := i, false, false
	if w, end := p.word(i); slices.Contains(enInto, w) && end < len(p.s) && p.before(i) != '\'' {
		into, j = true, p.blank(end)
	} else if stop, ok := p.any(i, zhInto...); ok && !p.kana {
		into, j = true, stop
	} else if stop, ok := p.any(i, "now + ", "now +", "+"); ok {
		into, j = true, stop
	} else if stop, ok := p.any(i, "あと"); ok && p.kana {
		left, j = true, stop
	} else if before := p.before(i); before < 0x80 && (letter(byte(before)) || digit(byte(before)) || before == '.') {
		return Reading{}, i, false
	}
	if w, end := p.word(j); slices.Contains(enHedges, w) {
		j = p.blank(end)
	}
	j = p.optional(j, "~")
	a, end, ok := p.terms(j)
	if !ok {
		return Reading{}, i, false
	}
	end = p.optional(p.blank(end), laterFor...)
	if stop, is := p.any(end, "で"); is && left { // あと30分で
		return p.passed(i, stop, a)
	}
	if stop, is := p.any(end, laterEnd...); is && !p.has(stop, "悔", "輩", "退", "世") {
		return p.passed(i, stop, a)
	}
	if stop, is := p.any(p.blankBack(end), fromNow...); is {
		return p.passed(i, stop, a)
	}
	if w, stop := p.word(p.blank(end)); w == "from" || w == "after" || w == "before" {
		if w == "before" {
			a = amount{-a.months, -a.days, -a.clock, a.timed}
		}
		if out, stop, ok := p.counting(stop, a); ok {
			return out, stop, true
		}
	}
	if w, _ := p.word(p.blank(end)); !into || w == "ago" || p.has(p.blank(end), "前", "間", "间", "'s") {
		return Reading{}, i, false
	}
	return p.passed(i, p.blankBack(end), a)
}

// blankBack is in front of the blanks before i.
func (f folded) blankBack(i int) int {
	for i > 0 && f.s[i-1] == ' ' {
		i--
	}
	return i
}

// passed is the time an amount after now, with a time of day if it is days.
func (p planner) passed(i, end int, a amount) (Reading, int, bool) {
	day := p.dayAfter(a)
	if a.timed {
		at := p.now.Truncate(time.Second)
		if a.months != 0 || a.days != 0 {
			at = sameClock(p.now, day, p.zone)
		}
		return instant(at.Add(a.clock)), end, true
	}
	if r, stop, ok := p.phrase(i); ok && stop >= end { // "in two weeks on Monday"
		out, ok := p.once(r)
		return out, stop, ok
	}
	r := reading{has: sRelDay, day: int(day.Sub(p.today).Hours() / 24)}
	if e, stop, ok := p.element(p.connect(end, r), r); ok && e.has&timeless == 0 {
		if both, fits := r.join(e); fits {
			r, end = both, stop
		}
	}
	out, ok := p.once(r)
	out.Rule = "amount"
	return out, end, ok
}

// dayAfter is the day an amount after today.
func (p planner) dayAfter(a amount) time.Time {
	return after(p.today, reading{amount: a.months, unit: Month}).AddDate(0, 0, a.days)
}

func instant(at time.Time) Reading {
	return Reading{From: at, To: at.Add(time.Minute), Rule: "amount"}
}

// counting is an amount after a date that stands at i.
func (p planner) counting(i int, a amount) (Reading, int, bool) {
	r, end, ok := p.phrase(p.article(p.blank(i)))
	if !ok || a.timed && r.has&sClock == 0 {
		return Reading{}, i, false
	}
	out, ok := p.once(r)
	if !ok {
		return out, i, false
	}
	out = p.shift(out, a)
	return out, end, out.From.Before(out.To)
}

// shift is a reading an amount later.
func (p planner) shift(out Reading, a amount) Reading {
	move := func(at time.Time) time.Time {
		day := after(civil(at.Date()), reading{amount: a.months, unit: Month}).AddDate(0, 0, a.days)
		return sameClock(at, day, p.zone).Add(a.clock)
	}
	out.From, out.To, out.Rule = move(out.From), move(out.To), "amount"
	for n := range out.Others {
		out.Others[n] = move(out.Others[n])
	}
	return out
}

// shifted is a reading moved by the amount that stands behind it: 来週の金曜の2日前,
// "next Tuesday + 10 days".
func (p planner) shifted(out Reading, end int) (Reading, int) {
	j, plus := p.any(p.blank(end), "+")
	if !plus {
		j = p.optional(end, "の", "的")
	}
	a, stop, ok := p.terms(p.blank(j))
	if !ok || a.timed && out.AllDay {
		return out, end
	}
	if !plus {
		back, is := p.any(stop, "前", "まえ", "之前", "以前")
		if is {
			a, stop = amount{-a.months, -a.days, -a.clock, a.timed}, back
		} else if stop, is = p.any(stop, "後", "后", "之后", "之後", "以后"); !is {
			return out, end
		}
	}
	if moved := p.shift(out, a); moved.From.Before(moved.To) {
		return moved, stop
	}
	return out, end
}

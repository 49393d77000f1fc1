package calendar

import (
	"slices"
	"strings"
)

// tying are the words between the ends of a range: 3日から5日, June 3 to June 5.
var tying = []string{"から", "~", "〜", "-", "–", "—", "to", "until", "till", "through", "thru", "到", "至"}

// ties reports whether what stands between two dates makes a range of them.
func (f folded) ties(start, end, next int) bool {
	between := strings.TrimSpace(f.s[end:next])
	if slices.Contains(tying, between) {
		return true
	}
	w, _ := f.wordBefore(start)
	return between == "and" && w == "between"
}

// completed is the beginning of a range with what only its end says: 3pm to 4pm
// tomorrow, Aug 10 to Nov 12, 2011.
func (in frame) completed(from Span, before, r reading) Span {
	its := r
	switch {
	case before.has&timeless == 0 && r.has&sClock != 0:
		its.has &= timeless
	case before.has&(sMonth|sYear|sRelYear) == sMonth && r.has&(sMonth|sYear) == sMonth|sYear:
		if its.has = sYear; before.month > r.month {
			its.year--
		}
	default:
		return from
	}
	whole, ok := before.join(its)
	if again, found := in.resolve(whole); ok && found {
		from.From, from.To, from.Unsure = again.From, again.To, again.Unsure
	}
	return from
}

// open is what a date says that does not lead to one day by itself.
const open = sMonth | sDay | sWeekday | sPart | sClock | sSeason | sThird | sFeast

// until is the end of a range that begins with from. What its words leave out
// is as with the beginning, so it is the next such time after that.
func (in frame) until(from Span, r reading, before reading) (Span, bool) {
	from = in.completed(from, before, r)
	if r.has&^open == 0 {
		in.now, in.toward = from.From, Ahead
		y, m, d := from.From.Date()
		in.today = civil(y, m, d)
		if r.bare && r.has&sPart == 0 && before.has&sPart != 0 && r.hour > before.hour {
			r.has, r.part = r.has|sPart, before.part // 午後3時から5時
		}
	}
	to, ok := in.resolve(r)
	if !ok || !from.From.Before(to.To) || to.From.Before(from.From) {
		return from, false
	}
	from.To, from.Unit, from.Slack = to.To, min(from.Unit, to.Unit), max(from.Slack, to.Slack)
	return from, true
}

// Package calendar is the one grammar of dates: it finds the points and spans
// of time that a Japanese, English or Chinese text names (昨日, 先週の金曜,
// "last June", "at 3pm", 上周五下午三点) and says which stretch of the calendar
// they mean for a person who says them now.
//
// All is pure: now and the zone are arguments, nothing is stored, and the
// functions may be called at once from anywhere. Days are counted by the
// calendar and not in hours, so they are right when the clocks change. Any
// bytes are accepted; the work is linear in the length of the text.
//
// Find never guesses where the words name no time: "the other day", 最近 and
// 连休 give no span, nor do durations (三日間), repeats (every Monday, 毎週月曜)
// and words that only look like dates (三日坊主, "may").
//
// When reads the same words as plans, and more of them: what repeats, amounts of
// time from now, hours that only a plan is said with. Where words can mean two
// dates it gives the likelier one, says that it is unsure, and gives the others:
//
//   - "Next Friday", 来週の金曜 and 下周五 are of the next week, and weeks begin on
//     Monday. "Next Friday" is unsure while the Friday of this week is ahead;
//     来週の日曜 and "Sunday next week" are, because weeks may begin on Sunday.
//   - 今度の金曜 and 次の金曜 are the next Friday there is, unsure in the same week.
//   - "Friday", 金曜 and 周五 are the next one after today, unsure on a Friday.
//   - An hour that may be of the morning or of the afternoon is the next one at
//     which people are up (7:00 to 22:00), unsure where both lie ahead.
//   - 25時 is one o'clock of the day after, in Japanese alone.
//
// docs/DATES.md has all of them, for owners.
package calendar

import "time"

// Toward says which way a date lies whose words leave it open, as "in June"
// and 金曜日 do.
type Toward int

// The directions.
const (
	Back  Toward = iota // the latest one that has begun: questions about the past
	Ahead               // the next one that is not over: plans
)

// Unit is how fine the words of a date are.
type Unit int

// The units, from fine to coarse.
const (
	Minute Unit = iota
	Hour
	Part // of a day: morning, 夕方
	Day
	Week // or a weekend, or a row of days
	Month
	Season
	Year
)

// Span is a time that a text names.
type Span struct {
	Start, End int       // the bytes of the text that name it
	From, To   time.Time // what it means, half open, in the zone of the person
	// Unit is the unit the words speak in. "Three days ago" and "3 June" speak
	// in days, "two weeks ago" in weeks although it is one day.
	Unit Unit
	// Slack is how far outside From and To the meant time may well lie, either
	// way, because the words only count: half a week for "two weeks ago", 0 for
	// dates that are named.
	Slack time.Duration
	// Unsure says that the words can be read in another way too (a bare month or
	// weekday, "next Friday", an hour that may be of the morning or of the
	// afternoon); whoever makes a plan of it asks.
	Unsure bool
}

// Find gives the times that words name, in their order and without overlaps,
// the longest reading at each place. now is the moment of speaking and zone
// the person's; toward decides where the words leave the direction open. Dates
// that the calendar does not have (30 February) are not found.
func Find(words string, now time.Time, zone *time.Location, toward Toward) []Span {
	f := fold(words)
	in := frameOf(now, zone, toward)
	var out []Span
	last, beginning, tail, before := 0, 0, 0, reading{}
	for i := 0; i < len(f.s); {
		var r reading
		end, ok := i, f.mayBegin(i)
		if ok {
			r, end, ok = f.phrase(i)
		}
		if !ok {
			i = f.skip(i)
			continue
		}
		span, ok := in.resolve(r)
		start, stop := f.original(i, end)
		if ok && start >= last && !f.repeated(i, end) {
			span.Start, span.End = start, stop
			out, last = in.add(out, span, r, f.ties(beginning, tail, i), before), stop
			beginning, tail, before = i, end, r
		}
		i = end
	}
	return out
}

// add puts a span behind the others, or makes it the end of the last one.
func (in frame) add(out []Span, span Span, r reading, tied bool, before reading) []Span {
	if n := len(out); tied && n > 0 {
		if row, ok := in.until(out[n-1], r, before); ok {
			row.End = span.End
			out[n-1] = row
			return out
		}
	}
	return append(out, span)
}

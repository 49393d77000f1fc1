package calendar

import "time"

// Reading is how words about time to come are understood.
type Reading struct {
	Start, End int       // the bytes of the text that say it
	From, To   time.Time // half open, in the zone of the person; a point in time lasts a minute or no time at all
	AllDay     bool      // the words name days and no time of day
	// Repeat is the value of an RFC 5545 RRULE ("FREQ=WEEKLY;BYDAY=MO"), "" for
	// what happens once. From is then its DTSTART: the first occurrence that is
	// not before now.
	Repeat string
	Rule   string // the name of the rule of the grammar that read it
	// Unsure says that the words can be read in another way too, so that
	// whoever makes a plan of them asks; Others are the beginnings of the other
	// readings.
	Unsure bool
	Others []time.Time
}

// When reads every date and every repetition that words name, for plans: what
// leaves the direction open lies ahead. lang ("ja", "en", "zh", or "" to go by
// the script) decides what is ambiguous, such as the order of 3/4.
func When(words string, now time.Time, zone *time.Location, lang string) []Reading {
	var out []Reading
	for _, s := range Find(words, now, zone, Ahead) {
		out = append(out, Reading{Start: s.Start, End: s.End, From: s.From, To: s.To, AllDay: s.Unit >= Day, Rule: "date", Unsure: s.Unsure})
	}
	return out
}

// Impossible gives the first part of words that has the form of a date or a
// time of day and is none, such as 2月30日 or 13:99, and why.
func Impossible(words string) (part string, why Reason, ok bool) {
	return "", "", false
}

// Reason is why something that looks like a date is none.
type Reason string

// The reasons.
const (
	NoSuchDay    Reason = "day"    // the month has no such day
	NoSuchMonth  Reason = "month"  // a year has twelve months
	NoSuchHour   Reason = "hour"   // a day has no such hour
	NoSuchMinute Reason = "minute" // an hour has no such minute
	NoSuchYear   Reason = "year"   // 昭和99年
)

package event

import (
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
)

// Fault says what is wrong with an event, or with words about one. Whoever
// shows it to people puts it into their language; Error is for models and logs.
type Fault struct {
	Field  Field  `json:"field"`
	Why    Why    `json:"why"`
	Detail string `json:"detail,omitempty"` // what is wrong with it, as far as a word says it
	Given  string `json:"given,omitempty"`  // what was given, where that is not the detail
}

// Field is a part of an event.
type Field string

// The fields.
const (
	Title  Field = "title"
	Start  Field = "when"
	End    Field = "until"
	Zone   Field = "zone"
	Repeat Field = "repeat"
	Place  Field = "place"
	Notes  Field = "notes"
	Alarms Field = "alarms"
	Single Field = "date" // which occurrence is meant
)

// Why is a kind of fault.
type Why string

// The kinds.
const (
	Missing   Why = "missing"
	TooLong   Why = "too_long" // Detail is how much there may be
	Control   Why = "control"
	NoDate    Why = "no_date"  // Detail is what was given
	NoMonth   Why = "no_month" // Detail is what was given
	NoDay     Why = "no_day"   // Detail is the month and how many days it has
	NoClock   Why = "no_clock" // Detail is what was given
	NotReal   Why = "not_real" // Detail is a date or a time in words that no calendar has
	YearRange Why = "year"
	EndFirst  Why = "end_first" // Detail is the end
	NoZone    Why = "no_zone"   // Detail is what was given
	NoRule    Why = "no_rule"   // Detail is what about it
	TooOften  Why = "too_often" // a rule that floods a day
	Never     Why = "never"     // a rule that never comes true
	Range     Why = "range"     // Detail is from what to what
	TooMany   Why = "too_many"  // Detail is how many there may be
	NotThen   Why = "not_then"  // the series has no occurrence on Detail
	NoSeries  Why = "no_series" // it happens once
	ReadOnly  Why = "read_only" // it belongs to a feed
)

var whys = map[Why]string{
	Missing:   "is missing",
	TooLong:   "is too long: at most {detail} characters",
	Control:   "has control characters: take them out",
	NoDate:    "\"{detail}\" is no date: write 2026-12-01, 2026-12-01T15:00 or words such as tomorrow at 3 pm",
	NoMonth:   "\"{detail}\" has a month that does not exist: a year has 12",
	NoDay:     "\"{given}\" does not exist ({detail} days)",
	NoClock:   "\"{detail}\" has a time that does not exist: hours go from 0 to 23, minutes from 0 to 59",
	NotReal:   "\"{detail}\" does not exist",
	YearRange: "the year {detail} is out of range: 1900 to 2199",
	EndFirst:  "the end {detail} is before the start",
	NoZone:    "\"{detail}\" is no IANA time zone such as Asia/Tokyo",
	NoRule:    "is no RRULE such as FREQ=WEEKLY;BYDAY=MO ({detail})",
	TooOften:  "repeats more than 24 times a day",
	Never:     "never happens by this rule",
	Range:     "is out of range: {detail}",
	TooMany:   "has too many entries: at most {detail}",
	NotThen:   "there is no occurrence on {detail}",
	NoSeries:  "the event happens once: leave the date out",
	ReadOnly:  "the event belongs to a subscribed calendar and cannot be changed here",
}

func (f *Fault) Error() string {
	return string(f.Field) + ": " + text.Fill(whys[f.Why], "detail", f.Detail, "given", f.Given)
}

// in names the field of a fault that has none.
func in(field Field, err error) error {
	if f, ok := err.(*Fault); ok && f.Field == "" {
		f.Field = field
	}
	return err
}

// keys are the texts of the kinds for people.
var keys = map[Why]catalog.Key{
	Missing: catalog.FaultMissing, TooLong: catalog.FaultTooLong, Control: catalog.FaultControl, NoDate: catalog.FaultNoDate,
	NoMonth: catalog.FaultNoMonth, NoDay: catalog.FaultNoDay, NoClock: catalog.FaultNoClock, NotReal: catalog.FaultNotReal,
	YearRange: catalog.FaultYear, EndFirst: catalog.FaultEndFirst, NoZone: catalog.FaultNoZone, NoRule: catalog.FaultNoRule,
	TooOften: catalog.FaultTooOften, Never: catalog.FaultNever, Range: catalog.FaultRange, TooMany: catalog.FaultTooMany,
	NotThen: catalog.FaultNotThen, NoSeries: catalog.FaultNoSeries, ReadOnly: catalog.FaultReadOnly,
}

// Under is the fault in a language, with the name that the field has where it
// is read.
func (f *Fault) Under(lang text.Lang, field string) string {
	why := catalog.Text(lang, keys[f.Why], "detail", f.Detail, "given", f.Given)
	return catalog.Text(lang, catalog.FaultOf, "field", field, "why", why)
}

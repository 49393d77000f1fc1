// Package wording says in the words of a person's language how often something
// repeats, from the rule it repeats by (every 2 weeks on Tuesday).
//
// All is pure. It never judges a rule: what it has no words for it gives as the
// rule itself.
package wording

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
)

// Repetition says in words how often an RFC 5545 rule repeats, as far as rules
// are made of words here; what it does not know it gives as the rule itself.
// zone is that of the person, for the last day.
func Repetition(lang text.Lang, rule string, zone *time.Location) string {
	parts := map[string]string{}
	for part := range strings.SplitSeq(rule, ";") {
		name, value, _ := strings.Cut(part, "=")
		if !slices.Contains(known, name) {
			return rule
		}
		parts[name] = value
	}
	r := repetition{lang: lang, parts: parts}
	every, ok := r.every()
	if !ok {
		return rule
	}
	if days := r.days(); days != "" {
		every = catalog.Text(lang, catalog.RepeatOn, "every", every, "days", days)
	}
	if hours := parts["BYHOUR"]; hours != "" {
		every = catalog.Text(lang, catalog.RepeatHours, "what", every, "hours", r.join(strings.Split(hours, ",")))
	}
	if count := parts["COUNT"]; count != "" {
		every = catalog.Text(lang, catalog.RepeatTimes, "what", every, "n", count)
	}
	if until, ok := lastDay(parts["UNTIL"], zone); ok {
		every = catalog.Text(lang, catalog.RepeatUntil, "what", every, "date", until)
	}
	return every
}

// known are the parts of rules that there are words for.
var known = []string{"FREQ", "INTERVAL", "COUNT", "UNTIL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYHOUR", "WKST"}

// repetition is a rule in parts, for one language.
type repetition struct {
	lang  text.Lang
	parts map[string]string
}

// one is the n-th entry of a list of the catalog, from 1.
func (r repetition) one(list catalog.Key, n int) string {
	all := strings.Split(catalog.Text(r.lang, list), "\t")
	if n < 1 || n > len(all) {
		return strconv.Itoa(n)
	}
	return all[n-1]
}

func (r repetition) join(list []string) string {
	return strings.Join(list, catalog.Text(r.lang, catalog.RepeatSeparator))
}

func (r repetition) every() (string, bool) {
	n := 0
	for i, name := range []string{"MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"} {
		if r.parts["FREQ"] == name {
			n = i + 1
		}
	}
	if step := r.parts["INTERVAL"]; step != "" && step != "1" {
		return text.Fill(r.one(catalog.RepeatStep, n), "n", step), n > 0
	}
	return r.one(catalog.RepeatEach, n), n > 0
}

// days are the days of the month, the weekdays and the months of the rule.
func (r repetition) days() string {
	var days []string
	for _, d := range r.list("BYMONTHDAY") {
		n, _ := strconv.Atoi(d)
		if n < 0 {
			days = append(days, r.backwards(-n))
			continue
		}
		days = append(days, catalog.Text(r.lang, catalog.RepeatDate, "n", d))
	}
	for _, d := range r.list("BYDAY") {
		days = append(days, r.weekday(d))
	}
	var months []string
	for _, m := range r.list("BYMONTH") {
		n, _ := strconv.Atoi(m)
		months = append(months, r.one(catalog.RepeatMonths, n))
	}
	switch {
	case len(months) == 0:
		return r.join(days)
	case len(days) == 0:
		return r.join(months)
	}
	return catalog.Text(r.lang, catalog.RepeatInMonth, "month", r.join(months), "days", r.join(days))
}

func (r repetition) list(name string) []string {
	if r.parts[name] == "" {
		return nil
	}
	return strings.Split(r.parts[name], ",")
}

// backwards is a day of the month counted from its end.
func (r repetition) backwards(n int) string {
	if n == 1 {
		return catalog.Text(r.lang, catalog.RepeatLastDate)
	}
	return catalog.Text(r.lang, catalog.RepeatDateFromEnd, "n", strconv.Itoa(n))
}

// weekday is MO, 2TU, -1FR in words.
func (r repetition) weekday(code string) string {
	name := code[max(0, len(code)-2):]
	at := slices.Index([]string{"MO", "TU", "WE", "TH", "FR", "SA", "SU"}, name)
	if at < 0 {
		return code
	}
	day := r.one(catalog.RepeatWeekdays, at+1)
	n, _ := strconv.Atoi(strings.TrimSuffix(code, name))
	switch {
	case n > 0:
		return catalog.Text(r.lang, catalog.RepeatNth, "n", r.one(catalog.RepeatOrdinals, n), "day", day)
	case n == -1:
		return catalog.Text(r.lang, catalog.RepeatLast, "day", day)
	case n < 0:
		return catalog.Text(r.lang, catalog.RepeatFromEnd, "n", strconv.Itoa(-n), "day", day)
	}
	return day
}

// lastDay is the date of UNTIL in the zone of the person.
func lastDay(until string, zone *time.Location) (string, bool) {
	if at, err := time.Parse("20060102T150405Z", until); err == nil {
		return at.In(zone).Format(time.DateOnly), true
	}
	at, err := time.Parse("20060102", until)
	return at.Format(time.DateOnly), err == nil
}

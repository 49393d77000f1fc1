package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/autonomy/reminder"
	"github.com/kokoron/kokoron/internal/catalog"
)

// spec is when a job is done, in the reader's language; what has no words here
// stays as the job says it.
func (p *program) spec(j heart.Job) string {
	if word := catalog.Coded(p.lang, catalog.JobWords)[j.Name]; word != "" {
		return word
	}
	if every, is := strings.CutPrefix(j.Spec, "every "); is {
		span, _, chosen := strings.Cut(every, ",")
		d, err := time.ParseDuration(span)
		switch {
		case err != nil:
			return j.Spec
		case chosen:
			return p.say(catalog.JobChosen, "span", reminder.Span(p.lang, d))
		}
		return p.say(catalog.JobEvery, "span", reminder.Span(p.lang, d))
	}
	f := strings.Fields(j.Spec) // minute, hour, day, month, weekday, zone
	if len(f) != 6 || f[2] != "*" || f[3] != "*" {
		return j.Spec
	}
	minute, err := strconv.Atoi(f[0])
	hour, err2 := strconv.Atoi(f[1])
	day, err3 := strconv.Atoi(f[4])
	at := clockOf(hour*60 + minute)
	switch days := strings.Fields(p.say(catalog.ReminderWeekdays)); {
	case err != nil || err2 != nil:
		return j.Spec
	case f[4] == "*":
		return p.say(catalog.JobDaily, "time", at)
	case err3 == nil && day >= 0 && day < len(days):
		return p.say(catalog.JobWeekly, "weekday", days[day], "time", at)
	}
	return j.Spec
}

// counted is what came of a run: its words, or how many of what.
func (p *program) counted(r heart.Result) string {
	parts := []string{}
	jobs, others := catalog.Coded(p.lang, catalog.JobWords), catalog.Coded(p.lang, catalog.SimulateWords)
	if r.Text != "" {
		parts = append(parts, r.Text)
	}
	for _, name := range catalog.Counted(r.Counts) {
		code := "n." + name
		word := cmp.Or(jobs[code], others[code], name)
		parts = append(parts, fmt.Sprintf("%s %d", word, r.Counts[name]))
	}
	return strings.Join(parts, ", ")
}

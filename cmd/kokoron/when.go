package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/calendar"
	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/calendar/wording"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/clock"
)

// understood is a reading as --json prints it.
type understood struct {
	Text   string      `json:"text"`
	From   time.Time   `json:"from"`
	To     time.Time   `json:"to"`
	AllDay bool        `json:"all_day"`
	Repeat string      `json:"repeat,omitempty"`
	Next   []time.Time `json:"next,omitempty"`
	Rule   string      `json:"rule"`
	Unsure bool        `json:"unsure"`
	Others []time.Time `json:"others,omitempty"`
}

// understanding is what --json prints.
type understanding struct {
	Now        time.Time    `json:"now"`
	Zone       string       `json:"zone"`
	Lang       string       `json:"lang"`
	Readings   []understood `json:"readings"`
	Impossible string       `json:"impossible,omitempty"`
	Why        string       `json:"why,omitempty"`
}

// asked is what kokoron when is asked, beside the words.
type asked struct {
	now  time.Time
	zone *time.Location
	lang string
}

// when prints how the dates in words are understood. It reads the settings of a
// home if there is one, and opens nothing.
func when(_ context.Context, p *program) int {
	cfg, ok := p.settings()
	if !ok {
		return exitFailed
	}
	q := asked{zone: cfg.Zone, lang: string(cfg.Language)}
	if !p.asking(&q) {
		return exitUsage
	}
	words := strings.Join(p.args, " ")
	got := understanding{Now: q.now, Zone: q.zone.String(), Lang: q.lang, Readings: []understood{}}
	for _, r := range calendar.When(words, q.now, q.zone, q.lang) {
		got.Readings = append(got.Readings, understood{
			Text: words[r.Start:r.End], From: r.From, To: r.To, AllDay: r.AllDay, Repeat: r.Repeat, Next: following(r, q.zone),
			Rule: r.Rule, Unsure: r.Unsure, Others: r.Others,
		})
	}
	part, why, impossible := calendar.Impossible(words)
	if impossible {
		got.Impossible, got.Why = part, string(why)
	}
	code := exitOK
	if len(got.Readings) == 0 {
		code = exitFailed
	}
	if p.json() {
		raw, err := json.Marshal(got)
		if err != nil {
			p.complain(p.say(catalog.Failed, "detail", err.Error()))
			return exitFailed
		}
		return max(code, p.printJSON(raw))
	}
	p.tellReadings(got, q)
	return code
}

// asking reads --now, --zone and --lang; what is wrong with them is said.
func (p *program) asking(q *asked) bool {
	if name := p.flags["--zone"]; name != "" {
		zone, err := time.LoadLocation(name)
		if err != nil || name == "Local" {
			p.complain(p.say(catalog.WhenBadZone, "zone", name))
			return false
		}
		q.zone = zone
	}
	if lang := p.flags["--lang"]; lang != "" {
		if !slices.Contains([]string{"ja", "en", "zh"}, lang) {
			p.complain(p.say(catalog.WhenBadLang, "lang", lang))
			return false
		}
		q.lang = lang
	}
	q.now = clock.Real{}.Now().In(q.zone)
	given := p.flags["--now"]
	if given == "" {
		return true
	}
	if at, err := time.Parse(time.RFC3339, given); err == nil {
		q.now = at.In(q.zone)
		return true
	}
	wall, _, err := event.ParseWall(given)
	if err != nil {
		p.complain(p.say(catalog.WhenBadTime, "time", given))
		return false
	}
	q.now = wall.In(q.zone)
	return true
}

// shown is how many occurrences of a repetition are shown, and ahead how far
// they are looked for: a leap day comes after eight years at most.
const (
	shown = 3
	ahead = 30 * 366 * 24 * time.Hour
)

// following are the next occurrences of what repeats.
func following(r calendar.Reading, zone *time.Location) []time.Time {
	if r.Repeat == "" {
		return nil
	}
	start := event.WallOf(r.First)
	e := event.Event{AllDay: r.AllDay, Start: start, End: start, Zone: zone.String(), Repeat: r.Repeat}
	if r.AllDay {
		e.End, e.Zone = start.Days(1), ""
	}
	var out []time.Time
	for _, o := range event.Expand([]event.Event{e}, r.From, r.From.Add(ahead), zone, shown) {
		out = append(out, o.From)
	}
	return out
}

// tellReadings prints what was understood, and what cannot be.
func (p *program) tellReadings(got understanding, q asked) {
	for _, r := range got.Readings {
		to := r.To
		key := catalog.WhenFromTo
		switch single := r.To.Sub(r.From) <= time.Minute; {
		case r.AllDay && p.moment(r.From, true) == p.moment(to.Add(-1), true):
			key = catalog.WhenAllDay
		case r.AllDay:
			key, to = catalog.WhenDays, to.Add(-1)
		case single:
			key = catalog.WhenAt
		}
		fmt.Fprintln(p.stdout, p.say(key, "words", oneLine(r.Text), "from", p.moment(r.From, r.AllDay), "to", p.moment(to, r.AllDay)))
		if r.Repeat != "" {
			fmt.Fprintln(p.stdout, p.say(catalog.WhenRepeats, "repeat", wording.Repetition(p.lang, r.Repeat, q.zone), "rule", r.Repeat))
			fmt.Fprintln(p.stdout, p.say(catalog.WhenNext, "times", p.moments(r.Next, r.AllDay)))
		}
		switch {
		case len(r.Others) > 0:
			fmt.Fprintln(p.stdout, p.say(catalog.WhenOthers, "others", p.moments(r.Others, r.AllDay)))
		case r.Unsure:
			fmt.Fprintln(p.stdout, p.say(catalog.WhenDoubt))
		}
		fmt.Fprintln(p.stdout, p.say(catalog.WhenRule, "rule", r.Rule))
	}
	switch {
	case got.Impossible != "":
		p.complain(p.say(impossible(calendar.Reason(got.Why)), "part", oneLine(got.Impossible)))
	case len(got.Readings) == 0:
		p.complain(p.say(catalog.WhenNothing))
	}
}

// impossible is the text of why something is no date.
func impossible(why calendar.Reason) catalog.Key {
	switch why {
	case calendar.NoSuchMonth:
		return catalog.WhenMonth
	case calendar.NoSuchHour:
		return catalog.WhenHour
	case calendar.NoSuchMinute:
		return catalog.WhenMinute
	case calendar.NoSuchYear:
		return catalog.WhenYear
	}
	return catalog.WhenDay
}

func (p *program) moments(all []time.Time, day bool) string {
	var out []string
	for _, at := range all {
		out = append(out, p.moment(at, day))
	}
	return strings.Join(out, p.say(catalog.RepeatSeparator))
}

// moment is a day, or a time with its day, in the person's language.
func (p *program) moment(at time.Time, day bool) string {
	weekday := strings.Split(p.say(catalog.WhenWeekdays), "\t")[(int(at.Weekday())+6)%7]
	if day {
		return p.say(catalog.WhenDate, "date", at.Format(time.DateOnly), "weekday", weekday)
	}
	clock := "15:04"
	if at.Second() != 0 {
		clock = time.TimeOnly
	}
	return p.say(catalog.WhenTime, "date", at.Format(time.DateOnly), "weekday", weekday, "time", at.Format(clock))
}

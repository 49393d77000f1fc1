package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/calendar/ics"
	"github.com/kokoron/kokoron/calendar/wording"
	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/ops"
)

// usualDays is how far a list of the calendar goes, mostDays how far it can.
const (
	usualDays = 7
	mostDays  = 3660
)

// listCalendar prints what stands in the calendar.
func listCalendar(ctx context.Context, p *program) int {
	days := usualDays
	if given, set := p.flags["--days"]; set {
		n, err := strconv.Atoi(given)
		if err != nil || n < 1 || n > mostDays {
			p.complain(p.say(catalog.FlagDays, "flag", "--days", "value", given, "most", strconv.Itoa(mostDays)))
			return exitUsage
		}
		days = n
	}
	var got app.CalendarList
	_, show, code := p.consult(ctx, "calendar list", app.Ask{Calendar: app.CalendarAsk{From: p.flags["--from"], To: p.flags["--to"], Days: days}}, &got)
	if !show {
		return code
	}
	if len(got.Events) == 0 {
		fmt.Fprintln(p.stdout, p.say(catalog.CalendarNone))
		return exitOK
	}
	rows := [][]string{strings.Split(p.say(catalog.CalendarHead), "\t")}
	for _, e := range got.Events {
		rows = append(rows, []string{e.Short, p.during(e.Occurrence), oneLine(e.Title), oneLine(e.Place)})
	}
	table(p.stdout, rows)
	return exitOK
}

// during is when something is.
func (p *program) during(o event.Occurrence) string {
	return event.Moment{AllDay: o.AllDay, From: event.WallOf(o.From), To: event.WallOf(o.To)}.In(p.lang)
}

func addEvent(ctx context.Context, p *program) int {
	alarms, good := p.alarms()
	if !good {
		return exitUsage
	}
	plan := ops.ToPlan{
		Title: strings.Join(p.args, " "), When: p.flags["--when"], Until: p.flags["--until"], Place: p.flags["--place"],
		Notes: p.flags["--notes"], Repeat: p.flags["--repeat"], AllDay: p.flags["--all-day"] != "", Alarms: alarms,
	}
	return p.alterEvent(ctx, "calendar add", app.Ask{Calendar: app.CalendarAsk{Plan: plan}}, func(same bool, when, title, id string) string {
		if same {
			return p.say(catalog.CalendarKnown, "when", when, "title", title, "id", id)
		}
		return p.say(catalog.CalendarAdded, "when", when, "title", title, "id", id)
	})
}

// updateEvent changes what is given of an event.
func updateEvent(ctx context.Context, p *program) int {
	alarms, good := p.alarms()
	if !good {
		return exitUsage
	}
	given := func(flag string) *string {
		if v, set := p.flags[flag]; set {
			return &v
		}
		return nil
	}
	in := ops.Replan{
		Title: given("--title"), When: given("--when"), Until: given("--until"), Place: given("--place"), Notes: given("--notes"),
		Repeat: given("--repeat"), Alarms: alarms, Date: p.flags["--date"],
	}
	if fields, set := p.flags["--clear"]; set {
		if wrong := in.Clear(strings.Split(fields, ",")...); wrong != "" {
			p.complain(p.say(catalog.FlagChoice, "flag", "--clear", "value", wrong, "known", "place, notes, repeat, until, alarms"))
			return exitUsage
		}
	}
	return p.alterEvent(ctx, "calendar update", app.Ask{ID: p.args[0], Calendar: app.CalendarAsk{Replan: in}}, func(same bool, when, title, id string) string {
		if same {
			return p.say(catalog.CalendarSame, "when", when, "title", title, "id", id)
		}
		return p.say(catalog.CalendarChanged, "when", when, "title", title, "id", id)
	})
}

// alarms reads --alarms, minutes with commas between; what is wrong with it is
// said.
func (p *program) alarms() (out []int, good bool) {
	given, set := p.flags["--alarms"]
	if !set {
		return nil, true
	}
	for one := range strings.SplitSeq(given, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(one))
		if err != nil {
			p.complain(p.say(catalog.FlagMinutes, "flag", "--alarms", "value", given))
			return nil, false
		}
		out = append(out, n)
	}
	return out, true
}

func deleteEvent(ctx context.Context, p *program) int {
	ask := app.Ask{ID: p.args[0], Calendar: app.CalendarAsk{Replan: ops.Replan{Date: p.flags["--date"]}}}
	return p.alterEvent(ctx, "calendar delete", ask, func(_ bool, when, title, id string) string {
		if date := p.flags["--date"]; date != "" {
			id += " --date " + date
		}
		return p.say(catalog.CalendarDropped, "when", when, "title", title, "id", id)
	})
}

func restoreEvent(ctx context.Context, p *program) int {
	ask := app.Ask{ID: p.args[0], Calendar: app.CalendarAsk{Replan: ops.Replan{Date: p.flags["--date"]}}}
	return p.alterEvent(ctx, "calendar restore", ask, func(same bool, when, title, id string) string {
		if same {
			return p.say(catalog.CalendarSame, "when", when, "title", title, "id", id)
		}
		return p.say(catalog.CalendarRestored, "when", when, "title", title, "id", id)
	})
}

// alterEvent changes an event, says how it is now and what is on at the same
// time.
func (p *program) alterEvent(ctx context.Context, op string, ask app.Ask, now func(same bool, when, title, id string) string) int {
	var got app.CalendarChanged
	_, show, code := p.consult(ctx, op, ask, &got)
	if !show {
		return code
	}
	fmt.Fprintln(p.stdout, now(got.Same, p.during(got.Next), got.Next.Title, got.Short))
	if rule := got.Event.Repeat; rule != "" && p.flags["--date"] == "" { // it is about all of them
		zone, err := time.LoadLocation(got.Event.Zone)
		if err != nil {
			zone = time.UTC
		}
		fmt.Fprintln(p.stdout, p.say(catalog.WhenRepeats, "repeat", wording.Repetition(p.lang, rule, zone), "rule", rule))
	}
	for _, c := range got.Conflicts {
		fmt.Fprintln(p.stdout, p.say(catalog.CalendarConflict, "when", p.during(c), "title", c.Title))
	}
	return exitOK
}

// importCalendar reads an iCalendar file, "-" for what comes in.
func importCalendar(ctx context.Context, p *program) int {
	data, err := p.readLimited(p.args[0], ics.MaxBytes+1)
	if err != nil {
		p.complain(p.say(catalog.CalendarUnread, "path", p.args[0], "detail", catalog.Words(p.lang, err)))
		return exitFailed
	}
	cfg, ok := p.settings()
	if !ok {
		return exitFailed
	}
	log, file, err := logFile(cfg)
	if err != nil {
		p.complain(p.explain(err, cfg))
		return exitFailed
	}
	defer file.Close()
	got, err := app.ImportCalendar(ctx, cfg, log, p.flags["--as"], data)
	switch {
	case err == ics.ErrNone || err == ics.ErrTooLarge:
		p.complain(p.say(catalog.CalendarUnread, "path", p.args[0], "detail", catalog.Words(p.lang, err)))
		return exitFailed
	case err != nil:
		p.complain(p.explain(err, cfg))
		return exitFailed
	case p.json():
		raw, err := json.Marshal(got)
		if err != nil {
			p.complain(p.explain(err, cfg))
			return exitFailed
		}
		return p.printJSON(raw)
	}
	fmt.Fprintln(p.stdout, p.say(catalog.CalendarImported, "added", strconv.Itoa(got.Added), "changed", strconv.Itoa(got.Changed),
		"same", strconv.Itoa(got.Same), "skipped", strconv.Itoa(got.Left)))
	p.skipped(got.Skipped)
	return exitOK
}

// readLimited reads a file up to a length.
func (p *program) readLimited(path string, most int64) ([]byte, error) {
	from := p.stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		from = f
	}
	return io.ReadAll(io.LimitReader(from, most))
}

// skipped says of every component why it was not taken.
func (p *program) skipped(list []ics.Skipped) {
	for _, s := range list {
		fmt.Fprintln(p.stdout, p.say(catalog.CalendarSkipped, "component", s.Component, "line", strconv.Itoa(s.Line), "title", s.Title, "why", s.In(p.lang)))
	}
}

// exportCalendar writes the own calendar to a file, or to stdout.
func exportCalendar(ctx context.Context, p *program) int {
	var got app.CalendarFile
	cfg, show, code := p.consult(ctx, "calendar export", app.Ask{}, &got)
	if !show {
		return code
	}
	if len(p.args) == 0 {
		if _, err := io.WriteString(p.stdout, got.ICS); err != nil {
			p.complain(p.explain(err, cfg))
			return exitFailed
		}
		return exitOK
	}
	if err := writeWhole(p.args[0], []byte(got.ICS)); err != nil {
		p.complain(p.say(catalog.CalendarUnsaved, "path", p.args[0], "detail", err.Error()))
		return exitFailed
	}
	fmt.Fprintln(p.stdout, p.say(catalog.CalendarExported, "count", strconv.Itoa(got.Count), "path", p.args[0]))
	return exitOK
}

func subscribeCalendar(ctx context.Context, p *program) int {
	var got app.CalendarFeeds
	_, show, code := p.consult(ctx, "calendar subscribe", app.Ask{Calendar: app.CalendarAsk{URL: p.args[0]}}, &got)
	if !show {
		return code
	}
	f := got.Feeds[0]
	fmt.Fprintln(p.stdout, p.say(catalog.CalendarFeedAdded, "name", feedName(f), "count", strconv.Itoa(f.Events), "skipped", strconv.Itoa(f.Skipped), "id", f.Short))
	p.skipped(f.Why)
	return exitOK
}

func unsubscribeCalendar(ctx context.Context, p *program) int {
	var got app.CalendarFeeds
	_, show, code := p.consult(ctx, "calendar unsubscribe", app.Ask{ID: p.args[0]}, &got)
	if show {
		fmt.Fprintln(p.stdout, p.say(catalog.CalendarFeedGone, "name", feedName(got.Feeds[0])))
	}
	return code
}

func feedName(f ops.FeedState) string {
	if f.Name == "" {
		return f.Server
	}
	return f.Name
}

// listFeeds prints the calendars that are subscribed to.
func listFeeds(ctx context.Context, p *program) int {
	var got app.CalendarFeeds
	cfg, show, code := p.consult(ctx, "calendar feeds", app.Ask{}, &got)
	if !show {
		return code
	}
	if len(got.Feeds) == 0 {
		fmt.Fprintln(p.stdout, p.say(catalog.CalendarFeedNone))
		return exitOK
	}
	rows := [][]string{strings.Split(p.say(catalog.CalendarFeedHead), "\t")}
	for _, f := range got.Feeds {
		state := p.say(catalog.CalendarFeedFine)
		if f.Error != "" {
			state = p.say(catalog.CalendarFeedBad, "detail", cmp.Or(f.Trouble.In(p.lang), f.Error))
		}
		rows = append(rows, []string{f.Short, oneLine(f.Name), f.Server, strconv.Itoa(f.Events), local(f.Checked, momentForm, cfg), state})
	}
	table(p.stdout, rows)
	return exitOK
}

// shareCalendar prints a new address under which the calendar can be read, or
// takes it back.
func shareCalendar(ctx context.Context, p *program) int {
	off := len(p.args) > 0
	if off && p.args[0] != "off" {
		p.complain(p.say(catalog.ExtraArgument, "argument", p.args[0]))
		return exitUsage
	}
	var got app.CalendarShared
	cfg, show, code := p.consult(ctx, "calendar feed", app.Ask{Calendar: app.CalendarAsk{Off: off}}, &got)
	switch {
	case !show:
		return code
	case got.Path != "":
		base := "http://" + cmp.Or(got.Addr, cfg.Listen)
		if len(cfg.Origins) > 0 {
			base = strings.TrimSuffix(cfg.Origins[0], "/")
		}
		fmt.Fprintln(p.stdout, p.say(catalog.CalendarShared, "url", base+got.Path))
	case got.Was:
		fmt.Fprintln(p.stdout, p.say(catalog.CalendarUnshared))
	default:
		fmt.Fprintln(p.stdout, p.say(catalog.CalendarUnsharedB))
	}
	return exitOK
}

// calendarProblem puts into words why something about a calendar cannot be.
func (p *program) calendarProblem(o *ops.Problem) string {
	known := strings.Join(o.Known, ", ")
	switch o.Code {
	case ops.UnknownEvent:
		return p.say(catalog.UnknownEvent, "about", o.About)
	case ops.ManyEvents:
		return p.say(catalog.ManyEvents, "about", o.About, "known", known)
	case ops.BadEvent:
		return p.calendarFault(o)
	case ops.UnclearTime:
		return p.say(catalog.UnclearTime, "about", o.About, "known", known)
	case ops.UnknownFeed:
		if known == "" {
			return p.say(catalog.CalendarFeedNone)
		}
		return p.say(catalog.UnknownFeed, "known", known)
	case ops.BadFeed:
		return p.say(catalog.BadFeed, "detail", cmp.Or(o.Why.In(p.lang), known))
	}
	return p.say(catalog.Failed, "detail", o.Error())
}

// calendarFault puts into words what is wrong with an event.
func (p *program) calendarFault(o *ops.Problem) string {
	parts := append(slices.Clone(o.Known), "", "", "")
	f := event.Fault{Why: event.Why(parts[0]), Detail: parts[1], Given: parts[2]}
	return f.Under(p.lang, p.flagOf(o.About))
}

// flagOf is how a field of an event is given on the command line.
func (p *program) flagOf(field string) string {
	_, from := p.flags["--from"]
	_, to := p.flags["--to"]
	switch {
	case field == string(event.Title):
		return "TITLE"
	case (from || to) && field == string(event.Start):
		return "--from"
	case (from || to) && field == string(event.End):
		return "--to"
	}
	return "--" + field
}

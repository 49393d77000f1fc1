package toolset

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/turn"
)

var (
	planSpec = tool.Spec{
		Name: "calendar_add", Effect: tool.Write, Permission: tool.Person, Keeps: tool.Calendar,
		Params: []tool.Param{
			{Name: "title", Type: tool.String, Required: true},
			{Name: "when", Type: tool.String, Required: true},
			{Name: "until", Type: tool.String},
			{Name: "place", Type: tool.String},
			{Name: "notes", Type: tool.String},
			{Name: "repeat", Type: tool.String},
			{Name: "all_day", Type: tool.Boolean},
		},
	}
	agendaSpec = tool.Spec{
		Name: "calendar_list", Effect: tool.Read, Permission: tool.Person,
		Params: []tool.Param{{Name: "from", Type: tool.String}, {Name: "to", Type: tool.String}, {Name: "query", Type: tool.String}},
	}
	replanSpec = tool.Spec{
		Name: "calendar_update", Effect: tool.Write, Permission: tool.Person, Keeps: tool.Calendar,
		Params: []tool.Param{
			{Name: "id", Type: tool.String, Required: true},
			{Name: "date", Type: tool.String},
			{Name: "title", Type: tool.String},
			{Name: "when", Type: tool.String},
			{Name: "until", Type: tool.String},
			{Name: "place", Type: tool.String},
			{Name: "notes", Type: tool.String},
			{Name: "repeat", Type: tool.String},
			{Name: "clear", Type: tool.Array, Items: tool.String},
		},
	}
	unplanSpec = tool.Spec{
		Name: "calendar_delete", Effect: tool.Write, Permission: tool.Person, Keeps: tool.Calendar,
		Params: []tool.Param{
			{Name: "id", Type: tool.String, Required: true},
			{Name: "date", Type: tool.String},
			{Name: "undo", Type: tool.Boolean},
		},
	}
)

type planArgs struct {
	Title  string `json:"title"`
	When   string `json:"when"`
	Until  string `json:"until"`
	Place  string `json:"place"`
	Notes  string `json:"notes"`
	Repeat string `json:"repeat"`
	AllDay bool   `json:"all_day"`
}

// calendarAdd puts an event into the calendar; the result quotes it as it
// stands there, and what is on at the same time.
func (s *Set) calendarAdd(ctx context.Context, t turn.Turn, c tool.Call) (tool.Result, error) {
	args, err := decode[planArgs](c)
	if err != nil {
		return tool.Result{}, err
	}
	in := ops.ToPlan{
		Title: args.Title, When: args.When, Until: args.Until, Place: args.Place, Notes: args.Notes, Repeat: args.Repeat,
		AllDay: args.AllDay,
	}
	res, err := s.ops.Plan(ctx, t, turn.Op(c.Op), in, func(got ops.Planned) tool.Result {
		key := "planned"
		if got.Same {
			key = "planned_before"
		}
		return s.planned(key, got)
	})
	return s.unplannable(res, err)
}

type agendaArgs struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Query string `json:"query"`
}

// How many rows of a calendar one result has at most.
const maxRows = 50

// calendarList lists what stands in the calendar, one line each.
func (s *Set) calendarList(ctx context.Context, t turn.Turn, c tool.Call) (tool.Result, error) {
	args, err := decode[agendaArgs](c)
	if err != nil {
		return tool.Result{}, err
	}
	list, err := s.ops.Agenda(ctx, t, args.From, args.To, args.Query)
	if err != nil {
		return s.unplannable(tool.Result{}, err)
	}
	if len(list) == 0 {
		return tool.Result{Text: s.texts["no_events"], Empty: true}, nil
	}
	var rows []string
	for i, l := range list {
		if i == maxRows {
			rows = append(rows, s.texts["more_events"])
			break
		}
		rows = append(rows, s.eventRow(l.Handle, l.Occurrence))
	}
	return tool.Result{Text: strings.Join(rows, "\n")}, nil
}

type replanArgs struct {
	ID     string   `json:"id"`
	Date   string   `json:"date"`
	Title  *string  `json:"title"`
	When   *string  `json:"when"`
	Until  *string  `json:"until"`
	Place  *string  `json:"place"`
	Notes  *string  `json:"notes"`
	Repeat *string  `json:"repeat"`
	Clear  []string `json:"clear"`
}

// calendarUpdate changes an event, or one occurrence of a series.
func (s *Set) calendarUpdate(ctx context.Context, t turn.Turn, c tool.Call) (tool.Result, error) {
	args, err := decode[replanArgs](c)
	if err != nil {
		return tool.Result{}, err
	}
	in := ops.Replan{
		Title: args.Title, When: args.When, Until: args.Until, Place: args.Place, Notes: args.Notes, Repeat: args.Repeat,
		Date: args.Date,
	}
	if in.When != nil && strings.TrimSpace(*in.When) == "" {
		in.When = nil // an event has a time; models leave what they do not mean empty
	}
	if wrong := in.Clear(args.Clear...); wrong != "" {
		return tool.Result{Text: s.texts.Fill("plan_bad", "detail", "clear: "+wrong), Err: true}, nil
	}
	res, err := s.ops.Replan(ctx, t, turn.Op(c.Op), args.ID, in, func(got ops.Planned) tool.Result {
		if got.Same {
			return tool.Result{Text: s.texts["replan_nothing"], Err: true}
		}
		return s.planned("replanned", got)
	})
	return s.unplannable(res, err)
}

type unplanArgs struct {
	ID   string `json:"id"`
	Date string `json:"date"`
	Undo bool   `json:"undo"`
}

// calendarDelete takes an event out, or one occurrence of a series; or brings
// it back.
func (s *Set) calendarDelete(ctx context.Context, t turn.Turn, c tool.Call) (tool.Result, error) {
	args, err := decode[unplanArgs](c)
	if err != nil {
		return tool.Result{}, err
	}
	do, key := s.ops.Unplan, "unplanned"
	switch {
	case args.Undo:
		do, key = s.ops.PlanAgain, "planned_again"
	case args.Date != "":
		key = "unplanned_one"
	}
	res, err := do(ctx, t, turn.Op(c.Op), args.ID, args.Date, func(got ops.Planned) tool.Result { return s.planned(key, got) })
	return s.unplannable(res, err)
}

// planned is the result of something that was done to the calendar.
func (s *Set) planned(key string, got ops.Planned) tool.Result {
	lines := []string{s.texts.Fill(key, "row", s.eventRow(got.Handle, got.Next))}
	for _, c := range got.Conflicts {
		lines = append(lines, s.texts.Fill("conflict", "row", s.eventRow("", c)))
	}
	return tool.Result{Wrote: true, Text: strings.Join(lines, "\n")}
}

// unplannable words what the use cases refuse: what to ask the person, or what
// to mend.
func (s *Set) unplannable(res tool.Result, err error) (tool.Result, error) {
	var fault *event.Fault
	var unclear *event.Unclear
	switch {
	case errors.Is(err, ops.ErrNoScope):
		return tool.Result{Text: s.texts["not_allowed"], Err: true}, nil
	case errors.Is(err, ops.ErrNoEvent):
		return tool.Result{Text: s.texts["no_such_event"], Err: true}, nil
	case errors.As(err, &fault):
		return tool.Result{Text: s.texts.Fill("plan_bad", "detail", fault.Error()), Err: true}, nil
	case errors.As(err, &unclear):
		var list []string
		for _, r := range unclear.Readings {
			list = append(list, "- "+s.eventTime(r.AllDay, r.Start, r.End))
		}
		return tool.Result{Text: s.texts.Fill("plan_unclear", "words", unclear.Words, "list", strings.Join(list, "\n")), Err: true}, nil
	}
	return res, err
}

// eventRow is one occurrence in a line.
func (s *Set) eventRow(handle string, o event.Occurrence) string {
	row := strings.TrimSpace(s.texts.Fill("event_row", "handle", handle, "title", o.Title,
		"time", s.eventTime(o.AllDay, event.WallOf(o.From), event.WallOf(o.To))))
	for _, more := range []struct{ key, value string }{
		{"event_place", o.Place}, {"event_repeat", o.Repeat}, {"event_notes", strings.Join(strings.Fields(o.Notes), " ")}, {"event_feed", string(o.Feed)},
	} {
		if more.value != "" {
			row += " " + s.texts.Fill(more.key, "value", more.value)
		}
	}
	return row
}

// eventTime is when something is, with the weekday, as the person's clocks show
// it.
func (s *Set) eventTime(allDay bool, from, to event.Wall) string {
	day := func(w event.Wall) string {
		return s.texts.Fill("event_day", "date", w.Date(), "weekday", strings.Fields(s.texts["weekdays"])[w.Weekday()])
	}
	last, clock := cmp.Or(to, from), "15:04"
	switch {
	case allDay && from.Days(1).Before(to):
		return s.texts.Fill("event_days", "from", day(from), "to", day(to.Days(-1)))
	case allDay:
		return s.texts.Fill("event_all_day", "day", day(from))
	case !from.Before(last):
		return s.texts.Fill("event_point", "day", day(from), "time", from.Format(clock))
	case from.Date() == last.Date():
		return s.texts.Fill("event_span", "day", day(from), "time", from.Format(clock), "to", last.Format(clock))
	}
	return s.texts.Fill("event_long", "day", day(from), "time", from.Format(clock), "last", day(last), "to", last.Format(clock))
}

package toolset

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/autonomy/reminder"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

var (
	remindSpec = tool.Spec{
		Name: "reminder_add", Effect: tool.Write, Permission: tool.Person, Keeps: tool.Reminder, Content: "text",
		Params: []tool.Param{{Name: "text", Type: tool.String, Required: true}, {Name: "when", Type: tool.String}},
	}
	remindersSpec  = tool.Spec{Name: "reminder_list", Effect: tool.Read, Permission: tool.Person}
	unremindedSpec = tool.Spec{
		Name: "reminder_cancel", Effect: tool.Write, Permission: tool.Person, Keeps: tool.Reminder,
		Params: []tool.Param{{Name: "id", Type: tool.String, Required: true}},
	}
	remindLaterSpec = tool.Spec{
		Name: "reminder_update", Effect: tool.Write, Permission: tool.Person, Keeps: tool.Reminder,
		Params: []tool.Param{
			{Name: "id", Type: tool.String, Required: true},
			{Name: "text", Type: tool.String},
			{Name: "when", Type: tool.String},
			{Name: "snooze", Type: tool.Integer},
			{Name: "done", Type: tool.Boolean},
		},
	}
)

type remindArgs struct {
	ID     string `json:"id"`
	Text   string `json:"text"`
	When   string `json:"when"`
	Snooze whole  `json:"snooze"` // minutes
	Done   bool   `json:"done"`
}

// reminderAdd sets a reminder; the result quotes it as it is stored.
func (s *Set) reminderAdd(ctx context.Context, t turn.Turn, c tool.Call) (tool.Result, error) {
	args, err := decode[remindArgs](c)
	if err != nil {
		return tool.Result{}, err
	}
	res, err := s.ops.AddReminder(ctx, t, turn.Op(c.Op), ops.ToRemind{Text: args.Text, When: args.When}, func(got ops.Reminded) tool.Result {
		key := "reminder_set"
		if got.Same {
			key = "reminder_known"
		}
		return s.reminded(key, got)
	})
	return s.unclear(t, res, err, "")
}

// reminderList lists the reminders that wait, one line each.
func (s *Set) reminderList(ctx context.Context, t turn.Turn, _ tool.Call) (tool.Result, error) {
	list, err := s.ops.RemindersOf(ctx, ops.Privately(t), false)
	if err != nil {
		return tool.Result{}, err
	}
	if len(list) == 0 {
		return tool.Result{Text: s.texts["no_reminders"], Empty: true}, nil
	}
	var rows []string
	for _, r := range list {
		rows = append(rows, s.row(r))
	}
	return tool.Result{Text: strings.Join(rows, "\n")}, nil
}

// reminderCancel takes a reminder back.
func (s *Set) reminderCancel(ctx context.Context, t turn.Turn, c tool.Call) (tool.Result, error) {
	args, err := decode[remindArgs](c)
	if err != nil {
		return tool.Result{}, err
	}
	return s.alterReminder(ctx, t, c, "reminder_cancelled", args.ID, ops.Change{Cancel: true})
}

// reminderUpdate puts a reminder off, marks it as done, or changes what it says
// or when.
func (s *Set) reminderUpdate(ctx context.Context, t turn.Turn, c tool.Call) (tool.Result, error) {
	args, err := decode[remindArgs](c)
	if err != nil {
		return tool.Result{}, err
	}
	change, key := ops.Change{Text: args.Text, When: args.When}, "reminder_changed"
	switch {
	case args.Done:
		change, key = ops.Change{Done: true}, "reminder_done"
	case args.Snooze > 0:
		minutes := min(int64(args.Snooze), int64(reminder.MaxSnooze/time.Minute))
		change = ops.Change{Snooze: time.Duration(minutes) * time.Minute}
	case args.Text == "" && args.When == "":
		return tool.Result{Text: s.texts["reminder_change_what"], Err: true}, nil
	}
	return s.alterReminder(ctx, t, c, key, args.ID, change)
}

func (s *Set) alterReminder(ctx context.Context, t turn.Turn, c tool.Call, key, id string, change ops.Change) (tool.Result, error) {
	res, err := s.ops.UpdateReminder(ctx, t, turn.Op(c.Op), id, change, func(got ops.Reminded) tool.Result {
		if got.Same {
			key = "reminder_same"
		}
		return s.reminded(key, got)
	})
	return s.unclear(t, res, err, id)
}

// reminded quotes a reminder as it is stored, and what was assumed of it.
func (s *Set) reminded(key string, got ops.Reminded) tool.Result {
	words := s.texts.Fill(key, "row", s.row(got.Reminder))
	if got.Assumed {
		words += "\n" + s.texts.Fill("reminder_assumed", "time", reminder.Hour(got.Reminder.Due().In(got.Reminder.Location())))
	}
	return tool.Result{Wrote: true, Text: words}
}

func (s *Set) row(r reminder.Reminder) string { return r.Row(s.ops.Lang, s.clock.Now()) }

// unclear words what is to be asked before a reminder can be set.
func (s *Set) unclear(t turn.Turn, res tool.Result, err error, id string) (tool.Result, error) {
	var unclear *reminder.Unclear
	var problem *ops.Problem
	switch {
	case errors.As(err, &unclear):
		ask := unclear.Ask(text.Guess(t.Text(), s.ops.Lang), s.clock.Now(), t.Zone(s.ops.Zone))
		return tool.Result{Text: s.texts.Fill("reminder_ask", "question", ask), Err: true}, nil
	case errors.As(err, &problem) && problem.Code == ops.TooManyReminders:
		return tool.Result{Text: s.texts.Fill("reminder_many", "max", problem.About), Err: true}, nil
	case errors.As(err, &problem):
		return tool.Result{Text: s.texts.Fill("no_such_reminder", "id", id), Err: true}, nil
	case errors.Is(err, ops.ErrNoScope):
		return tool.Result{Text: s.texts["not_allowed"], Err: true}, nil
	}
	return res, err
}

package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/autonomy/reminder"
	chatting "github.com/kokoron/kokoron/channels/commands"
	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/ops"
)

// remind sets a reminder. Without --when the text names the time, too.
func remind(ctx context.Context, p *program) int {
	var got app.ReminderChanged
	cfg, show, code := p.consult(ctx, "remind", app.Ask{Text: strings.Join(p.args, " "), At: p.flags["--when"]}, &got)
	if show {
		fmt.Fprintln(p.stdout, got.Reminder.Confirm(cfg.Language, got.Now, got.Assumed))
	}
	return code
}

// listReminders prints the reminders that wait; with --full those that are over
// too.
func listReminders(ctx context.Context, p *program) int {
	var got app.RemindersList
	cfg, show, code := p.consult(ctx, "reminders", app.Ask{Full: p.flags["--full"] != ""}, &got)
	if !show {
		return code
	}
	if len(got.Reminders) == 0 {
		fmt.Fprintln(p.stdout, p.say(catalog.ReminderNone))
		return exitOK
	}
	states := map[reminder.State]catalog.Key{
		reminder.Waiting: catalog.ReminderStateWaiting, reminder.Said: catalog.ReminderStateSaid,
		reminder.Done: catalog.ReminderStateDone, reminder.Cancelled: catalog.ReminderStateCancelled,
	}
	rows := [][]string{strings.Split(p.say(catalog.ReminderHead), "\t")}
	for _, r := range got.Reminders {
		due := ""
		if !r.Due.IsZero() {
			due = reminder.Moment(cfg.Language, r.Due.In(r.Location()), got.Now)
		}
		what := oneLine(r.Text)
		if r.Repeats() {
			what += " (" + oneLine(r.When) + ")"
		}
		rows = append(rows, []string{strconv.Itoa(r.N), due, p.say(states[r.State]), what})
	}
	table(p.stdout, rows)
	return exitOK
}

func cancelReminder(ctx context.Context, p *program) int {
	return p.alterReminder(ctx, "reminders cancel", catalog.ReminderCancelled, 0)
}

func finishReminder(ctx context.Context, p *program) int {
	return p.alterReminder(ctx, "reminders done", catalog.ReminderDone, 0)
}

func snoozeReminder(ctx context.Context, p *program) int {
	d := reminder.UsualSnooze
	if given, set := p.flags["--for"]; set {
		var err error
		if said, ok := chatting.Length(given); ok {
			d = said
		} else {
			d, err = time.ParseDuration(given)
		}
		if err != nil || d < reminder.MinSnooze || d > reminder.MaxSnooze {
			p.complain(p.say(catalog.ReminderFor, "value", given))
			return exitUsage
		}
	}
	return p.alterReminder(ctx, "reminders snooze", catalog.ReminderSnoozed, d)
}

// alterReminder changes a reminder and says how it is now.
func (p *program) alterReminder(ctx context.Context, op string, done catalog.Key, d time.Duration) int {
	var got app.ReminderChanged
	cfg, show, code := p.consult(ctx, op, app.Ask{ID: p.args[0], For: d}, &got)
	if !show {
		return code
	}
	if !got.Changed {
		done = catalog.ReminderSame
	}
	fmt.Fprintln(p.stdout, p.say(done, "row", got.Reminder.Row(cfg.Language, got.Now)))
	return exitOK
}

// reminderProblem puts into words why something cannot be done with a reminder;
// any other problem is shown as it is.
func (p *program) reminderProblem(o *ops.Problem) string {
	switch o.Code {
	case ops.UnknownReminder, ops.ManyReminders, ops.TooManyReminders, ops.UnclearReminder:
		return ops.ReminderProblem(p.lang, o)
	}
	return p.calendarProblem(o)
}

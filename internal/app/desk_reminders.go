package app

import (
	"context"
	"time"

	"github.com/kokoron/kokoron/autonomy/reminder"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// RemindersList is the answer of "reminders".
type RemindersList struct {
	Now       time.Time     `json:"now"`
	Reminders []ReminderRow `json:"reminders"`
}

// ReminderRow is one reminder with when it is due next.
type ReminderRow struct {
	reminder.Reminder
	Due time.Time `json:"due,omitzero"` // zero: it is not any more
}

// ReminderChanged is the answer of all that set or change one.
type ReminderChanged struct {
	Changed  bool        `json:"changed"` // false: it was so already
	Assumed  bool        `json:"assumed"` // nobody named the hour
	Now      time.Time   `json:"now"`
	Reminder ReminderRow `json:"reminder"`
}

func rowOf(r reminder.Reminder) ReminderRow { return ReminderRow{r, r.Due()} }

func changedReminder(got ops.Reminded, err error) (any, error) {
	return ReminderChanged{!got.Same, got.Assumed, got.At, rowOf(got.Reminder)}, err
}

// remind sets a reminder for the owner.
func (d *Desk) remind(ctx context.Context, _ ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	return changedReminder(d.ops.SetReminder(ctx, d.ops.Owner, ops.ToRemind{Text: a.Text, When: a.At}))
}

// reminders lists those of the owner.
func (d *Desk) reminders(ctx context.Context, _ ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	list, err := d.ops.RemindersOf(ctx, d.ops.Owner, a.Full)
	out := RemindersList{Now: d.ops.Clock.Now(), Reminders: []ReminderRow{}}
	for _, r := range list {
		out.Reminders = append(out.Reminders, rowOf(r))
	}
	return out, err
}

func (d *Desk) cancelReminder(ctx context.Context, _ ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	return changedReminder(d.ops.AlterReminder(ctx, d.ops.Owner, a.ID, ops.Change{Cancel: true}))
}

func (d *Desk) finishReminder(ctx context.Context, _ ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	return changedReminder(d.ops.AlterReminder(ctx, d.ops.Owner, a.ID, ops.Change{Done: true}))
}

func (d *Desk) snoozeReminder(ctx context.Context, _ ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	return changedReminder(d.ops.AlterReminder(ctx, d.ops.Owner, a.ID, ops.Change{Snooze: a.For}))
}

// reminding is what commands do about reminders.
type reminding struct{ a *App }

// who is the person alone with the companion in a conversation.
func (r reminding) who(ctx context.Context, conv turn.Conv) person.Person {
	return r.a.ops.PersonOf(ctx, conv)
}

func (r reminding) Remind(ctx context.Context, conv turn.Conv, words string) (ops.Reminded, error) {
	return r.a.ops.SetReminder(ctx, r.who(ctx, conv), ops.ToRemind{Text: words})
}

func (r reminding) Waiting(ctx context.Context, conv turn.Conv) (rows []string, err error) {
	list, err := r.a.ops.RemindersOf(ctx, r.who(ctx, conv), false)
	for _, one := range list {
		rows = append(rows, one.Row(r.a.cfg.Language, r.a.clock.Now()))
	}
	return rows, err
}

func (r reminding) Unremind(ctx context.Context, conv turn.Conv, about string) (ops.Reminded, error) {
	return r.a.ops.AlterReminder(ctx, r.who(ctx, conv), about, ops.Change{Cancel: true})
}

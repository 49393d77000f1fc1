package commands

import (
	"context"
	"errors"
	"strings"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/turn"
)

// Reminders is what the commands about reminders do, for the person whose
// conversation it is.
type Reminders interface {
	// Remind sets one by words that name the thing and the time. Errors that are
	// no failure are *ops.Problem, with what to ask.
	Remind(ctx context.Context, conv turn.Conv, words string) (ops.Reminded, error)
	// Waiting lists those that wait, by when they are due, one line each.
	Waiting(ctx context.Context, conv turn.Conv) (rows []string, err error)
	// Unremind cancels one, by its number.
	Unremind(ctx context.Context, conv turn.Conv, about string) (ops.Reminded, error)
}

// remind sets a reminder; without words it lists them.
func (s Set) remind(ctx context.Context, conv turn.Conv, words string) string {
	first, rest, _ := strings.Cut(words, " ")
	about, one := strings.TrimSpace(rest), number(rest)
	switch {
	case words == "":
		return s.reminders(ctx, conv)
	case one && (strings.EqualFold(first, "cancel") || first == "取り消し" || first == "取消"):
		got, err := s.Reminders.Unremind(ctx, conv, about)
		key := catalog.ReminderCancelled
		if got.Same {
			key = catalog.ReminderSame
		}
		if err != nil {
			return s.unreminded(err)
		}
		return s.say(key, "row", got.Reminder.Row(s.Lang, got.At))
	}
	got, err := s.Reminders.Remind(ctx, conv, words)
	if err != nil {
		return s.unreminded(err)
	}
	return got.Reminder.Confirm(s.Lang, got.At, got.Assumed)
}

// number reports whether words are one number, with or without its sign.
func number(words string) bool {
	words = strings.TrimPrefix(strings.TrimSpace(words), "#")
	return words != "" && strings.Trim(words, "0123456789") == ""
}

// reminders lists those that wait.
func (s Set) reminders(ctx context.Context, conv turn.Conv) string {
	rows, err := s.Reminders.Waiting(ctx, conv)
	switch {
	case err != nil:
		return s.unreminded(err)
	case len(rows) == 0:
		return s.say(catalog.ReminderNone) + "\n" + s.say(catalog.ReminderHow)
	}
	return s.say(catalog.ReminderList, "rows", strings.Join(rows, "\n"))
}

// unreminded says why nothing was done with a reminder.
func (s Set) unreminded(err error) string {
	var p *ops.Problem
	switch {
	case errors.Is(err, ops.ErrNoScope):
		return s.say(catalog.ReminderNoScope)
	case errors.As(err, &p):
		return ops.ReminderProblem(s.Lang, p)
	}
	return s.say(catalog.EraseFailed, "detail", err.Error())
}

package commands

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/autonomy/reminder"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// book is one person's reminders in a test.
type book struct {
	asked []string
	rows  []string
	err   error
	same  bool
}

var noon = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

func (b *book) one() ops.Reminded {
	return ops.Reminded{At: noon, Same: b.same, Reminder: reminder.Reminder{
		N: 3, Text: "tea", State: reminder.Waiting, Next: noon.Add(time.Hour), Schedule: reminder.Schedule{Zone: "UTC", Start: noon},
	}}
}

func (b *book) Remind(_ context.Context, conv turn.Conv, words string) (ops.Reminded, error) {
	b.asked = append(b.asked, "remind "+string(conv)+" "+words)
	return b.one(), b.err
}

func (b *book) Waiting(context.Context, turn.Conv) ([]string, error) { return b.rows, b.err }

func (b *book) Unremind(_ context.Context, conv turn.Conv, about string) (ops.Reminded, error) {
	b.asked = append(b.asked, "cancel "+string(conv)+" "+about)
	return b.one(), b.err
}

func TestRemind(t *testing.T) {
	for _, c := range []struct {
		line, asked, want string
		book              book
	}{
		{"/remind", "", "No reminder is waiting", book{}},
		{"/reminders", "", "3. tea", book{rows: []string{"3. tea: soon"}}},
		{"/remind in 20 minutes stretch", "remind person:aoi in 20 minutes stretch", "3. tea: Tue, 1 Dec, 13:00", book{}},
		{"/remind cancel 3", "cancel person:aoi 3", "Cancelled. 3. tea", book{}},
		{"/remind cancel #3", "cancel person:aoi #3", "Cancelled", book{}},
		{"/remind cancel 3", "cancel person:aoi 3", "Nothing has changed", book{same: true}},
		{"/remind cancel the order tomorrow at 9 am", "remind person:aoi cancel the order tomorrow at 9 am", "The reminder is set", book{}},
		{"/remind cancel 9", "cancel person:aoi 9", "no reminder 9", book{err: &ops.Problem{Code: ops.UnknownReminder, About: "9"}}},
		{"/remind at 8 tea", "remind person:aoi at 8 tea", "Which one?", book{err: &ops.Problem{Code: ops.UnclearReminder, About: "Which one?"}}},
		{"/remind x", "remind person:aoi x", "At most 200", book{err: &ops.Problem{Code: ops.TooManyReminders, About: "200"}}},
		{"/remind x", "remind person:aoi x", "cannot be set for this person", book{err: ops.ErrNoScope}},
		{"/reminders", "", "disk full", book{err: errors.New("disk full")}},
	} {
		s := Set{Companion: companion{}, Reminders: &c.book, Questions: NewQuestions(clock.Real{}), Lang: text.En}
		got := s.Command(t.Context(), "person:aoi", c.line)
		if asked := strings.Join(c.book.asked, "; "); !strings.Contains(got, c.want) || asked != c.asked {
			t.Errorf("%s: %q (asked %q), want %q (%q)", c.line, got, asked, c.want, c.asked)
		}
	}
}

package app

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/kokoron/kokoron/autonomy/reminder"
	"github.com/kokoron/kokoron/channels/terminal"
	"github.com/kokoron/kokoron/internal/config"
)

// forgetful is a companion without a model whose clock a test sets.
type forgetful struct {
	*victim
	clock string
	now   time.Duration // ahead of the machine
}

// pass sets the clock ahead.
func (f *forgetful) pass(d time.Duration) {
	f.t.Helper()
	f.now += d
	// Whole or not at all: the companion reads it at any time.
	err := os.WriteFile(f.clock+".new", []byte(strconv.FormatInt(int64(f.now), 10)), 0o600)
	if err = errors.Join(err, os.Rename(f.clock+".new", f.clock)); err != nil {
		f.t.Fatal(err)
	}
}

// ask puts a question to the desk of the companion that runs.
func (f *forgetful) ask(op string, a Ask, answer any) {
	f.t.Helper()
	f.dial("ping").Close() // it is up
	cfg := config.Config{Home: f.home}
	raw, err := askRunning(f.t.Context(), cfg, op, a, func(Progress) {})
	if err == nil {
		err = json.Unmarshal(raw, answer)
	}
	if err != nil {
		f.t.Fatalf("%s: %v\n%s", op, err, f.log.String())
	}
}

// remind sets a reminder so far ahead of the companion's clock.
func (f *forgetful) remind(text string, in time.Duration) (due time.Time) {
	f.t.Helper()
	var got ReminderChanged
	f.ask("remind", Ask{Text: text, At: time.Now().Add(f.now + in).Format(time.RFC3339)}, &got)
	if !got.Changed {
		f.t.Errorf("%q was not set: %+v", text, got)
	}
	return got.Reminder.Due
}

// shown waits for the next message on a terminal and says that it was shown.
func (f *forgetful) shown() string {
	f.t.Helper()
	c := f.dial("chat")
	defer c.Close()
	defer time.AfterFunc(20*time.Second, func() { c.Close() }).Stop()
	for {
		var d terminal.Down
		if err := c.Recv(&d); err != nil {
			f.t.Fatalf("no message came: %v\n%s", err, f.log.String())
		}
		if d.Reply != nil {
			if err := c.Send(terminal.Up{Seen: d.Reply.ID}); err != nil {
				f.t.Fatal(err)
			}
			return d.Reply.Text
		}
	}
}

// said counts the lines of the diary that have a text.
func (f *forgetful) said(text string) (n int) {
	for _, l := range diaryOf(f.t, f.home) {
		if strings.Contains(l.Text, text) {
			n++
		}
	}
	return n
}

// TestRemindersOutliveTheCompanion: killed before a reminder is due and started
// three hours later, without a model, the companion says it once and how late
// it is; one that is due while it runs is said on time.
func TestRemindersOutliveTheCompanion(t *testing.T) {
	f := &forgetful{victim: newVictim(t, "http://127.0.0.1:1"), clock: filepath.Join(t.TempDir(), "clock")}
	f.env = append(f.env, childClock+"="+f.clock)
	f.pass(0)
	f.start()
	due := f.remind("薬を飲む", 10*time.Minute)
	f.kill(syscall.SIGKILL)

	f.pass(3*time.Hour + 15*time.Minute)
	f.start()
	until(t, "the reminder is said", func() bool { return f.said("薬を飲む") == 1 })
	f.kill(syscall.SIGKILL) // nobody was there to see it
	f.start()
	want := "⏰ 3時間5分遅れですが、リマインダー：薬を飲む（"
	if got := f.shown(); !strings.HasPrefix(got, want) || !strings.Contains(got, due.Format("15:04")) {
		t.Errorf("%q, want %s…%s", got, want, due.Format("15:04"))
	}

	due = f.remind("窓を閉める", 2*time.Minute)
	f.pass(2*time.Minute + time.Second)
	f.remind("ずっと先", 1000*time.Hour) // the heart looks at the clock again
	if got, want := f.shown(), "⏰ リマインダー：窓を閉める（"+due.Format("15:04")+"）"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var list RemindersList
	f.ask("reminders", Ask{Full: true}, &list)
	if len(list.Reminders) != 3 || list.Reminders[0].State != reminder.Waiting || list.Reminders[1].State != reminder.Said || list.Reminders[2].State != reminder.Said {
		t.Errorf("%+v", list.Reminders)
	}
	f.kill(syscall.SIGTERM)
	if a, b := f.said("薬を飲む"), f.said("窓を閉める"); a != 1 || b != 1 {
		t.Errorf("said %d and %d times\n%s", a, b, f.log.String())
	}
}

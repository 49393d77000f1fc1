package app

import (
	"syscall"
	"testing"
	"time"

	"github.com/kokoron/kokoron/channels/telegram/telegramtest"
)

// TestAPressOutlivesTheCompanion: killed after a press was kept, before it was
// answered or confirmed, the companion hears of it again: it is done once, the
// person is told, and the button says so.
func TestAPressOutlivesTheCompanion(t *testing.T) {
	t.Parallel() // it waits most of the time
	s := newScene(t, "http://127.0.0.1:1")
	f := &forgetful{victim: s.v}
	f.dial("ping").Close() // it is up
	f.remind("薬を飲む", 2*time.Second)
	said := func() telegramtest.Message {
		if all := s.fake.Messages(telegramOwner); len(all) > 0 {
			return all[len(all)-1]
		}
		return telegramtest.Message{}
	}
	until(t, "the reminder is said", func() bool { return len(said().Keyboard) > 0 })
	const snooze = "10分後にもう一度"
	m := said()
	if len(m.Keyboard) != 1 || len(m.Keyboard[0]) != 2 || m.Keyboard[0][0].Text != snooze || m.Keyboard[0][1].Text != "済んだ" {
		t.Fatalf("under it stands %+v", m.Keyboard)
	}
	due := func() time.Time {
		var list RemindersList
		f.ask("reminders", Ask{}, &list)
		if len(list.Reminders) != 1 {
			return time.Time{}
		}
		return list.Reminders[0].Due
	}
	if !due().IsZero() {
		t.Fatalf("it still waits for %v", due())
	}

	s.fake.Script("getUpdates", telegramtest.Hang(false)) // the poll that would confirm
	s.fake.Script("answerCallbackQuery", telegramtest.Hang(false))
	q := s.fake.Press(telegramOwner, telegramOwner, m.ID, snooze)
	until(t, "the press is kept", func() bool { return !due().IsZero() })
	first := due()
	s.v.kill(syscall.SIGKILL)
	if _, told := s.fake.Answer(q); told || len(s.fake.Waiting()) != 1 || said().Keyboard[0][0].Text != snooze {
		t.Fatalf("told %v, unconfirmed %v, %+v", told, s.fake.Waiting(), said().Keyboard)
	}
	s.v.start()
	until(t, "the person is told", func() bool { _, told := s.fake.Answer(q); return told })
	if text, _ := s.fake.Answer(q); text != "10分後にもう一度お知らせします。" {
		t.Errorf("told %q", text)
	}
	until(t, "the button says so", func() bool { return said().Keyboard[0][0].Text == "✓ "+snooze })
	until(t, "it is confirmed", func() bool { return len(s.fake.Waiting()) == 0 })
	if got := due(); !got.Equal(first) {
		t.Errorf("due at %v, first at %v: it was done twice", got, first)
	}
}

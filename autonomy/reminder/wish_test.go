package reminder

import (
	"errors"
	"testing"
	"time"

	"github.com/kokoron/kokoron/calendar"
	"github.com/kokoron/kokoron/internal/text"
)

// TestRead: requests as people write them. now is Monday, 30 November 2026,
// 10:00 in Tokyo.
func TestRead(t *testing.T) {
	now := at(t, tokyo, "2026-11-30 10:00")
	for _, c := range []struct{ words, text, first string }{
		{"明日の朝8時 薬を飲む", "薬を飲む", "2026-12-01 08:00"},
		{"明日の朝8時に薬を飲むってリマインドして", "薬を飲む", "2026-12-01 08:00"},
		{"20分後にストレッチするようリマインドしてください", "ストレッチ", "2026-11-30 10:20"},
		{"薬を明日の朝8時に飲むようリマインドして", "薬を飲む", "2026-12-01 08:00"},
		{"明日の午後3時に歯医者のことを思い出させて", "歯医者の", "2026-12-01 15:00"},
		{"20分後にリマインドして", "時間です", "2026-11-30 10:20"},
		{"明日の朝7時に起こして", "起きる時間です", "2026-12-01 07:00"},
		{"1時間後にお知らせして", "時間です", "2026-11-30 11:00"},
		{"あさっての午後3時に会議の準備をリマインドしてほしいです", "会議の準備", "2026-12-02 15:00"},
		{"in 20 minutes stretch", "stretch", "2026-11-30 10:20"},
		{"Remind me in 20 minutes to stretch", "stretch", "2026-11-30 10:20"},
		{"remind me to call Mum tomorrow at 5pm", "call Mum", "2026-12-01 17:00"},
		{"Could you please remind me tomorrow at 5 pm that the oven is on?", "the oven is on?", "2026-12-01 17:00"},
		{"set a reminder for tomorrow at 5pm: water the plants", "water the plants", "2026-12-01 17:00"},
		{"wake me up tomorrow at 7am", "Time to wake up", "2026-12-01 07:00"},
		{"tomorrow at 5pm remind me", "It is time", "2026-12-01 17:00"},
		{"don't let me forget the keys in 2 hours", "the keys", "2026-11-30 12:00"},
		{"明天早上8点提醒我吃药", "吃药", "2026-12-01 08:00"},
		{"请20分钟后提醒我喝水", "喝水", "2026-11-30 10:20"},
		{"提醒我明天下午三点开会", "开会", "2026-12-01 15:00"},
		{"明天早上7点叫我起床", "该起床了", "2026-12-01 07:00"},
	} {
		w, err := Read(c.words, "", now, in(t, tokyo), text.Guess(c.words, text.Ja))
		if err != nil || w.Text != c.text || w.First.Format("2006-01-02 15:04") != c.first || w.Assumed || w.Repeats() {
			t.Errorf("%q: %q at %v (assumed %v), %v; want %q at %s", c.words, w.Text, w.First, w.Assumed, err, c.text, c.first)
		}
	}
}

// TestReadWhen: the thing and the time apart, also as programs write them.
func TestReadWhen(t *testing.T) {
	now := at(t, tokyo, "2026-11-30 10:00")
	for _, c := range []struct{ when, first string }{
		{"2026-12-01 08:00", "2026-12-01 08:00"},
		{"2026-12-01T08:00", "2026-12-01 08:00"},
		{"2026-12-01T08:00:30", "2026-12-01 08:00"},
		{"2026-12-01T08:00:00Z", "2026-12-01 17:00"},
		{"0 8 * * 1-5", "2026-12-01 08:00"},
		{"*/20 * * * *", "2026-11-30 10:20"},
		{"0 9 * * mon", "2026-12-07 09:00"},
		{"in 20 minutes", "2026-11-30 10:20"},
		{"明日の朝8時", "2026-12-01 08:00"},
	} {
		w, err := Read("薬を飲む", c.when, now, in(t, tokyo), text.Ja)
		if err != nil || w.Text != "薬を飲む" || w.First.Format("2006-01-02 15:04") != c.first || w.When != c.when {
			t.Errorf("%q: %+v, %v; want %s", c.when, w, err, c.first)
		}
	}
}

// TestAssumed: days without an hour, and parts of a day, have an hour that is
// said.
func TestAssumed(t *testing.T) {
	now := at(t, tokyo, "2026-11-30 10:00")
	for when, want := range map[string]string{
		"明日": "2026-12-01 09:00", "tomorrow": "2026-12-01 09:00", "明日の朝": "2026-12-01 08:00", "tomorrow morning": "2026-12-01 08:00",
		"明日の午後": "2026-12-01 12:00", "明天晚上": "2026-12-01 18:00",
	} {
		w, err := Read("薬", when, now, in(t, tokyo), text.Guess(when, text.Ja))
		if err != nil || !w.Assumed || w.First.Format("2006-01-02 15:04") != want {
			t.Errorf("%q: %v, assumed %v, %v; want %s", when, w.First, w.Assumed, err, want)
		}
	}
}

// TestUnclear: what is not clear is asked, and nothing is made of it.
func TestUnclear(t *testing.T) {
	now := at(t, tokyo, "2026-11-30 10:00")
	long := ""
	for range MaxText + 1 {
		long += "あ"
	}
	for _, c := range []struct {
		text, when string
		want       Why
	}{
		{"", "", NoTime}, {"薬を飲む", "", NoTime}, {"薬を飲む", "そのうち", NoTime}, {"いつもありがとう", "", NoTime},
		{"", "明日の朝8時", NoText}, {" \n", "明日の朝8時", NoText}, {long, "明日の朝8時", LongText},
		{"薬", "2026-11-30 09:59", Past}, {"薬", "2026-11-30 10:00", Past}, {"薬", "昨日の朝8時", Past}, {"今日 薬", "", Past},
		{"薬", "half 8 tomorrow", Ambiguous}, {"薬", "tomorrow at 1900", Ambiguous}, {"薬", "6ish tomorrow", Ambiguous},
		{"薬", "ten to five this afternoon", Ambiguous}, {"薬", "明日の80", Ambiguous},
		{"薬", "61 8 * * *", BadCron}, {"薬", "0 8 30 2 *", BadCron},
	} {
		_, err := Read(c.text, c.when, now, in(t, tokyo), text.Ja)
		var u *Unclear
		if !errors.As(err, &u) || u.Why != c.want {
			t.Errorf("%q, %q: %v, want %s", c.text, c.when, err, c.want)
			continue
		}
		for _, lang := range []text.Lang{text.Ja, text.En, text.Zh} {
			if ask := u.Ask(lang, now, in(t, tokyo)); ask == "" || ask == string(c.want) {
				t.Errorf("%s in %s: %q", c.want, lang, ask)
			}
		}
	}
}

// TestPlan: what the readings of the calendar become.
func TestPlan(t *testing.T) {
	now := at(t, newYork, "2026-10-30 10:00")
	zone := in(t, newYork)
	second := at(t, newYork, "2026-11-01 01:30").Add(time.Hour) // shown for the second time
	for name, c := range map[string]struct {
		r    calendar.Reading
		want Schedule
		why  Why
	}{
		"every 20 minutes": {calendar.Reading{From: now.Add(20 * time.Minute), Repeat: "FREQ=MINUTELY;INTERVAL=20"},
			Schedule{Zone: newYork, Every: 20 * time.Minute, Start: now.Add(20 * time.Minute)}, ""},
		"every hour from now": {calendar.Reading{From: now, Repeat: "FREQ=HOURLY"},
			Schedule{Zone: newYork, Every: time.Hour, Start: now.Add(time.Hour)}, ""},
		"every day": {calendar.Reading{From: at(t, newYork, "2026-10-31 08:00"), First: floating("2026-10-31 08:00"), Repeat: "FREQ=DAILY"},
			Schedule{Zone: newYork, Rule: "FREQ=DAILY", Wall: floating("2026-10-31 08:00")}, ""},
		"shown twice, the second": {calendar.Reading{From: second, To: second.Add(time.Minute)}, Schedule{Zone: newYork, Start: second}, ""},
		"every second":            {calendar.Reading{From: now, Repeat: "FREQ=SECONDLY"}, Schedule{}, TooOften},
	} {
		w := Wish{}
		err := w.plan(c.r, now, zone)
		var u *Unclear
		if errors.As(err, &u) {
			if u.Why != c.why {
				t.Errorf("%s: %s, want %q", name, u.Why, c.why)
			}
			continue
		}
		if c.why != "" || w.Zone != c.want.Zone || w.Every != c.want.Every || !w.Start.Equal(c.want.Start) || w.Rule != c.want.Rule || !w.Wall.Equal(c.want.Wall) {
			t.Errorf("%s: %+v, want %+v", name, w.Schedule, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"明日の朝8時に薬を飲むってリマインドして", "remind me in 20 minutes to stretch", "0 8 * * *", "提醒我", "⏰\x00\xff"} {
		f.Add(s, "")
		f.Add("x", s)
	}
	zone := in(f, newYork)
	now := at(f, newYork, "2026-10-31 22:00")
	f.Fuzz(func(t *testing.T, words, when string) {
		w, err := Read(words, when, now, zone, text.En)
		if err != nil {
			return
		}
		if w.Text == "" || !w.First.After(now) || w.Check() != nil {
			t.Errorf("%q, %q: %+v, %v", words, when, w, w.Check())
		}
	})
}

// TestPlainText: a text cannot turn the time that is said behind it.
func TestPlainText(t *testing.T) {
	zone := time.UTC
	w, err := Read("pills\u202e \u2067now\x1b[31m", "2026-12-01 08:00", time.Date(2026, 11, 30, 8, 0, 0, 0, zone), zone, text.En)
	if err != nil || w.Text != "pills now [31m" {
		t.Errorf("%q, %v", w.Text, err)
	}
}

// TestEither: of two times between which the words leave the choice none is
// taken; days that belong to the thing hinder nothing.
func TestEither(t *testing.T) {
	now := at(t, tokyo, "2026-11-30 10:00")
	for _, words := range []string{"明日か明後日の朝9時", "tomorrow or Thursday at 9pm", "明天或者后天晚上八点", "Friday at 9pm or Saturday at 9pm"} {
		_, err := Read("x", words, now, in(t, tokyo), text.Guess(words, text.Ja))
		var u *Unclear
		if !errors.As(err, &u) || u.Why != Several || len(u.Times) != 2 {
			t.Errorf("%s: %v", words, err)
		}
	}
	words := "tomorrow at 9pm the slides of Friday"
	if w, err := Read(words, "", now, in(t, tokyo), text.En); err != nil || w.First.Format("2006-01-02 15:04") != "2026-12-01 21:00" {
		t.Errorf("%s: %+v, %v", words, w, err)
	}
}

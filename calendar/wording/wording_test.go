package wording

import (
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/text"
)

func TestRepetition(t *testing.T) {
	tokyo := time.FixedZone("JST", 9*3600)
	for _, c := range []struct {
		rule       string
		ja, en, zh string
	}{
		{"FREQ=DAILY", "毎日", "every day", "每天"},
		{"FREQ=MINUTELY;INTERVAL=20", "20分ごと", "every 20 minutes", "每20分钟"},
		{"FREQ=HOURLY", "毎時", "every hour", "每小时"},
		{"FREQ=WEEKLY;BYDAY=MO,WE,FR", "毎週の月曜・水曜・金曜", "every week on Monday, Wednesday, Friday", "每周的周一、周三、周五"},
		{"FREQ=WEEKLY;INTERVAL=2;BYDAY=SU", "2週間ごとの日曜", "every 2 weeks on Sunday", "每2周的周日"},
		{"FREQ=MONTHLY;BYDAY=2TU,-1FR", "毎月の第2火曜・最後の金曜", "every month on the second Tuesday, the last Friday", "每月的第二个周二、最后一个周五"},
		{"FREQ=MONTHLY;BYMONTHDAY=15,-1", "毎月の15日・末日", "every month on day 15, the last day", "每月的15日、最后一天"},
		{"FREQ=MONTHLY;BYMONTHDAY=-2", "毎月の終わりから2日目", "every month on the day that is number 2 from the end", "每月的倒数第2天"},
		{"FREQ=MONTHLY;BYDAY=-2MO", "毎月の終わりから2番目の月曜", "every month on the Monday that is number 2 from the end", "每月的倒数第2个周一"},
		{"FREQ=YEARLY;BYMONTH=8;BYMONTHDAY=6", "毎年の8月の6日", "every year on day 6 of August", "每年的8月的6日"},
		{"FREQ=DAILY;BYHOUR=8,20", "毎日、8・20時", "every day, at the hours 8, 20", "每天，8、20点"},
		{"FREQ=WEEKLY;COUNT=5;BYDAY=SA", "毎週の土曜、5回", "every week on Saturday, 5 times", "每周的周六，共5次"},
		{"FREQ=DAILY;UNTIL=20260630T145959Z", "毎日、2026-06-30まで", "every day, until 2026-06-30", "每天，到2026-06-30为止"},
		{"FREQ=DAILY;UNTIL=20260630", "毎日、2026-06-30まで", "every day, until 2026-06-30", "每天，到2026-06-30为止"},
		{"FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1"},
		{"FREQ=SECONDLY", "FREQ=SECONDLY", "FREQ=SECONDLY", "FREQ=SECONDLY"},
		{"FREQ=WEEKLY;BYDAY=XX;BYMONTH=99", "毎週の99のXX", "", ""},
	} {
		for lang, want := range map[text.Lang]string{text.Ja: c.ja, text.En: c.en, text.Zh: c.zh} {
			got := Repetition(lang, c.rule, tokyo)
			if want != "" && got != want {
				t.Errorf("%s in %s: %s, want %s", c.rule, lang, got, want)
			}
		}
	}
}

func FuzzRepetition(f *testing.F) {
	f.Add("FREQ=MONTHLY;BYDAY=2TU,-1FR,,X;BYMONTH=0,;UNTIL=1")
	f.Fuzz(func(t *testing.T, rule string) { Repetition(text.En, rule, time.UTC) })
}

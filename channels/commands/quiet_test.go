package commands

import (
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/text"
)

func TestQuietWords(t *testing.T) {
	zone, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 30, 21, 10, 0, 0, zone) // a Monday
	const at = "2006-01-02 15:04"
	for _, c := range []struct {
		words, want string // "off", "on", "?" or a time
		lang        text.Lang
	}{
		{"off", "off", text.En}, {"解除", "off", text.Ja}, {"关闭", "off", text.Zh}, {"ＯＦＦ", "off", text.Ja},
		{"on", "on", text.En}, {"ずっと", "on", text.Ja}, {"一直", "on", text.Zh},
		{"today", "2026-12-01 00:00", text.En}, {"今日", "2026-12-01 00:00", text.Ja}, {"今天", "2026-12-01 00:00", text.Zh},
		{"2h", "2026-11-30 23:10", text.En}, {"for 30 minutes", "2026-11-30 21:40", text.En}, {"2時間", "2026-11-30 23:10", text.Ja},
		{"30分", "2026-11-30 21:40", text.Ja}, {"3小时", "2026-12-01 00:10", text.Zh}, {"2日間", "2026-12-02 21:10", text.Ja}, {"0h", "?", text.En},
		{"until 8:00", "2026-12-01 08:00", text.En}, {"8:00まで", "2026-12-01 08:00", text.Ja}, {"到8:00", "2026-12-01 08:00", text.Zh},
		{"8時まで", "2026-12-01 08:00", text.Ja}, {"8時半まで", "2026-12-01 08:30", text.Ja}, {"８時１５分まで", "2026-12-01 08:15", text.Ja}, {"22時まで", "2026-11-30 22:00", text.Ja},
		{"8時まで静かに", "2026-12-01 08:00", text.Ja}, {"明日の朝8時まで静かにして", "2026-12-01 08:00", text.Ja}, {"明日まで静かに", "2026-12-02 00:00", text.Ja},
		{"到8点", "2026-12-01 08:00", text.Zh}, {"25時まで", "?", text.Ja}, {"静かに", "?", text.Ja},
		{"until 22:00", "2026-11-30 22:00", text.En}, {"until 25:00", "?", text.En},
		{"明日まで", "2026-12-02 00:00", text.Ja}, {"until tomorrow", "2026-12-01 00:00", text.En}, {"到明天", "2026-12-01 00:00", text.Zh},
		{"明日の朝8時まで", "2026-12-01 08:00", text.Ja}, {"until tomorrow at 3pm", "2026-12-01 15:00", text.En},
		{"please", "?", text.En}, {"毎朝8時まで", "?", text.Ja},
	} {
		got := "?"
		if s, clear := QuietWords(c.words, now, c.lang); clear {
			switch {
			case !s.On:
				got = "off"
			case s.Until.IsZero():
				got = "on"
			default:
				got = s.Until.In(zone).Format(at)
			}
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.words, got, c.want)
		}
	}
}

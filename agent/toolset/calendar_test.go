package toolset

import (
	"strings"
	"testing"
)

// TestCalendarWords shows what the model is told of the calendar, in every
// language, and that what is refused or unclear writes nothing.
func TestCalendarWords(t *testing.T) {
	for lang, want := range map[string]struct{ weekday, asks string }{
		"ja": {"2026-12-01（火曜日） 15:00〜16:00", "どれなのかを相手に尋ね"}, "en": {"2026-12-01 (Tuesday) 15:00–16:00", "Ask which one is meant"},
		"zh": {"2026-12-01（星期二） 15:00～16:00", "请先问清是哪一个"},
	} {
		r := newRig(t, lang) // a quarter past eight in the morning of 30 November, in Tokyo
		check := func(name, args string, wrote, failed bool, has ...string) {
			t.Helper()
			res := r.ask(owner, name, args)
			for _, h := range has {
				if !strings.Contains(res.Text, h) {
					t.Errorf("%s: %s %s: %q is not in %q", lang, name, args, h, res.Text)
				}
			}
			if res.Wrote != wrote || res.Err != failed || strings.ContainsAny(res.Text, "{}") {
				t.Errorf("%s: %s %s: %+v", lang, name, args, res)
			}
		}
		check("calendar_list", `{}`, false, false)
		check("calendar_add", `{"title": "歯医者", "when": "2026-12-01T15:00", "until": "16:00", "place": "駅前"}`, true, false, "#1", want.weekday, "駅前")
		check("calendar_add", `{"title": "会議", "when": "2026-12-01T15:30"}`, true, false, "#2", "歯医者")
		check("calendar_add", `{"title": "x", "when": "3時"}`, false, true, want.asks, "2026-12-01")
		check("calendar_add", `{"title": "x", "when": "2026-02-30"}`, false, true, "2026-02-30")
		check("calendar_add", `{"title": "x", "when": "2026-12-01T13:99"}`, false, true, "13:99")
		check("calendar_list", `{"query": "歯"}`, false, false, "#1", want.weekday)
		check("calendar_update", `{"id": "#1", "clear": ["place"], "when": ""}`, true, false, want.weekday)
		check("calendar_update", `{"id": "#1"}`, false, true)
		check("calendar_update", `{"id": "#1", "clear": ["title"]}`, false, true, "title")
		check("calendar_update", `{"id": "#7", "title": "x"}`, false, true)
		check("calendar_delete", `{"id": "#1"}`, true, false, "undo")
		check("calendar_delete", `{"id": "#1", "undo": true}`, true, false, want.weekday)
	}
}

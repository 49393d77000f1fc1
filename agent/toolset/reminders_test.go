package toolset

import (
	"slices"
	"strings"
	"testing"

	"github.com/kokoron/kokoron/agent/tool"
)

// TestReminders: every result quotes the stored row in local time with the
// weekday, and keeps the promise only where something is so now. It is Monday,
// 30 November, 8:15 where the person is.
func TestReminders(t *testing.T) {
	r := newRig(t, "ja")
	for _, c := range []struct {
		tool, args, want string
		wrote, err       bool
	}{
		{"reminder_list", `{}`, "待っているリマインダーはありません", false, false},
		{"reminder_add", `{"text": "薬を飲む", "when": "明日の朝8時"}`, "1. 薬を飲む：12月1日（火）08:00", true, false},
		{"reminder_add", `{"text": "薬を飲む", "when": "2026-12-01 08:00"}`, "同じリマインダーがもうあります。1. 薬", true, false},
		{"reminder_add", `{"text": "20分後にストレッチするようリマインドして"}`, "2. ストレッチ：11月30日（月）08:35", true, false},
		{"reminder_add", `{"text": "水", "when": "明日"}`, "09:00にしました", true, false},
		{"reminder_add", `{"text": "ゴミ", "when": "毎週月曜の朝9時"}`, "くり返し：毎週月曜の朝9時", true, false},
		{"reminder_add", `{"text": "水", "when": "そのうち"}`, "いつ知らせればいいですか", false, true},
		{"reminder_add", `{"text": "水", "when": "2026-11-30 08:00"}`, "11月30日（月）08:00はもう過ぎています", false, true},
		{"reminder_add", `{"text": " ", "when": "明日"}`, "何を知らせれば", false, true},
		{"reminder_update", `{"id": "1", "when": "明日の朝9時"}`, "1. 薬を飲む：12月1日（火）09:00", true, false},
		{"reminder_update", `{"id": 1, "text": "漢方薬"}`, "1. 漢方薬：12月1日（火）09:00", true, false},
		{"reminder_update", `{"id": "1", "snooze": 30}`, "12月1日（火）09:30", true, false},
		{"reminder_update", `{"id": "1", "snooze": 999999999999}`, "1. 漢方薬：12月31日（木）", true, false},
		{"reminder_update", `{"id": "1"}`, "text、when、snooze、done", false, true},
		{"reminder_update", `{"id": "2", "done": true}`, "済みにしました。2. ストレッチ", true, false},
		{"reminder_cancel", `{"id": "#1"}`, "取り消しました。1. 漢方薬", true, false},
		{"reminder_cancel", `{"id": "1"}`, "変わりはありません", true, false},
		{"reminder_cancel", `{"id": "77"}`, "77 という番号のリマインダーはありません", false, true},
	} {
		res := r.ask(owner, c.tool, c.args)
		if !strings.Contains(res.Text, c.want) || res.Wrote != c.wrote || res.Err != c.err {
			t.Errorf("%s %s: %+v, want %q", c.tool, c.args, res, c.want)
		}
		i := slices.IndexFunc(r.entries, func(e entry) bool { return e.spec.Name == c.tool })
		if kept := slices.Contains(r.entries[i].spec.Kept(res), tool.Reminder); kept != c.wrote {
			t.Errorf("%s %s keeps a promise: %v", c.tool, c.args, kept)
		}
	}
	if res := r.ask(aoi, "reminder_list", `{}`); !res.Empty {
		t.Errorf("another person sees %q", res.Text)
	}
	list := strings.Split(r.ask(owner, "reminder_list", `{}`).Text, "\n")
	if len(list) != 2 || !strings.HasPrefix(list[0], "4. ゴミ：次は11月30日（月）09:00") || !strings.HasPrefix(list[1], "3. 水") {
		t.Errorf("%q", list)
	}
}

// TestReminderOnce: the same op again does nothing.
func TestReminderOnce(t *testing.T) {
	r := newRig(t, "en")
	call := tool.Call{Name: "reminder_add", Args: []byte(`{"text": "stretch", "when": "every 20 minutes"}`), Op: "one"}
	first := r.Run(t.Context(), said(owner), call)
	second := r.Run(t.Context(), said(owner), call)
	if first != second || !first.Wrote || r.ask(owner, "reminder_list", `{}`).Text != "1. stretch: next Mon, 30 Nov, 08:35 (repeats: every 20 minutes)" {
		t.Errorf("%+v, %+v, %q", first, second, r.ask(owner, "reminder_list", `{}`).Text)
	}
}

package simulate

import (
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/turn"
)

// TestJudge: the judge sees each fault that it is there for, and none in a day on
// which all is well.
func TestJudge(t *testing.T) {
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	day := time.Date(2026, 3, 8, 0, 0, 0, 0, zone) // clocks skip from 2:00 to 3:00
	at := func(h, m int) time.Time { return time.Date(2026, 3, 8, h, m, 0, 0, zone) }
	says := func(id string, at time.Time, text string) accepted {
		return accepted{id: turn.ID(id), at: at, shown: at, text: text}
	}
	well := func() (facts, *phone) {
		a := &asked{n: 7, when: "once", walls: []wall{{2026, 3, 8, 2, 30}}, set: day}
		return facts{zone: zone, from: day, to: day.AddDate(0, 0, 2), words: []time.Time{at(9, 0)}, reminders: []*asked{a}}, &phone{log: []accepted{
			says("r", at(3, 30), "⏰ Reminder: task #7# (03:30)"), says("a", at(10, 0), "Hello there. ~1~"), says("b", at(11, 0), "Owls turn their heads. ~2~"),
		}}
	}
	for name, c := range map[string]struct {
		change func(*facts, *phone)
		want   string
	}{
		"well":  {func(*facts, *phone) {}, ""},
		"early": {func(_ *facts, p *phone) { p.log[1].at, p.log[1].shown = at(7, 59), at(7, 59) }, "outside the active hours"},
		"late":  {func(_ *facts, p *phone) { p.log[2].at, p.log[2].shown = at(23, 0), at(23, 0) }, "outside the active hours"},
		"gap":   {func(_ *facts, p *phone) { p.log[2].at = at(10, 59) }, "59m0s after"},
		"talk":  {func(f *facts, _ *phone) { f.words = append(f.words, at(9, 51)) }, "after words"},
		"repeat": {func(_ *facts, p *phone) {
			p.log[2].text = "Hello there again. ~2~"
			p.log[1].text = "Hello there again! ~1~"
		}, "nearly repeats"},
		"third":         {func(_ *facts, p *phone) { p.log = append(p.log, says("c", at(12, 30), "Something else. ~3~")) }, "number 3 without an answer"},
		"quiet":         {func(f *facts, _ *phone) { f.quiet = []span{{at(9, 30), at(10, 30)}} }, "quiet was wanted"},
		"never":         {func(f *facts, _ *phone) { f.never = []taken{{at(10, 30), "Owls turn their heads."}} }, "closed"},
		"damaged":       {func(f *facts, _ *phone) { f.corrupt = at(1, 0) }, "nobody knows"},
		"twice":         {func(_ *facts, p *phone) { p.log = append(p.log, p.log[2]) }, "had been told"},
		"lost":          {func(_ *facts, p *phone) { p.log = p.log[1:] }, "is lost"},
		"hour":          {func(_ *facts, p *phone) { p.log[0].at = at(1, 30) }, "without being due"},
		"untold":        {func(f *facts, p *phone) { f.down = []span{{at(3, 0), at(5, 0)}}; p.log[0].at = at(5, 0) }, "does not say so"},
		"no cause":      {func(_ *facts, p *phone) { p.log[0].text = "1 hours late, sorry. task #7# (03:30)" }, "says more"},
		"named wrongly": {func(_ *facts, p *phone) { p.log[0].text = "⏰ Reminder: task #7# (02:30)" }, "without being due"},
		"all of them":   {every(at, "⏰ 30 minutes late, sorry. Reminder: task #8# (the last of 7 was for 12:00)"), ""},
		"one too few":   {every(at, "⏰ 30 minutes late, sorry. Reminder: task #8# (the last of 6 was for 12:00)"), "task 8 (every hour) is lost"},
		"in a heap": {func(f *facts, p *phone) {
			every(at, "⏰ 3 h late, sorry. Reminder: task #8# (the last of 6 was for 11:00)")(f, p)
			p.log = append(p.log, says("f", at(12, 30), "⏰ 30 minutes late, sorry. Reminder: task #8# (12:00)"))
		}, ""},
		"put off when cancelled": {func(f *facts, p *phone) {
			f.reminders[0].gone, f.reminders[0].again = at(3, 40), []time.Time{at(3, 55)}
			p.log = append(p.log, says("s", at(3, 55), "⏰ Reminder: task #7# (03:55)"))
		}, ""},
		"six": {func(f *facts, p *phone) {
			for h := 12; h < 16; h++ {
				f.words = append(f.words, at(h, 10))
				p.log = append(p.log, says(string(rune('a'+h)), at(h, 30), strings.Repeat(string(rune('a'+h)), 9)+" ~9~"))
			}
		}, "6 messages"},
	} {
		f, p := well()
		c.change(&f, p)
		v := judge(f, p)
		if all := strings.Join(v.faults, "\n"); c.want == "" && all != "" || !strings.Contains(all, c.want) {
			t.Errorf("%s: %q", name, all)
		}
	}
}

// every has a reminder said once, half past noon, that was due each hour from
// six to noon while nothing ran.
func every(at func(h, m int) time.Time, text string) func(*facts, *phone) {
	return func(f *facts, p *phone) {
		f.down = []span{{at(5, 30), at(12, 30)}}
		f.reminders = append(f.reminders, &asked{n: 8, when: "every hour", every: hour, set: at(5, 0), gone: at(12, 45)})
		p.log = append(p.log, accepted{id: "e", at: at(12, 30), shown: at(12, 30), text: text})
	}
}

// TestInstant: skipped and doubled wall times, by the minute.
func TestInstant(t *testing.T) {
	for _, c := range []struct {
		zone string
		w    wall
		want string
	}{
		{"America/New_York", wall{2026, 3, 8, 2, 30}, "2026-03-08T03:30:00-04:00"},
		{"America/New_York", wall{2026, 11, 1, 1, 30}, "2026-11-01T01:30:00-04:00"},
		{"Europe/London", wall{2026, 3, 29, 1, 30}, "2026-03-29T02:30:00+01:00"},
		{"America/Sao_Paulo", wall{2018, 11, 4, 0, 0}, "2018-11-04T01:00:00-02:00"},
		{"America/Sao_Paulo", wall{2018, 2, 17, 23, 30}, "2018-02-17T23:30:00-02:00"},
		{"Asia/Tokyo", wall{2026, 3, 8, 2, 30}, "2026-03-08T02:30:00+09:00"},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		if got := instant(c.w, zone).In(zone).Format(time.RFC3339); got != c.want {
			t.Errorf("%s %v: %s", c.zone, c.w, got)
		}
	}
}

package reminder

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/cronspec"
	"github.com/kokoron/kokoron/internal/text"
)

func in(t testing.TB, zone string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// at reads a wall time of a zone.
func at(t testing.TB, zone, wall string) time.Time {
	t.Helper()
	w, err := time.Parse("2006-01-02 15:04:05", wall+":00"[:3*min(1, 19-len(wall))])
	if err != nil {
		t.Fatal(err)
	}
	return clock.Resolve(w, in(t, zone))
}

func floating(wall string) time.Time {
	w, err := time.Parse("2006-01-02 15:04", wall)
	if err != nil {
		panic(err)
	}
	return w
}

const (
	tokyo   = "Asia/Tokyo"
	newYork = "America/New_York"
	london  = "Europe/London"
	sao     = "America/Sao_Paulo"
)

// TestNextAfter: wall times through the changes of clocks.
func TestNextAfter(t *testing.T) {
	for name, c := range map[string]struct {
		s     Schedule
		after string
		want  []string // "" ends
	}{
		"once":               {Schedule{Zone: tokyo, Wall: floating("2026-12-01 08:00")}, "2026-11-30 08:00", []string{"2026-12-01T08:00+0900", ""}},
		"once in a gap":      {Schedule{Zone: newYork, Wall: floating("2026-03-08 02:30")}, "2026-03-07 08:00", []string{"2026-03-08T03:30-0400", ""}},
		"once, twice shown":  {Schedule{Zone: newYork, Wall: floating("2026-11-01 01:30")}, "2026-10-31 08:00", []string{"2026-11-01T01:30-0400", ""}},
		"a skipped midnight": {Schedule{Zone: sao, Wall: floating("2018-11-04 00:00")}, "2018-11-03 08:00", []string{"2018-11-04T01:00-0200", ""}},
		"daily through spring": {Schedule{Zone: london, Cron: "30 1 * * *"}, "2026-03-28 00:00",
			[]string{"2026-03-28T01:30+0000", "2026-03-29T02:30+0100", "2026-03-30T01:30+0100"}},
		"daily through autumn": {Schedule{Zone: newYork, Cron: "30 1 * * *"}, "2026-10-31 08:00",
			[]string{"2026-11-01T01:30-0400", "2026-11-02T01:30-0500"}},
		"weekly rule": {Schedule{Zone: tokyo, Rule: "FREQ=WEEKLY;BYDAY=MO,FR", Wall: floating("2026-12-04 08:15")}, "2026-11-30 07:00",
			[]string{"2026-12-04T08:15+0900", "2026-12-07T08:15+0900", "2026-12-11T08:15+0900"}},
		"monthly rule": {Schedule{Zone: tokyo, Rule: "FREQ=MONTHLY", Wall: floating("2026-12-31 08:00")}, "2026-12-01 00:00",
			[]string{"2026-12-31T08:00+0900", "2027-01-31T08:00+0900", "2027-03-31T08:00+0900"}},
		"yearly rule": {Schedule{Zone: tokyo, Rule: "FREQ=YEARLY", Wall: floating("2027-03-09 07:00")}, "2026-12-01 00:00",
			[]string{"2027-03-09T07:00+0900", "2028-03-09T07:00+0900"}},
		"every other week": {Schedule{Zone: tokyo, Rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", Wall: floating("2026-12-01 08:00")}, "2026-12-01 08:00",
			[]string{"2026-12-15T08:00+0900", "2026-12-29T08:00+0900"}},
		"second Tuesday": {Schedule{Zone: tokyo, Rule: "FREQ=MONTHLY;BYDAY=2TU", Wall: floating("2026-12-08 08:00")}, "2026-11-30 08:00",
			[]string{"2026-12-08T08:00+0900", "2027-01-12T08:00+0900"}},
		"three times": {Schedule{Zone: tokyo, Rule: "FREQ=DAILY;COUNT=3", Wall: floating("2026-12-08 08:00")}, "2026-12-08 08:00",
			[]string{"2026-12-09T08:00+0900", "2026-12-10T08:00+0900", ""}},
		"leap days": {Schedule{Zone: tokyo, Rule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", Wall: floating("2028-02-29 08:00")}, "2028-02-29 08:00",
			[]string{"2032-02-29T08:00+0900"}},
		"interval": {Schedule{Zone: newYork, Every: 40 * time.Minute, Start: at(t, newYork, "2026-11-01 01:20")}, "2026-11-01 00:00",
			[]string{"2026-11-01T01:20-0400", "2026-11-01T01:00-0500", "2026-11-01T01:40-0500", "2026-11-01T02:20-0500"}},
	} {
		if err := c.s.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		now := at(t, c.s.Zone, c.after)
		for _, want := range c.want {
			got := c.s.NextAfter(now)
			shown := ""
			if !got.IsZero() {
				shown = got.Format("2006-01-02T15:04-0700")
			}
			if shown != want {
				t.Errorf("%s: after %v: %s, want %s", name, now, shown, want)
				break
			}
			now = got
		}
	}
}

func TestCheck(t *testing.T) {
	for name, s := range map[string]Schedule{
		"no zone":            {Wall: floating("2026-12-01 08:00")},
		"unknown zone":       {Zone: "Asia/Nowhere", Wall: floating("2026-12-01 08:00")},
		"nothing":            {Zone: tokyo},
		"too often":          {Zone: tokyo, Every: 59 * time.Second, Start: time.Unix(0, 0)},
		"no anchor":          {Zone: tokyo, Every: time.Hour},
		"cron that is none":  {Zone: tokyo, Cron: "61 * * * *"},
		"cron that never is": {Zone: tokyo, Cron: "0 8 30 2 *"},
		"rule without start": {Zone: tokyo, Rule: "FREQ=DAILY"},
		"rule of another":    {Zone: tokyo, Rule: "FREQ=SECONDLY;X=1", Wall: floating("2026-12-01 08:00")},
	} {
		if s.Check() == nil {
			t.Errorf("%s: nothing is said to be wrong", name)
		}
	}
}

func started(s Schedule, now time.Time) Reminder {
	return Reminder{ID: "r", Scope: "owner", Text: "薬を飲む", Lang: text.Ja, Schedule: s, State: Waiting, Created: now, Next: s.NextAfter(now)}
}

// TestStates walks one reminder through what can happen to it.
func TestStates(t *testing.T) {
	now := at(t, tokyo, "2026-12-01 07:00")
	once := started(Schedule{Zone: tokyo, Wall: floating("2026-12-01 08:00")}, now)
	daily := started(Schedule{Zone: tokyo, Cron: "0 8 * * *"}, now)
	eight := at(t, tokyo, "2026-12-01 08:00")

	if _, _, ok := once.Fire(eight.Add(-time.Nanosecond)); ok {
		t.Error("said early")
	}
	said, f, ok := once.Fire(eight)
	if !ok || !f.Due.Equal(eight) || f.Count != 1 || f.Late() != 0 || said.State != Said || !said.Due().IsZero() {
		t.Errorf("on time: %+v, %+v", said, f)
	}
	if _, _, again := said.Fire(eight.Add(time.Hour)); again {
		t.Error("said twice")
	}
	_, f, ok = once.Fire(eight.Add(3 * time.Hour))
	if !ok || f.Late() != 3*time.Hour || f.Count != 1 {
		t.Errorf("late: %+v", f)
	}
	after, f, ok := daily.Fire(eight.Add(50 * time.Hour))
	if !ok || f.Count != 3 || !f.Due.Equal(eight.Add(48*time.Hour)) || f.Late() != 2*time.Hour || !after.Next.Equal(eight.Add(72*time.Hour)) || after.State != Waiting {
		t.Errorf("three missed: %+v, %+v", after, f)
	}

	put := said.Snooze(eight.Add(time.Minute), 10*time.Minute)
	if put.State != Waiting || !put.Due().Equal(eight.Add(11*time.Minute)) {
		t.Errorf("snoozed: %+v", put)
	}
	if again, f, ok := put.Fire(eight.Add(11 * time.Minute)); !ok || f.Count != 1 || again.State != Said {
		t.Errorf("said once more: %+v, %+v", again, f)
	}
	if early := once.Snooze(now, 30*time.Minute); !early.Due().Equal(eight.Add(30 * time.Minute)) {
		t.Errorf("put off before it was said: %v", early.Due())
	}
	both := after.Snooze(eight.Add(50*time.Hour), 10*time.Minute)
	if !both.Due().Equal(eight.Add(50*time.Hour+10*time.Minute)) || !both.Next.Equal(after.Next) {
		t.Errorf("what repeats keeps its times: %+v", both)
	}
	if done := both.Finish(); done.State != Waiting || !done.Due().Equal(after.Next) {
		t.Errorf("done, and it goes on: %+v", done)
	}
	if done := once.Finish(); done.State != Done || !done.Due().IsZero() {
		t.Errorf("done before it was said: %+v", done)
	}
	if off := both.Cancel(); off.State != Cancelled || !off.Due().IsZero() || off.Finish().State != Cancelled {
		t.Errorf("cancelled: %+v", off)
	}
	if back := daily.Cancel().Snooze(eight, time.Hour); !back.Due().Equal(eight.Add(time.Hour)) || !back.Next.IsZero() {
		t.Errorf("a cancelled one comes back once: %+v", back)
	}
}

// schedules of every kind, beginning somewhere in the year of a zone.
func anySchedule(t *rapid.T, zone *time.Location, from time.Time) Schedule {
	s := Schedule{Zone: zone.String()}
	wall := clock.Wall(from).Truncate(time.Minute).Add(time.Duration(rapid.IntRange(-60, 60*24*5).Draw(t, "begins in")) * time.Minute)
	switch rapid.SampledFrom([]string{"once", "instant", "every", "cron", "rule"}).Draw(t, "kind") {
	case "once":
		s.Wall = wall
	case "instant":
		s.Start = clock.Resolve(wall, zone)
	case "every":
		s.Start = clock.Resolve(wall, zone)
		s.Every = time.Duration(rapid.IntRange(7, 60*30).Draw(t, "minutes")) * time.Minute
	case "cron":
		s.Start = clock.Resolve(wall, zone)
		s.Cron = rapid.SampledFrom([]string{"30 2 * * *", "0 0 * * *", "15 1 * * 0", "*/20 * * * *", "0 */5 * * *", "45 23 * * 1-5", "30 1,2,3 * * *", "0 8 1 * *"}).Draw(t, "cron")
	default:
		s.Wall = wall
		s.Rule = rapid.SampledFrom(slices.Sorted(maps.Keys(fits))).Draw(t, "rule")
	}
	return s
}

// fits says, for some rules, whether they have a day, given the first one.
var fits = map[string]func(day, first time.Time) bool{
	"FREQ=DAILY":                   func(_, _ time.Time) bool { return true },
	"FREQ=DAILY;INTERVAL=2":        func(d, f time.Time) bool { return int(d.Sub(f).Hours()/24)%2 == 0 },
	"FREQ=WEEKLY":                  func(d, f time.Time) bool { return d.Weekday() == f.Weekday() },
	"FREQ=WEEKLY;BYDAY=SA,SU":      func(d, _ time.Time) bool { return d.Weekday() == time.Saturday || d.Weekday() == time.Sunday },
	"FREQ=MONTHLY;BYMONTHDAY=1,15": func(d, _ time.Time) bool { return d.Day() == 1 || d.Day() == 15 },
	"FREQ=MONTHLY;BYDAY=1SU":       func(d, _ time.Time) bool { return d.Weekday() == time.Sunday && d.Day() <= 7 },
}

// dues are the due times in (from, to], found in another way.
func dues(s Schedule, zone *time.Location, from, to time.Time) (out []time.Time) {
	if s.Every != 0 {
		for t := s.Start; !t.After(to); t = t.Add(s.Every) {
			if t.After(from) {
				out = append(out, t)
			}
		}
		return out
	}
	if !s.Repeats() {
		t := s.Start
		if !s.Wall.IsZero() {
			t = clock.Resolve(s.Wall, zone)
		}
		if t.After(from) && !t.After(to) {
			out = append(out, t)
		}
		return out
	}
	if s.Rule != "" {
		for day := s.Wall; day.Before(to.UTC().Add(48 * time.Hour)); day = day.AddDate(0, 0, 1) {
			if t := clock.Resolve(day, zone); fits[s.Rule](day, s.Wall) && t.After(from) && !t.After(to) {
				out = append(out, t)
			}
		}
		return out
	}
	line, err := cronspec.Parse(s.Cron)
	if err != nil {
		panic(err)
	}
	after := from
	if s.Start.After(from) {
		after = s.Start.Add(-time.Nanosecond)
	}
	for t := line.Next(after, zone); !t.After(to); t = line.Next(t, zone) {
		out = append(out, t)
	}
	return out
}

// TestEveryDueTimeOnce lives days of random looks, outages, snoozes and
// cancellations: every due time is said exactly once or merged into one late
// message that counts it, never early; what is cancelled is never said.
func TestEveryDueTimeOnce(t *testing.T) {
	days := map[string][]string{
		tokyo:   {"2026-11-30 08:00"},
		newYork: {"2026-03-06 20:00", "2026-10-30 20:00"},
		london:  {"2026-03-27 20:00", "2026-10-23 20:00"},
		sao:     {"2018-11-02 20:00", "2018-02-15 20:00"},
	}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{tokyo, newYork, london, sao}).Draw(t, "zone")
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		begin := clock.Resolve(floating(rapid.SampledFrom(days[name]).Draw(t, "from")), zone)
		s := anySchedule(t, zone, begin)
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		r := started(s, begin)
		want := dues(s, zone, begin, begin.Add(12*24*time.Hour))
		now, said := begin, 0
		for range rapid.IntRange(1, 60).Draw(t, "looks") {
			if rapid.Bool().Draw(t, "on time") && !r.Due().IsZero() {
				now = r.Due() // the heart wakes
			} else {
				now = now.Add(time.Duration(rapid.IntRange(1, 60*40).Draw(t, "away")) * time.Minute)
			}
			if now.After(begin.Add(11 * 24 * time.Hour)) {
				break
			}
			passed := 0
			for said+passed < len(want) && !want[said+passed].After(now) {
				passed++
			}
			after, f, ok := r.Fire(now)
			if ok != (passed > 0) {
				t.Fatalf("at %v: said %v, %d passed of %v", now, ok, passed, want)
			}
			if !ok {
				continue
			}
			last := want[said+passed-1]
			if f.Count != passed || !f.Due.Equal(last) || f.Due.After(now) {
				t.Fatalf("at %v: %+v, want %d up to %v", now, f, passed, last)
			}
			words := r.Say(f)
			if merged := strings.Contains(words, "回分をまとめて"); merged != (passed > 1) {
				t.Fatalf("%d at once are told as %q", passed, words)
			}
			if late := strings.Contains(words, "遅れですが"); late != (now.Sub(last) >= LateAfter) {
				t.Fatalf("%v late is told as %q", now.Sub(last), words)
			}
			r, said = after, said+passed
			if _, _, twice := r.Fire(now); twice {
				t.Fatalf("said twice at %v", now)
			}
		}
		if off := r.Cancel(); !off.Due().IsZero() {
			t.Fatal("a cancelled one is due")
		} else if _, _, ok := off.Fire(now.Add(1000 * time.Hour)); ok {
			t.Fatal("a cancelled one was said")
		}
	})
}

// TestSnoozeKeepsTheSchedule: however it is put off and finished, the due times
// of what repeats are met, and what is put off is said once.
func TestSnoozeKeepsTheSchedule(t *testing.T) {
	zone := in(t, newYork)
	rapid.Check(t, func(t *rapid.T) {
		begin := clock.Resolve(floating("2026-10-30 20:00"), zone)
		s := Schedule{Zone: newYork, Cron: "30 1 * * *"}
		r := started(s, begin)
		var said []time.Time
		now := begin
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(1, 300).Draw(t, "minutes")) * time.Minute)
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				r = r.Snooze(now, time.Duration(rapid.IntRange(-5, 400).Draw(t, "d"))*time.Minute)
				if d := r.Snoozed.Sub(now); d < MinSnooze || d > MaxSnooze {
					t.Fatalf("put off by %v", d)
				}
			case 1:
				r = r.Finish()
			default:
				due, was := r.Due(), r.Next
				after, f, ok := r.Fire(now)
				if ok != !due.After(now) {
					t.Fatalf("due %v, at %v: %v", due, now, ok)
				}
				for ; ok && !was.After(now); was = s.NextAfter(was) {
					said = append(said, was)
				}
				if r = after; ok && f.Due.After(now) {
					t.Fatal("early")
				}
			}
			if r.State != Waiting || !r.Next.Equal(was(said, begin, s)) {
				t.Fatalf("state %s, next %v after %v", r.State, r.Next, said)
			}
		}
		if !slices.IsSortedFunc(said, time.Time.Compare) {
			t.Fatal(said)
		}
	})
}

// was is the first due time after those that were said.
func was(said []time.Time, begin time.Time, s Schedule) time.Time {
	if len(said) > 0 {
		begin = said[len(said)-1]
	}
	return s.NextAfter(begin)
}

func TestSay(t *testing.T) {
	due := at(t, tokyo, "2026-12-01 08:00")
	r := started(Schedule{Zone: tokyo, Cron: "0 8 * * *"}, due.Add(-time.Hour))
	for _, c := range []struct {
		lang  text.Lang
		late  time.Duration
		count int
		want  string
	}{
		{text.Ja, 0, 1, "⏰ リマインダー：薬を飲む（08:00）"},
		{text.Ja, 119 * time.Second, 1, "⏰ リマインダー：薬を飲む（08:00）"},
		{text.Ja, 3*time.Hour + 59*time.Minute, 1, "⏰ 3時間59分遅れですが、リマインダー：薬を飲む（08:00）"},
		{text.En, 2*time.Hour + 50*time.Minute, 1, "⏰ 2 h 50 min late, sorry. Reminder: 薬を飲む (08:00)"},
		{text.Zh, 2*time.Hour + 50*time.Minute, 1, "⏰ 晚了2小时50分钟，提醒：薬を飲む（08:00）"},
		{text.Ja, 13*time.Hour + 40*time.Minute, 1, "⏰ 14時間遅れですが、リマインダー：薬を飲む（08:00）"},
		{text.Ja, 20 * time.Hour, 1, "⏰ 20時間遅れですが、リマインダー：薬を飲む（12月1日（火）08:00）"},
		{text.Ja, 5 * time.Minute, 4, "⏰ 5分遅れですが、リマインダー：薬を飲む（最後は08:00、4回分をまとめて）"},
		{text.Ja, 0, 2, "⏰ リマインダー：薬を飲む（08:00、2回分をまとめて）"},
		{text.En, time.Hour, 1, "⏰ 1 hour late, sorry. Reminder: 薬を飲む (08:00)"},
		{text.En, 40 * 24 * time.Hour, 3, "⏰ 40 days late, sorry. Reminder: 薬を飲む (the last of 3 was for Tue, 1 Dec 2026, 08:00)"},
		{text.Zh, 2 * time.Minute, 1, "⏰ 晚了2分钟，提醒：薬を飲む（08:00）"},
	} {
		r.Lang = c.lang
		if got := r.Say(Firing{Due: due, At: due.Add(c.late), Count: c.count}); got != c.want {
			t.Errorf("%s, %v late, %d: %q, want %q", c.lang, c.late, c.count, got, c.want)
		}
	}
}

package event

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/clock"
)

func zone(t interface{ Fatal(...any) }, name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func wall(t interface{ Fatal(...any) }, s string) Wall {
	w, _, err := ParseWall(s)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// made is an event in Tokyo, normalised.
func made(t interface{ Fatal(...any) }, start, end, repeat string) Event {
	e := Event{ID: "e", UID: "e", Scope: "owner", Title: "歯医者", Start: wall(t, start), Zone: "Asia/Tokyo", Repeat: repeat}
	if end != "" {
		e.End = wall(t, end)
	}
	e.AllDay = len(start) == len(time.DateOnly)
	e, err := e.Normalise()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestParseWall(t *testing.T) {
	for in, want := range map[string]string{
		"2026-12-01": "2026-12-01T00:00", "2026-12-01T15:00": "2026-12-01T15:00", "2026-12-01 9:05:07": "2026-12-01T09:05:07",
		"20261201T150000": "2026-12-01T15:00", "2028-02-29": "2028-02-29T00:00",
		"2026-02-30": "no_day", "2026-13-01": "no_month", "2026-12-01T13:99": "no_clock", "2026-12-01T24:00": "no_clock",
		"1026-12-01": "year", "tomorrow": "no_date", "": "no_date", "2026-12-01T15": "no_date",
	} {
		w, _, err := ParseWall(in)
		got := w.String()
		var f *Fault
		if errors.As(err, &f) {
			got = string(f.Why)
		}
		if got != want {
			t.Errorf("ParseWall(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestNormaliseRefuses(t *testing.T) {
	good := Event{Title: "x", Start: wall(t, "2026-12-01T15:00"), Zone: "Asia/Tokyo"}
	for name, c := range map[string]struct {
		change func(*Event)
		field  Field
		why    Why
	}{
		"no title":        {func(e *Event) { e.Title = " \n" }, Title, Missing},
		"long title":      {func(e *Event) { e.Title = strings.Repeat("あ", MaxTitle+1) }, Title, TooLong},
		"control":         {func(e *Event) { e.Title = "a\x1b[31m" }, Title, Control},
		"two lines":       {func(e *Event) { e.Place = "a\nb" }, Place, Control},
		"no start":        {func(e *Event) { e.Start = Wall{} }, Start, Missing},
		"end first":       {func(e *Event) { e.End = wall(t, "2026-12-01T14:59") }, End, EndFirst},
		"zone":            {func(e *Event) { e.Zone = "Mars/Olympus" }, Zone, NoZone},
		"machine's zone":  {func(e *Event) { e.Zone = "Local" }, Zone, NoZone},
		"no rule":         {func(e *Event) { e.Repeat = "every day" }, Repeat, NoRule},
		"rule of nothing": {func(e *Event) { e.Repeat = "BYDAY=MO" }, Repeat, NoRule},
		"month 13":        {func(e *Event) { e.Repeat = "FREQ=YEARLY;BYMONTH=13" }, Repeat, NoRule},
		"interval 0":      {func(e *Event) { e.Repeat = "FREQ=DAILY;INTERVAL=0" }, Repeat, NoRule},
		"secondly":        {func(e *Event) { e.Repeat = "FREQ=SECONDLY" }, Repeat, TooOften},
		"minutely":        {func(e *Event) { e.Repeat = "FREQ=MINUTELY;INTERVAL=30" }, Repeat, TooOften},
		"flood":           {func(e *Event) { e.Repeat = "FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=0,10,20,30,40" }, Repeat, TooOften},
		"30 February":     {func(e *Event) { e.Repeat = "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30" }, Repeat, Never},
		"hour never met":  {func(e *Event) { e.Repeat = "FREQ=HOURLY;INTERVAL=24;BYHOUR=5" }, Repeat, Never},
		"no position":     {func(e *Event) { e.Repeat = "FREQ=HOURLY;BYSETPOS=2;BYDAY=MO" }, Repeat, Never},
		"minutes of days": {func(e *Event) { e.Repeat = "FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=3;BYMINUTE=7" }, Repeat, NoRule},
		"over":            {func(e *Event) { e.Repeat = "FREQ=DAILY;UNTIL=20200101" }, Repeat, Never},
		"hours of a day":  {func(e *Event) { e.AllDay, e.Repeat = true, "FREQ=HOURLY" }, Repeat, NoRule},
		"alarm":           {func(e *Event) { e.Alarms = []int{-1} }, Alarms, Range},
		"alarms":          {func(e *Event) { e.Alarms = []int{1, 2, 3, 4, 5, 6} }, Alarms, TooMany},
	} {
		e := good
		c.change(&e)
		_, err := e.Normalise()
		var f *Fault
		if !errors.As(err, &f) || f.Field != c.field || f.Why != c.why {
			t.Errorf("%s: %v", name, err)
		}
		if f != nil && strings.ContainsAny(f.Error(), "{}") {
			t.Errorf("%s: a slot is left in %q", name, f.Error())
		}
	}
	for _, rule := range []string{"FREQ=HOURLY", "FREQ=MINUTELY;INTERVAL=90;COUNT=4", "rrule:freq=weekly;byday=mo;until=99991231"} {
		e := good
		e.Repeat = rule
		if _, err := e.Normalise(); err != nil {
			t.Errorf("%s: %v", rule, err)
		}
	}
}

// on are the beginnings of occurrences, where the person is.
func on(list []Occurrence) (out []string) {
	for _, o := range list {
		out = append(out, o.From.Format("01-02 15:04"))
	}
	return out
}

func TestClocksChange(t *testing.T) {
	ny := zone(t, "America/New_York")
	e := Event{ID: "e", UID: "e", Scope: "owner", Title: "x", Start: wall(t, "2026-03-06T02:30"), End: wall(t, "2026-03-06T03:00"), Zone: ny.String(), Repeat: "FREQ=DAILY"}
	e, err := e.Normalise()
	if err != nil {
		t.Fatal(err)
	}
	got := Expand([]Event{e}, time.Date(2026, 3, 7, 0, 0, 0, 0, ny), time.Date(2026, 3, 10, 0, 0, 0, 0, ny), ny, 10)
	if want := []string{"03-07 02:30", "03-08 03:30", "03-09 02:30"}; !slices.Equal(on(got), want) {
		t.Errorf("got %v, want %v", on(got), want)
	}
	if o := got[1]; o.To.Before(o.From) {
		t.Errorf("it ends before it begins: %v", o)
	}
	e.Start, e.End, e.Repeat = wall(t, "2026-10-31T01:30"), wall(t, "2026-10-31T02:30"), "FREQ=DAILY;COUNT=3"
	got = Expand([]Event{e}, time.Date(2026, 10, 31, 0, 0, 0, 0, ny), time.Date(2026, 11, 5, 0, 0, 0, 0, ny), ny, 10)
	if len(got) != 3 || got[1].From.Format(time.RFC3339) != "2026-11-01T01:30:00-04:00" {
		t.Errorf("where the hour comes twice: %v", got)
	}
}

// TestWholeDays are dates where the person is, whatever their zone.
func TestWholeDays(t *testing.T) {
	e := made(t, "2026-12-24", "2026-12-26", "")
	for _, name := range []string{"Pacific/Auckland", "America/Los_Angeles", "UTC"} {
		z := zone(t, name)
		got := Expand([]Event{e}, time.Date(2026, 12, 25, 23, 59, 0, 0, z), time.Date(2026, 12, 26, 0, 0, 0, 0, z), z, 10)
		if len(got) != 1 || got[0].From.Format(time.DateTime) != "2026-12-24 00:00:00" || got[0].To.Format(time.DateTime) != "2026-12-26 00:00:00" {
			t.Errorf("%s: %v", name, got)
		}
		if got := Expand([]Event{e}, time.Date(2026, 12, 26, 0, 0, 0, 0, z), time.Date(2026, 12, 27, 0, 0, 0, 0, z), z, 10); len(got) != 0 {
			t.Errorf("%s: still on when it is over: %v", name, got)
		}
	}
}

func TestSeries(t *testing.T) {
	jst := zone(t, "Asia/Tokyo")
	e := made(t, "2026-12-01T15:00", "2026-12-01T16:00", "FREQ=WEEKLY;COUNT=4")
	look := func(e Event) []string {
		return on(Expand([]Event{e}, time.Date(2026, 12, 1, 0, 0, 0, 0, jst), time.Date(2027, 2, 1, 0, 0, 0, 0, jst), jst, 20))
	}
	if got := look(e); !slices.Equal(got, []string{"12-01 15:00", "12-08 15:00", "12-15 15:00", "12-22 15:00"}) {
		t.Fatal(got)
	}
	o, err := e.On(wall(t, "2026-12-08"), jst)
	if err != nil {
		t.Fatal(err)
	}
	moved := Times{Start: wall(t, "2026-12-09T10:00"), Zone: "Asia/Tokyo"}
	place := "駅前"
	one, err := e.WithOne(o, Patch{Times: &moved, Place: &place})
	if err != nil {
		t.Fatal(err)
	}
	if got := look(one); !slices.Equal(got, []string{"12-01 15:00", "12-09 10:00", "12-15 15:00", "12-22 15:00"}) {
		t.Errorf("one moved: %v", got)
	}
	again, err := one.On(wall(t, "2026-12-09"), jst)
	if err != nil || again.Place != place || again.To.Sub(again.From) != time.Hour {
		t.Fatalf("the moved one is %+v, %v", again, err)
	}
	less, err := one.Without(again)
	if err != nil {
		t.Fatal(err)
	}
	if got := look(less); !slices.Equal(got, []string{"12-01 15:00", "12-15 15:00", "12-22 15:00"}) {
		t.Errorf("without it: %v", got)
	}
	if back, ok := less.Again(again.Of); !ok || len(look(back)) != 4 {
		t.Errorf("brought back: %v", look(back))
	}
	later := Times{Start: wall(t, "2026-12-02T09:00"), Zone: "Asia/Tokyo"}
	all, err := less.With(Patch{Times: &later})
	if err != nil {
		t.Fatal(err)
	}
	if got := look(all); !slices.Equal(got, []string{"12-02 09:00", "12-16 09:00", "12-23 09:00"}) {
		t.Errorf("all moved: %v", got)
	}
	if _, err := e.On(wall(t, "2026-12-07"), jst); err == nil {
		t.Error("there is an occurrence on a day without one")
	}
	if got := look(e); len(got) != 4 {
		t.Errorf("the first one was changed by all that: %v", got)
	}
	empty := ""
	if once, err := less.With(Patch{Repeat: &empty}); err != nil || once.Series() || len(look(once)) != 1 {
		t.Errorf("once: %v, %v", look(once), err)
	}
}

func TestConflicts(t *testing.T) {
	jst := zone(t, "Asia/Tokyo")
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, jst)
	weekly := made(t, "2026-12-01T15:00", "2026-12-01T16:00", "FREQ=WEEKLY")
	weekly.ID = "weekly"
	holiday := made(t, "2026-12-08", "", "")
	holiday.ID, holiday.Feed = "holiday", "feed"
	trip := made(t, "2026-12-08", "2026-12-10", "")
	trip.ID = "trip"
	gone := made(t, "2026-12-08T15:00", "", "")
	gone.ID, gone.ArchivedAt = "gone", now
	others := []Event{weekly, holiday, trip, gone}
	for start, want := range map[string][]string{
		"2026-12-08T15:59": {"trip", "weekly"}, "2026-12-08T16:00": {"trip"}, "2026-12-11T15:30": nil, "2026-12-15T14:30": {"weekly"}, "2026-11-01T15:00": nil,
	} {
		got := Conflicts(made(t, start, "", ""), others, now, jst)
		var ids []string
		for _, o := range got {
			ids = append(ids, string(o.Event))
		}
		if slices.Sort(ids); !slices.Equal(ids, want) {
			t.Errorf("%s meets %v, want %v", start, ids, want)
		}
	}
}

// TestExpandAgainstRule: an occurrence is on at its wall time in its zone, none
// is twice, and a smaller window finds the same ones as a large one.
func TestExpandAgainstRule(t *testing.T) {
	zones := []string{"Asia/Tokyo", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Apia"}
	rapid.Check(t, func(t *rapid.T) {
		z := zone(t, rapid.SampledFrom(zones).Draw(t, "zone"))
		home := zone(t, rapid.SampledFrom(zones).Draw(t, "home"))
		freq := rapid.SampledFrom([]string{"DAILY", "WEEKLY", "MONTHLY", "YEARLY", "HOURLY", "WEEKLY;BYDAY=SU,MO,TH", "MONTHLY;BYDAY=-1FR", "WEEKLY;INTERVAL=3;WKST=SU;BYDAY=SU,SA"}).Draw(t, "freq")
		start := Wall{time.Unix(rapid.Int64Range(1_600_000_000, 1_800_000_000).Draw(t, "start"), 0).UTC().Truncate(time.Minute)}
		e := Event{ID: "e", UID: "e", Scope: "owner", Title: "x", Start: start, End: start.Add(30 * time.Minute), Zone: z.String(), Repeat: "FREQ=" + freq}
		e, err := e.Normalise()
		if err != nil {
			t.Fatal(err)
		}
		from := start.In(z).Add(time.Duration(rapid.IntRange(-100, 20_000).Draw(t, "after")) * time.Hour)
		to := from.AddDate(0, 0, rapid.IntRange(1, 60).Draw(t, "days"))
		got := Expand([]Event{e}, from, to, home, 5000)
		wide := Expand([]Event{e}, from.AddDate(0, 0, -90), to.AddDate(0, 0, 90), home, 20_000)
		inside := slices.DeleteFunc(slices.Clone(wide), func(o Occurrence) bool { return !o.Until().After(from) || !o.From.Before(to) })
		if !slices.Equal(on(got), on(inside)) {
			t.Fatalf("%v\n%v", on(got), on(inside))
		}
		seen := map[Wall]bool{}
		for _, o := range got {
			if seen[o.Of] || !o.From.Equal(clock.Resolve(o.Of.floating, z)) || o.Of.Before(start) {
				t.Fatalf("%+v", o)
			}
			seen[o.Of] = true
		}
	})
}

func TestJSON(t *testing.T) {
	e := made(t, "2026-12-01T15:00", "", "FREQ=WEEKLY")
	e.Except = []Wall{wall(t, "2026-12-08T15:00")}
	raw, err := json.Marshal(e)
	if err != nil || !strings.Contains(string(raw), `"start":"2026-12-01T15:00"`) {
		t.Fatal(string(raw), err)
	}
	var back Event
	if err := json.Unmarshal(raw, &back); err != nil || !back.Start.Equal(e.Start) || !back.Except[0].Equal(e.Except[0]) {
		t.Error(back, err)
	}
}

func TestReadWhen(t *testing.T) {
	jst := zone(t, "Asia/Tokyo")
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, jst)
	for words, want := range map[string]string{
		"2026-12-01T15:00": "2026-12-01T15:00", "2026-12-01T06:00Z": "2026-12-01T15:00", "2026-12-01T15:00:00+09:00": "2026-12-01T15:00",
		"2026-12-01": "all day 2026-12-01", "明日の午後3時": "2026-12-01T15:00", "tomorrow at 3pm": "2026-12-01T15:00", "明天下午三点": "2026-12-01T15:00",
		"明日": "all day 2026-12-01", "2026-02-30": "when no_day", "2026-12-01T13:99": "when no_clock", "いつか": "when no_date", "2月30日の15時": "when not_real", "13時99分": "when no_clock", "": "when missing",
		"half 8 tomorrow": "when no_date", "tomorrow at 1900": "when no_date", "明日1900": "when no_date", "5月3日の80": "when no_date",
	} {
		got := ""
		times, err := ReadWhen(words, now, jst, "")
		var f *Fault
		switch {
		case errors.As(err, &f):
			got = string(f.Field) + " " + string(f.Why)
		case err != nil:
			got = err.Error()
		case times.AllDay:
			got = "all day " + times.Start.Date()
		default:
			got = times.Start.String()
		}
		if got != want {
			t.Errorf("%q is %s, want %s", words, got, want)
		}
	}
	_, err := ReadWhen("3時", now, jst, "ja")
	var u *Unclear
	if !errors.As(err, &u) || len(u.Readings) == 0 {
		t.Errorf("an hour of the morning or the afternoon: %v", err)
	}
}

// FuzzRule: whatever a rule says, reading and expanding it ends, and what is
// taken is taken again in the form in which it is stored.
func FuzzRule(f *testing.F) {
	for _, s := range []string{"FREQ=DAILY", "FREQ=MINUTELY;INTERVAL=7;BYHOUR=3", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=2MO,-1FR;BYSETPOS=-1", "FREQ=MONTHLY;UNTIL=20300101T000000Z", "FREQ=MINUTELY;BYMINUTE=7;INTERVAL=60"} {
		f.Add(s, int64(1_764_000_000))
	}
	f.Fuzz(func(t *testing.T, s string, at int64) {
		start := Wall{time.Unix(at%2_000_000_000, 0).UTC()}
		e := Event{ID: "e", UID: "e", Scope: "owner", Title: "x", Start: start, Zone: "Europe/Berlin", Repeat: s}
		e, err := e.Normalise()
		if err != nil {
			return
		}
		if again, err := e.Normalise(); err != nil || again.Repeat != e.Repeat {
			t.Errorf("%q is stored as %q, which is %q, %v", s, e.Repeat, again.Repeat, err)
		}
		Expand([]Event{e}, start.In(time.UTC), start.In(time.UTC).AddDate(1, 0, 0), time.UTC, 100)
	})
}

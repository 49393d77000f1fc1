package ics

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/calendar/event"
)

// files are calendars of other programs, beside the project.
const files = "../../../shared/bench/ics"

func tokyo(t interface{ Fatal(...any) }) *time.Location {
	z, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// cal is a calendar with these lines in it.
func cal(lines ...string) []byte {
	return []byte("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + strings.Join(lines, "\r\n") + "\r\nEND:VCALENDAR\r\n")
}

func vevent(lines ...string) string {
	return "BEGIN:VEVENT\r\nUID:u\r\nSUMMARY:x\r\n" + strings.Join(lines, "\r\n") + "\r\nEND:VEVENT"
}

func read(t *testing.T, data []byte) Import {
	t.Helper()
	got, err := Read(data, tokyo(t))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestFiles: of every component of the published files it is known what became
// of it.
func TestFiles(t *testing.T) {
	if _, err := os.Stat(files); err != nil {
		t.Skip("skipped: there are no calendars:", err)
	}
	all, events, skipped := 0, 0, 0
	why := map[string]int{}
	err := filepath.WalkDir(files, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".ics") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if os.Getenv("KOKORON_PROVE") == "" && len(data) > 50<<10 {
			return nil // the large ones take their time
		}
		all++
		got, err := Read(data, tokyo(t))
		if err != nil {
			why[err.Error()]++
			return nil
		}
		events += len(got.Events)
		skipped += got.Left
		for _, s := range got.Skipped {
			if s.Why == "" || s.Component == "" && s.Why != NotEvent && s.Why != Broken {
				t.Errorf("%s: skipped without a word: %+v", path, s)
			}
			why[fmt.Sprint(s.Component, " ", s.Why, " ", strings.SplitN(s.Detail, "\"", 2)[0])]++
		}
		again, err := Read(Write(got.Name, got.Events), tokyo(t))
		if err != nil || len(again.Events) != len(got.Events) {
			t.Errorf("%s: %d events are written and %d read back, %v: %+v", path, len(got.Events), len(again.Events), err, again.Skipped)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %d events, %d components skipped", all, events, skipped)
	for k, n := range why {
		t.Logf("%5d %s", n, k)
	}
}

func TestTimes(t *testing.T) {
	for lines, want := range map[string]string{
		"DTSTART:20261201T150000Z":                                                  "2026-12-01T15:00 UTC",
		"DTSTART:20261201T150000":                                                   "2026-12-01T15:00 Asia/Tokyo",
		"DTSTART;TZID=Europe/Berlin:20261201T150000":                                "2026-12-01T15:00 Europe/Berlin",
		"DTSTART;TZID=W. Europe Standard Time:20261201T150000":                      "2026-12-01T15:00 Europe/Berlin",
		"DTSTART;TZID=\"Tokyo Standard Time\":20261201T150000":                      "2026-12-01T15:00 Asia/Tokyo",
		"DTSTART;TZID=/x.example/Tzfile/America/Argentina/Salta:20261201T150000":    "2026-12-01T15:00 America/Argentina/Salta",
		"DTSTART;VALUE=DATE:20261201":                                               "2026-12-01T00:00 all day to 2026-12-02T00:00",
		"DTSTART;VALUE=DATE:20261201\nDTEND;VALUE=DATE:20261204":                    "2026-12-01T00:00 all day to 2026-12-04T00:00",
		"DTSTART:20261201T150000Z\nDTEND:20261201T163000Z":                          "2026-12-01T15:00 UTC to 2026-12-01T16:30",
		"DTSTART;TZID=Asia/Tokyo:20261201T150000\nDTEND:20261201T070000Z":           "2026-12-01T15:00 Asia/Tokyo to 2026-12-01T16:00",
		"DTSTART;TZID=America/New_York:20260308T013000\nDURATION:PT1H":              "2026-03-08T01:30 America/New_York to 2026-03-08T03:30",
		"DTSTART;VALUE=DATE:20261201\nDURATION:P1W":                                 "2026-12-01T00:00 all day to 2026-12-08T00:00",
		"dtstart;tzid=Asia/Tokyo:20261201T150000":                                   "2026-12-01T15:00 Asia/Tokyo",
		"DTSTART;TZID=Mars/Base:20261201T150000":                                    "zone: \"Mars/Base\"",
		"DTSTART;TZID=../../etc/passwd:20261201T150000":                             "zone: ",
		"DTSTART:20260230T150000":                                                   "when: \"20260230T150000\" does not exist (2026-02: 28 days)",
		"DTSTART:20261201T150000Z\nDTEND:20261130T000000Z":                          "until: the end",
		"DTSTART:20261201T150000Z\nRRULE:FREQ=SECONDLY":                             "repeat: repeats more than",
		"DTSTART:20261201T150000Z\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30":        "repeat: never",
		"DTSTART:20261201T150000Z\nDURATION:PT-1H":                                  "until: ",
		"DESCRIPTION:nothing":                                                       "when: is missing",
		"DTSTART:20261201T150000Z\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE:20261202":       "2026-12-01T15:00 UTC repeats FREQ=DAILY;COUNT=3 without 2026-12-02T15:00",
		"DTSTART:20261201T150000Z\nRRULE:FREQ=DAILY;UNTIL=99991231T000000Z;COUNT=3": "2026-12-01T15:00 UTC repeats FREQ=DAILY;COUNT=3;UNTIL=21991231",
	} {
		got := read(t, cal(vevent(strings.Split(lines, "\n")...)))
		said := ""
		switch {
		case len(got.Events) == 1:
			e := got.Events[0]
			said = e.Start.String() + " " + e.Zone
			if e.AllDay {
				said = e.Start.String() + " all day"
			}
			if e.Start.Before(e.End) {
				said += " to " + e.End.String()
			}
			if e.Repeat != "" {
				said += " repeats " + e.Repeat
			}
			for _, w := range e.Except {
				said += " without " + w.String()
			}
		case len(got.Skipped) == 1:
			said = got.Skipped[0].Detail
		}
		if said != want && !(strings.Contains(want, ": ") && strings.HasPrefix(said, want)) {
			t.Errorf("%s\n is %q, want %q (%+v)", lines, said, want, got.Skipped)
		}
	}
}

func TestSkippedIsSaid(t *testing.T) {
	got := read(t, cal(
		"BEGIN:VTODO\r\nSUMMARY:a task\r\nEND:VTODO",
		"BEGIN:VFREEBUSY\r\nEND:VFREEBUSY",
		vevent("DTSTART:20261201T150000Z", "STATUS:CANCELLED"),
		strings.Replace(vevent("DTSTART:20261201T150000Z", "BEGIN:VALARM", "TRIGGER:-PT15M", "END:VALARM", "BEGIN:VALARM", "TRIGGER;VALUE=DATE-TIME:20261201T000000Z", "END:VALARM"), "UID:u", "UID:good", 1),
		strings.Replace(vevent("DTSTART:20261201T150000Z", "BEGIN:VALARM"), "UID:u", "UID:broken", 1),
		"BEGIN:VJOURNAL\r\nEND:VJOURNAL",
	))
	var said []string
	for _, s := range got.Skipped {
		said = append(said, s.Component+" "+string(s.Why))
	}
	want := []string{"VTODO not_event", "VFREEBUSY not_event", "VEVENT cancelled", "VALARM absolute", "VEVENT broken", "VJOURNAL not_event"}
	if !slices.Equal(said, want) || len(got.Events) != 1 || got.Left != len(want) || !slices.Equal(got.Events[0].Alarms, []int{15}) {
		t.Errorf("%v\n%+v", said, got.Events)
	}
}

func TestSingleOccurrences(t *testing.T) {
	got := read(t, cal(
		vevent("RECURRENCE-ID;TZID=Asia/Tokyo:20261208T150000", "DTSTART;TZID=Asia/Tokyo:20261209T100000", "DTEND;TZID=Asia/Tokyo:20261209T110000"),
		vevent("DTSTART;TZID=Asia/Tokyo:20261201T150000", "DTEND;TZID=Asia/Tokyo:20261201T160000", "RRULE:FREQ=WEEKLY;COUNT=4"),
		vevent("RECURRENCE-ID:20261215T060000Z", "DTSTART:20261215T060000Z", "STATUS:CANCELLED"),
		strings.Replace(vevent("RECURRENCE-ID:20261215T060000Z", "DTSTART:20261215T060000Z"), "UID:u", "UID:alone", 1),
		vevent("RECURRENCE-ID;RANGE=THISANDFUTURE:20261222T060000Z", "DTSTART:20261215T060000Z"),
	))
	if len(got.Events) != 2 || len(got.Skipped) != 1 || got.Skipped[0].Why != Future || got.Events[1].UID != "alone#2026-12-15T06:00" {
		t.Fatalf("%+v", got)
	}
	var on []string
	for _, o := range event.Expand(got.Events[:1], time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2028, 1, 1, 0, 0, 0, 0, time.UTC), tokyo(t), 10) {
		on = append(on, o.From.Format("01-02 15:04"))
	}
	if !slices.Equal(on, []string{"12-01 15:00", "12-09 10:00", "12-22 15:00"}) {
		t.Error(on)
	}
}

func TestLimits(t *testing.T) {
	if _, err := Read(make([]byte, MaxBytes+1), tokyo(t)); err != ErrTooLarge {
		t.Error(err)
	}
	for _, data := range []string{"", "hello", "<html></html>", "\x00\xff", "BEGIN:VCARD\nEND:VCARD\n"} {
		if _, err := Read([]byte(data), tokyo(t)); err != ErrNone {
			t.Errorf("%q: %v", data, err)
		}
	}
	deep := strings.Repeat("BEGIN:X\n", 100_000)
	if got := read(t, []byte("BEGIN:VCALENDAR\n"+deep)); len(got.Events) != 0 || got.Left == 0 {
		t.Errorf("nested: %+v", got)
	}
	line := "BEGIN:VEVENT\nDTSTART:20261201T150000Z\nSUMMARY:" + strings.Repeat("x", 1<<20) + "\nATTACH:" + strings.Repeat("y", 1<<20) + "\nEND:VEVENT\n"
	if got := read(t, []byte("BEGIN:VCALENDAR\n"+line+"END:VCALENDAR\n")); len(got.Events) != 1 || len(got.Events[0].Title) > event.MaxTitle+3 {
		t.Errorf("long lines: %+v", got.Skipped)
	}
	folds := "BEGIN:VEVENT\nDTSTART:2026\n" + strings.Repeat(" 1\n", 1<<17) + "END:VEVENT\n"
	if got := read(t, []byte("BEGIN:VCALENDAR\n"+folds)); len(got.Events) != 0 || got.Left != 1 {
		t.Errorf("folds: %+v", got)
	}
	var many strings.Builder
	for i := range MaxEvents + 5 {
		fmt.Fprintf(&many, "BEGIN:VEVENT\nUID:%d\nDTSTART:20261201T150000Z\nEND:VEVENT\n", i)
	}
	if got := read(t, []byte("BEGIN:VCALENDAR\n"+many.String())); len(got.Events) != MaxEvents || got.Left != 5 || got.Skipped[0].Why != TooMany {
		t.Errorf("%d events, %d skipped", len(got.Events), got.Left)
	}
}

// drawn is an event as it may be stored.
func drawn(t *rapid.T) event.Event {
	zone := rapid.SampledFrom([]string{"Asia/Tokyo", "UTC", "America/New_York", "Etc/GMT+5", "America/Argentina/Salta"}).Draw(t, "zone")
	texts := rapid.StringMatching(`[a-zA-Z0-9 ,;:\\"'あ猫😀é<>=-]{0,90}`)
	at := func(name string) event.Wall {
		return event.WallOf(time.Unix(rapid.Int64Range(0, 2_000_000_000).Draw(t, name), 0).UTC())
	}
	e := event.Event{
		UID: "u" + texts.Draw(t, "uid"), Title: "t" + texts.Draw(t, "title"), Place: texts.Draw(t, "place"), AllDay: rapid.Bool().Draw(t, "all day"), Zone: zone,
		Notes: texts.Draw(t, "notes") + "\n" + texts.Draw(t, "more"), Start: at("start"), Alarms: rapid.SliceOfN(rapid.IntRange(0, 40000), 0, 3).Draw(t, "alarms"),
		Repeat: rapid.SampledFrom([]string{"", "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TU;COUNT=9", "FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20991231T000000Z"}).Draw(t, "rule"),
	}
	e.End = e.Start.Add(time.Duration(rapid.IntRange(0, 100_000).Draw(t, "lasts")) * time.Second)
	if e.Repeat != "" {
		for _, n := range rapid.SliceOfN(rapid.IntRange(1, 30), 0, 3).Draw(t, "except") {
			e.Except = append(e.Except, e.Start.Days(n))
		}
		if rapid.Bool().Draw(t, "changed") {
			of := e.Start.Days(7)
			e.Changed = []event.Change{{Of: of, Start: of.Days(1), End: of.Days(2), Title: "c" + texts.Draw(t, "changed title"), Place: texts.Draw(t, "changed place")}}
		}
	}
	if e.AllDay {
		e.Start = e.Start.Midnight()
		for i := range e.Except {
			e.Except[i] = e.Except[i].Midnight()
		}
		for i, c := range e.Changed {
			e.Changed[i].Of, e.Changed[i].Start, e.Changed[i].End = c.Of.Midnight(), c.Start.Midnight(), c.End.Midnight()
		}
	}
	e.UID = strings.TrimSpace(e.UID)
	e.Title, e.Place = strings.Join(strings.Fields(e.Title), " "), strings.Join(strings.Fields(e.Place), " ")
	for i, c := range e.Changed {
		e.Changed[i].Title, e.Changed[i].Place = strings.Join(strings.Fields(c.Title), " "), strings.Join(strings.Fields(c.Place), " ")
	}
	e, err := e.Normalise()
	if err != nil {
		t.Skip(err)
	}
	return e
}

// TestWrittenIsRead: what is written has the form that RFC 5545 asks for, and is
// read back as it was.
func TestWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawn(t)
		data := Write("カレンダー, mine; yours", []event.Event{e})
		for line := range strings.SplitSeq(strings.TrimSuffix(string(data), "\r\n"), "\r\n") {
			if len(line) > 75 || strings.ContainsAny(line, "\r\n") {
				t.Fatalf("a line of %d bytes: %q", len(line), line)
			}
		}
		got, err := Read(data, tokyo(t))
		if err != nil || len(got.Events) != 1 || got.Left != 0 || got.Name != "カレンダー, mine; yours" {
			t.Fatalf("%v %+v\n%s", err, got, data)
		}
		if diff := cmp.Diff(e, got.Events[0], cmp.Comparer(func(a, b []event.Wall) bool { return slices.EqualFunc(a, b, event.Wall.Equal) }), cmp.Comparer(func(a, b []int) bool { return slices.Equal(a, b) })); diff != "" {
			t.Fatalf("%s\n%s", diff, data)
		}
	})
}

// FuzzRead: whatever the bytes are, reading ends, and what was taken can be
// written and read again.
func FuzzRead(f *testing.F) {
	f.Add(cal(vevent("DTSTART;TZID=Asia/Tokyo:20261201T150000", "RRULE:FREQ=WEEKLY", "EXDATE:20261208")))
	f.Add([]byte("BEGIN:VCALENDAR\nBEGIN:VEVENT\nBEGIN:VALARM\nEND:VEVENT\nEND:VCALENDAR"))
	f.Add(cal("BEGIN:VTIMEZONE\r\nTZID:x\r\nBEGIN:STANDARD\r\nTZOFFSETTO:+0500\r\nEND:STANDARD\r\nEND:VTIMEZONE", vevent("DTSTART;TZID=x:20261201T150000", "DURATION:P1DT2H")))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := Read(data, time.UTC)
		if err != nil {
			return
		}
		again, err := Read(Write(got.Name, got.Events), time.UTC)
		if err != nil || len(again.Events) != len(got.Events) {
			t.Errorf("%d events are %d when they are read again, %v, %+v", len(got.Events), len(again.Events), err, again.Skipped)
		}
	})
}

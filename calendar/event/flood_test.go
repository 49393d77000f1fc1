package event

import (
	"fmt"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/turn"
)

// TestFlood: a calendar elsewhere may say what it likes: one look at it spends
// no more than it may, and the person's own events are all there.
func TestFlood(t *testing.T) {
	now := time.Date(2026, 11, 30, 6, 0, 0, 0, time.UTC)
	tomorrow := Day(2026, 12, 1)
	var list []Event
	for i, rule := range []string{
		"FREQ=DAILY;COUNT=100000", "FREQ=HOURLY;COUNT=100000", "FREQ=MINUTELY;INTERVAL=61;COUNT=100000",
		"FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23",
		"FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;COUNT=1000",
		"FREQ=MINUTELY;BYMONTH=2;BYDAY=MO;BYHOUR=23;BYMINUTE=59;COUNT=10000",
	} {
		e, err := Event{UID: "u", Scope: "owner", Feed: "f", Title: "flood", Start: Day(1902, 1, 1), Zone: "UTC", Repeat: rule}.Normalise()
		if err != nil {
			t.Fatal(rule, err)
		}
		for n := range 2000 {
			e.ID = turn.ID(fmt.Sprint("flood", i, "-", n))
			list = append(list, e)
		}
	}
	own := []Event{
		{ID: "once", Title: "once", Start: tomorrow, End: tomorrow, Zone: "UTC"},
		{ID: "weekly", Title: "weekly", Start: Day(2024, 12, 3), End: Day(2024, 12, 3), Zone: "UTC", Repeat: "FREQ=WEEKLY;COUNT=500"},
	}
	list = append(list, own...)
	x := expansion{from: now, to: now.AddDate(0, 0, 3), home: time.UTC, most: 5, work: mostWork, zones: map[string]*time.Location{}}
	for i := range list {
		x.add(&list[i])
	}
	if x.work > 0 || x.work < -500_000 {
		t.Errorf("%d units of work are left of %d", x.work, mostWork)
	}
	got := map[turn.ID]bool{}
	for _, o := range Expand(list, now, now.AddDate(0, 0, 3), time.UTC, len(list)*5) {
		got[o.Event] = true
	}
	for _, e := range own {
		if !got[e.ID] {
			t.Errorf("%s is missing", e.ID)
		}
	}
}

// TestNoTurnedTexts: what stands beside the text of an event reads as it did.
func TestNoTurnedTexts(t *testing.T) {
	e, err := Event{
		UID: "u", Scope: "owner", Title: "\u202eparty\u2066", Place: "\u200fhere", Notes: "a\u202db", Start: Day(2026, 12, 1), AllDay: true,
		Changed: []Change{{Of: Day(2026, 12, 1), Start: Day(2026, 12, 1), End: Day(2026, 12, 2), Title: "\u202e"}},
	}.Normalise()
	if err != nil || e.Title != "party" || e.Place != "here" || e.Notes != "ab" || e.Changed[0].Title != "party" {
		t.Errorf("%+v, %v", e, err)
	}
}

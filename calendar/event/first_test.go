package event_test

import (
	"testing"
	"time"

	"github.com/kokoron/kokoron/calendar/event"
)

// TestSeriesBegunInAGap: a series keeps the hour that was said although the
// clocks leave it out on its first day.
func TestSeriesBegunInAGap(t *testing.T) {
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 3, 7, 12, 0, 0, 0, zone) // the gap is on the next day
	got, err := event.ReadWhen("every Sunday at 2:30am", now, zone, "en")
	if err != nil || got.Start.Format("15:04") != "02:30" {
		t.Errorf("%v, %v", got.Start, err)
	}
}

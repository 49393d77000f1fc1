package ics

import (
	"fmt"
	"strings"
	"testing"
)

// TestRulesAreBounded: whether a rule ever comes true takes milliseconds to find
// out, so that of very many only the first ones are looked at.
func TestRulesAreBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("BEGIN:VCALENDAR\n")
	for i := range MaxSeries + 5 {
		fmt.Fprintf(&b, "BEGIN:VEVENT\nUID:%d\nSUMMARY:x\nDTSTART:20261201T080000Z\nRRULE:FREQ=WEEKLY;COUNT=9\nEND:VEVENT\n", i)
	}
	b.WriteString("BEGIN:VEVENT\nUID:once\nSUMMARY:x\nDTSTART:20261201T080000Z\nEND:VEVENT\nEND:VCALENDAR\n")
	got := read(t, []byte(b.String()))
	if len(got.Events) != MaxSeries+1 || got.Left != 5 || got.Skipped[0].Why != TooMany {
		t.Errorf("%d events, %d left: %+v", len(got.Events), got.Left, got.Skipped[:min(len(got.Skipped), 1)])
	}
}

package ops_test

import (
	"fmt"
	"testing"

	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/internal/kv"
)

// BenchmarkSchedule looks at a full calendar, as every turn does for its notes.
func BenchmarkSchedule(b *testing.B) {
	h := openErasable(b, b.TempDir(), hashed{}, nil, false)
	b.Cleanup(func() { h.close() })
	h.update(func(tx *kv.Tx) error {
		for i := range 2000 {
			e := event.Event{ID: h.IDs.New(), UID: fmt.Sprint(i), Scope: "owner", Title: "予定", Start: event.Day(2020, 1, 1+i), AllDay: true}
			if i%20 == 0 {
				e.Repeat = "FREQ=WEEKLY"
			}
			if err := h.Calendar.Put(tx, e); err != nil {
				return err
			}
		}
		return nil
	})
	said, err := h.desk.Viewer(b.Context(), "")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := h.desk.Schedule(b.Context(), said, "", "", 3); err != nil {
			b.Fatal(err)
		}
	}
}

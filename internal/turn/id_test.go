package turn

import (
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"
)

var shape = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

func TestIDsKeepTheirOrder(t *testing.T) {
	now := time.Date(2026, 11, 29, 23, 0, 0, 0, time.UTC)
	steps := []time.Duration{0, 0, time.Millisecond, -time.Hour, 0, 2 * time.Hour}
	i := 0
	g := NewIDs(func() time.Time { now = now.Add(steps[i%len(steps)]); i++; return now })
	var ids []ID
	for range 10_000 { // more than the counter of one millisecond holds
		ids = append(ids, g.New())
	}
	if !slices.IsSorted(ids) {
		t.Error("text order is not the order of creation")
	}
	for _, id := range ids {
		if !shape.MatchString(string(id)) {
			t.Fatalf("%s is not a UUIDv7", id)
		}
	}
}

func TestIDTime(t *testing.T) {
	at := time.UnixMilli(1796000000123)
	if got := NewIDs(func() time.Time { return at }).New().Time(); !got.Equal(at) {
		t.Errorf("time %v, want %v", got, at)
	}
	for _, bad := range []ID{"", "x", "0188b7d2-0000-4000-8000-000000000000", "zzzzzzzz-zzzz-7zzz-8zzz-zzzzzzzzzzzz"} {
		if !bad.Time().IsZero() {
			t.Errorf("%q has the time %v", bad, bad.Time())
		}
	}
}

func TestIDsFromManyGoroutines(t *testing.T) {
	g := NewIDs(time.Now)
	var mu sync.Mutex
	seen := map[ID]bool{}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 500 {
				id := g.New()
				mu.Lock()
				if seen[id] {
					t.Errorf("%s came twice", id)
				}
				seen[id] = true
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}

func TestTurnText(t *testing.T) {
	one := Turn{Messages: []Message{{Text: "おはよう"}}}
	two := Turn{Messages: []Message{{Text: "ねえ"}, {Text: "聞いて"}}}
	if one.Text() != "おはよう" || two.Text() != "ねえ\n聞いて" {
		t.Errorf("%q, %q", one.Text(), two.Text())
	}
}

package catalog

import (
	"slices"
	"testing"
)

// TestCounted: a funnel is told from what went in to what came out.
func TestCounted(t *testing.T) {
	if got := Counted(map[string]int{"archived": 0, "in": 1, "kept": 0, "merged": 0, "refused": 0}); !slices.Equal(got, []string{"in", "kept", "merged", "archived", "refused"}) {
		t.Errorf("%q", got)
	}
	if got := Counted(map[string]int{"looked": 1, "faded": 0, "expired": 2}); !slices.Equal(got, []string{"expired", "faded", "looked"}) {
		t.Errorf("%q", got)
	}
}

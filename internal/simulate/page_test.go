package simulate

import (
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// TestWritePage: the page needs nothing from elsewhere and runs nothing, and
// what somebody said is text in it.
func TestWritePage(t *testing.T) {
	at := time.Date(2026, 1, 5, 8, 10, 0, 0, time.UTC)
	r := Report{Days: 1, From: at, To: at, Events: []Entry{{At: at, Kind: Talk, Text: "<script src=//x>&"}},
		Memory:   []DayCount{{Day: "2026-01-05", Sends: 2, ByLevel: map[memory.Level]int{memory.Raw: 3}}},
		Salience: []Curve{{Text: "<b>", Scores: []float64{0.5}}}, Questions: []Answered{{Question: "<i>?", Want: "x"}}}
	for _, lang := range []text.Lang{text.Ja, text.En, text.Zh} {
		var b strings.Builder
		if err := WritePage(&b, r, lang); err != nil {
			t.Fatal(err)
		}
		got := b.String()
		for _, bad := range []string{"<script", "<b>0", "<i>?", "http:", "https:", "<link", "@import", "url("} {
			if strings.Contains(got, bad) {
				t.Errorf("%s: the page has %q", lang, bad)
			}
		}
		if strings.Count(got, "<svg") != 3 || strings.Count(got, "<polyline") != 4 || !strings.Contains(got, "&lt;script") {
			t.Errorf("%s: %s", lang, got)
		}
	}
}

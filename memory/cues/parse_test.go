package cues

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/memory"
)

func TestParse(t *testing.T) {
	got, err := Parse("actor=aoi", "time=2026-06", "outcome=negative", "tag=health", "stars=4..5", "type=episodic",
		"ACTOR = 田中さん , Ren", "ｔｉｍｅ＝２０２５,2024-02-29", "outcome=none", "stars=1", "tag=a=b", "type=Semantic")
	want := Query{
		Actors: []string{"aoi", "田中さん", "Ren"}, Types: []memory.Type{memory.Episodic, memory.Semantic},
		Times:    []Time{{2026, time.June, 0}, {Year: 2025}, {2024, time.February, 29}},
		Outcomes: []memory.Outcome{memory.OutcomeNegative, memory.OutcomeNone}, Tags: []string{"health", "a=b"}, Stars: []int{4, 5, 1},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

// TestParseRefuses: an error names what was written, what is wrong with it and
// what to write instead.
func TestParseRefuses(t *testing.T) {
	for pair, want := range map[string]string{
		"aoi":              `"aoi" has no =: write KEY=VALUE with one of actor, type, time, outcome, tag, stars`,
		"":                 `"" has no =: write KEY=VALUE`,
		"actr=aoi":         `"actr=aoi": there is no key "actr": use one of actor, type, time, outcome, tag, stars`,
		"=aoi":             `there is no key ""`,
		"actor=":           `"actor=" has no value: write actor=VALUE`,
		"tag=a,,b":         `"tag=a,,b" has no value: write tag=VALUE`,
		"type=dream":       `"type=dream": "dream" is no type: use episodic, semantic or procedural`,
		"outcome=good":     `"good" is no outcome: use positive, negative, pending or none`,
		"time=june":        `"june" is no year, month or day: write 2026, 2026-06 or 2026-06-07`,
		"time=2026-13":     `"2026-13" is no year`,
		"time=2026-02-29":  `"2026-02-29" is no year`,
		"time=2026-6":      `"2026-6" is no year`,
		"stars=6":          `"6" is no number of stars: write one from 1 to 5, or a range as 4..5`,
		"stars=0..2":       `"0..2" is no number`,
		"stars=5..4":       `"5..4" is no number`,
		"stars=4..":        `"4.." is no number`,
		"stars=..4":        `"..4" is no number`,
		"stars=4..5..5":    `"4..5..5" is no number`,
		"stars=many":       `"many" is no number`,
		"time=2026,,":      `has no value`,
		"type=episodic,no": `"no" is no type`,
	} {
		if q, err := Parse("actor=aoi", pair); !errors.Is(err, ErrCue) || !strings.Contains(err.Error(), want) || q.Actors != nil {
			t.Errorf("%q: %v, %+v; want an error with %s", pair, err, q, want)
		}
	}
	if _, err := Parse(); !errors.Is(err, ErrCue) || !strings.Contains(err.Error(), "none is given") {
		t.Errorf("no cues: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"actor=aoi", "time=2026-06-07", "stars=4..5", "outcome=none,negative", "type=episodic", "tag=＃健康", "=", "stars=9999999999999999999..1"} {
		f.Add(s)
	}
	ix := house()
	f.Fuzz(func(t *testing.T, pair string) {
		q, err := Parse(pair)
		if err != nil {
			if !errors.Is(err, ErrCue) {
				t.Fatalf("%q: %v", pair, err)
			}
			return
		}
		for _, n := range q.Stars {
			if n < 1 || n > 5 {
				t.Fatalf("%q: %d stars", pair, n)
			}
		}
		if len(q.dimensions()) != 1 {
			t.Fatalf("%q: %+v", pair, q)
		}
		if got := ix.Query(owner, q); len(got.IDs) > got.FullScan {
			t.Fatalf("%q: %+v", pair, got)
		}
	})
}

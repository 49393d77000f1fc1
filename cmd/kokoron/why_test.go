package main

import (
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

var update = flag.Bool("update", false, "write the golden files anew")

// recalled is a recall with everything in it that can be.
func recalled() ops.Recall {
	day := time.Date(2026, 5, 3, 20, 0, 0, 0, time.UTC)
	kept := ops.Memory{ID: "a", Kind: ops.InLedger, Text: "緑色のやかんは台所の棚の上にある", At: day}
	said := ops.Memory{ID: "b", Kind: ops.InDiary, Text: "Where is\nthe kettle? " + strings.Repeat("長い話。", 30), At: day, Speaker: "person", Name: "Aoi", Person: "aoi"}
	gone := ops.Memory{ID: "c", Gone: true}
	candidate := func(m ops.Memory, c memory.Candidate) ops.RecallCandidate {
		c.ID = m.ID
		return ops.RecallCandidate{Candidate: c, Memory: m}
	}
	r := ops.Recall{Kind: "complex", Budget: 3000, Spent: 41, TookMS: 12.345,
		Gate: memory.GateTrace{Open: true, Coverage: 0.414, Distance: 5, Relevance: 1.2, Wanted: 0.8, Reason: "coverage"},
		Channels: []ops.RecallChannel{
			{Name: "profile", Tokens: 9, TookMS: 0.25, Items: []ops.Memory{kept, gone}},
			{Name: "recent", Error: "late"},
			{Name: "related", Tokens: 30, TookMS: 11, Items: []ops.Memory{kept}},
			{Name: "skills", Items: []ops.Memory{{ID: "skill:tea", Text: "tea"}}},
		},
		Candidates: []ops.RecallCandidate{
			candidate(kept, memory.Candidate{WordsRank: 1, WordsScore: 3.3, MeaningRank: 12, MeaningScore: 0.87, Score: 9.5, Tokens: 30, Injected: true}),
		},
	}
	for _, dropped := range []string{"gate", "shown", "same", "budget", "weak", "gone", "superseded"} {
		r.Candidates = append(r.Candidates, candidate(said, memory.Candidate{MeaningRank: 2, MeaningScore: 0.8, Score: 1, Dropped: dropped}))
	}
	return r
}

// TestWhyInWords: what people read, in three languages and in straight columns.
func TestWhyInWords(t *testing.T) {
	const golden = "testdata/why.txtar"
	zone := time.FixedZone("JST", 9*60*60)
	var got txtar.Archive
	for _, lang := range []text.Lang{text.Ja, text.En, text.Zh} {
		var out strings.Builder
		p := &program{stdout: &out, stderr: &out, lang: lang, flags: map[string]string{}}
		for _, c := range recalled().Channels {
			p.channel(c, recalled(), config.Config{Zone: zone, Home: t.TempDir()})
		}
		for _, reason := range []string{"distance", "time", "far", "nothing", "greeting", "unheard of"} {
			g := recalled().Gate
			g.Reason = reason
			out.WriteString(p.gate(g) + "\n")
		}
		for _, kind := range []string{"greeting", "usual", "complex", "tick"} {
			out.WriteString(p.kind(kind) + "\n")
		}
		got.Files = append(got.Files, txtar.File{Name: string(lang), Data: []byte(out.String())})
	}
	if *update {
		if err := os.WriteFile(golden, txtar.Format(&got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(txtar.Format(&got))); diff != "" {
		t.Error(diff)
	}
}

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		" a\n\tb ": "a b", strings.Repeat("x", textWidth): strings.Repeat("x", textWidth),
		strings.Repeat("x", textWidth+1): strings.Repeat("x", textWidth-1) + "…",
		strings.Repeat("猫", 40):          strings.Repeat("猫", 35) + "…", "": "",
	} {
		if got := oneLine(in); got != want || text.Width(got) > textWidth {
			t.Errorf("%q becomes %q (%d columns)", in, got, text.Width(got))
		}
	}
}

package priming

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// lookAt is a look at a few units: a question, "told" in s before it, and
// others.
func lookAt(s *store, query string, found memory.Found) Look {
	found.Depth = 50
	return Look{Query: Read(query, nil, now, tokyo), Found: found, Now: now, Zone: tokyo,
		Unit:    func(id string) (memory.Unit, bool) { return s.Unit(mine, id) },
		Around:  func(id string) memory.Around { return s.Around(mine, id) },
		Derived: func(id string) []string { return s.Derived(mine, id) },
	}
}

func ids(list []memory.Candidate) string {
	var out []string
	for _, c := range list {
		out = append(out, fmt.Sprintf("%s:%.3f", c.ID, c.Score))
	}
	return strings.Join(out, " ")
}

func TestRankSignals(t *testing.T) {
	said := func(id, speaker, session, text string, days int) memory.Unit {
		u := line(id, text, time.Duration(days)*24*time.Hour)
		u.Speaker, u.Session = speaker, session
		return u
	}
	s := newStore(t, nil, said("asks", "Ren", "s", "where is it?", 0), said("tells", "Aoi", "s", "it is in Otaru", 0),
		said("old", "Ren", "u", "it was there", 60), said("alone", "", "", "a lamp", 0))
	words := []memory.Ranked{{ID: "asks", Score: 8}, {ID: "old", Score: 6}, {ID: "alone", Score: 5}, {ID: "tells", Score: 2}}
	meaning := []memory.Ranked{{ID: "tells", Score: 0.9}, {ID: "old", Score: 0.78}}
	found := memory.Found{Words: words, Ideal: 12, Vectors: meaning, Mean: 0.7, Spread: 0.1}
	for _, c := range []struct {
		name    string
		signals Signals
		want    string
	}{
		{"words", Signals{Fusion: WordsAlone}, "asks:8.000 old:6.000 alone:5.000 tells:2.000"},
		{"meaning", Signals{Fusion: MeaningAlone}, "tells:0.900 old:0.780"},
		{"ranks", Signals{Fusion: Ranks, K: 10}, "old:0.083 tells:0.081 asks:0.045 alone:0.038"},
		{"scores", Signals{Fusion: Scores}, "asks:0.500 tells:0.500 old:0.333 alone:0.250"},
		{"standing", Signals{}, "asks:4.000 old:3.800 tells:3.000 alone:2.500"},
		{"neighbours", Signals{Fusion: WordsAlone, Neighbours: true}, "asks:10.200 tells:10.800 old:6.000 alone:5.000"},
		{"asks", Signals{Fusion: WordsAlone, Asks: true}, "old:7.200 asks:6.720 alone:6.000 tells:2.400"},
		{"named", Signals{Fusion: WordsAlone, Named: true}, "asks:9.600 old:7.200 alone:6.000 tells:2.880"},
		{"dated", Signals{Fusion: WordsAlone, Dated: true}, "asks:13.824 alone:8.640 old:7.200 tells:3.456"},
		{"session", Signals{Fusion: WordsAlone, Session: true}, "asks:9.600 old:7.200 alone:6.000 tells:3.600"},
		{"recency", Signals{Fusion: WordsAlone, Recency: true}, "asks:8.000 old:5.550 alone:5.000 tells:2.000"},
	} {
		want := strings.Fields(c.want)
		slices.SortStableFunc(want, func(a, b string) int {
			var x, y float64
			fmt.Sscanf(a[strings.Index(a, ":")+1:], "%f", &x)
			fmt.Sscanf(b[strings.Index(b, ":")+1:], "%f", &y)
			return int(1000 * (y - x))
		})
		if got := ids(Rank(lookAt(s, "what did Aoi say today?", found), c.signals)); got != strings.Join(want, " ") {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, strings.Join(want, " "))
		}
	}
}

func TestRankTellsHowItCame(t *testing.T) {
	s := newStore(t, nil, line("a", "x", 0), line("b", "y", 0))
	found := memory.Found{Words: []memory.Ranked{{ID: "b", Score: 3}}, Ideal: 6, Vectors: []memory.Ranked{{ID: "a", Score: 0.9}, {ID: "b", Score: 0.8}}, Mean: 0.7, Spread: 0.1}
	got := Rank(lookAt(s, "z", found), Signals{})
	want := []memory.Candidate{
		{ID: "b", WordsRank: 1, WordsScore: 3, MeaningRank: 2, MeaningScore: 0.8},
		{ID: "a", MeaningRank: 1, MeaningScore: 0.9},
	}
	for i, c := range got {
		if c.Fused != c.Score || c.Fused <= 0 {
			t.Errorf("%+v", c)
		}
		c.Fused, c.Score = 0, 0
		if c != want[i] {
			t.Errorf("got %+v, want %+v", c, want[i])
		}
	}
}

// TestRankReplaces: a record takes the place and the best score of the lines
// that it was made from, and says for which.
func TestRankReplaces(t *testing.T) {
	gone := record("gone", "moved to Nara", memory.Semantic, "l3")
	gone.Record.Status = memory.Superseded
	s := newStore(t, nil, line("l1", "a", 0), line("l2", "b", 0), line("l3", "c", 0), line("l4", "d", 0),
		record("r", "a and b", memory.Semantic, "l1", "l2"), gone)
	found := memory.Found{Ideal: 10, Words: []memory.Ranked{{ID: "l2", Score: 9}, {ID: "l4", Score: 8}, {ID: "r", Score: 5}, {ID: "l1", Score: 4}, {ID: "l3", Score: 3}}}
	got := Rank(lookAt(s, "x", found), Signals{Fusion: WordsAlone, Replace: true})
	if ids(got) != "r:9.000 l4:8.000 l3:3.000" || got[0].For != "l2" || got[0].WordsRank != 3 {
		t.Errorf("%s, %+v", ids(got), got[0])
	}
	found.Words = []memory.Ranked{{ID: "r", Score: 5}, {ID: "l1", Score: 4}}
	if got = Rank(lookAt(s, "x", found), Signals{Fusion: WordsAlone, Replace: true}); ids(got) != "r:5.000" || got[0].For != "" {
		t.Errorf("%s, %+v", ids(got), got[0])
	}
	// A record that the view does not see replaces nothing.
	private := record("p", "secret", memory.Semantic, "l4")
	private.Scope = "person:aoi"
	s = newStore(t, nil, line("l4", "d", 0), private)
	found.Words = []memory.Ranked{{ID: "l4", Score: 4}}
	if got = Rank(lookAt(s, "x", found), Signals{Fusion: WordsAlone, Replace: true}); ids(got) != "l4:4.000" {
		t.Error(ids(got))
	}
}

func TestRankProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "units")
		var units []memory.Unit
		for i := range n {
			u := line(fmt.Sprint("u", i), rapid.SampledFrom([]string{"x", "where?", "Otaru and Nara", "京都の寺"}).Draw(t, "text"), time.Duration(i)*100*time.Hour)
			u.Session = rapid.SampledFrom([]string{"", "s", "t"}).Draw(t, "session")
			if rapid.Bool().Draw(t, "record") {
				u.Record = record(u.ID, "x", memory.Semantic, turn.ID(fmt.Sprint("u", rapid.IntRange(0, 12).Draw(t, "from")))).Record
			}
			units = append(units, u)
		}
		s := newStore(t, nil, units...)
		list := func(name string) (out []memory.Ranked) {
			score := 100.0
			for _, i := range rapid.SliceOfDistinct(rapid.IntRange(0, 14), rapid.ID[int]).Draw(t, name) {
				score -= rapid.Float64Range(0, 10).Draw(t, "step")
				out = append(out, memory.Ranked{ID: fmt.Sprint("u", i), Score: max(score, 0)})
			}
			return out
		}
		found := memory.Found{Words: list("words"), Ideal: 100, Vectors: list("vectors"), Mean: 10, Spread: 5}
		flag := func(name string) bool { return rapid.Bool().Draw(t, name) }
		sig := Signals{Fusion: Fusion(rapid.IntRange(0, 4).Draw(t, "fusion")), K: 10, Neighbours: flag("neighbours"), Asks: flag("asks"), Named: flag("named"),
			Dated: flag("dated"), Session: flag("session"), Again: flag("again"), Recency: flag("recency"), Salience: flag("salience"), Spreading: flag("spreading"), Replace: flag("replace")}
		look := lookAt(s, "昨日 x", found)
		look.Again = func(string) memory.Found { return memory.Found{Words: found.Words, Ideal: 50, Depth: 50} }
		got := Rank(look, sig)
		seen := map[string]bool{}
		for i, c := range got {
			if seen[c.ID] || c.Score < 0 || c.Score != c.Score || i > 0 && (c.Score > got[i-1].Score || c.Score == got[i-1].Score && c.ID < got[i-1].ID) {
				t.Fatalf("%+v", got)
			}
			seen[c.ID] = true
		}
		if again := Rank(look, sig); !slices.Equal(again, got) {
			t.Fatalf("%v\nthen\n%v", got, again)
		}
	})
}

func TestJudge(t *testing.T) {
	s := newStore(t, nil, line("a", "x", 0), line("b", "y", 0))
	words := memory.Found{Words: []memory.Ranked{{ID: "a", Score: 3}, {ID: "b", Score: 1}}, Ideal: 10} // relevance 1.25
	g := UsualGate()
	for _, c := range []struct {
		name, query string
		found       memory.Found
		told        memory.Found
		spanned     []string
		open        bool
		reason      string
		wanted      float64
	}{
		{"of the person", "where did I put x?", words, memory.Found{}, nil, true, "coverage", g.Personal},
		{"of the world", "how does x work?", words, memory.Found{}, nil, false, "far", g.Other},
		{"a speaker is named", "what is with Ren and x?", words, memory.Found{}, nil, true, "coverage", g.Personal},
		{"only glue was found", "私のxは何？", words, memory.Found{Ideal: 9}, nil, false, "far", g.Personal},
		{"a time is asked for", "昨日は？", words, memory.Found{}, []string{"a"}, true, "time", g.Personal},
		{"nothing", "where did I put x?", memory.Found{}, memory.Found{}, nil, false, "nothing", g.Personal},
		{"far by meaning", "how?", memory.Found{Vectors: []memory.Ranked{{ID: "a", Score: 30}}, Spread: 1}, memory.Found{}, nil, true, "distance", g.Other},
	} {
		look := lookAt(s, c.query, c.found)
		look.Telling, look.Spanned = c.told, c.spanned
		ranked := Rank(look, Signals{})
		got := g.Judge(look, ranked)
		if got.Open != c.open || got.Reason != c.reason || got.Wanted != c.wanted {
			t.Errorf("%s: %+v", c.name, got)
		}
		for i, r := range ranked {
			want := ""
			switch {
			case !c.open:
				want = DroppedGate
			case r.Score < g.Weak*ranked[0].Score:
				want = DroppedWeak
			}
			if r.Dropped != want {
				t.Errorf("%s: candidate %d dropped for %q, want %q", c.name, i, r.Dropped, want)
			}
		}
	}
}

func TestSearch(t *testing.T) {
	aoi := record("aoi", "Aoi likes the red kettle", memory.Semantic)
	aoi.Scope = "person:aoi"
	shared := record("shared", "the kettle of the office", memory.Semantic)
	shared.Scope = person.ScopeShared
	units := []memory.Unit{aoi, shared, record("r", "the red kettle is from Sendai", memory.Semantic, "l0"), line("l0", "my red kettle is from Sendai", 0)}
	stars := record("stars", "a kettle that matters", memory.Semantic)
	stars.Record.Stars, stars.Record.Category = 5, memory.Knowledge
	units = append(units, stars)
	for i := range 300 {
		units = append(units, line(fmt.Sprint("l", 100+i), "the kettle boils, the kettle sings", time.Duration(i)*time.Hour))
	}
	p := New(newStore(t, nil, units...), nil, clockAt{now}, quiet())
	for _, c := range []struct {
		name  string
		query string
		o     SearchOptions
		want  string
	}{
		{"records alone", "red kettle", SearchOptions{RecordsOnly: true}, "r shared stars"},
		{"with stars", "kettle", SearchOptions{MinStars: 4}, "stars"},
		{"of a category", "kettle", SearchOptions{Category: memory.Knowledge}, "stars"},
		{"the best", "red kettle", SearchOptions{Limit: 1}, "r"},
		{"nothing", "submarine", SearchOptions{}, ""},
		{"nothing is asked", "", SearchOptions{}, ""},
	} {
		var got []string
		for _, h := range p.Search(t.Context(), mine, c.query, c.o) {
			if h.Unit.ID != h.Candidate.ID {
				t.Errorf("%s: unit %s, candidate %s", c.name, h.Unit.ID, h.Candidate.ID)
			}
			got = append(got, h.Unit.ID)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
	if got := p.Search(t.Context(), mine, "kettle", SearchOptions{}); len(got) != usualLimit {
		t.Errorf("%d hits", len(got))
	}
}

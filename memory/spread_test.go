package memory

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/turn"
)

func TestEntities(t *testing.T) {
	for s, want := range map[string][]string{
		"Yesterday I met Miguel in Otaru. He liked Dune!": {"miguel", "otaru", "dune"},
		"He said. Then Aoi came":                          {"aoi"},
		"ミカンと京都の寺へ行った":                                    {"ミカン", "京都"},
		"猫":                                               nil,
		"the river\nAoi":                                  nil,
		"":                                                nil,
		"\xff\xfe":                                        nil,
	} {
		if got := Entities(s); !slices.Equal(got, want) {
			t.Errorf("Entities(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestSpread(t *testing.T) {
	units := map[string]Unit{}
	for _, u := range []Unit{
		{ID: "hit", Text: "we saw Miguel"}, {ID: "tied", Text: "there was Miguel"}, {ID: "far", Text: "nothing of it"}, {ID: "same", Session: "s"}, {ID: "talk", Session: "s"},
		{ID: "made", Record: &Record{Provenance: []turn.ID{"hit"}}},
	} {
		units[u.ID] = u
	}
	look := func(id string) (Unit, bool) { u, ok := units[id]; return u, ok }
	place := func(hits []Ranked, id string) int {
		return slices.IndexFunc(hits, func(r Ranked) bool { return r.ID == id })
	}
	hits := []Ranked{{"hit", 10}, {"same", 4}, {"far", 1.01}, {"tied", 1}, {"made", 1}, {"talk", 1}, {"gone", 0.9}}
	got := Spread(hits, look)
	for _, id := range []string{"tied", "made", "talk"} {
		if place(got, id) > place(got, "far") {
			t.Errorf("%s stays behind what is tied to nothing: %v", id, got)
		}
	}
	if got[0].ID != "hit" || len(got) != len(hits) {
		t.Errorf("%v", got)
	}
	if got := Spread(nil, look); len(got) != 0 {
		t.Errorf("%v of nothing", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		hits := drawList(t, "hits")
		units := map[string]Unit{}
		for _, h := range hits {
			units[h.ID] = Unit{ID: h.ID, Session: rapid.SampledFrom([]string{"", "s", "t"}).Draw(t, "session"),
				Text: rapid.SampledFrom([]string{"", "a Miguel", "an Otaru and a Miguel"}).Draw(t, "text")}
		}
		look := func(id string) (Unit, bool) { u, ok := units[id]; return u, ok }
		got := Spread(hits, look)
		if !slices.Equal(got, Spread(hits, look)) {
			t.Fatal("the same list spreads in two ways")
		}
		for _, g := range got {
			old := hits[place(hits, g.ID)].Score
			if gain := g.Score - old; gain < 0 || gain > spreadWeight*hits[0].Score+1e-9 || math.IsNaN(gain) {
				t.Fatalf("%v was %v", g, old)
			}
		}
	})
}

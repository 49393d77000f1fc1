package lexical

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/kokoron/kokoron/internal/person"
	"pgregory.net/rapid"
)

// show writes terms as the analyser's tests read them.
func show(s string) string {
	var a analyser
	var out []string
	known := map[term]string{}
	for _, w := range strings.Fields("cat name docker compos run generous oclock 3 9 3月 café over2 привет generos") {
		known[word([]byte(w))] = w
	}
	for _, t := range a.terms(nil, s) {
		switch first, second := rune(t&^packed>>32), rune(t&0xffffffff); {
		case t&packed != 0 && second != 0:
			out = append(out, string(first)+string(second))
		case t&packed != 0:
			out = append(out, string(first))
		default:
			w := known[t]
			if w == "" {
				w = "?"
			}
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

func TestTerms(t *testing.T) {
	for in, want := range map[string]string{
		"the Cat's names":       "cat name",
		"don't we'll I'm it's":  "",
		"five o'clock":          "? oclock",
		"DOCKER compose, runs!": "docker compos run",
		"generously generous":   "gener gener",
		"ﾈｺと猫":                  "ね ねこ こ こと と と猫 猫",
		"國語と国語":                 "国 国語 語 語と と と国 国 国語 語",
		"3月9日":                  "3 月 9 日",
		"猫のcat":                 "猫 猫の の cat",
		"Café ＣＡＦÉ":             "café café",
		"Привет":                "привет",
		"":                      "",
		"。、！ 😀":                 "",
	} {
		want = strings.ReplaceAll(want, "gener", "?")
		if got := show(in); got != want {
			t.Errorf("%q → %q, want %q", in, got, want)
		}
	}
}

// words of the generated texts: few, so that they meet.
var some = strings.Fields("猫 犬が ねこ mikan Docker running runs the 東京駅 國語 国語 ラーメン tea tea time 3月")

func drawText(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(some), 0, 12).Draw(t, "words"), " ")
}

// naive is the formula written down once more, over all units of the view.
func naive(units map[person.Scope]map[string]Unit, view person.View, query string, k int) []Hit {
	var a analyser
	with, docs, total := map[term]float64{}, map[Hit]map[term]float64{}, 0.0
	for _, s := range view.Scopes() {
		for id, u := range units[s] {
			doc := map[term]float64{}
			for _, x := range a.terms(a.terms(nil, u.Speaker), u.Text) {
				doc[x]++
				total++
			}
			for x := range doc {
				with[x]++
			}
			docs[Hit{s, id, 0}] = doc
		}
	}
	n := float64(len(docs))
	var out []Hit
	for h, doc := range docs {
		length := 0.0
		for _, f := range doc {
			length += f
		}
		for _, x := range a.terms(nil, query) {
			if f := doc[x]; f > 0 {
				h.Score += math.Log(1+(n-with[x]+.5)/(with[x]+.5)) * f * 1.9 / (f + .9*(.6+.4*length/(total/n)))
			}
		}
		if h.Score > 0 {
			out = append(out, h)
		}
	}
	slices.SortFunc(out, before)
	return out[:min(len(out), k)]
}

// same compares hits; scores are of single precision in the index, so that
// equal ones may stand in another order.
func same(t interface{ Fatalf(string, ...any) }, got, want []Hit) {
	if len(got) != len(want) {
		t.Fatalf("%d hits, want %d\n%v\n%v", len(got), len(want), got, want)
	}
	for i := range got {
		if math.Abs(got[i].Score-want[i].Score) > 1e-4*want[i].Score {
			t.Fatalf("hit %d: %v, want %v", i, got[i], want[i])
		}
		if got[i].ID != want[i].ID && !slices.ContainsFunc(want, func(h Hit) bool {
			return h.ID == got[i].ID && math.Abs(h.Score-got[i].Score) < 1e-4*h.Score
		}) && math.Abs(want[len(want)-1].Score-got[i].Score) > 1e-4*got[i].Score {
			t.Fatalf("hit %d: %v, want %v", i, got[i], want[i])
		}
	}
}

func TestAgainstFormula(t *testing.T) {
	scopes := []person.Scope{"owner", "shared", "person:aoi"}
	owner, aoi := person.ViewOf(person.Person{ID: person.OwnerID, Role: person.Owner}), person.Only("person:aoi")
	rapid.Check(t, func(t *rapid.T) {
		ix, units := New(), map[person.Scope]map[string]Unit{}
		for range rapid.IntRange(0, 60).Draw(t, "writes") {
			s := rapid.SampledFrom(scopes).Draw(t, "scope")
			if units[s] == nil {
				units[s] = map[string]Unit{}
			}
			id := fmt.Sprint(rapid.IntRange(0, 15).Draw(t, "id"))
			if rapid.IntRange(0, 3).Draw(t, "deletes") == 0 {
				ix.Delete(s, id)
				delete(units[s], id)
				continue
			}
			u := Unit{ID: id, Speaker: rapid.SampledFrom(some[:5]).Draw(t, "speaker"), Text: drawText(t)}
			ix.Put(s, u)
			units[s][id] = u
		}
		if rapid.Bool().Draw(t, "from a snapshot") {
			again, err := decode(ix.encode())
			if err != nil {
				t.Fatal(err)
			}
			ix = again
			extra := Unit{ID: "extra", Text: drawText(t)}
			ix.Put("owner", extra)
			if units["owner"] == nil {
				units["owner"] = map[string]Unit{}
			}
			units["owner"]["extra"] = extra
		}
		query, k := drawText(t), rapid.IntRange(0, 20).Draw(t, "k")
		for _, view := range []person.View{owner, aoi, {}} {
			n := 0
			for _, s := range view.Scopes() {
				n += len(units[s])
			}
			if ix.Len(view) != n {
				t.Fatalf("%v: %d units, want %d", view, ix.Len(view), n)
			}
			for _, h := range ix.Search(view, query, 100).Hits {
				if _, lives := units[h.Scope][h.ID]; !lives || !view.Can(h.Scope) {
					t.Fatalf("%v finds %v", view, h)
				}
			}
		}
		for _, p := range ix.parts {
			p.sweep() // until then the weights count the deleted units
		}
		for _, view := range []person.View{owner, aoi, {}} {
			same(t, ix.Search(view, query, k).Hits, naive(units, view, query, k))
		}
	})
}

func TestIdeal(t *testing.T) {
	ix := New()
	ix.Put("owner", Unit{ID: "1", Text: "mikan cat"}, Unit{ID: "2", Text: "docker tea"}, Unit{ID: "3", Text: "docker bread"})
	view := person.Only("owner")
	whole, half := ix.Search(view, "mikan cat", 5), ix.Search(view, "mikan zebra", 5)
	if r := whole.Hits[0].Score / whole.Ideal; math.Abs(r-1) > 1e-6 {
		t.Errorf("a text of usual length with every term reaches %.3f of the ideal", r)
	}
	if r := half.Hits[0].Score / half.Ideal; r > 0.5 {
		t.Errorf("half the terms reach %.3f of the ideal", r)
	}
}

func TestReplaceAndDrop(t *testing.T) {
	ix, view := New(), person.Only("owner")
	ix.Put("owner", Unit{ID: "1", Text: "mikan"}, Unit{ID: "2", Text: "docker"})
	ix.Put("owner", Unit{ID: "1", Text: "mikan"})
	if n := len(ix.parts["owner"].units); n != 2 {
		t.Errorf("an unchanged unit was indexed again: %d units", n)
	}
	ix.Put("owner", Unit{ID: "1", Text: "bread"})
	if h := ix.Search(view, "mikan", 5).Hits; len(h) != 0 {
		t.Errorf("the replaced text is found: %v", h)
	}
	if h := ix.Search(view, "bread", 5).Hits; len(h) != 1 || h[0].ID != "1" {
		t.Errorf("the new text: %v", h)
	}
	ix.Delete("owner", "1", "nobody")
	ix.Delete("nowhere", "1")
	if _, kept := ix.parts["owner"].terms[word([]byte("bread"))]; kept {
		t.Error("the term of a swept unit is still there")
	}
	ix.Drop("owner")
	if ix.Len(view) != 0 || len(ix.Search(view, "docker", 5).Hits) != 0 {
		t.Error("a dropped scope is still there")
	}
}

// TestTogether is for the race detector: everything at once.
func TestTogether(t *testing.T) {
	ix, view := New(), person.Only("owner")
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(1, uint64(w)))
			for i := range 200 {
				id := fmt.Sprint(r.IntN(50))
				switch r.IntN(4) {
				case 0:
					ix.Delete("owner", id)
				case 1:
					ix.Put("owner", Unit{ID: id, Text: fmt.Sprint("mikan ", i)})
				case 2:
					ix.encode()
				default:
					for _, h := range ix.Search(view, "mikan", 10).Hits {
						if h.Score <= 0 {
							t.Error(h)
						}
					}
				}
			}
		})
	}
	wg.Wait()
}

func FuzzTerms(f *testing.F) {
	for _, s := range []string{"the cats' don't", "猫のMikan", "yyyyyyyyying", "sses", "\xff'", "İSTANBUL ŉ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var a analyser
		first := a.terms(nil, s)
		if again := a.terms(nil, s); !slices.Equal(first, again) {
			t.Errorf("%q gives other terms the second time", s)
		}
	})
}

// TestRetain takes out what is not wanted, of every scope.
func TestRetain(t *testing.T) {
	ix := sample()
	ix.Retain(func(scope person.Scope, id string) bool { return scope == "owner" && id == "2" })
	if n := ix.Len(person.Only("owner")); n != 1 || ix.Len(person.Only("shared")) != 0 {
		t.Errorf("%d units are left", n)
	}
	if h := ix.Search(person.Only("owner"), "mikan docker", 5).Hits; len(h) != 1 || h[0].ID != "2" {
		t.Errorf("%v", h)
	}
}

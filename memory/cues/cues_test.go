package cues

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

var (
	tokyo = time.FixedZone("Asia/Tokyo", 9*3600)
	owner = person.ViewOf(person.Person{ID: person.OwnerID, Role: person.Owner})
)

func record(id string, at time.Time) memory.Record {
	return memory.Record{ID: turn.ID(id), Scope: "owner", Status: memory.Active, Type: memory.Episodic, Stars: 3, OccurredAt: at}
}

func joined(ids []turn.ID) string {
	var out []string
	for _, id := range ids {
		out = append(out, string(id))
	}
	return strings.Join(out, " ")
}

// house is an index with a few records about Aoi and Ren.
func house() *Index {
	june := func(d, h int) time.Time { return time.Date(2026, 6, d, h, 0, 0, 0, tokyo) }
	a, b, c, d, e := record("a", june(7, 9)), record("b", june(7, 23)), record("c", june(30, 12)), record("d", june(7, 9).AddDate(-1, 0, 0)), record("e", june(7, 9))
	a.Actors, a.Outcome, a.Tags, a.Stars = []string{"Aoi", "Ren"}, memory.OutcomeNegative, []string{"health"}, 5
	b.Actors, b.Outcome, b.Tags, b.Stars = []string{"aoi"}, memory.OutcomePositive, []string{"健康", "Ｈｅａｌｔｈ"}, 4
	c.Actors, c.Outcome, c.Type = []string{"Ren"}, memory.OutcomeNegative, memory.Procedural
	d.Actors, d.Type = []string{"Aoi"}, memory.Semantic
	e.Scope, e.Actors = "person:aoi", []string{"Aoi"}
	ix := New()
	ix.Put(tokyo, a, b, c, d, e)
	return ix
}

func TestQuery(t *testing.T) {
	ix := house()
	for _, c := range []struct {
		cues     string
		want     string
		examined int
	}{
		{"actor=aoi", "a b d", 3},
		{"actor=AOI time=2026", "a b", 3},
		{"actor=aoi time=2025-06-07", "d", 1},
		{"actor=ren outcome=negative", "a c", 2},
		{"actor=aoi outcome=negative", "a", 2},
		{"actor=aoi,ren", "a b c d", 5}, // a stands in both lists and counts once
		{"actor=aoi actor=ren time=2026-06-07", "a b", 2},
		{"time=2026-06-07", "a b", 2}, // 23:00 in Tokyo is this day still
		{"time=2026-06", "a b c", 3},
		{"time=2026,2026-06,2026-06-07", "a b c", 8},
		{"time=2026-06-08", "", 0},
		{"outcome=none", "d", 1},
		{"tag=Health", "a b", 2},
		{"tag=#健康 stars=4..5", "b", 1},
		{"stars=4..5", "a b", 2},
		{"stars=1,2", "", 0},
		{"type=episodic", "a b", 2},
		{"type=semantic,procedural actor=aoi", "d", 2},
		{"actor=aoi tag=nothing", "", 0},
	} {
		q, err := Parse(strings.Fields(c.cues)...)
		if err != nil {
			t.Fatal(err)
		}
		got := ix.Query(owner, q)
		if joined(got.IDs) != c.want || got.Examined != c.examined || got.FullScan != 4 {
			t.Errorf("%s: %v after %d of %d, want %s after %d", c.cues, got.IDs, got.Examined, got.FullScan, c.want, c.examined)
		}
	}
	if all := ix.Query(owner, Query{}); joined(all.IDs) != "a b c d" || all.Examined != 4 {
		t.Errorf("no cues: %+v", all)
	}
}

// TestScopes: nothing of another scope shows, in the ids or in the counts.
func TestScopes(t *testing.T) {
	ix := house()
	aoi := Query{Actors: []string{"aoi"}}
	for _, c := range []struct {
		view person.View
		want string
		n    int
	}{{owner, "a b d", 4}, {person.Only("person:aoi"), "e", 1}, {person.Only("shared"), "", 0}, {person.View{}, "", 0}} {
		got := ix.Query(c.view, aoi)
		if joined(got.IDs) != c.want || got.FullScan != c.n || got.Examined > c.n || ix.Len(c.view) != c.n {
			t.Errorf("%v: %+v, %d records", c.view, got, ix.Len(c.view))
		}
	}
	ix.Drop("person:aoi")
	if got := ix.Query(person.Only("person:aoi"), Query{}); len(got.IDs) != 0 || ix.Len(owner) != 4 {
		t.Errorf("after the drop: %+v, %d others", got, ix.Len(owner))
	}
}

// TestZone: a day is a day of the person's calendar.
func TestZone(t *testing.T) {
	late := record("1", time.Date(2026, 12, 31, 20, 0, 0, 0, time.UTC))
	newYear := Query{Times: []Time{{2027, time.January, 1}}}
	ix := New()
	ix.Put(tokyo, late)
	if got := ix.Query(owner, newYear); joined(got.IDs) != "1" {
		t.Errorf("in Tokyo: %+v", got)
	}
	ix.Put(time.UTC, late)
	if got := ix.Query(owner, newYear); len(got.IDs) != 0 {
		t.Errorf("in Greenwich: %+v", got)
	}
	if got := ix.Query(owner, Query{Times: []Time{{Year: 2026, Month: time.December}}}); joined(got.IDs) != "1" {
		t.Errorf("in Greenwich: %+v", got)
	}
}

// TestNothingStays: what is deleted, archived or superseded is gone with every
// value that only it had.
func TestNothingStays(t *testing.T) {
	ix := house()
	archived := record("a", time.Time{})
	archived.Status = memory.Archived
	ix.Put(tokyo, archived)
	ix.Delete("owner", "b", "c", "unknown", "b")
	ix.Delete("site:nowhere", "a")
	if got := ix.Query(owner, Query{}); joined(got.IDs) != "d" {
		t.Errorf("left: %v", got.IDs)
	}
	ix.Delete("owner", "d")
	p := ix.parts["owner"]
	for at, l := range p.lists {
		if l.cue != (cue{}) || l.records != nil {
			t.Errorf("list %d still holds %+v", at, l)
		}
	}
	if len(p.cues) != 0 || len(p.numbers) != 0 || len(p.odd) != 0 || ix.Len(owner) != 0 {
		t.Errorf("still there: %v, %v, %v", p.cues, p.numbers, p.odd)
	}
}

// TestKeys: ids come back as they were given, UUIDs or not.
func TestKeys(t *testing.T) {
	uuid := string(turn.NewIDs(func() time.Time { return time.UnixMilli(1796000000123) }).New())
	for id, spelt := range map[string]bool{
		uuid: true, strings.ToUpper(uuid): false, strings.ReplaceAll(uuid, "-", "_"): false, "f0123456789abcdef01234567": false,
		"": false, uuid[:35] + "g": false, "00000000-0000-0000-0000-000000000000": true,
	} {
		if _, got := keyOf(turn.ID(id)); got != spelt {
			t.Errorf("%q spelt by its key: %v", id, got)
		}
		ix := New()
		ix.Put(tokyo, record(id, time.Time{}))
		if got := ix.Query(owner, Query{}); len(got.IDs) != 1 || string(got.IDs[0]) != id {
			t.Errorf("%q comes back as %q", id, got.IDs)
		}
	}
}

// anyOfFew draws records that share few ids, scopes and values.
func anyOfFew() *rapid.Generator[memory.Record] {
	return rapid.Custom(func(t *rapid.T) memory.Record {
		at := time.Date(rapid.IntRange(2025, 2026).Draw(t, "year"), time.Month(rapid.IntRange(1, 2).Draw(t, "month")), rapid.IntRange(1, 3).Draw(t, "day"), 12, 0, 0, 0, tokyo)
		r := record(rapid.SampledFrom(ids).Draw(t, "id"), at)
		r.Scope = rapid.SampledFrom([]person.Scope{"owner", "shared", "person:aoi"}).Draw(t, "scope")
		r.Status = rapid.SampledFrom([]memory.Status{memory.Active, memory.Active, memory.Active, memory.Archived}).Draw(t, "status")
		r.Type = rapid.SampledFrom([]memory.Type{memory.Episodic, memory.Semantic}).Draw(t, "type")
		r.Actors = rapid.SliceOfN(rapid.SampledFrom([]string{"aoi", "Aoi", "ren"}), 0, 2).Draw(t, "actors")
		r.Tags = rapid.SliceOfN(rapid.SampledFrom([]string{"health", "猫"}), 0, 2).Draw(t, "tags")
		r.Outcome = rapid.SampledFrom([]memory.Outcome{"", memory.OutcomePositive, memory.OutcomeNegative}).Draw(t, "outcome")
		r.Stars = rapid.IntRange(1, 3).Draw(t, "stars")
		return r
	})
}

// ids are unique over all scopes in the product; the index does not need it.
var ids = []string{"01936f5e-0000-7000-8000-000000000001", "01936f5e-0000-7000-8000-000000000002", "01936f5e-0000-7000-8000-000000000003", "odd", "f12"}

func anyQuery() *rapid.Generator[Query] {
	return rapid.Custom(func(t *rapid.T) Query {
		few := func(n int) int { return rapid.SampledFrom([]int{0, 0, 1, n}).Draw(t, "values") }
		return Query{
			Actors: rapid.SliceOfN(rapid.SampledFrom([]string{"AOI", "ren", "mai"}), 0, few(3)).Draw(t, "actors"),
			Types:  rapid.SliceOfN(rapid.SampledFrom([]memory.Type{memory.Episodic, memory.Semantic, memory.Procedural}), 0, few(2)).Draw(t, "types"),
			Times: rapid.SliceOfN(rapid.SampledFrom([]Time{{Year: 2025}, {Year: 2026}, {2026, 1, 0}, {2025, 2, 0}, {2026, 1, 2}, {2026, 2, 3}, {2024, 1, 1}}),
				0, few(3)).Draw(t, "times"),
			Outcomes: rapid.SliceOfN(rapid.SampledFrom([]memory.Outcome{"", memory.OutcomePositive, memory.OutcomeNegative}), 0, few(2)).Draw(t, "outcomes"),
			Tags:     rapid.SliceOfN(rapid.SampledFrom([]string{"#Health", "猫", "犬"}), 0, few(2)).Draw(t, "tags"),
			Stars:    rapid.SliceOfN(rapid.IntRange(1, 4), 0, few(2)).Draw(t, "stars"),
		}
	})
}

// scan is the naive answer: every record is looked at. lists are the entries
// of each dimension of the query.
func scan(all map[string]memory.Record, q Query) (found []turn.ID, lists map[string]int) {
	lists = map[string]int{}
	for _, r := range all {
		meets := true
		dim := func(name string, asked, has int) {
			if asked > 0 {
				lists[name] += has
				meets = meets && has > 0
			}
		}
		among := func(asked, has []string) (n int) {
			for _, a := range distinctFolded(asked) {
				if slices.Contains(distinctFolded(has), a) {
					n++
				}
			}
			return n
		}
		local := r.OccurredAt.In(tokyo)
		when := []Time{{Year: local.Year()}, {local.Year(), local.Month(), 0}, {local.Year(), local.Month(), local.Day()}}
		dim("actor", len(q.Actors), among(q.Actors, r.Actors))
		dim("type", len(q.Types), in(q.Types, r.Type))
		dim("time", len(q.Times), in(q.Times, when...))
		dim("outcome", len(q.Outcomes), in(q.Outcomes, r.Outcome))
		dim("tag", len(q.Tags), among(q.Tags, r.Tags))
		dim("stars", len(q.Stars), in(q.Stars, r.Stars))
		if meets {
			found = append(found, r.ID)
		}
	}
	slices.Sort(found)
	return found, lists
}

func in[V comparable](asked []V, has ...V) (n int) {
	for _, h := range has {
		if slices.Contains(asked, h) {
			n++
		}
	}
	return n
}

func distinctFolded(list []string) (out []string) {
	for _, s := range list {
		if s = strings.TrimLeft(strings.ToLower(s), "#"); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// TestAgainstScan: after any run of changes every query finds what a look at
// every record finds, having looked at no more than the shortest list.
func TestAgainstScan(t *testing.T) {
	views := []person.View{owner, person.Only("person:aoi"), person.Only("shared"), {}}
	rapid.Check(t, func(t *rapid.T) {
		ix, model := New(), map[person.Scope]map[string]memory.Record{"owner": {}, "shared": {}, "person:aoi": {}}
		scope := rapid.SampledFrom([]person.Scope{"owner", "shared", "person:aoi"})
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				batch := rapid.SliceOfN(anyOfFew(), 1, 8).Draw(t, "records")
				ix.Put(tokyo, batch...)
				for _, r := range batch {
					if delete(model[r.Scope], string(r.ID)); r.Status == memory.Active {
						model[r.Scope][string(r.ID)] = r
					}
				}
			},
			"delete": func(t *rapid.T) {
				s, gone := scope.Draw(t, "scope"), rapid.SliceOfN(rapid.SampledFrom(ids), 0, 3).Draw(t, "ids")
				for _, id := range gone {
					delete(model[s], id)
				}
				if len(gone) == 0 {
					ix.Drop(s)
					clear(model[s])
				}
				for _, id := range gone {
					ix.Delete(s, turn.ID(id))
				}
			},
			"delete many": func(t *rapid.T) {
				s, gone := scope.Draw(t, "scope"), []turn.ID{"none"}
				for id := range model[s] {
					if rapid.Bool().Draw(t, "gone") {
						gone = append(gone, turn.ID(id))
					}
				}
				ix.Delete(s, gone...)
				for _, id := range gone {
					delete(model[s], string(id))
				}
			},
			"": func(t *rapid.T) {
				view, q := rapid.SampledFrom(views).Draw(t, "view"), anyQuery().Draw(t, "query")
				var want []turn.ID
				full, most := 0, 0
				for _, s := range view.Scopes() {
					found, lists := scan(model[s], q)
					want = append(want, found...)
					full += len(model[s])
					if len(lists) == 0 {
						most += len(model[s])
					} else {
						most += slices.Min(slices.Collect(maps.Values(lists)))
					}
				}
				slices.Sort(want)
				got := ix.Query(view, q)
				if diff := cmp.Diff(want, got.IDs); diff != "" || got.FullScan != full || got.Examined > most || ix.Len(view) != full {
					t.Fatalf("%+v: %s, examined %d (shortest lists: %d), full scan %d (want %d)", q, diff, got.Examined, most, got.FullScan, full)
				}
				sound(t, ix)
			},
		})
	})
}

// sound checks that lists and rows of an index say the same.
func sound(t interface{ Fatalf(string, ...any) }, ix *Index) {
	for _, p := range ix.parts {
		entries, used := 0, 0
		for _, n := range p.numbers {
			row := p.row(n, nil)
			entries += len(row)
			used += p.rowSize(n)
			for _, at := range row {
				if _, ok := slices.BinarySearch(p.lists[at].records, n); !ok {
					t.Fatalf("record %d is not in the list of %+v", n, p.lists[at].cue)
				}
			}
		}
		for c, at := range p.cues {
			l := p.lists[at]
			if entries -= len(l.records); l.cue != c || len(l.records) == 0 || !slices.IsSorted(l.records) {
				t.Fatalf("the list of %+v: %+v", c, l)
			}
		}
		if entries != 0 || len(p.heap)-p.waste != used || len(p.numbers)+len(p.free) != len(p.keys) || len(p.cues)+len(p.freeLists) != len(p.lists) {
			t.Fatalf("%d entries too many; heap of %d with %d waste for %d; %d + %d records of %d; %d + %d lists of %d", entries,
				len(p.heap), p.waste, used, len(p.numbers), len(p.free), len(p.keys), len(p.cues), len(p.freeLists), len(p.lists))
		}
	}
}

// TestChurn: records that change and go again and again take no more room than
// those that are there.
func TestChurn(t *testing.T) {
	ix := New()
	for i := range 30_000 {
		r := record(fmt.Sprintf("01936f5e-0000-7000-8000-%012d", i%500), time.Date(2026, 1, 1+i%700, 0, 0, 0, 0, tokyo))
		if r.Stars, r.Tags = 1+i%5, []string{fmt.Sprint("tag ", i)}; i%7 == 0 {
			r.Status = memory.Archived
		}
		ix.Put(tokyo, r)
	}
	sound(t, ix)
	p := ix.parts["owner"]
	if len(p.keys) > 500 || len(p.lists) > 3000 || len(p.heap) > 3*minWaste+500*16 {
		t.Errorf("room for %d records, %d lists, a heap of %d bytes", len(p.keys), len(p.lists), len(p.heap))
	}
}

// TestAtOnce: readers and writers at once, for the race detector, and every
// reader sees a whole state: each record is in with all its cues or not at all.
func TestAtOnce(t *testing.T) {
	ix := New()
	var wg sync.WaitGroup
	for w := range 2 {
		wg.Go(func() {
			for i := range 400 {
				r := record(fmt.Sprint(w, i%20), time.Date(2026, 6, 1+i%28, 0, 0, 0, 0, tokyo))
				r.Actors = []string{fmt.Sprint("w", w)}
				if ix.Put(tokyo, r); i%3 == 0 {
					ix.Delete("owner", r.ID)
				}
			}
		})
	}
	for range 2 {
		wg.Go(func() {
			for range 400 {
				both := ix.Query(owner, Query{Actors: []string{"w0", "w1"}, Times: []Time{{Year: 2026}}})
				if len(both.IDs) > both.FullScan || both.Examined != len(both.IDs) {
					t.Errorf("%d found, %d examined, %d there", len(both.IDs), both.Examined, both.FullScan)
				}
			}
		})
	}
	wg.Wait()
	sound(t, ix)
}

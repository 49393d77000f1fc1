package salience

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/heuristics"
)

var born = time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC)

func after(d float64) time.Time { return born.Add(time.Duration(d * float64(day))) }

func near(a, b float64) bool { return math.Abs(a-b) < 5e-4 }

// record is an active record of that strength, made at born.
func record(strength float64) memory.Record {
	return memory.Record{ID: "1", Scope: "owner", Content: "x", Type: memory.Episodic, Category: memory.Conversation,
		Term: memory.Long, Status: memory.Active, Strength: strength, Confidence: 1, CreatedAt: born}
}

func TestTable(t *testing.T) {
	sum := 0.0
	for i, a := range axes {
		if a.weight <= 0 || a.halfLife < 7 || a.halfLife > 180 {
			t.Errorf("axis %d: weight %v, half-life %v", i, a.weight, a.halfLife)
		}
		sum += a.weight
	}
	if !near(sum, 1) {
		t.Errorf("weights of %v together", sum)
	}
}

// TestComposite: values worked out by hand from the weights.
func TestComposite(t *testing.T) {
	all := memory.Axes{Importance: 1, Risk: 1, Utility: 1, Relationship: 1, Emotion: 1, Urgency: 1, Novelty: 1}
	for _, c := range []struct {
		axes       memory.Axes
		confidence float64
		want       float64
	}{
		{all, 1, 1},
		{all, 0, 0.6},
		{all, 0.5, 0.8},
		{memory.Axes{Importance: 0.5, Risk: 0.25}, 1, 0.24*0.5 + 0.16*0.25},
		{memory.Axes{Importance: 0.6, Utility: 0.5, Emotion: 0.5, Urgency: 1, Novelty: 1}, 0.75, (0.144 + 0.08 + 0.06 + 0.1 + 0.08) * 0.9},
		{memory.Axes{Relationship: 0.5}, 1, 0.07},
	} {
		r := record(c.axes.Importance)
		r.Salience, r.Confidence = c.axes, c.confidence
		if got := Fade(r, born).Composite(); !near(got, c.want) {
			t.Errorf("%+v: composite %.4f, want %.4f", c, got, c.want)
		}
	}
}

// TestHalfLives: after its half-life an axis has half of its value, after two
// a quarter.
func TestHalfLives(t *testing.T) {
	r := record(0.6)
	r.Salience = memory.Axes{Importance: 0.6, Risk: 0.6, Utility: 0.6, Relationship: 0.6, Emotion: 0.6, Urgency: 0.6, Novelty: 0.6}
	for axis, days := range map[int]float64{importance: 180, risk: 120, utility: 60, relationship: 180, emotion: 45, urgency: 7, novelty: 14} {
		for n, want := range []float64{0.6, 0.3, 0.15} {
			if got := Fade(r, after(days*float64(n))).values[axis]; !near(got, want) {
				t.Errorf("axis %d after %d half-lives: %v, want %v", axis, n, got, want)
			}
		}
	}
}

func TestProtected(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*memory.Record)
		want   bool
	}{
		{"weak", func(*memory.Record) {}, false},
		{"important", func(r *memory.Record) { r.Strength = 0.7 }, true},
		{"nearly important", func(r *memory.Record) { r.Strength = 0.69 }, false},
		{"risky", func(r *memory.Record) { r.Salience.Risk = 0.7 }, true},
		{"tagged", func(r *memory.Record) { r.Tags = []string{"tea", "[IMPORTANT]"} }, true},
		{"tagged in other ways", func(r *memory.Record) { r.Tags = []string{"＃Important"} }, true},
		{"tagged otherwise", func(r *memory.Record) { r.Tags = []string{"unimportant"} }, false},
		{"important by the axis alone, which the strength overrules", func(r *memory.Record) { r.Salience.Importance = 0.9 }, false},
	} {
		r := record(0.3)
		c.change(&r)
		if got := Protected(r); got != c.want {
			t.Errorf("%s: protected %v", c.name, got)
		}
		kept := Fade(r, after(1000)) == Fade(r, born)
		if kept != c.want || Archive(r, after(1000)) == c.want {
			t.Errorf("%s: kept %v, archived %v", c.name, kept, Archive(r, after(1000)))
		}
	}
}

// TestStrength: the forgetting curve at days worked out by hand. A record of
// 0.5 falls under 0.1 after ln 5 / 0.02 = 80.5 days.
func TestStrength(t *testing.T) {
	for _, c := range []struct {
		kind           memory.Type
		strength, days float64
		want           float64
		archive        bool
	}{
		{memory.Episodic, 0.5, 0, 0.5, false},
		{memory.Episodic, 0.5, 13, 0.3855, false},
		{memory.Episodic, 0.5, 80, 0.1009, false},
		{memory.Episodic, 0.5, 81, 0.0990, true},
		{memory.Semantic, 0.6, 89, 0.1012, false},
		{memory.Semantic, 0.6, 90, 0.0992, true},
		{memory.Procedural, 0.5, 81, 0.3335, false},
		{memory.Procedural, 0.5, 321, 0.1004, false},
		{memory.Procedural, 0.5, 322, 0.0999, true},
		{memory.Episodic, 0.5, -10, 0.5, false},
	} {
		r := record(c.strength)
		r.Type = c.kind
		if got := strength(r, after(c.days)); !near(got, c.want) || Archive(r, after(c.days)) != c.archive {
			t.Errorf("%+v: %.4f, archive %v", c, got, Archive(r, after(c.days)))
		}
	}
}

// TestStoringWouldCompound: what the types forbid. Were the faded strength
// stored every day, the same record would be gone on day 13.
func TestStoringWouldCompound(t *testing.T) {
	gone := func(store bool) int {
		r := record(0.5)
		for d := 1; ; d++ {
			if Archive(r, after(float64(d))) {
				return d
			}
			if store {
				r.Strength = strength(r, after(float64(d)))
			}
		}
	}
	if honest, compound := gone(false), gone(true); honest != 81 || compound != 13 {
		t.Errorf("gone on day %d, and on day %d where faded values are stored; want 81 and 13", honest, compound)
	}
}

func TestBoost(t *testing.T) {
	for _, c := range []struct {
		retrieved, used int
		days            float64
		want            float64
	}{
		{0, 0, 0, 1},
		{1, 0, 0, 1 + 0.05*math.Log(1.2)},
		{5, 0, 0, 1 + 0.05*math.Log(2)},
		{1, 1, 0, 1 + 0.05*math.Log(2)},
		{1, 1, 30, 1 + 0.05*math.Log(2)/math.E},
		{7, 2, 0, 1 + 0.05*math.Log(4)}, // 5 recalled, 2 used: 3
		{0, 1, 0, 1 + 0.05*math.Log(2)}, // said again
		{1000, 1000, 0, 1.25},           // 0.05·ln(1001) is 0.345: the bound
		{1000, 1000, 3650, 1},
	} {
		r := record(0.5)
		r.Retrieved, r.Used, r.LastAccessed = c.retrieved, c.used, born
		if got := Boost(r, after(c.days)); !near(got, c.want) {
			t.Errorf("%+v: boost %.4f", c, got)
		}
	}
}

// TestAccess: being used starts the curve anew and keeps a record from the
// archive; being recalled alone does neither.
func TestAccess(t *testing.T) {
	recalled, used := record(0.5), record(0.5)
	for d := 10; d <= 100; d += 10 {
		recalled = Access(recalled, false, after(float64(d)))
	}
	used = Access(used, true, after(100))
	if recalled.Retrieved != 10 || recalled.Used != 0 || used.Retrieved != 1 || used.Used != 1 || !used.LastAccessed.Equal(after(100)) {
		t.Errorf("counts: %+v, %+v", recalled, used)
	}
	if !Archive(recalled, after(101)) || Archive(used, after(101)) || Archive(used, after(1000)) {
		t.Errorf("archived: recalled %v, used %v and %v", Archive(recalled, after(101)), Archive(used, after(101)), Archive(used, after(1000)))
	}
	if got, want := strength(used, after(110)), 0.5*math.Exp(-0.2)*Boost(used, after(110)); !near(got, want) {
		t.Errorf("strength ten days after the use: %.4f, want %.4f", got, want)
	}
	back := Access(used, false, after(50)) // a clock that was set back
	if !back.LastAccessed.Equal(after(100)) {
		t.Errorf("the last access went back to %v", back.LastAccessed)
	}
	if recalled.Strength != 0.5 || used.Strength != 0.5 || used.Salience != (memory.Axes{}) {
		t.Error("an access changed base values")
	}
	for _, s := range []memory.Status{memory.Archived, memory.Superseded} {
		old := record(0.5)
		old.Status = s
		if Archive(old, after(1000)) {
			t.Errorf("archives one that is %s", s)
		}
	}
}

// TestDefaults: every category and heuristic has axes in range; none protects
// a record by itself, and one of three stars starts where the comment says.
func TestDefaults(t *testing.T) {
	rows := map[string]memory.Axes{}
	for _, c := range memory.Categories() {
		if _, ok := byCategory[c]; !ok {
			t.Errorf("%s has no axes", c)
		}
		rows[string(c)] = OfCategory(c)
	}
	for _, h := range []heuristics.Kind{heuristics.Preference, heuristics.Decision, heuristics.Definition, heuristics.Disambiguation, heuristics.Explicit} {
		if _, ok := byHeuristic[h]; !ok {
			t.Errorf("%s has no axes", h)
		}
		rows[string(h)] = OfHeuristic(h)
	}
	if len(rows) != len(byCategory)+len(byHeuristic) {
		t.Errorf("%d rows looked at of %d", len(rows), len(byCategory)+len(byHeuristic))
	}
	for name, a := range rows {
		r := record(0.6)
		r.Salience = a
		if c := Fade(r, born).Composite(); a != a.Clamped() || a.Importance != 0 || Protected(r) || c < 0.33 || c > 0.5 {
			t.Errorf("%s: composite %.3f, %+v", name, c, a)
		}
	}
	if OfCategory("?") != OfCategory(memory.Conversation) || OfHeuristic("?") != OfCategory(memory.Conversation) {
		t.Error("what is unknown has other axes than a conversation")
	}
	bare := record(0.6)
	bare.Category = memory.AboutSensei
	if got := Base(bare); got.Relationship != 0.7 || got.Importance != 0.6 {
		t.Errorf("a record that has only its strength: %+v", got)
	}
}

func TestFactor(t *testing.T) {
	weak, usual, strong := record(0), record(0.6), record(1)
	weak.Salience.Novelty = 0.01
	strong.Salience = memory.Axes{Risk: 1, Utility: 1, Relationship: 1, Emotion: 1, Urgency: 1, Novelty: 1}
	for _, c := range []struct {
		r        memory.Record
		from, to float64
	}{{weak, 0.92, 0.931}, {usual, 0.99, 1.01}, {strong, 1.1, 1.1}} {
		if got := Factor(c.r, born, 0.2); got < c.from-1e-9 || got > c.to+1e-9 {
			t.Errorf("strength %v: factor %v, want %v to %v", c.r.Strength, got, c.from, c.to)
		}
	}
}

// anyRecord draws records, good ones and such as no store should hold.
func anyRecord() *rapid.Generator[memory.Record] {
	share := rapid.OneOf(rapid.Float64Range(0, 1), rapid.SampledFrom([]float64{0, 0.1, 0.7, 1, -1, 2, math.NaN(), math.Inf(1)}))
	age := rapid.IntRange(0, 2000)
	return rapid.Custom(func(t *rapid.T) memory.Record {
		r := record(share.Draw(t, "strength"))
		r.ID = turn.ID(fmt.Sprint(rapid.IntRange(0, 99).Draw(t, "id")))
		r.Confidence = share.Draw(t, "confidence")
		r.Salience = memory.Axes{Risk: share.Draw(t, "risk"), Utility: share.Draw(t, "utility"), Relationship: share.Draw(t, "relationship"),
			Emotion: share.Draw(t, "emotion"), Urgency: share.Draw(t, "urgency"), Novelty: share.Draw(t, "novelty")}
		r.Type = rapid.SampledFrom([]memory.Type{memory.Episodic, memory.Semantic, memory.Procedural}).Draw(t, "type")
		r.Status = rapid.SampledFrom([]memory.Status{memory.Active, memory.Active, memory.Archived}).Draw(t, "status")
		r.Tags = rapid.SampledFrom([][]string{nil, nil, {"IMPORTANT"}}).Draw(t, "tags")
		r.CreatedAt = after(float64(age.Draw(t, "made")))
		r.Retrieved, r.Used = rapid.IntRange(-1, 50).Draw(t, "retrieved"), rapid.IntRange(-1, 3).Draw(t, "used")
		r.LastAccessed = after(float64(age.Draw(t, "accessed")))
		return r
	})
}

// TestProperties: shares stay shares, time only takes, looking changes
// nothing, and what is protected or was used is never archived.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRecord().Draw(t, "record")
		one := after(float64(rapid.IntRange(-10, 4000).Draw(t, "now")))
		two := one.Add(time.Duration(rapid.IntRange(0, 4000).Draw(t, "later")) * time.Hour)
		before := r
		before.Tags = slices.Clone(r.Tags)
		for name, f := range map[string]func(memory.Record, time.Time) float64{
			"strength": strength, "score": Score, "boost − 1": func(r memory.Record, now time.Time) float64 { return Boost(r, now) - 1 },
			"composite": func(r memory.Record, now time.Time) float64 { return Fade(r, now).Composite() },
		} {
			a, b := f(r, one), f(r, two)
			if !(a >= 0 && a <= 1) || b > a || f(r, one) != a {
				t.Fatalf("%s: %v, later %v, again %v", name, a, b, f(r, one))
			}
		}
		for a := range axes {
			if v, later := Fade(r, one).values[a], Fade(r, two).values[a]; !(v >= 0 && v <= 1) || later > v {
				t.Fatalf("axis %d: %v, later %v", a, v, later)
			}
		}
		if f := Factor(r, one, 0.2); f < 0.9 || f > 1.1 {
			t.Fatalf("factor %v", f)
		}
		if Archive(r, one) && (!Archive(r, two) || Protected(r) || r.Used > 0 || r.Status != memory.Active) {
			t.Fatal("archived what stays")
		}
		if diff := cmp.Diff(fmt.Sprintf("%+v", before), fmt.Sprintf("%+v", r)); diff != "" {
			t.Fatal(diff)
		}
		if a := Access(r, true, two); strength(a, two) < strength(r, two) || Archive(a, two.AddDate(9, 0, 0)) && r.Used >= 0 {
			t.Fatalf("used, and the strength went from %v to %v", strength(r, two), strength(a, two))
		}
	})
}

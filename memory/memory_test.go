package memory

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/turn"
)

var now = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

func TestNormaliseFills(t *testing.T) {
	got, err := Record{ID: "1", Scope: "owner", Content: "  先生はラーメンが好き\n", Category: "food", Tags: []string{" 食 ", "#食", "", "#麺"}}.Normalise(now)
	want := Record{ID: "1", Scope: "owner", Content: "先生はラーメンが好き", Category: Conversation, Tags: []string{"食", "麺"},
		Type: Semantic, Level: Raw, Term: Long, Stars: 3, Strength: 0.6, Confidence: 1, Status: Active, Trust: TrustModel,
		Salience: Axes{Importance: 0.6}, CreatedAt: now, OccurredAt: now, ValidFrom: now}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	before := now.Add(-time.Hour)
	full := Record{ID: "1", Scope: "owner", Content: "x", Category: AboutSensei, Type: Episodic, Level: Policy, Term: Short, Stars: 5,
		Strength: 0.2, Confidence: 0.3, Status: Archived, Trust: TrustOwner, Soul: SoulRejected,
		Salience: Axes{0.2, 0.7, 0.3, 0.4, 0.5, 0.6, 1}, Outcome: OutcomeNegative, Actors: []string{"aoi", "田中さん"},
		Retrieved: 3, Used: 2, LastAccessed: now,
		CreatedAt: before, OccurredAt: before.Add(-1), ValidFrom: before.Add(-2), ValidUntil: now}
	if got, err := full.Normalise(now); err != nil || cmp.Diff(full, got) != "" {
		t.Error(err, cmp.Diff(full, got))
	}
}

// TestNormaliseStrength: strength and importance are one number, whichever of
// the two was given; where both were, the strength holds.
func TestNormaliseStrength(t *testing.T) {
	for _, c := range []struct{ strength, importance, want float64 }{{0, 0, 0.6}, {0.9, 0, 0.9}, {0, 0.3, 0.3}, {0.9, 0.3, 0.9}, {-1, 7, 1}} {
		r, err := Record{ID: "1", Scope: "owner", Content: "x", Strength: c.strength, Salience: Axes{Importance: c.importance}, Actors: []string{" aoi ", "", "aoi"}}.Normalise(now)
		if err != nil || r.Strength != c.want || r.Salience.Importance != c.want || len(r.Actors) != 1 {
			t.Errorf("%+v: %+v, %v", c, r, err)
		}
	}
}

func TestNormaliseRefuses(t *testing.T) {
	good := Record{ID: "1", Scope: "owner", Content: "x"}
	for want, spoil := range map[string]func(*Record){
		"id":                     func(r *Record) { r.ID = "" },
		"scope":                  func(r *Record) { r.Scope = "" },
		"content: empty":         func(r *Record) { r.Content = " \n\u3000" },
		"content: not valid":     func(r *Record) { r.Content = "a\xff" },
		"content: 2001 char":     func(r *Record) { r.Content = strings.Repeat("猫", MaxContent+1) },
		"subject: 201 char":      func(r *Record) { r.Subject = strings.Repeat("猫", MaxSubject+1) },
		"tags: one of 51 char":   func(r *Record) { r.Tags = []string{"a", strings.Repeat("b", MaxTag+1)} },
		"tags: 21, at most 20":   func(r *Record) { r.Tags = strings.Fields("a b c d e f g h i j k l m n o p q r s t u") },
		"tags: not valid":        func(r *Record) { r.Tags = []string{"a\xff"} },
		"actors: one of 65 char": func(r *Record) { r.Actors = []string{strings.Repeat("猫", MaxActor+1)} },
		"actors: 21, at most 20": func(r *Record) { r.Actors = strings.Fields("a b c d e f g h i j k l m n o p q r s t u") },
		"content: not valid UTF": func(r *Record) { r.Subject = "\xff" },
	} {
		r := good
		spoil(&r)
		if _, err := r.Normalise(now); !errors.Is(err, ErrRecord) || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	good.Content = strings.Repeat("猫", MaxContent) + "  "
	if _, err := good.Normalise(now); err != nil {
		t.Errorf("at the limit: %v", err)
	}
}

// TestNormaliseIsClean: whatever numbers come in, what comes out is in range,
// and normalising again changes nothing.
func TestNormaliseIsClean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, 1}))
		r, err := Record{ID: "1", Scope: "owner", Content: "x", Category: Category(rapid.String().Draw(t, "category")),
			Stars: rapid.Int().Draw(t, "stars"), Strength: number.Draw(t, "strength"), Confidence: number.Draw(t, "confidence"),
			Salience: Axes{number.Draw(t, "importance"), number.Draw(t, "risk"), number.Draw(t, "utility"),
				number.Draw(t, "relationship"), number.Draw(t, "emotion"), number.Draw(t, "urgency"), number.Draw(t, "novelty")},
			Outcome:   Outcome(rapid.SampledFrom([]string{"", "none", "positive", "pending", "great"}).Draw(t, "outcome")),
			Retrieved: rapid.Int().Draw(t, "retrieved"), Used: rapid.Int().Draw(t, "used")}.Normalise(now)
		if err != nil {
			t.Fatal(err)
		}
		in := func(f float64) bool { return f >= 0 && f <= 1 }
		if r.Stars < 1 || r.Stars > 5 || !in(r.Strength) || !in(r.Confidence) || !slices.Contains(Categories(), r.Category) {
			t.Fatalf("%+v", r)
		}
		a := r.Salience
		for _, axis := range []float64{a.Importance, a.Risk, a.Utility, a.Relationship, a.Emotion, a.Urgency, a.Novelty} {
			if !in(axis) {
				t.Fatalf("axis %v", axis)
			}
		}
		if a.Importance != r.Strength || r.Retrieved < 0 || r.Used < 0 || r.Outcome != "" && !slices.Contains(Outcomes(), r.Outcome) {
			t.Fatalf("%+v", r)
		}
		if again, err := r.Normalise(now); err != nil || cmp.Diff(r, again) != "" {
			t.Fatal(err, cmp.Diff(r, again))
		}
		if (r.Stars == 5) != (r.Soul == SoulCandidate) {
			t.Fatalf("%d stars, soul %q", r.Stars, r.Soul)
		}
	})
}

func records(contents ...string) []Record {
	var rs []Record
	for i, c := range contents {
		rs = append(rs, Record{ID: turn.ID(fmt.Sprint(i)), Content: c, Stars: 3, Category: Knowledge, CreatedAt: now.Add(time.Duration(i) * time.Hour)})
	}
	return rs
}

func found(list []Scored) string {
	var ids []string
	for _, s := range list {
		ids = append(ids, string(s.Record.ID))
	}
	return strings.Join(ids, " ")
}

func TestMatch(t *testing.T) {
	rs := records(
		"先生はラーメンが好き",                              // 0
		"先生の誕生日は6月3日です",                           // 1
		"The owner's cat is called Mikan",         // 2
		"The owner works as a translator",         // 3
		"りんごのアレルギーがある",                            // 4
		"我最喜欢的城市是京都",                              // 5
		"先生は毎朝コーヒーを飲みます",                          // 6
		"The owner has two dogs, Pochi and Hachi", // 7
	)
	for question, want := range map[string]string{
		"ラーメン": "0",
		"らーめん": "0",
		"ﾗｰﾒﾝについて何か知ってる？":                "0",
		"誕生日はいつですか？":                     "1",
		"What is my CAT called?":         "2",
		"mikan":                          "2",
		"cats":                           "2",
		"dog":                            "7",
		"What do you know about work?":   "3",
		"りんごは？":                          "4",
		"京都":                             "5",
		"我喜欢什么城市？":                       "5",
		"コーヒーとラーメン":                      "0 6",
		"what do you remember about me?": "",
		"これは何ですか？":                       "",
		"是什么？":                           "",
		"量子力学":                           "",
		"人生とは":                           "",  // 先生 shares only a character
		"猫好きですか":                         "0", // 好き
		"quantum physics":                "",
		"":                               "",
		"？！":                             "",
	} {
		if got := found(Match(question, rs, Query{})); got != want {
			t.Errorf("%q finds %q, want %q", question, got, want)
		}
	}
}

func TestMatchOrderAndFilters(t *testing.T) {
	rs := records("tea in the morning", "tea in the morning", "tea", "green tea and black tea in the morning with lemon", "coffee")
	rs[0].Stars, rs[3].Category = 5, Observation
	rs[4].Subject, rs[4].Tags = "drinks", []string{"black"}
	for _, c := range []struct {
		question string
		q        Query
		want     string
	}{
		{"tea", Query{}, "2 1 0 3"}, // the short one, then the newer of two equal ones
		{"tea", Query{Limit: 2}, "2 1"},
		{"tea", Query{MinStars: 4}, "0"},
		{"tea", Query{Category: Observation}, "3"},
		{"tea with lemon", Query{Limit: 1}, "3"},
		{"drinks", Query{}, "4"},
		{"black", Query{}, "4 3"},
	} {
		if got := found(Match(c.question, rs, c.q)); got != c.want {
			t.Errorf("%q %+v finds %q, want %q", c.question, c.q, got, c.want)
		}
	}
}

// TestMatchIsStable: the order of the records does not matter.
func TestMatchIsStable(t *testing.T) {
	word := rapid.SampledFrom(strings.Fields("tea coffee 猫 犬 ラーメン 好き morning"))
	rapid.Check(t, func(t *rapid.T) {
		var rs []Record
		for i := range rapid.IntRange(0, 8).Draw(t, "records") {
			rs = append(rs, records(strings.Join(rapid.SliceOfN(word, 1, 4).Draw(t, "words"), " "))[0])
			rs[i].ID = turn.ID(fmt.Sprint(i))
		}
		question := strings.Join(rapid.SliceOfN(word, 0, 3).Draw(t, "question"), " ")
		want := found(Match(question, rs, Query{}))
		if got := found(Match(question, rapid.Permutation(rs).Draw(t, "order"), Query{})); got != want {
			t.Fatalf("%q: %q, %q", question, want, got)
		}
	})
}

func BenchmarkMatch(b *testing.B) {
	var contents []string
	for i := range 1000 {
		contents = append(contents, fmt.Sprintf("先生は%d年に京都でラーメンを食べた and said that it was good", i))
	}
	rs := records(contents...)
	for b.Loop() {
		Match("京都のラーメン", rs, Query{Limit: 5})
	}
}

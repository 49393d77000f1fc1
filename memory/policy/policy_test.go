package policy_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/policy"
)

// TestNegated: what denies, what denies twice, and what only looks like it.
func TestNegated(t *testing.T) {
	for words, want := range map[string]bool{
		"夜にコーヒーを飲まない": true, "夜にコーヒーを飲む": false, "寝坊しなかった": true, "傘を持たずに出かける": true, "電車に間に合いません": true,
		"朝は走らなくて": true, "食べないわけではない": false, "行かなければならない": false, "せざるを得ない": false, "早く寝るしかない": false,
		"それで問題ない": false, "問題ありません": false, "間違いない": false, "雨かもしれない": false, "砂糖が少ない": false, "夜道は危ない": false,
		"すみません": false, "一緒に行きませんか": false, "財布をなくした": false, "電池がなくなった": false, "仕方がない": false, "必ず確認する": false, "まず休む": false,
		"it works": false, "it does not work": true, "never skip breakfast": true, "it isn't without risk": false, "no problem at all": false, "I can't wait to go": false,
		"not only in summer": false, "don't run with scissors": true, "why not try it": false, "going out without a coat is fine for the kids": true,
		"我不喝咖啡": true, "我喝咖啡": false, "没有带伞": true, "别在晚上吃": true, "这个不错": false, "没问题": false, "特别好吃的东西": false, "我不得不去": false, "你是不是累了": false, "未来的计划": false,
	} {
		if got := policy.Negated(words); got != want {
			t.Errorf("%s: %t", words, got)
		}
	}
}

// TestSameSubject: alike whether affirmed or denied, and not otherwise.
func TestSameSubject(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"夜のコーヒー", "夜のコーヒー", true}, {"夜にコーヒーを飲む", "夜にコーヒーを飲まない", true},
		{"夜のコーヒー", "朝の散歩", false}, {"skipping breakfast", "not skipping breakfast", true}, {"skipping breakfast", "late trains", false},
		{"熬夜看手机", "不熬夜看手机", true}, {"", "", false},
	} {
		if got := policy.SameSubject(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %t", c.a, c.b, got)
		}
	}
}

func TestConfidence(t *testing.T) {
	for _, c := range []struct {
		in   []float64
		want float64
	}{
		{nil, 0}, {[]float64{0}, 0.5}, {[]float64{1}, 0.75}, {[]float64{0.5, 0.5}, 2.0/3 + 0.125}, {slices.Repeat([]float64{1}, 9), 1}, {[]float64{math.NaN(), -3}, 2.0 / 3},
	} {
		if got := policy.Confidence(c.in...); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v: %f, want %f", c.in, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(rapid.Float64Range(0, 1)).Draw(t, "saliences")
		got := policy.Confidence(list...)
		if !(got >= 0 && got <= 1) {
			t.Fatalf("%f", got)
		}
		if more := policy.Confidence(append(list, 1)...); more < got && got < 1 {
			t.Fatalf("a strong experience lowers it: %f, %f", got, more)
		}
	})
}

var day = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

func tells(n int, cause string, how memory.Outcome) memory.Record {
	r, err := memory.Record{
		ID: turn.ID(fmt.Sprintf("r%03d", n)), Content: cause + "。", Subject: cause, Outcome: how, Confidence: 0.8,
		Scope: person.ScopeOwner, OccurredAt: day.AddDate(0, 0, n),
	}.Normalise(day)
	if err != nil {
		panic(err)
	}
	r.Status = memory.Active
	return r
}

func TestOf(t *testing.T) {
	forAoi := tells(7, "夜のコーヒー", memory.OutcomeNegative)
	forAoi.Scope = "person:aoi"
	got := policy.Of([]memory.Record{
		tells(3, "夜のコーヒー", memory.OutcomeNegative), tells(1, "夜のコーヒー", memory.OutcomeNegative), tells(2, "朝の散歩", memory.OutcomePositive),
		tells(4, "朝の散歩", memory.OutcomePositive), tells(5, "朝の散歩", memory.OutcomePending), tells(6, "昼寝", memory.OutcomeNegative), forAoi,
		tells(8, "夜のコーヒー", memory.OutcomePositive),
	})
	if len(got) != 2 || got[0].Kind != policy.Mitigate || got[0].Cause != "夜のコーヒー" || len(got[0].From) != 2 || got[0].From[0].ID != "r001" ||
		got[1].Kind != policy.Reinforce || len(got[1].From) != 2 {
		t.Fatalf("%+v", got)
	}
	if c := got[0].Confidence; c <= 2.0/3 || c > 1 {
		t.Errorf("confidence %f", c)
	}
}

// TestOfAnyOrder: the same records make the same policies, each on at least two
// experiences of one outcome and scope.
func TestOfAnyOrder(t *testing.T) {
	causes := []string{"夜のコーヒー", "朝の散歩", "寝坊", "skipping breakfast", "熬夜"}
	outcomes := append(memory.Outcomes(), memory.OutcomeNone)
	rapid.Check(t, func(t *rapid.T) {
		var list []memory.Record
		for i := range rapid.IntRange(0, 20).Draw(t, "n") {
			list = append(list, tells(i, rapid.SampledFrom(causes).Draw(t, "cause"), rapid.SampledFrom(outcomes).Draw(t, "outcome")))
		}
		a, b := policy.Of(list), policy.Of(rapid.Permutation(list).Draw(t, "order"))
		if fmt.Sprint(a) != fmt.Sprint(b) {
			t.Fatalf("%v\n%v", a, b)
		}
		seen := map[turn.ID]bool{}
		for _, p := range a {
			if len(p.From) < policy.Support {
				t.Fatalf("%+v", p)
			}
			for _, r := range p.From {
				if seen[r.ID] || r.Outcome != p.Kind.Outcome() {
					t.Fatalf("%+v", p)
				}
				seen[r.ID] = true
			}
		}
	})
}

func held(n int, cause string, k policy.Kind, sure float64) memory.Record {
	r := tells(n, cause, k.Outcome())
	r.Level, r.Type, r.Confidence, r.Provenance = memory.Policy, memory.Procedural, sure, []turn.ID{"e1", "e2"}
	return r
}

func TestJudge(t *testing.T) {
	coffee, walk := held(1, "夜にコーヒーを飲む", policy.Mitigate, 0.8), held(2, "朝の散歩", policy.Reinforce, 0.7)
	skip := held(3, "skipping breakfast", policy.Mitigate, 0.9)
	gone := held(4, "夜にコーヒーを飲む", policy.Mitigate, 0.9)
	gone.Status = memory.Archived
	all := []memory.Record{coffee, walk, skip, gone, tells(9, "夜にコーヒーを飲む", memory.OutcomeNegative)}
	for words, want := range map[string]turn.ID{
		"これから夜だけどコーヒーを飲もうかな": "r001", "明日は朝の散歩に行こうかな": "r002", "I am skipping breakfast today": "r003", "猫が寝ている": "", "コーヒー豆は何がいい？朝用に": "",
	} {
		got := policy.Judge(words, all)
		if want == "" && len(got) == 0 {
			continue
		}
		if len(got) != 1 || got[0].Policy.ID != want || len(got[0].Support) != 2 || got[0].Fit < 0.5 {
			t.Errorf("%s: %+v", words, got)
		}
	}
	for sure, want := range map[float64]int{0.5: 1, 0.8: 0} {
		against := held(5, "夜にコーヒーを飲む", policy.Reinforce, sure)
		got := policy.Judge("夜だけどコーヒーを飲む", []memory.Record{coffee, against})
		if len(got) != want || want == 1 && got[0].Policy.ID != coffee.ID {
			t.Errorf("against with %f: %+v", sure, got)
		}
	}
	agrees := held(6, "夜にコーヒーを飲まない", policy.Reinforce, 0.9)
	if policy.Contradicts(coffee, agrees) || !policy.Contradicts(coffee, held(7, "夜にコーヒーを飲まない", policy.Mitigate, 0.9)) {
		t.Error("parity")
	}
}

// TestJudgeNeverContradicts: whatever is known and said.
func TestJudgeNeverContradicts(t *testing.T) {
	causes := []string{"夜にコーヒーを飲む", "夜にコーヒーを飲まない", "朝の散歩", "skipping breakfast", "not skipping breakfast"}
	rapid.Check(t, func(t *rapid.T) {
		var list []memory.Record
		for i := range rapid.IntRange(0, 12).Draw(t, "n") {
			list = append(list, held(i, rapid.SampledFrom(causes).Draw(t, "cause"), rapid.SampledFrom([]policy.Kind{policy.Mitigate, policy.Reinforce}).Draw(t, "kind"), rapid.Float64Range(0, 1).Draw(t, "sure")))
		}
		got := policy.Judge(rapid.SampledFrom(append(causes, "", "猫")).Draw(t, "situation"), list)
		for i, a := range got {
			for _, b := range got[:i] {
				if policy.Contradicts(a.Policy, b.Policy) {
					t.Fatalf("%+v and %+v", a, b)
				}
			}
		}
	})
}

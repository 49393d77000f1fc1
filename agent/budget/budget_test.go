package budget

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestEstimate(t *testing.T) {
	cases := []struct {
		text     string
		from, to int
	}{
		{"", 0, 0},
		{"先生はラーメンが好きです。", 9, 12},
		{"오늘은 날씨가 좋아요", 7, 9},
		{"The quick brown fox jumps over the lazy dog.", 9, 12},
		{"我今天想吃拉面", 6, 7},
		{"2026-11-29", 9, 12},
		{`{"tool": "get_time", "arguments": {}}`, 12, 20},
		{"👨‍👩‍👧", 8, 15},
		{"\xff\xfe", 1, 6},
	}
	for _, c := range cases {
		if got := Estimate(c.text); got < c.from || got > c.to {
			t.Errorf("Estimate(%q) = %d, want %d to %d", c.text, got, c.from, c.to)
		}
	}
}

func TestEstimateGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		both := Estimate(a + b)
		if both < Estimate(a) || both < Estimate(b) || both > Estimate(a)+Estimate(b) {
			t.Fatalf("%d and %d together are %d", Estimate(a), Estimate(b), both)
		}
	})
}

func TestMeterLearns(t *testing.T) {
	m := NewMeter()
	const s = "先生はラーメンが好き"
	if m.Exact(s) || m.Count(s) != Estimate(s) {
		t.Errorf("a new meter counts %d", m.Count(s))
	}
	m.Learn(s, 7)
	if !m.Exact(s) || m.Count(s) != 7 {
		t.Errorf("after learning it counts %d", m.Count(s))
	}
	m.Learn(s, 0)
	if m.Count(s) != 7 {
		t.Error("a count of 0 was believed")
	}
	if m.Count("") != 0 {
		t.Error("nothing costs something")
	}
	for i := range remembered {
		m.Learn(fmt.Sprint("text ", i), 1)
	}
	if m.Exact(s) || len(m.exact) != remembered {
		t.Errorf("%d counts are kept, want %d without the oldest", len(m.exact), remembered)
	}
	for i := range remembered {
		if !m.Exact(fmt.Sprint("text ", i)) {
			t.Fatalf("text %d was forgotten", i)
		}
	}
}

// TestCalibrateConverges: whatever the tokenizer's true ratio within the
// bounds, twenty replies bring the estimate within 2 %.
func TestCalibrateConverges(t *testing.T) {
	for _, ratio := range []float64{0.5, 0.65, 1, 1.4, 2.2} {
		m := NewMeter()
		s := "今日はいい天気ですね。散歩に行きたい気分です。" + "The weather is nice today, let us take a walk in the park and have some ramen."
		s += s + s + s + s
		actual := int(math.Round(float64(Estimate(s)) * ratio))
		for range 20 {
			m.Calibrate(m.Count(s), actual)
		}
		if off := math.Abs(float64(m.Count(s)-actual)) / float64(actual); off > 0.02 {
			t.Errorf("ratio %v: counts %d, want %d", ratio, m.Count(s), actual)
		}
	}
}

func TestCalibrateIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := NewMeter()
		for range rapid.IntRange(1, 50).Draw(t, "n") {
			m.Calibrate(rapid.Int().Draw(t, "estimate"), rapid.Int().Draw(t, "actual"))
		}
		if f := m.factor; f < minFactor || f > maxFactor || math.IsNaN(f) {
			t.Fatalf("factor %v", f)
		}
	})
	m := NewMeter()
	m.Calibrate(minSample-1, 1000)
	if m.factor != 1 {
		t.Error("a tiny prompt moved the factor")
	}
}

func TestKeep(t *testing.T) {
	cases := []struct {
		name  string
		costs []int
		share int
		want  int
	}{
		{"empty", nil, 100, 0},
		{"fits exactly", []int{50, 50}, 100, 0},
		{"over: down to half", []int{30, 30, 30, 30}, 100, 3},
		{"then it grows again", []int{30, 30, 30, 30, 30, 30}, 100, 3},
		{"until it is over again", []int{30, 30, 30, 30, 30, 30, 30}, 100, 6},
		{"the newest is more than half", []int{30, 30, 80}, 100, 2},
		{"the newest is too long", []int{30, 30, 101}, 100, 3},
		{"and is gone afterwards", []int{30, 30, 101, 30}, 100, 3},
		{"no share", []int{1, 1}, 0, 2},
	}
	for _, c := range cases {
		if got := Keep(c.costs, c.share); got != c.want {
			t.Errorf("%s: from %d, want %d", c.name, got, c.want)
		}
	}
}

// TestKeepProperties: never over the share, the start never goes back as the
// history grows, and it moves at most once in the tokens of half a share.
func TestKeepProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		share := rapid.IntRange(0, 1000).Draw(t, "share")
		costs := rapid.SliceOfN(rapid.IntRange(1, 300), 0, 100).Draw(t, "costs")
		last, since := 0, math.MaxInt
		for n := range len(costs) + 1 {
			from, sum := Keep(costs[:n], share), 0
			for _, c := range costs[from:n] {
				sum += c
			}
			if sum > share {
				t.Fatalf("kept %d of %d", sum, share)
			}
			if n > 0 && since < math.MaxInt {
				since += costs[n-1]
			}
			if from < last {
				t.Fatalf("the start went back from %d to %d", last, from)
			}
			if from > last {
				if since <= share/2 {
					t.Fatalf("the start moved again after %d tokens of a share of %d", since, share)
				}
				last = from
				since = max(sum-share/2, 0) // a long newest exchange counts from half on
			}
		}
	})
}

func BenchmarkCount(b *testing.B) {
	m := NewMeter()
	s := ""
	for range 100 {
		s += "今日はいい天気ですね。Let us take a walk. "
	}
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		m.Count(s)
	}
}

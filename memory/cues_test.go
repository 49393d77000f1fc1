package memory

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestCue(t *testing.T) {
	cues := map[string]Cues{
		"asks": {Session: "s", Asks: true}, "told": {Session: "s"}, "named": {Session: "t", Named: true},
		"dated": {Session: "u", Dated: 2}, "alone": {},
	}
	about := func(id string) Cues { return cues[id] }
	for _, c := range []struct {
		name string
		hits []Ranked
		want string
	}{
		{"a question loses to what is told", []Ranked{{"asks", 1}, {"told", 0.9}}, "told:1.080 asks:0.880 "},
		{"who is named wins", []Ranked{{"alone", 1}, {"named", 0.9}}, "named:1.296 alone:1.200 "},
		{"so does a date", []Ranked{{"alone", 1}, {"dated", 0.8}}, "dated:1.382 alone:1.200 "},
		{"the best of a session pulls", []Ranked{{"told", 1}, {"alone", 0.5}, {"asks", 0.4}}, "told:1.200 alone:0.600 asks:0.480 "},
		{"nothing", nil, ""},
	} {
		if got := show(Cue(c.hits, about)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		hits := drawList(t, "hits")
		same := Cues{Session: rapid.SampledFrom([]string{"", "s"}).Draw(t, "session"), Asks: rapid.Bool().Draw(t, "asks"),
			Named: rapid.Bool().Draw(t, "named"), Dated: rapid.IntRange(0, 2).Draw(t, "dated")}
		got := Cue(hits, func(string) Cues { return same })
		if len(got) != len(hits) {
			t.Fatalf("%d of %d hits", len(got), len(hits))
		}
		for i := range got { // the same cues for all change no order
			if got[i].ID != hits[i].ID && math.Abs(got[i].Score-got[max(i-1, 0)].Score) > 1e-9 {
				t.Fatalf("%v became %v", hits, got)
			}
		}
	})
}

func TestAsks(t *testing.T) {
	for s, want := range map[string]bool{
		"How are you?": true, "how are you? 😊": true, "名前は何ですか。": true, "どこかな…": true, "你好吗": true, "元気？笑": true,
		"I'm fine.": false, "Really? I like it.": false, "猫です。": false, "What? [shares a photo of a cat]": false, "": false, "静かだ": false,
	} {
		if got := Asks(s); got != want {
			t.Errorf("Asks(%q) = %v", s, got)
		}
	}
}

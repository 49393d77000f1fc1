package consolidate

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

func at(s string) time.Time {
	t, err := time.Parse("01-02 15:04", s)
	if err != nil {
		panic(err)
	}
	return t
}

func talk(lines ...string) (list []Said) {
	for _, l := range lines {
		list = append(list, Said{ID: turn.ID(l), Person: true, Text: l[len("01-02 15:04 "):], At: at(l[:len("01-02 15:04")])})
	}
	return list
}

// TestSitting: of the words past midnight those are of the day that go on
// without a pause.
func TestSitting(t *testing.T) {
	midnight := at("01-06 00:00")
	for name, c := range map[string]struct {
		said []Said
		want int
	}{
		"none":                 {nil, 0},
		"the next day's":       {talk("01-05 21:00 a", "01-06 08:00 b", "01-06 08:01 c"), 1},
		"past midnight":        {talk("01-05 23:50 a", "01-06 00:10 b", "01-06 00:40 c", "01-06 08:00 d"), 3},
		"a pause at midnight":  {talk("01-05 23:20 a", "01-06 00:00 b"), 1},
		"only of the next day": {talk("01-06 08:00 a"), 0},
	} {
		if got := sitting(c.said, midnight); len(got) != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestToldAt: a note has the day of the line that says it, not of its talk.
func TestToldAt(t *testing.T) {
	r := &run{Engine: &Engine{Zone: time.UTC}}
	said := talk("01-05 23:50 本を三冊買った", "01-06 00:05 電子ピアノを買うことにした", "01-06 00:06 ピアノは楽しい")
	for in, want := range map[string]string{"電子ピアノを買うことにした": "01-06", "本を三冊買った": "01-05", "天気": "01-01"} {
		if got := r.toldAt(said, in, "", true, at("01-01 00:00")).Format("01-02"); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
	said[0].Person = false
	if got := r.toldAt(said[:1], "本を三冊買った", "", true, at("01-01 00:00")).Format("01-02"); got != "01-01" {
		t.Errorf("the companion's own words date a fact: %s", got)
	}
}

func TestTopical(t *testing.T) {
	for _, c := range []struct{ topic, sentence, want string }{
		{"ピアノ", "x", "ピアノ"}, {"18", "誕生日は5月18日だよ", "誕生日"}, {"27", "出版社の最終出社日は2月27日", "最終出社日"},
		{"5", "The rent is 5", "rent"}, {"", "x", ""}, {"5", "5", ""},
	} {
		if got := topical(c.topic, c.sentence); got != c.want && !strings.EqualFold(got, c.want) {
			t.Errorf("%s: %s, want %s", c.sentence, got, c.want)
		}
	}
}

// TestLived: what is told twice was lived once; another day, another cause,
// another end are another experience.
func TestLived(t *testing.T) {
	r := &run{Engine: &Engine{Zone: time.UTC}}
	rec := func(when, cause, content string, how memory.Outcome) memory.Record {
		return memory.Record{Subject: cause, Content: content, Outcome: how, OccurredAt: at(when)}
	}
	known := []memory.Record{rec("01-05 08:00", "コーヒー", "コーヒーを飲んだせいで眠れなかった", memory.OutcomeNegative)}
	if !r.lived(known, rec("01-05 22:00", "コーヒー", "コーヒーを飲んだせいで眠れなかった。", memory.OutcomeNegative)) {
		t.Error("told twice, it is counted twice")
	}
	for _, x := range []memory.Record{
		rec("01-06 08:00", "コーヒー", "コーヒーを飲んだせいで眠れなかった", memory.OutcomeNegative),
		rec("01-05 08:00", "コーヒー", "コーヒーを飲んだせいで眠れなかった", memory.OutcomePositive),
		rec("01-05 08:00", "映画", "映画を見たせいで眠れなかった", memory.OutcomeNegative),
		rec("01-05 08:00", "コーヒー", "コーヒーをこぼして服が汚れた", memory.OutcomeNegative),
	} {
		if r.lived(known, x) {
			t.Errorf("%s on %v is taken for another", x.Content, x.OccurredAt)
		}
	}
}

// TestGrave: what would do harm when it is forgotten is never told away.
func TestGrave(t *testing.T) {
	lines := []string{"- 今日は朝から庭の手入れと洗濯と掃除と買い物", "- 昼は喫茶店で長い小説の続きを読んだ", "- えびアレルギーなので気をつけてる", "- 締め切りは金曜", "- I am allergic to shrimp", "- 青霉素过敏", "- はい"}
	got := telling(lines, map[string]bool{})
	for _, l := range lines[2:6] {
		if !slices.Contains(got, l) {
			t.Errorf("%q is lost", l)
		}
	}
	if len(got) != 6 || slices.Contains(got, "- はい") {
		t.Errorf("%q", got)
	}
}

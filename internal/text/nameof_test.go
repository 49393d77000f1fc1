package text

import "testing"

func TestNameOf(t *testing.T) {
	for _, c := range []struct {
		before, sentence string
		want             bool
	}{
		{"犬を飼っています", "名前はポチ", true},
		{"弟がいます", "名前は健太です", true},
		{"猫を二匹拾ったんだ", "名前はタマとミケ", true},
		{"我养了一只狗", "名字叫波奇", true},
		{"i have a dog", "the name is pochi", true},
		{"はじめまして", "名前は健太です", false},
		{"犬を飼っています", "僕の名前は健太です", false},
		{"犬を飼っています", "散歩が好きです", false},
		{"", "名前は健太です", false},
		{"你好", "名字叫健太", false},
		{"nice to meet you", "my name is ren", false},
	} {
		if got := NameOf(Fold(c.before), Fold(c.sentence)); got != c.want {
			t.Errorf("%q, %q: %v", c.before, c.sentence, got)
		}
	}
}

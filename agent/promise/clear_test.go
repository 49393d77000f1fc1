package promise

import (
	"strings"
	"testing"
)

func TestClear(t *testing.T) {
	for _, words := range []string{
		"ラーメンが好き", "私の誕生日は5月1日です。", "忘れないでね、会議は火曜", "I like tea.", "My cat is called Mikan", "don't forget that I am vegan",
		"我喜欢喝茶。", "别忘了我不吃香菜", "はい、猫を飼っています", "yes, I moved to Kyoto", strings.Repeat("長", 300),
	} {
		if !Clear(words) {
			t.Errorf("%q is not clear", words)
		}
	}
	for _, words := range []string{
		"", " ", "うん", "はい、お願いします。", "ありがとうございます！", "OK, thanks", "Yes please!", "好的，谢谢", "嗯嗯", "何が好き？", "What do I like?", "你知道吗", "覚えてますか。ですか",
		"ラーメンの話は忘れて", "Forget that I like ramen", "请忘掉这件事", "don't save this", "覚えなくていいよ", strings.Repeat("長", 301), "茶",
	} {
		if Clear(words) {
			t.Errorf("%q is clear", words)
		}
	}
}

package priming

import (
	"slices"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/embed"
)

// TestYoungMemory: what was told first is known from the first day, when there
// is nothing else to compare it with.
func TestYoungMemory(t *testing.T) {
	e := embedder(t)
	for _, c := range []struct{ told, reply, asked, foreign string }{
		{"うちの猫の名前はミカンっていうんだ", "かわいい名前ですね", "私の猫の名前は？", "円周率を教えて"},
		{"うちの猫はミカンっていうんだ", "かわいいですね！茶トラですか？", "うちの猫の名前、覚えてる？", "今日の東京の天気は？"},
		{"来週の金曜日に大阪へ出張する", "お気をつけて", "出張はいつだっけ？", "素数とは何ですか"},
		{"I'm allergic to peanuts", "I'll keep that in mind.", "What am I allergic to?", "What is the capital of Peru?"},
		{"My sister Aoi lives in Sendai", "How nice! Do you visit her often?", "Where does my sister live?", "How do magnets work?"},
		{"My cat is called Mikan", "What a lovely name!", "Do you remember what my cat is called?", "Write a haiku about rain"},
		{"我的狗叫小白", "真可爱！", "我的狗叫什么名字？", "地球有多大？"},
	} {
		for _, more := range []int{0, 4, 12} {
			all := append([]string{c.told, c.reply}, chat[:2*more]...)
			p := New(talk(t, e, all...), nil, clock.Real{}, quiet())
			p.Within = time.Hour
			got := p.Prime(t.Context(), asking(c.asked))
			if !slices.ContainsFunc(got.Items, func(it Item) bool { return it.Text == c.told }) {
				t.Errorf("%d more: %q brings %d items, %+v", more, c.asked, len(got.Items), got.Trace.Gate)
			}
			got = p.Prime(t.Context(), asking(c.foreign))
			if len(got.Items) > 0 {
				t.Errorf("%d more: foreign %q brings %d items, %+v", more, c.foreign, len(got.Items), got.Trace.Gate)
			}
		}
	}
}

// chat is what else was said, in turns.
var chat = []string{
	"おはよう", "おはようございます！", "今日は寒いね", "暖かくしてくださいね", "I am going to bed", "Sleep well!", "仕事が終わった", "お疲れ様でした",
	"昼はカレーを食べた", "おいしそうですね", "電車が遅れている", "大変ですね", "My phone is broken", "Oh no, what happened?", "I dropped it on the stairs", "I hope it can be repaired.",
	"明日は休みだ", "ゆっくりしてください", "部屋を片付けた", "すっきりしましたね", "今天很累", "早点休息吧", "靴を買い替えた", "どんな靴ですか？",
}

// talk is a memory of one session.
func talk(t *testing.T, e *embed.Client, texts ...string) *store {
	var lines []memory.Unit
	for i, text := range texts {
		u := line(string(rune('a'+i)), text, time.Duration(len(texts)-i)*time.Minute)
		u.Session = "s"
		if i%2 == 1 {
			u.Speaker = "Kokoron"
		}
		lines = append(lines, u)
	}
	return newStore(t, e, lines...)
}

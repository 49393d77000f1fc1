package salience

import (
	"testing"

	"pgregory.net/rapid"
)

// shows are records, questions and replies as they come in a chat: replies
// that draw on the record, and replies to the same or a like question that do
// not. UsedBound is set by them.
var shows = []struct {
	content, asked, reply string
	used                  bool
}{
	{"The owner's cat is called Mikan", "What's my cat's name?", "Mikan, of course! How could I forget her?", true},
	{"The owner's cat is called Mikan", "What's my cat's name?", "I'm not sure you have told me. What is it?", false},
	{"The owner's cat is called Mikan", "I'm tired today", "Then have a rest. Shall I tell you a story?", false},
	{"Aoi moved to Sapporo in June 2026 and works at a bakery", "Where does Aoi live now?", "She has been in Sapporo since June.", true},
	{"Aoi moved to Sapporo in June 2026 and works at a bakery", "Where does Aoi live now?", "You never told me where, but I would love to hear more about her life.", false},
	{"Aoi moved to Sapporo in June 2026 and works at a bakery", "I met Aoi today", "How nice! Did she bring some bread from the bakery in Sapporo?", true},
	{"The owner is allergic to peanuts; the last attack was in May", "What should I cook tonight?", "Maybe a curry. But leave out the peanuts, you're allergic.", true},
	{"The owner is allergic to peanuts; the last attack was in May", "What should I cook tonight?", "A simple tomato pasta with basil would be quick and good.", false},
	{"The owner goes running along the river every Tuesday morning", "Nice weather tomorrow", "Great for your Tuesday run along the river, then!", true},
	{"The owner goes running along the river every Tuesday morning", "Nice weather tomorrow", "Yes, the forecast says sun until the evening.", false},
	{"先生はラーメンが好き", "今日の昼ごはん、何がいいかな", "ラーメンはどうですか？", true},
	{"先生はラーメンが好き", "今日の昼ごはん、何がいいかな", "寒いので、うどんやカレーはいかがでしょう。", false},
	{"先生は毎朝コーヒーを飲みます", "おはよう", "おはようございます、先生。毎朝のコーヒーはもう飲みましたか？", true},
	{"先生は毎朝コーヒーを飲みます", "おはよう", "おはようございます、先生。今日もいい一日になりますように。", false},
	{"先生の誕生日は6月3日です", "ぼくの誕生日いつだっけ", "6月3日ですよ！", true},
	{"先生の誕生日は6月3日です", "ぼくの誕生日いつだっけ", "すみません、まだ教えてもらっていないと思います。", false},
	{"あおいさんは札幌に引っ越して、パン屋で働いている", "あおい元気かな", "札幌のパン屋さん、忙しいのかもしれませんね。", true},
	{"あおいさんは札幌に引っ越して、パン屋で働いている", "あおい元気かな", "きっと元気ですよ。連絡してみたらどうですか？", false},
	{"らーめんはみそあじがいい", "ラーメン屋に行くよ", "やっぱりみそあじですか？", true},
	{"らーめんはみそあじがいい", "ラーメン屋に行くよ", "いってらっしゃい、たのしんでね。", false},
	{"先月の健康診断で血圧が高いと言われ、塩分を控えている", "夕飯なに食べようかな", "血圧のこともあるし、塩分控えめの和食はどうでしょう。", true},
	{"先月の健康診断で血圧が高いと言われ、塩分を控えている", "夕飯なに食べようかな", "冷蔵庫に何がありますか？残り物で考えましょう。", false},
	{"我最喜欢的城市是京都", "下个月去哪里旅行好呢", "去京都怎么样？你最喜欢那里了。", true},
	{"我最喜欢的城市是京都", "下个月去哪里旅行好呢", "可以考虑海边，天气会很舒服。", false},
	{"小明对花生过敏，去年住过院", "晚饭做什么好", "别放花生，小明过敏的。", true},
	{"小明对花生过敏，去年住过院", "晚饭做什么好", "做个番茄炒蛋吧，又快又好吃。", false},
	{"她每周三晚上学钢琴", "今天星期三", "嗯，一周过去一半了，加油！", false},
	// One common character or word is not enough.
	{"先生はラーメンが好き", "おなかすいた", "カレーが好きな人も多いですよ。", false},
	{"先生は6時に起きる", "今何時？", "もうすぐ6時です。", false},
	{"The owner bought a red bike in April and rides it to work", "I need a new lamp", "There is a red one at the shop near the station, not expensive at all.", false},
	{"先生の母は京都に住んでいて、膝が悪い", "週末どうしよう", "温泉で体を休めるのはどうですか。天気が悪いかもしれませんが。", false},
	// A retelling in other words is missed.
	{"她每周三晚上学钢琴", "今天星期三", "那今晚她要去弹钢琴吧？", false},
	// What the question says already is no sign of remembering.
	{"先生はラーメンが好き", "ラーメン好き？", "ラーメンは大好きです！", false},
	{"The owner likes tea", "Do you like tea?", "I do like tea.", false},
	{"", "x", "tea", false},
	{"tea", "x", "", false},
}

func TestUsed(t *testing.T) {
	lowest, highest := 1.0, 0.0
	for _, c := range shows {
		got := Overlap(c.content, c.asked, c.reply)
		if (got >= UsedBound) != c.used || Used(c.content, c.asked, c.reply) != c.used {
			t.Errorf("%q in %q: overlap %.2f, used should be %v", c.content, c.reply, got, c.used)
		}
		if c.used {
			lowest = min(lowest, got)
		} else {
			highest = max(highest, got)
		}
	}
	t.Logf("used from %.2f up, not used up to %.2f, bound %.2f", lowest, highest, UsedBound)
}

// TestOverlapIsAShare: whatever the texts, the overlap is within 0 and 1, the
// same whichever of the two is the record, full for a reply that is the record
// (but for a lone character), and none for one that the question has said.
func TestOverlapIsAShare(t *testing.T) {
	word := rapid.SampledFrom([]string{"tea", "Mikan", "猫", "京都", "ラーメン", "らーめん", "です", "the", "6", " ", "、", "é", "한국어", "\xff", "'s", "'"})
	phrase := rapid.Custom(func(t *rapid.T) string {
		s := ""
		for _, w := range rapid.SliceOfN(word, 0, 6).Draw(t, "words") {
			s += w
		}
		return s
	})
	rapid.Check(t, func(t *rapid.T) {
		a, q, b := phrase.Draw(t, "a"), phrase.Draw(t, "asked"), phrase.Draw(t, "b")
		got := Overlap(a, q, b)
		if got < 0 || got > 1 || got != Overlap(b, q, a) {
			t.Fatalf("overlap %v, the other way %v", got, Overlap(b, q, a))
		}
		if Overlap(a, a, b) != 0 {
			t.Fatal("what the question says counts")
		}
		if same := Overlap(a, "", a); same != 1 && len(terms(a)) > 1 {
			t.Fatalf("overlap with itself %v", same)
		}
	})
}

func FuzzOverlap(f *testing.F) {
	for _, c := range shows {
		f.Add(c.content, c.asked, c.reply)
	}
	f.Add("'", "''", "’s") // words that are nothing but an apostrophe
	f.Fuzz(func(t *testing.T, content, asked, reply string) {
		if got := Overlap(content, asked, reply); !(got >= 0 && got <= 1) {
			t.Errorf("overlap %v", got)
		}
	})
}

package governor

import (
	"strings"
	"testing"
)

// pair is two messages and whether whoever reads both within a day has been
// told the same.
type pair struct {
	a, b string
	same bool
}

func pairs() []pair {
	return []pair{
		// Nearly the same, in Japanese.
		{"今日の面接、どうでしたか？", "今日の面接はどうでしたか。", true},
		{"お昼ごはん、ちゃんと食べましたか？", "お昼ご飯、ちゃんと食べた？", true},
		{"そろそろ休憩しませんか", "そろそろ休憩しませんか〜☕", true},
		{"雨が降りそうなので傘を忘れないでくださいね", "雨が降りそうだから、傘を忘れないでね", true},
		{"昨日話していた本、もう読み終わりましたか", "昨日話してた本、読み終わりましたか？", true},
		{"ネコの写真を見ました。かわいいですね", "ねこの写真を見ました。可愛いですね", true},
		{"プレゼンの準備は進んでいますか？手伝えることがあれば言ってください", "プレゼンの準備、進んでいますか。手伝えることがあれば言ってくださいね", true},
		{"明日は早起きですね。早めに寝てください", "明日は早起きですから、早めに寝てくださいね", true},
		{"ＡＰＩの設計、進みましたか", "APIの設計は進みましたか？", true},
		{"昨日の映画のこと、まだ考えています", "昨日の映画のことをまだ考えています", true},
		// In English.
		{"How did the interview go today?", "How did your interview go today?", true},
		{"Don't forget your umbrella, it looks like rain.", "Don't forget the umbrella - it looks like rain!", true},
		{"Did you finish the book you told me about?", "Did you finish that book you told me about yesterday?", true},
		{"It might be time for a short break.", "Maybe it is time for a short break?", true},
		{"I was thinking about the garden you described.", "I was thinking about that garden you described!", true},
		{"Have you had lunch yet?", "HAVE YOU HAD LUNCH YET", true},
		{"The train strike starts tomorrow, you may want to leave earlier.", "The train strike starts tomorrow: you might want to leave earlier.", true},
		// In Chinese.
		{"今天的面试怎么样？", "今天面试怎么样？", true},
		{"别忘了带伞，好像要下雨了", "别忘了带伞，看起来要下雨了", true},
		{"你昨天说的那本书读完了吗", "昨天你说的那本书读完了吗？", true},
		{"要不要休息一下？", "要不要稍微休息一下", true},
		{"我还在想你说的那个花园", "我还在想你说过的那个花园", true},
		// Something else, often on the same thing or in the same form.
		{"今日の面接、どうでしたか？", "お昼ごはん、ちゃんと食べましたか？", false},
		{"今日の面接、どうでしたか？", "明日の面接、緊張していますか？", false},
		{"プレゼンの準備は進んでいますか？", "旅行の準備は進んでいますか？", false}, // taken for the same: one word differs
		{"昨日の映画のこと、まだ考えています", "昨日の音楽会、いい曲ばかりでしたね", false},
		{"雨が降りそうなので傘を忘れないでくださいね", "雨が上がりましたね。散歩にはちょうどいい空です", false},
		{"昨日話していた本、もう読み終わりましたか", "本屋さんで、先生が好きそうな本を見つけました", false},
		{"おはようございます。今日もよろしくお願いします", "おやすみなさい。今日もお疲れさまでした", false},
		{"そろそろ休憩しませんか", "そろそろ出かける時間ですよ", false},
		{"明日は早起きですね。早めに寝てください", "来週の早起きの練習、続いていますか", false},
		{"APIの設計、進みましたか", "DBの移行、終わりましたか", false},
		{"お茶がおいしい季節になりましたね", "桜がきれいな季節になりましたね", false},
		{"How did the interview go today?", "How did the dentist visit go today?", false},
		{"How did the interview go today?", "Are you nervous about tomorrow's interview?", false},
		{"Did you finish the book you told me about?", "Did you call your sister back?", false},
		{"It might be time for a short break.", "It might snow tonight, says the forecast.", false},
		{"I was thinking about the garden you described.", "I was wondering whether your cold is better.", false},
		{"Have you had lunch yet?", "Have you seen the moon tonight?", false},
		{"The train strike starts tomorrow, you may want to leave earlier.", "Tomorrow is your mother's birthday, you may want to call her.", false},
		{"Good morning! Ready for the big day?", "Good night! It was a big day.", false},
		{"今天的面试怎么样？", "今天的午饭吃了什么？", false},
		{"别忘了带伞，好像要下雨了", "雨停了，要不要出去走走？", false},
		{"你昨天说的那本书读完了吗", "你妹妹的生日礼物买好了吗", false},
		{"要不要休息一下？", "要不要听听今天的新闻？", false},
		{"我还在想你说的那个花园", "我在想明天的会议你准备得怎么样", false},
		{"今天天气真好，适合散步", "今天心情怎么样，工作顺利吗", false},
		{"今日の面接、どうでしたか？", "How did the interview go today?", false}, // the same, in words that no rule of characters finds
	}
}

// TestLikeness measures the threshold: nothing that is the same may be missed,
// and next to nothing else be taken for it.
func TestLikeness(t *testing.T) {
	least, most, taken := 1.0, 0.0, 0
	for _, p := range pairs() {
		l := Likeness(p.a, p.b)
		if other := Likeness(p.b, p.a); other != l {
			t.Errorf("%q and %q: %.3f one way, %.3f the other", p.a, p.b, l, other)
		}
		switch {
		case p.same && l < Similar:
			t.Errorf("%q and %q are %.3f alike only", p.a, p.b, l)
		case p.same:
			least = min(least, l)
		case l >= Similar:
			taken++
			t.Logf("taken for the same at %.3f: %q, %q", l, p.a, p.b)
		default:
			most = max(most, l)
		}
	}
	if taken > 1 {
		t.Errorf("%d pairs are taken for the same", taken)
	}
	t.Logf("%d pairs: the same from %.3f on, others up to %.3f and %d above", len(pairs()), least, most, taken)
}

func TestLikenessOfNothing(t *testing.T) {
	for _, p := range []struct {
		a, b string
		want float64
	}{
		{"", "", 0}, {"……", "！", 0}, {"あ", "あ", 1}, {"a", "A！", 1}, {"🎉", "🎉", 0},
		{strings.Repeat("長い", 50_000), strings.Repeat("長い", 50_000), 1},
	} {
		if got := Likeness(p.a, p.b); got != p.want {
			t.Errorf("%.10q and %.10q: %v, want %v", p.a, p.b, got, p.want)
		}
	}
}

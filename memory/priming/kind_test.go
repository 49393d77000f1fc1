package priming

import "testing"

func TestKindOf(t *testing.T) {
	for _, c := range []struct {
		want  Kind
		words []string
	}{
		{KindGreeting, []string{
			"おはよう", "おはようございます、先生！", "こんにちは〜", "ただいま", "ありがとう！", "ｱﾘｶﾞﾄｳ", "サンキュー", "了解です。", "うん、わかった", "なるほどね", "おやすみなさい😊", "はーい", "いいね👍", "お疲れ様でした",
			"Hello!", "hi there", "Good morning :)", "thanks a lot!", "OK, got it.", "see you tomorrow", "How are you?", "haha", "yes", "I'm home!",
			"你好", "早上好！", "谢谢你", "好的，知道了", "晚安~", "嗯嗯", "没问题", "辛苦了",
			"😀", "…", "",
		}},
		{KindUsual, []string{
			"私の猫の名前は？", "おはよう、今日の予定は？", "ありがとうの語源を知ってる？", "わかったけど、犬は何歳だっけ", "先生の好きな食べ物は何ですか", "本当に行ったの？京都",
			"hiking tomorrow?", "What's my cat called?", "ok so where did I leave the keys", "Thanks, and when is the dentist?", "history of tea", "compare",
			"我的猫叫什么名字？", "谢谢，那家店叫什么？", "好吃的拉面店在哪里", "早饭吃什么",
		}},
		{KindComplex, []string{
			"来月の京都旅行の計画を立ててほしい", "この三か月の健康の記録をまとめて、気になる点を教えて", "転職するか残るか、両方を比較してほしいんだけど", "名前は何ですか？歳は？仕事は何をしていますか？",
			"Plan a trip to Kyoto for the four of us", "Please summarize everything we decided about the move", "Where was it? Who came? What did we eat?", "Explain step by step how I set up the server last time",
			"帮我制定计划，下个月去京都玩四天", "请把我们讨论过的搬家方案总结一下", "a\nb\nc\nd\ne",
		}},
	} {
		for _, w := range c.words {
			if got := KindOf(w); got != c.want {
				t.Errorf("%q is %s, want %s", w, got, c.want)
			}
		}
	}
}

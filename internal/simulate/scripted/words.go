package scripted

import (
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

// sayings are what the rules say in a language.
type sayings struct {
	usual           []string
	recall, unknown string // {words}
}

func phrases(lang text.Lang) sayings {
	switch lang {
	case text.En:
		return sayings{[]string{"I see.", "That sounds good.", "Tell me more.", "Right, I am listening.", "I am glad you told me."},
			"You told me: {words}", "I do not think you have told me yet."}
	case text.Zh:
		return sayings{[]string{"这样啊。", "听起来不错。", "再多说一点吧。", "嗯，我在听。", "谢谢你告诉我。"},
			"你跟我说过：{words}", "这个你好像还没有告诉我。"}
	}
	return sayings{[]string{"そうなんですね。", "うん、聞いているよ。", "いいですね。", "なるほど。", "もっと聞かせてください。"},
		"「{words}」と聞いています。", "それはまだ聞いていないと思います。"}
}

// list is words one of which is looked for.
type list []string

func (l list) in(s string) bool {
	_, _, ok := l.cut(s)
	return ok
}

// cut is a sentence before and behind the first of the words that it has.
func (l list) cut(s string) (before, after string, ok bool) {
	s = strings.ToLower(s)
	for _, w := range l {
		if before, after, ok = strings.Cut(s, w); ok {
			return before, after, true
		}
	}
	return s, "", false
}

// markers are the words by which the rules tell sentences apart.
type markers struct {
	decided, open, because, good, bad list
}

func marks(lang text.Lang) markers {
	switch lang {
	case text.En:
		return markers{list{"decided", "i will ", "we will "}, list{"tomorrow", "next week", "not yet", "someday"}, list{" so ", "because", " after "},
			list{"went well", "helped", "great", "better"}, list{"failed", "tired", "late", "headache", "worse", "went badly"}}
	case text.Zh:
		return markers{list{"决定", "打算"}, list{"明天", "下周", "还没"}, list{"所以", "因为", "之后"}, list{"顺利", "成功", "很好"}, list{"失败", "累", "迟到", "头疼", "不好"}}
	}
	return markers{list{"決め", "ことにし"}, list{"明日", "来週", "まだ", "今度"}, list{"ので", "から", "せいで", "おかげで", "したら"},
		list{"うまくいっ", "助かっ", "よかった", "成功"}, list{"失敗", "疲れ", "遅刻", "頭が痛", "だめだった", "眠れな"}}
}

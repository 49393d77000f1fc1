package priming

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// Kind is what kind of message memories are wanted for; it sets the budget.
type Kind string

// The kinds.
const (
	KindGreeting Kind = "greeting" // it asks nothing of memory: hello, thanks, all right
	KindUsual    Kind = "usual"
	KindComplex  Kind = "complex" // several things at once, or much to think about
	KindTick     Kind = "tick"    // no message: the companion thinks by itself
)

// KindOf says what kind of message this is, by the words alone.
func KindOf(words string) Kind {
	folded := text.Fold(words)
	switch {
	case greets(folded):
		return KindGreeting
	case complicated(words, folded):
		return KindComplex
	}
	return KindUsual
}

// longestGreeting is how long, in bytes, a message is at most that is looked
// at as a greeting.
const longestGreeting = 150

// greets reports whether a folded message is made of greetings, thanks and
// acknowledgements alone. An emoji or a lone exclamation mark is one too.
func greets(folded string) bool {
	return len(folded) <= longestGreeting && madeOf(text.Hiragana(folded), phrases)
}

// madeOf reports whether a text is nothing but some of the parts, one after
// another, with anything between them that is neither letter nor number.
func madeOf(s string, parts []string) bool {
	reached := make([]bool, len(s)+1)
	reached[0] = true
	for i, r := range s {
		if !reached[i] {
			continue
		}
		if noLetter(r) || r == 'ー' {
			reached[i+utf8.RuneLen(r)] = true
		}
		for _, part := range parts {
			if strings.HasPrefix(s[i:], part) && wordEnds(s[i:], len(part)) {
				reached[i+len(part)] = true
			}
		}
	}
	return reached[len(s)]
}

// wordEnds reports whether no word of Latin letters goes on over the n-th byte:
// "hi" is no part of "hiking".
func wordEnds(s string, n int) bool {
	last, _ := utf8.DecodeLastRuneInString(s[:n])
	next, _ := utf8.DecodeRuneInString(s[n:])
	return text.ScriptOf(last) != text.ScriptLatin || text.ScriptOf(next) != text.ScriptLatin && next != '\''
}

func noLetter(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }

// phrases are what greetings, thanks and acknowledgements are made of, folded
// and with hiragana for katakana.
var phrases = strings.Split(`おはようございます|おはよう|おは|こんにちは|こんにちわ|こんばんは|こんばんわ|おやすみなさい|おやすみ|ただいま|おかえりなさい|おかえり|`+
	`いってきます|行ってきます|いってらっしゃい|行ってらっしゃい|ありがとうございました|ありがとうございます|ありがとう|ありがと|どうもありがとう|どうも|サンキュー|さんきゅー|`+
	`お疲れ様でした|お疲れ様です|お疲れ様|お疲れさま|おつかれさま|お疲れ|おつかれ|よろしくお願いします|よろしくおねがいします|よろしく|はじめまして|初めまして|久しぶり|お久しぶりです|お久しぶり|`+
	`了解です|了解しました|了解|りょうかい|わかりました|分かりました|わかった|分かった|承知しました|承知です|承知|おっけー|はい|はーい|うん|ううん|いいえ|いや|そうだね|そうだな|そうですね|そうです|そうか|そっか|なるほどね|なるほど|`+
	`へえ|へー|ふーん|ほんと|本当|すごいね|すごい|いいね|いいよ|大丈夫です|大丈夫|ごめんなさい|ごめんね|ごめん|すみません|またね|また明日|じゃあね|じゃあ|じゃ|ばいばい|さようなら|元気ですか|元気|調子はどう|ねえねえ|ねえ|ねぇ|やあ|もしもし|`+
	`ね|よ|です|ですか|さん|先生|せんせい|こころん|みんな|とても|本当に|今日も|今日は|`+
	`hello|hi|hey|heya|hiya|yo|good morning|morning|good afternoon|good evening|good night|goodnight|night|bye bye|goodbye|bye|see you|see ya|see you tomorrow|see you later|later|`+
	`thank you so much|thank you very much|thank you|thanks a lot|thanks so much|thanks|thx|ty|much appreciated|cheers|ok|okay|k|kk|sure|yes|yeah|yep|yup|no|nope|nah|all right|alright|right|got it|i see|understood|makes sense|`+
	`cool|nice|great|awesome|perfect|fine|sounds good|good|wow|oh|ah|hmm|hm|haha|lol|sorry|no problem|np|you're welcome|you are welcome|welcome back|i'm back|i'm home|how are you doing|how are you today|how are you|how's it going|what's up|sup|`+
	`there|everyone|again|then|today|dear|kokoron|`+
	`你好呀|你好啊|你好|您好|早上好|早安|早|下午好|晚上好|晚安|嗨|哈喽|哈啰|喂|在吗|在嗎|谢谢你|谢谢您|謝謝你|谢谢|謝謝|多谢|多謝|感谢|感謝|辛苦了|不客气|不客氣|再见|再見|拜拜|明天见|明天見|回头见|好的|好吧|好啊|好呀|好|行|可以|嗯嗯|嗯|`+
	`是的|是|对的|对|對|没错|沒錯|没问题|沒問題|不是|不用了|不用|知道了|明白了|明白|了解了|了解|懂了|原来如此|原來如此|真的吗|真的嗎|真的|吗|嗎|了|哈哈哈|哈哈|哦|噢|啊|呀|吧|呢|哇|厉害|太好了|不错|不錯|对不起|對不起|抱歉|我回来了|我回來了|最近好吗|最近怎么样|老师`, "|")

// What makes a message complex: its length in columns of a terminal, or so
// many questions, or so many lines.
const (
	longMessage   = 240
	manyQuestions = 3
	manyLines     = 5
)

// complicated reports whether a message asks for much at once.
func complicated(words, folded string) bool {
	lines := 0
	for line := range strings.Lines(words) {
		if strings.TrimSpace(line) != "" {
			lines++
		}
	}
	if text.Width(words) >= longMessage || lines >= manyLines ||
		strings.Count(folded, "?")+strings.Count(folded, "吗")+strings.Count(folded, "ですか") >= manyQuestions {
		return true
	}
	for _, ask := range demanding {
		if strings.Contains(folded, ask) && text.Width(words) >= len("plan a trip for us") {
			return true
		}
	}
	return false
}

// demanding are words of requests that need much to be thought of at once.
var demanding = strings.Split(`計画を立て|計画して|比較して|比べて|まとめて|整理して|詳しく|手順を|一覧に|振り返って|分析して|提案して|考えてくれ|考えてほしい|レポート|`+
	`step by step|in detail|compare |summari|make a plan|plan a |plan my |plan our |plan the |analyse |analyze |pros and cons|write a report|go through |overview of |everything you know|all about |list all |`+
	`制定计划|制定計劃|做个计划|做個計劃|计划一下|計劃一下|比较一下|比較一下|对比|總結|总结|整理一下|详细|詳細|步骤|步驟|分析|列出|回顾|回顧|报告`, "|")

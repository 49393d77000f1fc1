package promise

import (
	"strings"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// maxClear is how long a person's words may be, in characters, to be one thing.
const maxClear = 300

var (
	// answers say yes, thanks or hello and nothing else.
	answers = text.Lazy(`(?i)^(?:(?:はい|うん|ええ|そう(?:です|だ)?(?:ね|よ)?|了解(?:です|しました)?|わかり?(?:ました|った)|分かった|お願い(?:します|ね)?|よろしく(?:ね|お願いします)?|` +
		`ありがとう(?:ございます|ね)?|いい(?:です)?(?:ね|よ)|なるほど|おはよう(?:ございます)?|こんにち[はわ]|こんばん[はわ]|おやすみ(?:なさい)?|どうも|オーケー|もちろん|その通り(?:です)?|` +
		`yes|yeah|yep|no|nope|ok|okay|sure|please|do(?: it| that)?|thanks|thank you|great|cool|good|fine|nice|right|exactly|perfect|hi|hello|hey|bye|good (?:morning|night|evening)|go ahead|of course|` +
		`好|好的|好呀|嗯+|是|是的|对|对的|可以|行|谢谢|请|没错|当然|哦|麻烦(?:你|您)?了|拜托(?:了|你了)?|你好|早上好|晚安|再见)[\s、。,.!！~〜…♪]*)+$`)
	// drops ask for the opposite.
	drops = text.Lazy(`(?i)(?:忘れて|消して|削除して|消去して|覚えなくて|覚えないで|記憶しないで)|\b(?:forget|delete|erase|remove|do(?:n['’]t| not) (?:remember|save|store|note))\b|忘掉|忘记|忘了(?:它|这|那|吧)|删掉|删除|(?:别|不要|不用)(?:记|保存)`)
	// kept are words with forgetting that ask to remember.
	kept = text.Lazy(`(?i)\b(?:do(?:n['’]t| not)|never) forget\b|(?:别|不要|不能)(?:忘|忘记|忘掉)`)
)

// Drops reports whether a person's words ask to forget, or not to remember.
func Drops(words string) bool {
	words = text.Normal(words)
	return drops.MatchString(words) && !kept.MatchString(words)
}

// Clear reports whether a person's words are what "I'll remember that" means:
// one thing that they tell. A question, a mere yes or thanks, a request to
// forget and a long text are not.
func Clear(words string) bool {
	words = strings.TrimSpace(text.Normal(words))
	n := utf8.RuneCountInString(words)
	return n >= minContent && n <= maxClear && !strings.HasSuffix(words, "?") && !strings.HasSuffix(words, "吗") && !strings.HasSuffix(words, "ですか") &&
		!answers.MatchString(words) && !Drops(words)
}

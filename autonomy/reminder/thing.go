package reminder

import (
	"strings"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
)

// What stands around the time and the thing in a request, by language. What is
// matched is taken out.
var (
	jaBehind = text.Lazy(`^(?:ちょうど|くらい|ぐらい|頃|ごろ)?(?:になったら|に(?:は)?|から|の|は|で)?[、,，\s]*`)
	jaAsk    = text.Lazy(`(?:(?:する)?よう(?:に)?|(?:っ?て)?(?:いう)?こと(?:を|も)?|のを|って|と|を|に|も)?[、,，\s]*` +
		`(?:(?:リマインド|リマインダー|アラーム|目覚まし|タイマー|通知)(?:を|に|で)?(?:設定|セット|登録|入れ|かけ|作っ)?(?:し?て)?|(?:思い出させ|お?知らせし?|教え)て|声を?かけて|起こして|忘れない(?:ように|で)(?:して)?)` +
		`(?:おいて|ね|よ|ください|下さい|くださいね|くれ(?:る|ます|ない|ませんか|ませんか)?|もらえ(?:る|ます|ません)(?:か)?|ほしい(?:です|な)?|欲しい(?:です)?|ちょうだい|頼む|お?願い(?:します|ね)?|[、,，\s])*[。.!！?？\s]*$`)
	enBefore = text.Lazy(`(?i)[\s,]*\b(?:at|on|by|from|around|about|in)\s*$`)
	enAsk    = text.Lazy(`(?i)^(?:(?:please|hey|hi|ok|okay|so|and|kokoron|can you|could you|would you|will you|i want you to|i need you to|i(?:'|’)d like you to)[,\s]+)*` +
		`(?:remind me|set (?:up )?(?:a|an|the|another) (?:reminder|alarm|timer)(?: for me)?|(?:give|send) me a reminder|(?:ping|nudge|notify|alert|tell) me|let me know|wake me(?: up)?|(?:don(?:'|’)t|do not) let me forget)\b[\s,:]*` +
		`(?:please\b[\s,]*)?(?:(?:to|that|about|of|for|when)\b[\s,:]*)*`)
	enEnd = text.Lazy(`(?i)[\s,]*\b(?:(?:and )?remind me(?: please)?|please|thanks|thank you)[\s.!?]*$`)
	zhAsk = text.Lazy(`(?:请|麻烦|拜托)?(?:你|您)?(?:能不能|可以|能|记得)?(?:帮我|给我)?(?:提醒(?:一下)?(?:我|咱们?|我们)?|设(?:置|定)?(?:一个|个)?(?:提醒|闹钟)|叫醒我|叫我(?:起床)?|通知我)(?:一下)?[，,：:\s]*(?:要|说|记得)?`)
	zhEnd = text.Lazy(`(?:吧|吗|好吗|可以吗|谢谢|呀|哦)*[。！？!?\s]*$`)
	wakes = text.Lazy(`(?i)起こして|目覚まし|\bwake me|叫醒我|叫我起床|闹钟`)
	edges = " \t\r\n　、,，。.:：;；-–—!！"
)

// thing is what words are about, without the time that stood between before
// and after and without the request. Where only the request is left, it says
// that it is time.
func thing(before, after string, lang text.Lang) string {
	whole := before + after
	wake := wakes.MatchString(whole)
	switch text.Guess(whole, lang) {
	case text.Ja:
		after = jaBehind.ReplaceAllString(after, "")
		whole = jaAsk.ReplaceAllString(before+after, "")
	case text.Zh:
		whole = zhEnd.ReplaceAllString(zhAsk.ReplaceAllString(before+after, ""), "")
	default:
		before = enBefore.ReplaceAllString(before, "")
		whole = strings.TrimSpace(before) + " " + strings.TrimSpace(after)
		whole = enEnd.ReplaceAllString(enAsk.ReplaceAllString(strings.Trim(whole, edges), ""), "")
	}
	if whole = strings.Trim(clean(whole), edges); whole != "" {
		return whole
	}
	if wake {
		return catalog.Text(lang, catalog.ReminderWake)
	}
	return catalog.Text(lang, catalog.ReminderBare)
}

// clean is a text on one line, without characters that control.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return ' '
		}
		return r
	}, text.Undirected(strings.ToValidUTF8(s, "")))
	return strings.Join(strings.Fields(s), " ")
}

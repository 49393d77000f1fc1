package promise

import (
	"strings"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

var (
	// reminds are requests to be told something later; unreminds those not to be.
	reminds = text.Lazy(`(?i)リマインド(?:を?(?:して|し?といて|お願い|頼|よろしく|ください)|[。！!\s]*$)|思い出させて(?:ね|よ|くだ|くれ(?:る|な|ま|[。！!？?\s]|$)|ほし|欲し|ちょうだい|お願|[、。！!\s]|$)|(?:リマインダー|アラーム|目覚まし|タイマー)を?[^。]{0,12}?(?:セット|設定|かけ|入れ|登録|お願い|鳴らし)(?:し?て)?|` +
		`(?:[時分日頃前後朝昼夜])[^。]{0,20}?(?:お?知らせ(?:し)?て|教えて|起こして|声を?かけて|通知して)|起こして(?:ね|よ|くだ|くれ(?:る|な|ま|[。！!？?\s]|$)|ほし|欲し|ちょうだい|お願|[、。！!\s]|$)|` +
		`\b(?:remind me|don['’]t let me forget|wake me|set (?:me )?(?:up )?(?:an?|the|another) (?:[a-z]+ )?(?:reminder|alarm|timer)|(?:ping|nudge|notify|alert|buzz) me)\b|` +
		`提醒(?:我|一下)|叫醒我|叫我起床|设(?:置|定)?(?:一?个)?(?:提醒|闹钟)|(?:到时候?|点钟?|分钟?后|小时后)[^。]{0,6}(?:叫我|通知我|告诉我)`)
	unreminds = text.Lazy(`(?i)(?:させ|起こし|知らせ|教え|かけ)てくれ(?:て|た)|リマインド(?:しな|は(?:いら|不要|もう)|不要)|(?:リマインダー|アラーム|タイマー)[^。]{0,8}(?:取り消|キャンセル|止め|解除|消し|いらな)|起こさな|\b(?:do(?:n['’]t| not)|stop|no need to|never) (?:remind|wake|ping|nudge|notify|alert|set)|\bcancel\b|不用(?:再)?提醒|别(?:再)?提醒|不要(?:再)?提醒|取消`)
)

// AsksReminder reports whether a person's words ask to be told something
// later, so that they themselves say what and when.
func AsksReminder(words string) bool {
	words = strings.TrimSpace(text.Normal(words))
	return utf8.RuneCountInString(words) <= maxClear && reminds.MatchString(words) && !unreminds.MatchString(words)
}

package encode

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// maxFarewell is how long a good night is at most, in characters: what is
// longer tells of one.
const maxFarewell = 40

var (
	farewell = regexp.MustCompile(`(?:^|[、。,，.!\s])(?:それでは|それじゃあ?|じゃあ?|では|でも)?(?:` +
		`(?:おやすみ|お休み)(?:なさい)?(?:ませ)?|また(?:明日|あした|あす)|(?:じゃあ|では|もう|そろそろ|先に)*(?:寝る|寝ます|寝よう|ねる|ねます)|` +
		`(?:good ?night|night night|nighty night|gn|nite|sweet dreams|sleep well|see you tomorrow|talk to you tomorrow|see ya tomorrow|until tomorrow)|(?:i'm |i am )?(?:going|off|heading)(?: off)? to (?:bed|sleep)|time for bed|` +
		`晚安|明天见|明天再聊|(?:我)?(?:先|要|该|去)*(?:睡|睡觉|休息)了` +
		`)(?:ね|よ|な|わ|から|〜|ー|啦|哦|吧|喽)*(?:,? (?:then|now|all|dear|everyone|kokoron|and .{1,20}))?$`)
	noFarewell = regexp.MustCompile(`(?:と|って)(?:言|い)|ない|なかった|たい|said|told|didn't|don't|can't|couldn't|没|不想|不要|别|想睡|说`)
)

// Farewell reports whether words end a talk for the night, in Japanese, English
// or Chinese.
func Farewell(words string) bool {
	s := strings.ReplaceAll(text.Fold(words), "’", "'")
	last := strings.TrimRightFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.Is(unicode.So, r) || strings.ContainsRune("。.!〜~…♪♡♥zｚ💤\ufe0f", r)
	})
	if i := strings.LastIndexAny(last, "\n。"); i >= 0 {
		_, n := utf8.DecodeRuneInString(last[i:])
		last = last[i+n:]
	}
	return utf8.RuneCountInString(last) <= maxFarewell && !memory.Asks(words) && farewell.MatchString(last) && !noFarewell.MatchString(last)
}

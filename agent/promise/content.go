package promise

import (
	"strings"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// minContent is the least number of characters that can be a fact.
const minContent = 4

var (
	quoted = text.Lazy(`「([^」]+)」|『([^』]+)』|“([^”]+)”|"([^"]+)"`)

	// The content of a Japanese claim stands before the verb, as …こと or
	// before と, って; adverbs that end in と are taken out first.
	jaAdverbs = text.Lazy(`ちゃんと|きちんと|しっかりと?|ずっと|ちょっと|もちろん|必ず|全部|ぜんぶ`)
	jaOpening = text.Lazy(`^(?:はい|うん|ええ|わかりました|分かりました|わかった|了解です|了解しました|承知しました|そうなんですね|なるほど|ありがとうございます|じゃあ|では)[、。！!,]?\s*`)
	jaThing   = text.Lazy(`^(.+?)(?:という|って|な|の)?(?:こと|件)(?:を|も|は|、|,|だけは)?(?:[^、。]{0,6})(?:覚え|憶え|おぼえ|記憶|メモ|記録|保存|心に|頭に|忘れない)`)
	jaThat    = text.Lazy(`^(.+?)(?:と|って)、?(?:覚え|憶え|おぼえ|記憶|メモ|記録|保存|心に)`)
	// A topic (先生の誕生日のこと) or a reference (言ったこと) is no fact.
	jaPronoun = text.Lazy(`^(?:それ|これ|あれ|その|この|あの|今の|そういう|こういう|いまの|教えてくれた|話してくれた)|[のこ]$|(?:言った|話した|教えた|聞いた)$`)

	enThat    = text.Lazy(`(?i)\b(?:remember(?:ed)?|noted?|saved?|mind|recorded?|down|memory|memorized?|forget)(?: down)? that (.+?)[.!]*$`)
	enColon   = text.Lazy(`(?i)\b(?:remember(?:ed)?|noted?|saved?|remembered)(?: (?:this|that|it))?(?: to memory)?: (.+?)[.!]*$`)
	enPronoun = text.Lazy(`(?i)^(?:this|that|it|one|about|for|to|in|down|now)\b`)

	zhAfter   = text.Lazy(`(?:记住|记下|记录下|记得)(?:了|来了|下来了)?[，：:,]?\s*(.+?)(?:的|了)?[。！!]*$`)
	zhPronoun = text.Lazy(`^(?:这|那|它|的|了|来|啦|下来|这个|那个|这件事|这些|你说的|您说的)+(?:话|事|了|的)*$|^[你您]的.{1,5}$`)
)

// content is what a memory claim says is remembered. masked is the sentence
// with its quotations blanked, which decides where the verb is.
func content(sentence, masked string, lang text.Lang) string {
	if m := quoted.FindStringSubmatch(sentence); m != nil {
		if s := strings.Join(m[1:], ""); fact(s) {
			return strings.TrimSpace(s)
		}
	}
	if strings.ContainsRune(masked, 0) {
		return "" // a short quotation is a name; half a sentence would be kept
	}
	var found string
	switch lang {
	case text.Ja:
		s := jaOpening.ReplaceAllString(jaAdverbs.ReplaceAllString(sentence, ""), "")
		found = first(s, jaPronoun, jaThing, jaThat)
	case text.Zh:
		found = first(sentence, zhPronoun, zhAfter)
	default:
		found = first(sentence, enPronoun, enThat, enColon)
	}
	if !fact(found) {
		return ""
	}
	return found
}

// first is what the first matching pattern holds, unless it only points at
// something.
func first(s string, pointing *text.Pattern, patterns ...*text.Pattern) string {
	for _, p := range patterns {
		if m := p.FindStringSubmatch(s); m != nil && !pointing.MatchString(m[1]) {
			return strings.Trim(m[1], " 、,，")
		}
	}
	return ""
}

func fact(s string) bool { return utf8.RuneCountInString(strings.TrimSpace(s)) >= minContent }

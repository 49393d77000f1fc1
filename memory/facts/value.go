package facts

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// maxValue is how long a value may be, in characters: what is longer tells a
// story.
const maxValue = 40

var (
	around     = "\"'`「」『』“”‘’«»()（）[]【】、。,.!！:： \t~〜"
	articles   = text.Lazy(`^(?:the|a|an|my|our|his|her|their) `)
	honorifics = text.Lazy(`(?:さん|くん|君|ちゃん|様|さま|氏|-san|-kun|-chan|-sama)$`)
	listed     = text.Lazy(`[\p{Han}\p{Katakana}a-z0-9ー]と[\p{Han}\p{Katakana}a-z0-9]|や|とか|、|・.*・|\band\b|\bor\b|,|和|与|及|/|または|或`)
	vague      = text.Lazy(`^(?:(?:a|an|another|some|any|this|that|these|those|it|him|her|them|you|your|yours|yourself|myself|me|us|here|there|for|not|all|home|from home|night|nights|weekends|work|something|someone|nothing|everything|what|how|when|where|who|being|having|to|fear|peace|hell|denial|the moment|moment|past)(?: .*)?|(?:a )?new .*|どこか|何か|そこ|ここ|あそこ|これ|それ|あれ|この.*|その.*|あの.*|家|自宅|在宅|夜|朝|週末|新しい.*|.*[しっ]て.*|別の.*|他の.*|みんな|あなた|君|きみ|何|誰|这里|那里|这儿|那儿|家里|新家|新的.*|新房.*|什么|谁|你|他|她|它|这.*|那.*|别的.*|其他.*|一个.*|哪.*)$`)
)

// clean is a value as it is compared; "" where it says nothing.
func clean(v string) string {
	v = strings.Join(strings.Fields(strings.Trim(v, around)), " ")
	if vague.MatchString(v) {
		return ""
	}
	v = articles.ReplaceAllString(v, "")
	if v == "" || vague.MatchString(v) || utf8.RuneCountInString(v) > maxValue {
		return ""
	}
	return v
}

// bareName is a folded name without what politeness adds.
func bareName(n string) string { return honorifics.ReplaceAllString(strings.Trim(n, around), "") }

// thing is what a taste is about.
var (
	doingJa = text.Lazy(`を?(?:飲む|食べる|見る|観る|聴く|聞く|読む|する|やる|吸う)(?:の|こと|事)$|(?:の|な)?(?:こと|もの|味)$`)
	doingEn = text.Lazy(`^(?:(?:to )?(?:drink|eat|smoke|hav|play|watch|read)(?:ing|e)?|to have|to play) `)
)

func thing(v string) string {
	v = clean(doingEn.ReplaceAllString(doingJa.ReplaceAllString(strings.Trim(v, around), ""), ""))
	if len(v) > 3 && v[0] < utf8.RuneSelf && v[len(v)-1] == 's' && v[len(v)-2] != 's' {
		v = v[:len(v)-1]
	}
	if listed.MatchString(v) || strings.Contains(v, "より") || strings.Contains(v, " than ") {
		return ""
	}
	return v
}

// alike reports whether a value is the other or says more precisely the same:
// one begins with the other, or ends with it behind a border of a place.
func alike(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if a == "" || a == b {
		return a == b
	}
	if b[0] < utf8.RuneSelf || a[0] < utf8.RuneSelf {
		for _, cut := range []string{" ", ", ", ","} {
			if strings.HasPrefix(b, a+cut) || strings.HasSuffix(b, cut+a) {
				return true
			}
		}
		return false
	}
	if strings.HasPrefix(b, a) {
		return true
	}
	before, ends := strings.CutSuffix(b, a)
	last, _ := utf8.DecodeLastRuneInString(before)
	return ends && strings.ContainsRune("都道府県市郡区省州国の", last)
}

// sameScript reports whether two values can be compared at all: Osaka may be
// 大阪, and of names たまき may be 環.
func sameScript(a, b string, names bool) bool {
	in, other := scripts(a), scripts(b)
	if !names {
		in, other = in|in>>1&2, other|other>>1&2 // kana as Han
	}
	return in&other != 0 || in == 0 || other == 0
}

func scripts(s string) (set int) {
	for _, r := range s {
		switch text.ScriptOf(r) {
		case text.ScriptLatin:
			set |= 1
		case text.ScriptHan:
			set |= 2
		case text.ScriptHiragana, text.ScriptKatakana:
			set |= 4
		}
	}
	return set
}

var (
	numeric = text.Lazy(`^(?:(\d{4})[年/.-])?(\d{1,2})(?:月|/|-)(\d{1,2})(?:日|号)?$`)
	worded  = text.Lazy(`^(?:the )?(?:(\d{1,2})(?:st|nd|rd|th)?(?: of)? )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?: (?:the )?(\d{1,2})(?:st|nd|rd|th)?)?(?:,? (\d{4}))?$`)
	months  = "janfebmaraprmayjunjulaugsepoctnovdec"
)

// date is a birthday as it is compared; "" for what is none.
func date(v string) string {
	v = strings.Trim(v, around)
	var year, month, day string
	if m := numeric.FindStringSubmatch(v); m != nil {
		year, month, day = m[1], m[2], m[3]
	} else if m := worded.FindStringSubmatch(v); m != nil {
		year, month, day = m[4], strconv.Itoa(strings.Index(months, m[2])/3+1), m[1]+m[3]
	}
	mm, err1 := strconv.Atoi(month)
	dd, err2 := strconv.Atoi(day)
	if err1 != nil || err2 != nil || mm < 1 || mm > 12 || dd < 1 || dd > 31 {
		return ""
	}
	out := fmt.Sprintf("%02d-%02d", mm, dd)
	if year != "" {
		out = year + "-" + out
	}
	return out
}

// count is a number of animals: Yes where none is said.
func count(v string) string {
	if v == "" {
		return Yes
	}
	for n, words := range [...]string{"", "1 a an one 一 ひと", "2 two 二 两 兩 ふた", "3 three 三", "4 four 四", "5 five 五"} {
		for _, w := range strings.Fields(words) {
			if strings.TrimRight(v, "匹頭羽只隻条條个つ ") == w {
				return strconv.Itoa(n)
			}
		}
	}
	return Yes
}

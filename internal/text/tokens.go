package text

import (
	"strings"
	"unicode"
)

// Tokens are the search terms of s in order, repeats included: words of
// alphabets and numbers folded to lower case, and for Japanese, Chinese and
// Korean every character and every pair of neighbours. "猫のMikan" gives 猫,
// 猫の, の, mikan. An English possessive is cut off, other apostrophes are
// dropped ("cat's" → cat, "don't" → dont). Kana are kept apart; fold them with
// Hiragana before, on both sides, where they are to match.
func Tokens(s string) []string {
	var (
		out  []string
		word strings.Builder
		cjk  []rune
	)
	flushWord := func() {
		if w := trimWord(word.String()); w != "" {
			out = append(out, w)
		}
		word.Reset()
	}
	flushCJK := func() {
		for i := range cjk {
			out = append(out, string(cjk[i]))
			if i+1 < len(cjk) {
				out = append(out, string(cjk[i:i+2]))
			}
		}
		cjk = cjk[:0]
	}
	for _, r := range Fold(s) {
		switch {
		case ScriptOf(r).CJK():
			flushWord()
			cjk = append(cjk, r)
		case unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsMark(r) && word.Len() > 0:
			flushCJK()
			word.WriteRune(r)
		case (r == '\'' || r == '’') && word.Len() > 0:
			word.WriteByte('\'')
		default:
			flushWord()
			flushCJK()
		}
	}
	flushWord()
	flushCJK()
	return out
}

func trimWord(w string) string {
	w = strings.TrimRight(w, "'")
	w = strings.TrimSuffix(w, "'s")
	return strings.ReplaceAll(w, "'", "")
}

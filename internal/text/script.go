package text

import "unicode"

// Script is the writing system of a character, as far as the product tells
// them apart.
type Script int

// The scripts. Digits, punctuation, emoji and white space are ScriptNone;
// every alphabet besides Latin is ScriptOther.
const (
	ScriptNone Script = iota
	ScriptLatin
	ScriptHiragana
	ScriptKatakana
	ScriptHan
	ScriptHangul
	ScriptOther
)

// ScriptOf is the script of r. The long vowel mark counts as katakana, the
// iteration mark 々 as Han.
func ScriptOf(r rune) Script {
	switch {
	case r < 0x80:
		if r|0x20 >= 'a' && r|0x20 <= 'z' {
			return ScriptLatin
		}
		return ScriptNone
	case r == 'ー' || r == 'ｰ' || unicode.Is(unicode.Katakana, r):
		return ScriptKatakana
	case unicode.Is(unicode.Hiragana, r):
		return ScriptHiragana
	case unicode.Is(unicode.Han, r):
		return ScriptHan
	case unicode.Is(unicode.Hangul, r):
		return ScriptHangul
	case unicode.Is(unicode.Latin, r):
		return ScriptLatin
	case unicode.IsLetter(r):
		return ScriptOther
	}
	return ScriptNone
}

// CJK reports whether the script is written without blanks between words, so
// that searching works on characters.
func (s Script) CJK() bool {
	return s == ScriptHiragana || s == ScriptKatakana || s == ScriptHan || s == ScriptHangul
}

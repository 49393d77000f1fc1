// Package text holds the basics of working with what people write in
// Japanese, English and Chinese: folding for comparison, scripts, a guess at
// the language, search tokens, cuts that leave characters whole, slots, and
// clean names.
//
// All functions are pure, run in time linear in their input, accept any bytes
// and may be called at once from anywhere. The package knows no domain and
// holds no texts of the product. It is the only importer of golang.org/x/text
// and rivo/uniseg.
package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Normal is s in normalisation form NFKC (Unicode annex 15): full-width
// letters become ordinary ones, half-width kana ordinary kana, ㈱ becomes
// (株). Invalid bytes become U+FFFD.
func Normal(s string) string {
	return norm.NFKC.String(strings.ToValidUTF8(s, "\uFFFD"))
}

// Fold is the form in which two texts are compared: NFKC with full case
// folding and without invisible characters. Folding twice changes nothing.
func Fold(s string) string {
	if folded, ok := foldPlain(s); ok {
		return folded
	}
	return foldAny(s)
}

func foldAny(s string) string {
	s = strings.Map(func(r rune) rune {
		if invisible(r) {
			return -1
		}
		return r
	}, Normal(s))
	// Folding may leave letters that a second pass folds further once they
	// are decomposed and put together again; two passes are enough by the
	// definition of a compatibility caseless match (Unicode D146).
	for range 2 {
		s = norm.NFKC.String(cases.Fold().String(norm.NFKD.String(s)))
	}
	return s
}

// foldPlain is Fold for the common case in which nothing is there but ASCII and
// what neither case nor normalisation changes.
func foldPlain(s string) (string, bool) {
	for _, r := range s {
		if r >= 0x80 && !steady(r) {
			return "", false
		}
	}
	return strings.ToLower(s), true
}

// steady reports kana in one piece, ideographs of the first block and the
// commonest marks beside them: none has a case, is decomposed by NFKC, or joins
// with a neighbour.
func steady(r rune) bool {
	switch {
	case r >= 'ぁ' && r <= 'ゖ', r >= 'ァ' && r <= 'ヺ', r >= 0x4E00 && r <= 0x9FFF:
		return true
	}
	return r == 'ー' || r == '、' || r == '。' || r == '「' || r == '」'
}

// Hiragana writes the katakana of s as hiragana; all else, the long vowel
// mark too, stays. With Fold before it, ﾈｺ, ネコ and ねこ compare equal.
func Hiragana(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'ァ' && r <= 'ヶ' || r == 'ヽ' || r == 'ヾ' {
			return r - ('ァ' - 'ぁ')
		}
		return r
	}, s)
}

// Fill puts values into the slots of a text: pairs are names and values, and
// Fill("Hi {name}", "name", "Mai") is "Hi Mai". A slot without a value stays as
// it is, and so do slots inside a value; a name without a value is passed over.
func Fill(s string, pairs ...string) string {
	slots := slices.Clone(pairs[:len(pairs)&^1])
	for i := 0; i < len(slots); i += 2 {
		slots[i] = "{" + slots[i] + "}"
	}
	return strings.NewReplacer(slots...).Replace(s)
}

// Unfinished is the length of the character that is cut off at the end of b, 0
// where b ends with a whole one. Text that comes in pieces is cut anywhere.
func Unfinished(b []byte) int {
	for n := 1; n <= min(len(b), utf8.UTFMax-1); n++ {
		if last := b[len(b)-n:]; utf8.RuneStart(last[0]) {
			if utf8.FullRune(last) {
				return 0
			}
			return n
		}
	}
	return 0
}

// CleanName makes a name safe to show in a line of its own and to put into a
// prompt: controls, bidirectional marks, zero-width and other invisible
// characters are taken out (emoji joined by them fall apart), every run of
// blanks and line breaks becomes one space. The result may be empty.
func CleanName(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || r == '\u2800': // the Braille blank is no space to Unicode
			return ' '
		case unicode.IsControl(r) || invisible(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return strings.Join(strings.Fields(s), " ")
}

// Undirected is a text without the characters that turn the direction of what
// stands beside them, on the same line and in the lines around it.
func Undirected(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, s)
}

// invisible reports whether r has no looks of its own: format characters and
// whatever else a renderer leaves out. Variation selectors stay, as they
// choose the looks of the character before them.
func invisible(r rune) bool {
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

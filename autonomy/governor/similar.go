package governor

import (
	"unicode"

	"github.com/kokoron/kokoron/internal/text"
)

// Similar is from which Likeness on two messages say nearly the same. It was
// measured on the pairs in the tests: see TestLikeness.
const Similar = 0.5

// Likeness is how alike two texts are, from 0 to 1: Dice's coefficient
// (Dice 1945) of their sets of neighbouring characters, in twos where both are
// of a script without blanks and in threes elsewhere, over what is left when
// case, width, kana, punctuation and pictures make no difference.
func Likeness(a, b string) float64 {
	x, y := grams(a), grams(b)
	if len(x) == 0 || len(y) == 0 {
		return 0
	}
	both := 0
	for g := range x {
		if y[g] {
			both++
		}
	}
	return 2 * float64(both) / float64(len(x)+len(y))
}

// grams are the sets of neighbours of a text.
func grams(s string) map[string]bool {
	var plain []rune
	blank := true
	for _, r := range text.Hiragana(text.Fold(s)) {
		switch {
		case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
			plain, blank = append(plain, r), false
		case !blank:
			plain, blank = append(plain, ' '), true
		}
	}
	out := map[string]bool{}
	cjk := func(i int) bool { return i < len(plain) && text.ScriptOf(plain[i]).CJK() }
	for i := range plain {
		n := 3
		if cjk(i) && cjk(i+1) {
			n = 2
		}
		if i+n <= len(plain) {
			out[string(plain[i:i+n])] = true
		}
	}
	if len(out) == 0 && len(plain) > 0 {
		out[string(plain)] = true
	}
	return out
}

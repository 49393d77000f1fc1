package governor

import (
	"slices"
	"unicode"

	"github.com/kokoron/kokoron/internal/text"
)

// Similar is from which Likeness on two messages say nearly the same. Of the 48
// pairs in the tests it takes all that say the same (the least alike has 0.61),
// and one that does not: the same sentence about another thing (0.71).
const Similar = 0.6

// Likeness is how alike two texts are, from 0 to 1: Dice's coefficient (Dice
// 1945) of their sets of neighbouring characters, in twos where both are of a
// script without blanks and in threes elsewhere, over what is left when case,
// width, kana, punctuation and pictures make no difference. Han and katakana,
// which name things, weigh more than hiragana, which mostly join them.
func Likeness(a, b string) float64 {
	x, y := grams(a), grams(b)
	both, all := 0.0, 0.0
	for g, weight := range x {
		all += weight
		if other, ok := y[g]; ok {
			both += weight + other
		}
	}
	for _, weight := range y {
		all += weight
	}
	if all == 0 {
		return 0
	}
	return both / all
}

// naming is how much more characters weigh that name things.
const naming = 2

// grams are the neighbours in a text, and what each weighs.
func grams(s string) map[string]float64 {
	var plain []rune
	var weights []float64
	for _, r := range text.Fold(s) {
		weight := 1.0
		if script := text.ScriptOf(r); script == text.ScriptHan || script == text.ScriptKatakana {
			weight = naming
		}
		switch n := len(plain); {
		case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
			for _, r := range text.Hiragana(string(r)) {
				plain, weights = append(plain, r), append(weights, weight)
			}
		case n > 0 && plain[n-1] != ' ':
			plain, weights = append(plain, ' '), append(weights, 1)
		}
	}
	if n := len(plain); n > 0 && plain[n-1] == ' ' {
		plain = plain[:n-1]
	}
	out := map[string]float64{}
	cjk := func(i int) bool { return i < len(plain) && text.ScriptOf(plain[i]).CJK() }
	for i := range plain {
		n := 3
		if cjk(i) && cjk(i+1) {
			n = 2
		}
		if i+n <= len(plain) {
			out[string(plain[i:i+n])] = slices.Max(weights[i : i+n])
		}
	}
	if len(out) == 0 && len(plain) > 0 {
		out[string(plain)] = 1
	}
	return out
}

package encode

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// evidence is the words that were said.
type evidence struct {
	terms map[string]bool
	name  map[string]bool // of the person: it proves nothing
}

// borneOut is which part of the terms of a sentence must have been said.
const borneOut = 1.0 / 3

func (t Talk) evidence(of func(Line) bool) evidence {
	e := evidence{terms: map[string]bool{}, name: termsOf(t.Name)}
	for _, l := range t.Lines {
		if of(l) {
			for w := range termsOf(l.Text) {
				e.terms[w] = true
			}
		}
	}
	return e
}

func evidenceOf(s string) evidence { return evidence{terms: termsOf(s)} }

// bears reports whether enough of a sentence was said.
func (e evidence) bears(s string) bool {
	all, said := 0, 0
	for w := range termsOf(s) {
		if e.name[w] {
			continue
		}
		all++
		if e.terms[w] {
			said++
		}
	}
	return said > 0 && float64(said) >= borneOut*float64(all)
}

// shares reports whether a sentence and what was said have a term in common
// that is no name of the person's.
func (e evidence) shares(s, name string) bool {
	own := termsOf(name)
	for w := range termsOf(s) {
		if e.terms[w] && !own[w] {
			return true
		}
	}
	return false
}

// proves reports whether all was said in a sentence that cannot be put in other
// words: numbers, names in Latin letters, words in katakana.
func (e evidence) proves(s string) bool {
	for i, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != 'ー' }) {
		for _, run := range runs(w) {
			first, _ := utf8.DecodeRuneInString(run)
			exact := strings.ContainsFunc(run, unicode.IsNumber) || text.ScriptOf(first) == text.ScriptKatakana ||
				unicode.IsUpper(first) && (i > 0 || strings.ContainsFunc(run[1:], unicode.IsUpper))
			for t := range termsOf(run) {
				if exact && !e.terms[t] && !e.name[t] {
					return false
				}
			}
		}
	}
	return true
}

// glue are words that say nothing of what a sentence is about.
var glue = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(`the and that this with for from was were are has have had his her their they she him them its who what when where which will would
		about into over been being not but also very person user owner companion says said told talked likes like wants want`) {
		out[w] = true
	}
	return out
}()

// termsOf are the words of a text in letters, its numbers, runs of katakana, and
// pairs of neighbours of Han characters; a Han character that stands alone is
// one too.
func termsOf(s string) map[string]bool {
	out := map[string]bool{}
	for _, run := range runs(text.Fold(s)) {
		first, _ := utf8.DecodeRuneInString(run)
		switch script := text.ScriptOf(first); {
		case script == text.ScriptHan:
			chars := []rune(run)
			if len(chars) == 1 {
				out[run] = true
			}
			for i := range len(chars) - 1 {
				out[string(chars[i:i+2])] = true
			}
		case script == text.ScriptHiragana:
		case script == text.ScriptKatakana, unicode.IsNumber(first):
			out[run] = true
		case len(run) > 2 && !glue[run]:
			out[stem(run)] = true
		}
	}
	return out
}

// stem takes the endings of plural and past off, roughly and always alike.
func stem(w string) string {
	for _, end := range []string{"'s", "ing", "ed", "es", "s", "e"} {
		if t, ok := strings.CutSuffix(w, end); ok && len(t) > 2 {
			return t
		}
	}
	return w
}

// runs cuts a text into stretches of one script, numbers apart, without what is
// neither.
func runs(s string) (out []string) {
	start, last := -1, -1
	for i, r := range s + " " {
		kind := int(text.ScriptOf(r))
		switch {
		case unicode.IsNumber(r):
			kind = 100
		case !unicode.IsLetter(r) && r != 'ー':
			kind = -1
		}
		if kind != last {
			if last >= 0 {
				out = append(out, s[start:i])
			}
			start, last = i, kind
		}
	}
	return out
}

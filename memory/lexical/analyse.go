package lexical

import (
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// analysis is the version of what this file, fold.go and stem.go make of a
// text. It is part of a snapshot: an index of another analysis is not used.
const analysis = 1

// A term is a search term as one number, so that an index keeps no words and
// indexing makes no strings. Characters and pairs of neighbours are packed and
// exact; words are hashes of 63 bits, of which two among a million are equal
// once in ten million homes, and then a word finds a wrong unit.
type term uint64

const packed term = 1 << 63

func pair(a, b rune) term { return packed | term(a)<<32 | term(b) }

// word is FNV-1a with its last bits mixed once more.
func word(w []byte) term {
	h := uint64(14695981039346656037)
	for _, c := range w {
		h = (h ^ uint64(c)) * 1099511628211
	}
	h ^= h >> 29
	return term(h &^ uint64(packed))
}

// analyser cuts texts into terms. It is scratch space: one at a time.
type analyser struct {
	word []byte
	cjk  []rune
}

// terms appends the search terms of s, repeats included: words folded, without
// the English ones that only glue sentences, stemmed where they are English
// letters; for scripts without blanks every character and every pair of
// neighbours, katakana as hiragana and old forms of Han characters as new ones.
func (a *analyser) terms(dst []term, s string) []term {
	for _, r := range text.Fold(s) {
		script := text.ScriptOf(r)
		switch {
		case script.CJK():
			dst = a.endWord(dst)
			a.cjk = append(a.cjk, newForm(r))
		case script != text.ScriptNone, unicode.IsNumber(r), unicode.IsMark(r) && len(a.word) > 0:
			dst = a.endRun(dst)
			a.word = utf8.AppendRune(a.word, r)
		case (r == '\'' || r == '’') && len(a.word) > 0:
			a.word = append(a.word, '\'')
		default:
			dst = a.endRun(a.endWord(dst))
		}
	}
	return a.endRun(a.endWord(dst))
}

func (a *analyser) endRun(dst []term) []term {
	for i, r := range a.cjk {
		dst = append(dst, pair(r, 0))
		if i+1 < len(a.cjk) {
			dst = append(dst, pair(r, a.cjk[i+1]))
		}
	}
	a.cjk = a.cjk[:0]
	return dst
}

func (a *analyser) endWord(dst []term) []term {
	if len(a.word) == 0 {
		return dst
	}
	if w := root(a.word); len(w) > 0 {
		dst = append(dst, word(w))
	}
	a.word = a.word[:0]
	return dst
}

// longest is how many letters a word that is stemmed may have. What is longer
// is no word, and stemming takes the square of the length.
const longest = 40

// root is what of a word is indexed; nothing of a glue word. It writes over w.
func root(w []byte) []byte {
	w = apostrophes(w)
	if glue[string(w)] {
		return nil
	}
	if len(w) > longest {
		return w
	}
	for _, c := range w {
		if c < 'a' || c > 'z' {
			return w
		}
	}
	return stem(w)
}

// apostrophes cuts contracted endings off ("it's", "don't", "we'll") and joins
// what else has an apostrophe ("o'clock").
func apostrophes(w []byte) []byte {
	for i := len(w) - 1; i >= 0; i-- {
		if w[i] != '\'' {
			continue
		}
		switch string(w[i+1:]) {
		case "", "s", "t", "d", "m", "ll", "re", "ve":
			w = w[:i]
		default:
			w = append(w[:i], w[i+1:]...)
		}
	}
	return w
}

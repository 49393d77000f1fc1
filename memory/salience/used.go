package salience

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// UsedBound is the overlap from which a recalled record counts as used. On the
// pairs of record and reply in the tests of this package, in Japanese, English
// and Chinese, replies that draw on the record stand at 0.4 or above and those
// that do not at 0.25 or below.
const UsedBound = 0.33

// Used reports whether the content of a recalled record shows in a reply to
// what was asked: their Overlap is at least UsedBound.
func Used(content, asked, reply string) bool { return Overlap(content, asked, reply) >= UsedBound }

// Overlap is how much of a record shows in a reply, 0–1: the shared terms as a
// part of the record's or the reply's, whichever has fewer. Only what was not
// said in the question counts, as repeating it takes no memory; where the
// record has nothing beyond the question, the overlap is 0. Terms are words
// without those that glue a sentence together, pairs of Han characters, runs
// of katakana, and numbers. A lone Han character or digit is a term too, but
// no overlap by itself: the 好 of 好き stands in too many replies.
func Overlap(content, asked, reply string) float64 {
	known := terms(asked)
	told, said := fresh(content, known), fresh(reply, known)
	if len(told) == 0 || len(said) == 0 {
		return 0
	}
	shared, weak := 0, 0
	for t := range told {
		if said[t] {
			shared++
			if utf8.RuneCountInString(t) == 1 {
				weak++
			}
		}
	}
	if shared == 1 && weak == 1 {
		return 0
	}
	return float64(shared) / float64(min(len(told), len(said)))
}

func fresh(s string, known map[string]bool) map[string]bool {
	set := terms(s)
	for t := range set {
		if known[t] {
			delete(set, t)
		}
	}
	return set
}

// terms are what a text is about. A text that is all hiragana is taken by its
// pairs: there is nothing better to go by.
func terms(s string) map[string]bool {
	set := map[string]bool{}
	var kana []string
	for run, script := range runs(text.Fold(s)) {
		switch script {
		case text.ScriptHan:
			addRun(set, run, glueHan)
		case text.ScriptHiragana:
			kana = append(kana, run)
		case text.ScriptKatakana:
			if len(run) > len("ア") && !glue[run] {
				set[run] = true
			}
		default:
			word := singular(run)
			if first, _ := utf8.DecodeRuneInString(word); !glue[word] && (len(word) > 1 || unicode.IsNumber(first)) {
				set[word] = true
			}
		}
	}
	if len(set) == 0 {
		for _, run := range kana {
			addRun(set, run, particles)
		}
	}
	return set
}

// addRun adds the pairs of neighbours in a run that has no blanks, without
// those across a character that glues, and a character that stands alone.
func addRun(set map[string]bool, run, gluing string) {
	for part := range strings.FieldsFuncSeq(run, func(r rune) bool { return strings.ContainsRune(gluing, r) }) {
		chars := []rune(part)
		if len(chars) == 1 {
			set[part] = true
		}
		for i := range len(chars) - 1 {
			if pair := string(chars[i : i+2]); !glue[pair] {
				set[pair] = true
			}
		}
	}
}

// runs cuts a folded text into stretches of one script; words of alphabets
// and numbers come as text.ScriptOther, what is neither is left out.
func runs(s string) func(yield func(string, text.Script) bool) {
	return func(yield func(string, text.Script) bool) {
		start, last := 0, text.ScriptNone
		for i, r := range s + " " {
			script := text.ScriptOf(r)
			switch {
			case script.CJK():
			case unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsMark(r), r == '\'', r == '’':
				script = text.ScriptOther
			default:
				script = text.ScriptNone
			}
			if script == last {
				continue
			}
			if last != text.ScriptNone && !yield(s[start:i], last) {
				return
			}
			start, last = i, script
		}
	}
}

// singular is an English word without the ending of possessive or plural.
func singular(w string) string {
	w = strings.ReplaceAll(w, "’", "'")
	w = strings.TrimSuffix(strings.Trim(w, "'"), "'s")
	if len(w) > 3 && w[len(w)-1] == 's' && w[len(w)-2] != 's' {
		w = w[:len(w)-1]
	}
	return w
}

package lexical

// stem cuts an English word to its stem by the algorithm of M. F. Porter, "An
// algorithm for suffix stripping", Program 14 (1980), with the two departures
// its author made later ("abli", "logi" in step 2). The word is lower-case
// a–z; its bytes are written over.
func stem(w []byte) []byte {
	if len(w) <= 2 {
		return w
	}
	w = plural(w)
	w = past(w)
	if ends(w, "y") && vowel(w[:len(w)-1]) {
		w[len(w)-1] = 'i'
	}
	w = replace(w, step2, 0)
	w = replace(w, step3, 0)
	w = replace(w, step4, 1)
	if ends(w, "e") {
		if s := w[:len(w)-1]; measure(s) > 1 || measure(s) == 1 && !short(s) {
			w = s
		}
	}
	if double(w) && ends(w, "l") && measure(w[:len(w)-1]) > 1 {
		w = w[:len(w)-1]
	}
	return w
}

// plural is step 1a.
func plural(w []byte) []byte {
	switch {
	case ends(w, "sses"), ends(w, "ies"):
		return w[:len(w)-2]
	case ends(w, "ss"):
		return w
	case ends(w, "s"):
		return w[:len(w)-1]
	}
	return w
}

// past is step 1b.
func past(w []byte) []byte {
	var s []byte
	switch {
	case ends(w, "eed"):
		if measure(w[:len(w)-3]) > 0 {
			w = w[:len(w)-1]
		}
		return w
	case ends(w, "ed"):
		s = w[:len(w)-2]
	case ends(w, "ing"):
		s = w[:len(w)-3]
	default:
		return w
	}
	if !vowel(s) {
		return w
	}
	switch {
	case ends(s, "at"), ends(s, "bl"), ends(s, "iz"):
		return append(s, 'e')
	case double(s) && !ends(s, "l") && !ends(s, "s") && !ends(s, "z"):
		return s[:len(s)-1]
	case measure(s) == 1 && short(s):
		return append(s, 'e')
	}
	return s
}

// rule replaces an ending. No new ending is longer than the old one, so that
// a word is rewritten in place.
type rule struct{ from, to string }

// The rules of a step, a longer ending before one it ends with.
var (
	step2 = []rule{
		{"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"}, {"bli", "ble"},
		{"alli", "al"}, {"entli", "ent"}, {"eli", "e"}, {"ousli", "ous"}, {"ization", "ize"}, {"ation", "ate"},
		{"ator", "ate"}, {"alism", "al"}, {"iveness", "ive"}, {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},
		{"iviti", "ive"}, {"biliti", "ble"}, {"logi", "log"},
	}
	step3 = []rule{
		{"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"}, {"ical", "ic"}, {"ful", ""}, {"ness", ""},
	}
	step4 = []rule{
		{"al", ""}, {"ance", ""}, {"ence", ""}, {"er", ""}, {"ic", ""}, {"able", ""}, {"ible", ""}, {"ant", ""},
		{"ement", ""}, {"ment", ""}, {"ent", ""}, {"ion", ""}, {"ou", ""}, {"ism", ""}, {"ate", ""},
		{"iti", ""}, {"ous", ""}, {"ive", ""}, {"ize", ""},
	}
)

// replace applies the first rule whose ending the word has, if what stays has
// more than least vowel-consonant groups.
func replace(w []byte, rules []rule, least int) []byte {
	for _, r := range rules {
		if !ends(w, r.from) {
			continue
		}
		s := w[:len(w)-len(r.from)]
		if measure(s) <= least || r.from == "ion" && !ends(s, "s") && !ends(s, "t") {
			return w
		}
		return append(s, r.to...)
	}
	return w
}

func ends(w []byte, s string) bool {
	return len(w) >= len(s) && string(w[len(w)-len(s):]) == s
}

// consonant reports whether the i-th letter is one: y is, at the start and
// behind a vowel.
func consonant(w []byte, i int) bool {
	switch w[i] {
	case 'a', 'e', 'i', 'o', 'u':
		return false
	case 'y':
		return i == 0 || !consonant(w, i-1)
	}
	return true
}

// measure counts the changes from vowel to consonant, m of the paper.
func measure(w []byte) (m int) {
	before := true
	for i := range w {
		c := consonant(w, i)
		if c && !before {
			m++
		}
		before = c
	}
	return m
}

func vowel(w []byte) bool {
	for i := range w {
		if !consonant(w, i) {
			return true
		}
	}
	return false
}

// double reports whether w ends with a consonant twice.
func double(w []byte) bool {
	n := len(w)
	return n > 1 && w[n-1] == w[n-2] && consonant(w, n-1)
}

// short reports whether w ends consonant, vowel, consonant other than w, x, y
// (*o of the paper).
func short(w []byte) bool {
	n := len(w)
	return n > 2 && consonant(w, n-1) && !consonant(w, n-2) && consonant(w, n-3) &&
		w[n-1] != 'w' && w[n-1] != 'x' && w[n-1] != 'y'
}

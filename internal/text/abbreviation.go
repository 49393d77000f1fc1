package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// short are words behind which a full stop ends no sentence, because a name or
// a number follows.
var short = []string{"dr", "mr", "mrs", "ms", "prof", "rev", "st", "mt", "vs", "e.g", "i.e"}

// Abbreviates reports whether the full stop behind s belongs to an abbreviation
// ("my dentist is Dr") or to an initial of a name ("Robert J"), so that no
// sentence ends there. A single capital is an initial only behind another
// capitalised word: "we took plan b." and "I got an A." end.
func Abbreviates(s string) bool {
	start := strings.LastIndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("(（「“\"", r) })
	last := s
	if start >= 0 {
		_, n := utf8.DecodeRuneInString(s[start:])
		last = s[start+n:]
	}
	if slices.Contains(short, strings.ToLower(last)) {
		return true
	}
	if r, n := utf8.DecodeRuneInString(last); n != len(last) || !unicode.IsUpper(r) || r == 'I' {
		return false
	}
	words := strings.Fields(s[:len(s)-len(last)])
	if len(words) == 0 {
		return false
	}
	before := words[len(words)-1]
	first, _ := utf8.DecodeRuneInString(before)
	return unicode.IsUpper(first) && before != "I" && !strings.HasSuffix(before, ",")
}

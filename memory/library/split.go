package library

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// split cuts s into parts of at most most runes (≥ 1): between paragraphs
// where it can, else between lines, behind a sentence, between words, and at
// last between any two characters. All that is lost are line ends around the
// cuts and blanks before them.
func split(s string, most int) []string {
	var parts []string
	for {
		s = strings.Trim(s, "\n")
		end, whole := ahead(s, most)
		if whole {
			if strings.TrimSpace(s) != "" {
				parts = append(parts, s)
			}
			return parts
		}
		cut := cutAt(s, end)
		if part := strings.TrimRightFunc(s[:cut], unicode.IsSpace); part != "" {
			parts = append(parts, part)
		}
		s = s[cut:]
	}
}

// ahead is where the first n runes of s end; whole where s has no more.
func ahead(s string, n int) (end int, whole bool) {
	if len(s) <= n {
		return len(s), true
	}
	for i := range s {
		if n == 0 {
			return i, false
		}
		n--
	}
	return len(s), true
}

// cutAt is the best place to cut s at or before end.
func cutAt(s string, end int) int {
	// A line end that follows directly is a place to cut as well.
	window := s[:min(end+2, len(s))]
	for _, sep := range []string{"\n\n", "\n"} {
		if i := strings.LastIndex(window, sep); i > 0 && i <= end {
			return i
		}
	}
	if i := lastSentence(s[:end]); i > 0 {
		return i
	}
	if i := strings.LastIndexFunc(s[:end], unicode.IsSpace); i > 0 {
		return i
	}
	return between(s, end)
}

// lastSentence is the end of the last sentence that ends in s, 0 for none.
func lastSentence(s string) int {
	for i := len(s); i > 0; {
		r, n := utf8.DecodeLastRuneInString(s[:i])
		if strings.ContainsRune("。！？", r) {
			return i
		}
		if (r == '.' || r == '!' || r == '?') && i < len(s) && s[i] == ' ' {
			return i
		}
		i -= n
	}
	return 0
}

// between is end, or a little before it where a character as a reader sees it
// would be torn.
func between(s string, end int) int {
	const joiner = '\u200D'
	for i, steps := end, 0; i > 0 && steps < 32; steps++ {
		r, _ := utf8.DecodeRuneInString(s[i:])
		before, n := utf8.DecodeLastRuneInString(s[:i])
		if !unicode.In(r, unicode.M, unicode.Sk) && r != joiner && before != joiner {
			return i
		}
		i -= n
	}
	return end
}

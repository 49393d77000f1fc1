package priming

import (
	"strings"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// longestPiece is how many characters a piece of a long text has at most: what
// has no sentences is cut by length.
const longestPiece = 80

// passage is the part of a long text that has most of the words that are asked
// for, as much around it as fits, and an ellipsis where something was left
// out. It is not ok where not even one piece fits.
func passage(words, whole string, fits func(string) bool) (part string, ok bool) {
	asked := map[string]bool{}
	for _, w := range text.Tokens(memory.Telling(words)) {
		asked[w] = true
	}
	all := pieces(whole)
	best, most := 0, -1
	for i, p := range all {
		has := map[string]bool{}
		for _, w := range text.Tokens(p) {
			if asked[w] {
				has[w] = true
			}
		}
		if len(has) > most {
			best, most = i, len(has)
		}
	}
	shown := func(from, to int) string {
		s := strings.TrimSpace(strings.Join(all[from:to], ""))
		if from > 0 {
			s = "…" + s
		}
		if to < len(all) {
			s += "…"
		}
		return s
	}
	from, to := best, min(best+1, len(all))
	for from < to && fits(shown(from, to)) {
		part, ok = shown(from, to), true
		switch {
		case to < len(all) && fits(shown(from, to+1)):
			to++
		case from > 0:
			from--
		default:
			return part, ok
		}
	}
	return part, ok
}

// pieces are the sentences of a text, long ones in parts; together they are
// the text.
func pieces(whole string) (all []string) {
	start, n := 0, 0
	for i, r := range whole {
		end := i + utf8.RuneLen(r)
		if r == utf8.RuneError || end > len(whole) {
			end = min(i+1, len(whole))
		}
		n++
		if n == longestPiece || strings.ContainsRune("。！？!?\n", r) || r == '.' && strings.HasPrefix(whole[end:], " ") {
			all = append(all, whole[start:end])
			start, n = end, 0
		}
	}
	if start < len(whole) {
		all = append(all, whole[start:])
	}
	return all
}

package text

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Graphemes cuts s into what a reader sees as single characters (extended
// grapheme clusters, Unicode annex 29). Joined together they are s again.
func Graphemes(s string) []string {
	var out []string
	state := -1
	for s != "" {
		var g string
		g, s, _, state = uniseg.FirstGraphemeClusterInString(s, state)
		out = append(out, g)
	}
	return out
}

// Width is how many columns s takes on a terminal (Unicode annex 11; what it
// leaves open takes one). Control characters take none.
func Width(s string) int {
	// The half-width voicing marks are drawn beside their letter, although they
	// make one character with it.
	return uniseg.StringWidth(s) + strings.Count(s, "ﾞ") + strings.Count(s, "ﾟ")
}

// Excerpt is s where it has at most maxRunes runes, else its beginning with
// "…" behind it, together at most maxRunes runes and never a part of a
// character as a reader sees it. It is empty for maxRunes ≤ 0.
func Excerpt(s string, maxRunes int) string {
	if maxRunes <= 0 {
		return ""
	}
	if utf8.RuneCountInString(s) <= maxRunes {
		return s
	}
	var b strings.Builder
	left, state := maxRunes-1, -1
	for s != "" {
		var g string
		g, s, _, state = uniseg.FirstGraphemeClusterInString(s, state)
		if left -= utf8.RuneCountInString(g); left < 0 {
			break
		}
		b.WriteString(g)
	}
	return strings.TrimRight(b.String(), " \t\r\n\u3000") + "…"
}

package render

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// clean gives valid UTF-8 with plain line ends and without the characters no
// screen should get: controls and direction overrides, which Telegram removes
// on its own and thereby moves the entities.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if !strings.ContainsFunc(s, func(r rune) bool { return cleanRune(r) != r }) {
		return s
	}
	return strings.Map(cleanRune, strings.ReplaceAll(s, "\r\n", "\n"))
}

func cleanRune(r rune) rune {
	switch {
	case r == '\n' || r == '\t' || r >= 0x20 && r < 0x7F:
		return r
	case r == '\r' || r == 0x2028 || r == 0x2029:
		return '\n'
	case r < 0xA0 || r >= 0x202A && r <= 0x202E:
		return -1
	}
	return r
}

// blank reports whether nothing of s can be seen.
func blank(s string) bool { return !strings.ContainsFunc(s, visible) }

func visible(r rune) bool {
	if r < 0x80 {
		return r > ' ' && r != 0x7F
	}
	// Hangul fillers, the empty Braille cell and the variation selectors are
	// letters, symbols and marks to Unicode, but show nothing by themselves.
	switch r {
	case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800, 0x034F:
		return false
	}
	return !unicode.IsSpace(r) && !unicode.In(r, unicode.Cf, unicode.Cc, unicode.Variation_Selector)
}

// utf16Len counts the UTF-16 units of valid UTF-8.
func utf16Len(s string) int {
	n := 0
	for i := range len(s) {
		switch b := s[i]; {
		case b < 0x80 || b >= 0xC0 && b < 0xF0:
			n++
		case b >= 0xF0:
			n += 2
		}
	}
	return n
}

func alnum(r rune) bool {
	return r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
}

func digit(r rune) bool { return r >= '0' && r <= '9' }

// cjk reports whether r is a letter or a sign of a script written without
// blanks, where markup stands between characters.
func cjk(r rune) bool {
	return r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFFEF || text.ScriptOf(r).CJK()
}

func punct(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

// asciiPunct are the characters a backslash can escape.
func asciiPunct(b byte) bool {
	return b > ' ' && b < 0x7F && !alnum(rune(b))
}

// unescape resolves backslash escapes and character references, in one pass so
// that an escaped reference stays text.
func unescape(src []byte) string {
	i := 0
	for i < len(src) && src[i] != '\\' && src[i] != '&' {
		i++
	}
	if i == len(src) {
		return string(src)
	}
	var b strings.Builder
	b.Write(src[:i])
	for i < len(src) {
		switch {
		case src[i] == '\\' && i+1 < len(src) && asciiPunct(src[i+1]):
			b.WriteByte(src[i+1])
			i += 2
		case src[i] == '&':
			ref, n := reference(src[i:])
			b.WriteString(ref)
			i += n
		default:
			b.WriteByte(src[i])
			i++
		}
	}
	return b.String()
}

// reference decodes the character reference at the start of src, and gives what
// to show and how many bytes that stands for.
func reference(src []byte) (string, int) {
	const longest = 34 // the longest name known to HTML has 31 letters
	for i := 1; i < len(src) && i < longest; i++ {
		if src[i] == ';' {
			raw := string(src[:i+1])
			if s := html.UnescapeString(raw); s != raw {
				return strings.ReplaceAll(clean(s), "\n", " "), i + 1
			}
			break
		}
		if src[i] != '#' && !alnum(rune(src[i])) {
			break
		}
	}
	return "&", 1
}

// runeBefore is the character that ends at src[i], and a line feed at the start.
func runeBefore(src []byte, i int) (rune, int) {
	if i <= 0 {
		return '\n', 0
	}
	return utf8.DecodeLastRune(src[:i])
}

// runeAt is the character at src[i], and a line feed at the end.
func runeAt(src []byte, i int) (rune, int) {
	if i >= len(src) {
		return '\n', 0
	}
	return utf8.DecodeRune(src[i:])
}

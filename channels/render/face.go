package render

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/kokoron/kokoron/internal/text"
)

// longestFace bounds what stands between the parentheses of a face, in
// characters.
const longestFace = 14

// faceEnd finds the end of the text face that src[i] belongs to, or 0. src ends
// with the line. Known are faces in half- or full-width parentheses, as in
// (*^_^*), with arms of backslashes or underscores, and *^^* without any.
func faceEnd(src []byte, i int) int {
	switch {
	case bytes.HasPrefix(src[i:], []byte(`\_(`)): // the shrug
		if n := bytes.Index(src[i:min(len(src), i+24)], []byte(`)_/`)); n > 0 {
			return i + n + len(`)_/`)
		}
	case bytes.HasPrefix(src[i:], []byte(`\(`)):
		if end := parenFace(src, i+1, drawn); end > 0 && end < len(src) && src[end] == '/' {
			return end + 1
		}
	case bytes.HasPrefix(src[i:], []byte(`_(`)):
		if end := parenFace(src, i+1, drawn); end > 0 && end < len(src) && src[end] == '_' {
			return end + 1
		}
	case src[i] == '*':
		if n := bytes.IndexByte(src[i+1:min(len(src), i+9)], '*'); n > 0 && starFace(src[i+1:i+1+n]) {
			return i + n + 2
		}
	}
	if src[i] == '\\' {
		return 0
	}
	return parenFace(src, openParen(src, i), face)
}

// starFace reports whether what stands between two stars is a face.
func starFace(b []byte) bool {
	return bytes.IndexByte(b, '^') >= 0 && !bytes.ContainsFunc(b, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsSpace(r)
	})
}

// openParen finds the parenthesis that is open at src[i], or -1.
func openParen(src []byte, i int) int {
	if src[i] == '(' {
		return i
	}
	for range longestFace {
		r, w := runeBefore(src, i)
		i -= w
		switch r {
		case '(', '（':
			return i
		case ')', '）', '\n':
			return -1
		}
	}
	return -1
}

// parenFace finds the end of the face whose parenthesis opens at src[i], or 0.
func parenFace(src []byte, i int, is func(string) bool) int {
	if i < 0 {
		return 0
	}
	_, w := runeAt(src, i)
	start := i + w
	for i, n := start, 0; n <= longestFace; n++ {
		r, w := runeAt(src, i)
		switch r {
		case '\n', '(', '（':
			return 0
		case ')', '）':
			if is(string(src[start:i])) {
				return i + w
			}
			return 0
		}
		i += w
	}
	return 0
}

// face reports whether something in s would be taken for markup, though s is
// drawn rather than written.
func face(s string) bool { return strings.ContainsAny(s, "*_~`<|") && drawn(s) }

// drawn reports whether s has no word in it and is more than a styled letter.
// Whoever writes such a thing in parentheses hardly ever means emphasis.
func drawn(s string) bool {
	// Two ticks are code, and links, references and escapes are markup.
	if strings.Count(s, "`") > 1 || strings.ContainsAny(s, `[]\&,`) {
		return false
	}
	last, signs := text.ScriptNone, false
	for _, r := range s {
		script := text.ScriptOf(r)
		switch {
		case script == text.ScriptHan || script == text.ScriptHangul || digit(r) && r != '0' && r != '3':
			return false
		case unicode.Is(unicode.Lm, r): // long vowel and voicing marks
			script, signs = text.ScriptNone, true
		case script != text.ScriptNone && script == last:
			return false // a word
		case r >= 0x80 || strings.ContainsRune("oOwWvVuUxXTQ", r) || !alnum(r) && !strings.ContainsRune(" *_~`|", r):
			signs = true
		}
		last = script
	}
	return signs || !strings.ContainsFunc(s, alnum)
}

// mirrored reports whether two characters are the eyes of a face, as in ^_^
// and >_<.
func mirrored(left, right rune) bool {
	if left == '>' || left == '<' {
		return right == '>' || right == '<'
	}
	return left == right && strings.ContainsRune("^-;=.@~$'°・￣", left)
}

// faceQuote reports whether a line that begins with ">" begins with a face such
// as >_< and is no quote.
func faceQuote(line []byte) bool {
	if len(line) == 0 || line[0] != '>' {
		return false
	}
	i := 1
	for range 3 {
		r, w := runeAt(line, i)
		if r == '<' && i > 1 {
			next, _ := runeAt(line, i+w)
			return !unicode.IsLetter(next) && next != '/' || cjk(next)
		}
		if unicode.IsSpace(r) || alnum(r) && r != 'w' && r != 'o' {
			return false
		}
		i += w
	}
	return false
}

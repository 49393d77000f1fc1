package promise

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// closers are the quotation marks by their openers. What is quoted is somebody
// else's, or an example.
var closers = map[rune]rune{'「': '」', '『': '』', '“': '”', '"': '"', '`': '`', '‘': '’'}

// mask overwrites what stands between quotation marks (within one line) with
// zero bytes, so that offsets stay.
func mask(s string) string {
	b := []byte(s)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		closer, opens := closers[r]
		i += n
		if !opens {
			continue
		}
		rest, _, _ := strings.Cut(s[i:], "\n")
		end := strings.IndexRune(rest, closer)
		if end < 0 {
			continue
		}
		clear(b[i : i+end])
		i += end + utf8.RuneLen(closer)
	}
	return string(b)
}

// sentences are the spans of the sentences of s, without the white space
// around them. The marks that end a sentence belong to it.
func sentences(s string) (spans [][2]int) {
	start := 0
	flush := func(end int) {
		part := s[start:end]
		left := len(part) - len(strings.TrimLeft(part, " \t\r\n　"))
		trimmed := strings.TrimSpace(part)
		if trimmed != "" {
			spans = append(spans, [2]int{start + left, start + left + len(trimmed)})
		}
		start = end
	}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		next, _ := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\n':
			flush(i)
		case ends(r) && !ends(next) && !strings.ContainsRune("）)」』”\ufe0f\u200d", next),
			r == '.' && (next == ' ' || next == '\n' || next == utf8.RuneError),
			strings.ContainsRune("）)」』”", r) && endsInside(s[start:i-n]):
			flush(i)
		}
	}
	flush(len(s))
	return spans
}

// ends reports whether a sentence ends with a character: a mark, or one of the
// signs that chats have in the place of a mark.
func ends(r rune) bool { return strings.ContainsRune("。！？!?♪", r) || unicode.Is(unicode.So, r) }

// endsInside reports whether a sentence ended just before a closing bracket:
// （覚えておきますね。）
func endsInside(s string) bool {
	last, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune("。！？!?", last)
}

package toolcall

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// opens returns '{' or '[' for an opening bracket of either width, else 0.
func opens(c rune) rune {
	switch c {
	case '{', '｛':
		return '{'
	case '[', '［':
		return '['
	}
	return 0
}

// closes returns '}' or ']' for a closing bracket of either width, else 0.
func closes(c rune) rune {
	switch c {
	case '}', '｝':
		return '}'
	case ']', '］':
		return ']'
	}
	return 0
}

// quoteOf returns the runes that may close a string opened by c, "" if c opens
// none.
func quoteOf(c rune) string {
	switch c {
	case '"', '\'', '＂', '＇':
		return string(c)
	case '“', '”', '„':
		return "“”"
	case '‘', '’':
		return "‘’"
	}
	return ""
}

// joined reads a string, and the strings added to it with "+".
func (r *lenient) joined(closing string, key bool) string {
	s := r.quoted(closing, key)
	for r.end == whole {
		after := r.i
		if r.blanks(); r.peek() != '+' {
			r.i = after
			return s
		}
		r.next()
		r.blanks()
		if closing = quoteOf(r.peek()); closing == "" {
			r.unexpected()
			return s
		}
		s += r.quoted(closing, key)
	}
	return s
}

// quoted reads one string. A quote inside it that was not escaped is kept if
// what follows shows that the string goes on there; if such quotes do not come
// in pairs, where the string ends is a guess, and it is refused.
func (r *lenient) quoted(closing string, key bool) string {
	var b strings.Builder
	inner := 0
	r.next()
	for {
		if r.done() {
			r.fail(cut)
			return ""
		}
		c := r.next()
		switch {
		case c == '\\':
			r.escape(&b)
		case !strings.ContainsRune(closing, c):
			b.WriteRune(c)
		case r.closesHere(key):
			if inner%2 != 0 {
				r.fail(broken)
			}
			return b.String()
		default:
			if c == '"' || c == '＂' { // apostrophes need no partner
				inner++
			}
			b.WriteRune(c)
		}
		if r.end > closers {
			return ""
		}
	}
}

var (
	// afterKey and afterValue are what may follow the closing quote; a comma
	// counts only if a pair, a value or the end follows it.
	afterKey   = regexp.MustCompile(`^` + ws + `(?:[:：=+]|$)`)
	afterValue = regexp.MustCompile(`^(?:` + ws + `(?:[}\]｝］+#]|/[/*]|$)|[^\S\n]*\n|` +
		ws + `[,，、]` + ws + `(?:[}\]｝］{\[｛［"'“‘＂#/\d-]|$|true|false|null|None|True|False|[\p{L}_][\p{L}\p{N}_-]{0,63}` + ws + `[:：=]))`)
)

// closesHere decides whether the quote just read ends the string.
func (r *lenient) closesHere(key bool) bool {
	w := r.window()
	if key {
		return afterKey.MatchString(w)
	}
	return afterValue.MatchString(w) || pair.MatchString(strings.TrimLeft(w, " \t\u00a0"))
}

// escape reads what follows a backslash. An escape that JSON does not know
// stays as it was written.
func (r *lenient) escape(b *strings.Builder) {
	if r.done() {
		r.fail(cut)
		return
	}
	c := r.next()
	if at := strings.IndexRune(`bfnrt"\/'`, c); at >= 0 {
		b.WriteByte("\b\f\n\r\t\"\\/'"[at])
		return
	}
	if c != 'u' {
		b.WriteByte('\\')
		b.WriteRune(c)
		return
	}
	unit, ok := r.hex4()
	if !ok {
		r.unexpected()
		return
	}
	if utf16.IsSurrogate(unit) {
		unit = r.lowHalf(unit)
	}
	b.WriteRune(unit)
}

// lowHalf completes a surrogate pair; a half alone becomes U+FFFD.
func (r *lenient) lowHalf(high rune) rune {
	at := r.i
	if strings.HasPrefix(r.s[r.i:], `\u`) {
		r.i += 2
		if low, ok := r.hex4(); ok {
			if c := utf16.DecodeRune(high, low); c != utf8.RuneError {
				return c
			}
		}
	}
	r.i = at
	return utf8.RuneError
}

func (r *lenient) hex4() (rune, bool) {
	if r.i+4 > len(r.s) {
		r.i = len(r.s)
		return 0, false
	}
	v, err := strconv.ParseUint(r.s[r.i:r.i+4], 16, 32)
	r.i += 4
	return rune(v), err == nil
}

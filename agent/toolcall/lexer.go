package toolcall

import "unicode/utf8"

// lexer finds where a bracketed text ends, reading every byte once however
// the text is cut. It knows strings, comments and brackets and nothing else.
type lexer struct {
	stack   [maxDepth]byte
	depth   int
	closing string // what may close the open string; "" outside of strings
	escaped bool
	shut    bool // a closing quote was read; what follows decides whether it was one
	comment byte // '/' to the end of the line, '*' to the closing mark
	last    rune // last significant rune
	inTag   bool // a '<' after a quote is the closing tag
	count   bool // brackets are only counted: the text is too long or too deep to be used
}

// lexed is how a run of the lexer ended.
type lexed byte

const (
	lexMore lexed = iota // all was read, brackets are open
	lexDone              // the outermost bracket closed
	lexDeep              // deeper than maxDepth
	lexTag               // a '<' outside of strings
)

// run reads b, which ends with a whole rune, from i on and returns where it
// stopped.
func (l *lexer) run(b []byte, i int) (int, lexed) {
	for i < len(b) {
		if i = l.plain(b, i); i == len(b) {
			break
		}
		c, n := rune(b[i]), 1
		if c >= utf8.RuneSelf {
			c, n = utf8.DecodeRune(b[i:])
		}
		if l.inTag && c == '<' && (l.closing == "" || l.shut) && l.comment == 0 {
			l.closing, l.shut = "", false
			return i, lexTag
		}
		i += n
		if st := l.step(c); st != lexMore {
			return i, st
		}
	}
	return i, lexMore
}

// plain skips the bytes of a string that cannot end it.
func (l *lexer) plain(b []byte, i int) int {
	if l.closing == "" || l.shut || l.escaped || l.comment != 0 {
		return i
	}
	lead := l.closing[0]
	for i < len(b) && b[i] != lead && b[i] != '\\' {
		i++
	}
	return i
}

func (l *lexer) step(c rune) lexed {
	switch {
	case l.comment != 0:
		if l.comment == '/' && c == '\n' || l.comment == '*' && c == '/' && l.last == '*' {
			l.comment = 0
		}
		l.last = c
	case l.shut:
		return l.afterQuote(c)
	case l.closing != "":
		l.inString(c)
	default:
		return l.outside(c)
	}
	return lexMore
}

func (l *lexer) inString(c rune) {
	switch {
	case l.escaped:
		l.escaped = false
	case c == '\\':
		l.escaped = true
	default:
		for _, q := range l.closing {
			l.shut = l.shut || c == q
		}
	}
}

// afterQuote decides by the next significant rune whether a quote closed its
// string. In valid JSON it always did.
func (l *lexer) afterQuote(c rune) lexed {
	if c != '\n' && blankRune(c) {
		return lexMore
	}
	l.shut = false
	switch c {
	case '\n', ',', ':', '=', '+', '/', '#', '，', '：', '、':
	default:
		if closes(c) == 0 && quoteOf(c) == "" {
			l.inString(c)
			return lexMore
		}
	}
	l.closing, l.last = "", '"'
	return l.outside(c)
}

func (l *lexer) outside(c rune) lexed {
	last := l.last
	if !blankRune(c) {
		l.last = c
	}
	switch {
	case opens(c) != 0:
		switch {
		case l.count:
		case l.depth == maxDepth:
			return lexDeep
		default:
			l.stack[l.depth] = byte(opens(c))
		}
		l.depth++
	case closes(c) != 0:
		return l.close(byte(closes(c)))
	case c == '/' && last == '/':
		l.comment = '/'
	case c == '*' && last == '/':
		l.comment, l.last = '*', 0
	case c == '#':
		l.comment = '/'
	case c == '\'' || c == '’' || c == '‘':
		switch last { // elsewhere it is an apostrophe
		case '{', '[', ',', ':', '=', '+', '>', '｛', '［', '，', '：', '"', '/':
			l.closing = quoteOf(c)
		}
	default:
		l.closing = quoteOf(c)
	}
	return lexMore
}

// close pops up to the bracket that c closes: what is open inside it was
// forgotten. A bracket that closes nothing is passed over.
func (l *lexer) close(c byte) lexed {
	want := byte('{')
	if c == ']' {
		want = '['
	}
	if l.count {
		l.depth--
	}
	for at := l.depth - 1; at >= 0 && !l.count; at-- {
		if l.stack[at] == want {
			l.depth = at
			break
		}
	}
	if l.depth <= 0 {
		return lexDone
	}
	return lexMore
}

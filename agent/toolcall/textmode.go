package toolcall

import (
	"bytes"
	"unicode/utf8"
)

// special are the bytes that may begin something else than text. Bytes above
// ASCII begin "✿" and the full-width brackets.
var special = [256]bool{'\n': true, '`': true, '{': true, '[': true, '<': true, 0xE2: true, 0xEF: true}

// text reads plain text up to what may be a call.
func (s *Scanner) text() bool {
	if s.pos == len(s.buf) {
		s.show(s.pos)
		return false
	}
	if s.bol {
		return s.lineStart()
	}
	b, i := s.buf, s.pos
	for i < len(b) && !special[b[i]] {
		i++
	}
	if i > s.pos {
		s.lead = false
		s.show(i)
		return true
	}
	return s.special()
}

// pass shows n bytes that turned out to be text.
func (s *Scanner) pass(n int) bool {
	s.lead = false
	s.show(s.pos + n)
	return true
}

// special looks at a byte that may begin something else than text.
func (s *Scanner) special() bool {
	b := s.buf[s.pos:]
	switch b[0] {
	case '\n':
		s.show(s.pos + 1)
		s.bol, s.lead, s.span, s.plain = true, true, 0, false
		return true
	case '`':
		return s.ticks()
	case '<':
		return s.tag()
	case '{':
		return s.candidate(1)
	case '[':
		return s.bracket()
	}
	c, n := utf8.DecodeRune(b)
	switch {
	case opens(c) != 0:
		return s.candidate(n)
	case c == '✿':
		return s.flower()
	}
	return s.pass(n)
}

// maxLead is the longest run of blanks and list marker held at a line's start.
const maxLead = 64

// lineStart looks at the beginning of a line: a list marker or blanks go with
// the call behind them, a '>' makes the line a quotation.
func (s *Scanner) lineStart() bool {
	b := s.buf[s.pos:min(len(s.buf), s.pos+maxLead)]
	i, done := marker(b)
	if !done && !s.final && len(b) < maxLead {
		return false
	}
	s.bol = false
	if i == len(b) {
		s.pos += i
		return true
	}
	switch b[i] {
	case '>':
		s.mode = inQuote
		return true
	case '~':
		s.pos += i
		if s.ticks() {
			return true
		}
		s.pos -= i
		s.bol = true
		return false
	case 'A', '*':
		s.pos += i
		switch s.react() {
		case more:
			s.pos -= i
			s.bol = true
			return false
		case no:
			// the asterisks are text, or a list marker that was skipped
		}
		return true
	}
	s.pos += i
	return true
}

// marker skips blanks and one list marker, and reports whether it is known
// that no more of them follow.
func marker(b []byte) (int, bool) {
	i := skipBlanks(b, 0)
	j := i
	for j < len(b) && j < i+3 && '0' <= b[j] && b[j] <= '9' {
		j++
	}
	switch {
	case j == len(b):
		return i, false
	case j > i && (b[j] == '.' || b[j] == ')'), b[j] == '-', b[j] == '*', b[j] == '+':
		if j+1 == len(b) {
			return i, false
		}
		if b[j+1] == ' ' || b[j+1] == '\t' {
			k := skipBlanks(b, j+1)
			return k, k < len(b)
		}
	}
	for _, dot := range [...]string{"・", "•"} {
		switch literal(b[i:], dot, false) {
		case yes:
			k := skipBlanks(b, i+len(dot))
			return k, k < len(b)
		case more:
			return i, false
		}
	}
	return i, true
}

// skipBlanks skips the blanks of a line.
func skipBlanks(b []byte, i int) int {
	for i < len(b) {
		switch {
		case b[i] == ' ' || b[i] == '\t' || b[i] == '\r':
			i++
		case bytes.HasPrefix(b[i:], []byte("\u3000")) || bytes.HasPrefix(b[i:], []byte("\ufeff")):
			i += 3
		case bytes.HasPrefix(b[i:], []byte("\u00a0")):
			i += 2
		default:
			return i
		}
	}
	return i
}

// quoteLine shows a quoted line as it is.
func (s *Scanner) quoteLine() bool {
	end := bytes.IndexByte(s.buf[s.pos:], '\n')
	if end < 0 {
		s.show(len(s.buf))
		if s.final {
			s.mode = inText
		}
		return false
	}
	s.show(s.pos + end) // the newline is read as text
	s.mode, s.lead = inText, false
	return true
}

// ticks looks at a run of backticks, or tildes at the start of a line.
func (s *Scanner) ticks() bool {
	b := s.buf[s.pos:]
	n := run(b[:min(len(b), maxLead)], b[0])
	if n == maxLead {
		return s.pass(n) // a ruler
	}
	if n == len(b) && !s.final {
		return false
	}
	if n >= 3 && s.span == 0 {
		switch f, st := matchFence(b, s.lead, s.final); st {
		case more:
			return false
		case yes:
			return s.openFence(f)
		}
	}
	if b[0] == '`' && !s.plain {
		switch s.span {
		case 0:
			s.span = n
		case n:
			s.span = 0
		}
	}
	return s.pass(n)
}

func run(b []byte, c byte) int {
	n := 0
	for n < len(b) && b[n] == c {
		n++
	}
	return n
}

// maxSpan is how far inline code is followed, in bytes.
const maxSpan = 4 << 10

// inline reads on in inline code that may hold a call: it is text if the
// closing ticks stand on the same line, else the ticks were no code.
func (s *Scanner) inline() bool {
	limit := min(len(s.buf), s.keep+maxSpan)
	for s.pos < limit {
		switch s.buf[s.pos] {
		case '\n':
			s.mode, s.plain, s.span, s.pos = inText, true, 0, s.cand.start
			return true
		case '`':
			n := run(s.buf[s.pos:], '`')
			if s.pos+n == len(s.buf) && !s.final {
				return false
			}
			if n == s.span {
				s.mode, s.span, s.lead = inText, 0, false
				s.show(s.pos + n)
				return true
			}
			s.pos += n
		default:
			s.pos++
		}
	}
	if s.final || limit == s.keep+maxSpan {
		s.mode, s.plain, s.span, s.pos = inText, true, 0, s.cand.start
		return true
	}
	return false
}

package toolcall

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// candidate is a bracketed text that may be a call.
type candidate struct {
	start  int // of the bracket
	read   int // the lexer has read up to here
	end    int
	viable bool
	lex    lexer
	v      verdict
}

func (c *candidate) shift(n int) { c.start, c.read, c.end = c.start-n, c.read-n, c.end-n }

// candidate begins at a bracket of n bytes.
func (s *Scanner) candidate(n int) bool {
	s.cand = candidate{start: s.pos, read: s.pos}
	if s.span > 0 && !s.plain {
		s.mode = inSpan
		return true
	}
	s.pos += n
	s.mode = inJSON
	return true
}

// maxKey is the longest first key of a call, in bytes with its blanks.
const maxKey = 160

// viable looks at the beginning of a bracketed text: a call is an object whose
// first key is a name. It returns how much is text if it is no call.
func viable(b []byte) (int, found) {
	full := len(b) >= maxKey
	b = b[:min(len(b), maxKey)]
	wait := func(i int) (int, found) {
		if full {
			return i, no
		}
		return i, more
	}
	i, braces, depth := 0, 0, 0
	for i < len(b) && depth < maxDepth {
		c, n := utf8.DecodeRune(b[i:])
		if opens(c) == 0 && !blankRune(c) {
			break
		}
		if opens(c) != 0 {
			depth++
		}
		if opens(c) == '{' {
			braces++
		}
		i += n
	}
	if i == len(b) {
		return wait(i)
	}
	c := firstRune(b[i:])
	if c == '/' || c == '#' {
		return i, yes // a comment; rare enough to wait for the end
	}
	if braces == 0 || depth == maxDepth || !wordRune(c) && quoteOf(c) == "" {
		return i, no
	}
	at, st := firstKey(b, i, quoteOf(c))
	switch st {
	case more:
		return wait(i)
	case no:
		return i, no
	}
	return at, yes
}

// firstKey reads a key and looks for the colon.
func firstKey(b []byte, i int, closing string) (int, found) {
	if closing != "" {
		i += utf8.RuneLen(firstRune(b[i:]))
	}
	inside := true
	for i < len(b) {
		c, n := utf8.DecodeRune(b[i:])
		switch {
		case inside && closing != "" && strings.ContainsRune(closing, c):
			inside = false
		case inside && (closing != "" && c != '\n' && c != '\\' || closing == "" && wordRune(c)):
		case c == ':' || c == '：' || c == '=':
			return i, yes
		case !blankRune(c) || inside && closing != "":
			return i, no
		default:
			inside = false
		}
		i += n
	}
	return i, more
}

func firstRune(b []byte) rune {
	c, _ := utf8.DecodeRune(b)
	return c
}

// json reads a candidate up to its closing bracket.
func (s *Scanner) json() bool {
	c := &s.cand
	if !c.viable {
		n, st := viable(s.buf[c.start:])
		switch {
		case st == no:
			return s.notCall(c.start + max(n, 1))
		case st == more && s.final:
			return s.unfinished()
		case st == more:
			return false
		}
		c.viable = true
	}
	limit := min(len(s.buf), c.start+maxHeld)
	limit, end := s.untilClosing(limit)
	read, st := c.lex.run(s.buf[:limit], c.read)
	c.read = read
	switch {
	case st == lexDone:
		return s.complete(read)
	case st == lexDeep, limit == c.start+maxHeld:
		return s.tooMuch()
	case end || s.final:
		return s.unfinished()
	}
	return false
}

// untilClosing shortens limit to the fence's closing line, which ends every
// candidate in it, and reports whether it was found.
func (s *Scanner) untilClosing(limit int) (int, bool) {
	if !s.fence.open {
		return limit, false
	}
	for {
		at := bytes.IndexByte(s.buf[s.fence.line:limit], '\n')
		if at < 0 {
			return limit, false
		}
		next := s.fence.line + at + 1
		switch _, st := s.closing(next); st {
		case yes:
			return next, true
		case more:
			return next, false
		}
		s.fence.line = next
	}
}

// notCall shows a bracket that cannot begin a call.
func (s *Scanner) notCall(end int) bool {
	if s.fence.open {
		return s.onlyText(end)
	}
	s.mode, s.lead = inText, false
	s.show(end)
	return true
}

// complete judges a candidate whose brackets are balanced.
func (s *Scanner) complete(end int) bool {
	raw := s.buf[s.cand.start:end]
	n, used, how := readValue(raw)
	switch {
	case how <= closers && used < len(raw) && len(bytes.Trim(raw[used:], " \t\r\n}]")) > 0:
		end = s.cand.start + used // the brackets of the first value were forgotten
		fallthrough
	case how <= closers:
		return s.settle(s.judge.value(n, false, how == whole), end)
	case s.judge.callish(raw):
		return s.settle(verdict{hide: true, broken: 1, literal: elided.Match(raw)}, end)
	}
	return s.settle(verdict{}, end)
}

// unfinished judges a candidate that the output, or its fence, ended.
func (s *Scanner) unfinished() bool {
	end := len(s.buf)
	if s.fence.open {
		if at, found := s.untilClosing(end); found {
			end = at
		}
	}
	raw := s.buf[s.cand.start:end]
	n, used, how := readValue(raw)
	if how <= closers {
		return s.settle(s.judge.value(n, false, how == whole), s.cand.start+used)
	}
	if s.judge.callish(raw) || mayBegin(raw) && (s.lead || len(raw) > 1) {
		return s.settle(verdict{hide: true, broken: 1}, end)
	}
	s.retries++
	if line := bytes.IndexByte(raw, '\n'); line >= 0 && s.retries <= maxRetries {
		end = s.cand.start + line // what follows is read again
	}
	return s.notCall(end)
}

// tooMuch ends a candidate that is too long or too deep for a call.
func (s *Scanner) tooMuch() bool {
	if !s.judge.callish(s.buf[s.cand.start:max(s.cand.read, s.pos)]) {
		return s.notCall(max(s.cand.read, s.pos))
	}
	s.out.Broken++
	s.hide(max(s.cand.read, s.pos))
	s.mode = inDrop
	s.cand.lex.count, s.cand.lex.inTag = true, false
	return true
}

// drop leaves out the rest of such a call.
func (s *Scanner) drop() bool {
	end, st := s.cand.lex.run(s.buf, s.pos)
	done := st == lexDone
	s.hide(end)
	switch {
	case done && s.fence.open:
		s.fence.gone = true
		s.mode, s.fence.line = inFence, end
	case done:
		s.mode = inGlue
	case s.final:
		s.mode = inText
		return false
	}
	return done
}

// settle acts on a verdict that does not depend on what follows, and waits for
// the rest of the sentence where it does.
func (s *Scanner) settle(v verdict, end int) bool {
	if !v.hide {
		return s.literal(end, s.example)
	}
	if v.acts() && (v.literal || s.example || s.lines.cued() || s.lines.refused()) {
		return s.literal(end, true)
	}
	if s.fence.open || !v.acts() {
		return s.take(v, end)
	}
	s.cand.v, s.cand.end = v, end
	s.mode = inTail
	return true
}

// literal shows a candidate as the text it is.
func (s *Scanner) literal(end int, example bool) bool {
	s.lead = false
	if !s.fence.gone {
		s.fence.shown = s.fence.open
	}
	s.show(end)
	s.example = example
	s.mode = inText
	if s.fence.open {
		s.mode, s.fence.line = inFence, end
	}
	return true
}

// take hides a candidate and does what it says.
func (s *Scanner) take(v verdict, end int) bool {
	s.hide(end)
	s.accept(v)
	s.mode = inGlue
	if s.fence.open {
		s.fence.gone = s.fence.gone || !s.fence.shown
		s.mode, s.fence.line = inFence, end
	}
	return true
}

// tail looks at the rest of the sentence that a call stands in.
func (s *Scanner) tail() bool {
	rest, decided := restOfLine(s.buf[s.cand.end:], s.final)
	if !decided {
		return false
	}
	mark := quoting(s.lines.current())
	quoted := mark == "'" && strings.HasPrefix(rest, mark) || mark != "" && mark != "'" && strings.Contains(rest, mark)
	if quoted || refusals.MatchString(rest) || exampleAfter.MatchString(rest) {
		return s.literal(s.cand.end, true)
	}
	return s.take(s.cand.v, s.cand.end)
}

// glue drops what a call leaves behind it: closers too many, the comma before
// the next one, and the blank lines around it.
func (s *Scanner) glue() bool {
	for s.pos < len(s.buf) && (s.buf[s.pos] == '}' || s.buf[s.pos] == ']') {
		s.hide(s.pos + 1)
	}
	b := s.buf[:min(len(s.buf), s.pos+maxLead)]
	i := skipBlanks(b, s.pos)
	comma := i < len(b) && (b[i] == ',' || b[i] == ';')
	lines := i
	if comma {
		lines = i + 1
	}
	for lines < len(b) && (b[lines] == '\n' || skipBlanks(b, lines) > lines) {
		lines = max(skipBlanks(b, lines), lines+1)
	}
	if lines == len(b) && !s.final && lines-s.pos < maxLead {
		return false
	}
	s.mode, s.bol = inText, false
	if next := lines < len(b) && (b[lines] == '{' || b[lines] == '['); comma && next {
		s.hide(lines)
	} else if fresh := !s.shown || s.lead || strings.TrimSpace(s.lines.current()) == ""; !comma && fresh && lines > i {
		s.hide(lines)
		s.bol, s.lead = true, true
	} else if fresh {
		s.hide(i)
		s.bol, s.lead = true, true
	} else if strings.HasSuffix(s.lines.current(), " ") && !comma {
		s.hide(i) // one blank is enough where the call stood
	}
	return true
}

package toolcall

import (
	"bytes"
	"regexp"
	"strings"
)

// dialect is what opened a region in which calls stand.
type dialect byte

const (
	tagged dialect = iota // <tool_call> … </tool_call>
	named                 // <function=x> … </function>
	echoed                // <tool_result> … </tool_result>: what a tool said, not a call
	marked                // markers without a closer of their own: one value, then text again
)

// body is the inside of a call tag, or what follows another marker.
type body struct {
	dialect dialect
	start   int  // behind the opener, or at it if it names the tool
	lexing  bool // inside brackets
	value   bool // a bracketed value is complete
	xml     bool // parameters as elements
	sure    bool // the beginning fits a call
}

// tag looks at a '<'.
func (s *Scanner) tag() bool {
	t, st := matchTag(s.buf[s.pos:], s.final)
	switch {
	case st == more:
		return false
	case st == no && s.fence.open:
		return s.onlyText(s.pos + 1)
	case st == no:
		return s.pass(1)
	}
	if s.span > 0 && !s.plain {
		s.cand = candidate{start: s.pos}
		s.mode = inSpan
		return true
	}
	end := s.pos + t.size
	if t.shuts || t.kind == partTag {
		return s.loneTag(end)
	}
	s.body = body{start: end, sure: true}
	switch t.kind {
	case callTag:
		s.body.sure = false
	case funcTag:
		s.body.dialect, s.body.start = named, s.pos
	case echoTag:
		s.body.dialect = echoed
	}
	s.cand = candidate{start: s.pos}
	s.pos = end
	s.mode = inBody
	return true
}

// loneTag drops a tag that belongs to no region. In a fence it stands for the
// closing line.
func (s *Scanner) loneTag(end int) bool {
	if s.fence.open {
		if !s.fence.gone {
			return s.onlyText(end)
		}
		s.hide(end)
		s.mode, s.fence = inGlue, fence{}
		return true
	}
	if s.keep < s.pos {
		s.show(s.pos)
	}
	s.hide(end)
	return true
}

// bracket looks at a '[', which may begin a marker.
func (s *Scanner) bracket() bool {
	b := s.buf[s.pos:]
	for _, m := range [...]string{"[TOOL_CALLS]", "[TOOL_CALL]", "[/TOOL_CALLS]", "[/TOOL_CALL]"} {
		if s.final && len(b) >= len("[TOOL") && strings.HasPrefix(m, string(b)) {
			return s.loneTag(len(s.buf)) // cut: it was going to be one
		}
		switch literal(b, m, s.final) {
		case more:
			return false
		case yes:
			if m[1] == '/' {
				return s.loneTag(s.pos + len(m))
			}
			return s.marker(len(m))
		}
	}
	return s.candidate(1)
}

// flower looks at a "✿", which begins a marker of Qwen-Agent.
func (s *Scanner) flower() bool {
	b := s.buf[s.pos:]
	for _, m := range [...]string{"✿FUNCTION✿", "✿ARGS✿", "✿RESULT✿", "✿RETURN✿"} {
		if s.final && len(b) > len("✿F") && strings.HasPrefix(m, string(b)) {
			return s.loneTag(len(s.buf))
		}
		switch literal(b, m, s.final) {
		case more:
			return false
		case yes:
			if m == "✿FUNCTION✿" {
				return s.marker(len(m))
			}
			return s.loneTag(s.pos + len(m))
		}
	}
	return s.pass(len("✿"))
}

// marker enters the region behind a marker of n bytes.
func (s *Scanner) marker(n int) bool {
	if s.span > 0 && !s.plain {
		return s.pass(n)
	}
	s.cand = candidate{start: s.pos}
	s.pos += n
	s.body = body{dialect: marked, start: s.pos, sure: true}
	s.mode = inBody
	return true
}

var action = regexp.MustCompile(`^\*{0,2}Action:\*{0,2}[ \t]*([\w.]+)[ \t\r]*\n\s*\*{0,2}Action Input:\*{0,2}\s*\{`)

var actionCut = regexp.MustCompile(`^\*{0,2}Action:\*{0,2}[ \t]*([\w.]+)\s*[A-Za-z:* \t]{0,20}$`)

// react looks for "Action: x" and "Action Input: {" at the start of a line.
func (s *Scanner) react() found {
	b := s.buf[s.pos:min(len(s.buf), s.pos+maxTag)]
	stars := min(run(b, '*'), 2)
	if st := literal(b[stars:], "Action:", s.final); st != yes {
		return st
	}
	m := action.FindSubmatchIndex(b)
	if m == nil && s.final {
		if m = actionCut.FindSubmatchIndex(b); m != nil {
			m[1]++ // nothing follows: there is no brace to stop at
		}
	}
	switch {
	case m == nil && (s.final || len(b) == maxTag):
		return no
	case m == nil:
		return more
	}
	if _, known := s.judge.lookup(string(b[m[2]:m[3]])); !known {
		return no
	}
	s.marker(m[1] - 1)
	s.body.start = s.cand.start
	return yes
}

// tagBody reads a region up to its end. Nothing of it is shown, unless its
// beginning does not fit a call.
func (s *Scanner) tagBody() bool {
	y := &s.body
	for s.pos < len(s.buf) {
		if s.pos-s.keep > maxHeld {
			return s.tooMuch()
		}
		if y.lexing {
			if st := s.lexBody(); st != no {
				return st == yes
			}
			continue
		}
		c := s.buf[s.pos]
		if !y.sure && c > ' ' {
			switch s.fits() {
			case more:
				return false
			case no:
				return s.notCall(y.start)
			}
			y.sure = true
		}
		switch {
		case c == '<':
			if st := s.bodyTag(); st != no {
				return st == yes
			}
		case y.dialect == echoed || y.xml:
			s.pos++
		case opens(firstRune(s.buf[s.pos:])) != 0:
			y.lexing = true
			s.cand.lex = lexer{inTag: y.dialect != marked}
		case y.value && !bytes.ContainsRune([]byte(" \t\r\n,;}]`"), rune(c)), y.value && c == '`' && s.fence.open:
			return s.leave(s.pos, s.pos, true)
		default:
			s.pos++
		}
	}
	if !s.final {
		return false
	}
	return s.endBody()
}

// fits says whether what follows a call tag looks like a call: brackets, an
// element, a fence or a tool's name. Else the tag is only spoken of.
func (s *Scanner) fits() found {
	b := s.buf[s.pos:]
	switch c := firstRune(b); {
	case opens(c) != 0, c == '<', c == '`':
		return yes
	}
	n := 0
	for n < len(b) && n < maxKey && (wordRune(rune(b[n])) && b[n] < 0x80) {
		n++
	}
	if n == len(b) && !s.final {
		return more
	}
	if _, known := s.judge.lookup(string(b[:n])); known {
		return yes
	}
	return no
}

// lexBody reads on inside brackets: yes if the region was left, more if the
// text is at its end, no to go on.
func (s *Scanner) lexBody() found {
	y := &s.body
	limit, fenceEnds := s.untilClosing(len(s.buf))
	read, st := s.cand.lex.run(s.buf[:limit], s.pos)
	s.pos = read
	switch st {
	case lexDone:
		y.lexing, y.value = false, true
		if y.dialect == marked {
			s.leave(read, read, true)
			return yes
		}
	case lexDeep:
		s.cand.read = read
		s.tooMuch()
		return yes
	case lexTag:
		return s.bodyTag()
	case lexMore:
		if fenceEnds {
			s.leave(read, read, false)
			return yes
		}
		if s.final {
			s.endBody()
			return yes
		}
		return more
	}
	return no
}

// bodyTag looks at a '<' in a region, outside of strings; the answer is as in
// lexBody.
func (s *Scanner) bodyTag() found {
	y := &s.body
	t, st := matchTag(s.buf[s.pos:], s.final)
	switch st {
	case more:
		return more
	case no:
		s.pos++
		return no
	}
	next := s.pos + t.size
	ends := t.shuts && t.kind != partTag && t.kind != echoTag
	switch {
	case y.dialect == echoed:
		ends = t.shuts && t.kind == echoTag
	case y.xml && t.kind == funcTag:
		ends = t.shuts && y.dialect == named
	case t.kind == partTag:
		y.xml = y.xml || !t.shuts && !y.lexing
	case !t.shuts && t.kind == callTag && (y.value || y.lexing):
		ends, next = true, s.pos // the next call; this one's closer was forgotten
	}
	if ends {
		s.leave(s.pos, next, true)
		return yes
	}
	s.pos = next
	return no
}

// endBody ends a region at the end of the output. A string that never closed
// may have swallowed the closing tag.
func (s *Scanner) endBody() bool {
	y := &s.body
	inside := s.buf[y.start:]
	if y.dialect == echoed {
		if at := bytes.IndexAny(inside, "{["); at >= 0 {
			return s.leave(len(s.buf), len(s.buf), false)
		}
		if s.retries++; s.retries > maxRetries {
			return s.notCall(len(s.buf))
		}
		if !s.fence.open && strings.TrimSpace(s.lines.current()) == "" && alone.Match(inside) {
			if s.keep < s.cand.start {
				s.show(s.cand.start)
			}
			s.mode, s.lead = inText, false
			s.hide(y.start) // a frame around words of its own: they are the answer
			return true
		}
		return s.notCall(y.start) // the tag was only spoken of
	}
	if at := closerTag.FindIndex(inside); at != nil && s.retries < maxRetries {
		s.retries++
		return s.leave(y.start+at[0], y.start+at[1], true)
	}
	return s.leave(len(s.buf), len(s.buf), false)
}

// alone matches what stands behind a tag that has its line for itself.
var alone = regexp.MustCompile(`^[ \t\r]*\n`)

var closerTag = regexp.MustCompile(`(?i)</(?:tool_?calls?|function(?:_calls?)?)>`)

// leave judges a region that ends at end and goes on at next.
func (s *Scanner) leave(end, next int, complete bool) bool {
	var v verdict
	if s.body.dialect == echoed {
		v.hide = true
	} else {
		v = s.judge.body(s.buf[s.body.start:end], complete)
	}
	if v.acts() && (v.literal || s.example || s.lines.cued() || s.lines.refused()) {
		return s.literal(next, true)
	}
	return s.take(v, next)
}

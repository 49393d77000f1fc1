package toolcall

import (
	"bytes"
	"strings"
)

// fence is a code block.
type fence struct {
	open  bool
	mark  byte // '`' or '~'
	n     int  // length of the opening run
	calls bool // its language allows calls
	size  int  // bytes of the opening line that belong to the fence
	shown bool // the opening line was shown, so that the closing one is, too
	gone  bool // a call in it was hidden, and with it the opening line
	line  int  // a line start up to which no closing line was found
}

// maxInfo is the longest opening line that is taken for a fence, in bytes.
const maxInfo = 100

// matchFence looks at a run of three or more ticks or tildes. atStart says
// that nothing but blanks and a list marker stands before it on its line;
// elsewhere only a language, or a call on the next line, makes it a fence.
func matchFence(b []byte, atStart, final bool) (fence, found) {
	f := fence{open: true, mark: b[0], n: run(b, b[0])}
	rest := b[f.n:]
	end := bytes.IndexByte(rest, '\n')
	if at := bytes.IndexAny(rest, "{[<`"); at >= 0 && (end < 0 || at < end) {
		// A call on the opening line, or inline code of three ticks.
		info := strings.TrimSpace(string(rest[:at]))
		if f.calls = language(info); !f.calls || rest[at] == '`' || !atStart && info == "" {
			return f, no
		}
		f.size = f.n + at
		return f, yes
	}
	if end < 0 && len(rest) < maxInfo && !final {
		return f, more
	}
	if end < 0 && !(final && len(rest) < maxInfo) || end >= maxInfo {
		return f, no
	}
	if end < 0 {
		end = len(rest) - 1
	}
	info := strings.TrimSpace(string(rest[:end+1]))
	word, _, several := strings.Cut(info, " ")
	f.calls = language(word)
	f.size = f.n + end + 1
	if atStart {
		return f, yes
	}
	if info != "" {
		if several {
			return f, no
		}
		return f, yes
	}
	next := skipGap(b, f.size)
	if next == len(b) && !final {
		return f, more
	}
	if next < len(b) && (b[next] == '{' || b[next] == '[' || b[next] == '<') {
		return f, yes
	}
	return f, no
}

// language says whether a fence of this language may hold calls.
func language(info string) bool {
	switch strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(info)) {
	case "", "json", "tool", "toolcall", "toolcalls":
		return true
	}
	return false
}

// skipGap skips blanks, newlines and commas between the values of a fence.
func skipGap(b []byte, i int) int {
	for {
		j := skipBlanks(b, i)
		if j < len(b) && (b[j] == '\n' || b[j] == ',') {
			j++
		}
		if j == i {
			return i
		}
		i = j
	}
}

// openFence enters a fence. What may hold calls is not shown before it is
// known whether it does.
func (s *Scanner) openFence(f fence) bool {
	s.fence, s.lead = f, false
	if !f.calls {
		s.fence.shown = true
		s.show(s.pos + f.size)
		s.mode, s.bol = inCode, true
		return true
	}
	s.pos += f.size
	s.fence.line = s.pos
	s.mode = inFence
	return true
}

// code shows a fence's content up to its closing line.
func (s *Scanner) code() bool {
	if s.bol {
		end, st := s.closing(s.pos)
		switch st {
		case more:
			return false
		case yes:
			s.closeFence(end)
			return true
		}
		s.bol = false
	}
	end := bytes.IndexByte(s.buf[s.pos:], '\n')
	if end < 0 {
		s.show(len(s.buf))
		if s.final {
			s.mode = inText
		}
		return false
	}
	s.show(s.pos + end + 1)
	s.bol = true
	return true
}

// closing looks for the fence's closing line at i, and returns its end.
func (s *Scanner) closing(i int) (int, found) {
	b := s.buf[:min(len(s.buf), i+maxInfo)]
	j := skipBlanks(b, i)
	n := run(b[j:], s.fence.mark)
	end := skipBlanks(b, j+n)
	switch {
	case end < len(b):
		if n >= s.fence.n && b[end] == '\n' {
			return end + 1, yes
		}
		return 0, no
	case len(b) == i+maxInfo:
		return 0, no
	case s.final:
		if n >= s.fence.n {
			return end, yes
		}
		return 0, no
	}
	return 0, more
}

// closeFence leaves the fence, whose closing line ends at end.
func (s *Scanner) closeFence(end int) {
	newline := end > 0 && s.buf[end-1] == '\n'
	example := s.example
	if s.fence.gone && !s.fence.shown {
		if newline && strings.TrimSpace(s.lines.current()) != "" {
			end-- // the fence began behind text: that line still has to end
			newline = false
		}
		s.hide(end)
	} else {
		s.show(end)
	}
	s.example = example
	s.mode, s.fence = inText, fence{}
	s.bol, s.lead, s.span, s.plain = newline, newline, 0, false
}

// fenced reads what stands between the values of a fence that may hold calls.
func (s *Scanner) fenced() bool {
	s.pos = skipGap(s.buf, s.pos)
	if s.pos == len(s.buf) && !s.final {
		if s.pos-s.keep > maxHeld {
			return s.onlyText(s.pos)
		}
		return false
	}
	if s.pos == len(s.buf) { // the output ends in a fence that is still empty
		if s.fence.shown {
			s.show(s.pos)
		} else {
			s.hide(s.pos)
		}
		s.mode, s.fence = inText, fence{}
		return true
	}
	b := s.buf[s.pos:]
	switch b[0] {
	case '{', '[':
		return s.candidate(1)
	case '<':
		return s.tag()
	case s.fence.mark:
		return s.fenceEnd()
	}
	if opens(firstRune(b)) != 0 {
		return s.candidate(len("｛"))
	}
	return s.onlyText(s.pos)
}

// fenceEnd takes the closing run, which after a value needs no line of its own.
func (s *Scanner) fenceEnd() bool {
	b := s.buf[s.pos:]
	n := run(b, s.fence.mark)
	end := skipBlanks(b, n)
	if end == len(b) && !s.final {
		if end > maxInfo {
			return s.onlyText(s.pos + n)
		}
		return false
	}
	if n < s.fence.n {
		return s.onlyText(s.pos + n)
	}
	if end < len(b) && b[end] == '\n' {
		end++
	}
	s.closeFence(s.pos + end)
	return true
}

// onlyText says that the rest of the fence is text.
func (s *Scanner) onlyText(end int) bool {
	if !s.fence.gone {
		s.fence.shown = true
	}
	s.show(end)
	s.mode, s.bol = inCode, false
	return true
}

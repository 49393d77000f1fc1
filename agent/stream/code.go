package stream

import "bytes"

// lines is what is known of the current line of the visible text.
type lines struct {
	line    lineState
	quoted  bool // a '>' stands at its head
	tildes  int
	headRun bool // the backtick run being read began at its head
}

// lineState says where in its line the scanner stands. Only a run at the head
// of a line, behind quote and list markers, can be a fence. Tags do not count:
// the head is that of the line as a reader sees it.
type lineState uint8

const (
	lineHead lineState = iota
	lineMarker
	lineDigits
	lineTildes
	lineMiddle
)

// lineStart reads a byte before the middle of a line.
func (f *Filter) lineStart() bool {
	c := f.d[f.at]
	switch {
	case f.line == lineHead:
		return f.headByte(c)
	case f.line == lineMarker && isBlank(c) && c != '\n':
		f.line = lineHead
	case f.line == lineDigits && (c == '.' || c == ')'):
		f.line = lineMarker
	case f.line == lineDigits && '0' <= c && c <= '9':
	case f.line == lineTildes && c == '~':
		f.tildes++
	default:
		if f.line == lineTildes && f.tildes >= 3 {
			f.fence = fence{size: f.tildes, mark: '~', quoted: f.quoted, state: fenceMiddle}
		}
		f.line = lineMiddle
		return true // the byte is read as what follows
	}
	f.at++
	return true
}

func (f *Filter) headByte(c byte) bool {
	switch {
	case c == '\n':
		f.lines = lines{}
	case isBlank(c):
	case c == '>':
		f.quoted = true
	case c == '-' || c == '*' || c == '+':
		f.line = lineMarker
	case '0' <= c && c <= '9':
		f.line = lineDigits
	case c == '~':
		f.line, f.tildes = lineTildes, 1
	case c == '`':
		f.line, f.headRun = lineMiddle, true
		return true
	case stops[c]&stopThought != 0:
		return f.mark()
	default:
		f.line = lineMiddle
		return true
	}
	f.at++
	return true
}

// fence is an open fenced code block. Its tags are text until a run of the same
// byte, at least as long, stands alone on a line; without one, to the end.
type fence struct {
	size   int // length of the opening run, 0 for no fence
	mark   byte
	quoted bool // it stands in a block quote and ends with it
	marked bool // the current line has a '>' at its head
	run    int
	state  fenceState
}

type fenceState uint8

const (
	fenceHead fenceState = iota
	fenceRun
	fenceClosing
	fenceMiddle
)

func (f *Filter) inFence() {
	c := f.d[f.at]
	b := &f.fence
	switch {
	case c == '\n':
		f.fenceNewline()
		return
	case b.state == fenceMiddle:
		n := bytes.IndexByte(f.d[f.at:], '\n')
		if n < 0 {
			n = len(f.d) - f.at
		}
		f.at += n
		return
	case b.state == fenceHead && c == '>' && b.quoted:
		b.marked = true
	case b.state == fenceHead && !isBlank(c) && b.quoted && !b.marked:
		*b = fence{} // the block quote has ended
		return
	case c == b.mark && b.state <= fenceRun:
		b.state = fenceRun
		b.run++
	case isBlank(c) && (b.state == fenceHead || b.state == fenceClosing):
	case isBlank(c) && b.state == fenceRun && b.run >= b.size:
		b.state = fenceClosing
	default:
		b.state = fenceMiddle
	}
	f.at++
}

func (f *Filter) fenceNewline() {
	b := &f.fence
	closed := b.state == fenceClosing || b.state == fenceRun && b.run >= b.size
	left := b.quoted && b.state == fenceHead && !b.marked
	if closed || left {
		*b = fence{}
	} else {
		*b = fence{size: b.size, mark: b.mark, quoted: b.quoted}
	}
	f.lines = lines{}
	f.at++
}

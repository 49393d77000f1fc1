package stream

import "bytes"

// maxQuote bounds, in bytes, how much of an inline code span is held back from
// the first tag in it. Beyond it the backtick was no code: this keeps both the
// delay and the cost of reading it a second time bounded.
const maxQuote = 4096

// stops marks the bytes at which plain text may end, one bit per kind of text.
const (
	stopText    = 1 << iota // visible text, and inline code
	stopThought             // thought outside inline code
	stopString              // string of a JSON object
)

var stops = func() (t [256]uint8) {
	for _, c := range []byte("<[\xe2") {
		t[c] = stopText | stopThought | stopString
	}
	t['`'] = stopText | stopThought
	t['\n'] = stopText | stopString
	t['{'] = stopText
	t['"'], t['\\'] = stopString, stopString
	return t
}()

// quote is a region whose tags are text if it ends on its line: inline code or
// a string of a JSON object.
type quote struct {
	run       int  // length so far of the backtick run being read
	span      int  // length of the run that opened inline code, or 0
	inside    int  // position in the stream where the inline code begins
	padded    bool // it begins with a blank
	fenceLine bool // the run stands at a line head: the line end makes it a fence
	json      jsonState
	nest      int // open braces and brackets of the JSON object
	escaped   bool
}

// scanner reads the bytes of d; d[start:at] is text that was not handed out yet.
type scanner struct {
	d         []byte
	start, at int
	hold      int  // where the first tag in the open quote stands, or -1
	offset    int  // bytes of the stream before d
	end       bool // no more bytes will come

	quote
	fence fence
	lines
	// glued is the length of a backtick run that stood at the end of a line
	// but not at its head: "like this: ```py". The run that ends such code
	// must not pass for the start of a fence that would protect what follows.
	glued int
}

// freshLine forgets code and line: what follows is the start of a text.
func (s *scanner) freshLine() {
	s.quote, s.fence, s.lines, s.glued = quote{}, fence{}, lines{}, 0
}

// scan reads d, hands out what is decided and returns how many bytes that was.
// The caller passes the rest again, in front of the bytes that follow it.
func (f *Filter) scan(d []byte, end bool) int {
	f.d, f.start, f.end = d, 0, end
	f.at, f.look = f.look, 0
	for {
		for f.at < len(d) && f.step() {
		}
		if !end || !f.settle() {
			break
		}
	}
	keep := f.at
	if f.hold >= 0 {
		keep, f.look, f.hold = f.hold, f.at-f.hold, 0
	}
	f.flush(keep)
	f.d = nil
	f.offset += keep
	return keep
}

// flush hands out the text before to.
func (f *Filter) flush(to int) {
	b := f.d[f.start:to]
	f.start = to
	switch {
	case len(b) == 0:
	case f.depth > 0:
		f.thought(b)
	default:
		f.show(b)
	}
}

// step reads on from f.at. It answers false if it needs bytes not there yet.
func (f *Filter) step() bool {
	switch {
	case f.depth > 0:
		return f.text()
	case f.fence.size > 0:
		f.inFence()
		return true
	case f.json != jsonOff:
		return f.inJSON()
	case f.line != lineMiddle:
		return f.lineStart()
	}
	return f.text()
}

// text reads thought, or visible text behind the head of its line.
func (f *Filter) text() bool {
	limit := len(f.d)
	if f.hold >= 0 {
		if f.at >= f.hold+maxQuote {
			f.void()
			return true
		}
		limit = min(limit, f.hold+maxQuote)
	}
	if f.run > 0 && f.d[f.at] != '`' {
		f.endRun()
		return true
	}
	mask := uint8(stopText)
	if f.depth > 0 && f.span == 0 {
		mask = stopThought
	}
	f.at = skip(f.d[:limit], f.at, mask)
	if f.at == limit {
		return true
	}
	switch f.d[f.at] {
	case '`':
		for f.at < limit && f.d[f.at] == '`' {
			f.at++
			f.run++
		}
	case '\n':
		f.newline()
	case '{':
		if f.depth == 0 && f.span == 0 {
			f.json, f.nest = jsonOpen, 1
		}
		f.at++
	default:
		return f.mark()
	}
	return true
}

// skip returns the first position from i whose byte is a stop, or len(d).
func skip(d []byte, i int, mask uint8) int {
	for i < len(d) && stops[d[i]]&mask == 0 {
		i++
	}
	return i
}

// mark reads a byte that may start a tag.
func (f *Filter) mark() bool {
	if f.hold >= 0 {
		f.at++
		return true
	}
	t := matchTag(f.names, f.d[f.at:])
	quoted := f.span > 0 || f.json == jsonString
	switch {
	case quoted && t.bounded:
		// Text if the quote is closed. The rest of the tag is not looked
		// at: it may be what closes the quote.
		f.hold = f.at
	case t.kind >= opener:
		f.flush(f.at)
		raw := f.d[f.at : f.at+t.size]
		f.at += t.size
		f.start = f.at
		f.apply(t.kind, raw)
		return true
	case t.kind != noTag && !f.end:
		return false
	case t.kind == partialTag && !quoted, t.kind == partialName && f.depth > 0 && !f.closed:
		// The stream was cut inside a tag: nobody wants to read its half.
		f.flush(f.at)
		f.at, f.start = len(f.d), len(f.d)
		return true
	}
	if f.depth == 0 {
		f.line = lineMiddle
	}
	f.at++
	return true
}

// endRun decides what the backtick run before f.at does.
func (f *Filter) endRun() {
	blank := f.at == len(f.d) || isBlank(f.d[f.at])
	switch {
	case f.headRun && f.glued > 0 && f.run >= f.glued && blank:
		f.glued = 0
	case f.span == 0:
		f.span, f.fenceLine = f.run, f.headRun && f.run >= 3
		f.inside = f.offset + f.at
		f.padded = blank
	case f.span != f.run:
		f.fenceLine = false
	case f.stray():
		f.void()
	default:
		f.span, f.fenceLine, f.hold = 0, false, -1
	}
	f.run, f.headRun = 0, false
}

// stray reports that two single backticks around a tag are no code but two of
// something else, as in "don`t</think>Use `ls`": code in single backticks does
// not begin or end with a blank, unless it is nothing but tags.
func (f *Filter) stray() bool {
	if f.hold < 0 || f.span != 1 {
		return false
	}
	held := f.d[f.hold : f.at-1]
	text := bytes.TrimRight(held, " \t")
	if !f.padded && len(text) == len(held) {
		return false
	}
	only := f.offset+f.hold == f.inside+1 && f.padded && text[len(text)-1] == '>'
	return !only
}

// newline ends inline code: it is not closed on its line, so it was none.
func (f *Filter) newline() {
	if f.depth == 0 && f.span >= 3 && !f.fenceLine {
		f.glued = f.span
	}
	switch {
	case f.fenceLine:
		f.fence = fence{size: f.span, mark: '`', quoted: f.quoted}
		f.hold, f.glued = -1, 0
	case f.hold >= 0:
		f.void()
		return
	}
	f.span, f.fenceLine = 0, false
	f.at++
	if f.depth == 0 {
		f.lines = lines{}
	}
}

// void decides that the open quote is none. If a tag was met in it, reading
// starts again there.
func (f *Filter) void() {
	f.quote = quote{}
	if f.hold >= 0 {
		f.at, f.hold = f.hold, -1
	}
}

// settle decides what is open at the end of the stream. It answers true if
// there is more to read.
func (f *Filter) settle() bool {
	if f.run > 0 {
		f.endRun()
	}
	switch {
	case f.hold < 0:
	case f.fenceLine:
		f.hold = -1
	default:
		f.void()
	}
	return f.at < len(f.d)
}

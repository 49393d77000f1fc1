package toolcall

import (
	"bytes"

	"github.com/kokoron/kokoron/agent/tool"
	unitext "github.com/kokoron/kokoron/internal/text"
)

// Options configure a Scanner.
type Options struct {
	Tools []tool.Spec // what may be called
	// Examples are the example calls of the prompt: a small model copies them,
	// and a copy is refused. Examples() lists those of the built-in texts.
	Examples []tool.Call
}

// Out is what one Write or Close made known.
type Out struct {
	Visible []byte      // text that is shown; valid until the next call, and no longer than the chunk
	Calls   []tool.Call // complete calls of registered tools, in order, arguments not validated
	Unknown []string    // names of tools that were called and do not exist
	Broken  int         // calls that were hidden and not run: cut, unreadable, or copied from the prompt
}

// maxHeld is the most that is held back for one call, in bytes.
const maxHeld = 256 << 10

// maxRetries bounds how often text that looked like a call up to the end of
// the stream is read again, so that time stays linear.
const maxRetries = 64

// mode is the region that the scanner is in.
type mode byte

const (
	inText  mode = iota
	inQuote      // a line that begins with '>'
	inSpan       // inline code that may hold a call
	inCode       // a fence whose content is only text
	inFence      // between the values of a fence that may hold calls
	inJSON       // a candidate that begins with a bracket
	inTail       // behind a candidate that is a call unless its sentence says otherwise
	inGlue       // behind a call: stray closers and commas
	inBody       // inside a call tag
	inDrop       // inside a call that is too long or too deep
)

// Scanner finds the calls in one output. Write it every piece of visible text,
// then Close.
type Scanner struct {
	judge *judge

	carry []byte // an unfinished rune
	buf   []byte // what is not decided yet: shown up to keep, read up to pos
	keep  int
	pos   int

	mode  mode
	final bool
	lines lines
	bol   bool // at the beginning of a line
	lead  bool // only blanks and a list marker stand before pos on this line
	shown bool // some text was shown that is not blank
	span  int  // ticks of the open inline code
	plain bool // this line's ticks turned out to be no code

	fence fence
	cand  candidate
	body  body

	example bool // the last candidate was an example; the next one beside it is, too
	seen    map[string]bool
	retries int

	out      Out
	from, to int // part of buf that is shown by this call
	spill    []byte
}

// New returns a Scanner for one output.
func New(o Options) *Scanner {
	s := &Scanner{judge: newJudge(o)}
	s.Reset()
	return s
}

// Reset forgets the output and prepares for another one.
func (s *Scanner) Reset() {
	*s = Scanner{judge: s.judge, carry: s.carry[:0], buf: s.buf[:0], spill: s.spill[:0], bol: true, lead: true}
}

// Write takes the next piece of visible text, cut anywhere.
func (s *Scanner) Write(chunk []byte) Out {
	if s.mode == inText && !s.bol && s.keep == len(s.buf) && len(s.carry) == 0 && harmless(chunk) {
		s.lead = false
		s.track(chunk)
		return Out{Visible: chunk}
	}
	s.begin()
	s.buf = append(append(s.buf, s.carry...), chunk...)
	whole := len(s.buf) - unitext.Unfinished(s.buf)
	s.carry = append(s.carry[:0], s.buf[whole:]...)
	s.buf = s.buf[:whole]
	for s.step() {
	}
	return s.end()
}

// harmless reports that a chunk is nothing but text, up to a whole rune. Most
// of what a model writes is.
func harmless(chunk []byte) bool {
	for _, c := range chunk {
		if special[c] {
			return false
		}
	}
	return len(chunk) > 0 && unitext.Unfinished(chunk) == 0
}

// Close ends the output. After it only Reset may be called.
func (s *Scanner) Close() Out {
	s.begin()
	s.buf = append(s.buf, s.carry...)
	s.final = true
	for s.step() {
	}
	return s.end()
}

// begin drops what was decided in earlier calls.
func (s *Scanner) begin() {
	if n := s.keep; n == len(s.buf) && s.mode == inText {
		s.buf, s.keep, s.pos = s.buf[:0], 0, 0
	} else if n > 0 {
		s.buf = s.buf[:copy(s.buf, s.buf[n:])]
		s.pos -= n
		s.keep = 0
		s.cand.shift(n)
		s.body.start -= n
		s.fence.line -= n
	}
	s.from, s.to = 0, 0
	s.spill = s.spill[:0]
	s.out = Out{}
}

// end collects what is shown.
func (s *Scanner) end() Out {
	if len(s.spill) > 0 {
		s.spill = append(s.spill, s.buf[s.from:s.to]...)
		s.out.Visible = s.spill
	} else {
		s.out.Visible = s.buf[s.from:s.to]
	}
	return s.out
}

// step goes on in the current region and reports whether it got anywhere.
func (s *Scanner) step() bool {
	switch s.mode {
	case inText:
		return s.text()
	case inQuote:
		return s.quoteLine()
	case inSpan:
		return s.inline()
	case inCode:
		return s.code()
	case inFence:
		return s.fenced()
	case inJSON:
		return s.json()
	case inTail:
		return s.tail()
	case inGlue:
		return s.glue()
	case inBody:
		return s.tagBody()
	default:
		return s.drop()
	}
}

// show gives out the text up to end and goes on there.
func (s *Scanner) show(end int) {
	p := s.buf[s.keep:end]
	if len(p) > 0 {
		if s.to != s.keep {
			s.spill = append(s.spill, s.buf[s.from:s.to]...)
			s.from = s.keep
		}
		s.to = end
		s.track(p)
	}
	s.keep, s.pos = end, end
}

// say gives out text that does not stand in the output.
func (s *Scanner) say(text string) {
	s.spill = append(s.spill, s.buf[s.from:s.to]...)
	s.from, s.to = s.keep, s.keep
	s.spill = append(s.spill, text...)
	s.track([]byte(text))
}

// track keeps the lines up to date.
func (s *Scanner) track(p []byte) {
	if !s.shown || s.example {
		for _, c := range p {
			if c > ' ' {
				s.shown, s.example = true, false
				break
			}
		}
	}
	for {
		at := bytes.IndexByte(p, '\n')
		if at < 0 {
			s.lines.add(p)
			return
		}
		s.lines.add(p[:at])
		s.lines.newline()
		p = p[at+1:]
	}
}

// hide drops the text up to end and goes on there.
func (s *Scanner) hide(end int) { s.keep, s.pos = end, end }

// accept takes over a verdict. The same call twice in one output is one wish.
func (s *Scanner) accept(v verdict) {
	for _, c := range v.calls {
		key := Canonical(c)
		if s.seen[key] {
			continue
		}
		if s.seen == nil {
			s.seen = map[string]bool{}
		}
		s.seen[key] = true
		s.out.Calls = append(s.out.Calls, c)
	}
	s.out.Unknown = append(s.out.Unknown, v.unknown...)
	s.out.Broken += v.broken
	if v.show != "" {
		s.say(v.show)
	}
}

// Canonical identifies a call: two calls with the same tool and equal
// arguments, whatever the order of their keys, have the same text.
func Canonical(c tool.Call) string {
	n, used, err := readStrict(c.Args)
	if err != nil || used == 0 {
		return c.Name + " " + string(c.Args)
	}
	return c.Name + " " + string(n.raw(true))
}

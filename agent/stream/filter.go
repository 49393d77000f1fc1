package stream

import (
	"bytes"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// Mode says what is known about the start of the output.
type Mode uint8

const (
	// Auto: the output starts as visible text unless it opens a block.
	Auto Mode = iota
	// Prefilled: the prompt already opened the block; the output starts inside
	// the thought. One repeated opening tag at the very start is swallowed.
	Prefilled
	// Held: nobody knows which of the two it is, so nothing is visible until
	// the first closing tag or the end of the stream has decided.
	Held
)

// Options configure a Filter. The zero value is ready to use.
type Options struct {
	Mode Mode
	// Names replaces the default element names (think, thinking, thought,
	// reasoning, their antml: and mm: forms and a few more). ASCII letters
	// must be in lower case; they match either case.
	Names []string
}

// Out is what one call made known. Its slices are whole runes and belong to the
// Filter: they are valid until its next call. Apply the fields in this order:
// Retracted, Thought, Visible.
type Out struct {
	// Visible is the next part of the reply.
	Visible []byte
	// Thought is the next part of the thought, for the trace of the owner.
	Thought []byte
	// Retracted says that all visible text of earlier calls was a thought
	// whose opening tag was never printed: move it to the thought, take back
	// what was shown and whatever was derived from it, such as tool calls.
	Retracted bool
}

// Filter is the streaming filter. Call Write for every chunk and Close once at
// the end; Reset makes it ready for the next stream and keeps its buffers.
type Filter struct {
	names []string

	// Input: an unfinished rune, and bytes that are not decided yet.
	carry  []byte
	joined []byte
	begun  bool
	held   []byte
	look   int // bytes of held that need not be looked at again

	scanner
	output
	block

	tail []byte // see block.closed
}

// block is the state of the thought.
type block struct {
	depth  int  // 0 is visible text
	opened bool // an opening tag was seen, here or in the prompt
	lone   bool // a closing tag came before any opening tag
	// closed says that this block has seen a closing tag but is not balanced.
	// What follows the last one waits in Filter.tail: if the block never
	// balances, it was the reply (a thought that mentions "<think>").
	closed  bool
	swallow bool // the next opening tag repeats the one in the prompt
	last    bool // the tail is being read again: it is not held a second time
}

// New returns a Filter for one stream.
func New(o Options) *Filter {
	f := &Filter{names: o.Names}
	if f.names == nil {
		f.names = defaultNames
	}
	f.Reset(o.Mode)
	return f
}

// Reset forgets the stream and prepares for another one in the given mode.
func (f *Filter) Reset(m Mode) {
	f.carry, f.held, f.tail = f.carry[:0], f.held[:0], f.tail[:0]
	f.begun, f.look = false, 0
	f.scanner = scanner{hold: -1}
	f.output.reset()
	f.gated = m == Held
	f.block = block{}
	if m == Prefilled {
		f.block = block{depth: 1, opened: true, swallow: true}
	}
}

// Write takes the next bytes of the stream, cut anywhere, even inside a rune.
// Bytes that are not UTF-8 are dropped. The chunk is not kept.
func (f *Filter) Write(chunk []byte) Out {
	f.output.next()
	if len(f.carry) > 0 {
		f.joined = append(append(f.joined[:0], f.carry...), chunk...)
		chunk = f.joined
	}
	n := len(chunk) - text.Unfinished(chunk)
	f.carry = append(f.carry[:0], chunk[n:]...)
	f.sanitise(chunk[:n])
	return f.output.out()
}

// WriteString is Write for a string; it allocates nothing either.
func (f *Filter) WriteString(chunk string) Out {
	f.joined = append(append(f.joined[:0], f.carry...), chunk...)
	f.carry = f.carry[:0]
	return f.Write(f.joined)
}

// Close ends the stream and returns what was still held back. An unclosed
// thought stays hidden; so do an unfinished tag whose name is complete and an
// unfinished rune. After Close only Reset and the queries may be called.
func (f *Filter) Close() Out {
	f.output.next()
	f.feed(nil, true)
	if f.depth > 0 && f.closed {
		f.depth, f.closed, f.last = 0, false, true
		f.quote = quote{}
		f.gap()
		tail := f.tail
		f.tail = f.tail[:0] // nothing is added to it while it is read again
		f.feed(tail, true)
	}
	f.gated = false
	return f.output.out()
}

// Empty reports that no visible text but blanks has come out: an empty or
// all-thought output, which the caller retries and never fills with the thought.
func (f *Filter) Empty() bool { return !f.shown }

// LoneCloser reports that a closing tag came before any opening tag, which shows
// that the template of this model opens the block in the prompt: the next
// request of this model should use Prefilled.
func (f *Filter) LoneCloser() bool { return f.lone }

// Split filters a whole text at once.
func Split(text string, o Options) (visible, thought string) {
	f := New(o)
	a := f.Write([]byte(text))
	visible, thought = string(a.Visible), string(a.Thought)
	b := f.Close()
	if b.Retracted {
		visible, thought = "", thought+visible
	}
	return visible + string(b.Visible), thought + string(b.Thought)
}

// sanitise feeds the valid parts of b to the scanner. Invalid bytes go before
// tags are looked for: dropping them later could join the halves of a tag.
func (f *Filter) sanitise(b []byte) {
	if len(b) > 0 && !f.begun {
		f.begun = true
		b = bytes.TrimPrefix(b, []byte("\ufeff"))
	}
	if utf8.Valid(b) {
		f.feed(b, false)
		return
	}
	start := 0
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			f.feed(b[start:i], false)
			start = i + 1
		}
		i += size
	}
	f.feed(b[start:], false)
}

// feed scans what is held together with b and holds what is still undecided.
func (f *Filter) feed(b []byte, end bool) {
	d := b
	if len(f.held) > 0 {
		f.held = append(f.held, b...)
		d = f.held
	}
	if len(d) == 0 && !end {
		return
	}
	n := f.scan(d, end)
	// Nothing decided: held is d already, and copying it onto itself for
	// every chunk would make a long hold quadratic.
	if n > 0 || len(f.held) == 0 {
		f.held = append(f.held[:0], d[n:]...)
	}
}

// apply changes the state at a whole tag; raw is its text.
func (f *Filter) apply(k kind, raw []byte) {
	if f.depth == 0 {
		f.applyVisible(k)
		return
	}
	switch {
	case k == closer && f.depth == 1:
		f.depth, f.closed, f.gated = 0, false, false
		f.flushTail()
		f.gap()
	case k == closer:
		f.depth--
		f.flushTail()
		f.think(raw)
		f.closed = !f.last
	case k == opener && f.swallow:
		f.swallow = false
	case k == opener:
		f.depth++
		f.thought(raw)
	default:
		f.thought(raw)
	}
}

func (f *Filter) applyVisible(k kind) {
	switch {
	case k == opener:
		f.depth, f.opened = 1, true
		f.divide = f.pondered
	case k == closer && !f.opened:
		// Everything so far was a thought. Should another lone closer
		// follow, the text between them was one too.
		f.lone, f.gated = true, false
		f.retract()
		f.scanner.freshLine()
	}
	f.gap()
}

// thought takes text inside a block.
func (f *Filter) thought(b []byte) {
	if f.swallow && len(bytes.TrimLeft(b, " \t\r\n")) > 0 {
		f.swallow = false
	}
	if f.closed {
		f.tail = append(f.tail, b...)
		return
	}
	f.think(b)
}

// flushTail decides that the text since the last closing tag is a thought.
func (f *Filter) flushTail() {
	f.think(f.tail)
	f.tail = f.tail[:0]
}

package stream

import "bytes"

// eat says which blanks in front of the next visible text are dropped.
type eat uint8

const (
	eatNothing eat = iota
	// keepLead holds the blanks at the start of the stream: they belong to
	// the reply if a letter follows and to nobody if a tag does.
	keepLead
	// eatAll drops blanks: nothing visible stands before them.
	eatAll
	// eatLines drops blank lines after a block that stood on its own lines,
	// but keeps the indentation of the line that follows.
	eatLines
	// eatSpaces drops blanks of the same line after "word <think>…</think> word".
	eatSpaces
)

// output collects what one call makes known.
type output struct {
	visible, private []byte
	lead             []byte // blanks held by keepLead and eatLines
	eat              eat
	final            byte // last visible byte
	shown            bool // visible text came out since the start or the last retraction
	sent             bool // some of it was returned by an earlier call
	retracted        bool
	gated            bool // Held: keep visible text until the mode is known
	pondered         bool // some thought text is known
	divide           bool // a blank line separates the next thought from the last one
}

func (o *output) reset() {
	*o = output{visible: o.visible[:0], private: o.private[:0], lead: o.lead[:0], eat: keepLead}
}

// next starts a call.
func (o *output) next() {
	o.private, o.retracted = o.private[:0], false
	if !o.gated {
		o.sent = o.shown
		o.visible = o.visible[:0]
	}
}

func (o *output) out() Out {
	if o.gated {
		return Out{Thought: o.private}
	}
	return Out{Visible: o.visible, Thought: o.private, Retracted: o.retracted}
}

// show takes visible text.
func (o *output) show(b []byte) {
	if o.eat != eatNothing {
		if b = o.strip(b); len(b) == 0 {
			return
		}
	}
	if len(b) > 0 {
		o.visible = append(o.visible, b...)
		o.final, o.shown = b[len(b)-1], true
	}
}

// strip applies eat to the front of b and returns what is to be shown after the
// blanks it has shown itself.
func (o *output) strip(b []byte) []byte {
	blanks := " \t\r\n"
	if o.eat == eatSpaces {
		blanks = " \t"
	}
	rest := bytes.TrimLeft(b, blanks)
	front := b[:len(b)-len(rest)]
	switch o.eat {
	case keepLead:
		o.lead = append(o.lead, front...)
	case eatLines:
		if i := bytes.LastIndexByte(front, '\n'); i >= 0 {
			o.lead, front = o.lead[:0], front[i+1:]
		}
		o.lead = append(o.lead, front...)
	}
	if len(rest) > 0 {
		o.visible = append(o.visible, o.lead...)
		o.lead, o.eat = o.lead[:0], eatNothing
	}
	return rest
}

// gap is called where a tag vanished from the visible text.
func (o *output) gap() {
	switch {
	case !o.shown:
		o.eat = eatAll
	case o.eat != eatNothing:
		return // still at the gap before
	case o.final == '\n':
		o.eat = eatLines
	case o.final == ' ' || o.final == '\t':
		o.eat = eatSpaces
	}
	o.lead = o.lead[:0]
}

// think takes thought text.
func (o *output) think(b []byte) {
	if len(b) == 0 {
		return
	}
	if o.divide {
		o.private = append(o.private, "\n\n"...)
		o.divide = false
	}
	o.private = append(o.private, b...)
	o.pondered = true
}

// retract turns all visible text into thought.
func (o *output) retract() {
	if !o.shown {
		return
	}
	o.retracted = o.retracted || o.sent
	o.think(o.visible)
	o.visible = o.visible[:0]
	o.sent, o.shown, o.pondered = false, false, true
}

package toolcall

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ended says how a text read leniently came to its end.
type ended byte

const (
	whole   ended = iota // the value was complete
	closers              // nothing but closing brackets is missing
	cut                  // it broke off inside a string, number or word, or more was announced
	broken               // it cannot be read with any certainty
)

// readValue reads the object or array at the start of b: strictly if that
// works, leniently if not. It returns how many bytes belong to the value.
func readValue(b []byte) (*node, int, ended) {
	if n, used, err := readStrict(b); err == nil {
		return n, used, whole
	}
	r := &lenient{s: string(b)}
	n := r.value(0)
	if r.end > closers {
		n = nil
	}
	return n, r.i, r.end
}

// lenient reads JSON as people and small models write it: single, curly and
// full-width quotes, full-width punctuation, comments, trailing and missing
// commas, bare keys, Python's words. It guesses only where one reading is
// possible. Once end is above whole, every reader returns at once.
type lenient struct {
	s   string
	i   int
	end ended
	gap bool // the last blanks skipped held a newline
}

func (r *lenient) fail(e ended) *node {
	r.end = max(r.end, e)
	return &node{}
}

func (r *lenient) peek() rune {
	c, _ := utf8.DecodeRuneInString(r.s[r.i:])
	if r.i >= len(r.s) {
		return 0
	}
	return c
}

func (r *lenient) next() rune {
	c, n := utf8.DecodeRuneInString(r.s[r.i:])
	r.i += n
	return c
}

func (r *lenient) done() bool { return r.i >= len(r.s) }

// blanks skips blanks of any script and comments.
func (r *lenient) blanks() {
	r.gap = false
	for !r.done() {
		c, n := utf8.DecodeRuneInString(r.s[r.i:])
		rest := r.s[r.i:]
		switch {
		case blankRune(c):
			r.gap = r.gap || c == '\n'
			r.i += n
		case strings.HasPrefix(rest, "//"), c == '#':
			r.skipPast("\n")
			r.gap = true
		case strings.HasPrefix(rest, "/*"):
			r.skipPast("*/")
		default:
			return
		}
	}
}

func (r *lenient) skipPast(mark string) {
	if at := strings.Index(r.s[r.i:], mark); at >= 0 {
		r.i += at + len(mark)
		return
	}
	r.i = len(r.s)
}

func blankRune(c rune) bool { return unicode.IsSpace(c) || c == '\ufeff' || c == '\u200b' }

func (r *lenient) value(depth int) *node {
	if r.blanks(); r.done() {
		return r.fail(cut)
	}
	c := r.peek()
	if opens(c) != 0 {
		if depth >= maxDepth {
			return r.fail(broken)
		}
		r.next()
		if opens(c) == '{' {
			return r.object(depth + 1)
		}
		return r.array(depth + 1)
	}
	if closing := quoteOf(c); closing != "" {
		return &node{kind: text, text: r.joined(closing, false)}
	}
	return r.word()
}

// object reads what follows an opening brace.
func (r *lenient) object(depth int) *node {
	n := &node{kind: object}
	if r.blanks(); opens(r.peek()) == '{' { // {{ … }}: a template's doubled brace
		inner := r.value(depth)
		if r.blanks(); r.end == whole && !r.done() && closes(r.next()) != '}' {
			return r.fail(broken)
		}
		return inner
	}
	for first := true; ; first = false {
		if r.more('}', first); r.end != whole {
			break
		}
		if closes(r.peek()) != 0 {
			r.shut('}')
			break
		}
		key := r.key()
		if r.blanks(); r.end == whole && !r.separator() {
			r.unexpected()
		}
		if r.end != whole {
			break
		}
		kid := r.value(depth)
		n.keys, n.kids = append(n.keys, key), append(n.kids, kid)
	}
	n.settle()
	return n
}

// array reads what follows an opening bracket.
func (r *lenient) array(depth int) *node {
	n := &node{kind: array}
	for first := true; ; first = false {
		if r.more(']', first); r.end != whole {
			return n
		}
		if closes(r.peek()) != 0 {
			r.shut(']')
			return n
		}
		n.kids = append(n.kids, r.value(depth))
	}
}

// more moves to the next element or closer, over the comma. A missing comma is
// read between the pairs of an object only.
func (r *lenient) more(closer rune, first bool) {
	if r.end != whole {
		return // an inner value has ended the text
	}
	after := r.i
	r.blanks()
	if r.done() {
		r.end = max(r.end, closers)
		if first {
			r.end = cut
		}
		return
	}
	c := r.peek()
	if first || closes(c) != 0 {
		return
	}
	if c == ',' || c == '，' || c == '、' {
		r.next()
		if r.blanks(); r.done() {
			r.end = cut // more was announced
		}
		return
	}
	if closer == '}' && pair.MatchString(r.window()) {
		return
	}
	if r.gap { // prose, or the next call, on a new line: the brackets were forgotten
		r.i = after
		r.end = closers
		return
	}
	r.end = broken
}

// ws are the blanks that may stand between tokens.
const ws = `[\s\p{Z}\x{FEFF}\x{200B}]*`

// pair finds the start of a key and its value.
var pair = regexp.MustCompile(`^(?:"[^"\n]{1,64}"|'[^'\n]{1,64}'|[“”][^“”\n]{1,64}[“”]|[\p{L}_][\p{L}\p{N}_-]{0,63})` + ws + `[:：=]`)

// window is the text ahead, as far as a decision may look.
func (r *lenient) window() string { return r.s[r.i:min(len(r.s), r.i+256)] }

// shut takes a closing bracket. One that closes an outer bracket closes this
// one too and is left for the outer one.
func (r *lenient) shut(want rune) {
	if closes(r.peek()) == want {
		r.next()
	}
}

func (r *lenient) separator() bool {
	switch c := r.peek(); c {
	case ':', '：':
		r.next()
		return true
	case '=':
		if r.next(); r.peek() == '>' {
			r.next()
		}
		return true
	}
	return false
}

// unexpected ends the reading: cut at the end of the text, broken elsewhere.
func (r *lenient) unexpected() {
	if r.done() {
		r.fail(cut)
		return
	}
	r.fail(broken)
}

func (r *lenient) key() string {
	if closing := quoteOf(r.peek()); closing != "" {
		return r.joined(closing, true)
	}
	from := r.i
	for !r.done() && wordRune(r.peek()) {
		r.next()
	}
	if from == r.i {
		r.unexpected()
	}
	return r.s[from:r.i]
}

func wordRune(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || strings.ContainsRune("_-.+$", c)
}

var (
	numeral = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$`)
	bare    = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*$`)
)

// word reads a number, a literal of JSON or Python, or one bare name.
func (r *lenient) word() *node {
	from := r.i
	for !r.done() && wordRune(r.peek()) {
		r.next()
	}
	w := r.s[from:r.i]
	switch w {
	case "true", "True":
		return &node{kind: boolean, text: "true"}
	case "false", "False":
		return &node{kind: boolean, text: "false"}
	case "null", "None":
		return &node{kind: null}
	case "", "NaN", "Infinity", "-Infinity", "undefined":
		r.unexpected()
		return &node{}
	}
	if r.done() {
		return r.fail(cut)
	}
	if numeral.MatchString(w) {
		return &node{kind: number, text: w}
	}
	if r.blanks(); bare.MatchString(w) && (r.done() || closes(r.peek()) != 0 || strings.ContainsRune(",，", r.peek())) {
		return &node{kind: text, text: w}
	}
	return r.fail(broken)
}

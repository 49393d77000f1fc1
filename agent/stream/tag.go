package stream

import "bytes"

// maxTag bounds a tag with its attributes, in bytes. A longer one is text, so
// that a "<think" without its ">" cannot hold back a whole reply.
const maxTag = 256

// defaultNames are the element names that mark a thought. Any of them closes
// any other: models mix them.
var defaultNames = []string{
	"think", "thinking", "thought", "reasoning",
	"antml:think", "antml:thinking", "antml:thought", "antml:reasoning",
	"mm:think", "mm:thinking", "mm:thought", "mm:reasoning",
	"seed:think", "reasoning_scratchpad", "思考",
}

// literals are reasoning marks that are no elements: no attributes, one spelling.
var literals = []struct {
	text string
	kind kind
}{
	{"[THINK]", opener}, {"[/THINK]", closer},
	{"◁think▷", opener}, {"◁/think▷", closer},
}

// kind says what the bytes at a possible tag start are.
type kind uint8

const (
	noTag       kind = iota
	partialName      // could still become a tag; the name is not complete
	partialTag       // the name is complete, the end of the tag is not there yet
	opener
	closer
	selfClosing
)

// tag is the answer of matchTag.
type tag struct {
	kind    kind
	bounded bool // the name is complete and cannot be the start of a longer one
	size    int  // length of a whole tag
}

// matchTag reads a tag at the start of d, which begins with '<', '[' or the
// first byte of '◁'.
func matchTag(names []string, d []byte) tag {
	if d[0] != '<' {
		return matchLiteral(d)
	}
	closing := false
	i := skipBlanks(d, 1)
	if i < len(d) && d[i] == '/' {
		closing = true
		i = skipBlanks(d, i+1)
	}
	if i >= maxTag {
		return tag{}
	}
	end, status := matchName(names, d, i)
	if status == noTag || status == partialName {
		return tag{kind: status}
	}
	if end == len(d) {
		return tag{kind: partialTag}
	}
	return matchEnd(d, end, closing)
}

// matchName compares the element name at d[i:] without regard to ASCII case.
// It answers noTag, partialName, or partialTag with the end of the name.
func matchName(names []string, d []byte, i int) (int, kind) {
	best, status := 0, noTag
	for _, name := range names {
		n := samePrefix(d[i:], name)
		switch {
		case n == len(name) && (i+n == len(d) || isBoundary(d[i+n])):
			return i + n, partialTag
		case n < len(name) && i+n == len(d):
			best, status = i+n, partialName
		}
	}
	return best, status
}

// matchEnd looks for the '>' of a tag whose name is complete. Another '<'
// before it shows that the first one was text.
func matchEnd(d []byte, from int, closing bool) tag {
	limit := min(len(d), maxTag)
	for i := from; i < limit; i++ {
		switch d[i] {
		case '<':
			return tag{bounded: true}
		case '>':
			t := tag{kind: opener, bounded: true, size: i + 1}
			if closing {
				t.kind = closer
			} else if inner := bytes.TrimRight(d[:i], " \t\r\n"); inner[len(inner)-1] == '/' {
				t.kind = selfClosing
			}
			return t
		}
	}
	if limit == maxTag {
		return tag{bounded: true}
	}
	return tag{kind: partialTag, bounded: true}
}

func matchLiteral(d []byte) tag {
	status := noTag
	for _, l := range literals {
		n := min(len(d), len(l.text))
		if string(d[:n]) != l.text[:n] {
			continue
		}
		if n == len(l.text) {
			return tag{kind: l.kind, bounded: true, size: n}
		}
		status = partialName
	}
	return tag{kind: status}
}

// samePrefix counts the bytes d and the lower-case name share from the start.
// Only ASCII letters are folded: Unicode folding would turn the Kelvin sign
// into a k and change lengths.
func samePrefix(d []byte, name string) int {
	n := min(len(d), len(name))
	for i := range n {
		c := d[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != name[i] {
			return i
		}
	}
	return n
}

func skipBlanks(d []byte, i int) int {
	for i < len(d) && isBlank(d[i]) {
		i++
	}
	return i
}

func isBoundary(c byte) bool { return c == '>' || c == '/' || isBlank(c) }

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

package render

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// The places to cut at, the worst first.
const (
	atCharacter  = iota // between characters as a reader sees them
	atInnerBlank        // within a link or code
	atCodeLine          // between lines of a code block
	atBlank
	atSentence
	atLine
	atEmptyLine
	places
)

// Split cuts a text with its entities into messages within the limits, in
// order. It cuts as late as it can at the best kind of place in the second half
// of a message: an empty line, a line end, the end of a sentence, a blank,
// between characters. An entity that is cut apart goes on in the next message,
// a code block with its language. Blanks at the ends of a message go, as
// Telegram would remove them, and a message that shows nothing is left out;
// apart from that nothing is lost. Only an entity that alone has more data than
// the limit is dropped, or one of more than the limit that begin at one place;
// and a character as a reader sees it is cut apart only if it alone is longer
// than a message. s must be valid UTF-8.
func Split(s string, entities []Entity, l Limits) []Message {
	l.UTF16, l.Entities = max(l.UTF16, 2), max(l.Entities, 1)
	es := slices.DeleteFunc(toBytes(s, entities), func(e Entity) bool {
		return e.Length <= 0 || l.Data > 0 && e.data() > l.Data
	})
	sortEntities(es)
	c := cutter{text: s, ents: es, limits: l}
	var out []Message
	for from := c.start(0); from < len(s); {
		to := c.end(from)
		if m := c.message(from, to); !blank(m.Text) {
			out = append(out, m)
		}
		from = c.start(to)
	}
	return out
}

func (e Entity) data() int { return len(e.URL) + len(e.Language) }

// cutter holds a text and its entities in bytes.
type cutter struct {
	text   string
	ents   []Entity
	limits Limits
	done   int // entities before this end before the current message
}

// start skips blanks at the start of a message. Those within code are part of
// it, but for a line end.
func (c *cutter) start(from int) int {
	for c.done < len(c.ents) && c.ents[c.done].end() <= from {
		c.done++
	}
	for from < len(c.text) {
		b := c.text[from]
		if b != '\n' && (b != ' ' && b != '\t' || c.inPre(from)) {
			break
		}
		from++
	}
	return from
}

func (c *cutter) inPre(at int) bool {
	for _, e := range c.ents[c.done:] {
		if e.Offset > at {
			break
		}
		if e.Type == Pre && at < e.end() {
			return true
		}
	}
	return false
}

// end finds where the message that begins at from ends.
func (c *cutter) end(from int) int {
	limit, shortage := c.entityLimit(from)
	if rest := c.text[from:]; !shortage && len(rest) <= 3*c.limits.UTF16 && utf16Len(rest) <= c.limits.UTF16 {
		return len(c.text) // no unit of UTF-16 takes more than three bytes
	}
	var best [places]int
	sweep := c.sweep(from)
	units, half, at := 0, from, from
	prev, prev2 := rune(0), rune(0)
	for at < limit {
		r, w := utf8.DecodeRuneInString(c.text[at:])
		if at > from {
			best[place(prev2, prev, r, c.text[at:], sweep(at))] = at
		}
		n := utf16Len(c.text[at : at+w])
		if units+n > c.limits.UTF16 {
			break
		}
		units += n
		if units <= c.limits.UTF16/2 {
			half = at + w
		}
		if !closing(r) || !sentenceEnd(prev) {
			prev2, prev = prev, r
		}
		at += w
	}
	if at == limit { // it is the entities that are too many
		half = from + (at-from)/2
		r, _ := utf8.DecodeRuneInString(c.text[at:])
		best[place(prev2, prev, r, c.text[at:], sweep(at))] = at
	}
	for p := places - 1; p > atCharacter; p-- {
		if best[p] > half {
			return best[p]
		}
	}
	return from + wholeCharacters(c.text[from:at], c.text[at:])
}

// entityLimit finds how far a message from there on may reach before it has
// too many entities or too much data in them, and whether that is short of the
// end of the text.
func (c *cutter) entityLimit(from int) (int, bool) {
	n, data := 0, 0
	for _, e := range c.ents[c.done:] {
		if e.end() <= from {
			continue
		}
		n, data = n+1, data+e.data()
		if (n > c.limits.Entities || c.limits.Data > 0 && data > c.limits.Data) && e.Offset > from {
			return e.Offset, true
		}
	}
	return len(c.text), false
}

// sweep gives a function that tells what stands around a byte, to be asked in
// rising order: the style of code or a link that is cut apart there, or "".
func (c *cutter) sweep(from int) func(at int) Style {
	i := c.done
	return func(at int) Style {
		for i < len(c.ents) && (c.ents[i].end() <= at || !c.ents[i].atomic()) {
			i++
		}
		if i < len(c.ents) && c.ents[i].Offset < at {
			return c.ents[i].Type
		}
		return ""
	}
}

// place tells what kind of place lies between the characters prev and next, of
// which the latter begins rest, inside a style.
func place(prev2, prev, next rune, rest string, inside Style) int {
	joins := next >= 0x300 && (next == 0x200D || unicode.Is(unicode.M, next))
	switch {
	case joins:
		return atCharacter
	case inside == Pre && prev == '\n':
		return atCodeLine
	case inside != "" && (unicode.IsSpace(prev) || unicode.IsSpace(next)):
		return atInnerBlank
	case inside != "":
		return atCharacter
	case prev == '\n' && prev2 == '\n' || strings.HasPrefix(rest, "\n\n"):
		return atEmptyLine
	case prev == '\n' || next == '\n':
		return atLine
	case fullStop(prev) && !fullStop(next) && !closing(next), sentenceEnd(prev) && unicode.IsSpace(next):
		return atSentence
	case unicode.IsSpace(prev) || unicode.IsSpace(next):
		return atBlank
	}
	return atCharacter
}

// fullStop reports whether r ends a sentence whatever follows.
func fullStop(r rune) bool { return strings.ContainsRune("。！？｡", r) }

// sentenceEnd reports whether r ends a sentence if a blank follows.
func sentenceEnd(r rune) bool { return fullStop(r) || strings.ContainsRune(".!?…", r) }

// closing reports whether r belongs to the sentence that ended before it.
func closing(r rune) bool { return unicode.In(r, unicode.Pe, unicode.Pf) || r == '"' || r == '\'' }

// wholeCharacters gives the length of the longest start of s that does not cut
// apart what a reader sees as one character, given what follows s; or of all
// of s if it is one character.
func wholeCharacters(s, rest string) int {
	_, w := utf8.DecodeRuneInString(rest) // decides whether a character ends with s
	n := 0
	for _, g := range text.Graphemes(s + rest[:w]) {
		if n+len(g) > len(s) {
			break
		}
		n += len(g)
	}
	if n == 0 {
		return len(s)
	}
	return n
}

// message gives the range from:to with its part of the entities.
func (c *cutter) message(from, to int) Message {
	to = from + len(strings.TrimRight(c.text[from:to], " \t\n"))
	part := c.text[from:to]
	var es []Entity
	for _, e := range c.ents[c.done:] {
		if e.Offset >= to {
			break
		}
		a, b := max(e.Offset, from)-from, min(e.end(), to)-from
		switch {
		case a >= b || len(es) == c.limits.Entities:
		case e.Type == Pre && !blank(part[a:b]):
			e.Offset, e.Length = a, b-a
			es = append(es, e)
		case e.Type != Pre:
			es = within(es, part, e, a, b)
		}
	}
	sortEntities(es)
	return Message{Text: part, Entities: toUTF16(part, es)}
}

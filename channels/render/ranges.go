package render

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Inside this package entities count bytes; these functions go to and fro
// between that and the UTF-16 units of a Message, and keep ranges apart.

const blanks = " \t\n\u3000"

// within appends e for the range from:to of text, without the blanks at its
// ends and not at all if nothing of it can be seen. A quote keeps the blanks it
// begins with: they may belong to code in it.
func within(es []Entity, text string, e Entity, from, to int) []Entity {
	s := strings.TrimRight(text[from:to], blanks)
	e.Length = len(s)
	if s = strings.TrimLeft(s, "\n"); e.Type != Quote {
		s = strings.TrimLeft(s, blanks)
	}
	e.Offset, e.Length = from+e.Length-len(s), len(s)
	if blank(s) {
		return es
	}
	return append(es, e)
}

// besideCode sorts entities and takes the styles off code: Telegram allows
// neither to contain the other.
func besideCode(text string, es []Entity) []Entity {
	sortEntities(es)
	var codes []Entity
	for _, e := range es {
		if e.Type == Code || e.Type == Pre {
			codes = append(codes, e)
		}
	}
	if len(codes) == 0 {
		return es
	}
	var out []Entity
	for _, e := range es {
		if e.atomic() || e.Type == Quote {
			out = append(out, e)
			continue
		}
		from := e.Offset
		i, _ := slices.BinarySearchFunc(codes, from, func(c Entity, at int) int { return c.Offset - at })
		for ; i < len(codes) && codes[i].Offset < e.end(); i++ {
			out = within(out, text, e, from, codes[i].Offset)
			from = codes[i].end()
		}
		out = within(out, text, e, from, e.end())
	}
	sortEntities(out)
	return out
}

// toUTF16 counts the entities of a text in UTF-16 units instead of bytes.
func toUTF16(text string, es []Entity) []Entity {
	at, n := 0, 0
	return convert(es, func(to int) int {
		n += utf16Len(text[at:to])
		at = to
		return n
	})
}

// toBytes counts the entities of a text in bytes instead of UTF-16 units. What
// lies outside of the text or within a character moves to the next edge.
func toBytes(text string, es []Entity) []Entity {
	at, n := 0, 0
	return convert(es, func(to int) int {
		for n < to && at < len(text) {
			_, w := utf8.DecodeRuneInString(text[at:])
			n += utf16Len(text[at : at+w])
			at += w
		}
		return at
	})
}

// convert gives copies of the entities with other ends. It calls measure with
// every end, in rising order.
func convert(es []Entity, measure func(int) int) []Entity {
	ends := make([]int, 0, 2*len(es))
	for _, e := range es {
		ends = append(ends, e.Offset, e.end())
	}
	slices.Sort(ends)
	became := make([]int, len(ends))
	for i, at := range ends {
		became[i] = measure(at)
	}
	out := slices.Clone(es)
	for i, e := range es {
		from, _ := slices.BinarySearch(ends, e.Offset)
		to, _ := slices.BinarySearch(ends, e.end())
		out[i].Offset = became[from]
		out[i].Length = became[to] - became[from]
	}
	return out
}

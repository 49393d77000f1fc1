package toolcall

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// maxDepth is how deep brackets may nest. A real call needs 3 or 4 levels; the
// bound keeps the recursive readers from exhausting the stack.
const maxDepth = 64

type kind byte

const (
	null kind = iota
	boolean
	number
	text
	array
	object
)

// node is one JSON value. Numbers keep their literal, so that no digit above
// 2^53 is lost, and objects the order of their keys.
type node struct {
	kind kind
	text string // a string's content, a number's or boolean's literal
	keys []string
	kids []*node
}

// get returns the value under a key, nil if there is none.
func (n *node) get(key string) *node {
	if n == nil || n.kind != object {
		return nil
	}
	if i := slices.Index(n.keys, key); i >= 0 {
		return n.kids[i]
	}
	return nil
}

// first returns the value under the first of the keys that exists.
func (n *node) first(keys ...string) (*node, string) {
	for _, key := range keys {
		if v := n.get(key); v != nil {
			return v, key
		}
	}
	return nil, ""
}

// settle ends the reading of an object: of equal keys the last one stands, as
// in encoding/json.
func (n *node) settle() {
	at := make(map[string]int, len(n.keys))
	keep := 0
	for i, key := range n.keys {
		if j, ok := at[key]; ok {
			n.kids[j] = n.kids[i]
			continue
		}
		at[key] = keep
		n.keys[keep], n.kids[keep] = key, n.kids[i]
		keep++
	}
	n.keys, n.kids = n.keys[:keep], n.kids[:keep]
}

// raw writes the value as JSON, with sorted keys if canonical.
func (n *node) raw(canonical bool) json.RawMessage {
	var b bytes.Buffer
	n.write(&b, canonical)
	return b.Bytes()
}

func (n *node) write(b *bytes.Buffer, canonical bool) {
	switch n.kind {
	case null:
		b.WriteString("null")
	case boolean, number:
		b.WriteString(n.text)
	case text:
		writeString(b, n.text)
	case array:
		b.WriteByte('[')
		for i, kid := range n.kids {
			if i > 0 {
				b.WriteByte(',')
			}
			kid.write(b, canonical)
		}
		b.WriteByte(']')
	case object:
		b.WriteByte('{')
		for i, at := range n.order(canonical) {
			if i > 0 {
				b.WriteByte(',')
			}
			writeString(b, n.keys[at])
			b.WriteByte(':')
			n.kids[at].write(b, canonical)
		}
		b.WriteByte('}')
	}
}

// order lists the indices of an object's keys as they are written.
func (n *node) order(canonical bool) []int {
	order := make([]int, len(n.keys))
	for i := range order {
		order[i] = i
	}
	if canonical {
		slices.SortFunc(order, func(a, b int) int { return strings.Compare(n.keys[a], n.keys[b]) })
	}
	return order
}

func writeString(b *bytes.Buffer, s string) {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s)         // a string always encodes
	b.Truncate(b.Len() - 1) // Encode ends with a newline
}

var errDepth = errors.New("nested too deep")

// readStrict reads one value of strict JSON at the start of b and returns how
// many bytes it took.
func readStrict(b []byte) (*node, int, error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	n, err := strictValue(d, 0)
	return n, int(d.InputOffset()), err
}

func strictValue(d *json.Decoder, depth int) (*node, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch v := token.(type) {
	case nil:
		return &node{kind: null}, nil
	case bool:
		if v {
			return &node{kind: boolean, text: "true"}, nil
		}
		return &node{kind: boolean, text: "false"}, nil
	case json.Number:
		return &node{kind: number, text: v.String()}, nil
	case string:
		return &node{kind: text, text: v}, nil
	}
	if depth++; depth > maxDepth {
		return nil, errDepth
	}
	n := &node{kind: array}
	if token == json.Delim('{') {
		n.kind = object
	}
	for d.More() {
		if n.kind == object {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			n.keys = append(n.keys, key.(string)) // the decoder lets nothing else pass
		}
		kid, err := strictValue(d, depth)
		if err != nil {
			return nil, err
		}
		n.kids = append(n.kids, kid)
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if n.kind == object {
		n.settle()
	}
	return n, nil
}

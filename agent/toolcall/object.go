package toolcall

import (
	"bytes"
	"encoding/json"
)

// maxObjects is how many openings of an object are tried in one answer.
const maxObjects = 16

// Object finds the JSON object in an answer that was asked for as JSON,
// whatever stands around it, and gives it as strict JSON. What is written as
// small models write it is read leniently; an object that breaks off inside a
// value is none.
func Object(answer string) (json.RawMessage, bool) {
	b := []byte(answer)
	for range maxObjects {
		at := bytes.IndexByte(b, '{')
		if at < 0 {
			return nil, false
		}
		b = b[at:]
		if n, _, end := readValue(b); n != nil && end <= closers && n.kind == object && len(n.keys) > 0 {
			return n.raw(false), true
		}
		b = b[1:]
	}
	return nil, false
}

package toolcall

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/schema"
	unitext "github.com/kokoron/kokoron/internal/text"
)

// Validate checks the arguments of a call against the tool's schema and
// returns them as the tool takes them. What can be meant in one way only is
// put right first: "3" and 3.0 for an integer, "true" for a boolean, a number
// for a string, one string for an array and the reverse, an empty value of
// another type for a parameter that may be left out, another case of an allowed
// value. The error tells the model what to
// change.
func Validate(spec tool.Spec, args json.RawMessage) (json.RawMessage, error) {
	n := &node{kind: object}
	if len(strings.TrimSpace(string(args))) > 0 {
		var err error
		if n, _, err = readStrict(args); err != nil {
			return nil, fmt.Errorf("%s was not run: the arguments are not valid JSON", spec.Name)
		}
	}
	if n.kind == object {
		n = coerced(spec, n)
	}
	compiled, err := schema.Compile(spec.Schema())
	if err != nil {
		return nil, fmt.Errorf("schema of %s: %w", spec.Name, err)
	}
	raw := n.raw(false)
	if err := compiled.Validate(raw); err != nil {
		return nil, fmt.Errorf("%s was not run: %w. Put that right and call it once more", spec.Name, err)
	}
	return raw, nil
}

// coerced puts the arguments right where that is safe.
func coerced(spec tool.Spec, n *node) *node {
	out := &node{kind: object}
	for i, key := range n.keys {
		p, known := spec.Param(key)
		v := n.kids[i]
		if known && !p.Required && nothing(p, v) {
			continue
		}
		if known {
			v = coerce(p, v)
		}
		out.keys, out.kids = append(out.keys, key), append(out.kids, v)
	}
	return out
}

// nothing reports an empty value of another type than the declared one: the
// model fills in every parameter, also those it has nothing for.
func nothing(p tool.Param, v *node) bool {
	switch v.kind {
	case null:
		return true
	case array:
		return p.Type != tool.Array && len(v.kids) == 0
	case object:
		return p.Type != tool.Object && len(v.keys) == 0
	case text:
		return p.Type != tool.String && strings.TrimSpace(v.text) == ""
	}
	return false
}

var wholeNumber = regexp.MustCompile(`^(-?(?:0|[1-9][0-9]*))(?:\.0+)?$`)

func coerce(p tool.Param, v *node) *node {
	switch p.Type {
	case tool.String:
		if v.kind == array && len(v.kids) == 1 {
			v = v.kids[0]
		}
		if v.kind == number {
			v = &node{kind: text, text: v.text}
		}
		return allowed(p.Enum, v)
	case tool.Integer, tool.Number:
		s := v.text
		if v.kind == text {
			s = strings.TrimSpace(unitext.Normal(s))
		}
		if m := wholeNumber.FindStringSubmatch(s); m != nil {
			return &node{kind: number, text: m[1]}
		}
		if numeral.MatchString(s) {
			return &node{kind: number, text: s}
		}
	case tool.Boolean:
		if s := strings.ToLower(strings.TrimSpace(v.text)); v.kind == text && (s == "true" || s == "false") {
			return &node{kind: boolean, text: s}
		}
	case tool.Array:
		return coerceList(p, v)
	case tool.Object:
		return decodedAs(object, v)
	}
	return v
}

// allowed finds the allowed value that differs in case and blanks only.
func allowed(enum []string, v *node) *node {
	for _, one := range enum {
		if v.kind == text && strings.EqualFold(one, strings.TrimSpace(v.text)) {
			return &node{kind: text, text: one}
		}
	}
	return v
}

func coerceList(p tool.Param, v *node) *node {
	v = decodedAs(array, v)
	if v.kind == text {
		v = &node{kind: array, kids: []*node{v}}
	}
	if v.kind != array {
		return v
	}
	out := &node{kind: array}
	for _, kid := range v.kids {
		if p.Items != "" {
			kid = coerce(tool.Param{Type: p.Items}, kid)
		}
		out.kids = append(out.kids, kid)
	}
	return out
}

// decodedAs reads a string that holds a value of the wanted kind as JSON.
func decodedAs(want kind, v *node) *node {
	if v.kind == text {
		s := strings.TrimSpace(v.text)
		if n, used, err := readStrict([]byte(s)); err == nil && n.kind == want && used == len(s) {
			return n
		}
	}
	return v
}

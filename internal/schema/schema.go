// Package schema checks JSON against a JSON Schema (draft 2020-12) and says
// what is wrong in words that a model, or a person, can act on: which field,
// and what it has to be.
//
// A Schema is compiled once and may then be used by any number of goroutines.
// The package is the only importer of github.com/google/jsonschema-go; it
// never fetches a schema, fills in defaults or changes what it checks.
package schema

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// Schema is a compiled JSON Schema.
type Schema struct {
	root   *jsonschema.Resolved
	fields map[string]*jsonschema.Resolved // each property by itself, to name the one at fault
}

// Compile reads a schema. Its properties may not refer to definitions outside
// themselves ($ref), since each is also compiled alone.
func Compile(raw json.RawMessage) (*Schema, error) {
	var s jsonschema.Schema
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, fmt.Errorf("read schema: %w", err)
	}
	root, err := s.Resolve(nil)
	if err != nil {
		return nil, fmt.Errorf("compile schema: %w", err)
	}
	fields := make(map[string]*jsonschema.Resolved, len(s.Properties))
	for name, sub := range s.Properties {
		// A schema belongs to the tree it was resolved in: compile a copy.
		if fields[name], err = sub.CloneSchemas().Resolve(nil); err != nil {
			return nil, fmt.Errorf("compile schema of %q: %w", name, err)
		}
	}
	return &Schema{root: root, fields: fields}, nil
}

// Validate checks one JSON value. The error names every field at fault and
// what would be right.
func (s *Schema) Validate(raw json.RawMessage) error {
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return fmt.Errorf("not valid JSON: %w", err)
	}
	err := s.root.Validate(value)
	if err == nil {
		return nil
	}
	object, ok := value.(map[string]any)
	if !ok {
		if s.root.Schema().Type == "object" {
			return fmt.Errorf("must be a JSON object like {%s}", s.example())
		}
		return fmt.Errorf("must be %s", describe(s.root.Schema()))
	}
	if faults := s.explain(object); len(faults) > 0 {
		return fmt.Errorf("%s", strings.Join(faults, "; "))
	}
	return err
}

// explain lists what is wrong with the fields of an object, in the schema's
// order of names.
func (s *Schema) explain(object map[string]any) []string {
	var faults []string
	def := s.root.Schema()
	for _, name := range def.Required {
		if _, ok := object[name]; !ok {
			want := "present"
			if sub := def.Properties[name]; sub != nil {
				want = describe(sub)
			}
			faults = append(faults, fmt.Sprintf("%q is missing: it must be %s", name, want))
		}
	}
	for _, name := range sorted(object) {
		field, known := s.fields[name]
		switch {
		case known && field.Validate(object[name]) != nil:
			faults = append(faults, fmt.Sprintf("%q must be %s", name, describe(def.Properties[name])))
		case !known && def.AdditionalProperties != nil:
			faults = append(faults, fmt.Sprintf("%q is not known: %s", name, s.allowed()))
		}
	}
	return faults
}

// allowed says which fields exist.
func (s *Schema) allowed() string {
	if len(s.fields) == 0 {
		return "leave it out, there are no fields"
	}
	return "use only " + quoted(sorted(s.fields))
}

// example shows the required fields with what they have to be.
func (s *Schema) example() string {
	def := s.root.Schema()
	parts := make([]string, 0, len(def.Required))
	for _, name := range def.Required {
		if sub := def.Properties[name]; sub != nil {
			parts = append(parts, fmt.Sprintf("%q: %s", name, describe(sub)))
		}
	}
	return strings.Join(parts, ", ")
}

// describe says in words what a value of the schema has to be.
func describe(s *jsonschema.Schema) string {
	if len(s.Enum) > 0 {
		values := make([]string, len(s.Enum))
		for i, v := range s.Enum {
			values[i] = fmt.Sprintf("%q", fmt.Sprint(v))
		}
		return "one of " + strings.Join(values, ", ")
	}
	switch s.Type {
	case "string":
		return "a string" + atMost(s.MaxLength, "characters")
	case "integer":
		return "a whole number"
	case "number":
		return "a number"
	case "boolean":
		return "true or false"
	case "object":
		return "an object"
	case "array":
		text := "an array" + atMost(s.MaxItems, "elements")
		if s.Items != nil && s.Items.Type != "" {
			text += ", each " + describe(s.Items)
		}
		return text
	}
	return "of another form"
}

func atMost(n *int, unit string) string {
	if n == nil {
		return ""
	}
	return fmt.Sprintf(" of at most %d %s", *n, unit)
}

func sorted[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func quoted(names []string) string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = fmt.Sprintf("%q", name)
	}
	return strings.Join(out, ", ")
}

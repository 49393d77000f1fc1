package schema_test

import (
	"encoding/json"
	"testing"

	"github.com/kokoron/kokoron/internal/schema"
)

const note = `{"type":"object","properties":{
 "body":{"type":"string","maxLength":5},
 "kind":{"type":"string","enum":["a","b"]},
 "level":{"type":"integer"},
 "tags":{"type":"array","maxItems":2,"items":{"type":"string"}},
 "loud":{"type":"boolean"},"meta":{"type":"object"},"x":{"type":"number"}},
 "required":["body"],"additionalProperties":false}`

func TestValidate(t *testing.T) {
	s, err := schema.Compile(json.RawMessage(note))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, in, want string }{
		{"right", `{"body":"水あめ五個","kind":"a","level":3,"tags":["x"],"loud":true,"meta":{},"x":1.5}`, ""},
		{"missing", `{}`, `"body" is missing: it must be a string of at most 5 characters`},
		{"too long", `{"body":"123456"}`, `"body" must be a string of at most 5 characters`},
		{"enum", `{"body":"a","kind":"c"}`, `"kind" must be one of "a", "b"`},
		{"fraction", `{"body":"a","level":1.5}`, `"level" must be a whole number`},
		{"element", `{"body":"a","tags":[1]}`, `"tags" must be an array of at most 2 elements, each a string`},
		{"unknown", `{"body":"a","boddy":1}`, `"boddy" is not known: use only "body", "kind", "level", "loud", "meta", "tags", "x"`},
		{"several", `{"loud":"yes","meta":1,"x":"y"}`, `"body" is missing: it must be a string of at most 5 characters; ` +
			`"loud" must be true or false; "meta" must be an object; "x" must be a number`},
		{"not an object", `[1]`, `must be a JSON object like {"body": a string of at most 5 characters}`},
		{"broken", `{`, `not valid JSON: unexpected end of JSON input`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ""
			if err := s.Validate(json.RawMessage(c.in)); err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestNoFields(t *testing.T) {
	s, err := schema.Compile(json.RawMessage(`{"type":"object","additionalProperties":false}`))
	if err != nil {
		t.Fatal(err)
	}
	err = s.Validate(json.RawMessage(`{"zone":"x"}`))
	if err == nil || err.Error() != `"zone" is not known: leave it out, there are no fields` {
		t.Errorf("got %v", err)
	}
}

func TestCompileBroken(t *testing.T) {
	for _, raw := range []string{`{`, `{"type":"object","properties":{"a":{"pattern":"("}}}`} {
		if _, err := schema.Compile(json.RawMessage(raw)); err == nil {
			t.Errorf("%s compiled", raw)
		}
	}
}

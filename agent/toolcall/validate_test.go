package toolcall_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/agent/toolcall"
)

func TestValidate(t *testing.T) {
	spec := tool.Spec{Name: "note", Params: []tool.Param{
		{Name: "body", Type: tool.String, Required: true, MaxLen: 10},
		{Name: "level", Type: tool.Integer},
		{Name: "share", Type: tool.Number},
		{Name: "loud", Type: tool.Boolean},
		{Name: "tags", Type: tool.Array, Items: tool.String},
		{Name: "meta", Type: tool.Object},
		{Name: "kind", Type: tool.String, Enum: []string{"plan", "fact"}},
	}}
	for _, c := range []struct{ name, in, want, err string }{
		{"as it is", `{"body":"a","level":3,"loud":true}`, `{"body":"a","level":3,"loud":true}`, ""},
		{"string for integer", `{"body":"a","level":"3"}`, `{"body":"a","level":3}`, ""},
		{"wide digit", `{"body":"a","level":"３"}`, `{"body":"a","level":3}`, ""},
		{"3.0", `{"body":"a","level":3.0}`, `{"body":"a","level":3}`, ""},
		{"3.5 for integer", `{"body":"a","level":3.5}`, "", `"level" must be a whole number`},
		{"word for integer", `{"body":"a","level":"high"}`, "", `"level" must be a whole number`},
		{"string for number", `{"body":"a","share":" 0.25 "}`, `{"body":"a","share":0.25}`, ""},
		{"string for boolean", `{"body":"a","loud":"True"}`, `{"body":"a","loud":true}`, ""},
		{"number for boolean", `{"body":"a","loud":1}`, "", `"loud" must be true or false`},
		{"number for string", `{"body":90071992547409931}`, "", `"body" must be a string of at most 10 characters`},
		{"short number for string", `{"body":417}`, `{"body":"417"}`, ""},
		{"one string for array", `{"body":"a","tags":"sea"}`, `{"body":"a","tags":["sea"]}`, ""},
		{"empty string for array", `{"body":"a","tags":""}`, `{"body":"a"}`, ""},
		{"array of one for string", `{"body":["a"]}`, `{"body":"a"}`, ""},
		{"array of two for string", `{"body":["a","b"]}`, "", `"body" must be a string`},
		{"empty array for string", `{"body":"a","kind":[],"level":"","meta":[]}`, `{"body":"a"}`, ""},
		{"array as JSON", `{"body":"a","tags":"[\"x\",1]"}`, `{"body":"a","tags":["x","1"]}`, ""},
		{"object as JSON", `{"body":"a","meta":"{\"n\":90071992547409931}"}`, `{"body":"a","meta":{"n":90071992547409931}}`, ""},
		{"other case", `{"body":"a","kind":" Plan"}`, `{"body":"a","kind":"plan"}`, ""},
		{"not allowed", `{"body":"a","kind":"dream"}`, "", `"kind" must be one of "plan", "fact"`},
		{"null left out", `{"body":"a","level":null}`, `{"body":"a"}`, ""},
		{"required null", `{"body":null}`, "", `"body" must be a string`},
		{"missing", ``, "", `"body" is missing: it must be a string of at most 10 characters`},
		{"unknown", `{"body":"a","bodies":1}`, "", `"bodies" is not known: use only`},
		{"not an object", `["a"]`, "", `must be a JSON object`},
		{"broken", `{"body"`, "", `not valid JSON`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := toolcall.Validate(spec, json.RawMessage(c.in))
			if string(got) != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Errorf("error %v, want %q", err, c.err)
			}
		})
	}
}

func TestCanonical(t *testing.T) {
	canonical := func(args string) string {
		return toolcall.Canonical(tool.Call{Name: "t", Args: json.RawMessage(args)})
	}
	if a, b := canonical(`{"a":1,"b":{"d":[2],"c":"<é>"}}`), canonical(` {"b":{"c":"\u003c\u00e9>","d":[ 2 ]}, "a":1}`); a != b {
		t.Errorf("%s is not %s", a, b)
	}
	if a, b := canonical(`{"a":1}`), canonical(`{"a":"1"}`); a == b {
		t.Errorf("%s for both", a)
	}
}

package toolcall

import "testing"

func TestObject(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":1}`: `{"a":1}`,
		"Here you are:\n```json\n{\"a\": [1,2]}\n```": `{"a":[1,2]}`,
		`{'a': 'b', c: True,}`:                        `{"a":"b","c":true}`,
		`{"a": ["x", "y"`:                             `{"a":["x","y"]}`,
		`{"a": "x`:                                    "",
		`{"a": ["x", `:                                "",
		"no":                                          "",
		"":                                            "",
		"{}":                                          "",
		"{braces} then {\"a\":\"b\"}":                 `{"a":"b"}`,
	} {
		got, ok := Object(in)
		if string(got) != want || ok != (want != "") {
			t.Errorf("%q: %s, %v", in, got, ok)
		}
	}
}

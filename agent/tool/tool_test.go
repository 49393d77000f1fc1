package tool_test

import (
	"fmt"
	"testing"

	"github.com/kokoron/kokoron/agent/tool"
)

func TestSchema(t *testing.T) {
	spec := tool.Spec{Name: "note", Params: []tool.Param{
		{Name: "body", Type: tool.String, Required: true, MaxLen: 20},
		{Name: "kind", Type: tool.String, Enum: []string{"a", "b"}},
		{Name: "tags", Type: tool.Array, Items: tool.String, MaxLen: 3},
		{Name: "meta", Type: tool.Object},
	}}
	const want = `{"type":"object","properties":{"body":{"type":"string","maxLength":20},` +
		`"kind":{"type":"string","enum":["a","b"]},"meta":{"type":"object"},` +
		`"tags":{"type":"array","items":{"type":"string"},"maxItems":3}},` +
		`"required":["body"],"additionalProperties":false}`
	if got := string(spec.Schema()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestSchemaOfNoParams(t *testing.T) {
	const want = `{"type":"object","additionalProperties":false}`
	if got := string(tool.Spec{Name: "now"}.Schema()); got != want {
		t.Errorf("got %s want %s", got, want)
	}
}

func TestKept(t *testing.T) {
	spec := tool.Spec{Keeps: tool.Memory}
	for _, c := range []struct {
		spec tool.Spec
		res  tool.Result
		want string
	}{
		{spec, tool.Result{Wrote: true}, "[memory]"}, {spec, tool.Result{Wrote: true, Also: tool.Forget}, "[memory forget]"},
		{spec, tool.Result{}, "[]"}, {spec, tool.Result{Wrote: true, Err: true}, "[]"}, {tool.Spec{}, tool.Result{Wrote: true}, "[]"},
	} {
		if got := fmt.Sprint(c.spec.Kept(c.res)); got != c.want {
			t.Errorf("%+v of %+v keeps %s, want %s", c.res, c.spec, got, c.want)
		}
	}
}

func TestStatus(t *testing.T) {
	for want, r := range map[tool.Status]tool.Result{
		tool.StatusOK: {Text: "x"}, tool.StatusError: {Err: true, Empty: true}, tool.StatusEmpty: {Empty: true},
	} {
		if got := r.Status(); got != want {
			t.Errorf("%+v: %s, want %s", r, got, want)
		}
	}
}

func TestParam(t *testing.T) {
	spec := tool.Spec{Params: []tool.Param{{Name: "q", Type: tool.String}}}
	if p, ok := spec.Param("q"); !ok || p.Type != tool.String {
		t.Errorf("q: %v %v", p, ok)
	}
	if _, ok := spec.Param("x"); ok {
		t.Error("x found")
	}
}

package toolcall_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/kokoron/kokoron/agent/budget"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/agent/toolcall"
)

var update = flag.Bool("update", false, "write the golden files")

// builtin are the tools that have texts.
var builtin = []tool.Spec{
	{Name: "get_time"},
	{Name: "memory_save", Params: []tool.Param{
		{Name: "content", Type: tool.String, Required: true},
		{Name: "importance", Type: tool.Integer},
		{Name: "category", Type: tool.String},
		{Name: "tags", Type: tool.Array, Items: tool.String},
		{Name: "replaces", Type: tool.String},
	}},
	{Name: "memory_search", Params: []tool.Param{
		{Name: "query", Type: tool.String, Required: true},
		{Name: "limit", Type: tool.Integer},
		{Name: "min_importance", Type: tool.Integer},
		{Name: "category", Type: tool.String},
		{Name: "history", Type: tool.Boolean},
	}},
	{Name: "memory_classify", Params: []tool.Param{
		{Name: "id", Type: tool.String, Required: true},
		{Name: "category", Type: tool.String},
		{Name: "importance", Type: tool.Integer},
		{Name: "tags", Type: tool.Array, Items: tool.String},
	}},
	{Name: "memory_forget", Params: []tool.Param{
		{Name: "id", Type: tool.String, Required: true},
		{Name: "reason", Type: tool.String},
	}},
	{Name: "memory_promote", Params: []tool.Param{
		{Name: "id", Type: tool.String, Required: true},
		{Name: "reason", Type: tool.String},
	}},
	{Name: "memory_reflect", Params: []tool.Param{{Name: "limit", Type: tool.Integer}}},
	{Name: "memory_stats"},
	{Name: "read_memory_file", Params: []tool.Param{{Name: "path", Type: tool.String}}},
	{Name: "write_memory_file", Params: []tool.Param{
		{Name: "path", Type: tool.String, Required: true},
		{Name: "content", Type: tool.String, Required: true},
		{Name: "mode", Type: tool.String},
	}},
	{Name: "reminder_add", Params: []tool.Param{
		{Name: "text", Type: tool.String, Required: true},
		{Name: "when", Type: tool.String},
	}},
	{Name: "reminder_list"},
	{Name: "reminder_cancel", Params: []tool.Param{{Name: "id", Type: tool.String, Required: true}}},
	{Name: "reminder_update", Params: []tool.Param{
		{Name: "id", Type: tool.String, Required: true},
		{Name: "text", Type: tool.String},
		{Name: "when", Type: tool.String},
		{Name: "snooze", Type: tool.Integer},
		{Name: "done", Type: tool.Boolean},
	}},
	{Name: "calendar_add", Params: []tool.Param{
		{Name: "title", Type: tool.String, Required: true},
		{Name: "when", Type: tool.String, Required: true},
		{Name: "until", Type: tool.String},
		{Name: "place", Type: tool.String},
		{Name: "notes", Type: tool.String},
		{Name: "repeat", Type: tool.String},
		{Name: "all_day", Type: tool.Boolean},
	}},
	{Name: "calendar_list", Params: []tool.Param{{Name: "from", Type: tool.String}, {Name: "to", Type: tool.String}, {Name: "query", Type: tool.String}}},
	{Name: "calendar_update", Params: []tool.Param{
		{Name: "id", Type: tool.String, Required: true},
		{Name: "date", Type: tool.String},
		{Name: "title", Type: tool.String},
		{Name: "when", Type: tool.String},
		{Name: "until", Type: tool.String},
		{Name: "place", Type: tool.String},
		{Name: "notes", Type: tool.String},
		{Name: "repeat", Type: tool.String},
		{Name: "clear", Type: tool.Array, Items: tool.String},
	}},
	{Name: "calendar_delete", Params: []tool.Param{
		{Name: "id", Type: tool.String, Required: true},
		{Name: "date", Type: tool.String},
		{Name: "undo", Type: tool.Boolean},
	}},
}

func TestDescribeGolden(t *testing.T) {
	var got txtar.Archive
	for _, lang := range []string{"ja", "en", "zh"} {
		text, err := toolcall.Describe(lang, builtin)
		if err != nil {
			t.Fatal(err)
		}
		got.Files = append(got.Files, txtar.File{Name: lang, Data: []byte(text + "\n")})
	}
	golden := filepath.Join("testdata", "describe.txtar")
	if *update {
		if err := os.WriteFile(golden, txtar.Format(&got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(txtar.Format(&got))); diff != "" {
		t.Errorf("run with -update and review:\n%s", diff)
	}
}

// TestDescribeIsShort: a model of 32K tokens reads all of this in every turn.
func TestDescribeIsShort(t *testing.T) {
	for _, lang := range []string{"ja", "en", "zh"} {
		text, err := toolcall.Describe(lang, builtin)
		if err != nil {
			t.Fatal(err)
		}
		tokens := budget.Estimate(text)
		t.Logf("%s: about %d tokens", lang, tokens)
		if tokens > 1500 {
			t.Errorf("%s: about %d tokens", lang, tokens)
		}
	}
}

func TestDescribeRefuses(t *testing.T) {
	for _, c := range []struct {
		name, lang string
		spec       tool.Spec
		want       string
	}{
		{"no such tool", "ja", tool.Spec{Name: "fly"}, "text of tool fly"},
		{"no such language", "fr", builtin[0], "fr"},
		{"type without name", "en", tool.Spec{Name: "get_time", Params: []tool.Param{{Name: "zone", Type: "date"}}}, "parameter zone"},
		{"text without parameter", "en", tool.Spec{Name: "memory_save", Params: builtin[1].Params[1:]}, "content"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := toolcall.Describe(c.lang, []tool.Spec{c.spec}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	if text, err := toolcall.Describe("ja", nil); text != "" || err != nil {
		t.Errorf("no tools: %q %v", text, err)
	}
}

// TestExamplesAreRefused: what the texts show, copied by the model, is not run
// and not shown; a call without arguments is what is wanted.
func TestExamplesAreRefused(t *testing.T) {
	for _, lang := range []string{"ja", "en", "zh"} {
		examples, err := toolcall.Examples(lang)
		if err != nil || len(examples) != 5 {
			t.Fatalf("%s: %v %v", lang, examples, err)
		}
		s := toolcall.New(toolcall.Options{Tools: builtin, Examples: examples})
		for _, e := range examples {
			if _, err := toolcall.Validate(spec(t, e.Name), e.Args); err != nil {
				t.Errorf("%s: the example of %s is wrong: %v", lang, e.Name, err)
			}
			for _, form := range []string{"%", "```json\n%\n```", "ok\n<tool_call>%</tool_call>"} {
				text := strings.Replace(form, "%", `{"tool": "`+e.Name+`", "arguments": `+string(e.Args)+`}`, 1)
				s.Reset()
				r := scan(s, bytewise(text), nil)
				if strings.Contains(r.Visible, "{") {
					t.Errorf("%s shows %q", text, r.Visible)
				}
				if runs := string(e.Args) == "{}"; runs != (len(r.Calls) == 1) || runs == (r.Broken == 1) {
					t.Errorf("%s: %+v", text, r)
				}
			}
		}
		other := `{"tool": "memory_save", "arguments": {"content": "likes plum jam", "importance": 2}}`
		s.Reset()
		if r := scan(s, bytewise(other), nil); len(r.Calls) != 1 {
			t.Errorf("%s: %+v", other, r)
		}
	}
	if _, err := toolcall.Examples("fr"); err == nil {
		t.Error("French examples found")
	}
}

// TestTimesOfExamplesAreTimes: what the texts show of a time is what people
// say, so a call about something else may name it.
func TestTimesOfExamplesAreTimes(t *testing.T) {
	for _, lang := range []string{"ja", "en", "zh"} {
		examples, err := toolcall.Examples(lang)
		if err != nil {
			t.Fatal(err)
		}
		s := toolcall.New(toolcall.Options{Tools: builtin, Examples: examples})
		timed := 0
		for _, e := range examples {
			var args struct {
				When string `json:"when"`
			}
			if err := json.Unmarshal(e.Args, &args); err != nil {
				t.Fatal(err)
			}
			if args.When == "" {
				continue
			}
			timed++
			about := map[string]string{"reminder_add": "text", "calendar_add": "title"}[e.Name]
			call := fmt.Sprintf(`{"tool": %q, "arguments": {%q: "歯医者", "when": %q}}`, e.Name, about, args.When)
			s.Reset()
			if r := scan(s, bytewise(call), nil); len(r.Calls) != 1 || r.Broken != 0 {
				t.Errorf("%s: %s: %+v", lang, call, r)
			}
		}
		if timed == 0 {
			t.Errorf("%s: no example names a time", lang)
		}
	}
}

func spec(t *testing.T, name string) tool.Spec {
	t.Helper()
	for _, s := range builtin {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("no tool %s", name)
	return tool.Spec{}
}

package toolcall_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/agent/toolcall"
)

// caseTools are the tools that the cases take for registered.
func caseTools(t testing.TB) []tool.Spec {
	t.Helper()
	raw, err := os.ReadFile("testdata/tools.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Name       string
		Required   []string
		Properties map[string]tool.Type
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	specs := make([]tool.Spec, len(list))
	for i, one := range list {
		specs[i].Name = one.Name
		for name, kind := range one.Properties {
			p := tool.Param{Name: name, Type: kind, Required: slices.Contains(one.Required, name)}
			specs[i].Params = append(specs[i].Params, p)
		}
	}
	return specs
}

// result is everything a scanner made of an output.
type result struct {
	Visible string
	Calls   []string // canonical
	Unknown []string
	Broken  int
}

// scan writes the pieces and checks what is shown on the way.
func scan(s *toolcall.Scanner, pieces [][]byte, watch func(visible string)) result {
	var r result
	take := func(o toolcall.Out) {
		r.Visible += string(o.Visible)
		for _, c := range o.Calls {
			r.Calls = append(r.Calls, toolcall.Canonical(c))
		}
		r.Unknown = append(r.Unknown, o.Unknown...)
		r.Broken += o.Broken
		if watch != nil && len(o.Visible) > 0 {
			watch(r.Visible)
		}
	}
	for _, p := range pieces {
		take(s.Write(p))
	}
	take(s.Close())
	return r
}

func scanText(t testing.TB, specs []tool.Spec, text string) result {
	t.Helper()
	return scan(toolcall.New(toolcall.Options{Tools: specs}), [][]byte{[]byte(text)}, nil)
}

func bytewise(s string) [][]byte {
	out := make([][]byte, len(s))
	for i := range len(s) {
		out[i] = []byte{s[i]}
	}
	return out
}

// acceptance is one handed case. Cases whose output holds a thought are for
// the filter and the scanner together and are left to internal/casecheck.
type acceptance struct {
	ID      string
	Why     string
	Level   string
	Output  *string
	Gen     [][2]any `json:"output_gen"`
	Calls   []want   `json:"want_calls"`
	Visible string   `json:"want_visible"`
	AlsoOK  []struct {
		Calls   []want
		Visible string
	} `json:"also_ok"`
	NotShown []string `json:"must_not_show"`
	Unknown  []string `json:"want_unknown"`
	MaxMS    int64    `json:"max_ms"`
}

type want struct {
	Tool string
	Args json.RawMessage `json:"arguments"`
}

func (c acceptance) text() string {
	if c.Output != nil {
		return *c.Output
	}
	var b strings.Builder
	for _, part := range c.Gen {
		b.WriteString(strings.Repeat(part[0].(string), int(part[1].(float64))))
	}
	return b.String()
}

func handed(t testing.TB) []acceptance {
	t.Helper()
	f, err := os.Open("testdata/tool_calls.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []acceptance
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c acceptance
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(c.text(), "<think>") {
			out = append(out, c)
		}
	}
	return out
}

var (
	blankLines = regexp.MustCompile(`[^\S\n]*\n\s*`)
	blankRuns  = regexp.MustCompile(`[^\S\n]+`)
)

// folded is a text with runs of blanks made one, as the cases compare.
func folded(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\ufeff", "").Replace(s)
	return strings.TrimSpace(blankRuns.ReplaceAllString(blankLines.ReplaceAllString(s, "\n"), " "))
}

// matches compares one accepted outcome with the result. The wildcards of the
// two cases that have them are checked by their own tests.
func matches(r result, calls []want, visible string) bool {
	if visible != "@any" && folded(visible) != folded(r.Visible) || len(calls) != len(r.Calls) {
		return false
	}
	for i, c := range calls {
		if bytes.Contains(c.Args, []byte(`"@`)) {
			if !strings.HasPrefix(r.Calls[i], c.Tool+" ") {
				return false
			}
		} else if r.Calls[i] != toolcall.Canonical(tool.Call{Name: c.Tool, Args: c.Args}) {
			return false
		}
	}
	return true
}

func TestCases(t *testing.T) {
	specs := caseTools(t)
	cases := handed(t)
	if len(cases) < 120 {
		t.Fatalf("only %d cases", len(cases))
	}
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			start := time.Now()
			got := scanText(t, specs, c.text())
			if took := time.Since(start).Milliseconds(); c.MaxMS > 0 && took > c.MaxMS {
				t.Errorf("took %d ms, at most %d", took, c.MaxMS)
			}
			ok := matches(got, c.Calls, c.Visible)
			for _, also := range c.AlsoOK {
				ok = ok || matches(got, also.Calls, also.Visible)
			}
			if !ok {
				t.Errorf("%s (%s)\n got %+v\nwant %s %q", c.Why, c.Level, got, c.Calls, c.Visible)
			}
			if c.Unknown != nil && !reflect.DeepEqual(got.Unknown, c.Unknown) {
				t.Errorf("unknown %q, want %q", got.Unknown, c.Unknown)
			}
			checkCuts(t, specs, c.text(), got, c.NotShown)
		})
	}
}

// checkCuts scans a text in single bytes and cut once at every byte (long ones
// at some), and wants the same result, with nothing forbidden on the way.
func checkCuts(t *testing.T, specs []tool.Spec, text string, want result, notShown []string) {
	t.Helper()
	s := toolcall.New(toolcall.Options{Tools: specs})
	try := func(pieces [][]byte) {
		t.Helper()
		s.Reset()
		got := scan(s, pieces, func(visible string) {
			for _, bad := range notShown {
				if strings.Contains(visible, bad) {
					t.Fatalf("shows %q", bad)
				}
			}
		})
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("cut %.120q\n got %+v\nwant %+v", pieces, got, want)
		}
	}
	if len(text) <= 1<<16 {
		try(bytewise(text))
	}
	step := 1 + len(text)/400
	for i := 0; i <= len(text) && len(text) <= 1<<17; i += step {
		try([][]byte{[]byte(text[:i]), []byte(text[i:])})
	}
}

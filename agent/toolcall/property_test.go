package toolcall_test

import (
	"fmt"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/agent/toolcall"
)

// adversaries are texts that, repeated, invite reading the same bytes again.
var adversaries = []struct{ name, text string }{
	{"braces", "{"}, {"brackets", "["}, {"keys", `{"a":`}, {"tool keys", `{"tool":`}, {"open strings", `{"a":"b `},
	{"quotes", `"`}, {"tags", "<tool_call>"}, {"tags with values", `<tool_call>{"`}, {"closed tags", `<tool_call>{"a</tool_call>`},
	{"angles", "<"}, {"ticks", "`"}, {"spans", "`{``{"}, {"fences", "```\n{"}, {"fence lines", "```json\n"}, {"tildes", "~~~x\n"},
	{"blanks", " "}, {"newlines", "\n"}, {"list", "- {\n"}, {"commas", `{"tool":"current_time"},`}, {"lines", "{\"a\":1\n"},
	{"comments", "{//\n"}, {"open comment", `{/* "a" `}, {"flowers", "✿FUNCTION✿"}, {"actions", "Action: x\n"},
	{"echoes", "<tool_result>"}, {"inner quotes", `{"a":"b" c`}, {"wide", "｛"}, {"marks", "<｜tool▁"},
	{"list calls", `[{"tool":"current_time"},`}, {"quoted", `「{"tool":"current_time"}`},
}

func sizeName(n int) string { return fmt.Sprintf("%dKiB", n>>10) }

// TestLinear wants sixteen times the text to take less than sixty-four times
// as long; reading again from every place would take 256 times as long.
func TestLinear(t *testing.T) {
	specs := caseTools(t)
	for _, a := range adversaries {
		t.Run(a.name, func(t *testing.T) {
			took := func(n, piece int) time.Duration {
				text := []byte(strings.Repeat(a.text, n/len(a.text)))
				best := time.Hour
				for range 2 {
					start := spent(t)
					s := toolcall.New(toolcall.Options{Tools: specs})
					for i := 0; i < len(text); i += piece {
						s.Write(text[i:min(len(text), i+piece)])
					}
					s.Close()
					best = min(best, spent(t)-start)
				}
				return best
			}
			for _, piece := range []int{7, 1 << 20} {
				var small, large time.Duration
				for range 4 { // a busy machine may slow one of the two
					small, large = took(1<<13, piece), took(1<<17, piece)
					if large <= 64*small+20*time.Millisecond {
						break
					}
				}
				if large > 64*small+20*time.Millisecond {
					t.Errorf("pieces of %d: 8 KiB take %v, 128 KiB %v", piece, small, large)
				}
			}
		})
	}
}

// spent is the processor time of this process so far: what others take of the
// machine is not in it.
func spent(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// tokens are what random outputs are made of.
var tokens = strings.Split(`{|}|[|]|"|'|“|”|:|,|：|，| |
|	|\|\"|tool|arguments|name|memory_save|weather_now|open_door|content|city|{"tool":|"memory_save",|"arguments":{"content":"|"}}|
{"tool": "memory_save", "arguments": {"content": "likes plum jam"}}|{"tool":"weather_now","arguments":{"city":"Otaru"}}|{"a":1}|
<tool_call>|</tool_call>|<tool_result>|</tool_result>|<function=weather_now>|</function>|<parameter=city>|</parameter>|<|>|`+
	"`|``|```|~~~|```json\n|\n```\n|```python\n"+`|- |> |1. |・|✿FUNCTION✿: |✿ARGS✿: |[TOOL_CALLS] |[/TOOL_CALL]|Action: weather_now
|Action Input: |<｜tool▁call▁begin｜>|<｜tool▁sep｜>|例えば、こんな形：|For example:|I will not run |は実行しません|「|」|…|...|｛|｝|//|/*|*/|#|
|true|1|12.5|null|月|é|　|。|. |!`, "|")

// TestCutsDoNotMatter builds outputs of such tokens and cuts them anywhere.
func TestCutsDoNotMatter(t *testing.T) {
	specs := caseTools(t)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(tokens), 1, 24).Draw(t, "tokens"), "")
		want := scan(toolcall.New(toolcall.Options{Tools: specs}), [][]byte{[]byte(text)}, nil)
		if got := scan(toolcall.New(toolcall.Options{Tools: specs}), bytewise(text), nil); !reflect.DeepEqual(got, want) {
			t.Fatalf("bytewise %q\n got %+v\nwant %+v", text, got, want)
		}
		at := rapid.IntRange(0, len(text)).Draw(t, "cut")
		got := scan(toolcall.New(toolcall.Options{Tools: specs}), [][]byte{[]byte(text[:at]), []byte(text[at:])}, nil)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("cut at %d of %q\n got %+v\nwant %+v", at, text, got, want)
		}
	})
}

// TestProseIsUntouched: text without any of the marks of a call comes out as
// it went in.
func TestProseIsUntouched(t *testing.T) {
	specs := caseTools(t)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`(?:[a-zA-Zぁ-んー。、「」,.!? \n>*_~-]|é|🌸|- |> ){0,60}`).Draw(t, "text")
		got := scan(toolcall.New(toolcall.Options{Tools: specs}), bytewise(text), nil)
		if got.Visible != text || len(got.Calls)+got.Broken > 0 {
			t.Fatalf("%q came out as %+v", text, got)
		}
	})
}

func FuzzScanner(f *testing.F) {
	specs := caseTools(f)
	for _, c := range handed(f) {
		if text := c.text(); len(text) < 1000 {
			f.Add(text, uint16(len(text)/2))
		}
	}
	f.Fuzz(func(t *testing.T, text string, cut uint16) {
		want := scan(toolcall.New(toolcall.Options{Tools: specs}), [][]byte{[]byte(text)}, nil)
		at := min(int(cut), len(text))
		pieces := append([][]byte{[]byte(text[:at])}, bytewise(text[at:])...)
		if got := scan(toolcall.New(toolcall.Options{Tools: specs}), pieces, nil); !reflect.DeepEqual(got, want) {
			t.Fatalf("cut at %d of %q\n got %+v\nwant %+v", at, text, got, want)
		}
	})
}

package toolcall_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kokoron/kokoron/agent/toolcall"
)

// What the variants are made of: JAM and OTARU are calls, written out below.
const (
	jam   = `{"tool": "memory_save", "arguments": {"content": "likes plum jam"}}`
	otaru = `{"tool": "weather_now", "arguments": {"city": "Otaru"}}`
)

// variant is an output with what it must lead to. In text, JAM and OTARU stand
// for the calls; visible is compared after folding blanks, "=" means that the
// whole text is shown; broken and unknown are counted.
type variant struct {
	name, text string
	calls      int
	visible    string
	unknown    int
	broken     int
}

var variants = []variant{
	// Fences.
	{"python fence", "```python\nJAM\n```", 0, "=", 0, 0},
	{"yaml fence", "x\n```yaml\nJAM\n```\nok", 0, "=", 0, 0},
	{"tildes", "On it.\n~~~json\nJAM\n~~~\nok", 1, "On it.\nok", 0, 0},
	{"four ticks", "````json\nJAM\n````\nok", 1, "ok", 0, 0},
	{"fence in a list", "- step\n  ```json\n  JAM\n  ```\nok", 1, "- step\nok", 0, 0},
	{"fence as a list item", "1. ```json\nJAM\n```\nok", 1, "ok", 0, 0},
	{"fence behind text", "On it. ```json\nJAM\n```\nok", 1, "On it.\nok", 0, 0},
	{"fence on one line", "```json JAM ```\nok", 1, "ok", 0, 0},
	{"two calls in a fence", "```json\nJAM\nOTARU\n```\nok", 2, "ok", 0, 0},
	{"transcript in a fence", "```\nhello\nJAM\n```", 0, "=", 0, 0},
	{"fence cut", "ok\n```json\n{\"tool\":\"memory_sa", 0, "ok", 0, 1},
	{"fence cut at once", "ok\n```json\n", 0, "ok", 0, 0},
	{"string never closed in a fence", "```json\n{\"tool\":\"memory_save\",\"arguments\":{\"content\":\"a}}\n```\nok", 0, "ok", 0, 1},
	{"empty fence", "a\n```\n```\nb", 0, "=", 0, 0},
	// Code and quotations.
	{"two ticks", "see ``JAM`` ok", 0, "=", 0, 0},
	{"three ticks", "see ```JAM``` ok", 0, "=", 0, 0},
	{"stray tick", "it's `fun.\nJAM", 1, "it's `fun.", 0, 0},
	{"stray tick on the line", "it's `fun. JAM\n", 1, "it's `fun.", 0, 0},
	{"tag in code", "Use `<tool_call>JAM</tool_call>` ok", 0, "=", 0, 0},
	{"quoted line", "> JAM\nok", 0, "=", 0, 0},
	{"quoted fence", "> ```json\n> JAM\n> ```\nok", 0, "=", 0, 0},
	{"corner quotes", "先生は「JAM」と言いました。", 0, "=", 0, 0},
	{"straight quotes", `He wrote "JAM" yesterday.`, 0, "=", 0, 0},
	{"single quotes", "He wrote 'JAM' yesterday.", 0, "=", 0, 0},
	{"curly quotes", "He wrote “JAM” yesterday.", 0, "=", 0, 0},
	{"open quote that never closes", "「わかりました。JAM", 1, "「わかりました。", 0, 0},
	// Examples and refusals.
	{"example above", "For example:\n\nJAM", 0, "=", 0, 0},
	{"example before a fence", "A call looks like this:\n```json\nJAM\n```\nClear?", 0, "=", 0, 0},
	{"example on the line", "E.g. JAM", 0, "=", 0, 0},
	{"example in Chinese", "例如：\nJAM", 0, "=", 0, 0},
	{"form in Chinese", "调用的格式如下：\n```json\nJAM\n```", 0, "=", 0, 0},
	{"form in Japanese", "こんな感じで書きます\nJAM", 0, "=", 0, 0},
	{"example behind", "JAM のように書きます。", 0, "=", 0, 0},
	{"two examples", "例えば：\nJAM\nOTARU", 0, "=", 0, 0},
	{"two examples in a fence", "例えば：\n```json\nJAM\nOTARU\n```\nほらね", 0, "=", 0, 0},
	{"example in a tag", "For example:\n<tool_call>JAM</tool_call>", 0, "=", 0, 0},
	{"example sentences ago", "For example, I love plum jam. Let me save that.\nJAM", 1, "For example, I love plum jam. Let me save that.", 0, 0},
	{"refusal before", "I won't call JAM today.", 0, "=", 0, 0},
	{"refusal behind", "JAM is something I will not run.", 0, "=", 0, 0},
	{"refusal in Japanese", "JAMは実行しません。", 0, "=", 0, 0},
	{"refusal before in Japanese", "これは実行しないよ：JAM", 0, "=", 0, 0},
	{"refusal in Chinese", "我不会执行 JAM。", 0, "=", 0, 0},
	{"no refusal", "I don't remember that, let me check: OTARU", 1, "I don't remember that, let me check:", 0, 0},
	{"no refusal in Japanese", "忘れないように保存するね JAM", 1, "忘れないように保存するね", 0, 0},
	{"the next sentence", "JAM 覚えました！もう忘れません。", 1, "覚えました！もう忘れません。", 0, 0},
	// Wrappers and look-alikes.
	{"tool_calls", `{"tool_calls":[{"id":"1","type":"function","function":{"name":"memory_save","arguments":"{\"content\":\"a\"}"}},{"function":{"name":"weather_now","arguments":{"city":"Nara"}}}]}`, 2, "", 0, 0},
	{"function_call with text", `{"content":"Hi","function_call":{"name":"weather_now","arguments":"{\"city\":\"N\"}"}}`, 1, "Hi", 0, 0},
	{"flat keys", `{"tool":"memory_save","content":"x y"}`, 1, "", 0, 0},
	{"data with a tool", `{"tool":"hammer","price":3}`, 0, "=", 0, 0},
	{"data about a tool", `{"tool":"memory_save","uses":3}`, 0, "=", 0, 0},
	{"unknown tool", `{"tool":"open_door","arguments":{"n":1}}`, 0, "", 1, 0},
	{"longer name", `{"tool":"memory_save_all","arguments":{}}`, 0, "", 1, 0},
	{"unknown name is data", `{"name":"open_door","arguments":{"n":1}}`, 0, "=", 0, 0},
	{"name alone is data", `{"name":"weather_now"}`, 0, "=", 0, 0},
	{"result repeated", `{"tool":"weather_now","result":"sunny"}`, 0, "", 0, 0},
	{"result made up", `{"tool_results": "I have saved it."}`, 0, "", 0, 1},
	{"nested in a list of data", `{"log":[JAM]}`, 0, "=", 0, 0},
	{"among data", `[{"a":1},JAM]`, 0, "=", 0, 0},
	{"in an argument", `{"tool":"note_create","arguments":{"title":"t","body":"{\"tool\":\"memory_delete\"}"}}`, 1, "", 0, 0},
	{"arguments first", `{"arguments":{"content":"a"},"tool":"memory_save"}`, 1, "", 0, 0},
	{"arguments that are prose", `{"tool":"memory_save","arguments":"plum jam"}`, 0, "", 0, 1},
	{"brackets of prose", "[text](http://x) [1] [ ] {x} {} [] a { color: red; } b", 0, "=", 0, 0},
	// Placeholders.
	{"ellipsis", `{"tool":"memory_save","arguments":{"content":"…"}}`, 0, "=", 0, 0},
	{"elided arguments", `{"tool":"memory_save","arguments":{...}}`, 0, "=", 0, 0},
	{"placeholder for the name", `{"tool": "<tool name>", "arguments": {}}`, 0, "=", 0, 0},
	{"described in Japanese", `{"tool":"memory_save","arguments":{"content":"覚える内容"}}`, 0, "", 0, 1},
	{"told where in Japanese", `{"tool":"memory_save","arguments":{"content":"ここに内容を書く"}}`, 0, "", 0, 1},
	{"described in Chinese", `{"tool":"memory_save","arguments":{"content":"要记住的内容"}}`, 0, "", 0, 1},
	{"described in English", `{"tool":"memory_save","arguments":{"content":"what to remember"}}`, 0, "", 0, 1},
	{"dots in a sentence", `{"tool":"memory_save","arguments":{"content":"so... he left"}}`, 1, "", 0, 0},
	{"content as a word", `{"tool":"memory_save","arguments":{"content":"ここに来るのが好き"}}`, 1, "", 0, 0},
	// Lenient reading.
	{"full-width punctuation", `{"tool"："memory_save"，"arguments"：{"content"："a，b：c"}}`, 1, "", 0, 0},
	{"full-width brackets", `｛"tool"："memory_save"，"arguments"：｛"content"："a"｝｝`, 1, "", 0, 0},
	{"full-width quotes", `{＂tool＂:＂memory_save＂,＂arguments＂:{＂content＂:＂a＂}}`, 1, "", 0, 0},
	{"curly single quotes", `{‘tool’: ‘memory_save’, ‘arguments’: {‘content’: ‘it’s a’}}`, 1, "", 0, 0},
	{"block comment", `{"tool":"memory_save", /* x "y" */ "arguments":{"content":"a"}}`, 1, "", 0, 0},
	{"newline in a string", "{\"tool\":\"memory_save\",\"arguments\":{\"content\":\"a\nb\"}}", 1, "", 0, 0},
	{"brackets forgotten before text", "{\"tool\":\"memory_save\",\"arguments\":{\"content\":\"a\"}\nSaved!", 1, "Saved!", 0, 0},
	{"brackets forgotten before a call", "{\"tool\":\"memory_save\",\"arguments\":{\"content\":\"a\"}\nOTARU", 2, "", 0, 0},
	{"octal", `{"tool":"set_reminder","arguments":{"text":"a","minutes":030}}`, 0, "", 0, 1},
	// Cut output.
	{"cut in a string", `ok {"tool":"memory_save","arguments":{"content":"likes pl`, 0, "ok", 0, 1},
	{"cut in a number", `{"tool":"set_reminder","arguments":{"text":"a","minutes":3`, 0, "", 0, 1},
	{"cut in a literal", `{"tool":"memory_save","arguments":{"content":"a","meta":tru`, 0, "", 0, 1},
	{"cut behind a colon", `{"tool":"memory_save","arguments":`, 0, "", 0, 1},
	{"cut behind the name", `{"tool":"memory_save"`, 0, "", 0, 1},
	{"cut in an escape", `{"tool":"memory_save","arguments":{"content":"a\`, 0, "", 0, 1},
	{"cut at the brace", "ok\n{", 0, "ok", 0, 1},
	{"cut in the first key", "ok\n{\"to", 0, "ok", 0, 1},
	{"cut in the opening tag", "ok\n<tool_c", 0, "ok", 0, 0},
	{"cut behind the opening tag", "ok\n<tool_call>", 0, "ok", 0, 1},
	{"cut in a tag", "ok\n<tool_call>{\"name\":\"wea", 0, "ok", 0, 1},
	{"cut in a marker", "ok [TOOL_CA", 0, "ok", 0, 0},
	{"cut in an action", "Action: weather_now\nAction Inp", 0, "", 0, 1},
	{"data cut", `{"tide":"low","boa`, 0, "=", 0, 0},
	// Tags and other dialects.
	{"tag spoken of", "I use the <tool_call> tag for this.", 0, "=", 0, 0},
	{"tag in capitals", "<TOOL_CALL>JAM</TOOL_CALL>ok", 1, "ok", 0, 0},
	{"tag with attributes", `<tool_call id="1">JAM</tool_call>ok`, 1, "ok", 0, 0},
	{"fence in a tag", "<tool_call>\n```json\nJAM\n```\n</tool_call>\nok", 1, "ok", 0, 0},
	{"list in a tag", "<tool_call>[JAM,OTARU]</tool_call>ok", 2, "ok", 0, 0},
	{"closer forgotten before text", "<tool_call>JAM\nAll saved.", 1, "All saved.", 0, 0},
	{"closer in an open string", `<tool_call>{"name":"weather_now","arguments":{"city":"Ota}}</tool_call>ok`, 0, "ok", 0, 1},
	{"invoke", `<function_calls><invoke name="weather_now"><parameter name="city">Otaru</parameter></invoke></function_calls>ok`, 1, "ok", 0, 0},
	{"keys and values", "<tool_call>weather_now\n<arg_key>city</arg_key>\n<arg_value>Otaru</arg_value>\n</tool_call>ok", 1, "ok", 0, 0},
	{"parameter cut", "<tool_call>\n<function=weather_now>\n<parameter=city>\nOta", 0, "", 0, 1},
	{"declarations repeated", "<tools>\n[{\"name\":\"weather_now\",\"parameters\":{\"type\":\"object\",\"properties\":{}}}]\n</tools>\nok", 0, "ok", 0, 0},
	{"a frame around the answer", "<data>\nThe sea is blue.", 0, "The sea is blue.", 0, 0},
	{"a frame below some words", "Yes.\n<data>\nThe sea is blue.\n", 0, "Yes.\nThe sea is blue.", 0, 0},
	{"a tag that is spoken of", "<data> is an element of HTML.", 0, "<data> is an element of HTML.", 0, 0},
	{"a tag within a line", "Write <data>\nbefore it.", 0, "Write <data>\nbefore it.", 0, 0},
	{"results repeated", "<tool_results>\nJAM\n</tool_results>ok", 0, "ok", 0, 0},
	{"unknown tool of a marker", "✿FUNCTION✿: open_door\n✿ARGS✿: {\"n\":1}", 0, "", 1, 0},
	{"Action that is prose", "Action: be kind.\nAlways.", 0, "=", 0, 0},
}

func TestVariants(t *testing.T) {
	specs := caseTools(t)
	write := strings.NewReplacer("JAM", jam, "OTARU", otaru)
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) {
			text := write.Replace(v.text)
			got := scanText(t, specs, text)
			want := v.visible
			if want == "=" {
				want = text
			}
			if folded(got.Visible) != folded(want) {
				t.Errorf("visible %q, want %q", got.Visible, want)
			}
			if len(got.Calls) != v.calls || len(got.Unknown) != v.unknown || got.Broken != v.broken {
				t.Errorf("%+v, want %d calls, %d unknown, %d broken", got, v.calls, v.unknown, v.broken)
			}
			checkCuts(t, specs, text, got, nil)
		})
	}
}

// TestOrder: calls come in the order in which they were written.
func TestOrder(t *testing.T) {
	got := scanText(t, caseTools(t), otaru+"\nfirst\n<tool_call>"+jam+"</tool_call>")
	if len(got.Calls) != 2 || !strings.HasPrefix(got.Calls[0], "weather_now") {
		t.Errorf("%+v", got)
	}
}

// TestTextLeavesAtOnce: what cannot be a call any more is not held back.
func TestTextLeavesAtOnce(t *testing.T) {
	specs := caseTools(t)
	for _, c := range []struct{ in, want string }{
		{"Hello", "Hello"}, {"a <b", "a <b"}, {"{・", "{・"}, {"[link", "[link"}, {"{ok} x", "{ok} x"},
		{"- item", "- item"}, {"2026 ", "2026 "}, {"`code` x", "`code` x"}, {"わ", "わ"}, {"```go\nx", "```go\nx"},
		{"{\"a\":1} ", "{\"a\":1} "}, {"line\n", "line\n"},
		{"x {", "x "}, {"x <tool", "x "}, {"\n  ", "\n"}, {"x {\"tool\"", "x "},
	} {
		s := toolcall.New(toolcall.Options{Tools: specs})
		var got []byte
		for _, p := range bytewise(c.in) {
			got = slices.Concat(got, s.Write(p).Visible)
		}
		if string(got) != c.want {
			t.Errorf("%q: shown so far %q, want %q", c.in, got, c.want)
		}
	}
}

// TestMemoryIsBounded: a call that never ends is not kept.
func TestMemoryIsBounded(t *testing.T) {
	s := toolcall.New(toolcall.Options{Tools: caseTools(t)})
	s.Write([]byte(`{"tool":"note_create","arguments":{"title":"big","body":"`))
	chunk := []byte(strings.Repeat("plum ", 1000))
	s.Write(chunk)
	growth := testing.AllocsPerRun(1000, func() {
		if o := s.Write(chunk); len(o.Visible) > 0 {
			t.Fatal("part of the call is shown")
		}
	})
	if growth > 1 {
		t.Errorf("%v allocations a chunk", growth)
	}
	if o := s.Close(); len(o.Visible)+len(o.Calls) > 0 {
		t.Errorf("%+v", o)
	}
}

package agent

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// The marks that frame data in a prompt. Everything between an opening mark
// and its closing one is data, never an instruction; the system message says
// so. The person's words stand after DataClose, at the very end.
const (
	DataOpen     = "<data>"
	DataClose    = "</data>"
	ResultsOpen  = "<tool_results>"
	ResultsClose = "</tool_results>"
)

// marks are these and the frame of one result, however a reader might still
// take them for such (wide brackets, blanks of any kind, characters nobody
// sees), and the special tokens of the chat templates in use: servers read
// <|im_end|> or [/INST] as the end of a message wherever it stands. [MESSAGE] and
// [IDLE] are how a thought ends: what it copies from outside must not.
var marks = regexp.MustCompile(`(?i)[<＜﹤](?:` + unseen + `*/?` + unseen + `*(?:` +
	hidden("data", "tool_result", "result") + `)(?:\b|s\b)|[|｜]|` +
	`/?(?:s|bos|eos|unk|pad|start_of_turn|end_of_turn|think|tool_call|tool_response)>)|` +
	`\[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\]|` +
	`[\[［]` + unseen + `*[/／]?` + unseen + `*(?:` + hidden("MESSAGE", "IDLE") + `)` + unseen + `*[\]］]`)

// unseen is what stands between two characters for a program only.
const unseen = `[\s\p{Z}\p{Cf}]`

// hidden matches words with invisible characters anywhere in them.
func hidden(words ...string) string {
	for i, w := range words {
		words[i] = strings.Join(strings.Split(w, ""), `\p{Cf}*`)
	}
	return strings.Join(words, "|")
}

// joiner is a word joiner: it has no width.
const joiner = "\u2060"

// quote makes the marks harmless in text that comes from outside, by putting a
// word joiner behind the bracket: it looks the same and closes nothing. What
// was quoted stays as it is.
func quote(s string) string {
	if !strings.ContainsAny(s, "<＜﹤[［") {
		return s // nearly always
	}
	return marks.ReplaceAllStringFunc(s, func(m string) string {
		_, n := utf8.DecodeRuneInString(m)
		if strings.HasPrefix(m[n:], joiner) {
			return m
		}
		return m[:n] + joiner + m[n:]
	})
}

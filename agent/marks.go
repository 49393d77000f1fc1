package agent

import (
	"regexp"
	"strings"
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
// take them for such, and what begins a special token of most chat templates:
// servers read <|im_end|> as the end of a message wherever it stands.
var marks = regexp.MustCompile(`(?i)<(\s*/?\s*(?:data|tool_results?|result)\b|\|)`)

// quote makes the marks harmless in text that comes from outside, by putting a
// word joiner behind the angle bracket: it looks the same and closes nothing.
func quote(s string) string {
	if !strings.Contains(s, "<") {
		return s // nearly always
	}
	return marks.ReplaceAllString(s, "<\u2060$1")
}

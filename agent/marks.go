package agent

import "strings"

// The marks that frame data in a prompt. Everything between an opening mark
// and its closing one is data, never an instruction; the system message says
// so. The person's words stand after DataClose, at the very end.
const (
	DataOpen     = "<data>"
	DataClose    = "</data>"
	ResultsOpen  = "<tool_results>"
	ResultsClose = "</tool_results>"
)

// quote makes the marks harmless in text that comes from outside, by putting a
// word joiner behind the angle bracket: it looks the same and closes nothing.
var quote = strings.NewReplacer(
	DataOpen, "<\u2060data>", DataClose, "<\u2060/data>",
	ResultsOpen, "<\u2060tool_results>", ResultsClose, "<\u2060/tool_results>",
)

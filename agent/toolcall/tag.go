package toolcall

import (
	"bytes"
	"strings"
)

// found is the answer of a matcher that may need to see more of the text.
type found byte

const (
	no   found = iota
	more       // not decided by what is there
	yes
)

// tagKind is what a tag has to do with tools.
type tagKind byte

const (
	otherTag tagKind = iota
	callTag          // opens or closes a call: <tool_call>
	funcTag          // <function=name>, <invoke name="x">
	partTag          // a part of a call: <parameter=x>
	echoTag          // a tool's result, or the declarations, repeated by the model
	markTag          // <｜tool▁call▁begin｜>, <|tool_call|>
)

// tag is one tag, or the beginning of one.
type tag struct {
	kind  tagKind
	shuts bool
	size  int
}

// maxTag is the longest tag with its attributes, in bytes.
const maxTag = 160

// tagNames are the names with hyphens and underscores left out.
var tagNames = map[string]tagKind{
	"toolcall": callTag, "toolcalls": callTag, "functioncall": callTag, "functioncalls": callTag, "tooluse": callTag,
	"function": funcTag, "invoke": funcTag,
	"parameter": partTag, "argkey": partTag, "argvalue": partTag,
	"toolresult": echoTag, "toolresults": echoTag, "toolresponse": echoTag, "toolresponses": echoTag,
	"tooloutput": echoTag, "functionresult": echoTag, "functionresults": echoTag, "tools": echoTag,
	"data": echoTag, // the frame of the prompt's own data (agent.DataOpen)
}

// matchTag looks at a text that begins with '<'.
func matchTag(b []byte, final bool) (tag, found) {
	if t, f := matchMark(b, final); f != no {
		return t, f
	}
	i, shuts := 1, false
	if i < len(b) && b[i] == '/' {
		i, shuts = 2, true
	}
	name := make([]byte, 0, 24)
	for ; i < len(b) && len(name) < cap(name); i++ {
		switch c := b[i]; {
		case 'a' <= c && c <= 'z':
			name = append(name, c)
			continue
		case 'A' <= c && c <= 'Z':
			name = append(name, c|0x20)
			continue
		case c == '_' || c == '-':
			continue
		}
		break
	}
	if i == len(b) {
		switch {
		case !beginsTag(string(name)), final && len(name) < len("tool"):
			return tag{}, no
		case final:
			return tag{kind: callTag, shuts: true, size: i}, yes // cut: it was going to be one
		}
		return tag{}, more
	}
	t := tag{kind: tagNames[string(name)], shuts: shuts}
	switch c := b[i]; {
	case t.kind == otherTag:
		return tag{}, no
	case !shuts && (t.kind == funcTag || t.kind == partTag) && c == '>' && string(name) == "function":
		return tag{}, no // <function> alone names nothing
	case c == '>':
		t.size = i + 1
		return t, yes
	case c != '=' && c != ' ' && c != '\n' && c != '\t' && c != '\r':
		return tag{}, no
	}
	end := bytes.IndexAny(b[i:min(len(b), maxTag)], "<>")
	switch {
	case end >= 0 && b[i+end] == '>':
		t.size = i + end + 1
		return t, yes
	case end >= 0 || len(b) >= maxTag:
		return tag{}, no
	case final:
		t.shuts, t.size = true, len(b)
		return t, yes
	}
	return tag{}, more
}

// beginsTag says whether some name begins so.
func beginsTag(name string) bool {
	for n := range tagNames {
		if strings.HasPrefix(n, name) {
			return true
		}
	}
	return false
}

// matchMark matches the special tokens of DeepSeek and Kimi, when a server
// prints them: <｜tool▁calls▁begin｜>, <|tool_call_begin|>.
func matchMark(b []byte, final bool) (tag, found) {
	for _, m := range [...][2]string{{"<｜tool▁", "｜>"}, {"<|tool", "|>"}} {
		f := literal(b, m[0], final)
		if f == no {
			continue
		}
		if f == more {
			return tag{}, more
		}
		head := b[:min(len(b), maxTag)]
		if end := bytes.Index(head, []byte(m[1])); end >= 0 {
			name := head[:end]
			shuts := bytes.HasSuffix(name, []byte("end"))
			t := tag{kind: markTag, shuts: shuts, size: end + len(m[1])}
			if bytes.Contains(name, []byte("output")) || bytes.Contains(name, []byte("response")) {
				t.kind = echoTag
			}
			return t, yes
		}
		switch {
		case len(b) >= maxTag:
		case final:
			return tag{kind: markTag, shuts: true, size: len(b)}, yes
		default:
			return tag{}, more
		}
	}
	return tag{}, no
}

// literal matches b against a fixed beginning.
func literal(b []byte, want string, final bool) found {
	if len(b) >= len(want) {
		if string(b[:len(want)]) == want {
			return yes
		}
		return no
	}
	if !final && want[:len(b)] == string(b) {
		return more
	}
	return no
}

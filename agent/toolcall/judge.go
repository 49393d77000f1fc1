package toolcall

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/agent/tool"
)

// verdict says what a candidate turned out to be. The zero value is a text
// that is shown as it stands.
type verdict struct {
	hide    bool        // not shown
	calls   []tool.Call // to run
	unknown []string    // names of tools that do not exist
	broken  int         // how many calls cannot be read, or must not be run
	show    string      // shown in place of the candidate
	literal bool        // call-shaped, but its values are placeholders: an explanation
}

// acts reports that the model meant to call something.
func (v *verdict) acts() bool { return len(v.calls)+len(v.unknown)+v.broken > 0 }

// add takes over what a part of the candidate turned out to be.
func (v *verdict) add(o verdict) {
	v.calls = append(v.calls, o.calls...)
	v.unknown = append(v.unknown, o.unknown...)
	v.broken += o.broken
	v.literal = v.literal || o.literal
}

// judge knows the registered tools.
type judge struct {
	tools    map[string]tool.Spec
	examples map[string]bool // canonical example calls of the prompt
	contents map[string]bool // texts of those examples
}

// newJudge indexes the tools and the examples the model was shown.
func newJudge(o Options) *judge {
	j := &judge{tools: map[string]tool.Spec{}, examples: map[string]bool{}, contents: map[string]bool{}}
	for _, spec := range o.Tools {
		j.tools[spec.Name] = spec
	}
	for _, call := range o.Examples {
		args, _, end := readValue(call.Args)
		if end != whole || len(args.keys) == 0 {
			continue // a call without arguments is what is wanted
		}
		j.examples[Canonical(call)] = true
		for i, v := range args.kids {
			if args.keys[i] == timeKey {
				continue // what the examples are about is made up, but their times are those that people name
			}
			if v.kind == text && len(v.text) > 12 {
				j.contents[v.text] = true
			}
		}
	}
	return j
}

var (
	argKeys    = []string{"arguments", "args", "parameters", "params", "input", "tool_input", "action_input"}
	nameKeys   = []string{"tool", "tool_name"}
	resultKeys = []string{"tool_results", "tool_result", "tool_response", "tool_output"}
	dataKeys   = []string{"result", "results", "output", "error"}
)

// timeKey is what every tool calls the parameter with the words for a time.
const timeKey = "when"

// value judges one JSON value. Inside a call tag, whatever has a name is a
// call. complete says that the value was not cut.
func (j *judge) value(n *node, inTag, complete bool) verdict {
	if n.kind == array {
		return j.list(n.kids, inTag, complete)
	}
	if n.kind != object {
		return verdict{}
	}
	if made, _ := n.first(resultKeys...); made != nil && len(n.keys) == 1 {
		return verdict{hide: true, broken: 1} // results come from the tools alone
	}
	if calls, _ := n.first("tool_calls", "tool_call", "function_call"); calls != nil {
		return j.envelope(n, calls, complete)
	}
	if f := n.get("function"); f != nil && f.kind == object {
		return j.named(f, true, complete)
	}
	name, _ := n.first(nameKeys...)
	switch {
	case name == nil:
		return j.named(n, inTag, complete)
	case name.kind == object:
		return j.named(name, true, complete)
	case name.kind != text:
		return verdict{}
	}
	return j.kokoron(n, name.text, complete)
}

// list judges an array: calls if each of its elements is one, data otherwise.
func (j *judge) list(kids []*node, inTag, complete bool) verdict {
	v := verdict{hide: len(kids) > 0}
	for i, kid := range kids {
		one := j.value(kid, inTag, complete || i < len(kids)-1)
		if !one.hide {
			return verdict{}
		}
		v.add(one)
	}
	return v
}

// envelope judges the wrapper of a whole message, whose text is the reply.
func (j *judge) envelope(n, calls *node, complete bool) verdict {
	v := verdict{hide: true}
	if calls.kind != array {
		calls = &node{kind: array, kids: []*node{calls}}
	}
	for _, kid := range calls.kids {
		one := j.value(kid, true, complete)
		if !one.hide {
			return verdict{}
		}
		v.add(one)
	}
	if s := n.get("content"); s != nil && s.kind == text {
		v.show = s.text
	} else if len(calls.kids) == 0 {
		return verdict{}
	}
	return v
}

// named judges {"name": …, "arguments": …}: the form of other protocols, and
// of much that is no call at all. sure says that the surroundings name it one.
func (j *judge) named(n *node, sure, complete bool) verdict {
	name, _ := n.first("name", "function", "action", "tool")
	args, _ := n.first(argKeys...)
	if name == nil || name.kind != text || declaration(n, args) {
		return verdict{}
	}
	_, known := j.lookup(name.text)
	if !sure && (!known || args == nil) {
		return verdict{}
	}
	return j.call(name.text, args, complete)
}

// declaration recognises a tool's description in JSON Schema.
func declaration(n, args *node) bool {
	if n.get("description") != nil && n.get("arguments") == nil {
		return true
	}
	if args == nil || args.kind != object {
		return false
	}
	kind := args.get("type")
	props := args.get("properties")
	return props != nil && props.kind == object && (kind == nil || kind.text == "object")
}

// kokoron judges {"tool": …} with its arguments beside it or below a key.
func (j *judge) kokoron(n *node, name string, complete bool) verdict {
	spec, known := j.lookup(name)
	args, argKey := n.first(argKeys...)
	if argKey != "" && known {
		// A parameter may be called "input".
		if _, flat := spec.Param(argKey); flat && args.kind != object {
			args = nil
		}
	}
	if declaration(n, args) {
		return verdict{}
	}
	if echo, key := n.first(dataKeys...); echo != nil && known {
		if _, param := spec.Param(key); !param {
			return verdict{hide: true} // the model repeats a result
		}
	}
	if args != nil {
		return j.call(name, args, complete)
	}
	flat := &node{kind: object}
	declared := 0
	for i, key := range n.keys {
		if slices.Contains(nameKeys, key) || key == "id" && !takes(spec, "id") || key == "type" && !takes(spec, "type") {
			continue
		}
		if takes(spec, key) {
			declared++
		}
		flat.keys, flat.kids = append(flat.keys, key), append(flat.kids, n.kids[i])
	}
	switch {
	case len(flat.keys) > 0 && declared == 0:
		return verdict{} // data with a key that is called "tool"
	case len(flat.keys) == 0 && !complete && len(spec.Params) > 0:
		return verdict{hide: true, broken: 1}
	}
	return j.call(name, flat, complete)
}

func takes(s tool.Spec, name string) bool {
	_, ok := s.Param(name)
	return ok
}

// lookup finds a registered tool, also behind a namespace ("functions.x").
func (j *judge) lookup(name string) (tool.Spec, bool) {
	name = strings.TrimSpace(name)
	if spec, ok := j.tools[name]; ok {
		return spec, true
	}
	spec, ok := j.tools[name[strings.LastIndexAny(name, ".:/")+1:]]
	return spec, ok
}

// call judges a name with its arguments.
func (j *judge) call(name string, args *node, complete bool) verdict {
	spec, ok := j.lookup(name)
	if !ok {
		v := verdict{hide: true, unknown: []string{strings.TrimSpace(name)}}
		v.literal = symbolic(strings.TrimSpace(name))
		return v
	}
	object, ok := decoded(args)
	if !ok {
		return verdict{hide: true, broken: 1}
	}
	c := tool.Call{Name: spec.Name, Args: object.raw(false)}
	v := verdict{hide: true, calls: []tool.Call{c}}
	switch j.placeholder(spec, c, object) {
	case symbol:
		v.literal = true
	case described:
		v = verdict{hide: true, broken: 1}
	}
	return v
}

// decoded turns what stands for arguments into an object: strings hold it as
// JSON, at most twice over; nothing at all is an empty one.
func decoded(args *node) (*node, bool) {
	for range 3 {
		switch {
		case args == nil || args.kind == null, args.kind == array && len(args.kids) == 0:
			return &node{kind: object}, true
		case args.kind == object:
			return args, true
		case args.kind != text:
			return nil, false
		case strings.TrimSpace(args.text) == "":
			return &node{kind: object}, true
		}
		s := strings.TrimSpace(args.text)
		inner, used, err := readStrict([]byte(s))
		if err != nil {
			var end ended
			if inner, used, end = readValue([]byte(s)); end > closers {
				return nil, false
			}
		}
		if strings.Trim(s[used:], " \t\r\n}") != "" {
			return nil, false
		}
		args = inner
	}
	return nil, false
}

var (
	callHead = regexp.MustCompile(`^[\s\[{｛［]*["'“”‘’＂]?(?:tool|tool_name|tool_calls?|function_call)["'“”‘’＂]?\s*(?:[:：=]|$)`)
	otherKey = regexp.MustCompile(`["'“]?(?:name|function|action|tool|tool_name)["'”]?\s*[:：=]+>?\s*["'“]?\s*([\w.]+)`)
	elided   = regexp.MustCompile(`[{\[:：,]\s*(?:\.{3}|…+)\s*[}\],]`) // {"tool": "x", "arguments": {...}}
	keyStart = regexp.MustCompile(`^[\s\[{｛［]*["'“‘＂]?([a-z_]*)["'”’＂]?\s*$`)
)

// callish says whether a text that cannot be read, or is cut, was going to be
// a call, so that it must not be shown.
func (j *judge) callish(b []byte) bool {
	head := b[:min(len(b), 4096)]
	if callHead.Match(head) {
		return true
	}
	for _, m := range otherKey.FindAllSubmatch(head, 8) {
		if _, known := j.lookup(string(m[1])); known {
			return true
		}
	}
	return false
}

// mayBegin says whether a cut text is the beginning of a call's first key.
func mayBegin(b []byte) bool {
	m := keyStart.FindSubmatch(b)
	if m == nil {
		return false
	}
	for _, key := range [...]string{"tool", "tool_name", "tool_calls", "function_call", "name", "arguments", "id", "type"} {
		if strings.HasPrefix(key, string(m[1])) {
			return true
		}
	}
	return false
}

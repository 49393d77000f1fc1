package toolcall

import (
	"bytes"
	"html"
	"regexp"
	"strings"

	"github.com/kokoron/kokoron/agent/tool"
)

var (
	functionTag = regexp.MustCompile(`<(?:function\s*=|invoke\s+name\s*=|function\s+name\s*=)\s*["']?([\w.-]+)["']?\s*>`)
	parameter   = regexp.MustCompile(`(?s)<parameter(?:\s*=\s*|\s+name\s*=\s*)["']?([\w.-]+)["']?\s*>(.*?)</parameter>|<arg_key>(.*?)</arg_key>\s*<arg_value>(.*?)</arg_value>`)
	anyTag      = regexp.MustCompile(`<[^<>]*>`)
	identifier  = regexp.MustCompile(`[A-Za-z_][\w.]*`)
	noise       = regexp.MustCompile(`(?i)^(?:functions?|tools?|tool_calls?|json|action|input|arguments|args|parameters|name|call)$`)
)

// body judges the inside of a call tag: values one after the other, each a
// call or the arguments of the tool named before it; or elements.
func (j *judge) body(b []byte, complete bool) verdict {
	if parameter.Match(b) {
		return j.elements(b, complete)
	}
	v := verdict{hide: true}
	values := 0
	for {
		at := bytes.IndexAny(b, "{[")
		if wide := bytes.Index(b, []byte("｛")); wide >= 0 && (at < 0 || wide < at) {
			at = wide
		}
		if at < 0 {
			break
		}
		name := j.nameIn(b[:at])
		n, used, how := readValue(b[at:])
		if how > closers {
			v.broken++
			return v
		}
		values++
		v.add(j.inside(name, n, complete || how == whole))
		b = b[at+used:]
	}
	if values == 0 {
		v.add(j.inside(j.nameIn(b), nil, complete))
	}
	return v
}

// inside judges one value of a call tag and the name before it.
func (j *judge) inside(name string, n *node, complete bool) verdict {
	_, known := j.lookup(name)
	if n != nil && !known {
		if v := j.value(n, true, complete); v.hide {
			return v
		}
	}
	if name == "" || n == nil && !complete {
		return verdict{hide: true, broken: 1}
	}
	return j.call(name, n, complete)
}

// nameIn finds the name of the tool in what stands before its arguments.
func (j *judge) nameIn(b []byte) string {
	s := functionTag.ReplaceAllString(string(b[max(0, len(b)-512):]), " $1 ")
	words := identifier.FindAllString(anyTag.ReplaceAllString(s, " "), -1)
	name := ""
	for _, w := range words {
		if _, known := j.lookup(w); known {
			return w
		}
		if !noise.MatchString(w) {
			name = w
		}
	}
	return name
}

// elements judges calls whose parameters are elements.
func (j *judge) elements(b []byte, complete bool) verdict {
	v := verdict{hide: true}
	starts := functionTag.FindAllIndex(b, -1)
	if starts == nil {
		starts = [][]int{{0, 0}}
	}
	for i, at := range starts {
		end := len(b)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		part := b[at[0]:end]
		params := parameter.FindAllSubmatchIndex(part, -1)
		head := part
		if len(params) > 0 {
			head = part[:params[0][0]]
		}
		name := j.nameIn(head)
		spec, _ := j.lookup(name)
		args := &node{kind: object}
		for _, p := range params {
			key, value := group(part, p, 1), group(part, p, 2)
			if key == "" {
				key, value = group(part, p, 3), group(part, p, 4)
			}
			args.keys = append(args.keys, strings.TrimSpace(key))
			args.kids = append(args.kids, element(spec, strings.TrimSpace(key), value))
		}
		if open := bytes.LastIndex(part, []byte("<parameter")); open >= 0 && (len(params) == 0 || open > params[len(params)-1][0]) {
			v.broken++ // the last parameter is cut
			continue
		}
		v.add(j.call(name, args, complete))
	}
	return v
}

func group(b []byte, at []int, n int) string {
	if at[2*n] < 0 {
		return ""
	}
	return string(b[at[2*n]:at[2*n+1]])
}

// element reads a parameter's text as the type that is declared for it.
func element(spec tool.Spec, key, value string) *node {
	value = strings.TrimSuffix(strings.TrimPrefix(value, "\n"), "\n")
	if p, ok := spec.Param(key); ok && p.Type != tool.String {
		s := strings.TrimSpace(value)
		if n, used, err := readStrict([]byte(s)); err == nil && used == len(s) {
			return n
		}
	}
	return &node{kind: text, text: html.UnescapeString(value)}
}

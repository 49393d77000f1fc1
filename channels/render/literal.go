package render

import (
	"bytes"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// literalParser takes out of the hands of the other parsers what only looks
// like markup: text faces, formulas, Windows paths and bare addresses.
type literalParser struct{}

func (literalParser) Trigger() []byte {
	return []byte{'\\', '(', '*', '_', '~', '`', '<', '|', '$', ':'}
}

func (literalParser) Parse(parent ast.Node, block text.Reader, _ parser.Context) ast.Node {
	_, seg := block.PeekLine()
	// Look no further than this line; looking back needs the source itself.
	src, i := block.Source()[:seg.Stop], seg.Start
	end := 0
	switch src[i] {
	case ':':
		return bareURL(parent, block, src, i)
	case '$':
		end = formula(src, i)
	case '\\':
		if end = faceEnd(src, i); end == 0 {
			end = formula(src, i)
		}
		if end == 0 {
			end = windowsPath(src, i)
		}
	default:
		end = faceEnd(src, i)
	}
	if end <= i {
		return nil
	}
	block.Advance(end - i)
	return literal(src[i:end])
}

func literal(b []byte) ast.Node {
	s := ast.NewString(b)
	s.SetRaw(true)
	return s
}

// longestFormula bounds the search for a formula's end, in bytes.
const longestFormula = 300

// formula finds the end of $…$, $$…$$, \(…\) or \[…\] that begins at src[i] and
// ends on the same line, or 0. A price is no formula: a single $ needs letters
// close to it and something that only formulas have.
func formula(src []byte, i int) int {
	opener, closer := "", ""
	for _, p := range [][2]string{{"$$", "$$"}, {"$", "$"}, {`\(`, `\)`}, {`\[`, `\]`}} {
		if bytes.HasPrefix(src[i:], []byte(p[0])) {
			opener, closer = p[0], p[1]
			break
		}
	}
	if opener == "" {
		return 0
	}
	rest := src[i+len(opener):]
	if len(rest) > longestFormula {
		rest = rest[:longestFormula]
	}
	n := bytes.Index(rest, []byte(closer))
	if n <= 0 || bytes.ContainsRune(rest[:n], '\n') {
		return 0
	}
	end := i + len(opener) + n + len(closer)
	if opener == "$" {
		first, _ := runeAt(rest, 0)
		last, _ := runeBefore(rest, n)
		next, _ := runeAt(src, end)
		if unicode.IsSpace(first) || unicode.IsSpace(last) || alnum(next) || !bytes.ContainsAny(rest[:n], `\_^*{`) {
			return 0
		}
	}
	return end
}

// longestHost bounds the search for the end of a server's name, in bytes.
const longestHost = 64

// windowsPath finds the end of the path that has its first backslash at src[i],
// as in C:\_new or \\server\_share, or 0.
func windowsPath(src []byte, i int) int {
	before, w := runeBefore(src, i)
	drive, v := runeBefore(src, i-w)
	outside, _ := runeBefore(src, i-w-v)
	path := before == ':' && alnum(drive) && !digit(drive) && !alnum(outside)
	if host, ok := bytes.CutPrefix(src[i:min(len(src), i+longestHost)], []byte(`\\`)); ok && !path {
		n := bytes.IndexFunc(host, func(r rune) bool { return !alnum(r) && r != '-' && r != '_' && r != '.' })
		path = n > 0 && host[n] == '\\'
	}
	if !path {
		return 0
	}
	for i < len(src) && src[i] > ' ' && bytes.IndexByte([]byte("*\"<>|?`])"), src[i]) < 0 {
		i++
	}
	return i
}

// bareURL makes a link of an address whose colon is at src[i]. The scheme
// before it was already taken for text and is taken back. Addresses in the label
// of a link come here too: the renderers know that they are in one.
func bareURL(parent ast.Node, block text.Reader, src []byte, i int) ast.Node {
	if !bytes.HasPrefix(src[i:], []byte("://")) {
		return nil
	}
	scheme := 0
	for _, s := range []string{"https", "http"} {
		if i >= len(s) && bytes.EqualFold(src[i-len(s):i], []byte(s)) {
			scheme = len(s)
			break
		}
	}
	t, ok := parent.LastChild().(*ast.Text)
	if scheme == 0 || !ok || t.Segment.Stop != i || t.Segment.Len() < scheme {
		return nil
	}
	start := i - scheme
	if r, _ := runeBefore(src, start); alnum(r) {
		return nil
	}
	end := urlEnd(src, i+len("://"))
	if end == 0 {
		return nil
	}
	t.Segment = t.Segment.WithStop(start)
	block.Advance(end - i)
	return ast.NewAutoLink(ast.AutoLinkURL, ast.NewTextSegment(text.NewSegment(start, end)))
}

// urlEnd finds where the address ends whose host begins at src[i]: before what
// no address has, and before punctuation that belongs to the sentence. It is 0
// if there is no host.
func urlEnd(src []byte, i int) int {
	end, open := i, 0
	for ; end < len(src); end++ {
		b := src[end]
		if b <= ' ' || b >= 0x7F || bytes.IndexByte([]byte("<>\"`[]{}|\\^"), b) >= 0 {
			break
		}
		if next, _ := runeAt(src, end+1); b == '*' && !alnum(next) {
			break
		}
		if b == '(' {
			open++
		}
		if b == ')' {
			if open--; open < 0 {
				break
			}
		}
	}
	end = i + len(bytes.TrimRight(src[i:end], ".,:;!?'*_~&"))
	if end == i || !alnum(rune(src[i])) {
		return 0
	}
	return end
}

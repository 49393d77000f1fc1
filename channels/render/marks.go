package render

import (
	"bytes"
	"unicode"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// spoiler is the tree node of hidden text.
type spoiler struct{ ast.BaseInline }

var kindSpoiler = ast.NewNodeKind("Spoiler")

func (*spoiler) Kind() ast.NodeKind { return kindSpoiler }

func (s *spoiler) Dump(src []byte, level int) { ast.DumpHelper(s, src, level, nil, nil) }

// marker is one of the characters that style text: * _ ~ |
type marker byte

func (m marker) IsDelimiter(b byte) bool { return b == byte(m) }

func (marker) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	return opener.Char == closer.Char
}

func (m marker) OnMatch(consumes int) ast.Node {
	switch m {
	case '~':
		return east.NewStrikethrough()
	case '|':
		return &spoiler{}
	}
	return ast.NewEmphasis(consumes)
}

// markParser finds runs of markers and decides what they can do.
type markParser struct{}

func (markParser) Trigger() []byte { return []byte{'*', '_', '~', '|'} }

func (markParser) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, segment := block.PeekLine()
	c := line[0]
	n := len(line) - len(bytes.TrimLeft(line, string(c)))
	before := block.PrecendingCharacter()
	after, _ := runeAt(line, n)
	seg := segment.WithStop(segment.Start + n)
	block.Advance(n)
	canOpen, canClose := flanks(c, n, before, after)
	if !canOpen && !canClose {
		return ast.NewTextSegment(seg)
	}
	d := parser.NewDelimiter(canOpen, canClose, n, c, marker(c))
	d.Segment = seg
	pc.PushDelimiter(d)
	return d
}

// flanks tells whether a run of n marks between two characters can begin and
// end a range. The rules for emphasis are CommonMark's (0.31, "left-flanking"),
// with the change proposed in commonmark-spec issue 650: full-width punctuation
// counts as a letter, and a CJK character next to the run as a blank.
func flanks(c byte, n int, before, after rune) (canOpen, canClose bool) {
	spaceBefore, spaceAfter := unicode.IsSpace(before), unicode.IsSpace(after)
	edgeBefore := spaceBefore || punct(before) || cjk(before)
	edgeAfter := spaceAfter || punct(after) || cjk(after)
	switch {
	case (c == '~' || c == '|') && n != 2:
		return false, false
	case c == '|': // "a||b" and "a || b" are code and prose, not secrets
		return edgeBefore && !spaceAfter, edgeAfter && !spaceBefore
	case c == '*' && digit(before) && digit(after): // 2*3*4, 2**8
		return false, false
	case c == '_' && mirrored(before, after): // ^_^
		return false, false
	}
	left := !spaceAfter && (!punct(after) || cjk(after) || edgeBefore)
	right := !spaceBefore && (!punct(before) || cjk(before) || edgeAfter)
	if c == '_' {
		return left && (!right || punct(before)), right && (!left || punct(after))
	}
	return left, right
}

package render

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

const (
	// maxDepth bounds the nesting of quotes and lists: the parser looks at
	// every open one for every line.
	maxDepth = 32
	// maxMarks bounds the marks of one paragraph: the parser compares each
	// closing mark with every opening one before it.
	maxMarks = 2000
	// maxDefinitions bounds the link definitions, each of which is looked up
	// in the whole reply.
	maxDefinitions = 100
)

// state is what the parsers below keep during one run.
type state struct {
	marks       int // in the current paragraph
	definitions int
}

var stateKey = parser.NewContextKey()

// markdownParser is built once and never changed: like a compiled pattern.
var markdownParser = newParser()

// parse gives the tree of a cleaned reply.
func parse(src []byte) ast.Node {
	pc := parser.NewContext()
	pc.Set(stateKey, &state{})
	return markdownParser.Parse(text.NewReader(src), parser.WithContext(pc))
}

// newParser leaves out HTML blocks, so that tags are text like any other and
// Markdown between them works.
func newParser() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(underline{parser.NewSetextHeadingParser()}, 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(shallowList{parser.NewListParser()}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(shallowQuote{parser.NewBlockquoteParser()}, 800),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
			util.Prioritized(literalParser{}, 50),
			util.Prioritized(limited{parser.NewCodeSpanParser()}, 100),
			util.Prioritized(limited{parser.NewLinkParser()}, 200),
			util.Prioritized(limited{parser.NewAutoLinkParser()}, 300),
			util.Prioritized(limited{parser.NewRawHTMLParser()}, 400),
			util.Prioritized(limited{markParser{}}, 500),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(usedDefinitions{parser.LinkReferenceParagraphTransformer}, 100),
			util.Prioritized(wholeTables{extension.NewTableParagraphTransformer()}, 200),
		),
		parser.WithASTTransformers(
			util.Prioritized(extension.NewTableASTTransformer(), 0),
			util.Prioritized(numbers{}, 100),
		),
	)
}

// limited stops a parser after maxMarks marks of one paragraph.
type limited struct{ parser.InlineParser }

func (l limited) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	st := pc.Get(stateKey).(*state)
	if st.marks > maxMarks {
		return nil
	}
	st.marks++
	return l.InlineParser.Parse(parent, block, pc)
}

// CloseBlock ends a paragraph.
func (l limited) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	pc.Get(stateKey).(*state).marks = 0
	if c, ok := l.InlineParser.(parser.CloseBlocker); ok {
		c.CloseBlock(parent, block, pc)
	}
}

// underline takes a heading's underline only from three characters on: a lone
// "-" below a line is the start of a list still being written. And not below a
// table, where the parser would put the lines before the table behind it.
type underline struct{ parser.BlockParser }

func (u underline) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if line, _ := r.PeekLine(); len(bytes.TrimSpace(line)) < 3 {
		return nil, parser.NoChildren
	}
	if p, ok := pc.LastOpenedBlock().Node.(*ast.Paragraph); ok {
		for i := range p.Lines().Len() {
			line := p.Lines().At(i)
			if tableRule(bytes.TrimSpace(line.Value(r.Source()))) {
				return nil, parser.NoChildren
			}
		}
	}
	return u.BlockParser.Open(parent, r, pc)
}

// tableRule reports whether a line may be the one between the head and the rows
// of a table.
func tableRule(line []byte) bool {
	return len(bytes.Trim(line, "|:- \t")) == 0 && bytes.IndexByte(line, '-') >= 0
}

type shallowList struct{ parser.BlockParser }

func (l shallowList) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	node, st := l.BlockParser.Open(parent, r, pc) // also takes back a note to itself
	if node == nil || deep(parent) {
		return nil, parser.NoChildren
	}
	return node, st
}

type shallowQuote struct{ parser.BlockParser }

func (q shallowQuote) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if line, _ := r.PeekLine(); deep(parent) || faceQuote(bytes.TrimLeft(line, " ")) {
		return nil, parser.NoChildren
	}
	return q.BlockParser.Open(parent, r, pc)
}

// deep reports whether no quote or list may begin inside n.
func deep(n ast.Node) bool {
	depth := 0
	for ; n != nil; n = n.Parent() {
		if k := n.Kind(); k == ast.KindList || k == ast.KindBlockquote {
			depth++
		}
	}
	return depth >= maxDepth
}

// definition is a link definition a model means: [label]: https://address
var definition = regexp.MustCompile(`^ {0,3}\[([^\[\]]+)\]: *<?https?://[^\s]+`)

// usedDefinitions takes link definitions out of the text only if all lines of
// the paragraph are some and the reply uses every one. Else a line such as
// "[Note]: bring-tea" would vanish.
type usedDefinitions struct{ parser.ParagraphTransformer }

func (u usedDefinitions) Transform(p *ast.Paragraph, r text.Reader, pc parser.Context) {
	st := pc.Get(stateKey).(*state)
	for i := range p.Lines().Len() {
		line := p.Lines().At(i)
		m := definition.FindSubmatch(line.Value(r.Source()))
		if m == nil || st.definitions >= maxDefinitions {
			return
		}
		st.definitions++
		label := append(append([]byte{'['}, m[1]...), ']')
		if bytes.Count(r.Source(), label) < 2 {
			return
		}
	}
	u.ParagraphTransformer.Transform(p, r, pc)
}

// wholeTables makes no table of lines of which one has more cells than the line
// below the head: the format would drop those cells.
type wholeTables struct{ parser.ParagraphTransformer }

func (w wholeTables) Transform(p *ast.Paragraph, r text.Reader, pc parser.Context) {
	columns := 0
	for i := range p.Lines().Len() {
		segment := p.Lines().At(i)
		line := bytes.TrimSpace(segment.Value(r.Source()))
		if n := cells(line); columns > 0 && n > columns {
			return
		} else if columns == 0 && tableRule(line) {
			columns = n
		}
	}
	if columns > 0 {
		w.ParagraphTransformer.Transform(p, r, pc)
	}
}

// cells counts the cells of a table row. A pipe ends one also within code.
func cells(line []byte) int {
	n, end := 1, len(line)
	for i := 0; i < end; i++ {
		switch {
		case line[i] == '\\':
			i++
		case line[i] == '|' && i > 0 && i < end-1:
			n++
		}
	}
	return n
}

package render

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
)

// Text renders Markdown as plain text with entities. What no entity can show is
// written: bullets, numbers, ticked boxes, table rows, addresses a link cannot
// lead to. The message may be empty or longer than a channel takes: see Split.
func Text(markdown string) Message {
	src := []byte(clean(markdown))
	w := writer{src: src}
	w.blocks(parse(src))
	text := w.buf.String()
	return Message{Text: text, Entities: toUTF16(text, besideCode(text, w.ents))}
}

// writer walks a tree and collects text and entities, the latter in bytes.
type writer struct {
	src      []byte
	buf      strings.Builder
	newlines int    // owed before the next text
	indent   string // of new lines inside lists
	indented bool   // the owed lines end with the indent
	lists    int    // depth
	open     map[Style]int
	ents     []Entity
}

// put appends text that is no markup.
func (w *writer) put(s string) {
	if s != "" {
		w.flush()
		w.buf.WriteString(s)
	}
}

// flush writes the owed line ends; the text does not begin with any.
func (w *writer) flush() {
	if w.buf.Len() > 0 {
		w.buf.WriteString(strings.Repeat("\n", w.newlines))
	}
	if w.indented {
		w.buf.WriteString(w.indent)
	}
	w.newlines, w.indented = 0, false
}

// lines owes at least n line ends before the next block.
func (w *writer) lines(n int) {
	w.newlines, w.indented = max(w.newlines, n), true
}

// span writes what body writes with a style. A style inside itself says nothing
// new, and no style inside hidden or linked text may break that apart.
func (w *writer) span(e Entity, body func()) {
	if w.open[e.Type] > 0 || e.Type == Code && (w.open[Link] > 0 || w.open[Spoiler] > 0) {
		body()
		return
	}
	if w.open == nil {
		w.open = map[Style]int{}
	}
	from := w.buf.Len()
	w.open[e.Type]++
	body()
	w.open[e.Type]--
	w.ents = within(w.ents, w.buf.String(), e, from, w.buf.Len())
}

func (w *writer) blocks(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if prev := n.PreviousSibling(); prev != nil {
			gap := 1
			if w.apart(n) || n.Kind() == east.KindTable || prev.Kind() == east.KindTable {
				gap = 2
			}
			w.lines(gap)
		}
		w.block(n)
	}
}

// apart reports whether a blank line stands before a block. At the top the
// parser says so too of a block right behind code, a rule or a heading.
func (w *writer) apart(n ast.Node) bool {
	if !n.HasBlankPreviousLines() || n.Parent().Kind() != ast.KindDocument || n.Pos() < 0 {
		return n.HasBlankPreviousLines()
	}
	above, _ := cutLast(w.src[:n.Pos()])
	_, line := cutLast(above)
	return len(bytes.TrimSpace(line)) == 0
}

// cutLast cuts lines before the last one.
func cutLast(src []byte) (before, last []byte) {
	i := bytes.LastIndexByte(src, '\n')
	return src[:max(i, 0)], src[i+1:]
}

func (w *writer) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		w.span(Entity{Type: Bold}, func() { w.inlines(n) })
	case *ast.ThematicBreak:
		w.put("———")
	case *ast.Blockquote:
		if w.lists > 0 {
			w.lines(1) // a quote takes whole lines: not beside a bullet
		}
		w.span(Entity{Type: Quote}, func() { w.blocks(n) })
	case *ast.List:
		w.list(n)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		w.pre(n)
	case *east.Table:
		w.table(n)
	default:
		w.inlines(n)
	}
}

func (w *writer) list(l *ast.List) {
	outer := w.indent
	if w.lists > 0 && w.lists < 8 {
		w.indent += "  "
	}
	w.lists++
	for n := l.FirstChild(); n != nil; n = n.NextSibling() {
		gap := 1
		if n.PreviousSibling() != nil && n.HasBlankPreviousLines() {
			gap = 2
		}
		w.lines(gap)
		w.put(w.bullet(l, n))
		w.blocks(n)
	}
	w.lists--
	w.indent = outer
}

// bullet is what stands before an item: its number, its box, or a dot.
func (w *writer) bullet(l *ast.List, item ast.Node) string {
	if box := boxOf(item); box != "" {
		return box
	}
	if !l.IsOrdered() {
		return []string{"• ", "◦ ", "▪ "}[min(w.lists-1, 2)]
	}
	return numberOf(item) + string(l.Marker) + " "
}

// table writes a row a line, the head in bold.
func (w *writer) table(t *east.Table) {
	for row := t.FirstChild(); row != nil; row = row.NextSibling() {
		w.lines(1)
		cells := func() {
			gap := "" // not written behind the last cell that has something in it
			for c := row.FirstChild(); c != nil; c = c.NextSibling() {
				if c.HasChildren() {
					w.put(gap)
					gap = ""
				}
				w.inlines(c)
				gap += " | "
			}
		}
		if row.Kind() == east.KindTableHeader {
			w.span(Entity{Type: Bold}, cells)
		} else {
			cells()
		}
	}
}

func (w *writer) pre(n ast.Node) {
	s, lang := codeBlock(n, w.src)
	if blank(s) {
		return
	}
	if w.lists > 0 {
		w.lines(1) // not beside a bullet
	}
	w.indented = false // the lines of code bring their own
	w.flush()
	from := w.buf.Len()
	w.put(s)
	w.ents = append(w.ents, Entity{Type: Pre, Offset: from, Length: len(s), Language: lang})
}

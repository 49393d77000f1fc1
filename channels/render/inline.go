package render

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
)

func (w *writer) inlines(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		w.inline(n)
	}
}

func (w *writer) inline(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		w.text(n)
	case *ast.String:
		w.put(string(n.Value))
	case *ast.RawHTML:
		w.put(string(n.Segments.Value(w.src)))
	case *ast.AutoLink:
		w.put(string(n.Label(w.src))) // clients make links of addresses
	case *ast.CodeSpan:
		w.span(Entity{Type: Code}, func() { w.put(codeText(n, w.src)) })
	case *ast.Emphasis:
		style := Italic
		if n.Level > 1 {
			style = Bold
		}
		w.span(Entity{Type: style}, func() { w.inlines(n) })
	case *east.Strikethrough:
		w.span(Entity{Type: Strikethrough}, func() { w.inlines(n) })
	case *spoiler:
		w.span(Entity{Type: Spoiler}, func() { w.inlines(n) })
	case *ast.Link:
		w.link(n, n.Destination)
	case *ast.Image:
		w.link(n, n.Destination)
	case *east.TaskCheckBox: // written as the bullet
	default:
		w.inlines(n)
	}
}

func (w *writer) text(n *ast.Text) {
	if n.IsRaw() {
		w.put(string(n.Segment.Value(w.src)))
	} else {
		w.put(unescape(n.Segment.Value(w.src)))
	}
	if n.SoftLineBreak() || n.HardLineBreak() {
		w.newlines++
	}
}

// link writes a label with its link. Without a label the address is shown; an
// address Telegram makes no link of is shown behind the label, unless it is one
// nobody should follow.
func (w *writer) link(n ast.Node, destination []byte) {
	dest := unescape(destination)
	safe := safeURL(dest, "http", "https", "tg")
	from := w.buf.Len()
	body := func() {
		start := w.buf.Len()
		if w.inlines(n); blank(w.buf.String()[start:]) && safe {
			w.put(dest)
		}
	}
	if safe {
		w.span(Entity{Type: Link, URL: strings.ReplaceAll(dest, " ", "%20")}, body)
		return
	}
	body()
	w.put(spoken(dest, w.buf.String()[from:]))
}

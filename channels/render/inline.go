package render

import (
	"net/url"
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

// codeText is the text of a code span, in which line ends count as spaces.
func codeText(n *ast.CodeSpan, src []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(src))
		}
	}
	return strings.ReplaceAll(b.String(), "\n", " ")
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
	label := strings.TrimSpace(w.buf.String()[from:])
	if shown := strings.TrimPrefix(dest, "mailto:"); tellable(dest) && shown != label {
		w.put(" (" + shown + ")")
	}
}

// longestURL is what a link may have at most, in bytes.
const longestURL = 4096

// safeURL reports whether an address is absolute and has one of the schemes.
func safeURL(dest string, schemes ...string) bool {
	u, err := url.Parse(dest)
	if err != nil || len(dest) > longestURL || u.Host == "" && u.Opaque == "" {
		return false
	}
	for _, s := range schemes {
		if u.Scheme == s && (u.Host != "" || s == "mailto") {
			return true
		}
	}
	return false
}

// tellable reports whether an address that is no link is worth reading: a
// relative path, or somebody's mail address or telephone number.
func tellable(dest string) bool {
	u, err := url.Parse(dest)
	if err != nil || dest == "" || dest[0] == '#' || len(dest) > longestURL {
		return false
	}
	return u.Scheme == "" || u.Scheme == "mailto" || u.Scheme == "tel"
}

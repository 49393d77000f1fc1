package render

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// numbers notes on each item of a numbered list the number to show: the one
// that was written, as counting on from the first would change what is said;
// but who writes 1. before every item leaves the counting to Markdown.
type numbers struct{}

func (numbers) Transform(doc *ast.Document, r text.Reader, _ parser.Context) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if l, ok := n.(*ast.List); ok && entering && l.IsOrdered() {
			number(l, r.Source())
		}
		if n.Type() == ast.TypeInline {
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
}

func number(l *ast.List, src []byte) {
	before, shown := -1, -1
	for item := l.FirstChild(); item != nil; item = item.NextSibling() {
		written, i := 0, max(item.Pos(), 0)
		for ; i < len(src) && digit(rune(src[i])); i++ { // nine digits at most, says CommonMark
			written = written*10 + int(src[i]-'0')
		}
		if shown++; written != before {
			shown = written
		}
		before = written
		item.SetAttributeString("value", strconv.Itoa(shown))
	}
}

// numberOf is the number to show before an item of a numbered list.
func numberOf(item ast.Node) string {
	v, _ := item.AttributeString("value")
	s, _ := v.(string)
	return s
}

// boxOf is the box of an item of a task list with a blank behind it, or "".
func boxOf(item ast.Node) string {
	first := item.FirstChild()
	if first == nil {
		return ""
	}
	switch box, ok := first.FirstChild().(*east.TaskCheckBox); {
	case !ok:
		return ""
	case box.IsChecked:
		return "☑ "
	}
	return "☐ "
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

// codeBlock gives the code of a block, without blank ends, and its language: the
// first word of its info. Info in words nobody would name a language by is code
// that slipped up a line.
func codeBlock(n ast.Node, src []byte) (code, lang string) {
	var b strings.Builder
	if f, ok := n.(*ast.FencedCodeBlock); ok && f.Info != nil {
		info := f.Info.Segment.Value(src)
		var prose bool
		if lang, prose = language(info); prose {
			b.Write(info)
			b.WriteByte('\n')
		}
	}
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b.Write(line.Value(src))
	}
	return strings.TrimRight(b.String(), " \t\n"), lang
}

// language reads the info of a code block.
func language(info []byte) (lang string, prose bool) {
	const longest = 32
	word, _, _ := strings.Cut(strings.TrimSpace(unescape(info)), " ")
	other := func(r rune) bool { return !alnum(r) && !strings.ContainsRune("+#-_.", r) }
	// A file's name and attributes are nothing to show.
	inWords := func(r rune) bool { return other(r) && !strings.ContainsRune(`{}=:,/"'`, r) }
	switch {
	case len(word) > longest || strings.ContainsFunc(word, inWords):
		return "", true
	case strings.ContainsFunc(word, other):
		return "", false
	}
	return word, false
}

// longestURL is what a link may have at most, in bytes.
const longestURL = 4096

// safeURL reports whether an address is absolute and has one of the schemes.
func safeURL(dest string, schemes ...string) bool {
	u, err := url.Parse(dest)
	if err != nil || len(dest) > longestURL {
		return false
	}
	for _, s := range schemes {
		if u.Scheme == s {
			return u.Host != "" || s == "mailto" && u.Opaque != ""
		}
	}
	return false
}

// spoken is what to show behind the label of a link that leads nowhere: a
// relative path, or somebody's mail address or telephone number, unless the
// label says it already; else "".
func spoken(dest, label string) string {
	u, err := url.Parse(dest)
	if err != nil || dest == "" || dest[0] == '#' || len(dest) > longestURL {
		return ""
	}
	shown := dest
	switch u.Scheme {
	case "mailto", "tel":
		shown = u.Opaque
	case "":
	default:
		return ""
	}
	if shown == "" || shown == strings.TrimSpace(label) {
		return ""
	}
	return " (" + shown + ")"
}

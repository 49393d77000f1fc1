package render

import (
	stdhtml "html"
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// HTML renders Markdown as a fragment of a page. It holds no script, style,
// form, image or frame, no event handler and no id; links are absolute (http,
// https, mailto), open in a new tab and tell the other side nothing. Classes
// are "language-…" on code and "spoiler" on hidden text, nothing else. The start
// of a reply renders as well as the whole, and rendering anew with every few
// words is cheap, if not free.
//
// The tree is written with every text escaped; bluemonday then passes only what
// the policy lists, so that an error in one of the two is no hole.
func HTML(markdown string) string {
	src := []byte(clean(markdown))
	var b strings.Builder
	if err := htmlRenderer.Render(&b, src, parse(src)); err != nil {
		// A strings.Builder takes every write, and the functions below do not fail.
		return "<p>" + stdhtml.EscapeString(string(src)) + "</p>\n"
	}
	return htmlPolicy.Sanitize(b.String())
}

// Both are built once and never changed: like compiled patterns.
var (
	htmlRenderer = newHTMLRenderer()
	htmlPolicy   = newHTMLPolicy()
)

func newHTMLRenderer() renderer.Renderer {
	return renderer.NewRenderer(renderer.WithNodeRenderers(
		util.Prioritized(htmlNodes{}, 100),
		util.Prioritized(extension.NewTableHTMLRenderer(
			extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)), 500),
		util.Prioritized(extension.NewStrikethroughHTMLRenderer(), 500),
		util.Prioritized(html.NewRenderer(html.WithHardWraps()), 1000),
	))
}

func newHTMLPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote",
		"ul", "ol", "li", "strong", "em", "del", "span", "code", "pre",
		"table", "thead", "tbody", "tr", "th", "td")
	number := regexp.MustCompile(`^[0-9]{1,9}$`)
	p.AllowAttrs("start").Matching(number).OnElements("ol")
	p.AllowAttrs("value").Matching(number).OnElements("li")
	p.AllowAttrs("align").Matching(regexp.MustCompile(`^(left|right|center)$`)).OnElements("th", "td")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^language-[A-Za-z0-9+#._-]{1,32}$`)).OnElements("code")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^spoiler$`)).OnElements("span")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowRelativeURLs(false)
	p.RequireParseableURLs(true)
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	return p
}

// htmlNodes writes the nodes that goldmark would write otherwise or not at all.
type htmlNodes struct{}

func (h htmlNodes) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindLink, h.link)
	reg.Register(ast.KindImage, h.link)
	reg.Register(ast.KindAutoLink, h.autoLink)
	reg.Register(ast.KindRawHTML, h.rawHTML)
	reg.Register(ast.KindListItem, h.item)
	reg.Register(ast.KindFencedCodeBlock, h.pre)
	reg.Register(ast.KindCodeBlock, h.pre)
	reg.Register(kindSpoiler, h.spoiler)
	reg.Register(east.KindTaskCheckBox, h.box)
}

// The writes below cannot fail: goldmark writes into the buffer that HTML gives
// it, which is memory.

func (htmlNodes) link(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	dest := ""
	switch n := n.(type) {
	case *ast.Link:
		dest = unescape(n.Destination)
	case *ast.Image:
		dest = unescape(n.Destination)
	}
	safe := safeURL(dest, "http", "https", "mailto") && !inLink(n)
	switch {
	case entering && safe:
		_, _ = w.WriteString(openLink(dest))
		if !n.HasChildren() {
			_, _ = w.WriteString(stdhtml.EscapeString(dest))
		}
	case safe:
		_, _ = w.WriteString("</a>")
	case !entering && !inLink(n):
		_, _ = w.WriteString(stdhtml.EscapeString(spoken(dest, label(n, src))))
	}
	return ast.WalkContinue, nil
}

// label is the plain text of a link.
func label(link ast.Node, src []byte) string {
	w := writer{src: src}
	w.inlines(link)
	return w.buf.String()
}

func openLink(dest string) string { return `<a href="` + stdhtml.EscapeString(dest) + `">` }

// inLink reports whether n stands in the label of a link.
func inLink(n ast.Node) bool {
	for n = n.Parent(); n != nil && n.Type() == ast.TypeInline; n = n.Parent() {
		if k := n.Kind(); k == ast.KindLink || k == ast.KindImage {
			return true
		}
	}
	return false
}

func (htmlNodes) autoLink(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	l := n.(*ast.AutoLink)
	dest := string(l.URL(src))
	if l.AutoLinkType == ast.AutoLinkEmail {
		dest = "mailto:" + dest
	}
	label := stdhtml.EscapeString(string(l.Label(src)))
	if safeURL(dest, "http", "https", "mailto") && !inLink(n) {
		label = openLink(dest) + label + "</a>"
	}
	_, _ = w.WriteString(label)
	return ast.WalkContinue, nil
}

func (htmlNodes) rawHTML(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString(stdhtml.EscapeString(string(n.(*ast.RawHTML).Segments.Value(src))))
	}
	return ast.WalkSkipChildren, nil
}

func (htmlNodes) item(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		_, _ = w.WriteString("</li>\n")
		return ast.WalkContinue, nil
	}
	if l, ok := n.Parent().(*ast.List); ok && l.IsOrdered() {
		_, _ = w.WriteString(`<li value="` + numberOf(n) + `">`)
	} else {
		_, _ = w.WriteString("<li>")
	}
	return ast.WalkContinue, nil
}

func (htmlNodes) pre(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	code, lang := codeBlock(n, src)
	class := ""
	if lang != "" {
		class = ` class="language-` + lang + `"`
	}
	_, _ = w.WriteString("<pre><code" + class + ">" + stdhtml.EscapeString(code) + "\n</code></pre>\n")
	return ast.WalkSkipChildren, nil
}

func (htmlNodes) spoiler(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString(`<span class="spoiler">`)
	} else {
		_, _ = w.WriteString("</span>")
	}
	return ast.WalkContinue, nil
}

func (htmlNodes) box(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString(boxOf(n.Parent().Parent()))
	}
	return ast.WalkContinue, nil
}

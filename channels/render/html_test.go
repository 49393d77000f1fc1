package render

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestHTML compares pages with testdata/html/*.txtar: the Markdown, and what
// became of it.
func TestHTML(t *testing.T) {
	files, err := filepath.Glob("testdata/html/*.txtar")
	if err != nil || len(files) < 4 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, path := range files {
		a, err := txtar.ParseFile(path)
		if err != nil || len(a.Files) != 2 {
			t.Fatalf("%s: %d files, %v", path, len(a.Files), err)
		}
		got := HTML(string(a.Files[0].Data))
		wall(t, got)
		if *update {
			a.Files[1].Data = []byte(got)
			if err := os.WriteFile(path, txtar.Format(a), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if d := cmp.Diff(string(a.Files[1].Data), got); d != "" {
			t.Errorf("%s (-want +got; accept with -update):\n%s", path, d)
		}
	}
}

// tag is everything HTML may put between angle brackets.
var tag = regexp.MustCompile(`^</?(p|br|hr|h[1-6]|blockquote|ul|strong|em|del|span|code|pre|table|thead|tbody|tr|th|td|a|li|ol)>$` +
	`|^<ol start="\d+">$|^<li value="\d+">$|^<t[hd] align="(left|right|center)">$|^<span class="spoiler">$|^<code class="language-[\w+#.-]+">$` +
	`|^<a href="https?://[^"]*" rel="nofollow noreferrer noopener" target="_blank">$|^<a href="mailto:[^"]*" rel="nofollow noreferrer">$`)

var brackets = regexp.MustCompile(`<[^>]*>?`)

// wall fails for any tag or attribute that is not listed above, in whatever way
// it came there.
func wall(t rapid.TB, page string) {
	t.Helper()
	for _, s := range brackets.FindAllString(page, -1) {
		if !tag.MatchString(s) || s == "<a>" {
			t.Errorf("tag %q in %.300q", s, page)
		}
	}
}

func TestHTMLAttacks(t *testing.T) {
	for _, s := range []string{
		"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "<b onclick=x>y</b>",
		"<iframe src=//e.jp></iframe>", "<style>*{}</style>", "<base href=//e.jp>", "<form action=//e.jp><input>",
		"<a href=javascript:alert(1)>x</a>", "<!--[if IE]><script>-->", "<![CDATA[<script>]]>", "<?php x ?>",
		"[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x](java\nscript:alert(1))", "[x](&#106;avascript:alert(1))",
		"[x](javascript&colon;alert(1))", "[x](\\javascript:alert(1))", "[x]( javascript:alert(1))", "[x](<javascript:alert(1)>)",
		"[x](\x01javascript:alert(1))", "[x](vbscript:x)", "[x](data:text/html;base64,PHNjcmlwdD4=)", "[x](file:///etc/passwd)",
		"[x](//e.jp)", "[x](/\\e.jp)", "[x](https://)", "<javascript:alert(1)>", "<data:text/html,x>",
		"![x](https://e.jp/i.png)", "![x](javascript:alert(1))", `![x](https://e.jp/"onerror="alert(1))`, `![" onerror="alert(1)](https://e.jp)`,
		`[x](https://e.jp/" onmouseover="alert(1))`, `[x](https://e.jp 'a" onclick="alert(1)')`, `[x]: javascript:alert(1)` + "\n\n[x]",
		"```\"><script>alert(1)</script>\nx\n```", "```js\" onclick=\"x\ny\n```", "~~~<img>\nx\n~~~", "`<script>`", "    <script>",
		"https://e.jp/\"><script>", "https://e.jp/<script>", "||<script>||", "|a|\n|:-\" onclick=x|\n|<script>|", "- [x] <script>",
		"[<img src=x onerror=alert(1)>](https://e.jp)", "[a](https://e.jp/'onclick='x)", "&lt;script&gt;alert(1)&lt;/script&gt;", "&#60;script&#62;",
		"\\<script\\>", "<scr\x00ipt>", "<a href='https://e.jp' style='x'>", "# <h1 id=x onclick=y>", "{#id .class onclick=x}\n# a {onclick=x}",
	} {
		page := HTML(s)
		wall(t, page)
		for _, bad := range []string{"<img", "<script", `href="javascript`, `href="data`, `href="vb`, `href="file`, `href="/`} {
			if strings.Contains(strings.ToLower(page), bad) {
				t.Errorf("%q: %s", s, page)
			}
		}
	}
	if page := HTML("[x](javascript:alert(1))"); page != "<p>x</p>\n" {
		t.Errorf("got %s", page)
	}
	if page := HTML("<b>*x*</b>"); page != "<p>&lt;b&gt;<em>x</em>&lt;/b&gt;</p>\n" {
		t.Errorf("got %s", page)
	}
}

// TestHTMLStream renders every beginning of a reply, as a page does while the
// reply is written.
func TestHTMLStream(t *testing.T) {
	whole := reply[:len(reply)/22] + "> a *b\n\n|a|b|\n|-|-|\n|c|d|\n\n1. x\n2. [y](https://e.jp \"t\")\n"
	for i := range len(whole) {
		wall(t, HTML(whole[:i]))
	}
}

package catalog

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/kokoron/kokoron/internal/text"
)

var slot = regexp.MustCompile(`\{[^}]*\}?`)

// slots lists the slots of a text, sorted, each once.
func slots(s string) []string {
	all := slot.FindAllString(s, -1)
	slices.Sort(all)
	return slices.Compact(all)
}

// faults says what is wrong with one entry of the table.
func faults(m message) (wrong []string) {
	all := map[string]string{"ja": m.ja, "en": m.en, "zh": m.zh}
	for lang, s := range all {
		if strings.TrimSpace(s) == "" {
			wrong = append(wrong, "no text in "+lang)
		}
		if !slices.Equal(slots(s), slots(m.en)) {
			wrong = append(wrong, lang+" has other slots than en")
		}
		for _, name := range slots(s) {
			if !regexp.MustCompile(`^\{[a-z]+\}$`).MatchString(name) {
				wrong = append(wrong, lang+" has the odd slot "+name)
			}
		}
	}
	if strings.ContainsFunc(m.en, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }) {
		wrong = append(wrong, "en has Japanese or Chinese characters")
	}
	if strings.ContainsFunc(m.zh, func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) }) {
		wrong = append(wrong, "zh has kana")
	}
	return wrong
}

func TestEveryTextInEveryLanguage(t *testing.T) {
	for _, table := range tables {
		for key, m := range table {
			for _, wrong := range faults(m) {
				t.Errorf("%s: %s", key, wrong)
			}
		}
	}
}

func TestFaultsAreFound(t *testing.T) {
	bad := []message{
		{ja: "あ", en: "a"},
		{ja: "あ{x}", en: "a", zh: "啊"},
		{ja: "あ{x}", en: "a{x}", zh: "啊{y}"},
		{ja: "あ{ x}", en: "a{ x}", zh: "啊{ x}"},
		{ja: "あ{x", en: "a{x", zh: "啊{x"},
		{ja: "あ", en: "あ", zh: "啊"},
		{ja: "あ", en: "a", zh: "あ"},
	}
	for _, m := range bad {
		if len(faults(m)) == 0 {
			t.Errorf("%+v passes", m)
		}
	}
}

// TestEveryKeyHasAText reads the constants from the source: each has exactly
// one entry, its comment names exactly the slots of the text, and the table
// has no key without a constant.
func TestEveryKeyHasAText(t *testing.T) {
	declared := map[Key]bool{}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || len(v.Values) != 1 {
				return true
			}
			if id, ok := v.Type.(*ast.Ident); !ok || id.Name != "Key" {
				return true
			}
			value, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			key := Key(value)
			if declared[key] {
				t.Errorf("%s is declared twice", key)
			}
			declared[key] = true
			m, ok := find(key)
			if !ok {
				t.Errorf("%s has no text", key)
			}
			if want, got := slots(m.en), slots(v.Comment.Text()); !slices.Equal(want, got) {
				t.Errorf("%s: the comment names the slots %v, the text has %v", key, got, want)
			}
			return true
		})
	}
	count := 0
	for _, table := range tables {
		count += len(table)
		for key := range table {
			if !declared[key] {
				t.Errorf("%s is no constant", key)
			}
		}
	}
	if count != len(declared) || count < 50 {
		t.Errorf("%d texts and %d constants", count, len(declared))
	}
}

func TestText(t *testing.T) {
	cases := []struct {
		lang text.Lang
		key  Key
		args []string
		want string
	}{
		{text.Ja, Thinking, []string{"name", "こころん"}, "こころんが考えています…"},
		{text.En, Thinking, []string{"name", "{name}"}, "{name} is thinking…"},
		{"fr", StopDone, nil, "I have stopped the reply."},
		{text.Zh, StopDone, []string{"odd"}, "已停止回答。"},
		{text.En, "no.such", nil, "no.such"},
	}
	for _, c := range cases {
		if got := Text(c.lang, c.key, c.args...); got != c.want {
			t.Errorf("Text(%s, %s, %q) = %q, want %q", c.lang, c.key, c.args, got, c.want)
		}
	}
}

func TestLocale(t *testing.T) {
	for locale, want := range map[string]text.Lang{
		"ja_JP.UTF-8": text.Ja, "zh_CN": text.Zh, "en_GB.utf8": text.En, "fr_FR.UTF-8": text.En,
		"": text.Ja, "C": text.Ja, "C.UTF-8": text.Ja, "POSIX": text.Ja, "JA": text.Ja,
	} {
		if got := Locale(locale); got != want {
			t.Errorf("Locale(%q) = %s, want %s", locale, got, want)
		}
	}
}

package persona

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/text"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestSystem shows the system message as the model reads it.
func TestSystem(t *testing.T) {
	short, err := Parse([]byte("---\nname: Mio\nowner: Ken\n---\n## character\nYou are {name}. You like {owner}.\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got txtar.Archive
	add := func(name, s string) { got.Files = append(got.Files, txtar.File{Name: name, Data: []byte(s + "\n")}) }
	for _, lang := range langs {
		add("kokoron "+string(lang)+" terminal", Default().System(lang, "terminal"))
	}
	add("a short persona, unknown channel", short.System(text.En, "letter"))
	add("unknown language", short.System("fr", "terminal"))
	golden := filepath.Join("testdata", "system.txtar")
	if *update {
		if err := os.WriteFile(golden, txtar.Format(&got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(txtar.Format(&got))); diff != "" {
		t.Errorf("system messages changed (run with -update if meant):\n%s", diff)
	}
}

// TestSystemIsStable: the prefix cache of a server lives from equal bytes.
func TestSystemIsStable(t *testing.T) {
	first := Default().System(text.Ja, "terminal")
	for range 50 {
		if Default().System(text.Ja, "terminal") != first {
			t.Fatal("two renderings differ")
		}
	}
}

// TestComplete: every language has every text of its own, no slot is left
// open, and the rules name the marks that the engine really uses.
func TestComplete(t *testing.T) {
	p := Default()
	for _, lang := range langs {
		for field, in := range p.fields {
			if in[lang] == "" && in[""] == "" {
				t.Errorf("Kokoron has no %s in %s", field, lang)
			}
		}
		for _, c := range channelNames {
			if p.channels[c][lang] == "" {
				t.Errorf("Kokoron has no channel %s in %s", c, lang)
			}
			s := p.System(lang, c)
			if i := strings.Index(s, "{"); i >= 0 {
				t.Errorf("%s %s: a slot is left open: %q", lang, c, s[i:])
			}
			for _, mark := range []string{agent.DataOpen, agent.DataClose, agent.ResultsOpen, agent.ResultsClose} {
				if !strings.Contains(s, mark) {
					t.Errorf("%s: the rules do not name %s", lang, mark)
				}
			}
		}
		for _, said := range []string{p.Greeting(lang), p.Away(lang), p.Empty(lang)} {
			if said == "" || strings.Contains(said, "{") {
				t.Errorf("%s: said %q", lang, said)
			}
		}
	}
	if got := p.WithOwner("健太").Greeting(text.Ja); !strings.Contains(got, "健太") || strings.Contains(got, "先生") {
		t.Errorf("greets Kenta with %q", got)
	}
	if got := p.WithOwner("").Owner(text.Ja); got != "先生" {
		t.Errorf("an empty name calls the owner %q", got)
	}
	if got := p.Owner(text.Ja); got != "先生" {
		t.Errorf("WithOwner changed the original: %q", got)
	}
}

func TestSourceParses(t *testing.T) {
	p, err := Parse(Source())
	if err != nil {
		t.Fatal(err)
	}
	if p.System(text.Ja, "terminal") != Default().System(text.Ja, "terminal") {
		t.Error("the file given to the owner is not the built-in character")
	}
}

func TestParseAccepts(t *testing.T) {
	const head = "---\nname: Mio\n---\n"
	cases := []struct{ name, file, field, want string }{
		{"comment", head + "## character\nA<!-- no -->B", "character", "AB"},
		{"comment over lines", head + "<!-- x\n## tone\n-->\n## character\nA", "character", "A"},
		{"crlf and bom", "\ufeff" + strings.ReplaceAll(head+"## character\nA\n\nB\n", "\n", "\r\n"), "character", "A\n\nB"},
		{"sub-heading", head + "## character\nA\n### B\nC", "character", "A\n### B\nC"},
		{"any language", head + "## character ja\nA", "character", "A"},
		{"own language first", head + "## character\nA\n## character en\nB", "character", "B"},
		{"left out: from Kokoron", head + "## character\nA", "away", Default().fields["away"].in(text.En)},
		{"left out: no tone", head + "## character\nA", "tone", ""},
		{"head comment", "---\n# x: y\n\nname: Mio\n---\n## character\nA", "name", "Mio"},
		{"colon in a value", "---\nname: a: b\n---\n## character\nA", "name", "a: b"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p, err := Parse([]byte(c.file))
			if err != nil {
				t.Fatal(err)
			}
			if got := p.fields[c.field].in(text.En); got != c.want {
				t.Errorf("%s = %q, want %q", c.field, got, c.want)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	const head = "---\nname: Mio\n---\n"
	cases := []struct {
		name, file string
		line       int
		want       string // in the message
	}{
		{"empty", "", 1, "does not begin with ---"},
		{"no head", "# Mio\n", 1, "does not begin with ---"},
		{"open head", "---\nname: Mio\n", 0, "head is not closed"},
		{"no colon", "---\nname Mio\n---\n", 2, "no colon"},
		{"unknown key", "---\nnmae: Mio\n---\n", 2, "(nmae): unknown key; use one of name, first_person, owner"},
		{"unknown language", "---\nname.fr: Mio\n---\n", 2, `unknown language "fr"`},
		{"empty value", "---\nname:\n---\n", 2, "1 to 40 characters"},
		{"long value", "---\nname: " + strings.Repeat("あ", 41) + "\n---\n", 2, "1 to 40 characters"},
		{"slot in a name", "---\nname: {i}\n---\n", 2, "cannot hold a slot"},
		{"no name", "---\nowner: Ken\n---\n## character\nA", 0, "(name): missing"},
		{"no character", head + "## tone\nA", 0, "(character): missing"},
		{"loose text", head + "hello\n", 4, "text before the first heading"},
		{"unknown heading", head + "## charakter\nA", 4, "(charakter): unknown heading"},
		{"unknown channel", head + "## channel fax\nA", 4, "(channel fax): unknown heading"},
		{"bare channel", head + "## channel\nA", 4, "unknown heading"},
		{"too many words", head + "## tone en ja\nA", 4, "unknown heading"},
		{"heading language", head + "## tone de\nA", 4, `unknown language "de"`},
		{"nothing under it", head + "## tone\n\n## character\nA", 4, "nothing stands under"},
		{"nothing under the last", head + "## character\nA\n## tone\n", 6, "nothing stands under"},
		{"twice", head + "## character\nA\n## character\nB", 6, "given twice"},
		{"unknown slot", head + "## character\nI am {nme}!", 4, `unknown slot "{nme}"`},
		{"open slot", head + "## character\nI am {", 4, `unknown slot "{"`},
		{"open comment", head + "## character\nA\n<!-- x\n", 6, "comment is not closed"},
		{"bytes", head + "## character\n\xff", 5, "not UTF-8"},
		{"control", head + "## character\n\x1b[31m", 5, "control character U+001B"},
		{"huge", head + strings.Repeat("x", MaxSize), 0, "shorten it"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse([]byte(c.file))
			var bad *Error
			if !errors.As(err, &bad) {
				t.Fatalf("err = %v, want an *Error", err)
			}
			if bad.Line != c.line || !strings.Contains(err.Error(), c.want) || bad.Fix == nil {
				t.Errorf("line %d: %v (fix %q), want line %d with %q", bad.Line, err, bad.Fix, c.line, c.want)
			}
		})
	}
}

// FuzzParse: whatever is in the file, it is refused with an *Error or gives a
// persona whose system message has no open slot.
func FuzzParse(f *testing.F) {
	f.Add(Source())
	f.Add([]byte("---\nname: a\n---\n## character\n<!--\n-->{name}"))
	f.Fuzz(func(t *testing.T, file []byte) {
		p, err := Parse(file)
		var bad *Error
		if err != nil && !errors.As(err, &bad) {
			t.Fatalf("err = %v, want an *Error", err)
		}
		if err == nil && strings.Contains(p.System(text.Ja, "terminal"), "{") {
			t.Fatal("a slot is left open")
		}
	})
}

func TestStore(t *testing.T) {
	var file []byte
	err := error(fs.ErrNotExist)
	s := NewStore(func() ([]byte, error) { return file, err })
	step := func(what, wantName string, wantErr bool) {
		t.Helper()
		got := s.Reload()
		if (got != nil) != wantErr {
			t.Errorf("%s: error %v, want one: %v", what, got, wantErr)
		}
		if name := s.Current().Name(text.Ja); name != wantName {
			t.Errorf("%s: name %q, want %q", what, name, wantName)
		}
	}
	if s.Current().Name(text.Ja) != "こころん" {
		t.Error("a new store is not Kokoron")
	}
	step("no file", "こころん", false)
	file, err = []byte("---\nname: Mio\n---\n## character\nA"), nil
	step("a good file", "Mio", false)
	file = []byte("---\nname: Rin\n---\n")
	step("a bad file keeps the last good one", "Mio", true)
	err = errors.New("disk")
	step("an unreadable file too", "Mio", true)
	err = fmt.Errorf("open: %w", fs.ErrNotExist)
	step("deleted: Kokoron again", "こころん", false)
}

package style

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A source is one parsed Go file of the tree.
type source struct {
	dir   string // slash path of its package below the root, "." for the root
	name  string // slash path of the file below the root
	lines int
	fset  *token.FileSet
	ast   *ast.File
}

// test reports whether the file is compiled only for tests.
func (s source) test() bool { return strings.HasSuffix(s.name, "_test.go") }

// fake reports whether dir is a …test package: fakes and conformance suites.
func fake(dir string) bool { return strings.HasSuffix(dir, "test") }

// at says where n is, for a message.
func (s source) at(n ast.Node) string {
	return s.name + ":" + strconv.Itoa(s.fset.Position(n.Pos()).Line)
}

// imports lists the import paths of the file.
func (s source) imports() []*ast.ImportSpec { return s.ast.Imports }

// importPath is the unquoted path of an import.
func importPath(i *ast.ImportSpec) string {
	p, err := strconv.Unquote(i.Path.Value)
	if err != nil {
		return i.Path.Value
	}
	return p
}

// read parses every Go file below root except testdata and folders whose name
// begins with a dot or an underscore.
func read(root fs.FS) ([]source, error) {
	var all []source
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := path.Base(name)
		if d.IsDir() {
			if name != "." && (base == "testdata" || base[0] == '.' || base[0] == '_') {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, text, parser.ParseComments)
		if err != nil {
			return err
		}
		lines := bytes.Count(text, []byte("\n"))
		all = append(all, source{dir: path.Dir(name), name: name, lines: lines, fset: fset, ast: file})
		return nil
	})
	return all, err
}

// rules are all checks, each a function from the tree to what is wrong.
var rules = map[string]func([]source) []string{
	"sizes":      sizes,
	"comments":   comments,
	"init":       inits,
	"globals":    globals,
	"known":      known,
	"tiers":      tierBreaks,
	"libraries":  libraries,
	"views":      views,
	"clocks":     clocks,
	"maps":       anyMaps,
	"interfaces": wideInterfaces,
	"texts":      texts,
}

func TestHouseStyle(t *testing.T) {
	tree, err := read(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	if len(tree) < 10 {
		t.Fatalf("only %d files were found below the root: the walk is broken", len(tree))
	}
	for name, rule := range rules {
		t.Run(name, func(t *testing.T) {
			for _, wrong := range rule(tree) {
				t.Error(wrong)
			}
		})
	}
}

// TestTableIsSane keeps the tables honest: each package stands in one place,
// and every package named by an exception exists in the table.
func TestTableIsSane(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range tiers {
		for _, p := range row {
			if seen[p] {
				t.Errorf("%s stands twice in the table", p)
			}
			seen[p] = true
		}
	}
	named := slices.Concat(kvImporters, viewMakers, clockFree, decoders, testUsers)
	for _, list := range importers {
		named = append(named, list...)
	}
	for _, p := range named {
		if p != anyTest && !seen[p] {
			t.Errorf("%s is named by an exception but stands in no tier", p)
		}
	}
}

package style

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strconv"
)

// catalogDir is where the texts for people live.
const catalogDir = "internal/catalog"

var slot = regexp.MustCompile(`\{([a-z]+)\}`)

// texts finds calls that fill other slots than the text of the catalog has,
// and texts that nobody says. What a function of the catalog names is said
// where that function is called from elsewhere.
func texts(tree []source) (wrong []string) {
	slots := catalogSlots(tree)
	said := map[string]bool{}
	for _, s := range tree {
		local := localName(s, module+"/"+catalogDir)
		if local == "" || s.dir == catalogDir {
			continue
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			if name := selected(n, local); name != "" && !s.test() {
				said[name] = true
			}
			call, ok := n.(*ast.CallExpr)
			if !ok || call.Ellipsis.IsValid() {
				return true
			}
			for i, arg := range call.Args {
				want, ok := slots[selected(arg, local)]
				if got, literal := pairNames(call.Args[i+1:]); ok && literal && !slices.Equal(got, want) {
					wrong = append(wrong, fmt.Sprintf("%s: catalog.%s has the slots %v and is given %v: give a name and a value for each",
						s.at(call), selected(arg, local), want, got))
				}
			}
			return true
		})
	}
	sayThrough(tree, said)
	for _, name := range slices.Sorted(maps.Keys(slots)) {
		if !said[name] {
			wrong = append(wrong, fmt.Sprintf("%s: nobody says catalog.%s: use it or delete it", catalogDir, name))
		}
	}
	return wrong
}

// sayThrough adds what the functions of the catalog name, beginning with those
// that are said, until nothing new comes.
func sayThrough(tree []source, said map[string]bool) {
	for more := true; more; {
		more = false
		for _, s := range tree {
			if s.dir != catalogDir || s.test() {
				continue
			}
			for _, d := range s.ast.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok || fn.Recv != nil || fn.Body == nil || !said[fn.Name.Name] {
					continue
				}
				ast.Inspect(fn.Body, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok && !said[id.Name] {
						said[id.Name], more = true, true
					}
					return true
				})
			}
		}
	}
}

// selected is the name X of an expression catalog.X, "" for anything else.
func selected(n ast.Node, local string) string {
	sel, ok := n.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if id, ok := sel.X.(*ast.Ident); !ok || id.Name != local || id.Obj != nil {
		return ""
	}
	return sel.Sel.Name
}

// pairNames are the sorted names among arguments that are names and values;
// literal is false where a name is no literal and nothing can be said.
func pairNames(args []ast.Expr) (names []string, literal bool) {
	for i, arg := range args {
		if i%2 == 1 {
			continue
		}
		lit, ok := arg.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return nil, false
		}
		name, err := strconv.Unquote(lit.Value)
		if err != nil {
			return nil, false
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return names, true
}

// catalogSlots reads the slots of every key from the catalog's tables, by the
// name of its constant.
func catalogSlots(tree []source) map[string][]string {
	found := map[string][]string{}
	for _, s := range tree {
		if s.dir != catalogDir || s.test() {
			continue
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			entry, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			key, isName := entry.Key.(*ast.Ident)
			value, isText := entry.Value.(*ast.CompositeLit)
			if !isName || !isText || !ast.IsExported(key.Name) {
				return true
			}
			var names []string
			ast.Inspect(value, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok {
					for _, m := range slot.FindAllStringSubmatch(lit.Value, -1) {
						names = append(names, m[1])
					}
				}
				return true
			})
			slices.Sort(names)
			found[key.Name] = slices.Compact(names)
			return false
		})
	}
	return found
}

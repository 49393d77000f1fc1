package style

import (
	"fmt"
	"go/ast"
	"path"
	"slices"
)

// localName is the name under which a file knows an import, "" if it does not
// import it.
func localName(s source, imported string) string {
	for _, i := range s.imports() {
		if importPath(i) != imported {
			continue
		}
		if i.Name != nil {
			return i.Name.Name
		}
		return path.Base(imported)
	}
	return ""
}

// uses calls f for every use of one of names from the imported package.
func uses(s source, imported string, names []string, f func(*ast.SelectorExpr)) {
	local := localName(s, imported)
	if local == "" {
		return
	}
	ast.Inspect(s.ast, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		id, ok := sel.X.(*ast.Ident)
		if ok && id.Obj == nil && id.Name == local && slices.Contains(names, sel.Sel.Name) {
			f(sel)
		}
		return true
	})
}

// views finds packages that decide by themselves what may be read.
func views(tree []source) (wrong []string) {
	for _, s := range tree {
		if s.test() || fake(s.dir) || slices.Contains(viewMakers, s.dir) {
			continue
		}
		uses(s, module+"/internal/person", []string{"ViewOf", "Only"}, func(sel *ast.SelectorExpr) {
			wrong = append(wrong, fmt.Sprintf("%s: person.%s is called outside channels and internal/ops: take the View as an argument",
				s.at(sel), sel.Sel.Name))
		})
	}
	return wrong
}

// machineTime are the functions of package time that look at or wait for the
// machine's clock.
var machineTime = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick"}

// clocks finds rules and engines that read the machine's time. Adapters and
// what stands above them (tier 3 and up) meet the real world and may.
func clocks(tree []source) (wrong []string) {
	for _, s := range tree {
		at, ok := find(s.dir)
		if s.test() || !ok || at.tier >= 3 || slices.Contains(clockFree, s.dir) {
			continue
		}
		uses(s, "time", machineTime, func(sel *ast.SelectorExpr) {
			wrong = append(wrong, fmt.Sprintf("%s: time.%s in tier %d: rules take now as an argument, engines a clock.Clock",
				s.at(sel), sel.Sel.Name, at.tier))
		})
	}
	return wrong
}

// anyMaps finds map[string]any past the decoding edge.
func anyMaps(tree []source) (wrong []string) {
	for _, s := range tree {
		if s.test() || fake(s.dir) || slices.Contains(decoders, s.dir) {
			continue
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			if m, ok := n.(*ast.MapType); ok && isName(m.Key, "string") && isAny(m.Value) {
				wrong = append(wrong, fmt.Sprintf("%s: map[string]any in %s: decode into a struct with named fields",
					s.at(m), s.dir))
			}
			return true
		})
	}
	return wrong
}

func isName(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

func isAny(e ast.Expr) bool {
	if i, ok := e.(*ast.InterfaceType); ok {
		return i.Methods == nil || len(i.Methods.List) == 0
	}
	return isName(e, "any")
}

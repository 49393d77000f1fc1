package style

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// sizes finds files and functions that have grown too long to be read whole.
func sizes(tree []source) (wrong []string) {
	for _, s := range tree {
		if s.test() || ast.IsGenerated(s.ast) {
			continue
		}
		if s.lines > maxFile {
			wrong = append(wrong, fmt.Sprintf("%s: file of %d lines (at most %d): split it by what its parts do",
				s.name, s.lines, maxFile))
		}
		for _, d := range s.ast.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			n := s.fset.Position(f.End()).Line - s.fset.Position(f.Pos()).Line + 1
			if n > maxFunc {
				wrong = append(wrong, fmt.Sprintf("%s: function %s of %d lines (at most %d): name its steps and move them out",
					s.at(f), f.Name.Name, n, maxFunc))
			}
		}
	}
	return wrong
}

// comments finds packages without a package comment that names them.
func comments(tree []source) (wrong []string) {
	good := map[string]bool{}
	names := map[string]string{}
	for _, s := range tree {
		if s.test() {
			continue
		}
		pkg := s.ast.Name.Name
		names[s.dir] = pkg
		doc := s.ast.Doc.Text()
		if strings.HasPrefix(doc, "Package "+pkg+" ") || pkg == "main" && doc != "" {
			good[s.dir] = true
		}
	}
	for dir, pkg := range names {
		if !good[dir] {
			wrong = append(wrong, fmt.Sprintf("%s: no package comment: write one that begins \"Package %s …\" and says its one job, its guarantees and what it never does", dir, pkg))
		}
	}
	return wrong
}

// inits finds init functions: what they do happens in no order a reader sees.
func inits(tree []source) (wrong []string) {
	for _, s := range tree {
		for _, d := range s.ast.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				wrong = append(wrong, fmt.Sprintf("%s: init function: call it by name from where it is needed", s.at(f)))
			}
		}
	}
	return wrong
}

// globals finds package variables that change after they were declared.
// Sentinel errors, regexps and tables are fine: nobody assigns to them.
func globals(tree []source) (wrong []string) {
	declared := map[string]map[string]bool{} // dir → names
	for _, s := range tree {
		if s.test() {
			continue
		}
		if declared[s.dir] == nil {
			declared[s.dir] = map[string]bool{}
		}
		for _, d := range s.ast.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, spec := range g.Specs {
				for _, n := range spec.(*ast.ValueSpec).Names {
					declared[s.dir][n.Name] = true
				}
			}
		}
	}
	for _, s := range tree {
		if s.test() {
			continue
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			for _, target := range assigned(n) {
				id := root(target)
				if id == nil || id.Name == "_" || !declared[s.dir][id.Name] || !atFileScope(s, id) {
					continue
				}
				wrong = append(wrong, fmt.Sprintf("%s: package variable %s is changed here: keep it in a value that its users hold",
					s.at(n), id.Name))
			}
			return true
		})
	}
	return wrong
}

// assigned lists what a statement writes to.
func assigned(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return n.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	}
	return nil
}

// root is the variable behind a chain of fields, indexes and dereferences.
func root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// atFileScope reports whether id is not a local of the same name. The parser
// resolves names within one file: a package variable is either found in the
// file's own scope or, declared in another file, not found at all.
func atFileScope(s source, id *ast.Ident) bool {
	return id.Obj == nil || s.ast.Scope.Lookup(id.Name) == id.Obj
}

// maxMethods is how many entries an interface may have, an embedded one being
// one of them.
const maxMethods = 4

// wideInterfaces finds interfaces that ask for more than a user needs at once.
func wideInterfaces(tree []source) (wrong []string) {
	for _, s := range tree {
		if s.test() || fake(s.dir) {
			continue
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			if i, ok := n.(*ast.InterfaceType); ok && i.Methods.NumFields() > maxMethods {
				wrong = append(wrong, fmt.Sprintf("%s: interface of %d methods, at most %d: split it by who uses what",
					s.at(i), i.Methods.NumFields(), maxMethods))
			}
			return true
		})
	}
	return wrong
}

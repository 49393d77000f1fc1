package style

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// place is where a package stands in the table.
type place struct{ tier, column int }

// find looks a package folder up in the table.
func find(dir string) (place, bool) {
	for t, row := range tiers {
		if c := slices.Index(row, dir); c >= 0 {
			return place{t, c}, true
		}
	}
	return place{}, false
}

// own cuts the module's path off an import of the project.
func own(imported string) (dir string, ok bool) {
	return strings.CutPrefix(imported, module+"/")
}

// known finds packages that stand in no tier. A …test package belongs to the
// package whose folder it lies in.
func known(tree []source) (wrong []string) {
	seen := map[string]bool{}
	for _, s := range tree {
		if seen[s.dir] {
			continue
		}
		seen[s.dir] = true
		dir := s.dir
		if fake(dir) {
			dir = path.Dir(dir)
		}
		if _, ok := find(dir); !ok {
			wrong = append(wrong, fmt.Sprintf("%s: package stands in no tier: give it its place in internal/style and in docs/ARCHITECTURE.md, or merge it into a package that has one", s.dir))
		}
	}
	return wrong
}

// tierBreaks finds imports against the table. Tests and …test packages may
// import what they like, but only packages that are known.
func tierBreaks(tree []source) (wrong []string) {
	for _, s := range tree {
		for _, i := range s.imports() {
			to, ok := own(importPath(i))
			if !ok {
				continue
			}
			if why := tierBreak(s, to); why != "" {
				wrong = append(wrong, fmt.Sprintf("%s: %s imports %s: %s", s.at(i), s.dir, to, why))
			}
		}
	}
	return wrong
}

// tierBreak says what is wrong with one import, or "".
func tierBreak(s source, to string) string {
	free := s.test() || fake(s.dir)
	if fake(to) {
		if _, ok := find(path.Dir(to)); !ok {
			return "that package stands in no tier: give it its place in internal/style"
		}
		if free || slices.Contains(testUsers, s.dir) {
			return ""
		}
		return "fakes are for tests: move what both need into a package of its own"
	}
	there, ok := find(to)
	if !ok {
		return "that package stands in no tier: give it its place in internal/style"
	}
	here, ok := find(s.dir)
	if free || !ok { // an unknown importer is reported once, by known
		return ""
	}
	if to == "internal/kv" && here.tier != 3 && !slices.Contains(kvImporters, s.dir) {
		return "only stores (tier 3), ops and app open the database: go through ops"
	}
	switch {
	case there.tier < here.tier:
		return ""
	case there.tier == here.tier && to == path.Dir(s.dir):
		return ""
	case there.tier == here.tier && leftwards[here.tier] && there.column < here.column:
		return ""
	case there.tier == here.tier && leftwards[here.tier]:
		return fmt.Sprintf("it stands to the right in tier %d: declare a small port on this side, or pass the value in", here.tier)
	}
	return fmt.Sprintf("tier %d may not import tier %d: declare a small interface where it is used and wire it in internal/app",
		here.tier, there.tier)
}

// libraries finds third-party imports outside the one package that owns the
// library.
func libraries(tree []source) (wrong []string) {
	for _, s := range tree {
		for _, i := range s.imports() {
			p := importPath(i)
			first, _, _ := strings.Cut(p, "/")
			if !strings.Contains(first, ".") || p == module || strings.HasPrefix(p, module+"/") {
				continue
			}
			if why := libraryBreak(s, p); why != "" {
				wrong = append(wrong, fmt.Sprintf("%s: %s imports %s: %s", s.at(i), s.dir, p, why))
			}
		}
	}
	return wrong
}

// libraryBreak says what is wrong with one third-party import, or "".
func libraryBreak(s source, p string) string {
	for lib, allowed := range importers {
		if p != lib && !strings.HasPrefix(p, lib+"/") {
			continue
		}
		if slices.Contains(allowed, s.dir) {
			return ""
		}
		if (s.test() || fake(s.dir)) && slices.Contains(allowed, anyTest) {
			return ""
		}
		return fmt.Sprintf("only %s may: call that package instead", strings.Join(allowed, ", "))
	}
	return "the library is in no list: choose the one package that wraps it and name it in internal/style"
}

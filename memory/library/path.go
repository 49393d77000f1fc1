package library

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// What can be wrong with a file, or with how it is named. The text of an error
// says what to do instead.
var (
	ErrPath     = errors.New("not the name of a memory file") // see Library.Read
	ErrMissing  = errors.New("no such memory file")
	ErrTooLarge = errors.New("memory file too large")
	ErrText     = errors.New("memory file is not plain text")
	ErrChanged  = errors.New("memory file was changed meanwhile, read it again")
)

const (
	ext     = ".md"
	profile = "index.md"

	maxName  = 250  // bytes of one name: most file systems take 255, and a file being written has a longer one
	maxPath  = 1000 // bytes of a whole path
	maxDepth = 8    // names in a path
)

// kind is what the files of one folder are.
type kind struct {
	memory   memory.Type
	episodes bool // blocks of a day
	cut      bool // into sections
}

// kindOf is the kind of a file by the first name of its path.
func kindOf(name string) kind {
	folder, _, _ := strings.Cut(name, "/")
	switch folder {
	case "episodes":
		return kind{memory: memory.Episodic, episodes: true, cut: true}
	case "knowledge":
		return kind{memory: memory.Semantic, cut: true}
	case "procedures", "skills":
		return kind{memory: memory.Procedural}
	case profile:
		if name == profile {
			return kind{memory: memory.Semantic}
		}
	}
	return kind{}
}

// foreign reports whether a path stands in none of the folders.
func foreign(name string) bool { return kindOf(name) == kind{} }

// category is what files of that kind are about.
func (k kind) category(scope person.Scope) memory.Category {
	switch {
	case k.episodes:
		return memory.Conversation
	case k == kindOf(profile) && scope == person.ScopeOwner:
		return memory.AboutSensei
	}
	return memory.Knowledge
}

// check errs with ErrPath, saying what to write instead, for what names no
// memory file: FOLDER/NAME.md or index.md, with or without folders between.
func check(name string) error {
	names := strings.Split(name, "/")
	wrong := ""
	switch {
	case len(name) > maxPath || len(names) > maxDepth:
		wrong = fmt.Sprintf("too long: at most %d bytes and %d names", maxPath, maxDepth)
	case !utf8.ValidString(name) || !filepath.IsLocal(filepath.FromSlash(name)) || strings.ContainsAny(name, "\\\x00"):
		wrong = "give a name inside the memory folder, without .. and \\"
	case foreign(name):
		wrong = "it begins with episodes/, knowledge/, procedures/ or skills/, or is index.md"
	case !strings.HasSuffix(name, ext) || (name == profile) != (len(names) == 1):
		wrong = "it ends in .md, as in knowledge/name.md"
	}
	for i, n := range names {
		if wrong == "" && i < len(names)-1 && strings.HasSuffix(n, ext) {
			wrong = "only the last name ends in .md"
		}
		if wrong == "" && (n == "" || strings.HasPrefix(text.Fold(n), ".") || n == ext || len(n) > maxName || unseen(n)) {
			wrong = fmt.Sprintf("%q is no name: no dot first, no invisible characters, at most %d bytes", text.CleanName(n), maxName)
		}
	}
	if wrong != "" {
		return fmt.Errorf("%w: %q: %s", ErrPath, text.Excerpt(text.CleanName(name), 100), wrong)
	}
	return nil
}

// unseen reports whether a name has characters that cannot be seen, or that
// change the order of the others.
func unseen(name string) bool {
	return strings.ContainsFunc(name, unicode.IsControl) ||
		text.CleanName(name) != strings.Join(strings.Fields(name), " ")
}

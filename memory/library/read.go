package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// MaxRead is how many bytes a file may have to be read or written to.
const MaxRead = 256 << 10

// Entry is a file in a list.
type Entry struct {
	Scope person.Scope
	Path  string // below the folder of the scope
	Title string
	Tags  []string // of the front matter
}

// Name is the path with the scope's folder before it: what Read and Write take
// for exactly this file.
func (e Entry) Name() string { return Folder(e.Scope) + "/" + e.Path }

// Read gives the text of a memory file: "index.md", or a path below episodes/,
// knowledge/, procedures/ or skills/ that ends in .md. It is looked for in the
// scopes of the view in their order; the folder of a scope before the path
// (Entry.Name) names one. Where no file has exactly that name, one that
// differs only in case, width or composition is meant. The text has plain
// line ends and is at most MaxRead bytes long. Errors are ErrPath, ErrMissing
// (also for what the view may not see), ErrTooLarge and ErrText, or of the
// disk.
func (l *Library) Read(view person.View, name string) (string, error) {
	name, scopes := named(view, name)
	if err := check(name); err != nil {
		return "", fmt.Errorf("read memory file: %w", err)
	}
	for _, scope := range scopes {
		text, err := l.readIn(scope, name)
		if !errors.Is(err, fs.ErrNotExist) {
			if err != nil {
				err = fmt.Errorf("read memory file: %w", err)
			}
			return text, err
		}
	}
	return "", fmt.Errorf("read memory file: %w: %q", ErrMissing, name)
}

// named takes the folder of a scope off a name and says where to look.
func named(view person.View, name string) (string, []person.Scope) {
	folder, rest, ok := strings.Cut(name, "/")
	if scope, is := scopeOf(folder); ok && is {
		if !view.Can(scope) {
			return rest, nil
		}
		return rest, []person.Scope{scope}
	}
	return name, view.Scopes()
}

func (l *Library) readIn(scope person.Scope, name string) (string, error) {
	root, err := l.root(scope)
	if err != nil {
		return "", err
	}
	defer root.Close()
	data, err := load(root, resolve(root, name), MaxRead)
	if err != nil {
		return "", err
	}
	return decode(data)
}

// resolve is the path of an existing file that name stands for: its own, or
// else the first one that is the same when folded. Its folders are resolved
// also where there is no such file, so that no two of them differ in case
// alone. What could not be asked for by its own name is not meant either.
func resolve(root *os.Root, name string) string {
	if _, err := root.Lstat(name); err == nil {
		return name
	}
	at := "."
	for n := range strings.SplitSeq(name, "/") {
		entries, err := fs.ReadDir(root.FS(), at)
		same := func(e fs.DirEntry) bool { return e.Name() == n }
		alike := func(e fs.DirEntry) bool { return text.Fold(e.Name()) == text.Fold(n) }
		if err == nil && !slices.ContainsFunc(entries, same) {
			if i := slices.IndexFunc(entries, alike); i >= 0 {
				n = entries[i].Name()
			}
		}
		at = path.Join(at, n)
	}
	if check(at) != nil {
		return name
	}
	return at
}

// List names the usable files of the view's scopes, in the order of the scopes
// and then of paths.
func (l *Library) List(ctx context.Context, view person.View) ([]Entry, error) {
	var out []Entry
	for _, scope := range view.Scopes() {
		now, err := l.look(ctx, scope)
		if err != nil {
			return nil, fmt.Errorf("list memory files: %w", err)
		}
		for _, e := range now.under("") {
			out = append(out, e.entry())
		}
	}
	return out, nil
}

func (e *entry) entry() Entry {
	return Entry{Scope: e.Scope, Path: e.Path, Title: e.title, Tags: slices.Clone(e.tags)}
}

// Profile is the text of a scope's index.md without the front matter, "" where
// there is none or the view may not see it.
func (l *Library) Profile(view person.View, scope person.Scope) (string, error) {
	if !view.Can(scope) {
		return "", nil
	}
	whole, err := l.readIn(scope, profile)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read profile: %w", err)
	}
	_, body := matter(whole)
	return strings.TrimSpace(body), nil
}

// Skills lists the files of the skills folders as of the last look at the
// scopes, which Scan, List, Write and Watch take; the first is taken here.
func (l *Library) Skills(ctx context.Context, view person.View) ([]Entry, error) {
	var out []Entry
	err := l.shelves(ctx, view, "skills/", func(e *entry) { out = append(out, e.entry()) })
	return out, err
}

// Episodes are the records of the episodes folders that began in [from, to),
// oldest first, as of the last look (see Skills).
func (l *Library) Episodes(ctx context.Context, view person.View, from, to time.Time) ([]memory.Record, error) {
	var out []memory.Record
	err := l.shelves(ctx, view, "episodes/", func(e *entry) {
		for _, c := range e.Chunks {
			if !c.OccurredAt.Before(from) && c.OccurredAt.Before(to) {
				out = append(out, c)
			}
		}
	})
	slices.SortStableFunc(out, func(a, b memory.Record) int { return a.OccurredAt.Compare(b.OccurredAt) })
	return out, err
}

// shelves gives the usable files below a folder that were known at the last
// look at each scope of the view.
func (l *Library) shelves(ctx context.Context, view person.View, folder string, yield func(*entry)) error {
	for _, scope := range view.Scopes() {
		now := l.seen(scope)
		if now == nil {
			var err error
			if now, err = l.look(ctx, scope); err != nil {
				return fmt.Errorf("look through memory files: %w", err)
			}
		}
		for _, e := range now.under(folder) {
			yield(e)
		}
	}
	return nil
}

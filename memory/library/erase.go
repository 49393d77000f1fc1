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
	"github.com/kokoron/kokoron/memory"
)

// Erase takes out of the files of a scope, and out of their versions, the
// pieces with these ids and every line that has the words; words that go over
// several lines take their paragraph with them. A heading that nothing is left
// below goes too, and so does a file that nothing is left of. No version is
// kept of what is taken out. Each file is replaced whole; after a crash Erase
// is called again. It gives the files that are other than before, without
// records where they are gone. What cannot be read as text stays as it is.
func (l *Library) Erase(ctx context.Context, scope person.Scope, e memory.Erasing) (changed []File, err error) {
	l.write.Lock()
	defer l.write.Unlock()
	root, err := l.root(scope)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("erase from memory files: %w", err)
	}
	defer root.Close()
	before, err := l.look(ctx, scope)
	if err != nil {
		return nil, fmt.Errorf("erase from memory files: %w", err)
	}
	var names []string
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || ctx.Err() != nil:
			return errors.Join(err, ctx.Err())
		case !d.Type().IsRegular():
		case strings.HasPrefix(d.Name(), ".") && strings.HasSuffix(d.Name(), ext+".t"):
			return root.Remove(name) // a crash left it half written
		case path.Ext(name) == ext:
			var parts []string
			if f := before[name]; f != nil {
				parts = partsOf(f.Chunks, e)
			} else if original, ok := strings.CutPrefix(name, archive); ok {
				parts = partsOf(l.piecesOf(root, scope, name, original), e)
			}
			other, err := eraseIn(root, name, parts, e.Words)
			if err == nil && other {
				names = append(names, name)
			}
			return err
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("erase from memory files: %w", err)
	}
	now, err := l.look(ctx, scope)
	for _, name := range names {
		f := File{Scope: scope, Path: name}
		if n := now[name]; n != nil {
			f = n.File
		}
		if !strings.HasPrefix(name, versions+"/") {
			changed = append(changed, f)
		}
	}
	return changed, err
}

// piecesOf are the pieces of an original that is archived, by the ids that they
// had in its place; none of what is no text.
func (l *Library) piecesOf(root *os.Root, scope person.Scope, name, original string) []memory.Record {
	data, err := load(root, name, maxIndexed)
	if err != nil {
		return nil // eraseIn says what is wrong
	}
	body, err := decode(data)
	if err != nil {
		return nil
	}
	n, err := read(scope, original, body, time.Time{}, l.home)
	if err != nil {
		return nil
	}
	return n.chunks
}

// partsOf are the texts of the pieces that are to go, each without the subject
// that stands before it; of a heading alone it is the heading.
func partsOf(chunks []memory.Record, e memory.Erasing) (parts []string) {
	for _, c := range chunks {
		if e.IDs[string(c.ID)] {
			part := strings.TrimSpace(strings.TrimPrefix(c.Content, c.Subject))
			if _, heading, ok := strings.Cut(c.Subject, joint); part == "" && ok {
				part = heading
			} else if part == "" {
				part = c.Subject
			}
			parts = append(parts, part)
		}
	}
	return parts
}

// eraseIn does it in one file.
func eraseIn(root *os.Root, name string, parts []string, w memory.Words) (changed bool, err error) {
	data, err := load(root, name, maxIndexed)
	if errors.Is(err, ErrTooLarge) || errors.Is(err, ErrPath) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	before, err := decode(data)
	if err != nil {
		return false, nil
	}
	after := without(before, parts, w)
	if after == before {
		return false, nil
	}
	if _, body := matter(after); strings.TrimSpace(body) == "" {
		return true, root.Remove(name)
	}
	return true, replace(root, name, []byte(after), nil)
}

// without is a text without parts of it, without the lines that have the words
// and without the headings that nothing is left below.
func without(s string, parts []string, w memory.Words) string {
	lines := strings.SplitAfter(s, "\n")
	gone := make([]bool, len(lines))
	for _, part := range parts {
		markPart(lines, gone, part)
	}
	for i, line := range lines {
		gone[i] = gone[i] || w.In(line)
	}
	if w.In(left(lines, gone)) { // over several lines
		for from := 0; from < len(lines); {
			to := from + 1
			for to < len(lines) && strings.TrimSpace(lines[to]) != "" {
				to++
			}
			if w.In(left(lines[from:to], gone[from:to])) {
				for i := from; i < to; i++ {
					gone[i] = true
				}
			}
			from = to
		}
	}
	if w.In(left(lines, gone)) { // over several paragraphs
		return ""
	}
	if slices.Contains(gone, true) {
		markEmpty(lines, gone)
	}
	return left(lines, gone)
}

func left(lines []string, gone []bool) string {
	var b strings.Builder
	for i, line := range lines {
		if !gone[i] {
			b.WriteString(line)
		}
	}
	return b.String()
}

// markPart marks the lines of the first place where a part stands.
func markPart(lines []string, gone []bool, part string) {
	want := strings.Split(strings.TrimSpace(part), "\n")
	same := func(line, w string) bool {
		line = strings.TrimSpace(line)
		return line == strings.TrimSpace(w) || strings.TrimSpace(unmark(strings.TrimLeft(line, "# "))) == strings.TrimSpace(w)
	}
	for at := 0; at+len(want) <= len(lines); at++ {
		fits := !gone[at]
		for i := 0; fits && i < len(want); i++ {
			fits = same(lines[at+i], want[i])
		}
		if fits {
			for i := range want {
				gone[at+i] = true
			}
			return
		}
	}
}

// markEmpty marks the headings below which all that stood is gone.
func markEmpty(lines []string, gone []bool) {
	for i := len(lines) - 1; i >= 0; i-- {
		if _, ok := heading(strings.TrimRight(lines[i], "\n"), 2); !ok || gone[i] {
			continue
		}
		lost, kept, end := false, false, i+1
		for ; end < len(lines); end++ {
			if _, next := heading(strings.TrimRight(lines[end], "\n"), 2); next {
				break
			}
			lost = lost || gone[end]
			kept = kept || !gone[end] && strings.TrimSpace(lines[end]) != ""
		}
		for j := i; lost && !kept && j < end; j++ {
			gone[j] = true // the blank lines too
		}
	}
}

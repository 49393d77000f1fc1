package library

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

// maxIndexed is how large a file may be to be cut into records.
const maxIndexed = 4 << 20

// settled is how old a file must be, when it is read, for its time and size to
// say that it is still the same: some file systems count in two seconds, and
// within one step a second change of the same size cannot be seen.
const settled = 2 * time.Second

// File is a memory file and what it says now.
type File struct {
	Scope  person.Scope
	Path   string // below the folder of the scope, with slashes
	Hash   [sha256.Size]byte
	Chunks []memory.Record // in the order of the file; not to be changed
}

// shelf is what is known of the files of a scope, by path. It is not changed
// once others can see it.
type shelf map[string]*entry

type entry struct {
	File
	note
	info  fs.FileInfo
	fresh bool   // changed so shortly before it was read that only reading again can tell
	fault string // why there are no records, "" where nothing is wrong
}

// Scan gives every usable file of a scope, or of all scopes for "", in the
// order of scopes and paths, until yield returns false. Only what has changed
// since an earlier look is read. It errs when ctx ends, and where a folder
// cannot be looked through, once the others have been.
func (l *Library) Scan(ctx context.Context, scope person.Scope, yield func(File) bool) error {
	scopes, err := []person.Scope{scope}, error(nil)
	if scope == "" {
		scopes, err = l.scopes()
	}
	for _, s := range scopes {
		now, failed := l.look(ctx, s)
		err = errors.Join(err, failed)
		for _, e := range now.under("") {
			if !yield(e.File) {
				return nil
			}
		}
	}
	if err != nil {
		return fmt.Errorf("scan library: %w", err)
	}
	return nil
}

// under are the usable files whose path begins with folder, by path.
func (s shelf) under(folder string) (out []*entry) {
	for name, e := range s {
		if e.fault == "" && strings.HasPrefix(name, folder) {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b *entry) int { return cmp.Compare(a.Path, b.Path) })
	return out
}

// look brings what is known of a scope up to date.
func (l *Library) look(ctx context.Context, scope person.Scope) (shelf, error) {
	l.scan.Lock()
	defer l.scan.Unlock()
	before := l.seen(scope)
	now := shelf{}
	root, err := l.root(scope)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		err = l.walk(ctx, root, scope, before, now)
		root.Close()
		if err != nil {
			return nil, err
		}
	}
	l.mu.Lock()
	l.known[scope] = now
	l.mu.Unlock()
	return now, nil
}

// seen is what was known of a scope at the last look.
func (l *Library) seen(scope person.Scope) shelf {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.known[scope]
}

// walk fills now with the files below root.
func (l *Library) walk(ctx context.Context, root *os.Root, scope person.Scope, before, now shelf) error {
	return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, fs.ErrNotExist):
			return nil // it was there a moment ago
		case err != nil && name == ".":
			return err
		case err != nil:
			l.passOver(before, now, scope, name, nil, err.Error())
			return nil
		case name == ".":
			return nil
		case d.IsDir():
			if strings.HasPrefix(d.Name(), ".") || foreign(name) {
				return fs.SkipDir
			}
			if strings.Count(name, "/") >= maxDepth-1 {
				l.passOver(before, now, scope, name, nil, "the folder lies too deep")
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular() || path.Ext(name) != ext || strings.HasPrefix(d.Name(), ".") || foreign(name):
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return nil // it was there a moment ago
		}
		l.file(root, scope, name, info, before, now)
		return nil
	})
}

// file puts what a file is now into the shelf, from before where it has not
// changed.
func (l *Library) file(root *os.Root, scope person.Scope, name string, info fs.FileInfo, before, now shelf) {
	old := before[name]
	if old != nil && old.info != nil && !old.fresh && os.SameFile(old.info, info) &&
		old.info.Size() == info.Size() && old.info.ModTime().Equal(info.ModTime()) {
		now[name] = old
		return
	}
	e, err := l.read(root, scope, name, info, old)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		l.passOver(before, now, scope, name, info, err.Error())
	default:
		now[name] = e
	}
}

// read reads a file, and cuts it unless its bytes are those of old.
func (l *Library) read(root *os.Root, scope person.Scope, name string, info fs.FileInfo, old *entry) (*entry, error) {
	if err := check(name); err != nil {
		return nil, err
	}
	at := l.clock.Now()
	data, err := load(root, name, maxIndexed)
	if err != nil {
		return nil, err
	}
	e := &entry{File: File{Scope: scope, Path: name, Hash: sha256.Sum256(data)}, info: info}
	e.fresh = at.Sub(info.ModTime()) < settled
	if old != nil && old.fault == "" && old.Hash == e.Hash {
		e.note, e.Chunks = old.note, old.Chunks
		return e, nil
	}
	body, err := decode(data)
	if err != nil {
		return nil, err
	}
	if e.note, err = read(scope, name, body, info.ModTime(), l.home); err != nil {
		return nil, err
	}
	e.Chunks = e.note.chunks
	return e, nil
}

// regular is a file that no link leads to; ErrPath for anything else that
// stands there.
func regular(root *os.Root, name string) (info fs.FileInfo, err error) {
	for at := 0; at < len(name); at++ {
		if n := strings.IndexByte(name[at:], '/'); n >= 0 {
			at += n
		} else {
			at = len(name)
		}
		if info, err = root.Lstat(name[:at]); err != nil {
			return nil, err
		}
		if folder := at < len(name); folder != info.IsDir() || !folder && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%w: %s is a link, or a folder where a file should be", ErrPath, name[:at])
		}
	}
	return info, nil
}

// load reads a regular file of at most limit bytes.
func load(root *os.Root, name string, limit int64) ([]byte, error) {
	info, err := regular(root, name)
	if err != nil {
		return nil, err
	}
	if info.Size() > limit {
		return nil, tooLarge(info.Size(), limit)
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, tooLarge(int64(len(data)), limit) // it has grown
	}
	return data, err
}

func tooLarge(size, limit int64) error {
	return fmt.Errorf("%w: %d bytes, at most %d: split it into several files", ErrTooLarge, size, limit)
}

// passOver remembers that something has no records, and says why unless it
// has been said.
func (l *Library) passOver(before, now shelf, scope person.Scope, name string, info fs.FileInfo, why string) {
	now[name] = &entry{File: File{Scope: scope, Path: name}, info: info, fault: why}
	if old := before[name]; old == nil || old.fault != why {
		l.log.Warn("memory file is not used", "folder", Folder(scope), "path", name, "why", why)
	}
}

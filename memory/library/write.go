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

	"github.com/kokoron/kokoron/internal/person"
)

// MaxWrite is how many bytes may be written at once.
const MaxWrite = 64 << 10

// maxVersions is how many versions of a file are kept: the oldest, and the
// newest of the others.
const maxVersions = 20

// versions is the folder of what was replaced, in the folder of the scope:
// .versions/PATH/TIME.md.
const versions = ".versions"

// versionTime names versions in the order in which they were replaced.
const versionTime = "20060102T150405.000000000Z"

// Mode is how a file is written.
type Mode string

// The modes. Whatever is not Replace appends, which loses nothing.
const (
	Append  Mode = "append"  // behind what is there, on a line of its own
	Replace Mode = "replace" // instead of it
)

// Write writes the companion's words into a memory file of the scope and gives
// the file as it is now. The name is as for Read; a scope's folder before it
// must be this scope's. Missing folders are made. The front matter then names
// the companion as the writer, so that nobody takes the words for the owner's.
// What was there is kept as a version. A write may be repeated after a crash: the
// same text replaces nothing, and what a file ends with already is not appended
// again. Errors are ErrPath, ErrText (also for
// no text at all), ErrTooLarge (MaxWrite at once, MaxRead together), ErrChanged
// (nothing was written), or of the disk.
func (l *Library) Write(scope person.Scope, name, content string, mode Mode) (File, error) {
	l.write.Lock()
	defer l.write.Unlock()
	f, err := l.put(scope, name, content, mode)
	l.poke()
	if err != nil {
		return File{}, fmt.Errorf("write memory file: %w", err)
	}
	return f, nil
}

func (l *Library) put(scope person.Scope, name, content string, mode Mode) (File, error) {
	if folder, rest, ok := strings.Cut(name, "/"); ok && folder == Folder(scope) {
		name = rest
	}
	if err := check(name); err != nil {
		return File{}, err
	}
	content, err := writable(content)
	if err != nil {
		return File{}, err
	}
	root, err := l.make(scope)
	if err != nil {
		return File{}, err
	}
	defer root.Close()
	name = resolve(root, name)
	before, err := snapshot(root, name)
	if err != nil {
		return File{}, err
	}
	if mode != Replace && len(before.data) > 0 {
		old, err := decode(before.data)
		if err != nil {
			return File{}, err
		}
		content = joined(strings.TrimRight(old, "\n")+"\n", content)
	}
	if content = stamp(content); len(content) > MaxRead {
		return File{}, tooLarge(int64(len(content)), MaxRead)
	}
	if err := l.exchange(root, name, before, content); err != nil {
		return File{}, err
	}
	now, err := l.look(context.Background(), scope)
	if err != nil {
		return File{}, err
	}
	e := now[name]
	if e == nil {
		return File{}, ErrChanged
	}
	return e.File, nil
}

// joined is a text with another behind it, unless it ends with that already.
func joined(s, end string) string {
	if s == end || strings.HasSuffix(s, "\n"+end) {
		return s
	}
	return s + "\n" + end
}

// writable is content as it is written: plain text that ends its last line.
func writable(content string) (string, error) {
	if len(content) > MaxWrite {
		return "", tooLarge(int64(len(content)), MaxWrite)
	}
	content, err := decode([]byte(content))
	if err != nil {
		return "", err
	}
	if strings.TrimSpace(content) == "" {
		return "", fmt.Errorf("%w: give the text to write", ErrText)
	}
	return strings.Trim(content, "\n") + "\n", nil
}

// make opens the folder of a scope, which need not exist.
func (l *Library) make(scope person.Scope) (*os.Root, error) {
	if !known(scope) {
		return nil, fmt.Errorf("%w: there is no scope %q", ErrPath, scope)
	}
	if err := os.MkdirAll(l.dir, 0o700); err != nil {
		return nil, err
	}
	all, err := os.OpenRoot(l.dir)
	if err != nil {
		return nil, err
	}
	defer all.Close()
	if err := all.Mkdir(Folder(scope), 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return l.root(scope)
}

// state is a file before it is written; without info there is none.
type state struct {
	info fs.FileInfo
	data []byte
}

func snapshot(root *os.Root, name string) (state, error) {
	info, err := regular(root, name)
	if errors.Is(err, fs.ErrNotExist) {
		return state{}, nil
	}
	if err != nil {
		return state{}, err
	}
	data, err := load(root, name, MaxRead)
	return state{info, data}, err
}

// exchange puts content in the place of before, keeping that.
func (l *Library) exchange(root *os.Root, name string, before state, content string) error {
	if string(before.data) == content {
		return nil
	}
	if before.info != nil {
		dir := path.Join(versions, name)
		at := l.clock.Now().UTC().Format(versionTime) + ext
		if err := replace(root, path.Join(dir, at), before.data, nil); err != nil {
			return err
		}
		if err := prune(root, dir); err != nil {
			return err
		}
	}
	if err := replace(root, name, []byte(content), func() error { return same(root, name, before.info) }); err != nil {
		return err
	}
	// What a file tells without a date is of the time it was written at, by
	// the clock that the companion lives by.
	now := l.clock.Now()
	return root.Chtimes(name, now, now)
}

// same errs with ErrChanged where a file is no longer as it was: an owner's
// editor may have saved it.
func same(root *os.Root, name string, before fs.FileInfo) error {
	now, err := root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && before == nil:
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err != nil || before == nil || !os.SameFile(before, now) ||
		before.Size() != now.Size() || !before.ModTime().Equal(now.ModTime()):
		return fmt.Errorf("%w: %s", ErrChanged, name)
	}
	return nil
}

// replace writes a file beside and renames it into its place, if ready does
// not mind.
func replace(root *os.Root, name string, data []byte, ready func() error) (err error) {
	dir, base := path.Split(name)
	if err := root.MkdirAll(path.Join(".", dir), 0o700); err != nil {
		return err
	}
	tmp := dir + "." + base + ".t"
	if err := root.Remove(tmp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := root.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			root.Remove(tmp)
		}
	}()
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if ready != nil {
		if err = ready(); err != nil {
			return err
		}
	}
	if err = root.Rename(tmp, name); err != nil {
		return err
	}
	return syncDir(root, path.Join(".", dir))
}

// syncDir makes a rename in the folder last.
func syncDir(root *os.Root, dir string) error {
	f, err := root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// prune drops versions past the limit, the second oldest first: the oldest is
// most likely the owner's own.
func prune(root *os.Root, dir string) error {
	entries, err := fs.ReadDir(root.FS(), dir)
	// A crash may have left one half written.
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), ".") })
	for err == nil && len(entries) > maxVersions {
		err = root.Remove(path.Join(dir, entries[1].Name()))
		entries = append(entries[:1], entries[2:]...)
	}
	return err
}

package library

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/kokoron/kokoron/internal/person"
)

// archive is the folder of originals that are kept as they were while another
// text stands in their place: archive/PATH, in the folder of the scope. Nothing
// in it is found.
const archive = "archive/"

// Archived is where the original of a memory file is kept.
func Archived(name string) string { return archive + name }

// Stamp is a text with the companion named as its writer in the front matter,
// as Write does it.
func Stamp(s string) string { return stamp(s) }

// Raw gives the bytes of a memory file, or of an original that is archived;
// none where there is no such file. Errors are ErrPath, ErrTooLarge, or of the
// disk.
func (l *Library) Raw(scope person.Scope, name string) ([]byte, error) {
	if err := check(strings.TrimPrefix(name, archive)); err != nil {
		return nil, err
	}
	root, err := l.root(scope)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer root.Close()
	data, err := load(root, name, MaxRead)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// Exchange puts a memory file, or an original into the archive, in the place of
// what is there, byte for byte: nil bytes are no file. It errs with ErrChanged,
// and changes nothing, where there is something else than before; where after
// is there already it does nothing. What was there is kept as a version. It
// gives the file as it is now, without records where it is gone or archived.
func (l *Library) Exchange(scope person.Scope, name string, before, after []byte) (File, error) {
	l.write.Lock()
	defer l.write.Unlock()
	f, err := l.swap(scope, name, before, after)
	l.poke()
	if err != nil {
		return File{}, fmt.Errorf("exchange memory file: %w", err)
	}
	return f, nil
}

func (l *Library) swap(scope person.Scope, name string, before, after []byte) (File, error) {
	if err := check(strings.TrimPrefix(name, archive)); err != nil {
		return File{}, err
	}
	root, err := l.make(scope)
	if err != nil {
		return File{}, err
	}
	defer root.Close()
	is, err := snapshot(root, name)
	if err != nil {
		return File{}, err
	}
	there := func(data []byte) bool { return (is.info != nil) == (data != nil) && bytes.Equal(is.data, data) }
	switch {
	case there(after):
	case !there(before):
		return File{}, fmt.Errorf("%w: %s", ErrChanged, name)
	case after == nil:
		if !strings.HasPrefix(name, archive) {
			at := path.Join(versions, name, l.clock.Now().UTC().Format(versionTime)+ext)
			if err := replace(root, at, is.data, nil); err != nil {
				return File{}, err
			}
		}
		dir, _ := path.Split(name)
		if err := errors.Join(root.Remove(name), syncDir(root, path.Join(".", dir))); err != nil {
			return File{}, err
		}
	default:
		if err := l.exchange(root, name, is, string(after)); err != nil {
			return File{}, err
		}
	}
	now, err := l.look(context.Background(), scope)
	if err != nil || now[name] == nil {
		return File{Scope: scope, Path: name}, err
	}
	return now[name].File, nil
}

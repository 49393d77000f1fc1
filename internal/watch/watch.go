// Package watch tells when the files of a folder, or of a tree of folders, have
// changed, wrapping fsnotify.
//
// Changes are gathered: an editor that writes, renames and touches a file
// makes one call, after the folder has been quiet. Calls come one after
// another from the goroutine that watches. Which file changed is not told: the
// caller reads what it needs. Links to folders are not followed, and folders
// whose names begin with a dot are not watched.
package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/kokoron/kokoron/internal/clock"
)

// Quiet is how long a folder must lie still before its change is told: longer
// than editors take to replace a file, short enough to feel immediate.
const Quiet = 500 * time.Millisecond

// Folder calls changed once when the watch stands (so that nothing is missed
// between an earlier reading and the watch) and then after every change, when
// the files in dir have been quiet for the time given. A folder that never
// lies still is never told of. It blocks until ctx ends, then returns nil; it
// returns an error if dir cannot be watched or is gone. Folders inside dir are
// not watched.
func Folder(ctx context.Context, clk clock.Clock, dir string, quiet time.Duration, changed func()) error {
	none := func(*fsnotify.Watcher, fsnotify.Event) error { return nil }
	return run(ctx, clk, dir, quiet, changed, none)
}

// Tree is Folder for dir and all folders inside it, also those that are made
// or moved there later. It returns an error as well where a folder inside
// cannot be watched, for instance because the system's limit is reached.
func Tree(ctx context.Context, clk clock.Clock, dir string, quiet time.Duration, changed func()) error {
	// A walk does not go through a link, not even where it begins.
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return run(ctx, clk, dir, quiet, changed, func(w *fsnotify.Watcher, e fsnotify.Event) error {
		if e.Has(fsnotify.Rename) {
			forget(w, e.Name)
		}
		if e.Has(fsnotify.Create) && (e.Name == dir || !hidden(e.Name)) {
			return addTree(w, e.Name)
		}
		return nil
	})
}

func hidden(path string) bool { return strings.HasPrefix(filepath.Base(path), ".") }

// addTree watches what is at path, if it is a folder, and the folders inside.
// One that vanishes meanwhile is as good as never made.
func addTree(w *fsnotify.Watcher, path string) error {
	return filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case p != path && hidden(p):
			return fs.SkipDir
		}
		if err := w.Add(p); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
}

// forget ends the watch on a folder that is no longer at path, and on those
// inside. fsnotify 1.10.1 would go on to tell of them under their old names,
// and drop the watch on the folder also where it was watched anew by then:
// TestTree moves one.
func forget(w *fsnotify.Watcher, path string) {
	for _, p := range w.WatchList() {
		if p == path || strings.HasPrefix(p, path+string(filepath.Separator)) {
			// An error means that it is not watched, which is what is wanted.
			_ = w.Remove(p)
		}
	}
}

// run watches dir. follow is told of every event and may watch more or less;
// at the start dir is created to it.
func run(ctx context.Context, clk clock.Clock, dir string, quiet time.Duration, changed func(),
	follow func(*fsnotify.Watcher, fsnotify.Event) error) error {
	dir = filepath.Clean(dir)
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watch %s: %w", dir, err)
	}
	defer w.Close()
	err = w.Add(dir)
	if err == nil {
		err = follow(w, fsnotify.Event{Name: dir, Op: fsnotify.Create})
	}
	if err == nil {
		err = loop(ctx, clk, dir, quiet, w.Events, w.Errors, changed, func(e fsnotify.Event) error { return follow(w, e) })
	}
	if err != nil {
		return fmt.Errorf("watch %s: %w", dir, err)
	}
	return nil
}

var errGone = errors.New("the folder is gone")

func loop(ctx context.Context, clk clock.Clock, dir string, quiet time.Duration,
	events <-chan fsnotify.Event, errs <-chan error, changed func(), follow func(fsnotify.Event) error) error {
	changed()
	var still <-chan struct{} // closed when the folder has been quiet
	stop := func() {}
	defer func() { stop() }()
	for {
		var err error
		select {
		case <-ctx.Done():
			return nil
		case <-still:
			still = nil
			changed()
			continue
		case e := <-events:
			if filepath.Clean(e.Name) == dir && (e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename)) {
				return errGone
			}
			err = follow(e)
		case err = <-errs:
			// Too many changes at once lose their names, not the fact that
			// something changed. Any folder may be another one by now.
			if errors.Is(err, fsnotify.ErrEventOverflow) {
				err = follow(fsnotify.Event{Name: dir, Op: fsnotify.Rename | fsnotify.Create})
			}
		}
		if err != nil {
			return err
		}
		stop()
		still, stop = clock.After(ctx, clk, quiet)
	}
}

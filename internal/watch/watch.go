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
	none := func(*fsnotify.Watcher, string) error { return nil }
	return run(ctx, clk, dir, quiet, changed, none)
}

// Tree is Folder for dir and all folders inside it, also those that are made
// or moved there later. It returns an error as well where a folder inside
// cannot be watched, for instance because the system's limit is reached.
func Tree(ctx context.Context, clk clock.Clock, dir string, quiet time.Duration, changed func()) error {
	return run(ctx, clk, dir, quiet, changed, addTree)
}

// run watches dir, and what inside adds for a path: dir at first, and
// whatever is made in a folder that is watched.
func run(ctx context.Context, clk clock.Clock, dir string, quiet time.Duration, changed func(),
	inside func(w *fsnotify.Watcher, path string) error) error {
	dir = filepath.Clean(dir)
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watch %s: %w", dir, err)
	}
	defer w.Close()
	if err := w.Add(dir); err != nil {
		return fmt.Errorf("watch %s: %w", dir, err)
	}
	add := func(path string) error {
		if path != dir && hidden(path) {
			return nil
		}
		return inside(w, path)
	}
	if err := add(dir); err != nil {
		return fmt.Errorf("watch %s: %w", dir, err)
	}
	return loop(ctx, clk, dir, quiet, w.Events, w.Errors, changed, add)
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

func loop(ctx context.Context, clk clock.Clock, dir string, quiet time.Duration,
	events <-chan fsnotify.Event, errs <-chan error, changed func(), add func(path string) error) error {
	changed()
	var still <-chan struct{} // closed when the folder has been quiet
	stop := func() {}
	defer func() { stop() }()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-still:
			still = nil
			changed()
			continue
		case e := <-events:
			if filepath.Clean(e.Name) == dir && (e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename)) {
				return fmt.Errorf("watch %s: the folder is gone", dir)
			}
			if e.Has(fsnotify.Create) {
				if err := add(e.Name); err != nil {
					return fmt.Errorf("watch %s: %w", dir, err)
				}
			}
		case err := <-errs:
			// Too many changes at once lose their names, not the fact that
			// something changed; a new folder may be among them.
			if errors.Is(err, fsnotify.ErrEventOverflow) {
				err = add(dir)
			}
			if err != nil {
				return fmt.Errorf("watch %s: %w", dir, err)
			}
		}
		stop()
		still, stop = clock.After(ctx, clk, quiet)
	}
}

// Package watch tells when the files of a folder have changed, wrapping
// fsnotify.
//
// Changes are gathered: an editor that writes, renames and touches a file
// makes one call, after the folder has been quiet. Calls come one after
// another from the goroutine that watches. Which file changed is not told: the
// caller reads what it needs. Folders inside the folder are not watched.
package watch

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
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
// returns an error if dir cannot be watched or is gone.
func Folder(ctx context.Context, clk clock.Clock, dir string, quiet time.Duration, changed func()) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watch %s: %w", dir, err)
	}
	defer w.Close()
	if err := w.Add(dir); err != nil {
		return fmt.Errorf("watch %s: %w", dir, err)
	}
	return loop(ctx, clk, filepath.Clean(dir), quiet, w.Events, w.Errors, changed)
}

func loop(ctx context.Context, clk clock.Clock, dir string, quiet time.Duration,
	events <-chan fsnotify.Event, errs <-chan error, changed func()) error {
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
		case err := <-errs:
			// Too many changes at once lose their names, not the fact that
			// something changed.
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				return fmt.Errorf("watch %s: %w", dir, err)
			}
		}
		stop()
		still, stop = clock.After(ctx, clk, quiet)
	}
}

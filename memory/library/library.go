// Package library keeps the files beside the records, which the owner reads
// and edits with their own tools:
// DIR/SCOPE/{episodes,knowledge,procedures,skills}/*.md and DIR/SCOPE/index.md,
// the profile. It cuts them into records and tells what has changed.
//
// A file is the truth for its records: they have no other home. Their ids
// depend on scope, path, heading and order alone, so an edit of one section
// leaves the others' as they are. A file that has not changed is not read
// again. A file that cannot be used (not UTF-8, over 4 MiB, a name with
// invisible characters) has no records and is named in the log once.
//
// Every path that is given stays inside the folder of its scope, which an
// os.Root of its own holds; no link inside it is followed. A written file is
// whole or not there: it is written beside, fsynced and renamed; what it
// replaces is kept in .versions, up to 20 versions a file. Reads see only the
// scopes of their View. A Library is safe for concurrent use; one process
// writes.
//
// It changes a memory file by Write and Erase alone, and deletes one only where
// Erase leaves nothing of it.
package library

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/watch"
)

// Library is the folder.
type Library struct {
	dir   string
	home  *time.Location
	clock clock.Clock
	log   *slog.Logger
	quiet time.Duration // shorter in tests
	wake  chan struct{} // lets Watch look again

	// Again is how often Watch looks through everything although nothing was
	// told; set it before that, or leave it at a minute.
	Again time.Duration

	scan sync.Mutex // held while folders are looked through

	mu    sync.RWMutex
	known map[person.Scope]shelf // as of the last look

	write sync.Mutex // held by Write
}

// Open returns the library in dir, making the folder (0700). home is the zone
// in which the days and times of episodes are written.
func Open(dir string, home *time.Location, clk clock.Clock, log *slog.Logger) (*Library, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open library: %w", err)
	}
	return &Library{dir: dir, home: home, clock: clk, log: log, quiet: watch.Quiet, Again: again, wake: make(chan struct{}, 1), known: map[person.Scope]shelf{}}, nil
}

// root opens the folder of a scope; fs.ErrNotExist is the error where there is
// none. A link in its place could be another scope's folder and is refused.
func (l *Library) root(scope person.Scope) (*os.Root, error) {
	if !known(scope) {
		return nil, fmt.Errorf("%w: there is no scope %q", ErrPath, scope)
	}
	all, err := os.OpenRoot(l.dir)
	if err != nil {
		return nil, err
	}
	defer all.Close()
	folder := Folder(scope)
	info, err := all.Lstat(folder)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%w: %s is no folder", ErrPath, folder)
	}
	return all.OpenRoot(folder)
}

// scopes lists the scopes that have a folder, in the order of their folders'
// names.
func (l *Library) scopes() ([]person.Scope, error) {
	entries, err := os.ReadDir(l.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var out []person.Scope
	for _, e := range entries {
		if scope, ok := scopeOf(e.Name()); ok && !e.Type().IsRegular() {
			out = append(out, scope)
		}
	}
	return out, nil
}

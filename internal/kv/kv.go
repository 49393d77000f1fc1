// Package kv is the one database file of a home: it opens, checks, backs up
// and compacts it, and gives stores typed buckets.
//
// Guarantees: when Update returns nil the write is on disk (fsync); a
// transaction is all or nothing, also when the process is killed or the
// function panics; one process owns the file, a second one gets ErrLocked; a
// damaged, shortened, emptied or vanished file is refused with a
// *CorruptError and never replaced by a new one. All methods are safe for
// concurrent use; one write transaction runs at a time, reads run beside it.
//
// The deadlock rule: never open a transaction inside a transaction of the same
// goroutine, whatever their kinds. A write inside a write waits for itself; a
// read inside another transaction waits for a growing map or for Compact,
// which in turn wait for the outer one. So everything that belongs to a write
// takes the write's *Tx, only a lone read opens its own short View, and no
// call that can wait (a model, the network, a channel) is made inside either.
//
// It never looks at the time and knows nothing of what the values mean.
package kv

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// mapSize is reserved as address space, not as memory. A map that has to grow
// waits for every open read (bbolt v1.5.0), so it is made large enough not to.
const mapSize = 4 << 30

// allocSize is how much the file grows at once. bbolt's own 16 MiB would make
// the file of a new home look large.
const allocSize = 1 << 20

// defaultLockTimeout is long enough for a process that is just ending.
const defaultLockTimeout = time.Second

// ErrLocked means that another process owns the file.
var ErrLocked = errors.New("database is in use by another process")

// Options configure Open. The zero value is fine.
type Options struct {
	// LockTimeout is how long to wait for another process to let go of the
	// file; zero means one second.
	LockTimeout time.Duration
	// Backups is the folder where a *CorruptError looks for the newest backup
	// (*.db); empty: none is named.
	Backups string
	// Loose does not wait for the disk: what Update has returned for survives
	// the end of the process, not that of the machine.
	Loose bool
}

// DB is the open file.
type DB struct {
	path string
	opts Options

	// swap is held shared by every transaction and exclusively by Compact
	// and Close, which exchange the handle.
	swap sync.RWMutex
	bolt *bolt.DB
}

// Tx is one transaction. It is valid only until the function it was given to
// returns, and only in that goroutine.
type Tx struct{ tx *bolt.Tx }

// Open opens the file, creating it when neither it nor its marker exist. The
// marker is an empty file beside it, PATH.marker, written once the database
// exists; with it, a missing or empty database is a loss and not a first
// start. Errors: ErrLocked, *CorruptError, or what the file system says.
func Open(path string, opts Options) (*DB, error) {
	if opts.LockTimeout <= 0 {
		opts.LockTimeout = defaultLockTimeout
	}
	db := &DB{path: path, opts: opts}
	if err := db.inspect(); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	handle, err := db.open(path)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	db.bolt = handle
	if err := db.settle(); err != nil {
		handle.Close()
		return nil, fmt.Errorf("open database: %w", err)
	}
	return db, nil
}

// open opens one file with bbolt and translates its errors and panics.
func (db *DB) open(path string) (handle *bolt.DB, err error) {
	var file *os.File
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			// bbolt v1.5.0 panics on damaged pages and then leaves its file
			// open, and with it the lock.
			file.Close()
			handle, err = nil, db.corrupt(fmt.Sprint(r))
		}
	}()
	handle, err = bolt.Open(path, 0o600, &bolt.Options{
		Timeout:         db.opts.LockTimeout,
		InitialMmapSize: mapSize,
		FreelistType:    bolt.FreelistMapType,
		NoSync:          db.opts.Loose, NoGrowSync: db.opts.Loose, NoFreelistSync: db.opts.Loose,
		OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
			f, err := os.OpenFile(name, flag, mode)
			file = f
			return f, err
		},
	})
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return nil, ErrLocked
	case errors.Is(err, bolterrors.ErrInvalid), errors.Is(err, bolterrors.ErrChecksum),
		errors.Is(err, bolterrors.ErrVersionMismatch), errors.Is(err, bolterrors.ErrInvalidMapping):
		return nil, db.corrupt(err.Error())
	case err != nil:
		return nil, err
	}
	handle.AllocSize = allocSize
	if !sameFile(file, path) {
		// The owner compacted while we waited for the lock: what we hold is
		// the old file, which has no name any more.
		handle.Close()
		return nil, ErrLocked
	}
	return handle, nil
}

func sameFile(f *os.File, path string) bool {
	a, err := f.Stat()
	if err != nil {
		return false
	}
	b, err := os.Stat(path)
	return err == nil && os.SameFile(a, b)
}

// settle gives the file its mode and makes its existence durable.
func (db *DB) settle() error {
	if err := os.Chmod(db.path, 0o600); err != nil {
		return err
	}
	if _, err := os.Stat(db.marker()); err == nil {
		return nil
	}
	// The database's name must be on disk before the marker's is.
	if err := syncDir(filepath.Dir(db.path)); err != nil {
		return err
	}
	if err := os.WriteFile(db.marker(), nil, 0o600); err != nil {
		return err
	}
	return syncDir(filepath.Dir(db.path))
}

func (db *DB) marker() string { return db.path + ".marker" }

// Path is where the file is.
func (db *DB) Path() string { return db.path }

// Close waits for the running transactions and lets go of the file. Closing
// twice is harmless; a transaction after Close errs.
func (db *DB) Close() error {
	db.swap.Lock()
	defer db.swap.Unlock()
	return db.bolt.Close()
}

// View runs fn over one unchanging state of the database and returns its
// error. Keep it short: pages freed meanwhile cannot be used again.
func (db *DB) View(fn func(*Tx) error) error {
	db.swap.RLock()
	defer db.swap.RUnlock()
	return db.bolt.View(func(tx *bolt.Tx) error { return fn(&Tx{tx}) })
}

// Update runs fn and commits what it wrote; when it returns nil, that is on
// disk. An error of fn, or a panic, which is raised again, undoes everything.
func (db *DB) Update(fn func(*Tx) error) error {
	db.swap.RLock()
	defer db.swap.RUnlock()
	return db.bolt.Update(func(tx *bolt.Tx) error { return fn(&Tx{tx}) })
}

// syncDir makes the names in a folder durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

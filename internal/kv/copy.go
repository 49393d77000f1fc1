package kv

import (
	"fmt"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"
)

// compactBatch bounds the memory of Compact: so many bytes of keys and values
// go into one transaction of the new file.
const compactBatch = 16 << 20

// Check reads the whole database and returns a *CorruptError when its
// structure is broken. Writers wait meanwhile, readers do not.
func (db *DB) Check() error {
	db.swap.RLock()
	defer db.swap.RUnlock()
	if err := db.check(); err != nil {
		return fmt.Errorf("check database: %w", err)
	}
	return nil
}

func (db *DB) check() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = db.corrupt(fmt.Sprint(r))
		}
	}()
	if err := db.inspect(); err != nil {
		return err
	}
	// bbolt checks the free list too, which is safe only for the writer.
	tx, err := db.bolt.Begin(true)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var first error
	broken := 0
	for e := range tx.Check() { // to the end: its goroutine sends until then
		if broken == 0 {
			first = e
		}
		broken++
	}
	if broken > 0 {
		return db.corrupt(fmt.Sprintf("%v (%d findings)", first, broken))
	}
	return nil
}

// Backup writes a copy of the present state to path while reads and writes go
// on. The copy appears under its name whole and on disk, or not at all.
func (db *DB) Backup(path string) error {
	err := db.View(func(tx *Tx) error {
		return writeWhole(path, func(f *os.File) error {
			_, err := tx.tx.WriteTo(f)
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("back up database: %w", err)
	}
	return nil
}

// writeWhole writes a file of mode 0600 beside path and then gives it the name.
func writeWhole(path string, fill func(*os.File) error) error {
	tmp := path + ".tmp"
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer os.Remove(tmp) // fails once it has been renamed
	err = fill(f)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// Compact rewrites the file without its free pages, so that deleted values are
// gone from it. All transactions wait meanwhile; the file is replaced in one
// step, under the same lock.
func (db *DB) Compact() error {
	db.swap.Lock()
	defer db.swap.Unlock()
	if err := db.compact(); err != nil {
		return fmt.Errorf("compact database: %w", err)
	}
	return nil
}

func (db *DB) compact() error {
	tmp := db.path + ".compact"
	if err := os.RemoveAll(tmp); err != nil { // left by a crash
		return err
	}
	next, err := db.open(tmp)
	if err != nil {
		return err
	}
	err = bolt.Compact(next, db.bolt, compactBatch)
	if err == nil {
		err = os.Rename(tmp, db.path)
	}
	if err != nil {
		next.Close()
		os.Remove(tmp)
		return err
	}
	old := db.bolt
	db.bolt = next
	if err := old.Close(); err != nil {
		return err
	}
	return syncDir(filepath.Dir(db.path))
}

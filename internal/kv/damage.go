package kv

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// CorruptError means that the file is not the database it was. Nothing has
// been changed.
type CorruptError struct {
	Path   string // the database
	Reason string // what is wrong with it
	Backup string // the newest backup, "" where there is none
}

func (e *CorruptError) Error() string {
	s := fmt.Sprintf("database %s is damaged (%s); ", e.Path, e.Reason)
	if e.Backup == "" {
		return s + "no backup was found"
	}
	return s + "the newest backup is " + e.Backup + ": stop, move the damaged file away and copy the backup to its place"
}

func (db *DB) corrupt(reason string) *CorruptError {
	return &CorruptError{Path: db.path, Reason: reason, Backup: newestBackup(db.opts.Backups)}
}

// newestBackup is the last written *.db in dir, or "".
func newestBackup(dir string) string {
	if dir == "" {
		return ""
	}
	paths, _ := filepath.Glob(filepath.Join(dir, "*.db"))
	var best string
	var newest fs.FileInfo
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
			continue
		}
		if newest == nil || info.ModTime().After(newest.ModTime()) {
			best, newest = p, info
		}
	}
	return best
}

// inspect looks at the file before bbolt does, because bbolt v1.5.0 takes an
// empty file for a new database, and reading the map beyond the end of a
// shortened one is a fault of the whole process.
func (db *DB) inspect() error {
	_, err := os.Stat(db.marker())
	existed := err == nil
	f, err := os.Open(db.path)
	if errors.Is(err, fs.ErrNotExist) {
		if existed {
			return db.corrupt("the file is missing; remove " + db.marker() + " to start anew")
		}
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	// The metas first: a running owner grows the file before it commits the
	// meta that needs it.
	need, ok := extent(f)
	info, err := f.Stat()
	switch {
	case err != nil:
		return err
	case info.Size() == 0 && existed:
		return db.corrupt("the file is empty; remove it and " + db.marker() + " to start anew")
	case info.Size() == 0:
		return nil
	case !ok:
		return db.corrupt("no valid header")
	case info.Size() < need:
		return db.corrupt(fmt.Sprintf("%d bytes of at least %d", info.Size(), need))
	}
	return nil
}

// The layout of bbolt's file format 2: each of the first two pages is a page
// header and then a meta, of which the valid one with the higher transaction
// id counts.
const (
	pageHeader   = 16
	metaSize     = 64
	metaMagic    = 0xED0CDAED
	metaVersion  = 2
	smallestPage = 1 << 10
	largestPage  = 1 << 16
)

type meta struct {
	pageSize int64
	pages    int64 // all pages in use have lower numbers
	tx       uint64
}

// extent is the number of bytes the newest valid meta needs the file to have.
func extent(r io.ReaderAt) (need int64, ok bool) {
	best, ok := readMeta(r, 0)
	for size := int64(smallestPage); size <= largestPage; size <<= 1 {
		if ok && best.pageSize != size {
			continue
		}
		m, valid := readMeta(r, size)
		if valid && m.pageSize == size && (!ok || m.tx > best.tx) {
			best, ok = m, true
		}
	}
	return best.pages * best.pageSize, ok
}

func readMeta(r io.ReaderAt, page int64) (meta, bool) {
	var b [metaSize]byte
	if _, err := r.ReadAt(b[:], page+pageHeader); err != nil {
		return meta{}, false
	}
	ne := binary.NativeEndian
	sum := fnv.New64a()
	sum.Write(b[:56])
	if ne.Uint32(b[0:]) != metaMagic || ne.Uint32(b[4:]) != metaVersion || ne.Uint64(b[56:]) != sum.Sum64() {
		return meta{}, false
	}
	return meta{
		pageSize: int64(ne.Uint32(b[8:])),
		pages:    int64(ne.Uint64(b[40:])),
		tx:       ne.Uint64(b[48:]),
	}, true
}

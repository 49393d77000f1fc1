package kv

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

var texts = NewBucket[string]("test/texts")

func openAt(t testing.TB, path string) *DB {
	t.Helper()
	db, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func put(t testing.TB, db *DB, key, v string) {
	t.Helper()
	if err := db.Update(func(tx *Tx) error { return texts.Put(tx, key, v) }); err != nil {
		t.Fatal(err)
	}
}

func get(t testing.TB, db *DB, key string) (v string, ok bool) {
	t.Helper()
	err := db.View(func(tx *Tx) (err error) {
		v, ok, err = texts.Get(tx, key)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return v, ok
}

func want(t testing.TB, db *DB, key, v string) {
	t.Helper()
	if got, ok := get(t, db, key); !ok || got != v {
		t.Errorf("%s = %q, %v, want %q", key, got, ok, v)
	}
}

func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	db := openAt(t, path)
	put(t, db, "a", "1")
	if db.Path() != path {
		t.Errorf("path %s", db.Path())
	}
	for _, p := range []string{path, path + ".marker"} {
		if info, err := os.Stat(p); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", p, info, err)
		}
	}
	began := time.Now()
	if _, err := Open(path, Options{LockTimeout: 50 * time.Millisecond}); !errors.Is(err, ErrLocked) {
		t.Errorf("a second owner: %v", err)
	}
	if waited := time.Since(began); waited > 5*time.Second {
		t.Errorf("waited %v for the lock", waited)
	}
	if err := errors.Join(db.Close(), db.Close()); err != nil {
		t.Error(err)
	}
	if err := db.View(func(*Tx) error { return nil }); err == nil {
		t.Error("a closed database is read")
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	want(t, openAt(t, path), "a", "1")
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v after opening", info.Mode())
	}
	if info, _ := os.Stat(path); info.Size() > 4<<20 {
		t.Errorf("a nearly empty database has %d bytes", info.Size())
	}
}

func TestUpdateIsAllOrNothing(t *testing.T) {
	db := openAt(t, filepath.Join(t.TempDir(), "x.db"))
	put(t, db, "a", "old")
	boom := errors.New("boom")
	err := db.Update(func(tx *Tx) error {
		return errors.Join(texts.Put(tx, "a", "new"), boom)
	})
	if !errors.Is(err, boom) {
		t.Errorf("got %v", err)
	}
	want(t, db, "a", "old")
	func() {
		defer func() {
			if r := recover(); r != "ouch" {
				t.Errorf("recovered %v", r)
			}
		}()
		db.Update(func(tx *Tx) error {
			texts.Put(tx, "a", "new")
			panic("ouch")
		})
	}()
	want(t, db, "a", "old")
	put(t, db, "a", "new") // the lock was let go of
	want(t, db, "a", "new")
	if err := db.View(func(tx *Tx) error { return texts.Put(tx, "a", "x") }); err == nil {
		t.Error("a view writes")
	}
}

// filled is a database of some size, closed, with a backup of it.
func filled(t *testing.T) (path, backups string) {
	t.Helper()
	dir := t.TempDir()
	path, backups = filepath.Join(dir, "x.db"), filepath.Join(dir, "backups")
	if err := os.Mkdir(backups, 0o700); err != nil {
		t.Fatal(err)
	}
	db := openAt(t, path)
	fill(t, db)
	if err := db.Backup(filepath.Join(backups, "old.db")); err != nil {
		t.Fatal(err)
	}
	put(t, db, "late", "1")
	if err := db.Backup(filepath.Join(backups, "new.db")); err != nil {
		t.Fatal(err)
	}
	past := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(backups, "old.db"), past, past); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(backups, "empty.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path, backups
}

func fill(t testing.TB, db *DB) {
	t.Helper()
	err := db.Update(func(tx *Tx) error {
		for i := range 2000 {
			if err := texts.Put(tx, Key("fill", strings.Repeat("k", i%50), string(rune('a'+i%26)), time.Duration(i).String()), strings.Repeat("v", i%200)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestDamagedFiles(t *testing.T) {
	page := int64(os.Getpagesize())
	cases := map[string]func(f *os.File, size int64) error{
		"empty":             func(f *os.File, _ int64) error { return f.Truncate(0) },
		"half a page":       func(f *os.File, _ int64) error { return f.Truncate(page / 2) },
		"one page":          func(f *os.File, _ int64) error { return f.Truncate(page) },
		"two pages":         func(f *os.File, _ int64) error { return f.Truncate(2 * page) },
		"half":              func(f *os.File, size int64) error { return f.Truncate(size / 2 / page * page) },
		"odd length":        func(f *os.File, size int64) error { return f.Truncate(size/3 + 17) },
		"a byte of the use": func(f *os.File, _ int64) error { n, _ := extent(f); return f.Truncate(n - 1) },
		"garbage": func(f *os.File, size int64) error {
			_, err := f.WriteAt([]byte(strings.Repeat("garbage", int(size)/7+1)), 0)
			return err
		},
		"zeros":         func(f *os.File, size int64) error { _, err := f.WriteAt(make([]byte, size), 0); return err },
		"both headers":  func(f *os.File, _ int64) error { _, err := f.WriteAt(make([]byte, 2*page), 0); return err },
		"all but heads": func(f *os.File, size int64) error { _, err := f.WriteAt(make([]byte, size-2*page), 2*page); return err },
		"missing":       func(f *os.File, _ int64) error { return os.Remove(f.Name()) },
	}
	for name, spoil := range cases {
		t.Run(name, func(t *testing.T) {
			path, backups := filled(t)
			f, err := os.OpenFile(path, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			size, _ := extent(f) // the file is longer: it grows in steps
			if err := errors.Join(spoil(f, size), f.Close()); err != nil {
				t.Fatal(err)
			}
			left, _ := os.ReadFile(path)
			db, err := Open(path, Options{Backups: backups})
			var damage *CorruptError
			if !errors.As(err, &damage) {
				t.Fatalf("opened: %v, %v", db, err)
			}
			if want := filepath.Join(backups, "new.db"); damage.Path != path || damage.Backup != want || !strings.Contains(err.Error(), want) {
				t.Errorf("the error names %q, %q: %v", damage.Path, damage.Backup, err)
			}
			if now, _ := os.ReadFile(path); string(now) != string(left) {
				t.Error("the damaged file was changed")
			}
			restore(t, path, damage.Backup)
		})
	}
}

// restore does what the error says.
func restore(t *testing.T, path, backup string) {
	t.Helper()
	data, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	os.Remove(path)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	db := openAt(t, path)
	want(t, db, "late", "1")
	if err := db.Check(); err != nil {
		t.Error(err)
	}
}

func TestOneBadHeaderHeals(t *testing.T) {
	for page := range int64(2) {
		path, _ := filled(t)
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		newest, _ := readMeta(f, 0)
		other, _ := readMeta(f, int64(os.Getpagesize()))
		lost := page == 0 && newest.tx > other.tx || page == 1 && other.tx > newest.tx
		if _, err := f.WriteAt(make([]byte, 100), page*int64(os.Getpagesize())); err != nil {
			t.Fatal(err)
		}
		f.Close()
		db := openAt(t, path)
		if _, ok := get(t, db, "late"); ok == lost {
			t.Errorf("header %d lost: last write there: %v", page, ok)
		}
		put(t, db, "next", "1")
	}
}

// TestCheck finds pages flipped after opening succeeded.
func TestCheck(t *testing.T) {
	path, backups := filled(t)
	db, err := Open(path, Options{Backups: backups})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Check(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n, _ := extent(f)
	page := int64(os.Getpagesize())
	found := 0
	for p := int64(2); p < n/page; p++ {
		old := make([]byte, page)
		f.ReadAt(old, p*page)
		f.WriteAt([]byte(strings.Repeat("\xa5", 64)), p*page)
		var damage *CorruptError
		if err := db.Check(); errors.As(err, &damage) && damage.Backup != "" {
			found++
		} else if err != nil {
			t.Errorf("page %d: %v", p, err)
		}
		f.WriteAt(old, p*page)
	}
	if found == 0 {
		t.Error("no damage found")
	}
	if err := db.Check(); err != nil {
		t.Errorf("after all pages are mended: %v", err)
	}
	t.Logf("%d of %d flipped pages found, the others are free", found, n/page-2)
	f.Truncate(n / 2)
	var damage *CorruptError
	if err := db.Check(); !errors.As(err, &damage) {
		t.Errorf("shortened while open: %v", err)
	}
	f.Truncate(n) // what the closing of the database reads is there again
}

// TestBackupWhileWriting takes copies beside a writer: each is a whole state.
func TestBackupWhileWriting(t *testing.T) {
	dir := t.TempDir()
	db := openAt(t, filepath.Join(dir, "x.db"))
	fill(t, db)
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			v := time.Duration(i).String()
			db.Update(func(tx *Tx) error { return errors.Join(texts.Put(tx, "a", v), texts.Put(tx, "b", v)) })
		}
	})
	path := filepath.Join(dir, "copy.db")
	for range 5 {
		if err := db.Backup(path); err != nil { // over the one before
			t.Fatal(err)
		}
		c, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		a, _ := get(t, c, "a")
		b, _ := get(t, c, "b")
		if err := c.Check(); err != nil || a != b {
			t.Errorf("copy: a %q, b %q, %v", a, b, err)
		}
		c.Close()
	}
	close(stop)
	wg.Wait()
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	if _, err := os.Stat(path + ".tmp"); !errors.Is(err, os.ErrNotExist) {
		t.Error("the temporary file is left:", err)
	}
	if err := db.Backup(filepath.Join(dir, "no/such/folder.db")); err == nil {
		t.Error("a backup into nowhere succeeds")
	}
}

// TestCompact: deleted text leaves the file, everything else and the lock stay.
func TestCompact(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	db := openAt(t, path)
	log := NewLog[string]("test/log", 2)
	fill(t, db)
	put(t, db, "keep", "kept")
	put(t, db, "secret", "the word is xyzzy")
	err := db.Update(func(tx *Tx) error {
		_, _, err := log.Append(tx, "g", "one")
		return errors.Join(err, log.Trim(tx, "g", 1), texts.Delete(tx, "secret"))
	})
	if err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(path); !strings.Contains(string(data), "xyzzy") {
		t.Fatal("nothing to compact")
	}
	if err := os.WriteFile(path+".compact", []byte("left by a crash"), 0o600); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() { // readers and writers go on, before and after
		for {
			select {
			case <-stop:
				return
			default:
				put(t, db, "busy", "x")
				want(t, db, "keep", "kept")
			}
		}
	})
	if err := db.Compact(); err != nil {
		t.Fatal(err)
	}
	close(stop)
	wg.Wait()
	if data, _ := os.ReadFile(path); strings.Contains(string(data), "xyzzy") {
		t.Error("deleted text is still in the file")
	}
	if _, err := Open(path, Options{LockTimeout: 20 * time.Millisecond}); !errors.Is(err, ErrLocked) {
		t.Errorf("a second owner after compacting: %v", err)
	}
	if err := errors.Join(db.Check(), db.Close()); err != nil {
		t.Error(err)
	}
	db = openAt(t, path)
	want(t, db, "keep", "kept")
	db.Update(func(tx *Tx) error {
		_, _, err := log.Append(tx, "g", "two")
		err = errors.Join(err, log.Ascend(tx, "g", func(n uint64, v string) error {
			if n != 2 || v != "two" {
				t.Errorf("entry %d is %q after compacting", n, v)
			}
			return nil
		}))
		if err != nil {
			t.Error(err)
		}
		return nil
	})
}

// TestOpenDuringCompact: a process that waited for the lock of the old file
// does not become a second owner of a file without a name.
func TestOpenDuringCompact(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	db := openAt(t, path)
	fill(t, db)
	got := make(chan error)
	go func() {
		other, err := Open(path, Options{LockTimeout: 10 * time.Second})
		if err == nil {
			other.Close()
		}
		got <- err
	}()
	time.Sleep(100 * time.Millisecond) // it polls every 50 ms
	if err := db.Compact(); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-got:
		if !errors.Is(err, ErrLocked) {
			t.Errorf("opened beside the owner: %v", err)
		}
	case <-time.After(8 * time.Second):
		t.Error("still waiting for a file that is gone")
	}
}

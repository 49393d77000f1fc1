package ops

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/agent/session"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/ledger"
	"github.com/kokoron/kokoron/memory/library"
)

// The places of a home that are not a store's own.
const (
	runDir     = "run"
	backupsDir = "backups"
)

// whatIsLeft looks through every file of the home, byte by byte, for the words.
// scopes are those whose memories must not have them any more.
func (e *Eraser) whatIsLeft(w memory.Words, scopes []person.Scope) ([]Left, error) {
	left := []Left{}
	err := e.files("", func(path string) error {
		has, err := holds(filepath.Join(e.home, path), memory.Erasing{Words: w})
		switch {
		case err != nil || !has:
			return err
		case path == filepath.Base(e.DB.Path()):
			some, err := e.leftInDB(path, w)
			left = append(left, some...)
			return err
		}
		left = append(left, Left{Path: path, Why: e.cause(path, w, scopes)})
		return nil
	})
	return left, err
}

// swept are the buckets that erasing goes through, by the beginnings of their
// names: what is left there is somebody else's.
var swept = []string{"ledger/", "session/", "journal/", "encode/", "lessons/", "calendar/", "reminders/", "speech/", "state/followups", "state/thoughts", "state/pace"}

// leftInDB says which parts of the database have the words.
func (e *Eraser) leftInDB(path string, w memory.Words) (left []Left, err error) {
	var names []string
	err = e.DB.View(func(tx *kv.Tx) (err error) {
		names, err = kv.Holding(tx, w.InBytes)
		return err
	})
	theirs := Left{Path: path, Why: LeftElse}
	for _, name := range names {
		if !slices.ContainsFunc(swept, func(p string) bool { return strings.HasPrefix(name, p) }) {
			left = append(left, Left{Path: path + ": " + name, Why: LeftUnknown})
		} else if !slices.Contains(left, theirs) {
			left = append(left, theirs)
		}
	}
	return left, err
}

// files gives every regular file below a folder of the home, by name. What
// vanishes meanwhile is passed over.
func (e *Eraser) files(dir string, fn func(path string) error) error {
	root := filepath.Join(e.home, dir)
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(e.home, path)
		if err == nil {
			err = fn(filepath.ToSlash(name))
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
}

// holds reports whether a file has the words, in any form, or the ids.
func holds(path string, doomed memory.Erasing) (bool, error) {
	longest := doomed.Longest()
	if longest == 0 {
		return false, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	const step = 1 << 20
	buf := make([]byte, 0, step+longest)
	for {
		n, err := io.ReadFull(f, buf[len(buf):len(buf)+step])
		buf = buf[:len(buf)+n]
		if doomed.InBytes(buf) {
			return true, nil
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		keep := min(len(buf), longest-1) // words may go over the end
		buf = append(buf[:0], buf[len(buf)-keep:]...)
	}
}

// cause says why a file has the words still.
func (e *Eraser) cause(path string, w memory.Words, scopes []person.Scope) LeftCause {
	dir, rest, _ := strings.Cut(path, "/")
	switch {
	case dir == backupsDir:
		return LeftBackup
	case dir == "config.toml" || dir == "persona":
		return LeftOwner
	case dir == "diary" && !e.inDiary(filepath.Base(rest), w, scopes):
		return LeftElse
	case dir == "memory":
		folder, _, _ := strings.Cut(rest, "/")
		if !slices.ContainsFunc(scopes, func(s person.Scope) bool { return folder == library.Folder(s) }) {
			return LeftElse
		}
	case dir == "traces":
		return LeftElse // what is not was taken out
	}
	return LeftUnknown
}

// inDiary reports whether the lines of these scopes have the words on a day.
func (e *Eraser) inDiary(file string, w memory.Words, scopes []person.Scope) bool {
	day, _, _ := strings.Cut(file, ".")
	for l, err := range e.Diary.All(day) {
		if err != nil {
			return true
		}
		if slices.Contains(scopes, l.Scope) && w.In(l.Text) {
			return true
		}
	}
	return false
}

// sweepRun takes the lines with the words out of the files of the running
// program: logs. They are written in place, as somebody may be writing to
// them.
func (e *Eraser) sweepRun(w memory.Words) error {
	return e.files(runDir, func(path string) error {
		path = filepath.Join(e.home, path)
		if has, err := holds(path, memory.Erasing{Words: w}); err != nil || !has {
			return err
		}
		f, err := os.OpenFile(path, os.O_RDWR, 0o600)
		if err != nil {
			return err
		}
		return errors.Join(rewriteLines(f, w), f.Close())
	})
}

func rewriteLines(f *os.File, w memory.Words) error {
	data, err := io.ReadAll(bufio.NewReader(f))
	if err != nil {
		return err
	}
	var out []byte
	for line := range bytes.Lines(data) {
		if !w.InBytes(line) && !w.In(string(line)) {
			out = append(out, line...)
		}
	}
	if w.InBytes(out) { // over several lines
		out = nil
	}
	if _, err := f.WriteAt(out, 0); err != nil {
		return err
	}
	return errors.Join(f.Truncate(int64(len(out))), f.Sync())
}

// backupsWith are the copies of the database that have something of it.
func (e *Eraser) backupsWith(doomed memory.Erasing) ([]string, error) {
	list := []string{}
	err := e.files(backupsDir, func(path string) error {
		has, err := holds(filepath.Join(e.home, path), doomed)
		if err == nil && has {
			list = append(list, path)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return list, err
}

// sweepBackups takes everything out of the copies of the database. A copy that
// cannot be opened, or has the words still, is deleted.
func (e *Eraser) sweepBackups(entry erasure, doomed memory.Erasing) error {
	return e.files(backupsDir, func(path string) error {
		path = filepath.Join(e.home, path)
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		has, err := holds(path, doomed)
		if err != nil || !has {
			return err
		}
		err = e.sweepCopy(path, entry, doomed)
		if err == nil {
			has, err = holds(path, memory.Erasing{Words: doomed.Words})
		}
		if err != nil || has {
			e.Log.Warn("copy of the database deleted: it cannot be rid of what was erased", "copy", filepath.Base(path), "err", err)
			return os.Remove(path)
		}
		return os.Chtimes(path, info.ModTime(), info.ModTime()) // it is no newer than it was
	})
}

// sweepCopy takes everything out of one copy.
func (e *Eraser) sweepCopy(path string, entry erasure, doomed memory.Erasing) error {
	db, err := kv.Open(path, kv.Options{})
	if err != nil {
		return err
	}
	defer os.Remove(path + ".marker") // a copy has none
	copied := Eraser{Desk: Desk{Ops: New(e.Deps)}}
	copied.DB, copied.Ledger, copied.Session = db, ledger.New(db), session.New(db)
	err = copied.sweepDB(entry, doomed, &Erased{}, true, nil)
	if err == nil {
		err = db.Compact()
	}
	return errors.Join(err, db.Close())
}

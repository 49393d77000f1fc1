package diary

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// tombSuffix is that of a day while it is written anew.
const tombSuffix = ".tmp"

// Erase makes tombstones of the lines that doomed names: a line keeps its
// place, its id and who said it when and where, and loses its words. Of lines
// that are damaged, or were torn and set aside, those are removed that torn
// names. All others stay as they are, byte for byte. A day that changes is
// written beside, fsynced and renamed, so that a crash leaves it as it was or
// as it is to be; calling Erase again then does the rest. It gives how many
// lines became tombstones. Appends wait meanwhile.
func (d *Diary) Erase(doomed func(Line) bool, torn func([]byte) bool) (n int, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n, err = d.erase(doomed, torn)
	if err != nil {
		return n, fmt.Errorf("erase from diary: %w", err)
	}
	return n, nil
}

func (d *Diary) erase(doomed func(Line) bool, torn func([]byte) bool) (n int, err error) {
	// What failed in the middle is undone first: it is no part of the diary.
	for path, size := range d.suspect {
		if err := d.undo(path, size); err != nil {
			return 0, err
		}
	}
	left, err := filepath.Glob(filepath.Join(d.dir, "[0-9][0-9][0-9][0-9]", "*"+tombSuffix))
	for _, path := range left { // of a crash; other words may stand there by now
		err = errors.Join(err, os.Remove(path))
	}
	days, failed := d.days()
	if err = errors.Join(err, failed); err != nil {
		return 0, err
	}
	for _, day := range days {
		path := d.path(day)
		some, err := d.entomb(path, false, doomed, torn)
		n += some
		if err != nil {
			return n, err
		}
	}
	pieces, err := filepath.Glob(filepath.Join(d.dir, "[0-9][0-9][0-9][0-9]", "*"+suffix+".torn"))
	for _, path := range pieces {
		if err == nil {
			_, err = d.entomb(path, true, doomed, torn)
		}
	}
	return n, err
}

// entomb writes one file anew where something in it is to go. What stands in
// one of torn lines, set aside, is no line.
func (d *Diary) entomb(path string, aside bool, doomed func(Line) bool, torn func([]byte) bool) (n int, err error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	var out []byte
	for raw := range bytes.Lines(data) {
		var l Line
		whole := !aside && json.Unmarshal(raw, &l) == nil && l.V == Version && l.ID != ""
		switch {
		case whole && !l.Erased && doomed(l):
			l.Text, l.Erased = "", true
			stone, err := encode(l)
			if err != nil {
				return n, err
			}
			out = append(out, stone...)
			n++
		case whole || !torn(raw):
			out = append(out, raw...)
		}
	}
	if bytes.Equal(out, data) {
		return n, nil
	}
	return n, replaceFile(path, out)
}

// replaceFile puts data in the place of a file, whole or not at all.
func replaceFile(path string, data []byte) error {
	f, err := os.OpenFile(path+tombSuffix, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(path+tombSuffix, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

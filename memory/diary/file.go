package diary

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// file is what an append needs of a file; tests put failing ones in its place.
type file interface {
	io.ReaderAt
	io.WriteCloser
	Sync() error
	Truncate(size int64) error
}

func openFile(path string) (file, error) {
	return os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
}

// write appends data to a file and makes it durable. size is the length to
// which the file is to be cut back on an error, -1 if nothing was touched.
func (d *Diary) write(path string, data []byte) (size int64, err error) {
	if err := makeDir(filepath.Dir(path)); err != nil {
		return -1, err
	}
	f, err := d.open(path)
	if err != nil {
		return -1, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	size, err = repair(path, f)
	if err != nil {
		return -1, err
	}
	if _, err := f.Write(data); err != nil {
		return size, err
	}
	if d.Loose {
		return size, nil
	}
	if err := f.Sync(); err != nil {
		return size, err
	}
	if size == 0 {
		return size, syncDir(filepath.Dir(path)) // the file's name may be new
	}
	return size, nil
}

// makeDir makes the folder of a year and its name durable.
func makeDir(dir string) error {
	err := os.Mkdir(dir, 0o700)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return syncDir(filepath.Dir(dir))
}

func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// repair makes a file end with a whole line and returns its size then. What
// stands behind the last line break was never acknowledged: if it is a whole
// line it gets its break, else it goes to the side file.
func repair(path string, f file) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	size := info.Size()
	whole, err := lastBreak(f, size)
	if err != nil || whole == size {
		return size, err
	}
	tail := make([]byte, size-whole)
	if _, err := f.ReadAt(tail, whole); err != nil {
		return 0, err
	}
	var l Line
	if json.Unmarshal(tail, &l) == nil && l.ID != "" {
		if _, err := f.Write([]byte("\n")); err != nil {
			return 0, err
		}
		return size + 1, f.Sync()
	}
	if err := setAside(path+".torn", tail); err != nil {
		return 0, fmt.Errorf("set torn line aside: %w", err)
	}
	if err := f.Truncate(whole); err != nil {
		return 0, err
	}
	return whole, f.Sync()
}

// lastBreak is the offset behind the last line break among the first size
// bytes, 0 if there is none.
func lastBreak(r io.ReaderAt, size int64) (int64, error) {
	const step = 64 << 10
	buf := make([]byte, min(size, 1)) // nearly always the last byte is one
	for end := size; end > 0; {
		start := end - int64(len(buf))
		if _, err := r.ReadAt(buf, start); err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(buf, '\n'); i >= 0 {
			return start + int64(i) + 1, nil
		}
		end = start
		buf = make([]byte, min(end, step))
	}
	return 0, nil
}

func setAside(path string, tail []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(tail, '\n'))
	return errors.Join(err, f.Sync(), f.Close())
}

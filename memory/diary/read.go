package diary

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"time"

	"github.com/kokoron/kokoron/internal/person"
)

// Day iterates over the lines of one day, "2026-11-29", in order. A day
// without a file has none. An error ends the iteration.
func (d *Diary) Day(view person.View, day string) iter.Seq2[Line, error] {
	return d.lines(day, view.Can)
}

func (d *Diary) lines(day string, can func(person.Scope) bool) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		if _, err := time.Parse(dayFormat, day); err != nil {
			yield(Line{}, fmt.Errorf("read diary: %w", err))
			return
		}
		path := d.path(day)
		err := d.read(path, func(raw []byte) bool {
			var l Line
			if !d.decode(path, raw, &l) || !can(l.Scope) {
				return true
			}
			return yield(l, nil)
		})
		if err != nil {
			yield(Line{}, err)
		}
	}
}

// Days lists the days that have lines, oldest first.
func (d *Diary) Days() ([]string, error) { return d.days() }

// All iterates over the lines of one day of every scope, in order. It is for
// what is made from the diary and keeps the scopes apart as the diary does. An
// error ends the iteration.
func (d *Diary) All(day string) iter.Seq2[Line, error] {
	return d.lines(day, func(person.Scope) bool { return true })
}

// Recent is the last n lines that the view may see, oldest first.
func (d *Diary) Recent(view person.View, n int) ([]Line, error) {
	days, err := d.days()
	if err != nil {
		return nil, err
	}
	var list []Line
	for _, day := range slices.Backward(days) {
		if len(list) >= n {
			break
		}
		var lines []Line
		for l, err := range d.Day(view, day) {
			if err != nil {
				return nil, err
			}
			lines = append(lines, l)
		}
		list = append(lines, list...)
	}
	return list[max(0, len(list)-max(n, 0)):], nil
}

// read calls fn with every whole line of a file until it returns false. A last
// line without a break is not there yet, or was torn. A file that does not
// exist has no lines.
func (d *Diary) read(path string, fn func(raw []byte) bool) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read diary: %w", err)
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 64<<10)
	for {
		raw, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read diary: %w", err)
		}
		if !fn(raw) {
			return nil
		}
	}
}

// decode reads one line; a damaged one is logged and counted.
func (d *Diary) decode(path string, raw []byte, l *Line) bool {
	err := json.Unmarshal(raw, l)
	if err == nil && (l.V != Version || l.ID == "") {
		err = fmt.Errorf("format %d, id %q", l.V, l.ID)
	}
	if err != nil {
		d.damaged.Add(1)
		d.Log.Warn("diary line skipped", "file", path, "bytes", len(raw), "err", err)
		return false
	}
	return true
}

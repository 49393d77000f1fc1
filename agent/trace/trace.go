// Package trace keeps what happened in each turn, for the owner: one file of
// JSON lines a day, DIR/YYYY-MM-DD.jsonl.
//
// A trace is not durable at once (there is no fsync): the last ones may be
// lost with the machine, never with the process. Thoughts are stored here and
// nowhere else; the files are for the owner alone (0600). A Store is safe for
// concurrent use. It knows the time only from its arguments.
package trace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/turn"
)

// Keep is how long traces stay.
const Keep = 90 * 24 * time.Hour

const (
	dayFormat = "2006-01-02"
	suffix    = ".jsonl"
)

// Store is the folder of traces.
type Store struct {
	dir  string
	home *time.Location
	mu   sync.Mutex // one line at a time
}

// Open returns the traces in dir, creating the folder (0700). home is the zone
// whose midnight begins a new file.
func Open(dir string, home *time.Location) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open traces: %w", err)
	}
	return &Store{dir: dir, home: home}, nil
}

// Append writes one trace into the file of the day of its At.
func (s *Store) Append(t agent.Trace) error {
	if t.At.IsZero() {
		return fmt.Errorf("append trace of turn %s: no time", t.Turn)
	}
	data, err := json.Marshal(t)
	if err == nil {
		err = s.write(s.path(t.At), append(data, '\n'))
	}
	if err != nil {
		return fmt.Errorf("append trace of turn %s: %w", t.Turn, err)
	}
	return nil
}

func (s *Store) write(path string, line []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := os.MkdirAll(s.dir, 0o700); err != nil { // an owner may clear it away at any time
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && info.Size() > 0 {
		// A line torn by a full disk or a crash stays, as a line of its own.
		last := make([]byte, 1)
		if _, err = f.ReadAt(last, info.Size()-1); last[0] != '\n' {
			line = append([]byte{'\n'}, line...)
		}
	}
	if err == nil {
		_, err = f.Write(line)
	}
	return errors.Join(err, f.Close())
}

func (s *Store) path(at time.Time) string {
	return filepath.Join(s.dir, at.In(s.home).Format(dayFormat)+suffix)
}

// Find returns the last trace of a turn, if there is one: it looks at the day
// the id was made, the day before and the day after.
func (s *Store) Find(id turn.ID) (agent.Trace, bool, error) {
	made := id.Time()
	if made.IsZero() {
		return agent.Trace{}, false, fmt.Errorf("find trace of %q: not an id", id)
	}
	for _, days := range []int{1, 0, -1} {
		t, ok, err := find(s.path(made.In(s.home).AddDate(0, 0, days)), id)
		if err != nil {
			return t, false, fmt.Errorf("find trace of turn %s: %w", id, err)
		}
		if ok {
			return t, true, nil
		}
	}
	return agent.Trace{}, false, nil
}

// Newest gives the traces of turns that began up to a day after until (zero: of
// all), the newest first, until give returns false. Only lines that contain
// mark are read ("": all), and of a turn that was run again only what was
// written last.
func (s *Store) Newest(until time.Time, mark string, give func(agent.Trace) bool) error {
	days, err := s.days()
	if err != nil {
		return fmt.Errorf("read traces: %w", err)
	}
	last := "9" // above all days
	if !until.IsZero() {
		last = until.In(s.home).AddDate(0, 0, 1).Format(dayFormat)
	}
	seen := map[turn.ID]bool{}
	for _, day := range slices.Backward(days) {
		if day > last {
			continue
		}
		var list []agent.Trace
		err := lines(filepath.Join(s.dir, day+suffix), func(line []byte) {
			var t agent.Trace
			if bytes.Contains(line, []byte(mark)) && json.Unmarshal(line, &t) == nil {
				list = append(list, t)
			}
		})
		if err != nil {
			return fmt.Errorf("read traces: %w", err)
		}
		for _, t := range slices.Backward(list) {
			if !seen[t.Turn] && !give(t) {
				return nil
			}
			seen[t.Turn] = true
		}
	}
	return nil
}

// days lists the days that have a file, oldest first. A folder that is gone has
// none.
func (s *Store) days() (list []string, err error) {
	entries, err := os.ReadDir(s.dir) // by name
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		day, ok := strings.CutSuffix(e.Name(), suffix)
		if _, err := time.Parse(dayFormat, day); ok && err == nil {
			list = append(list, day)
		}
	}
	return list, err
}

func find(path string, id turn.ID) (last agent.Trace, ok bool, err error) {
	err = lines(path, func(line []byte) {
		var t agent.Trace
		if bytes.Contains(line, []byte(id)) && json.Unmarshal(line, &t) == nil && t.Turn == id {
			last, ok = t, true
		}
	})
	return last, ok, err
}

// lines calls fn with every whole line of a file. One that does not exist has
// none.
func lines(path string, fn func([]byte)) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 64<<10)
	for {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		fn(line)
	}
}

// Prune removes the days that are more than Keep before now and returns how
// many. Other files in the folder stay.
func (s *Store) Prune(now time.Time) (int, error) {
	days, err := s.days()
	if err != nil {
		return 0, fmt.Errorf("prune traces: %w", err)
	}
	oldest := now.Add(-Keep).In(s.home).Format(dayFormat)
	n := 0
	for _, day := range days {
		if day >= oldest {
			break
		}
		if err := os.Remove(filepath.Join(s.dir, day+suffix)); err != nil {
			return n, fmt.Errorf("prune traces: %w", err)
		}
		n++
	}
	return n, nil
}

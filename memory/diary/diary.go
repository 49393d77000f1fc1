// Package diary is the verbatim record of every conversation: one file of JSON
// lines a day, DIR/YYYY/YYYY-MM-DD.jsonl, only ever appended to.
//
// Guarantees: when Append returns nil its lines are on disk (fsync, and the
// folder's too for a new file); when it fails none of them is in the file. A
// last line that a crash tore is moved to a side file, DAY.jsonl.torn, before
// the next append and never becomes part of another line. Lines stand in the
// order of appending. Reads return only lines of the scopes in their View,
// pass over damaged lines and count them. A Diary is safe for concurrent use;
// one process owns the folder.
//
// Nothing but Erase ever changes or removes a line. One of the last 1,000 lines
// that this process has appended is not appended again; whoever repeats what an
// earlier process may have done asks Has first.
package diary

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// Version is the format of a line; a reader skips newer ones.
const Version = 1

// Role is who speaks in a line.
type Role string

// The roles.
const (
	Person    Role = "person"
	Companion Role = "companion"
)

// Line is one message as it was said or shown.
type Line struct {
	V     int          `json:"v"` // set by Append
	ID    turn.ID      `json:"id"`
	At    time.Time    `json:"at"`
	Zone  string       `json:"zone"` // the person's IANA zone then
	Conv  turn.Conv    `json:"conv"`
	Scope person.Scope `json:"scope"` // whose it is: who may read it
	// Person is who spoke, or who was spoken to by the companion.
	Person  person.ID `json:"person"`
	Role    Role      `json:"role"`
	Text    string    `json:"text"`
	Ref     turn.ID   `json:"ref,omitempty"` // the line that this one edits or answers for
	Channel string    `json:"channel,omitempty"`
	// Erased says that it had a text, which the owner has taken back.
	Erased bool `json:"erased,omitempty"`
}

const (
	dayFormat    = "2006-01-02"
	suffix       = ".jsonl"
	rememberDone = 1000
)

// Diary is the folder.
type Diary struct {
	// Log is told of damaged lines; set it before the first use, or leave it
	// at the default.
	Log *slog.Logger
	// Loose does not wait for the disk: lines survive the end of the process,
	// not that of the machine. Set it before the first use.
	Loose bool

	dir  string
	home *time.Location
	open func(path string) (file, error) // replaced in tests of faults

	mu      sync.Mutex       // held by Append
	suspect map[string]int64 // files whose failed append could not be undone → their size before
	done    []turn.ID        // appended by this process, the last rememberDone, in order

	damaged atomic.Int64
}

// Open returns the diary in dir, creating the folder (0700). home is the zone
// whose midnight begins a new file; changing it later moves no old line.
func Open(dir string, home *time.Location) (*Diary, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open diary: %w", err)
	}
	return &Diary{Log: slog.Default(), dir: dir, home: home, open: openFile, suspect: map[string]int64{}}, nil
}

// Damaged is the number of damaged lines that reads have passed over since
// Open; a line read twice counts twice.
func (d *Diary) Damaged() int64 { return d.damaged.Load() }

// Append writes lines, each into the file of the day of its At in the home
// zone. On an error nothing of them remains, and the same lines may be
// appended again.
func (d *Diary) Append(lines ...Line) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.append(lines); err != nil {
		return fmt.Errorf("append to diary: %w", err)
	}
	return nil
}

func (d *Diary) append(lines []Line) error {
	days := map[string][]byte{}
	var fresh []turn.ID
	for _, l := range lines {
		if slices.Contains(d.done, l.ID) {
			continue
		}
		fresh = append(fresh, l.ID)
		l.At = l.At.In(d.home)
		data, err := encode(l)
		if err != nil {
			return err
		}
		path := d.path(l.At.Format(dayFormat))
		days[path] = append(days[path], data...)
	}
	for path, size := range d.suspect {
		if err := d.undo(path, size); err != nil {
			return err
		}
	}
	before := map[string]int64{}
	for path, data := range days {
		size, err := d.write(path, data)
		if size >= 0 {
			before[path] = size
		}
		if err == nil {
			continue
		}
		for path, size := range before {
			err = errors.Join(err, d.undo(path, size))
		}
		return err
	}
	d.done = append(d.done, fresh...)
	d.done = d.done[max(0, len(d.done)-rememberDone):]
	return nil
}

func encode(l Line) ([]byte, error) {
	if l.ID == "" || l.Scope == "" || l.At.IsZero() {
		return nil, fmt.Errorf("line %q: id, scope and time are needed", l.ID)
	}
	l.V = Version
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // people read this file
	err := enc.Encode(l)     // ends with a line break
	return b.Bytes(), err
}

// undo cuts a file back to the size it had before a failed append. Where even
// that fails the next append tries again first.
func (d *Diary) undo(path string, size int64) error {
	d.suspect[path] = size
	f, err := d.open(path)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Truncate(size), f.Sync(), f.Close()); err != nil {
		return err
	}
	delete(d.suspect, path)
	return nil
}

func (d *Diary) path(day string) string {
	return filepath.Join(d.dir, day[:4], day+suffix)
}

// Has reports whether a line with this id is there: it looks at the day the id
// was made, the day before and the day after.
func (d *Diary) Has(id turn.ID) (bool, error) {
	made := id.Time()
	if made.IsZero() {
		return false, fmt.Errorf("look up %q in diary: not an id", id)
	}
	mark := []byte(id)
	for _, days := range []int{0, 1, -1} {
		path := d.path(made.In(d.home).AddDate(0, 0, days).Format(dayFormat))
		found := false
		err := d.read(path, func(raw []byte) bool {
			var l Line
			found = bytes.Contains(raw, mark) && d.decode(path, raw, &l) && l.ID == id
			return !found
		})
		if err != nil || found {
			return found, err
		}
	}
	return false, nil
}

// days lists the days that have a file, oldest first.
func (d *Diary) days() ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(d.dir, "[0-9][0-9][0-9][0-9]", "*"+suffix))
	if err != nil {
		return nil, fmt.Errorf("list diary: %w", err)
	}
	var list []string
	for _, p := range paths {
		day := filepath.Base(p[:len(p)-len(suffix)])
		if _, err := time.Parse(dayFormat, day); err == nil && d.path(day) == p {
			list = append(list, day)
		}
	}
	slices.Sort(list)
	return list, nil
}

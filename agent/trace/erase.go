package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/kokoron/kokoron/agent"
)

// Erase takes the texts out of every trace that doomed names: thoughts, calls
// and errors. Lines that are no trace are removed where torn names them. The
// days that change are written beside and renamed. It gives how many thoughts
// are gone.
func (s *Store) Erase(doomed func(agent.Trace) bool, torn func([]byte) bool) (thoughts int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	days, err := s.days()
	for _, day := range days {
		if err == nil {
			var n int
			n, err = rewrite(filepath.Join(s.dir, day+suffix), doomed, torn)
			thoughts += n
		}
	}
	if err != nil {
		return thoughts, fmt.Errorf("erase from traces: %w", err)
	}
	return thoughts, nil
}

func rewrite(path string, doomed func(agent.Trace) bool, torn func([]byte) bool) (thoughts int, err error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	var out []byte
	for line := range bytes.Lines(data) {
		var t agent.Trace
		if json.Unmarshal(line, &t) != nil {
			if !torn(line) {
				out = append(out, line...)
			}
			continue
		}
		if !doomed(t) || !strip(&t, &thoughts) {
			out = append(out, line...)
			continue
		}
		raw, err := json.Marshal(t)
		if err != nil {
			return thoughts, err
		}
		out = append(append(out, raw...), '\n')
	}
	if bytes.Equal(out, data) {
		return thoughts, nil
	}
	return thoughts, replace(path, out)
}

// strip takes the texts out of a trace and reports whether there were any.
func strip(t *agent.Trace, thoughts *int) (changed bool) {
	changed, t.Error = t.Error != "", ""
	for i := range t.Generations {
		g := &t.Generations[i]
		if g.Thought != "" {
			*thoughts++
		}
		changed = changed || g.Thought != "" || len(g.Calls) > 0 || g.Error != ""
		g.Thought, g.Calls, g.Error = "", nil, ""
	}
	return changed
}

// replace puts data in the place of a file, whole or not at all.
func replace(path string, data []byte) error {
	tmp := path + ".tmp"
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer os.Remove(tmp) // fails once it has been renamed
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}

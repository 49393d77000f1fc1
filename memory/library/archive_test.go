package library

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

// TestExchange: byte for byte, only where it is as is said, and never outside of
// the folders.
func TestExchange(t *testing.T) {
	l := open(t)
	name := "episodes/2026-01-01.md"
	raw := []byte("\uFEFF## 20:00 — x\r\n\r\ny\r\n")
	write := func(s string) {
		t.Helper()
		path := filepath.Join(l.dir, "owner", name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(s), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	write(string(raw))
	if got, err := l.Raw(person.ScopeOwner, name); err != nil || !bytes.Equal(got, raw) {
		t.Fatalf("%q, %v", got, err)
	}
	f, err := l.Exchange(person.ScopeOwner, Archived(name), nil, raw)
	if err != nil || len(f.Chunks) != 0 {
		t.Errorf("%+v, %v", f, err)
	}
	after := []byte("## 20:00 — x\n\nshort\n")
	for range 2 { // again changes nothing
		if f, err = l.Exchange(person.ScopeOwner, name, raw, after); err != nil || len(f.Chunks) != 1 {
			t.Errorf("%+v, %v", f, err)
		}
	}
	if got, err := l.Raw(person.ScopeOwner, Archived(name)); err != nil || !bytes.Equal(got, raw) {
		t.Errorf("%q, %v", got, err)
	}
	write("by hand")
	if _, err := l.Exchange(person.ScopeOwner, name, after, raw); !errors.Is(err, ErrChanged) {
		t.Errorf("%v", err)
	}
	if f, err := l.Exchange(person.ScopeOwner, name, []byte("by hand"), nil); err != nil || len(f.Chunks) != 0 {
		t.Errorf("%+v, %v", f, err)
	}
	if got, err := l.Raw(person.ScopeOwner, name); err != nil || got != nil {
		t.Errorf("%q, %v", got, err)
	}
	for _, bad := range []string{"archive/../x.md", "../x.md", "archive/x.md", "archive/archive/episodes/x.md", "persona/x.md"} {
		if _, err := l.Exchange(person.ScopeOwner, bad, nil, raw); !errors.Is(err, ErrPath) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// TestEraseArchived: a piece that is erased goes from its archived original too.
func TestEraseArchived(t *testing.T) {
	l, name := open(t), "episodes/2026-01-01.md"
	f, err := l.Exchange(person.ScopeOwner, name, nil, []byte("## 20:00 — x\n\nshort\n\n## 21:00 — y\n\nstays\n"))
	if err == nil {
		_, err = l.Exchange(person.ScopeOwner, Archived(name), nil, []byte("## 20:00 — x\n\nlong and whole\n\n## 21:00 — y\n\nstays long\n"))
	}
	if err == nil {
		_, err = l.Erase(t.Context(), person.ScopeOwner, memory.Erasing{IDs: map[string]bool{string(f.Chunks[0].ID): true}})
	}
	got, rawErr := l.Raw(person.ScopeOwner, Archived(name))
	if err != nil || rawErr != nil || bytes.Contains(got, []byte("whole")) || !bytes.Contains(got, []byte("stays long")) {
		t.Errorf("%q, %v, %v", got, err, rawErr)
	}
}

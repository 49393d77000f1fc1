package config

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOnlyFilesAreRead: a pipe, a device or a folder in the place of a file is
// an error at once, wherever a file is named.
func TestOnlyFilesAreRead(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", filepath.Join(dir, "zero")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "huge"), make([]byte, maxSize+1), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pipe", "zero", "huge", ".", "missing"} {
		if raw, err := ReadFile(filepath.Join(dir, name)); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, name)) {
			t.Errorf("%s: %d bytes, %v", name, len(raw), err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, FileName), []byte("[telegram]\ntoken_file = \"pipe\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(dir, func(string) (string, bool) { return "", false }); err == nil || !strings.Contains(err.Error(), "token_file") {
		t.Errorf("a token in a pipe: %v", err)
	}
	home := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(home, FileName), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(home, func(string) (string, bool) { return "", false }); err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("settings in a pipe: %v", err)
	}
}

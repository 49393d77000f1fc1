package config

import (
	"fmt"
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

// TestMisplacedSecretsAreNotShown: a key that was put where an address or a
// name belongs is not repeated in what is wrong with it.
func TestMisplacedSecretsAreNotShown(t *testing.T) {
	const key, token = "sk-proj-Ab12Cd34Ef56Gh78", "123456789:AAabcdefghijklmnopqrstuvwxyz0123456"
	for _, secret := range []string{key, token, "http://u:" + key + "@h/v1", "http://h/v1?key=" + key, "http://h/v1#" + key, "http://h/v1?k=hunter2"} {
		for _, name := range []string{
			"KOKORON_LISTEN", "KOKORON_MODEL_URL", "KOKORON_EMBED_URL", "KOKORON_CHROMA_URL",
			"KOKORON_TELEGRAM_API", "KOKORON_TELEGRAM_OWNER", "KOKORON_TELEGRAM_TOKEN",
		} {
			env := func(n string) (string, bool) { return secret, n == name }
			if _, err := Load(t.TempDir(), env); err != nil && hasSecret(err, secret) {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, line := range []string{
			"zone = %q", "language = %q", "listen = %q", "[embed]\nurl = %q", "[telegram]\napi = %q", "[telegram]\nowner = %q",
			"[telegram]\ntoken_env = %q", "[[model.endpoint]]\nurl = %q", "[[model.endpoint]]\nurl = \"http://h/v1\"\nkey = %q",
		} {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, FileName), fmt.Appendf(nil, line, secret), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := Load(dir, func(string) (string, bool) { return "", false }); err == nil || hasSecret(err, secret) {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
}

func hasSecret(err error, secret string) bool {
	for _, part := range []string{secret, "Ab12Cd34", "hunter2", "AAabcdef"} {
		if strings.Contains(err.Error(), part) {
			return true
		}
	}
	return false
}

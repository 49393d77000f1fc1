package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestOrder: what many goroutines send arrives whole, and each one's in order.
func TestOrder(t *testing.T) {
	dir := t.TempDir()
	const senders, each = 8, 200
	serveOn(t, dir, map[string]Handler{"shout": func(_ context.Context, _ json.RawMessage, c *Conn) error {
		var wg sync.WaitGroup
		for s := range senders {
			wg.Go(func() {
				for n := range each {
					if err := c.Send(line{fmt.Sprintf("%d %d %s", s, n, strings.Repeat("あ", n))}); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
		return nil
	}})
	c := dial(t, dir, "shout")
	var next [senders]int
	for range senders * each {
		var l line
		var s, n int
		var text string
		if err := c.Recv(&l); err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Sscan(l.Text+" x", &s, &n, &text); err != nil || n != next[s] || n > 0 && text != strings.Repeat("あ", n) {
			t.Fatalf("line %.40q, %v; sender %d is at %d", l.Text, err, s, next[s])
		}
		next[s]++
	}
	if err := c.Recv(new(line)); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}

// TestClientLeaves: a handler whose client leaves gets an error and ends; the
// next client is served.
func TestClientLeaves(t *testing.T) {
	dir := t.TempDir()
	left := make(chan error, 1)
	serveOn(t, dir, map[string]Handler{"talk": func(_ context.Context, _ json.RawMessage, c *Conn) error {
		for {
			if err := c.Send(line{strings.Repeat("x", 10_000)}); err != nil {
				left <- err
				return err
			}
		}
	}})
	for range 2 {
		c := dial(t, dir, "talk")
		if err := c.Recv(new(line)); err != nil {
			t.Fatal(err)
		}
		c.Close()
		if err := <-left; !isGone(err) && !strings.Contains(err.Error(), "connection reset") {
			t.Errorf("the handler sees %v", err)
		}
	}
	// One that leaves without a word, or speaks another language, disturbs nobody.
	for _, words := range []string{"", "GET / HTTP/1.1\r\n\r\n", "{}\n", "null\n"} {
		c := dial(t, dir, "what")
		c.raw.Write([]byte(words))
		c.Close()
	}
	if err := dial(t, dir, "talk").Recv(new(line)); err != nil {
		t.Error(err)
	}
}

// TestNotSerialisable: arguments that are no JSON are refused before anything
// is opened.
func TestNotSerialisable(t *testing.T) {
	dir := t.TempDir()
	serveOn(t, dir, map[string]Handler{"echo": echo})
	if _, err := Dial(t.Context(), dir, "echo", func() {}); err == nil {
		t.Error("a function was sent")
	}
	c := dial(t, dir, "echo")
	if err := c.Send(func() {}); err == nil {
		t.Error("a function was sent")
	}
	var got line
	if err := errors.Join(c.Send(line{"a"}), c.Recv(&got)); err != nil || got.Text != "7a" {
		t.Errorf("after it: %q, %v", got.Text, err)
	}
}

// TestFallbackFolder: where the path is too long the socket lies in a folder
// that only this user can enter; one that others can enter is not used.
func TestFallbackFolder(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	home := filepath.Join(t.TempDir(), strings.Repeat("x", maxPath))
	path, err := socketPath(home)
	if err != nil || len(path) > maxPath {
		t.Fatal(path, err)
	}
	if other, _ := socketPath(home + "y"); other == path {
		t.Error("two homes have one socket")
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || info.Mode().Perm() != 0o700 || filepath.Dir(filepath.Dir(path)) != tmp {
		t.Errorf("%s: %v, %v", path, info.Mode(), err)
	}
	if err := os.Chmod(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(home, nil, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "open to other users") {
		t.Errorf("listen: %v", err)
	}
	if _, err := Dial(t.Context(), home, "echo", nil); err == nil || !strings.Contains(err.Error(), "open to other users") {
		t.Errorf("dial: %v", err)
	}
}

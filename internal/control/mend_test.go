package control

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
)

// TestADeletedSocketComesBack: after the socket, or its whole folder, was
// deleted or something else was put in its place, who dials is answered again,
// and a connection that stood goes on.
func TestADeletedSocketComesBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := Listen(dir, map[string]Handler{"echo": echo}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { s.Serve(ctx); close(ended) }()
	talk := func(c *Conn) {
		t.Helper()
		var got line
		if err := errors.Join(c.Send(line{"あ"}), c.Recv(&got)); err != nil || got.Text != "7あ" {
			t.Errorf("got %q, %v", got.Text, err)
		}
	}
	mend := func(want bool) {
		t.Helper()
		if mended, err := s.Mend(); mended != want || err != nil {
			t.Errorf("mended is %v, %v", mended, err)
		}
	}
	path := filepath.Join(dir, "control.sock")
	stood := dial(t, dir, "echo")
	talk(stood) // it is taken: what only waits to be goes with its socket
	mend(false)
	for name, harm := range map[string]func() error{
		"deleted":     func() error { return os.Remove(path) },
		"no folder":   func() error { return os.RemoveAll(dir) },
		"overwritten": func() error { return errors.Join(os.Remove(path), os.WriteFile(path, nil, 0o600)) },
	} {
		if err := harm(); err != nil {
			t.Fatal(err)
		}
		if _, err := Dial(t.Context(), dir, "echo", 7); !errors.Is(err, ErrNoDaemon) {
			t.Errorf("%s: dialled, %v", name, err)
		}
		mend(true)
		mend(false)
		talk(dial(t, dir, "echo"))
		talk(stood)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket is %v, %v", info, err)
	}
	cancel()
	<-ended
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket is left over: %v", err)
	}
	mend(false) // the end is the end
}

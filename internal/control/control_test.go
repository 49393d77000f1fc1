package control

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

type line struct {
	Text string `json:"text"`
}

// echo answers each line with itself and its arguments, until the client ends.
func echo(_ context.Context, args json.RawMessage, c *Conn) error {
	for {
		var l line
		if err := c.Recv(&l); err != nil {
			return nil
		}
		if err := c.Send(line{string(args) + l.Text}); err != nil {
			return err
		}
	}
}

// serveOn serves until the test ends.
func serveOn(t *testing.T, dir string, handlers map[string]Handler) {
	t.Helper()
	s, err := Listen(dir, handlers, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { s.Serve(ctx); close(ended) }()
	t.Cleanup(func() { cancel(); <-ended })
}

func dial(t *testing.T, dir, op string) *Conn {
	t.Helper()
	c, err := Dial(t.Context(), dir, op, 7)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestLinesBothWays(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	long := filepath.Join(t.TempDir(), strings.Repeat("x", maxPath))
	if err := os.Mkdir(long, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{t.TempDir(), long} {
		path, err := socketPath(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("left over"), 0o600); err != nil {
			t.Fatal(err)
		}
		serveOn(t, dir, map[string]Handler{"echo": echo})
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the socket is %v, %v", info, err)
		}
		c := dial(t, dir, "echo")
		for _, text := range []string{"あ", strings.Repeat("<b>", 100_000)} {
			var got line
			if err := errors.Join(c.Send(line{text}), c.Recv(&got)); err != nil || got.Text != "7"+text {
				t.Errorf("%.20q came back as %.20q, %v", text, got.Text, err)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	if _, err := Dial(t.Context(), dir, "echo", nil); !errors.Is(err, ErrNoDaemon) {
		t.Errorf("nobody there: %v", err)
	}
	serveOn(t, dir, map[string]Handler{
		"fail": func(context.Context, json.RawMessage, *Conn) error { return errors.New("no luck") },
		"echo": echo,
	})
	for op, want := range map[string]string{"what": `unknown operation "what"`, "fail": "no luck"} {
		var got line
		var remote *RemoteError
		if err := dial(t, dir, op).Recv(&got); !errors.As(err, &remote) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", op, err)
		}
	}
	// A line over the limit is not sent; the connection goes on.
	c := dial(t, dir, "echo")
	if err := c.Send(line{strings.Repeat("x", maxLine)}); !errors.Is(err, ErrTooLong) {
		t.Errorf("a line over the limit: %v", err)
	}
	var got line
	if err := errors.Join(c.Send(line{"a"}), c.Recv(&got)); err != nil || got.Text != "7a" {
		t.Errorf("after it: %q, %v", got.Text, err)
	}
	// One that another program sends all the same ends its connection and no other.
	raw := dial(t, dir, "echo")
	raw.raw.Write([]byte(`{"text":"` + strings.Repeat("x", maxLine) + `"}`)) // the other side may leave before all is written
	if err := raw.Recv(&got); err == nil {
		t.Errorf("a line over the limit was taken: %.20q", got.Text)
	}
	other := dial(t, dir, "echo")
	if err := errors.Join(other.Send(line{"a"}), other.Recv(&got)); err != nil {
		t.Error(err)
	}
}

// TestFinish: what was sent last is dealt with before Finish returns.
func TestFinish(t *testing.T) {
	dir := t.TempDir()
	got := make(chan string, 9)
	serveOn(t, dir, map[string]Handler{
		"slow": func(_ context.Context, _ json.RawMessage, c *Conn) error {
			var l line
			for c.Recv(&l) == nil {
				time.Sleep(10 * time.Millisecond)
				got <- l.Text
			}
			return nil
		},
		"hang": func(ctx context.Context, _ json.RawMessage, _ *Conn) error { <-ctx.Done(); return nil },
	})
	c := dial(t, dir, "slow")
	for _, text := range []string{"a", "b", "c"} {
		if err := c.Send(line{text}); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Finish(t.Context()); err != nil || len(got) != 3 {
		t.Errorf("%d of 3 lines were dealt with, %v", len(got), err)
	}
	if err := c.Send(line{"d"}); err == nil {
		t.Error("the connection is still open")
	}

	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	c = dial(t, dir, "hang")
	if err := c.Finish(ctx); err != nil || ctx.Err() == nil {
		t.Errorf("did not wait as long as it may, or failed: %v", err)
	}
}

// TestServerEnds: clients are let go when the server ends.
func TestServerEnds(t *testing.T) {
	dir := t.TempDir()
	s, err := Listen(dir, map[string]Handler{"echo": echo}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { s.Serve(ctx); close(ended) }()
	c := dial(t, dir, "echo")
	var l line
	if err := errors.Join(c.Send(line{"a"}), c.Recv(&l)); err != nil {
		t.Fatal(err)
	}
	cancel()
	<-ended
	if err := c.Recv(&l); !errors.Is(err, io.EOF) {
		t.Errorf("the client sees %v", err)
	}
	if _, err := Dial(t.Context(), dir, "echo", nil); !errors.Is(err, ErrNoDaemon) {
		t.Errorf("after the end: %v", err)
	}
}

// short is a listener that has no connection to give for a while.
type short struct {
	net.Listener
	fails int
}

func (s *short) Accept() (net.Conn, error) {
	if s.fails > 0 {
		s.fails--
		return nil, &net.OpError{Op: "accept", Err: syscall.EMFILE}
	}
	return s.Listener.Accept()
}

// TestOutOfFiles: the socket answers again once there are files again.
func TestOutOfFiles(t *testing.T) {
	dir := t.TempDir()
	s, err := Listen(dir, map[string]Handler{"echo": echo}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	s.ln = &short{Listener: s.ln, fails: 2}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { s.Serve(ctx); close(ended) }()
	defer func() { cancel(); <-ended }()
	var l line
	c := dial(t, dir, "echo")
	_ = c.raw.SetReadDeadline(time.Now().Add(10 * time.Second))
	if err := errors.Join(c.Send(line{"a"}), c.Recv(&l)); err != nil || l.Text != "7a" {
		t.Errorf("%q, %v", l.Text, err)
	}
}

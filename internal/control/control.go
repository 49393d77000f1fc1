// Package control is the socket through which every other process of the
// owner (the chat terminal, the command line) talks to the one process that
// owns the home.
//
// A connection is JSON lines in both directions: the client's first line names
// an operation with its arguments, the handler of that operation then reads
// and writes as it likes until it returns. Only the user who owns the home can
// connect (socket 0600 in a 0700 folder). Order is kept on a connection;
// connections are independent. The package knows no operation itself.
package control

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// maxLine bounds one line in bytes: the longest message plus its frame.
const maxLine = 1 << 20

// acceptAgain is the wait after a connection could not be accepted.
const acceptAgain = 100 * time.Millisecond

// maxPath is the longest socket path every system takes, in bytes.
const maxPath = 100

// ErrNoDaemon says that no process serves this home.
var ErrNoDaemon = errors.New("no kokoron is running on this home")

// RemoteError is an error the other side reported.
type RemoteError struct{ Text string }

func (e *RemoteError) Error() string { return e.Text }

// hello is the first line of a connection.
type hello struct {
	Op   string          `json:"op"`
	Args json.RawMessage `json:"args,omitempty"`
}

// failure is the last line of a connection that went wrong.
type failure struct {
	Error string `json:"error"`
}

// Conn is one connection. Send may be called from many goroutines, Recv from
// one at a time.
type Conn struct {
	raw   net.Conn
	lines *bufio.Scanner

	mu sync.Mutex // one line at a time
}

func newConn(raw net.Conn) *Conn {
	lines := bufio.NewScanner(raw)
	lines.Buffer(nil, maxLine)
	return &Conn{raw: raw, lines: lines}
}

// ErrTooLong says that a value is too long for one line. Nothing of it was
// sent and the connection is as good as before.
var ErrTooLong = errors.New("too long for one line of the control socket")

// Send writes one value as a line.
func (c *Conn) Send(v any) error {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("encode control line: %w", err)
	}
	if line.Len() >= maxLine {
		return fmt.Errorf("%w: %d bytes, at most %d", ErrTooLong, line.Len(), maxLine)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, err := c.raw.Write(line.Bytes()); err != nil {
		return fmt.Errorf("write control line: %w", err)
	}
	return nil
}

// Recv reads the next line into v. It returns io.EOF at the end and a
// *RemoteError where the other side reported one.
func (c *Conn) Recv(v any) error {
	if !c.lines.Scan() {
		if err := c.lines.Err(); err != nil {
			return fmt.Errorf("read control line: %w", err)
		}
		return io.EOF
	}
	var f failure
	if json.Unmarshal(c.lines.Bytes(), &f) == nil && f.Error != "" {
		return &RemoteError{f.Error}
	}
	return json.Unmarshal(c.lines.Bytes(), v)
}

// Close ends the connection; a Recv that waits returns.
func (c *Conn) Close() error { return c.raw.Close() }

// Finish ends the connection once the other side has read all that was sent
// and has left; it waits for that until ctx ends. Close alone could cut off
// the last lines together with what they set going.
func (c *Conn) Finish(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() { c.Close() })()
	if half, ok := c.raw.(*net.UnixConn); ok && half.CloseWrite() == nil {
		_, _ = io.Copy(io.Discard, half) // its end, of whatever kind, is what is waited for
	}
	if err := c.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		return fmt.Errorf("close control connection: %w", err)
	}
	return nil
}

// Handler serves one operation on one connection. An error is reported to the
// client.
type Handler func(ctx context.Context, args json.RawMessage, c *Conn) error

// Server listens on the socket of one home.
type Server struct {
	path     string
	handlers map[string]Handler
	log      *slog.Logger
	wg       sync.WaitGroup

	mu     sync.Mutex
	ln     net.Listener
	file   os.FileInfo // of the socket that ln listens on
	closed bool
}

// Listen opens the socket below runDir. The caller must hold the lock of the
// home: a socket that is left over is replaced.
func Listen(runDir string, handlers map[string]Handler, log *slog.Logger) (*Server, error) {
	path, err := socketPath(runDir)
	if err != nil {
		return nil, err
	}
	s := &Server{path: path, handlers: handlers, log: log}
	if err := s.open(); err != nil {
		return nil, err
	}
	return s, nil
}

// open listens on the path. mu is held, or nobody else knows the server yet.
func (s *Server) open() error {
	if err := os.Remove(s.path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("replace control socket: %w", err)
	}
	ln, err := net.Listen("unix", s.path)
	if err != nil {
		return fmt.Errorf("open control socket: %w", err)
	}
	if err := os.Chmod(s.path, 0o600); err != nil {
		return errors.Join(fmt.Errorf("protect control socket: %w", err), ln.Close())
	}
	file, err := os.Lstat(s.path)
	if err != nil {
		return errors.Join(fmt.Errorf("look at control socket: %w", err), ln.Close())
	}
	s.ln, s.file = ln, file
	return nil
}

// Mend listens again where the socket was deleted or replaced, and says whether
// it was. Connections that stand are not touched. It changes nothing after the
// end of Serve.
func (s *Server) Mend() (mended bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now, err := os.Lstat(s.path); s.closed || err == nil && os.SameFile(now, s.file) {
		return false, nil
	}
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return false, fmt.Errorf("mend folder of the control socket: %w", err)
	}
	old := s.ln
	if u, ok := old.(*net.UnixListener); ok {
		u.SetUnlinkOnClose(false) // the name is that of the new one by then
	}
	if err := s.open(); err != nil {
		return false, err
	}
	return true, old.Close()
}

// close ends the listening for good.
func (s *Server) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.ln.Close() // the error is what Accept reports
}

// listener is what is listened on now.
func (s *Server) listener() net.Listener {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ln
}

// socketPath is run/control.sock, or, where the system could not take so long a
// path, a name derived from it in a folder of the user's own below the
// temporary one. In there nobody else can put a socket or open ours.
func socketPath(runDir string) (string, error) {
	path := filepath.Join(runDir, "control.sock")
	if len(path) <= maxPath {
		return path, nil
	}
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("kokoron-%d", os.Getuid()))
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return "", fmt.Errorf("open folder of the control socket: %w", err)
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return "", fmt.Errorf("open folder of the control socket: %w", err)
	}
	if !info.IsDir() || info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("folder of the control socket: %s is open to other users: remove it", dir)
	}
	sum := sha256.Sum256([]byte(path))
	return filepath.Join(dir, hex.EncodeToString(sum[:8])+".sock"), nil
}

// Serve answers until ctx ends, then waits for the handlers.
func (s *Server) Serve(ctx context.Context) {
	stop := context.AfterFunc(ctx, s.close)
	defer stop()
	failing := false
	for ctx.Err() == nil {
		ln := s.listener()
		raw, err := ln.Accept()
		if err == nil {
			failing = false
			s.wg.Go(func() { s.serve(ctx, newConn(raw)) })
			continue
		}
		if ln != s.listener() {
			continue // another took its place
		}
		if !failing && ctx.Err() == nil {
			s.log.Error("accept control connection, trying again", "err", err)
		}
		failing = true
		select { // such as too many open files: that passes
		case <-ctx.Done():
		case <-time.After(acceptAgain):
		}
	}
	s.wg.Wait()
}

func (s *Server) serve(ctx context.Context, c *Conn) {
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	defer c.Close()
	var h hello
	if err := c.Recv(&h); err != nil {
		return // nothing was asked
	}
	handle, ok := s.handlers[h.Op]
	if !ok {
		s.report(c, fmt.Errorf("unknown operation %q: this kokoron is older or newer than the one that runs", h.Op))
		return
	}
	if err := handle(ctx, h.Args, c); err != nil && ctx.Err() == nil {
		s.report(c, err)
	}
}

func (s *Server) report(c *Conn, err error) {
	if sendErr := c.Send(failure{err.Error()}); sendErr != nil && !isGone(sendErr) {
		s.log.Debug("report to control client", "err", sendErr)
	}
}

func isGone(err error) bool { return errors.Is(err, net.ErrClosed) || errors.Is(err, syscall.EPIPE) }

// Dial connects to the process that serves the home and asks for op. It errs
// with ErrNoDaemon when there is none.
func Dial(ctx context.Context, runDir, op string, args any) (*Conn, error) {
	path, err := socketPath(runDir)
	if err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(args)
	if err != nil {
		return nil, fmt.Errorf("encode arguments of %s: %w", op, err)
	}
	var d net.Dialer
	raw, err := d.DialContext(ctx, "unix", path)
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", ErrNoDaemon, err)
	}
	c := newConn(raw)
	if err := c.Send(hello{Op: op, Args: encoded}); err != nil {
		return nil, errors.Join(fmt.Errorf("ask for %s: %w", op, err), c.Close())
	}
	return c, nil
}

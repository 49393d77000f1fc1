package memorytest

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"
)

// The servers for tests; `make test` starts them and says where they are.
const (
	chromaEnv = "KOKORON_TEST_CHROMA_URL"
	embedEnv  = "KOKORON_TEST_EMBED_URL"
)

// ChromaURL is the address of a real Chroma server. Without one the test is
// skipped.
func ChromaURL(t testing.TB) string { return served(t, chromaEnv, "Chroma server") }

// EmbedURL is the address of a real embedding server, with its /v1. Without
// one the test is skipped.
func EmbedURL(t testing.TB) string { return served(t, embedEnv, "embedding server") }

func served(t testing.TB, env, what string) string {
	t.Helper()
	if os.Getenv(env) == "" {
		t.Skipf("no real %s: %s is not set (make test sets it where python3 is)", what, env)
	}
	return os.Getenv(env)
}

// Chroma is a real server of the test's own, which may be killed.
type Chroma struct {
	URL string

	t         testing.TB
	program   string
	port, dir string
	running   *exec.Cmd
}

// StartChroma starts a server with an empty folder. It needs what
// deploy/local/stack installs, and skips the test without it. The server ends
// with the test.
func StartChroma(t testing.TB) *Chroma {
	t.Helper()
	c := &Chroma{t: t, program: installed(t), dir: t.TempDir()}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, c.port, _ = net.SplitHostPort(l.Addr().String()) // it is one
	c.URL = "http://" + l.Addr().String()
	l.Close()
	c.Start()
	t.Cleanup(c.Kill)
	return c
}

// installed is the interpreter that has Chroma's binding.
func installed(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			err = errors.New("the test does not run inside the module")
		}
		dir = filepath.Dir(dir)
	}
	program := filepath.Join(dir, ".stack", "chroma", "bin", "python")
	if err == nil {
		_, err = os.Stat(program)
	}
	if err != nil {
		t.Skip("no Chroma server to start and kill: it is not installed (deploy/local/stack install chroma)")
	}
	return program
}

// Start starts the server, on the port and folder it had, and waits until it
// answers.
func (c *Chroma) Start() {
	c.t.Helper()
	c.running = exec.Command(c.program, "-c",
		`import sys, chromadb_rust_bindings as b; b.cli(["chroma", *sys.argv[1:]])`,
		"run", "--path", c.dir, "--host", "127.0.0.1", "--port", c.port)
	if err := c.running.Start(); err != nil {
		c.t.Fatal(err)
	}
	for until := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		resp, err := http.Get(c.URL + "/api/v2/heartbeat")
		if err == nil {
			resp.Body.Close()
			return
		}
		if time.Now().After(until) {
			c.t.Fatal("the Chroma server does not answer: ", err)
		}
	}
}

// Kill ends the server at once, as a power cut would. A dead one may be killed.
func (c *Chroma) Kill() {
	if c.running == nil {
		return
	}
	c.running.Process.Kill() // it may have died by itself
	c.running.Wait()         // it was killed: that is its error
	c.running = nil
}

// Wipe kills the server, empties its folder and starts it again.
func (c *Chroma) Wipe() {
	c.t.Helper()
	c.Kill()
	if err := os.RemoveAll(c.dir); err != nil {
		c.t.Fatal(err)
	}
	if err := os.Mkdir(c.dir, 0o700); err != nil {
		c.t.Fatal(err)
	}
	c.Start()
}

// Slow stands before a server and may hold its answers back.
type Slow struct {
	URL   string
	delay atomic.Int64
}

// NewSlow is in front of the server at target.
func NewSlow(t testing.TB, target string) *Slow {
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	s := &Slow{}
	proxy := httputil.NewSingleHostReverseProxy(u)
	proxy.ErrorHandler = func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) } // hang up
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body) // only then does a server see that the client leaves
		if err != nil {
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		select {
		case <-time.After(time.Duration(s.delay.Load())):
			proxy.ServeHTTP(w, r)
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// Delay is how long every answer waits from now on.
func (s *Slow) Delay(d time.Duration) { s.delay.Store(int64(d)) }

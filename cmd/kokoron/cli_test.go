package main

import (
	"bufio"
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/text"
)

// environment is one without a model on a new home.
func environment(t *testing.T) (home string, env config.Lookup) {
	t.Helper()
	home = t.TempDir()
	vars := map[string]string{
		"KOKORON_HOME": home, "KOKORON_MODEL_URL": "", "KOKORON_LISTEN": "127.0.0.1:0", "LANG": "en_US.UTF-8", "TZ": "Asia/Tokyo",
	}
	return home, func(name string) (string, bool) { v, ok := vars[name]; return v, ok }
}

func TestExitCodes(t *testing.T) {
	home, env := environment(t)
	if err := os.WriteFile(filepath.Join(home, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		want int
	}{
		{"help", exitOK}, {"-h", exitOK}, {"--home x chat -help", exitOK}, {"version", exitOK},
		{"sreve", exitUsage}, {"--what", exitUsage}, {"chat --json", exitUsage}, {"--json=1 doctor", exitUsage},
		{"--home", exitUsage}, {"--home=", exitUsage}, {"doctor x", exitUsage}, {"memory", exitUsage}, {"memory show", exitUsage}, {"memory list --limit x", exitUsage},
		{"memory list --status x", exitUsage}, {"memory search", exitUsage}, {"index --full --from-chroma", exitUsage}, {"why 1 2", exitUsage},
		{"memory show 0", exitFailed}, {"memory list --as bob", exitFailed}, {"why", exitFailed}, {"memory list", exitOK}, {"memory search -- --x", exitOK},
		{"--listen 0.0.0.0:1", exitUsage},
		{"--home " + home + "/file serve", exitFailed}, {"chat --home=" + home + "/file", exitFailed},
		{"--json --home=" + home + "/file doctor", exitFailed},
	} {
		var out, errs strings.Builder
		if got := run(t.Context(), strings.Fields(c.args), strings.NewReader(""), &out, &errs, env); got != c.want {
			t.Errorf("%s: exit code %d, want %d; %s%s", c.args, got, c.want, out.String(), errs.String())
		}
		if c.want == exitUsage && (out.Len() > 0 || strings.Count(errs.String(), "\n") != 1) {
			t.Errorf("%s: stdout %q, stderr %q", c.args, out.String(), errs.String())
		}
	}
}

// full takes nothing, as a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// TestResultsThatCannotBePrinted: what did not come out whole is a failure,
// said once.
func TestResultsThatCannotBePrinted(t *testing.T) {
	_, env := environment(t)
	for _, args := range []string{"memory list", "memory list --json", "memory search x", "index", "doctor"} {
		var errs strings.Builder
		got := run(t.Context(), strings.Fields(args), strings.NewReader(""), full{}, &errs, env)
		if got != exitFailed || strings.Count(errs.String(), syscall.ENOSPC.Error()) != 1 {
			t.Errorf("%s: exit code %d, %s", args, got, errs.String())
		}
	}
}

// terminator ends this process's commands as a system does, once it is told
// that something listens.
type terminator struct {
	t *testing.T
	strings.Builder
}

func (w *terminator) Write(p []byte) (int, error) {
	if strings.HasPrefix(string(p), "listening ") {
		if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
			w.t.Error(err)
		}
	}
	return w.Builder.Write(p)
}

// locked is a writer for several goroutines.
type locked struct {
	mu  sync.Mutex
	all strings.Builder
}

func (w *locked) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.all.Write(p)
}

func TestServeEndsOnSIGTERM(t *testing.T) {
	_, env := environment(t)
	out := &terminator{t: t}
	var errs locked
	if code := run(t.Context(), nil, nil, out, &errs, env); code != exitOK || !strings.Contains(errs.all.String(), "Shutting down") {
		t.Errorf("exit code %d: %s", code, errs.all.String())
	}
	lines := strings.SplitAfter(out.String(), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "listening http://127.0.0.1:") || !strings.Contains(lines[1], "/enter#") || lines[2] != "" {
		t.Errorf("stdout %q", out.String())
	}
}

// TestChatLost: the companion goes away before it has answered.
func TestChatLost(t *testing.T) {
	home, env := environment(t)
	if err := os.Mkdir(app.RunDir(home), 0o700); err != nil {
		t.Fatal(err)
	}
	leave := func(_ context.Context, _ json.RawMessage, c *control.Conn) error {
		var message struct{}
		return c.Recv(&message)
	}
	s, err := control.Listen(app.RunDir(home), map[string]control.Handler{"chat": leave}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { s.Serve(ctx); close(ended) }()
	var out, errs strings.Builder
	code := run(t.Context(), []string{"chat"}, strings.NewReader("hello\n"), &out, &errs, env)
	cancel()
	<-ended
	if code != exitFailed || !strings.Contains(errs.String(), "connection to kokoron was lost") || out.Len() > 0 {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, out.String(), errs.String())
	}
}

// TestAnswerLost: the companion goes away in the middle of an answer.
func TestAnswerLost(t *testing.T) {
	home, env := environment(t)
	if err := os.Mkdir(app.RunDir(home), 0o700); err != nil {
		t.Fatal(err)
	}
	leave := func(_ context.Context, _ json.RawMessage, c *control.Conn) error {
		return c.Send(map[string]string{"part": `{"memories": [`})
	}
	s, err := control.Listen(app.RunDir(home), map[string]control.Handler{"memory list": leave}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { s.Serve(ctx); close(ended) }()
	var out, errs strings.Builder
	code := run(t.Context(), []string{"memory", "list", "--json"}, strings.NewReader(""), &out, &errs, env)
	cancel()
	<-ended
	if code != exitFailed || !strings.Contains(errs.String(), "ended before it had answered") || out.Len() > 0 {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, out.String(), errs.String())
	}
}

// TestPersonIsAskedAgain: at a terminal a wrong answer costs nothing, and a
// secret is read apart.
func TestPersonIsAskedAgain(t *testing.T) {
	_, env := environment(t)
	var out, errs strings.Builder
	p := &program{stdout: &out, stderr: &errs, env: env, lang: text.Ja}
	secrets := []string{"nonsense", " 123456789:AAbbccddeeffgghhiijjkkllmm "}
	q := &questions{in: bufio.NewReader(strings.NewReader("localhost\nhttp://127.0.0.1:1/v1\nab<\n健太\n")), out: &out, person: true,
		hidden: func() (string, error) { s := secrets[0]; secrets = secrets[1:]; return s, nil }}
	cfg, ok := p.settings()
	if !ok {
		t.Fatal(errs.String())
	}
	a, err := p.interview(t.Context(), cfg, q)
	if err != nil || a.ModelURL != "http://127.0.0.1:1/v1" || a.Owner != "健太" || a.Zone != "Asia/Tokyo" ||
		a.Telegram.Reveal() != "123456789:AAbbccddeeffgghhiijjkkllmm" {
		t.Errorf("%+v, %v", a, err)
	}
	if n := strings.Count(out.String(), "> "); n != 6 {
		t.Errorf("asked %d times:\n%s", n, out.String())
	}
	for _, s := range []string{"localhost is not a URL", "not the form of a token", "at most 40 characters"} {
		if !strings.Contains(out.String(), s) {
			t.Errorf("does not say %q:\n%s", s, out.String())
		}
	}
	if strings.Contains(out.String(), "123456789:AAbb") || q.ended {
		t.Errorf("shows the token, or ended early:\n%s", out.String())
	}
}

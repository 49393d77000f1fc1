package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
	"go.uber.org/goleak"

	"github.com/kokoron/kokoron/internal/clock"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func nothing(fsnotify.Event) error { return nil }

// TestGathers plays events to the loop in fake time.
func TestGathers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		events, errs := make(chan fsnotify.Event), make(chan error)
		var calls atomic.Int32
		ended := make(chan error, 1)
		go func() { ended <- loop(ctx, clock.Real{}, "d", Quiet, events, errs, func() { calls.Add(1) }, nothing) }()
		want := func(what string, n int) {
			t.Helper()
			synctest.Wait()
			if got := int(calls.Load()); got != n {
				t.Errorf("%s: %d calls, want %d", what, got, n)
			}
		}
		want("at the start", 1)
		for range 10 {
			events <- fsnotify.Event{Name: "d/f", Op: fsnotify.Write}
			time.Sleep(Quiet - time.Millisecond)
		}
		want("while it is written", 1)
		time.Sleep(time.Millisecond)
		want("when it lies still", 2)
		time.Sleep(10 * Quiet)
		want("long after", 2)
		errs <- fsnotify.ErrEventOverflow
		time.Sleep(Quiet)
		want("after lost events", 3)
		events <- fsnotify.Event{Name: "d/f", Op: fsnotify.Remove}
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("ended with %v", err)
		}
		time.Sleep(Quiet)
		want("after the end", 3)
	})
}

// TestOverflow: where names of changes were lost, a new folder may be among
// them, so everything is gone through again.
func TestOverflow(t *testing.T) {
	full := errors.New("no more can be watched")
	errs := make(chan error, 1)
	errs <- fsnotify.ErrEventOverflow
	var again fsnotify.Event
	err := loop(t.Context(), clock.Real{}, "d", Quiet, nil, errs, func() {}, func(e fsnotify.Event) error { again = e; return full })
	if again.Name != "d" || !again.Has(fsnotify.Create) || !errors.Is(err, full) {
		t.Errorf("went through %q again, err = %v", again, err)
	}
}

func TestFails(t *testing.T) {
	broken := errors.New("broken")
	errs := make(chan error, 1)
	errs <- broken
	if err := loop(t.Context(), clock.Real{}, "d", Quiet, nil, errs, func() {}, nothing); !errors.Is(err, broken) {
		t.Errorf("err = %v, want the watcher's own", err)
	}
	if err := Folder(t.Context(), clock.Real{}, filepath.Join(t.TempDir(), "none"), Quiet, func() {}); err == nil {
		t.Error("a folder that does not exist can be watched")
	}
}

// TestRealFolder writes the way editors do and waits for the calls.
func TestRealFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "persona")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	calls := make(chan struct{}, 100)
	ended := make(chan error, 1)
	go func() {
		ended <- Folder(t.Context(), clock.Real{}, dir, 30*time.Millisecond, func() { calls <- struct{}{} })
	}()
	called := func(what string) {
		t.Helper()
		select {
		case <-calls:
		case <-time.After(10 * time.Second):
			t.Fatalf("no call after %s", what)
		}
	}
	called("the start")
	file := filepath.Join(dir, "kokoron.md")
	if err := os.WriteFile(file, []byte("a"), 0o600); err != nil {
		t.Fatal(err)
	}
	called("a new file")
	if err := os.WriteFile(file+"~", []byte("b"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(file+"~", file); err != nil {
		t.Fatal(err)
	}
	called("a replaced file")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	called("a deleted file")
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if err == nil {
			t.Error("a deleted folder is no error")
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the watch outlives its folder")
	}
}

// TestTree changes files at every depth of a tree that grows, and waits for
// the calls.
func TestTree(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "memory")
	link := dir + "-link"
	for _, err := range []error{os.MkdirAll(filepath.Join(dir, "a", "b"), 0o700), os.MkdirAll(filepath.Join(dir, ".git"), 0o700), os.Symlink(dir, link)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	const quiet = 30 * time.Millisecond
	calls := make(chan struct{}, 100)
	ended := make(chan error, 1)
	go func() { ended <- Tree(t.Context(), clock.Real{}, link, quiet, func() { calls <- struct{}{} }) }()
	called := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		select {
		case <-calls:
		case <-time.After(10 * time.Second):
			t.Fatalf("no call after %s", what)
		}
	}
	write := func(name string) error { return os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600) }
	called("the start", nil)
	called("a file in a folder inside", write("a/b/f"))
	called("a folder made later", os.MkdirAll(filepath.Join(dir, "c", "d"), 0o700))
	called("a file in it", write("c/d/f"))
	called("a folder moved", os.Rename(filepath.Join(dir, "c"), filepath.Join(dir, "a", "e")))
	called("a file in it", write("a/e/d/f"))
	called("a file beside", write("a/e/f"))
	called("a folder made there", os.Mkdir(filepath.Join(dir, "a", "e", "d", "g"), 0o700))
	called("a file in it", write("a/e/d/g/f"))
	called("a deleted folder", os.RemoveAll(filepath.Join(dir, "a", "e", "d")))
	called("the folder made again", os.Mkdir(filepath.Join(dir, "a", "e", "d"), 0o700))
	called("a file in it", write("a/e/d/f"))
	if err := write(".git/f"); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(filepath.Dir(dir), "out")
	called("a folder moved out", os.Rename(filepath.Join(dir, "a"), out))
	if err := os.WriteFile(filepath.Join(out, "e", "d", "f"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	time.Sleep(5 * quiet)
	if len(calls) > 0 {
		t.Error("a file in a hidden folder, or outside, was told of")
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if err == nil {
			t.Error("a deleted tree is no error")
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the watch outlives its tree")
	}
	if err := Tree(t.Context(), clock.Real{}, dir, quiet, func() {}); err == nil {
		t.Error("a tree that does not exist can be watched")
	}
}

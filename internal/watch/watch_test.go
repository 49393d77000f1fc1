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

func nothing(string) error { return nil }

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

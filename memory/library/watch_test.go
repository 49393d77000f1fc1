package library

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

// index is what is told: the chunks of every file.
type index struct {
	mu    sync.Mutex
	files map[string]string
	calls int
}

func (x *index) changed(scope person.Scope, path string, chunks []memory.Record) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.calls++
	name := Folder(scope) + "/" + path
	delete(x.files, name)
	for _, c := range chunks {
		x.files[name] += c.Content + "|"
	}
}

func (x *index) seen() (map[string]string, int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return maps.Clone(x.files), x.calls
}

// watch runs Watch until the test ends.
func (s *shop) watch() *index {
	x := &index{files: map[string]string{}}
	ctx, cancel := context.WithCancel(s.t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.Watch(ctx, x.changed)
	}()
	s.t.Cleanup(func() { cancel(); <-ended })
	return x
}

// until waits for what is told to become what is wanted.
func (x *index) until(t *testing.T, what string, want map[string]string) {
	t.Helper()
	var got map[string]string
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if got, _ = x.seen(); maps.Equal(got, want) {
			return
		}
	}
	t.Fatalf("%s: told %q, want %q", what, got, want)
}

func TestWatch(t *testing.T) {
	s := open(t)
	s.put("owner/knowledge/a.md", "one")
	s.put("owner/knowledge/blank.md", " ")
	x := s.watch()
	want := map[string]string{"owner/knowledge/a.md": "a\none|"}
	x.until(t, "what is there", want)
	at := func(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }
	step := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		x.until(t, what, want)
	}

	s.put("owner/knowledge/a.md", "## x\n1\n## y\n2")
	want["owner/knowledge/a.md"] = "a — x\n1|a — y\n2|"
	step("a saved file", nil)

	s.put("owner/knowledge/.a.md.swp", "temporary")
	s.put("owner/knowledge/a.md~", "three")
	want["owner/knowledge/a.md"] = "a\nthree|"
	step("a file saved by renaming", os.Rename(at("owner/knowledge/a.md~"), at("owner/knowledge/a.md")))

	s.put("person-aoi/episodes/2026-06-05.md", "## 08:00 — Tea\ngreen")
	want["person-aoi/episodes/2026-06-05.md"] = "Tea\ngreen|"
	step("a scope made later", nil)
	s.put("person-aoi/knowledge/deep/er/b.md", "b")
	want["person-aoi/knowledge/deep/er/b.md"] = "b\nb|"
	step("folders made later", nil)
	s.put("person-aoi/knowledge/deep/er/b.md", "c")
	want["person-aoi/knowledge/deep/er/b.md"] = "b\nc|"
	step("a change in a folder made later", nil)

	delete(want, "person-aoi/knowledge/deep/er/b.md")
	want["person-aoi/knowledge/moved/er/b.md"] = "b\nc|"
	step("a folder renamed", os.Rename(at("person-aoi/knowledge/deep"), at("person-aoi/knowledge/moved")))
	s.put("person-aoi/knowledge/moved/er/b.md", "d")
	want["person-aoi/knowledge/moved/er/b.md"] = "b\nd|"
	step("a change in a folder renamed", nil)

	delete(want, "owner/knowledge/a.md")
	want["owner/knowledge/z.md"] = "z\nthree|"
	step("a file renamed", os.Rename(at("owner/knowledge/a.md"), at("owner/knowledge/z.md")))
	s.put("owner/knowledge/z.md", "caf\xe9")
	delete(want, "owner/knowledge/z.md")
	step("a file that cannot be used any more", nil)
	delete(want, "person-aoi/episodes/2026-06-05.md")
	delete(want, "person-aoi/knowledge/moved/er/b.md")
	step("a deleted scope", os.RemoveAll(at("person-aoi")))

	if _, err := s.Write("owner", "skills/s.md", "x", Append); err != nil {
		t.Fatal(err)
	}
	want["owner/skills/s.md"] = "s\nx|"
	step("a file written by the companion", nil)
	_, calls := x.seen()
	if err := os.Chtimes(at("owner/skills/s.md"), time.Time{}, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(10 * s.quiet)
	if _, now := x.seen(); now != calls {
		t.Errorf("%d calls for a file that was only touched", now-calls)
	}
}

// TestBurst: a thousand files at once, in folders made as they come.
func TestBurst(t *testing.T) {
	s := open(t)
	x := s.watch()
	want := map[string]string{}
	for i := range 1000 {
		name := fmt.Sprintf("owner/knowledge/%d/%d.md", i%50, i)
		s.put(name, "text")
		want[name] = fmt.Sprintf("%d\ntext|", i)
	}
	x.until(t, "a thousand files", want)
	if _, calls := x.seen(); calls > 1100 {
		t.Errorf("%d calls for a thousand files", calls)
	}
	if err := os.RemoveAll(filepath.Join(s.dir, "owner")); err != nil {
		t.Fatal(err)
	}
	x.until(t, "all gone", map[string]string{})
}

// hasty is a clock whose minutes take no time.
type hasty struct{ clock.Real }

func (h hasty) Sleep(ctx context.Context, d time.Duration) error {
	return h.Real.Sleep(ctx, d/1000)
}

// TestUnwatched: without a watch, what changes is found all the same, and the
// log is told once.
func TestUnwatched(t *testing.T) {
	s := open(t)
	s.clock = hasty{}
	if err := os.RemoveAll(s.dir); err != nil {
		t.Fatal(err)
	}
	x := s.watch()
	for deadline := time.Now().Add(20 * time.Second); s.log.count("not watched") == 0 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(5 * again / 1000) // several times more it cannot be watched
	s.put("owner/knowledge/a.md", "one")
	x.until(t, "a folder made later", map[string]string{"owner/knowledge/a.md": "a\none|"})
	if err := os.RemoveAll(s.dir); err != nil {
		t.Fatal(err)
	}
	x.until(t, "a folder deleted", map[string]string{})
	if n := s.log.count("level=WARN"); n != 1 {
		t.Errorf("%d warnings", n)
	}
}

// TestSteps plays random edits and compares what was told in the end with what
// a new library reads.
func TestSteps(t *testing.T) {
	s := open(t)
	x := s.watch()
	for i := range 300 {
		name := fmt.Sprintf("owner/knowledge/%d/%d.md", i*7%5, i*11%13)
		switch i * 13 % 7 {
		case 0:
			os.Remove(filepath.Join(s.dir, name))
		case 1:
			os.RemoveAll(filepath.Dir(filepath.Join(s.dir, name)))
		case 2:
			os.Rename(filepath.Join(s.dir, "owner/knowledge/1"), filepath.Join(s.dir, fmt.Sprintf("owner/knowledge/%d", 5+i)))
		default:
			s.put(name, fmt.Sprintf("## a\n%d\n## b", i))
		}
		if i%40 == 0 {
			time.Sleep(2 * s.quiet)
		}
	}
	again := open(t)
	again.dir = s.dir
	want := map[string]string{}
	err := again.Scan(t.Context(), "", func(f File) bool {
		var all []string
		for _, c := range f.Chunks {
			all = append(all, c.Content+"|")
		}
		want[Folder(f.Scope)+"/"+f.Path] = strings.Join(all, "")
		return true
	})
	if err != nil || len(want) == 0 {
		t.Fatalf("%d files, %v", len(slices.Collect(maps.Keys(want))), err)
	}
	x.until(t, "in the end", want)
}

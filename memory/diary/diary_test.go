package diary

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

var tokyo = time.FixedZone("JST", 9*3600)

// source makes lines with ids from a clock that the test moves.
type source struct {
	now time.Time
	ids *turn.IDs
}

func newSource(at string) *source {
	s := &source{}
	s.now, _ = time.Parse(time.RFC3339, at)
	s.ids = turn.NewIDs(func() time.Time { return s.now })
	return s
}

func (s *source) line(scope person.Scope, text string) Line {
	s.now = s.now.Add(time.Millisecond)
	return Line{ID: s.ids.New(), At: s.now, Zone: "Asia/Tokyo", Conv: "owner", Scope: scope,
		Person: "owner", Role: Person, Text: text, Channel: "terminal"}
}

func open(t interface {
	Helper()
	Fatal(...any)
}, dir string) *Diary {
	t.Helper()
	d, err := Open(dir, tokyo)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func texts(t interface {
	Helper()
	Fatal(...any)
}, d *Diary, v person.View, day string) []string {
	t.Helper()
	var out []string
	for l, err := range d.Day(v, day) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, l.Text)
	}
	return out
}

var owner = person.Only(person.ScopeOwner)

func TestAppendAndRead(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "diary")
	d := open(t, dir)
	s := newSource("2026-11-29T23:59:59.500+09:00")
	before := s.line("owner", "おやすみ <b>\u2028 & \"x\"\nbye")
	s.now = s.now.Add(time.Second)
	after := s.line("owner", "a new day")
	secret := s.line("person:ann", "ann's own")
	if err := d.Append(before, after, secret); err != nil {
		t.Fatal(err)
	}

	if diff := cmp.Diff([]string{before.Text}, texts(t, d, owner, "2026-11-29")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"a new day"}, texts(t, d, owner, "2026-11-30")); diff != "" {
		t.Error("another scope's line is visible or a line is lost", diff)
	}
	for l := range d.Day(owner, "2026-11-29") {
		before.V = Version
		if diff := cmp.Diff(before, l); diff != "" {
			t.Error(diff)
		}
	}
	for _, l := range []Line{before, after, secret} {
		if ok, err := d.Has(l.ID); !ok || err != nil {
			t.Errorf("Has(%s) = %v, %v", l.Text, ok, err)
		}
	}
	if ok, err := d.Has(s.ids.New()); ok || err != nil {
		t.Errorf("Has(unknown) = %v, %v", ok, err)
	}
	if _, err := d.Has("nonsense"); err == nil {
		t.Error("Has takes what is not an id")
	}
	for path, want := range map[string]os.FileMode{
		dir: 0o700, filepath.Join(dir, "2026"): 0o700, filepath.Join(dir, "2026/2026-11-29.jsonl"): 0o600,
	} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v, want %v", path, info.Mode(), err, want)
		}
	}
}

func TestRecent(t *testing.T) {
	d := open(t, t.TempDir())
	s := newSource("2026-12-30T12:00:00+09:00")
	for _, text := range []string{"1", "2", "hidden", "3", "4"} {
		scope := person.Scope("owner")
		if text == "hidden" {
			scope = "person:ann"
		}
		if err := d.Append(s.line(scope, text)); err != nil {
			t.Fatal(err)
		}
		s.now = s.now.Add(18 * time.Hour) // over the new year
	}
	for n, want := range map[int]string{-1: "", 0: "", 1: "4", 3: "2 3 4", 4: "1 2 3 4", 99: "1 2 3 4"} {
		lines, err := d.Recent(owner, n)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, l := range lines {
			got = append(got, l.Text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("Recent(%d) = %q, want %q", n, got, want)
		}
	}
	if lines, err := d.Recent(person.View{}, 9); len(lines) != 0 || err != nil {
		t.Errorf("the empty view sees %v, %v", lines, err)
	}
}

func TestRefuses(t *testing.T) {
	d := open(t, t.TempDir())
	s := newSource("2026-11-29T12:00:00+09:00")
	good := s.line("owner", "good")
	for name, spoil := range map[string]func(*Line){
		"no id":    func(l *Line) { l.ID = "" },
		"no scope": func(l *Line) { l.Scope = "" },
		"no time":  func(l *Line) { l.At = time.Time{} },
	} {
		bad := s.line("owner", "bad")
		spoil(&bad)
		if err := d.Append(good, bad); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if got := texts(t, d, owner, "2026-11-29"); len(got) != 0 {
		t.Errorf("a refused append left %q", got)
	}
	for _, day := range []string{"", "../../etc", "2026-13-01", "20261129"} {
		for _, err := range d.Day(owner, day) {
			if err == nil {
				t.Errorf("day %q is read", day)
			}
		}
	}
}

func TestDamagedLinesArePassedOver(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir)
	var log bytes.Buffer
	d.Log = slog.New(slog.NewTextHandler(&log, nil))
	s := newSource("2026-11-29T12:00:00+09:00")
	first, last := s.line("owner", "first"), s.line("owner", "last")
	if err := d.Append(first); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "2026/2026-11-29.jsonl")
	f, _ := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	f.WriteString("{\"v\":1,\"id\":\"x\n\x00\x00\x00\n\n{\"v\":99,\"id\":\"future\",\"scope\":\"owner\"}\nnull\n")
	f.Close()
	if err := d.Append(last); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"first", "last"}, texts(t, d, owner, "2026-11-29")); diff != "" {
		t.Error(diff)
	}
	if d.Damaged() != 5 {
		t.Errorf("%d damaged lines counted, want 5", d.Damaged())
	}
	if n := strings.Count(log.String(), "diary line skipped"); n != 5 {
		t.Errorf("%d damaged lines logged, want 5", n)
	}
}

// TestEveryCut cuts a day's file at every byte, as a crash may leave it: all
// whole lines stay, the torn one is set aside, and the next line stands alone.
func TestEveryCut(t *testing.T) {
	master := t.TempDir()
	s := newSource("2026-11-29T12:00:00+09:00")
	lines := []Line{s.line("owner", "ラーメン"), s.line("owner", "two"), s.line("owner", "three \"}\n{")}
	if err := open(t, master).Append(lines...); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(master, "2026/2026-11-29.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(whole) + 1 {
		checkCut(t, lines, whole[:cut], "", s)
		if cut%7 == 0 || cut > len(whole)-3 {
			checkCut(t, lines, whole[:cut], "\x00\x00\x00", s) // some file systems leave these
		}
	}
}

func checkCut(t *testing.T, lines []Line, left []byte, junk string, s *source) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "2026/2026-11-29.jsonl")
	if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(bytes.Clone(left), junk...), 0o600); err != nil {
		t.Fatal(err)
	}
	var want []string
	rest := left
	for _, l := range lines {
		// A line that lacks only its break is whole, unless more follows it.
		i := bytes.IndexByte(rest, '\n')
		if i < 0 && (junk != "" || !bytes.HasSuffix(rest, []byte("}")) || !strings.Contains(string(rest), `"channel":"terminal"}`)) {
			break
		}
		want = append(want, l.Text)
		if i < 0 {
			rest = nil
			break
		}
		rest = rest[i+1:]
	}
	next := s.line("owner", "next")
	d := open(t, dir)
	d.open = openUnsynced
	if err := d.Append(next); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(append(want, "next"), texts(t, d, owner, "2026-11-29")); diff != "" {
		t.Fatalf("cut at %d, then %q: %s", len(left), junk, diff)
	}
	if d.Damaged() != 0 {
		t.Fatalf("cut at %d, then %q: a torn line stayed in the file", len(left), junk)
	}
	torn, _ := os.ReadFile(path + ".torn")
	if aside := string(rest) + junk; aside != "" && string(torn) != aside+"\n" || aside == "" && torn != nil {
		t.Fatalf("cut at %d, then %q: set aside %q, want %q", len(left), junk, torn, aside)
	}
}

// unsynced is a file that skips the fsync, where only the bytes matter.
type unsynced struct{ file }

func (unsynced) Sync() error { return nil }

func openUnsynced(path string) (file, error) {
	f, err := openFile(path)
	return unsynced{f}, err
}

// faulty is a file on a disk that fails after so many bytes.
type faulty struct {
	file
	room      *int
	sync, cut error
}

func (f *faulty) Write(p []byte) (int, error) {
	if len(p) <= *f.room {
		*f.room -= len(p)
		return f.file.Write(p)
	}
	n, _ := f.file.Write(p[:*f.room])
	*f.room = 0
	return n, syscall.ENOSPC
}

func (f *faulty) Sync() error { return errors.Join(f.sync, f.file.Sync()) }

func (f *faulty) Truncate(n int64) error {
	if f.cut != nil {
		return f.cut
	}
	return f.file.Truncate(n)
}

// TestFullDisk lets an append of two lines fail after so many bytes:
// nothing of it remains, whether it could be undone at once or only later, and
// the same lines go in afterwards.
func TestFullDisk(t *testing.T) {
	s := newSource("2026-11-29T12:00:00+09:00")
	first, a, b := s.line("owner", "first"), s.line("owner", "a"), s.line("owner", "b")
	one, _ := encode(a)
	two, _ := encode(b)
	for _, stuck := range []error{nil, errors.New("stuck")} {
		for n := 0; n < len(one)+len(two); n += 5 {
			d := open(t, t.TempDir())
			d.open = openUnsynced
			if err := d.Append(first); err != nil {
				t.Fatal(err)
			}
			room := n
			d.open = func(path string) (file, error) {
				f, err := openUnsynced(path)
				return &faulty{file: f, room: &room, cut: stuck}, err
			}
			if err := d.Append(a, b); !errors.Is(err, syscall.ENOSPC) {
				t.Fatalf("room for %d: %v", n, err)
			}
			if stuck != nil {
				if err := d.Append(a, b); !errors.Is(err, stuck) {
					t.Fatalf("room for %d: appended behind a failed line: %v", n, err)
				}
			}
			d.open = openUnsynced
			if err := d.Append(a, b); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{"first", "a", "b"}, texts(t, d, owner, "2026-11-29")); diff != "" {
				t.Fatalf("room for %d: %s", n, diff)
			}
		}
	}
}

// TestFailedSync: a line that may not be on disk is not there, also when it is
// the other day's file that failed.
func TestFailedSync(t *testing.T) {
	d := open(t, t.TempDir())
	s := newSource("2026-11-29T23:59:59.900+09:00")
	a := s.line("owner", "a")
	s.now = s.now.Add(time.Second)
	b := s.line("owner", "b")
	d.open = func(path string) (file, error) {
		f, err := openFile(path)
		failed := error(nil)
		if strings.Contains(path, "11-30") {
			failed = syscall.EIO
		}
		room := 1 << 20
		return &faulty{file: f, room: &room, sync: failed}, err
	}
	if err := d.Append(a, b); !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	d.open = openFile
	for range 2 {
		if err := d.Append(a, b); err != nil {
			t.Fatal(err)
		}
	}
	for day, want := range map[string][]string{"2026-11-29": {"a"}, "2026-11-30": {"b"}} {
		if diff := cmp.Diff(want, texts(t, d, owner, day)); diff != "" {
			t.Error(day, diff)
		}
	}
}

// TestRepeats: a line that this process has written is not written again, also
// when two try at once; a new process has to ask.
func TestRepeats(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir)
	s := newSource("2026-11-29T12:00:00+09:00")
	a, b := s.line("owner", "a"), s.line("owner", "b")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if err := d.Append(a); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if err := d.Append(a, b); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a", "b"}, texts(t, d, owner, "2026-11-29")); diff != "" {
		t.Error(diff)
	}
	d.open = openUnsynced
	for range rememberDone {
		if err := d.Append(s.line("owner", "more")); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(d.done); n != rememberDone {
		t.Errorf("%d lines are remembered", n)
	}
	if ok, err := open(t, dir).Has(a.ID); !ok || err != nil {
		t.Error("after a restart:", ok, err)
	}
}

// TestLongTornLine: the end of the last whole line is found however far back.
func TestLongTornLine(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir)
	s := newSource("2026-11-29T12:00:00+09:00")
	long := strings.Repeat("長い", 40_000)
	if err := d.Append(s.line("owner", "a"), s.line("owner", long)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "2026/2026-11-29.jsonl")
	whole, _ := os.ReadFile(path)
	torn, err := encode(s.line("owner", long))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, 64<<10 - 1, 64 << 10, 64<<10 + 1, 128<<10 + 1, len(torn) - 2} {
		if err := os.WriteFile(path, append(bytes.Clone(whole), torn[:n]...), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := d.Append(s.line("owner", "next")); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"a", long, "next"}, texts(t, d, owner, "2026-11-29")); diff != "" {
			t.Fatalf("torn after %d bytes: lines differ", n)
		}
	}
}

// TestAnyHistory: whatever is appended, failed, torn and reopened in any
// order, exactly the acknowledged lines are there, in order.
func TestAnyHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "diary")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		d := open(t, dir)
		s := newSource("2026-11-29T12:00:00+09:00")
		path := filepath.Join(dir, "2026/2026-11-29.jsonl")
		var acked []string
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			l := s.line("owner", rapid.StringN(0, 20, 80).Draw(t, "text"))
			data, err := encode(l)
			if err != nil {
				t.Fatal(err)
			}
			switch rapid.SampledFrom([]string{"append", "torn", "full"}).Draw(t, "step") {
			case "append":
				if err := d.Append(l); err != nil {
					t.Fatal(err)
				}
				acked = append(acked, l.Text)
			case "torn": // killed in the middle of a write, then started again
				n := rapid.IntRange(0, len(data)-2).Draw(t, "cut")
				if os.MkdirAll(filepath.Dir(path), 0o700) == nil {
					f, _ := openFile(path)
					f.Write(data[:n])
					f.Close()
				}
				d = open(t, dir)
				continue // a second torn tail cannot come before a repair
			case "full":
				room := rapid.IntRange(0, len(data)-1).Draw(t, "room")
				d.open = func(path string) (file, error) {
					f, err := openFile(path)
					return &faulty{file: f, room: &room}, err
				}
				if d.Append(l) == nil {
					t.Fatal("a failed append is acknowledged")
				}
				d.open = openFile
			}
			if diff := cmp.Diff(acked, texts(t, d, owner, "2026-11-29")); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

func TestAppendAtOnce(t *testing.T) {
	d := open(t, t.TempDir())
	s := newSource("2026-11-29T12:00:00+09:00")
	const writers, each = 8, 25
	var lines [writers][each]Line
	for w := range lines {
		for i := range lines[w] {
			lines[w][i] = s.line("owner", string(rune('a'+w)))
		}
	}
	var wg sync.WaitGroup
	for _, mine := range lines {
		wg.Go(func() {
			for _, l := range mine {
				if err := d.Append(l); err != nil {
					t.Error(err)
				}
			}
		})
		wg.Go(func() { texts(t, d, owner, "2026-11-29") })
	}
	wg.Wait()
	if got := len(texts(t, d, owner, "2026-11-29")); got != writers*each || d.Damaged() != 0 {
		t.Errorf("%d lines, %d damaged, want %d, 0", got, d.Damaged(), writers*each)
	}
}

func BenchmarkAppend(b *testing.B) {
	d := open(b, b.TempDir())
	s := newSource("2026-11-29T12:00:00+09:00")
	for b.Loop() {
		if err := d.Append(s.line("owner", "an ordinary message of ordinary length")); err != nil {
			b.Fatal(err)
		}
	}
}

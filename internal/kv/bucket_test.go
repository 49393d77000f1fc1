package kv

import (
	"bufio"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestBucketIsASortedMap runs any sequence of operations against a map.
func TestBucketIsASortedMap(t *testing.T) {
	db := openAt(t, filepath.Join(t.TempDir(), "x.db"))
	// Few letters, so that keys meet; the last ones try the edge of prefixes.
	keys := rapid.StringMatching("[ab\u00ff]{0,3}").Filter(func(s string) bool { return s != "" })
	raw := rapid.Custom(func(t *rapid.T) string {
		return keys.Draw(t, "key") + rapid.SampledFrom([]string{"", "", "\x00", "\xff", "\xff\xff"}).Draw(t, "end")
	})
	round := 0
	rapid.Check(t, func(t *rapid.T) {
		round++
		b := NewBucket[int](fmt.Sprintf("test/%d", round))
		model := map[string]int{}
		rollback := errors.New("roll back") // keeps it fast: nothing is synced
		err := db.Update(func(tx *Tx) error {
			for range rapid.IntRange(0, 30).Draw(t, "steps") {
				bucketStep(t, tx, b, model, raw)
			}
			checkBucket(t, tx, b, model, raw.Draw(t, "prefix"))
			checkBucket(t, tx, b, model, "")
			checkBucket(t, tx, b, model, "\xff")
			return rollback
		})
		if !errors.Is(err, rollback) {
			t.Fatal(err)
		}
	})
}

func bucketStep(t *rapid.T, tx *Tx, b Bucket[int], model map[string]int, keys *rapid.Generator[string]) {
	k, v := keys.Draw(t, "key"), rapid.Int().Draw(t, "value")
	_, had := model[k]
	var err error
	switch rapid.SampledFrom([]string{"put", "absent", "delete", "get"}).Draw(t, "op") {
	case "put":
		err = b.Put(tx, k, v)
		model[k] = v
	case "absent":
		var fresh bool
		fresh, err = b.PutIfAbsent(tx, k, v)
		if fresh == had {
			t.Fatalf("PutIfAbsent(%q) = %v", k, fresh)
		}
		if !had {
			model[k] = v
		}
	case "delete":
		err = b.Delete(tx, k)
		delete(model, k)
	case "get":
		var got int
		var ok bool
		got, ok, err = b.Get(tx, k)
		if got != model[k] || ok != had {
			t.Fatalf("Get(%q) = %d, %v, want %d, %v", k, got, ok, model[k], had)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

func checkBucket(t *rapid.T, tx *Tx, b Bucket[int], model map[string]int, prefix string) {
	var all []string
	for _, k := range slices.Sorted(maps.Keys(model)) {
		if strings.HasPrefix(k, prefix) {
			all = append(all, k)
		}
	}
	if n := b.Count(tx, prefix); n != len(all) {
		t.Fatalf("Count(%q) = %d, want %d", prefix, n, len(all))
	}
	var up, down []string
	collect := func(list *[]string) func(string, int) error {
		return func(k string, v int) error {
			if v != model[k] {
				t.Fatalf("%q = %d, want %d", k, v, model[k])
			}
			*list = append(*list, k)
			return nil
		}
	}
	err := errors.Join(b.Ascend(tx, prefix, collect(&up)), b.Descend(tx, prefix, collect(&down)))
	slices.Reverse(down)
	if err != nil || !slices.Equal(up, all) || !slices.Equal(down, all) {
		t.Fatalf("prefix %q: up %q, down %q, want %q; %v", prefix, up, down, all, err)
	}
}

func TestIterationEnds(t *testing.T) {
	db := openAt(t, filepath.Join(t.TempDir(), "x.db"))
	put(t, db, "a", "1")
	put(t, db, "b", "2")
	boom := errors.New("boom")
	db.View(func(tx *Tx) error {
		for end, want := range map[error]error{ErrStop: nil, fmt.Errorf("wrapped: %w", ErrStop): nil, boom: boom} {
			for name, walk := range map[string]func(func(string, string) error) error{
				"up":   func(f func(string, string) error) error { return texts.Ascend(tx, "", f) },
				"down": func(f func(string, string) error) error { return texts.Descend(tx, "", f) },
			} {
				n := 0
				err := walk(func(string, string) error { n++; return end })
				if n != 1 || !errors.Is(err, want) || want == nil && err != nil {
					t.Errorf("%s, %v: %d calls, %v", name, end, n, err)
				}
			}
		}
		return nil
	})
}

func TestBadValuesAndKeys(t *testing.T) {
	db := openAt(t, filepath.Join(t.TempDir(), "x.db"))
	put(t, db, "a", "no number")
	numbers := NewBucket[int]("test/texts")
	db.View(func(tx *Tx) error {
		_, ok, err := numbers.Get(tx, "a")
		up := numbers.Ascend(tx, "", func(string, int) error { return nil })
		if ok || err == nil || up == nil || !strings.Contains(err.Error(), "test/texts") {
			t.Errorf("a text read as a number: %v, %v, %v", ok, err, up)
		}
		return nil
	})
	db.Update(func(tx *Tx) error {
		if err := texts.Put(tx, "", "x"); err == nil {
			t.Error("an empty key is stored")
		}
		if err := texts.Put(tx, strings.Repeat("k", 32_769), "x"); err == nil {
			t.Error("too long a key is stored")
		}
		return nil
	})
}

// TestSetAside: what cannot be read stops nobody, is kept, and can be forgotten.
func TestSetAside(t *testing.T) {
	db := openAt(t, filepath.Join(t.TempDir(), "x.db"))
	numbers, words := NewBucket[int]("test/texts"), NewBucket[string]("test/texts/unreadable")
	put(t, db, "a", "no number")
	put(t, db, "b", "nor this")
	err := db.Update(func(tx *Tx) error {
		if err := numbers.Put(tx, "c", 3); err != nil {
			return err
		}
		wrong, err := numbers.SetAside(tx)
		again, more := numbers.SetAside(tx)
		if len(wrong) != 2 || !strings.Contains(wrong[0].Error(), `"a"`) || len(again) != 0 {
			t.Errorf("wrong: %v, then %v", wrong, again)
		}
		n := 0
		up := numbers.Ascend(tx, "", func(_ string, v int) error { n += v; return nil })
		if kept, ok, err := words.Get(tx, "a"); n != 3 || kept != "no number" || !ok || err != nil {
			t.Errorf("%d, kept %q, %v", n, kept, err)
		}
		forget := numbers.ForgetAside(tx, "a")
		if _, ok, err := words.Get(tx, "a"); ok || err != nil || words.Count(tx, "") != 1 {
			t.Errorf("not forgotten, %v", err)
		}
		return errors.Join(err, more, up, forget)
	})
	if err != nil {
		t.Error(err)
	}
}

func TestKeys(t *testing.T) {
	if Key("a", "b") == Key("a\x01", "b") || !strings.HasPrefix(Key("a", "b"), Prefix("a")) || strings.HasPrefix(Key("ab", "c"), Prefix("a")) {
		t.Error("keys of different parts meet")
	}
	if First(Key("a", "b", "c")) != "a" || First("a") != "a" {
		t.Error("first part")
	}
}

// TestLogKeepsTheLast runs appends and trims against plain slices.
func TestLogKeepsTheLast(t *testing.T) {
	db := openAt(t, filepath.Join(t.TempDir(), "x.db"))
	round := 0
	rapid.Check(t, func(t *rapid.T) {
		round++
		keep := rapid.IntRange(1, 4).Draw(t, "keep")
		l := NewLog[int](fmt.Sprintf("test/log%d", round), uint64(keep))
		type entry struct {
			n uint64
			v int
		}
		model, count := map[string][]entry{}, map[string]uint64{}
		rollback := errors.New("roll back")
		err := db.Update(func(tx *Tx) error {
			for range rapid.IntRange(1, 30).Draw(t, "steps") {
				g := rapid.SampledFrom([]string{"a", "ab", "b"}).Draw(t, "group")
				if rapid.IntRange(0, 4).Draw(t, "op") == 0 {
					n := rapid.Uint64Range(0, count[g]+2).Draw(t, "upto")
					if err := l.Trim(tx, g, n); err != nil {
						t.Fatal(err)
					}
					model[g] = slices.DeleteFunc(model[g], func(e entry) bool { return e.n <= n })
				} else {
					v := rapid.Int().Draw(t, "value")
					old, gone, err := l.Append(tx, g, v)
					count[g]++
					model[g] = append(model[g], entry{count[g], v})
					want, full := 0, false
					if first := model[g][0]; first.n+uint64(keep) <= count[g] {
						want, full, model[g] = first.v, true, model[g][1:]
					}
					if err != nil || old != want || gone != full {
						t.Fatalf("Append = %d, %v, %v, want %d, %v", old, gone, err, want, full)
					}
				}
				var got []entry
				err := l.Ascend(tx, g, func(n uint64, v int) error { got = append(got, entry{n, v}); return nil })
				if err != nil || !slices.Equal(got, model[g]) {
					t.Fatalf("group %s: %v, want %v; %v", g, got, model[g], err)
				}
			}
			return rollback
		})
		if !errors.Is(err, rollback) {
			t.Fatal(err)
		}
	})
}

// TestMain becomes the victim of TestKill when it is started for that.
func TestMain(m *testing.M) {
	if path := os.Getenv("KV_TEST_VICTIM"); path != "" {
		victim(path)
	}
	if path := os.Getenv("KV_TEST_FULL"); path != "" {
		full(path)
	}
	os.Exit(m.Run())
}

// victim writes pairs of keys and prints each number once it is committed.
func victim(path string) {
	db, err := Open(path, Options{})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	base := 0
	db.View(func(tx *Tx) error { base = texts.Count(tx, "a"); return nil })
	for i := base; ; i++ {
		err := db.Update(func(tx *Tx) error {
			v := strings.Repeat("x", i%700)
			return errors.Join(texts.Put(tx, fmt.Sprintf("a%08d", i), v), texts.Put(tx, fmt.Sprintf("b%08d", i), v))
		})
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		fmt.Println(i)
	}
}

// TestKill kills a writing process again and again: what it acknowledged is
// there, every transaction is whole, and the file is sound.
func TestKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	acked := -1
	for round := range 8 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "KV_TEST_VICTIM="+path)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		kill := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
		for lines.Scan() {
			if _, err := fmt.Sscan(lines.Text(), &acked); err != nil {
				t.Fatal(lines.Text())
			}
			if kill != nil && kill.Stop() { // on the first line
				kill = nil
				time.AfterFunc(time.Duration(20+round*17)*time.Millisecond, func() { cmd.Process.Kill() })
			}
		}
		cmd.Wait()
		checkVictim(t, path, acked)
	}
	t.Logf("%d transactions acknowledged", acked+1)
}

func checkVictim(t *testing.T, path string, acked int) {
	t.Helper()
	db, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Check(); err != nil {
		t.Fatal(err)
	}
	var a, b []string
	err = db.View(func(tx *Tx) error {
		return texts.Ascend(tx, "", func(k, v string) error {
			if k[0] == 'a' {
				a = append(a, k[1:]+v)
			} else {
				b = append(b, k[1:]+v)
			}
			return nil
		})
	})
	if diff := cmp.Diff(a, b); err != nil || diff != "" {
		t.Fatal("a torn transaction", err, diff)
	}
	// At most the one that was committed but not yet printed is more.
	if n := len(a); n < acked+1 || n > acked+2 {
		t.Fatalf("%d transactions are there, %d were acknowledged", n, acked+1)
	}
}

// TestFullDisk lets a child run into the end of its disk, here a limit on the
// size of files, and then gives it room again.
func TestFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "KV_TEST_FULL="+path)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "ok ") {
		t.Fatalf("%v: %s", err, out)
	}
	t.Logf("%s", out)
	db := openAt(t, path)
	want(t, db, "after", "room")
	if err := db.Check(); err != nil {
		t.Error(err)
	}
}

// full writes until the disk is full, looks whether all is there, and writes
// on when there is room. It prints "ok" or what is wrong.
func full(path string) {
	signal.Ignore(syscall.SIGXFSZ)
	limit := syscall.Rlimit{Cur: 3 << 20, Max: 1 << 40}
	err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
	db, err2 := Open(path, Options{})
	if err := errors.Join(err, err2); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	key := func(i int) string { return fmt.Sprintf("a%08d", i) }
	write := func(i int) error {
		return db.Update(func(tx *Tx) error { return texts.Put(tx, key(i), strings.Repeat("x", 50_000)) })
	}
	n := 0
	for err = nil; err == nil && n < 1000; n++ {
		err = write(n)
	}
	n-- // the one that failed
	var wrong []any
	if !errors.Is(err, syscall.EFBIG) && (err == nil || !strings.Contains(err.Error(), "too large")) {
		wrong = append(wrong, "the disk is not full:", err)
	}
	for range 3 { // an error each time, and nothing else
		if write(n) == nil {
			wrong = append(wrong, "written on a full disk")
		}
	}
	db.View(func(tx *Tx) error {
		if there := texts.Count(tx, "a"); there != n {
			wrong = append(wrong, there, "there, acknowledged", n)
		}
		return nil
	})
	limit.Cur = limit.Max
	err = errors.Join(syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit), db.Check(), write(n),
		db.Update(func(tx *Tx) error { return texts.Put(tx, "after", "room") }), db.Check(), db.Close())
	if err != nil || len(wrong) > 0 {
		fmt.Println(append(wrong, err)...)
		os.Exit(1)
	}
	fmt.Println("ok after", n, "writes")
	os.Exit(0)
}

func BenchmarkUpdate(b *testing.B) {
	db := openAt(b, filepath.Join(b.TempDir(), "x.db"))
	for b.Loop() {
		put(b, db, "key", "value")
	}
}

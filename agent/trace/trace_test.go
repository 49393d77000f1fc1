package trace

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/turn"
)

var tokyo = time.FixedZone("JST", 9*3600)

func open(t *testing.T) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "traces"), tokyo)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func at(s string) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		panic(err)
	}
	return t
}

func traceAt(when time.Time) agent.Trace {
	id := turn.NewIDs(func() time.Time { return when }).New()
	return agent.Trace{Turn: id, Conv: "owner", At: when.UTC(), View: "owner,shared", Model: "m",
		Generations: []agent.Generation{{Usage: agent.Usage{Prompt: 10, Cached: 7}, Took: time.Second, Thought: "うーん <x>", Calls: []string{"get_time"}}}}
}

// TestFolderClearedAway: an owner may remove the folder at any time; then there
// are no traces, and the next one is kept.
func TestFolderClearedAway(t *testing.T) {
	s := open(t)
	if err := os.RemoveAll(s.dir); err != nil {
		t.Fatal(err)
	}
	none := func(agent.Trace) bool { t.Error("a trace of nothing"); return true }
	if err := s.Newest(time.Time{}, "", none); err != nil {
		t.Error(err)
	}
	if n, err := s.Prune(at("2026-11-30T00:00:00Z")); n != 0 || err != nil {
		t.Error(n, err)
	}
	kept := traceAt(at("2026-11-30T00:01:00+09:00"))
	if err := s.Append(kept); err != nil {
		t.Error(err)
	}
	if _, ok, err := s.Find(kept.Turn); !ok || err != nil {
		t.Error(ok, err)
	}
}

func TestAppendAndFind(t *testing.T) {
	s := open(t)
	first, second := traceAt(at("2026-11-29T23:59:00+09:00")), traceAt(at("2026-11-30T00:01:00+09:00"))
	late := traceAt(at("2026-11-29T23:59:59+09:00")) // written under the day its turn ended
	late.At = at("2026-11-30T00:03:00+09:00").UTC()
	again := second
	again.Error = "stopped"
	for _, x := range []agent.Trace{first, second, late, again} {
		if err := s.Append(x); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []agent.Trace{first, again, late} {
		got, ok, err := s.Find(want.Turn)
		if diff := cmp.Diff(want, got); !ok || err != nil || diff != "" {
			t.Error(ok, err, diff)
		}
	}
	if _, ok, err := s.Find(traceAt(first.At).Turn); ok || err != nil {
		t.Error("unknown:", ok, err)
	}
	if _, _, err := s.Find("nonsense"); err == nil {
		t.Error("not an id, no error")
	}
	if err := s.Append(agent.Trace{Turn: first.Turn}); err == nil {
		t.Error("a trace without a time is taken")
	}
	names, _ := filepath.Glob(filepath.Join(s.dir, "*"))
	if len(names) != 2 {
		t.Errorf("files %q", names)
	}
	for _, n := range append(names, s.dir) {
		if info, err := os.Stat(n); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", n, info.Mode(), err)
		}
	}
}

// TestTornLine: a torn line hides neither the trace before it nor the next.
func TestTornLine(t *testing.T) {
	s := open(t)
	when := at("2026-11-29T12:00:00+09:00")
	a, b := traceAt(when), traceAt(when)
	path := filepath.Join(s.dir, "2026-11-29.jsonl")
	if err := s.Append(a); err != nil {
		t.Fatal(err)
	}
	whole, _ := os.ReadFile(path)
	for cut := range len(whole) {
		os.WriteFile(path, append(append([]byte{}, whole...), whole[:cut]...), 0o600)
		if err := s.Append(b); err != nil {
			t.Fatal(err)
		}
		for _, want := range []turn.ID{a.Turn, b.Turn} {
			if _, ok, err := s.Find(want); !ok || err != nil {
				t.Fatalf("cut at %d: %v, %v", cut, ok, err)
			}
		}
	}
}

func TestPrune(t *testing.T) {
	s := open(t)
	now := at("2026-11-29T12:00:00+09:00")
	for _, days := range []int{0, 1, 90, 91, 92, 400} {
		if err := s.Append(traceAt(now.AddDate(0, 0, -days))); err != nil {
			t.Fatal(err)
		}
	}
	for _, other := range []string{"notes.txt", "old.jsonl"} {
		if err := os.WriteFile(filepath.Join(s.dir, other), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []int{3, 0} {
		if n, err := s.Prune(now); n != want || err != nil {
			t.Errorf("pruned %d, want %d, %v", n, want, err)
		}
	}
	entries, _ := os.ReadDir(s.dir)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got := strings.Join(names, " "); got != "2026-08-31.jsonl 2026-11-28.jsonl 2026-11-29.jsonl notes.txt old.jsonl" {
		t.Errorf("left %s", got)
	}
}

func TestAppendAtOnce(t *testing.T) {
	s := open(t)
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			x := traceAt(at("2026-11-29T12:00:00+09:00").Add(time.Duration(i) * time.Second))
			if err := s.Append(x); err != nil {
				t.Error(err)
			}
			if _, ok, err := s.Find(x.Turn); !ok || err != nil {
				t.Error(ok, err)
			}
		})
	}
	wg.Wait()
}

func TestNewest(t *testing.T) {
	s := open(t)
	var all []agent.Trace
	for _, when := range []string{"2026-11-27T12:00:00+09:00", "2026-11-28T23:59:00+09:00", "2026-11-29T00:01:00+09:00", "2026-11-29T08:00:00+09:00"} {
		x := traceAt(at(when))
		x.Answers = []turn.ID{turn.ID("said-" + when[8:13])}
		all = append(all, x)
	}
	again := all[2]
	again.Error = "stopped"
	for _, x := range append(all, again) {
		if err := s.Append(x); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(s.dir, "2026-11-28.jsonl.old"), []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(s.dir, "2026-11-29.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("{\"turn\":\"torn"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	for _, c := range []struct {
		until, mark string
		most        int
		want        []agent.Trace
	}{
		{"", "", 9, []agent.Trace{again, all[3], all[1], all[0]}},
		{"", "", 1, []agent.Trace{again}},
		{"", "said-29T08", 9, []agent.Trace{all[3]}},
		{"", "nobody", 9, nil},
		{"2026-11-26T12:00:00+09:00", "", 9, []agent.Trace{all[0]}},
		{"2026-11-27T12:00:00+09:00", "", 2, []agent.Trace{all[1], all[0]}},
	} {
		var until time.Time
		if c.until != "" {
			until = at(c.until)
		}
		var got []agent.Trace
		err := s.Newest(until, c.mark, func(x agent.Trace) bool {
			got = append(got, x)
			return len(got) < c.most
		})
		if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
			t.Errorf("until %q, mark %q: %v %s", c.until, c.mark, err, diff)
		}
	}
}

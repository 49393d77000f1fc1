package ops_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/memorytest"
)

// eraserHome is the folder in which a child process erases; see TestKillErase.
const eraserHome = "KOKORON_TEST_ERASER_HOME"

// TestEraserChild is no test of its own: it is what TestKillErase kills. It
// erases the facts it is given, one after the other, and says so.
func TestEraserChild(t *testing.T) {
	dir := os.Getenv(eraserHome)
	if dir == "" {
		t.Skip("this is the process that TestKillErase starts")
	}
	var list []string
	raw, err := os.ReadFile(filepath.Join(dir, "..", "facts.json"))
	if err == nil {
		err = json.Unmarshal(raw, &list)
	}
	if err != nil {
		t.Fatal(err)
	}
	h := openErasable(t, dir, hashed{}, nil, true)
	fmt.Println()
	for i, words := range list {
		d, err := h.eraser.Doom(t.Context(), ops.Viewer{View: person.ViewOf(owner)}, ops.ToErase{Text: words})
		if err != nil {
			continue // an earlier process has erased it
		}
		fmt.Println("begins", i)
		if _, err := h.eraser.Erase(t.Context(), owner, d); err != nil {
			t.Fatal(err)
		}
		fmt.Println("done", i)
	}
	fmt.Println("end")
	h.close()
}

// eraseUntil lets a child erase and kills it a while after it has begun with
// the nth fact. It gives the fact it was at, or -1, and whether it came to the
// end.
func eraseUntil(t *testing.T, dir string, nth int, after time.Duration) (at int, whole bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestEraserChild$", "-test.v")
	cmd.Env = append(os.Environ(), eraserHome+"="+dir)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	at = -1
	for in := bufio.NewScanner(out); in.Scan(); {
		line := in.Text()
		whole = whole || line == "end"
		switch {
		case strings.HasPrefix(line, "begins"):
			fmt.Sscanf(line, "begins %d", &at)
			if nth--; nth == 0 {
				time.AfterFunc(after, func() { cmd.Process.Kill() })
			}
		case strings.HasPrefix(line, "done"):
			at = -1
		}
	}
	cmd.Wait() // it was killed, or it has ended
	return at, whole
}

// TestKillErase: a kill at any moment of an erasure leaves it as if it had
// never begun, or it is carried out at the next start, whole.
func TestKillErase(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "home")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	h := openErasable(t, dir, hashed{}, nil, true)
	o := h.beside(4)
	const seed = 7
	kills, n := 12, 30
	if os.Getenv("KOKORON_PROVE") != "" {
		kills = 200
	}
	if n, err := strconv.Atoi(os.Getenv("KOKORON_KILLS")); err == nil {
		kills = n
	}
	n = max(n, kills)
	list := facts(n)
	var words []string
	for i := range list {
		h.spread(&list[i], i)
		words = append(words, list[i].words)
	}
	h.close()
	raw, err := json.Marshal(words)
	if err == nil {
		err = os.WriteFile(filepath.Join(root, "facts.json"), raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	middle := 0 // kills that an erasure was not done with
	for range kills {
		at, whole := eraseUntil(t, dir, 1+r.IntN(2), time.Duration(r.IntN(150))*time.Millisecond)
		h := openErasable(t, dir, hashed{}, nil, false)
		h.copy = memorytest.NewFake(hashModel.Dim)
		h.must(h.DB.View(func(tx *kv.Tx) error {
			middle += kv.NewBucket[json.RawMessage]("ops/erasures").Count(tx, "")
			return nil
		}))
		h.must(h.eraser.Resume(t.Context()))
		if at >= 0 { // nothing of it is left, or all of it is there
			stands := h.bytesWith(list[at].words)
			if len(stands) > 0 && !h.holdsRecord(list[at]) {
				t.Errorf("half of %q is left in %v", list[at].words, stands)
			}
		}
		h.run()
		done, err := h.eraser.Finish(t.Context())
		if err != nil || !done {
			t.Fatalf("not finished: %v", err)
		}
		h.stay(o)
		h.close()
		if whole {
			break
		}
	}
	for { // the rest
		if _, whole := eraseUntil(t, dir, 0, 0); whole {
			break
		}
	}
	h = openErasable(t, dir, hashed{}, nil, true)
	h.copy = memorytest.NewFake(hashModel.Dim)
	for _, f := range list {
		h.nowhere(f, []string{string(f.line), string(f.record)})
	}
	h.stay(o)
	h.close()
	if middle == 0 {
		t.Error("no kill came in the middle")
	}
	t.Logf("proof: %d kills, %d in the middle of an erasure, seed %d", kills, middle, seed)
}

// holdsRecord reports whether the record of a fact is there still.
func (h *erasable) holdsRecord(f fact) (there bool) {
	h.must(h.Ledger.Each(func(r memory.Record) error {
		there = there || r.ID == f.record && r.Content == f.content
		return nil
	}))
	return there
}

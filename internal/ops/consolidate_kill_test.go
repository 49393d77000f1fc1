package ops_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/memory/consolidate"
	"github.com/kokoron/kokoron/memory/encode"
)

// sleeperHome is the folder in which a child process consolidates; see
// TestKillSleep.
const sleeperHome = "KOKORON_TEST_SLEEPER_HOME"

// slow is a model that takes its time, so that a kill can meet it.
type slow struct{ encode.Model }

func (s slow) Answer(ctx context.Context, a encode.Ask) (string, error) {
	time.Sleep(5 * time.Millisecond)
	return s.Model.Answer(ctx, a)
}

// unhurried is a journal that takes its time around each step.
type unhurried struct{ consolidate.Journal }

func (p unhurried) Commit(ctx context.Context, s consolidate.Step) error {
	time.Sleep(10 * time.Millisecond)
	return p.Journal.Commit(ctx, s)
}

var sleepAt = time.Date(2026, 12, 6, 3, 0, 0, 0, zone)

// openSleeper opens a home at a time; it is closed by close.
func openSleeper(t *testing.T, dir string, at time.Time) (h *home, s *sleeper, shut func()) {
	h = &home{t: t, dir: dir}
	h.open(&stepClock{at: at})
	m := weekly()
	m.notes = cat
	return h, h.sleeping(slow{m}), func() { h.end(); h.DB.Close() }
}

// TestSleeperChild is no test of its own: it is what TestKillSleep kills.
func TestSleeperChild(t *testing.T) {
	dir := os.Getenv(sleeperHome)
	if dir == "" {
		t.Skip("this is the process that TestKillSleep starts")
	}
	_, s, shut := openSleeper(t, dir, sleepAt)
	defer shut()
	s.Over(func(j consolidate.Journal) consolidate.Journal { return unhurried{j} })
	fmt.Println("open")
	run(t, s, ops.Nightly, sleepAt)
	run(t, s, ops.Weekly, sleepAt)
}

// longLife fills a home with what a night and a week have to do.
func longLife(t *testing.T, dir string) {
	h, _, shut := openSleeper(t, dir, time.Date(2026, 11, 30, 8, 0, 0, 0, zone))
	defer shut()
	h.aDay()
	h.old()
	for i := range 25 {
		name := fmt.Sprintf("owner/episodes/2026-08-%02d.md", i+1)
		h.write(name, fmt.Sprintf("## 20:00 — 話%d\n\n%s\n\n- 一つ目は%d番の話\n- 二つ目の話\n- 三つ目\n", i, h.read("owner/episodes/2026-09-02.md")[20:400], i))
	}
}

// TestKillSleep: a process that is killed at any moment, again and again, comes
// to what one comes to that is left in peace.
func TestKillSleep(t *testing.T) {
	whole, dir := t.TempDir(), t.TempDir()
	longLife(t, whole)
	longLife(t, dir)
	h, s, shut := openSleeper(t, whole, sleepAt)
	run(t, s, ops.Nightly, sleepAt)
	run(t, s, ops.Weekly, sleepAt)
	want := h.texts()
	shut()
	r, kills, ended := rand.New(rand.NewPCG(5, 0)), 0, 0
	for kills < 12 && ended == 0 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestSleeperChild$", "-test.v")
		cmd.Env = append(os.Environ(), sleeperHome+"="+dir)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		buf := make([]byte, 1<<12)
		if _, err := out.Read(buf); err != nil { // it is at work
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(10+r.IntN(70))*time.Millisecond, func() { cmd.Process.Kill() })
		for _, err = out.Read(buf); err == nil; _, err = out.Read(buf) {
		}
		if err := cmd.Wait(); err == nil {
			ended++
		} else {
			kills++
		}
		timer.Stop()
	}
	h, s, shut = openSleeper(t, dir, sleepAt)
	defer shut()
	run(t, s, ops.Nightly, sleepAt)
	run(t, s, ops.Weekly, sleepAt)
	t.Logf("%d kills, %d came to the end", kills, ended)
	if kills < 3 {
		t.Errorf("only %d kills", kills)
	}
	if d := cmp.Diff(want, h.texts()); d != "" {
		t.Errorf("killed %d times:\n%s", kills, d)
	}
	if again := run(t, s, ops.Weekly, sleepAt); again.Steps != 0 {
		t.Errorf("not done: %+v", again)
	}
}

// Command bench measures the binary as a whole process: its size, the time
// from start to listening, and the memory of an idle empty home. It prints a
// Markdown table and keeps nothing.
package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// starts is how often the program is started; the median counts.
const starts = 11

// idle is how long a home is left alone before its memory is read.
const idle = 2 * time.Second

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	dir, err := os.MkdirTemp("", "kokoron-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	bin := filepath.Join(dir, "kokoron")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", bin, "./cmd/kokoron")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w\n%s", err, out)
	}
	info, err := os.Stat(bin)
	if err != nil {
		return err
	}
	var took []time.Duration
	var rss []int
	for i := range starts {
		d, kb, err := start(bin, filepath.Join(dir, fmt.Sprint("home", i)))
		if err != nil {
			return err
		}
		took, rss = append(took, d), append(rss, kb)
	}
	slices.Sort(took)
	slices.Sort(rss)
	fmt.Printf("| what | median | worst of %d |\n|---|---|---|\n", starts)
	fmt.Printf("| start → listening, empty home, rehearsal | %.0f ms | %.0f ms |\n", ms(took[starts/2]), ms(took[starts-1]))
	fmt.Printf("| idle RSS, empty home, rehearsal | %.1f MB | %.1f MB |\n", mb(rss[starts/2]), mb(rss[starts-1]))
	fmt.Printf("| stripped binary | %.1f MB | |\n", float64(info.Size())/1e6)
	return nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
func mb(kb int) float64          { return float64(kb) * 1024 / 1e6 }

// start runs the companion on an empty home until it listens and rests, and
// gives the time that took and its resident memory in KiB.
func start(bin, home string) (time.Duration, int, error) {
	cmd := exec.Command(bin, "serve", "--home", home, "--listen", "127.0.0.1:0")
	cmd.Env = append(os.Environ(), "KOKORON_MODEL_URL=")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, 0, err
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, 0, err
	}
	defer func() {
		_ = cmd.Process.Signal(syscall.SIGTERM) // it may have ended by itself
		_ = cmd.Wait()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	took := time.Since(began)
	if err != nil || !strings.HasPrefix(line, "listening ") {
		return 0, 0, fmt.Errorf("it printed %q: %w", line, err)
	}
	time.Sleep(idle)
	kb, err := resident(cmd.Process.Pid)
	return took, kb, err
}

func resident(pid int) (kb int, err error) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(raw)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			_, err := fmt.Sscan(rest, &kb)
			return kb, err
		}
	}
	return 0, fmt.Errorf("no VmRSS of process %d", pid)
}

//go:build unix

package stream

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMessagesLinear compares sizes: eight times the text may not take much more
// than eight times as long.
func TestMessagesLinear(t *testing.T) {
	for _, unit := range []string{"[MESSAGE]", "[/MESSAGE]", "[MESSAGE]a[/MESSAGE]", "`", "` `` ", "```\n[MESSAGE]\n", "[[ ", "> [MESSAGE]\n", "[\t\t"} {
		linear(t, unit, func(n int) { ParseMessages(strings.Repeat(unit, n)) })
	}
}

// TestFilterLinear compares sizes for texts that invite a second look.
func TestFilterLinear(t *testing.T) {
	for _, unit := range []string{
		"<", "<think", "<think ", "<think>", "</think>", "<think></think>", " ", "` ", "`<think>", "` <think> `` ", "``\n", "{", "{\"",
		"{\"a\":\"<think>", "{\"<think></think>\":", "{\"a\":\"<think></think>{", "\"<think>\",", "> ```\n", "[THIN", "◁", "\xe3", "\n", "<think a=`", "<think>`</think>",
	} {
		for _, m := range []Mode{Auto, Prefilled, Held} {
			f := New(Options{})
			run := func(text []byte, size int) {
				f.Reset(m)
				for ; len(text) > size; text = text[size:] {
					f.Write(text[:size])
				}
				f.Write(text)
				f.Close()
			}
			linear(t, unit+" at once", func(n int) { run([]byte(strings.Repeat(unit, n)), n*len(unit)) })
			for _, before := range []string{"", "`<think>", "{\"<think>", "<think>", "<think><think></think>"} {
				linear(t, before+unit+" in bytes", func(n int) { run([]byte(before+strings.Repeat(unit, n/4)), 1) })
			}
		}
	}
}

// linear fails if work of size n grows clearly faster than n. It counts processor
// time: on a busy machine only the short run would have the processor for itself.
func linear(t *testing.T, name string, work func(n int)) {
	t.Helper()
	timed := func(n int) time.Duration {
		start := cpuTime(t)
		work(n)
		return cpuTime(t) - start
	}
	small, large := time.Hour, time.Hour
	for range 10 {
		small, large = min(small, timed(5_000)), min(large, timed(40_000))
		// Eight times the size; quadratic work would take 64 times as long.
		if large <= 24*small || large < 5*time.Millisecond {
			return
		}
	}
	t.Errorf("%.30q: %v for 5,000 units, %v for 40,000", name, small, large)
}

func cpuTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

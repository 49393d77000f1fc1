package stream

import (
	"strings"
	"testing"
)

const (
	english  = "The rain has stopped, so we could walk to the pier and feed the cat. "
	japanese = "雨がやんだから、桟橋まで歩いて猫にごはんをあげようか。"
	markdown = "1. First, the **rice**:\n   ```sh\n   wash --twice rice\n   ```\n2. Then `miso`, if a < b.\n\n"
)

var texts = []struct{ name, text string }{
	{"English", english},
	{"Japanese", japanese},
	{"Markdown", markdown},
	{"Thought", "<think>" + strings.Repeat(english, 50) + "</think>" + english},
}

func benchmark(b *testing.B, size, length int) {
	for _, c := range texts {
		b.Run(c.name, func(b *testing.B) {
			text := []byte(strings.Repeat(c.text, length/len(c.text)+1))[:length]
			f := New(Options{})
			for _, p := range cuts(text, size) {
				f.Write(p)
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			f.Reset(Auto)
			at := 0
			for b.Loop() {
				f.Write(text[at : at+size])
				if at += size; at+size > len(text) {
					at = 0
					f.Reset(Auto)
				}
			}
		})
	}
}

// BenchmarkSmall is about one token a chunk; the target is 100 ns.
func BenchmarkSmall(b *testing.B) { benchmark(b, 5, 20_000) }

// BenchmarkLarge is 4 KiB a chunk; the target is 500 MB/s.
func BenchmarkLarge(b *testing.B) { benchmark(b, 4096, 256<<10) }

// BenchmarkString is BenchmarkSmall for strings.
func BenchmarkString(b *testing.B) {
	f := New(Options{})
	b.ReportAllocs()
	for b.Loop() {
		f.WriteString(" rain")
	}
}

// TestNoAllocation checks what the benchmarks print: once its buffers have
// grown, a Filter allocates nothing, also across Reset.
func TestNoAllocation(t *testing.T) {
	text := []byte(strings.Repeat("ok `<think>` \n```\n<think>\n```\n<think a='b'>あ<think>x</think> y</think> {\"a\":\"<think>\"} z < ", 20))
	for _, m := range []Mode{Auto, Prefilled, Held} {
		for _, size := range []int{1, 5, 4096} {
			f := New(Options{})
			run := func() {
				f.Reset(m)
				for at := 0; at < len(text); at += size {
					f.Write(text[at:min(at+size, len(text))])
				}
				f.Close()
			}
			run()
			if n := testing.AllocsPerRun(10, run); n != 0 {
				t.Errorf("mode %d, %d bytes a chunk: %v allocations a stream", m, size, n)
			}
		}
	}
}

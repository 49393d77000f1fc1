package lexical

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/person"
)

// life writes units as long and as mixed as chat turns are: Japanese and
// English, words by Zipf's law over a vocabulary.
func life(n int) []Unit {
	r := rand.New(rand.NewPCG(7, 7))
	en, ja := rand.NewZipf(r, 1.07, 4, 40_000), rand.NewZipf(r, 1.07, 4, 30_000)
	kana := []rune("のにはをたがでてとしれさいるなもかりだまらうこよつきせあくけどん")
	units := make([]Unit, n)
	for i := range units {
		var b strings.Builder
		if i%2 == 0 {
			for range 8 + r.IntN(24) {
				fmt.Fprintf(&b, "w%s ", letters(en.Uint64()))
			}
		} else {
			for range 5 + r.IntN(15) {
				w := ja.Uint64()
				b.WriteRune(rune(0x4e00 + w%3000))
				b.WriteRune(rune(0x4e00 + (w*7+w/3000)%3000))
				b.WriteRune(kana[r.IntN(len(kana))])
				b.WriteRune(kana[min(r.IntN(len(kana)), r.IntN(len(kana)))])
			}
		}
		units[i] = Unit{ID: fmt.Sprintf("01930000-0000-7000-8000-%012d", i), Speaker: "先生", Text: b.String()}
	}
	return units
}

// letters writes a number as a word.
func letters(n uint64) string {
	return strings.Map(func(r rune) rune { return 'a' + r%26 }, strconv.FormatUint(n, 8))
}

// size is how many units BenchmarkLife lives on; KOKORON_BENCH_UNITS sets it.
func size(b *testing.B) int {
	n, err := strconv.Atoi(os.Getenv("KOKORON_BENCH_UNITS"))
	if err != nil {
		n = 10_000
	}
	return n
}

// BenchmarkLife builds an index, searches it with texts like those in it, and
// saves and loads it.
func BenchmarkLife(b *testing.B) {
	units, view := life(size(b)), person.Only("owner")
	runtime.GC()
	before := heapMB()
	ix := New()
	began, cpu := time.Now(), processor(b)
	for _, u := range units {
		ix.Put("owner", u)
	}
	build, buildCPU := time.Since(began), processor(b)-cpu
	runtime.GC()
	heap := heapMB() - before
	path := filepath.Join(b.TempDir(), "lexical")
	began = time.Now()
	if err := ix.Save(path); err != nil {
		b.Fatal(err)
	}
	save := time.Since(began)
	began = time.Now()
	if _, err := Load(path); err != nil {
		b.Fatal(err)
	}
	load := time.Since(began)
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	var took []time.Duration
	cpu = processor(b)
	for i := 0; b.Loop(); i++ {
		began := time.Now()
		ix.Search(view, units[i*7919%len(units)].Text, 50)
		took = append(took, time.Since(began))
	}
	cpu = processor(b) - cpu
	slices.Sort(took)
	b.ReportMetric(ms(cpu)/float64(len(took)), "cpu-ms/search")
	b.ReportMetric(float64(len(units))/buildCPU.Seconds(), "units/cpu-s")
	b.ReportMetric(float64(len(units))/build.Seconds(), "units/s")
	b.ReportMetric(heap, "heap-MB")
	b.ReportMetric(float64(info.Size())/1e6, "file-MB")
	b.ReportMetric(ms(save), "save-ms")
	b.ReportMetric(ms(load), "load-ms")
	b.ReportMetric(ms(took[len(took)/2]), "p50-ms")
	b.ReportMetric(ms(took[len(took)*99/100]), "p99-ms")
}

// processor is the time this process has had of the processor: on a busy
// machine the only one that says something of the code.
func processor(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func heapMB() float64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / 1e6
}

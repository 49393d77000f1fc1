package index

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory/chroma"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/memorytest"
)

// chatter makes sentences whose words are as rare as those of a language, one
// in three Japanese.
type chatter struct {
	r    *rand.Rand
	zipf *rand.Zipf
}

func newChatter() chatter {
	r := rand.New(rand.NewPCG(7, 7))
	return chatter{r, rand.NewZipf(r, 1.1, 5, 30_000)}
}

func (c chatter) sentence() string {
	var b strings.Builder
	japanese := c.r.IntN(3) == 0
	for range 6 + c.r.IntN(14) {
		n := c.zipf.Uint64()
		if japanese {
			b.WriteString(string([]rune{rune(0x4e00 + n%6000), rune(0x3042 + n%80)}))
			continue
		}
		for n = n*2654435761%1_000_003 + 26; n > 0; n /= 26 {
			b.WriteByte('a' + byte(n%26))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// many fills a home with n units, a tenth of them records, and gives some
// sentences of it.
func many(h *home, n int) (queries []string) {
	c := newChatter()
	day := (n + 999) / 1000 // of a thousand days
	var lines []diary.Line
	for i := range n - n/10 {
		l := h.line(owner, c.sentence())
		l.Role = [...]diary.Role{diary.Person, diary.Companion}[i%2]
		if i%day == 0 {
			h.at = h.at.Add(24 * time.Hour)
		}
		if lines = append(lines, l); len(lines) == 1000 {
			h.must(h.diary.Append(lines...))
			lines = nil
		}
		if i%(n/100) == 0 {
			queries = append(queries, c.sentence())
		}
	}
	h.must(h.diary.Append(lines...))
	h.must(h.db.Update(func(tx *kv.Tx) error {
		for range n / 10 {
			if err := h.ledger.Put(tx, h.record(owner, c.sentence())); err != nil {
				return err
			}
		}
		return nil
	}))
	return queries
}

// filled is a home of n units that is closed, embedded and saved.
func filled(b *testing.B, n int) (*home, []string) {
	h := newHome(b)
	h.embed, h.chrom, h.at = newEmbedder(384), nil, h.at.AddDate(-5, 0, 0)
	h.cfg.Check, h.embed.dense = time.Hour, true
	h.open()
	queries := many(h, n)
	h.must(h.db.Close())
	began := time.Now()
	h.start()
	h.settled()
	b.Logf("%d units: first start with embedding by a server that takes no time: %v", n, time.Since(began))
	h.stop()
	return h, queries
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkFind is one search, the embedding left out: its server is in the
// process.
func BenchmarkFind(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			h, queries := filled(b, n)
			h.ix = nil
			before := heap()
			h.start()
			taken := heap() - before
			var took []time.Duration
			b.ResetTimer()
			for i := range b.N {
				began := time.Now()
				f := h.ix.Find(b.Context(), person.Only(owner), queries[i%len(queries)], 50)
				took = append(took, time.Since(began))
				if len(f.Words) == 0 || len(f.Vectors) != 50 {
					b.Fatalf("%d by words, %d by meaning", len(f.Words), len(f.Vectors))
				}
			}
			b.StopTimer()
			b.ReportMetric(float64(taken)/1e6, "MB")
			slices.Sort(took)
			b.ReportMetric(took[len(took)/2].Seconds()*1e3, "p50-ms")
			b.ReportMetric(took[len(took)*99/100].Seconds()*1e3, "p99-ms")
			h.stop()
			h.ix = nil // the next one is measured without it
		})
	}
}

// processor is the time that this process has had of all processors: what is
// left of a measurement where others are at work.
func processor(b *testing.B) time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		b.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// BenchmarkStart is the time from Run until the memory answers.
func BenchmarkStart(b *testing.B) {
	h, queries := filled(b, 100_000)
	for _, how := range []string{"saved", "no-snapshot"} {
		b.Run(how, func(b *testing.B) {
			cpu := time.Duration(0)
			for b.Loop() {
				b.StopTimer()
				if how != "saved" {
					h.must(os.RemoveAll(h.cfg.Dir + "/words.idx"))
				}
				h.open()
				ctx, cancel := context.WithCancel(b.Context())
				done := make(chan struct{})
				began := processor(b)
				b.StartTimer()
				go func() { h.ix.Run(ctx); close(done) }()
				h.must(h.ix.Wait(ctx))
				b.StopTimer()
				cpu += processor(b) - began
				if f := h.ix.Find(ctx, person.Only(owner), queries[0], 50); len(f.Words) == 0 || len(f.Vectors) != 50 {
					b.Fatalf("%d by words, %d by meaning", len(f.Words), len(f.Vectors))
				}
				cancel()
				<-done
				h.must(h.db.Close())
				b.StartTimer()
			}
			b.ReportMetric(cpu.Seconds()*1e3/float64(b.N), "cpu-ms/start")
		})
	}
}

// BenchmarkRebuild makes everything anew from ledger and diary, with the
// vectors that are known: in the process, and with a real Chroma server.
func BenchmarkRebuild(b *testing.B) {
	b.Run("in-process", func(b *testing.B) {
		h, _ := filled(b, 100_000)
		h.start()
		began := processor(b)
		for b.Loop() {
			h.must(h.ix.Rebuild(b.Context(), true, func(int, int) {}))
		}
		b.ReportMetric(float64(b.N)*100_000/(processor(b)-began).Seconds(), "units/cpu-s")
		b.ReportMetric(float64(b.N)*100_000/b.Elapsed().Seconds(), "units/s")
		h.stop()
	})
	b.Run("chroma", func(b *testing.B) {
		const n = 10_000
		url := memorytest.ChromaURL(b)
		h, queries := filled(b, n)
		h.cfg.Check = time.Second
		h.withServer(url)
		h.start()
		h.until("know the model", func() bool { return h.ix.Status().Model != "" })
		for b.Loop() {
			h.must(h.ix.Rebuild(b.Context(), true, func(int, int) {}))
		}
		b.ReportMetric(float64(b.N)*n/b.Elapsed().Seconds(), "units/s")
		h.byChroma(b, queries)
		h.stop()
	})
}

// byChroma tells how long a search takes that Chroma does.
func (h *home) byChroma(b *testing.B, queries []string) {
	store, err := h.server(name(h.embed.model), h.embed.model.Dim)
	h.must(err)
	var took []time.Duration
	for _, q := range queries {
		v, err := h.embed.Embed(b.Context(), "query", []string{q})
		h.must(err)
		began := time.Now()
		near, err := store.(*chroma.Store).Search(b.Context(), person.Only(owner), v[0], 50)
		for _, n := range near {
			h.ix.Unit(person.Only(owner), n.ID)
		}
		took = append(took, time.Since(began))
		if err != nil || len(near) != 50 {
			b.Fatalf("%d, %v", len(near), err)
		}
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2].Seconds()*1e3, "chroma-p50-ms")
	b.ReportMetric(took[len(took)*99/100].Seconds()*1e3, "chroma-p99-ms")
}

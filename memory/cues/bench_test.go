package cues

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// size is how many records the benchmarks index: thirty years at 91 a day.
const size = 1_000_000

// life gives records of thirty years in batches: 500 people, a few of whom
// take part in most; 2,000 tags; an outcome for every second.
func life(put func([]memory.Record)) {
	rng := rand.New(rand.NewPCG(1, 2))
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, tokyo)
	step := 30 * 365 * 24 * time.Hour / size
	outcomes := append(memory.Outcomes(), "", "", "")
	kinds := []memory.Type{memory.Episodic, memory.Episodic, memory.Semantic, memory.Procedural}
	var at time.Time
	made := turn.NewIDs(func() time.Time { return at })
	often := rand.NewZipf(rng, 1.3, 4, 499)
	batch := make([]memory.Record, 0, 1000)
	for i := range size {
		at = start.Add(time.Duration(i) * step)
		r := record("", at)
		r.ID, r.Type, r.Outcome, r.Stars = made.New(), kinds[rng.IntN(len(kinds))], outcomes[rng.IntN(len(outcomes))], 1+rng.IntN(5)
		r.Actors = []string{fmt.Sprint("person ", often.Uint64())}
		if rng.IntN(3) == 0 {
			r.Actors = append(r.Actors, fmt.Sprint("person ", often.Uint64()))
		}
		r.Tags = []string{fmt.Sprint("tag", rng.IntN(2000))}
		if batch = append(batch, r); len(batch) == cap(batch) {
			put(batch)
			batch = batch[:0]
		}
	}
}

// million is the index of size records, made once, and what it took.
var million = sync.OnceValues(func() (*Index, [2]float64) {
	heap := func() float64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	}
	ix, before, took := New(), heap(), time.Duration(0)
	life(func(batch []memory.Record) {
		start := time.Now()
		ix.Put(tokyo, batch...)
		took += time.Since(start)
	})
	return ix, [2]float64{(heap() - before) / size, size / took.Seconds()}
})

// BenchmarkBuild reports what a record takes in memory and how many are
// indexed in a second. The time of an operation is that of the whole index.
func BenchmarkBuild(b *testing.B) {
	for b.Loop() {
		_, made := million()
		b.ReportMetric(made[0], "B/record")
		b.ReportMetric(made[1], "records/s")
	}
}

func BenchmarkQuery(b *testing.B) {
	ix, _ := million()
	for _, c := range []struct{ name, cues string }{
		{"actor+day+outcome", "actor=person 3|time=2040-06-07|outcome=negative"},
		{"rare actor+outcome", "actor=person 480|outcome=negative"},
		{"actor+month+stars", "actor=person 3|time=2040-06|stars=4..5"},
		{"tag+year", "tag=tag77|time=2040"},
		{"frequent actor+type", "actor=person 3|type=procedural"},
	} {
		q, err := Parse(strings.Split(c.cues, "|")...)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.name, func(b *testing.B) {
			var got Result
			for b.Loop() {
				got = ix.Query(owner, q)
			}
			b.ReportMetric(float64(got.Examined), "examined")
			b.ReportMetric(float64(len(got.IDs)), "found")
			b.ReportMetric(float64(got.FullScan), "full-scan")
		})
	}
}

// BenchmarkChange is one record that changes, or goes and comes back, among a
// million.
func BenchmarkChange(b *testing.B) {
	ix, _ := million()
	some := ix.Query(owner, Query{Times: []Time{{2040, time.June, 7}}}).IDs[0]
	r := record(string(some), time.Date(2040, 6, 7, 12, 0, 0, 0, tokyo))
	b.Run("unchanged", func(b *testing.B) {
		for b.Loop() {
			ix.Put(tokyo, r)
		}
	})
	b.Run("stars", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			r.Stars = 1 + i%5
			ix.Put(tokyo, r)
		}
	})
	b.Run("delete and put", func(b *testing.B) {
		for b.Loop() {
			ix.Delete("owner", r.ID)
			ix.Put(tokyo, r)
		}
	})
}

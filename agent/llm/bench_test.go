package llm

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/internal/clock"
)

// BenchmarkFirstPiece is the time from Generate to the first piece against a
// server that answers at once, all of loopback and the fake included.
func BenchmarkFirstPiece(b *testing.B) {
	s := vllmtest.New(b, vllmtest.Window(32768))
	c, err := New(Config{Endpoints: []Endpoint{{URL: s.URL()}}}, clock.Real{}, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	s.Respond(func(vllmtest.Request) vllmtest.Script { return vllmtest.Say("はい") })
	for _, size := range []struct {
		name string
		n    int
	}{{"short", 1}, {"2000 tokens", 2000}} {
		b.Run(size.name, func(b *testing.B) {
			r := ask(strings.Repeat("あ", size.n))
			var sum time.Duration
			for b.Loop() {
				began := time.Now()
				var first time.Duration
				rec := record{onPiece: func() { first = time.Since(began) }}
				if _, err := c.Generate(b.Context(), r, &rec); err != nil {
					b.Fatal(err)
				}
				sum += first
			}
			b.ReportMetric(float64(sum.Microseconds())/float64(b.N), "µs/first-piece")
		})
	}
}

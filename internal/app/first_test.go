package app

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/channels/terminal"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/control"
)

// running opens a home against a model server and runs it until the test ends.
func running(t testing.TB, url string) (home string) {
	t.Helper()
	home = t.TempDir()
	env := func(name string) (string, bool) {
		v, ok := map[string]string{"KOKORON_MODEL_URL": url, "KOKORON_EMBED_URL": "", "KOKORON_CHROMA_URL": "", "TZ": "Asia/Tokyo", "LANG": "ja_JP.UTF-8"}[name]
		return v, ok
	}
	cfg, err := config.Load(home, env)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	a, err := Open(ctx, cfg, Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return home
}

// BenchmarkFirstToken is the time from sending a message to seeing the first
// piece of its reply, with a model server that answers at once: everything
// kokoron adds, the two sockets and two fsyncs included.
func BenchmarkFirstToken(b *testing.B) {
	model, err := vllmtest.Start()
	if err != nil {
		b.Fatal(err)
	}
	defer model.Close()
	model.Respond(func(vllmtest.Request) vllmtest.Script { return vllmtest.Say("はい。", "そうですね。") })
	c, err := control.Dial(b.Context(), RunDir(running(b, model.URL())), "chat", nil)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	var first []time.Duration
	n := 0
	for b.Loop() {
		n++
		sent := time.Now()
		if err := c.Send(terminal.Up{Text: "こんにちは", Ext: fmt.Sprint(n)}); err != nil {
			b.Fatal(err)
		}
		for seen := false; ; {
			var d terminal.Down
			if err := c.Recv(&d); err != nil {
				b.Fatal(err)
			}
			if d.Event != nil && d.Event.Kind == "delta" && !seen {
				seen = true
				first = append(first, time.Since(sent))
			}
			if d.Reply != nil {
				if err := c.Send(terminal.Up{Seen: d.Reply.ID}); err != nil {
					b.Fatal(err)
				}
				break
			}
		}
	}
	slices.Sort(first)
	b.ReportMetric(float64(first[len(first)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(first[len(first)*99/100].Microseconds())/1000, "p99-ms")
}

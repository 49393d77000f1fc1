package ops_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/internal/cronspec"
	"github.com/kokoron/kokoron/internal/ops"
)

// walking is a clock that goes on by what somebody sleeps, up to a time.
type walking struct {
	mu        sync.Mutex
	at, until time.Time
}

func (w *walking) Now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.at
}

func (w *walking) Sleep(ctx context.Context, d time.Duration) error {
	w.mu.Lock()
	if next := w.at.Add(d); next.Before(w.until) {
		w.at = next
		w.mu.Unlock()
		return ctx.Err()
	}
	w.mu.Unlock()
	<-ctx.Done()
	return ctx.Err()
}

// beat lets the heart of a home live from one time to another and counts the
// runs that it began.
func (h *home) beat(s *sleeper, from, to time.Time) (ran map[string]int) {
	h.t.Helper()
	clk := &walking{at: from, until: to}
	ran = map[string]int{}
	var mu sync.Mutex
	var alarms []heart.Alarm
	for kind, spec := range map[string]string{ops.Nightly: "0 2 * * *", ops.Promotion: "0 3 * * *", ops.Weekly: "0 3 * * 0"} {
		line, err := cronspec.Parse(spec)
		if err != nil {
			h.t.Fatal(err)
		}
		job := s.Job(kind)
		alarms = append(alarms, heart.Task{ID: kind, When: heart.NewCron(line, zone), Do: func(ctx context.Context, c heart.Call) (heart.Result, error) {
			mu.Lock()
			ran[kind]++
			mu.Unlock()
			return job(ctx, c)
		}})
	}
	b, err := heart.Open(heart.Config{}, heart.Deps{Store: ops.NewAlarms(h.DB), Clock: clk, Log: slog.New(slog.DiscardHandler)}, alarms...)
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, end := context.WithCancel(h.t.Context())
	ended := make(chan struct{})
	go func() { b.Run(ctx); close(ended) }()
	for range 2000 {
		busy := clk.Now().Before(to.Add(-2 * time.Minute))
		for _, j := range b.Jobs() {
			busy = busy || j.Running
		}
		if !busy {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	end()
	<-ended
	return ran
}

// TestThreeDaysOff: what three nights should have done is done once, when she is
// back.
func TestThreeDaysOff(t *testing.T) {
	h := newHome(t)
	m := &dreamer{notes: cat}
	at := func(day, hour int) time.Time { return time.Date(2026, 11, 30+day, hour, 0, 0, 0, zone) }
	if ran := h.beat(h.sleeping(m), at(0, 7), at(0, 12)); len(ran) != 0 {
		t.Fatalf("%v", ran)
	}
	for range 2 {
		h.aDay()
		if _, err := h.fire(h.encoding(m)); err != nil {
			t.Fatal(err)
		}
	}
	h.restart()
	s := h.sleeping(m)
	if ran := h.beat(s, at(3, 10), at(3, 23)); ran[ops.Nightly] != 1 || ran[ops.Promotion] != 1 || ran[ops.Weekly] != 0 {
		t.Errorf("%v", ran)
	}
	if got := h.read("owner/knowledge/ミケ.md"); !strings.Contains(got, "（2026-11-30, 2026-12-01）") || m.asked != 2 {
		t.Errorf("asked %d\n%s", m.asked, got)
	}
}

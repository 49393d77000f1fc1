package heart

import (
	"context"
	"time"
)

// Job is how an alarm stands, for people and programs to read.
type Job struct {
	Name string `json:"name"`
	Spec string `json:"spec"`
	// Next is when it will fire, in the past if it is just about to; zero
	// while it runs or when no time is foreseen.
	Next     time.Time `json:"next,omitzero"`
	Running  bool      `json:"running"`
	Progress Result    `json:"progress,omitzero"` // of the present run
	State
}

// Jobs are all alarms in the order they were given to Open. It works without
// Run too.
func (h *Heart) Jobs() []Job {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.now()
	jobs := make([]Job, len(h.beats))
	for i, b := range h.beats {
		jobs[i] = Job{Name: b.alarm.Name(), Spec: b.alarm.Spec(), Running: b.running, Progress: b.progress}
		if !b.running {
			_, jobs[i].Next = h.ask(b, now)
		}
		jobs[i].State = b.state
	}
	return jobs
}

// Fire runs an alarm now because somebody asked for it, and waits for its end.
// A success serves the due times up to now; otherwise its schedule stays as it
// is. It works without Run too, and Run does not wait for it. Errors:
// ErrUnknown, ErrRunning, or what the run said.
func (h *Heart) Fire(ctx context.Context, name string) (Result, error) {
	h.mu.Lock()
	b := h.find(name)
	if b == nil || b.running {
		h.mu.Unlock()
		if b == nil {
			return Result{}, ErrUnknown
		}
		return Result{}, ErrRunning
	}
	now := h.now()
	due, _ := h.ask(b, now)
	if due.IsZero() {
		due = now
	}
	b.running = true
	s := b.state
	h.mu.Unlock()
	return h.run(ctx, b, s, due, now)
}

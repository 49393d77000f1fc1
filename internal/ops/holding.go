package ops

import (
	"context"
	"time"

	"github.com/kokoron/kokoron/autonomy/heart"
)

// Holding says what was held back, once it may be said. It is an alarm of the
// heart.
type Holding struct{ *Ops }

// holdingPause is the least time between two looks.
const holdingPause = time.Minute

// Name implements heart.Alarm.
func (Holding) Name() string { return "held" }

// Spec implements heart.Alarm.
func (Holding) Spec() string { return "when what is held may be said" }

// Next implements heart.Alarm.
func (h Holding) Next(now time.Time, s heart.State) time.Time {
	next, err := h.NextHeld(now)
	if err != nil {
		h.Log.Error("read what is held", "err", err)
		return time.Time{}
	}
	if next.IsZero() {
		return next
	}
	return later(next, s.Attempt.Add(holdingPause)) // whatever is decided, it is not decided again at once
}

// Fire implements heart.Alarm.
func (h Holding) Fire(ctx context.Context, _ heart.Call) (heart.Result, error) {
	said, err := h.Held(ctx)
	return heart.Result{Counts: map[string]int{"said": said}}, err
}

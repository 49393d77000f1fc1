package app

import (
	"context"

	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/ops"
)

// ThoughtList is the answer of "thoughts".
type ThoughtList struct {
	Looked
	Pace     state.Pace      `json:"pace"`     // how often it thinks, as it has chosen
	Thoughts []state.Thought `json:"thoughts"` // the newest first
}

// thoughtsShown is how many thoughts are listed unless more are asked for.
const thoughtsShown = 20

// thoughts lists what the companion thought on its own.
func (d *Desk) thoughts(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	if a.Limit == 0 {
		a.Limit = thoughtsShown
	}
	list, pace, err := d.ops.Thoughts(ctx, v, a.Limit)
	if list == nil {
		list = []state.Thought{}
	}
	return ThoughtList{looked(v), pace, list}, err
}

// musings are the thoughts as a command shows them.
type musings struct{ a *App }

func (m musings) Thoughts(ctx context.Context, limit int) ([]state.Thought, error) {
	d := m.a.desk()
	v, err := d.ops.Viewer(ctx, "")
	if err != nil {
		return nil, err
	}
	list, _, err := d.ops.Thoughts(ctx, v, limit)
	return list, err
}

func (m musings) Clock(t state.Thought) string { return t.At.In(m.a.cfg.Zone).Format("01-02 15:04") }

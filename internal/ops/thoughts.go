package ops

import (
	"context"
	"time"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// SetPace is how often the companion wants to think of the speaker from now
// on, once per op; minutes are clamped to what is possible.
func (o *Ops) SetPace(_ context.Context, t turn.Turn, op turn.Op, minutes int, reason string, tell func(state.Pace) tool.Result) (res tool.Result, err error) {
	if t.Speaker.Role < person.Owner {
		return res, ErrNotOwner
	}
	p := state.Pace{Reason: reason, At: o.Clock.Now()}
	p.Minutes = int(min(max(time.Duration(minutes)*time.Minute, state.MinPace), state.MaxPace) / time.Minute)
	err = o.DB.Update(func(tx *kv.Tx) error {
		var done bool
		if res, done, err = o.Session.ResultIn(tx, op); err != nil || done {
			return err
		}
		if err := (state.Paces{}).Put(tx, t.Speaker.Scope(), p); err != nil {
			return err
		}
		res = tell(p)
		_, err := o.Session.PutResult(tx, op, res)
		return err
	})
	return res, err
}

// Thoughts are the newest thoughts of the owner's companion, the newest first,
// and how often it thinks; nothing for who may not read the owner's memory.
func (d Desk) Thoughts(_ context.Context, v Viewer, limit int) (list []state.Thought, pace state.Pace, err error) {
	scope := d.Owner.Scope()
	if !v.View.Can(scope) {
		return nil, pace, nil
	}
	err = d.DB.View(func(tx *kv.Tx) error {
		if list, err = (state.Thoughts{}).Last(tx, scope, limit, func(state.Thought) bool { return true }); err != nil {
			return err
		}
		pace, err = state.Paces{}.Of(tx, scope, d.Speaking.Pace)
		return err
	})
	return list, pace, err
}

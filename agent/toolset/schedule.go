package toolset

import (
	"context"
	"strconv"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/turn"
)

var scheduleSpec = tool.Spec{
	Name: "schedule_update", Effect: tool.Write, Permission: tool.Owner,
	Params: []tool.Param{
		{Name: "minutes", Type: tool.Integer, Required: true},
		{Name: "reason", Type: tool.String, Required: true, MaxLen: 300},
	},
}

type scheduleArgs struct {
	Minutes whole  `json:"minutes"`
	Reason  string `json:"reason"`
}

// scheduleUpdate sets how long the companion waits between two thoughts of its
// own; the result says what is so now.
func (s *Set) scheduleUpdate(ctx context.Context, t turn.Turn, c tool.Call) (tool.Result, error) {
	args, err := decode[scheduleArgs](c)
	if err != nil {
		return tool.Result{}, err
	}
	return s.ops.SetPace(ctx, t, turn.Op(c.Op), int(args.Minutes), args.Reason, func(p state.Pace) tool.Result {
		return tool.Result{Wrote: true, Text: s.texts.Fill("paced", "minutes", strconv.Itoa(p.Minutes))}
	})
}

package agent

import (
	"context"
	"fmt"
	"slices"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/agent/toolcall"
	"github.com/kokoron/kokoron/internal/turn"
)

// plan turns what a generation asked for into a round: which calls run, and
// what the model is told about those that do not. An empty round means the
// generation was the answer.
func (r *run) plan(g *generation) Round {
	round := Round{Visible: g.visible.String()}
	if r.toolsOff {
		return round
	}
	add := func(a Asked) {
		a.Op = turn.OpOf(r.t.ID, r.count, len(round.Calls))
		round.Calls = append(round.Calls, a)
	}
	for _, c := range g.calls {
		if a := r.check(c); !round.has(a) {
			add(a)
		}
	}
	for _, name := range g.unknown {
		add(Asked{Refused: r.texts.Fill("unknown_tool", "name", name)})
	}
	if g.broken {
		add(Asked{Refused: r.texts["broken_call"]})
	}
	return round
}

// check decides whether a call runs: its arguments must fit, and the same call
// runs once in a turn.
func (r *run) check(c tool.Call) Asked {
	for _, s := range r.specs {
		if s.Name != c.Name {
			continue
		}
		args, err := toolcall.Validate(s, c.Args)
		if err != nil {
			return Asked{Tool: c.Name, Args: c.Args, Refused: err.Error()}
		}
		if r.ran[toolcall.Canonical(tool.Call{Name: c.Name, Args: args})] {
			return Asked{Tool: c.Name, Args: args, Refused: r.texts["repeated"]}
		}
		return Asked{Tool: c.Name, Args: args}
	}
	return Asked{Tool: c.Name, Args: c.Args, Refused: r.texts.Fill("unknown_tool", "name", c.Name)}
}

// has reports whether a round asks for the same already. The scanner compares
// what was written; only now that the arguments fit, 3 and "3" are the same.
func (r Round) has(a Asked) bool {
	return slices.ContainsFunc(r.Calls, func(b Asked) bool {
		return b.Tool == a.Tool && b.Refused == a.Refused &&
			toolcall.Canonical(tool.Call{Name: a.Tool, Args: a.Args}) == toolcall.Canonical(tool.Call{Name: b.Tool, Args: b.Args})
	})
}

// perform runs the calls of a stored round that have no result yet and adds
// the round to what the model sees. A round in which nothing new ran, and the
// last one allowed, end the use of tools.
func (r *run) perform(ctx context.Context, round Round) error {
	results := make([]tool.Result, len(round.Calls))
	fresh := false
	for i, a := range round.Calls {
		res, err := r.result(ctx, a)
		r.credit(a.Tool, res)
		if err != nil {
			return err
		}
		results[i] = res
		if a.Refused == "" {
			r.ran[toolcall.Canonical(tool.Call{Name: a.Tool, Args: a.Args})] = true
			fresh = true
		}
	}
	r.count++
	r.toolsOff = r.toolsOff || r.count >= maxRounds || !fresh && r.refusals(round)
	r.rounds = append(r.rounds, r.asked(round, results)...)
	return nil
}

// refusals reports a round that only repeated what had already run: a loop.
func (r *run) refusals(round Round) bool {
	for _, a := range round.Calls {
		if a.Refused != r.texts["repeated"] {
			return false
		}
	}
	return true
}

// result is what a call gave: stored, or of running it now.
func (r *run) result(ctx context.Context, a Asked) (tool.Result, error) {
	if a.Refused != "" {
		return tool.Result{Text: a.Refused, Err: true}, nil
	}
	res, ok, err := r.Steps.Result(ctx, a.Op)
	if err != nil {
		return tool.Result{}, fmt.Errorf("load result: %w", err)
	}
	if ok {
		return res, nil
	}
	r.show.send(turn.ToolUse, a.Tool)
	res = r.Tools.Run(ctx, r.t, tool.Call{Name: a.Tool, Args: a.Args, Op: string(a.Op)})
	if ctx.Err() != nil {
		return res, context.Cause(ctx) // what it wrote is written
	}
	if err := r.Steps.SaveResult(ctx, a.Op, res); err != nil {
		return tool.Result{}, fmt.Errorf("save result: %w", err)
	}
	return res, nil
}

// Package toolset is what the model can do: each tool translates its arguments
// into one use case and the outcome into words for the model.
//
// A tool runs only for a person who may use it, in a thought only where it may
// be used unasked, and within its time. Every
// failure becomes a result the model can act on; details stay in the log.
// Handles stand for records: the model never sees an id. The package decides
// nothing about memory itself. A Set is safe for concurrent use.
package toolset

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

//go:embed prompts/*.md
var prompts embed.FS

// usualTimeout is how long a tool may take that names no time of its own.
const usualTimeout = 10 * time.Second

// run is what a tool does: its result, or an error for the log.
type run func(ctx context.Context, t turn.Turn, c tool.Call) (tool.Result, error)

type entry struct {
	spec tool.Spec
	run  run
}

// Set is the registry of the tools.
type Set struct {
	ops     *ops.Ops
	clock   clock.Clock
	log     *slog.Logger
	texts   agent.Texts
	entries []entry
}

// New returns the tools; lang is the language they answer the model in.
func New(o *ops.Ops, c clock.Clock, log *slog.Logger, lang string) (*Set, error) {
	texts, err := agent.LoadTexts(prompts, lang)
	if err != nil {
		return nil, err
	}
	s := &Set{ops: o, clock: c, log: log, texts: texts}
	s.entries = []entry{
		{timeSpec, s.getTime},
		{saveSpec, s.memorySave},
		{searchSpec, s.memorySearch},
		{classifySpec, s.memoryClassify},
		{forgetSpec, s.memoryForget},
		{promoteSpec, s.memoryPromote},
		{reflectSpec, s.memoryReflect},
		{statsSpec, s.memoryStats},
		{readFileSpec, s.readMemoryFile},
		{writeFileSpec, s.writeMemoryFile},
		{scheduleSpec, s.scheduleUpdate},
		{remindSpec, s.reminderAdd},
		{remindersSpec, s.reminderList},
		{unremindedSpec, s.reminderCancel},
		{remindLaterSpec, s.reminderUpdate},
		{planSpec, s.calendarAdd},
		{agendaSpec, s.calendarList},
		{replanSpec, s.calendarUpdate},
		{unplanSpec, s.calendarDelete},
	}
	return s, nil
}

// For implements agent.Tools.
func (s *Set) For(p person.Person) []tool.Spec {
	var out []tool.Spec
	for _, e := range s.entries {
		if allowed(p, e.spec) {
			out = append(out, e.spec)
		}
	}
	return out
}

// allowed compares standing and need. The two scales are kept apart on
// purpose: a role is who somebody is, a permission is what a tool needs.
func allowed(p person.Person, s tool.Spec) bool {
	switch s.Permission {
	case tool.Owner:
		return p.Role >= person.Owner
	case tool.Person:
		return p.Role >= person.Admitted
	default:
		return p.Role >= person.Visitor
	}
}

// Run implements agent.Tools.
func (s *Set) Run(ctx context.Context, t turn.Turn, c tool.Call) tool.Result {
	i := slices.IndexFunc(s.entries, func(e entry) bool { return e.spec.Name == c.Name })
	if i < 0 || !allowed(t.Speaker, s.entries[i].spec) || t.Alone && !s.entries[i].spec.Unasked() {
		return tool.Result{Text: s.texts["not_allowed"], Err: true}
	}
	e := s.entries[i]
	limit := e.spec.Timeout
	if limit == 0 {
		limit = usualTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	res, err := e.run(ctx, t, c)
	switch {
	case err == nil:
		return res
	case ctx.Err() != nil:
		if errors.Is(ctx.Err(), context.DeadlineExceeded) { // else the person or the process stopped it
			s.log.Warn("tool ran out of time", "tool", c.Name, "turn", t.ID)
		}
		return tool.Result{Text: s.texts["slow"], Err: true}
	default:
		s.log.Error("tool", "tool", c.Name, "turn", t.ID, "err", err)
		return tool.Result{Text: s.texts["trouble"], Err: true}
	}
}

// decode reads validated arguments into a struct.
func decode[T any](c tool.Call) (args T, err error) {
	if err = json.Unmarshal(c.Args, &args); err != nil {
		err = fmt.Errorf("arguments of %s: %w", c.Name, err)
	}
	return args, err
}

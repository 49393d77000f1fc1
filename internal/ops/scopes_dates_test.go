package ops_test

import (
	"slices"
	"time"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// dates gives a scope an event of the calendar and a thought.
func (h *walked) dates(group string, scope person.Scope) {
	e := event.Event{
		ID: h.IDs.New(), Scope: scope, Title: saidOf(group, "event"), Place: secret(group, "place"), Notes: secret(group, "notes"),
		Start: event.WallOf(h.began.In(zone).Add(time.Hour)), Zone: zone.String(), CreatedAt: h.began, UpdatedAt: h.began,
	}
	e.UID, e.End = string(e.ID), e.Start
	e, err := e.Normalise()
	h.must(err)
	th := state.Thought{ID: h.IDs.New(), Scope: scope, At: h.began, Text: saidOf(group, "mused"), Outcome: state.Silent}
	h.update(func(tx *kv.Tx) error {
		if err := h.Calendar.Put(tx, e); err != nil {
			return err
		}
		return state.Thoughts{}.Put(tx, th)
	})
	h.ids[string(e.ID)], h.ids[string(th.ID)] = group, group
	h.events = append(h.events, e.ID)
}

// toldOf keeps all that is told of an event with which something was done.
func toldOf(said *[]any) func(ops.Planned) tool.Result {
	return func(got ops.Planned) tool.Result {
		*said = append(*said, got)
		return tool.Result{Text: got.Event.Title, Wrote: true}
	}
}

// datePaths are the calendar and the thoughts.
func datePaths() map[string]path {
	// planned does something with each event there is, as somebody could who
	// guesses its name in the conversation.
	planned := func(do func(h *walked, t turn.Turn, op turn.Op, handle string, tell func(ops.Planned) tool.Result) (tool.Result, error)) path {
		return path{ids: true, walk: func(h *walked, w walker) (said []any) {
			for i, handle := range h.handles {
				t := h.turn(w, "x")
				got, err := do(h, t, turn.OpOf(t.ID, 0, i), handle, toldOf(&said))
				said = append(said, got.Text, err)
			}
			return said
		}}
	}
	atDesk := func(do func(h *walked, w walker, id string) (ops.Planned, error)) path {
		return path{mute: true, ids: true, walk: func(h *walked, w walker) []any {
			return each(h.events, func(id turn.ID) []any {
				if slices.Contains(w.hears, h.ids[string(id)]) {
					return nil // it stays for those behind
				}
				got, err := do(h, w, string(id))
				return of(got, unnamed(err, string(id)))
			})
		}}
	}
	words := "new"
	return map[string]path{
		"ops.Ops.Upcoming": {walk: func(h *walked, w walker) []any { return of(h.Upcoming(h.t.Context(), h.turn(w, "x"))) }},
		"ops.Ops.Mused": {walk: func(h *walked, w walker) []any {
			return of(h.Mused(h.t.Context(), h.turn(w, "x")), h.Mused(h.t.Context(), h.turn(w, "What have you been thinking about?")))
		}},
		"ops.Ops.Agenda": {ids: true, walk: func(h *walked, w walker) []any {
			return each([]string{"", "kettle"}, func(q string) []any {
				got, err := h.Agenda(h.t.Context(), h.turn(w, "x"), "", "", q)
				return of(got, err)
			})
		}},
		"ops.Ops.Week": {ids: true, walk: func(h *walked, w walker) []any {
			got, err := h.Week(h.t.Context(), w.conv)
			return of(got, err)
		}},
		"ops.Ops.DayOf": {ids: true, walk: func(h *walked, w walker) (out []any) {
			if !w.alone() {
				return nil // it is told to one
			}
			for day := range 2 {
				got, err := h.DayOf(h.t.Context(), w.p, h.began.AddDate(0, 0, day))
				out = append(out, got, err)
			}
			return out
		}},
		"ops.Desk.Schedule": {ids: true, walk: func(h *walked, w walker) []any {
			got, err := h.desk.Schedule(h.t.Context(), w.viewer(), "", "", 7)
			return of(got, err)
		}},
		"ops.Desk.OwnEvents": {ids: true, walk: func(h *walked, w walker) []any {
			got, err := h.desk.OwnEvents(h.t.Context(), w.viewer())
			return of(got, err)
		}},
		"ops.Ops.Account": {ids: true, walk: func(h *walked, w walker) []any {
			got, err := h.Account(h.t.Context(), w.viewer())
			return of(got, err)
		}},
		"ops.Desk.Thoughts": {ids: true, walk: func(h *walked, w walker) []any {
			got, pace, err := h.desk.Thoughts(h.t.Context(), w.viewer(), 100)
			return of(got, pace, err)
		}},
		"~ops.Desk.AddEvent": {ids: true, walk: func(h *walked, w walker) []any {
			at := h.began.In(zone).Add(time.Hour).Format("2006-01-02 15:04")
			got, err := h.desk.AddEvent(h.t.Context(), w.viewer(), ops.ToPlan{Title: "new for " + w.name, When: at})
			return of(got.Conflicts, err)
		}},
		"~ops.Desk.ChangeEvent": atDesk(func(h *walked, w walker, id string) (ops.Planned, error) {
			return h.desk.ChangeEvent(h.t.Context(), w.viewer(), id, ops.Replan{Place: &words})
		}),
		"~ops.Desk.DropEvent": atDesk(func(h *walked, w walker, id string) (ops.Planned, error) {
			return h.desk.DropEvent(h.t.Context(), w.viewer(), id, "")
		}),
		"~ops.Desk.RestoreEvent": atDesk(func(h *walked, w walker, id string) (ops.Planned, error) {
			return h.desk.RestoreEvent(h.t.Context(), w.viewer(), id, "")
		}),
		"~ops.Ops.Plan": {ids: true, walk: func(h *walked, w walker) (said []any) {
			t := h.turn(w, "x")
			at := h.began.In(zone).Add(time.Hour).Format("2006-01-02 15:04")
			_, err := h.Plan(h.t.Context(), t, turn.OpOf(t.ID, 0, 0), ops.ToPlan{Title: "planned by " + w.name, When: at}, toldOf(&said))
			return append(said, err)
		}},
		"~ops.Ops.Replan": planned(func(h *walked, t turn.Turn, op turn.Op, handle string, tell func(ops.Planned) tool.Result) (tool.Result, error) {
			return h.Replan(h.t.Context(), t, op, handle, ops.Replan{Notes: &words}, tell)
		}),
		"~ops.Ops.PlanAgain": planned(func(h *walked, t turn.Turn, op turn.Op, handle string, tell func(ops.Planned) tool.Result) (tool.Result, error) {
			return h.PlanAgain(h.t.Context(), t, op, handle, "", tell)
		}),
		"~ops.Ops.Unplan": planned(func(h *walked, t turn.Turn, op turn.Op, handle string, tell func(ops.Planned) tool.Result) (tool.Result, error) {
			return h.Unplan(h.t.Context(), t, op, handle, "", tell)
		}),
	}
}

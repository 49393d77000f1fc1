package toolset

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

var timeSpec = tool.Spec{Name: "get_time", Effect: tool.Read, Permission: tool.Visitor}

// getTime tells the date and time where the person is.
func (s *Set) getTime(_ context.Context, t turn.Turn, _ tool.Call) (tool.Result, error) {
	return tool.Result{Text: s.texts.Now(s.clock.Now(), t.Zone(s.ops.Zone))}, nil
}

// whole is an integer argument. What does not fit is as far out of range as
// can be: the use cases clamp it.
type whole int

// UnmarshalJSON implements json.Unmarshaler.
func (w *whole) UnmarshalJSON(raw []byte) error {
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return err
	}
	*w = whole(min(max(f, math.MinInt32), math.MaxInt32))
	return nil
}

var saveSpec = tool.Spec{
	Name: "memory_save", Effect: tool.Write, Permission: tool.Person, Keeps: tool.Memory, Content: "content",
	Params: []tool.Param{
		{Name: "content", Type: tool.String, Required: true},
		{Name: "importance", Type: tool.Integer},
		{Name: "category", Type: tool.String}, // unknown ones become conversation
		{Name: "tags", Type: tool.Array, Items: tool.String},
		{Name: "replaces", Type: tool.String},
	},
}

type saveArgs struct {
	Content    string          `json:"content"`
	Importance whole           `json:"importance"`
	Category   memory.Category `json:"category"`
	Tags       []string        `json:"tags"`
	Replaces   string          `json:"replaces"`
}

// memorySave stores a record; the result says what was really stored.
func (s *Set) memorySave(ctx context.Context, t turn.Turn, c tool.Call) (tool.Result, error) {
	args, err := decode[saveArgs](c)
	if err != nil {
		return tool.Result{}, err
	}
	res, err := s.ops.Remember(ctx, t, turn.Op(c.Op), ops.ToRemember{
		Content: args.Content, Category: args.Category, Stars: int(args.Importance), Tags: args.Tags, Replaces: args.Replaces,
	}, s.tellSaved)
	return s.refused(res, err, args.Replaces)
}

func (s *Set) tellSaved(got ops.Remembered) tool.Result {
	key, also := "saved", tool.Promise("")
	switch {
	case got.OldHandle != "":
		key, also = "replaced", tool.Forget // the old one is not used any more
	case got.Known:
		key = "known"
	}
	return tool.Result{Wrote: true, Also: also, Text: s.about(key, got.Handle, got.Record, "old", got.OldHandle, "before", got.Old.Content)}
}

var searchSpec = tool.Spec{
	Name: "memory_search", Effect: tool.Read, Permission: tool.Person,
	Params: []tool.Param{
		{Name: "query", Type: tool.String, Required: true},
		{Name: "limit", Type: tool.Integer},
		{Name: "min_importance", Type: tool.Integer},
		{Name: "category", Type: tool.String},
		{Name: "history", Type: tool.Boolean},
	},
}

// How many results a search gives: usually, and at most.
const (
	usualLimit = 5
	maxLimit   = 20
)

type searchArgs struct {
	Query         string          `json:"query"`
	Limit         whole           `json:"limit"`
	MinImportance whole           `json:"min_importance"`
	Category      memory.Category `json:"category"`
	History       bool            `json:"history"`
}

// memorySearch lists what is remembered, one line each; if asked to, what held
// before it too.
func (s *Set) memorySearch(ctx context.Context, t turn.Turn, c tool.Call) (tool.Result, error) {
	args, err := decode[searchArgs](c)
	if err != nil {
		return tool.Result{}, err
	}
	if args.Limit <= 0 {
		args.Limit = usualLimit
	}
	if !slices.Contains(memory.Categories(), args.Category) {
		args.Category = "" // better too much than nothing because of a made-up word
	}
	q := memory.Query{Limit: int(min(args.Limit, maxLimit)), MinStars: int(min(args.MinImportance, memory.MaxStars)), Category: args.Category}
	found, err := s.ops.Recall(ctx, t, args.Query, q)
	if err == nil && args.History {
		var before []ops.Found
		before, err = s.ops.History(ctx, t, args.Query, q)
		found = append(found, before...)
	}
	if err != nil {
		return tool.Result{}, err
	}
	return s.lines("found", t, found), nil
}

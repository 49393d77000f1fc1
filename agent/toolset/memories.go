package toolset

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

var classifySpec = tool.Spec{
	Name: "memory_classify", Effect: tool.Write, Permission: tool.Person, Keeps: tool.Update,
	Params: []tool.Param{
		{Name: "id", Type: tool.String, Required: true},
		{Name: "category", Type: tool.String}, // unknown ones become conversation
		{Name: "importance", Type: tool.Integer},
		{Name: "tags", Type: tool.Array, Items: tool.String},
	},
}

type classifyArgs struct {
	ID         string          `json:"id"`
	Category   memory.Category `json:"category"`
	Importance *whole          `json:"importance"`
	Tags       []string        `json:"tags"`
}

// memoryClassify files a record anew; the result says how it is filed now.
func (s *Set) memoryClassify(ctx context.Context, t turn.Turn, c tool.Call) (tool.Result, error) {
	args, err := decode[classifyArgs](c)
	if err != nil {
		return tool.Result{}, err
	}
	f := ops.Filing{Category: args.Category, Tags: args.Tags}
	if args.Importance != nil {
		f.Stars = int(max(*args.Importance, memory.MinStars))
	}
	res, err := s.ops.Classify(ctx, t, turn.Op(c.Op), args.ID, f, func(got ops.Handled) tool.Result {
		return tool.Result{Wrote: true, Text: s.about("classified", got.Handle, got.Record)}
	})
	return s.refused(res, err, args.ID)
}

var forgetSpec = tool.Spec{
	Name: "memory_forget", Effect: tool.Write, Permission: tool.Person, Keeps: tool.Forget,
	Params: []tool.Param{
		{Name: "id", Type: tool.String, Required: true},
		{Name: "reason", Type: tool.String},
	},
}

type reasonArgs struct {
	ID     string `json:"id"`
	Reason string `json:"reason"`
}

// memoryForget takes a record out of use.
func (s *Set) memoryForget(ctx context.Context, t turn.Turn, c tool.Call) (tool.Result, error) {
	args, err := decode[reasonArgs](c)
	if err != nil {
		return tool.Result{}, err
	}
	res, err := s.ops.Forget(ctx, t, turn.Op(c.Op), args.ID, args.Reason, func(got ops.Handled) tool.Result {
		key := "forgotten"
		if got.Same {
			key = "forgotten_before"
		}
		return tool.Result{Wrote: true, Text: s.about(key, got.Handle, got.Record)}
	})
	return s.refused(res, err, args.ID)
}

var promoteSpec = tool.Spec{
	Name: "memory_promote", Effect: tool.Write, Permission: tool.Person, Keeps: tool.Update,
	Params: []tool.Param{
		{Name: "id", Type: tool.String, Required: true},
		{Name: "reason", Type: tool.String},
	},
}

// memoryPromote proposes a record for the character.
func (s *Set) memoryPromote(ctx context.Context, t turn.Turn, c tool.Call) (tool.Result, error) {
	args, err := decode[reasonArgs](c)
	if err != nil {
		return tool.Result{}, err
	}
	res, err := s.ops.Promote(ctx, t, turn.Op(c.Op), args.ID, args.Reason, func(got ops.Handled) tool.Result {
		if got.Same && got.Record.Soul != memory.SoulCandidate {
			return tool.Result{Text: s.about("promoted_decided", got.Handle, got.Record), Err: true}
		}
		return tool.Result{Wrote: true, Text: s.about("promoted", got.Handle, got.Record)}
	})
	return s.refused(res, err, args.ID)
}

// refused words what the use cases refuse, so that the model can act on it.
func (s *Set) refused(res tool.Result, err error, handle string) (tool.Result, error) {
	switch {
	case errors.Is(err, ops.ErrNoHandle):
		return tool.Result{Text: s.texts.Fill("no_such_handle", "handle", handle), Err: true}, nil
	case errors.Is(err, ops.ErrNotActive):
		return tool.Result{Text: s.texts.Fill("not_in_use", "handle", handle), Err: true}, nil
	case errors.Is(err, memory.ErrRecord):
		return tool.Result{Text: s.texts.Fill("content_bad", "detail", err.Error()), Err: true}, nil
	}
	return res, err
}

// about fills a text about one record with how it is stored.
func (s *Set) about(key, handle string, r memory.Record, more ...string) string {
	soul := ""
	if r.Soul == memory.SoulCandidate {
		soul = s.texts["proposed"]
	}
	return strings.TrimSpace(s.texts.Fill(key, append(more, "handle", handle, "content", r.Content, "category", string(r.Category),
		"stars", strconv.Itoa(r.Stars), "tags", s.list(r.Tags), "soul", soul)...))
}

// list joins words, or says that there are none.
func (s *Set) list(words []string) string {
	if len(words) == 0 {
		return s.texts["none"]
	}
	return strings.Join(words, ", ")
}

var reflectSpec = tool.Spec{
	Name: "memory_reflect", Effect: tool.Read, Permission: tool.Person,
	Params: []tool.Param{{Name: "limit", Type: tool.Integer}},
}

// How many records are listed to think about: usually, and at most.
const (
	usualReflect = 20
	maxReflect   = 50
)

type limitArgs struct {
	Limit whole `json:"limit"`
}

// memoryReflect lists the newest records, one line each.
func (s *Set) memoryReflect(ctx context.Context, t turn.Turn, c tool.Call) (tool.Result, error) {
	args, err := decode[limitArgs](c)
	if err != nil {
		return tool.Result{}, err
	}
	if args.Limit <= 0 {
		args.Limit = usualReflect
	}
	found, err := s.ops.Newest(ctx, t, int(min(args.Limit, maxReflect)))
	if err != nil {
		return tool.Result{}, err
	}
	return s.lines("reflect", t, found), nil
}

// lines lists records, one line each.
func (s *Set) lines(key string, t turn.Turn, found []ops.Found) tool.Result {
	if len(found) == 0 {
		return tool.Result{Text: s.texts["nothing"], Empty: true}
	}
	zone := t.Zone(s.ops.Zone)
	lines := make([]string, len(found))
	for i, f := range found {
		how := key
		switch {
		case f.Handle == "":
			how = "found_said"
		case f.Record.Status == memory.Superseded:
			how = "found_before"
		}
		lines[i] = s.about(how, f.Handle, f.Record, "speaker", f.Speaker, "date", f.Record.OccurredAt.In(zone).Format(time.DateOnly),
			"until", f.Record.ValidUntil.In(zone).Format(time.DateOnly))
		lines[i] = strings.Join(strings.Fields(lines[i]), " ")
	}
	return tool.Result{Text: strings.Join(lines, "\n")}
}

var statsSpec = tool.Spec{Name: "memory_stats", Effect: tool.Read, Permission: tool.Person}

// memoryStats says how much is remembered.
func (s *Set) memoryStats(ctx context.Context, t turn.Turn, _ tool.Call) (tool.Result, error) {
	c, err := s.ops.Stats(ctx, t)
	if err != nil {
		return tool.Result{}, err
	}
	var categories, levels []string
	for _, k := range memory.Categories() {
		if n := c.ByCategory[k]; n > 0 {
			categories = append(categories, string(k)+" "+strconv.Itoa(n))
		}
	}
	for k, n := range c.ByLevel {
		levels = append(levels, string(k)+" "+strconv.Itoa(n))
	}
	slices.Sort(levels)
	day := func(at time.Time) string {
		if at.IsZero() {
			return s.texts["none"]
		}
		return at.In(t.Zone(s.ops.Zone)).Format(time.DateOnly)
	}
	return tool.Result{Text: s.texts.Fill("stats", "active", strconv.Itoa(c.Active), "superseded", strconv.Itoa(c.Superseded),
		"archived", strconv.Itoa(c.Archived), "candidates", strconv.Itoa(c.Candidates), "categories", s.list(categories),
		"levels", s.list(levels), "oldest", day(c.Oldest), "newest", day(c.Newest), "search", s.searching(c))}, nil
}

// searching says how memories can be found now.
func (s *Set) searching(c ops.Counts) string {
	switch {
	case !c.Ready:
		return s.texts["search_loading"]
	case !c.Meaning:
		return s.texts["search_words"]
	case c.Waiting > 0:
		return s.texts.Fill("search_waiting", "count", strconv.Itoa(c.Waiting))
	}
	return s.texts["search_meaning"]
}

package cues

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// ErrCue is what every error of Parse is.
var ErrCue = errors.New("cue cannot be read")

// reader reads one value of a key into a query; an error says what a value may
// be.
type reader struct {
	key  string
	read func(q *Query, value string) error
}

// readers are the known keys, in the order in which they are named.
var readers = []reader{
	{"actor", func(q *Query, v string) error { q.Actors = append(q.Actors, v); return nil }},
	{"type", readType},
	{"time", readTime},
	{"outcome", readOutcome},
	{"tag", func(q *Query, v string) error { q.Tags = append(q.Tags, v); return nil }},
	{"stars", readStars},
}

// Keys lists what Parse knows: actor, type, time, outcome, tag and stars.
func Keys() []string {
	keys := make([]string, len(readers))
	for i, r := range readers {
		keys[i] = r.key
	}
	return keys
}

// Parse reads a query from pairs as a command line has them:
//
//	actor=aoi type=episodic time=2026-06 outcome=negative tag=health stars=4..5
//
// A key may come again, and a value may be several with commas between: either
// is met by any of them. Times are YYYY, YYYY-MM or YYYY-MM-DD; stars a number
// or a range; outcome=none is for records without one. Full-width letters do
// as well. Errors are ErrCue and name the pair, what is wrong and what to
// write instead.
func Parse(pairs ...string) (Query, error) {
	var q Query
	if len(pairs) == 0 {
		return q, fmt.Errorf("%w: %w", ErrCue, catalog.Say(catalog.CueNone, "known", known()))
	}
	for _, pair := range pairs {
		key, values, ok := strings.Cut(text.Normal(pair), "=")
		if !ok {
			return Query{}, fmt.Errorf("%w: %w", ErrCue, catalog.Say(catalog.CueEquals, "pair", pair, "known", known()))
		}
		key = strings.ToLower(strings.TrimSpace(key))
		i := slices.IndexFunc(readers, func(r reader) bool { return r.key == key })
		if i < 0 {
			return Query{}, fmt.Errorf("%w: %w", ErrCue, catalog.Say(catalog.CueKey, "pair", pair, "key", key, "known", known()))
		}
		for value := range strings.SplitSeq(values, ",") {
			if value = strings.TrimSpace(value); value == "" {
				return Query{}, fmt.Errorf("%w: %w", ErrCue, catalog.Say(catalog.CueValue, "pair", pair, "key", key))
			}
			if err := readers[i].read(&q, value); err != nil {
				return Query{}, fmt.Errorf("%w: %q: %w", ErrCue, pair, err)
			}
		}
	}
	return q, nil
}

func known() string { return strings.Join(Keys(), ", ") }

func readType(q *Query, v string) error {
	types := []memory.Type{memory.Episodic, memory.Semantic, memory.Procedural}
	t := memory.Type(strings.ToLower(v))
	if !slices.Contains(types, t) {
		return catalog.Say(catalog.CueType, "value", v)
	}
	q.Types = append(q.Types, t)
	return nil
}

func readTime(q *Query, v string) error {
	for _, layout := range []string{"2006", "2006-01", "2006-01-02"} {
		at, err := time.Parse(layout, v)
		if err != nil {
			continue
		}
		t := Time{Year: at.Year()}
		if len(layout) > len("2006") {
			t.Month = at.Month()
		}
		if len(layout) > len("2006-01") {
			t.Day = at.Day()
		}
		q.Times = append(q.Times, t)
		return nil
	}
	return catalog.Say(catalog.CueTime, "value", v)
}

func readOutcome(q *Query, v string) error {
	o := memory.Outcome(strings.ToLower(v))
	if o == "none" {
		o = memory.OutcomeNone
	} else if !slices.Contains(memory.Outcomes(), o) {
		return catalog.Say(catalog.CueOutcome, "value", v)
	}
	q.Outcomes = append(q.Outcomes, o)
	return nil
}

func readStars(q *Query, v string) error {
	low, high, ranged := strings.Cut(v, "..")
	from, err := strconv.Atoi(low)
	to := from
	if ranged && err == nil {
		to, err = strconv.Atoi(high)
	}
	if err != nil || from < memory.MinStars || to > memory.MaxStars || from > to {
		return catalog.Say(catalog.CueStars, "value", v)
	}
	for n := from; n <= to; n++ {
		q.Stars = append(q.Stars, n)
	}
	return nil
}

package ops

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/index"
	"github.com/kokoron/kokoron/memory/library"
)

// profileStars is how important a fact about a person must be to belong to
// their profile, which comes to mind whatever is said.
const profileStars = 4

// profileFile is the file in which the profile of a scope can be written by
// hand.
const profileFile = "index.md"

// Sources are where it comes from what comes to mind without being searched
// for. It implements priming.Sources and is safe for concurrent use. Use
// NewSources.
type Sources struct {
	index   *index.Index
	library *library.Library

	mu       sync.Mutex
	version  uint64 // of the index, of what is kept here
	profiles map[person.Scope][]memory.Unit
	episodes map[person.Scope][]memory.Unit
	policies map[person.Scope][]memory.Unit
}

// NewSources returns the sources over an index and the files.
func NewSources(ix *index.Index, l *library.Library) *Sources { return &Sources{index: ix, library: l} }

// Profile is what is known of a person: what their profile file says, then the
// important facts about them, the most important and then the newest first.
func (s *Sources) Profile(_ context.Context, view person.View, who person.Person) ([]memory.Unit, error) {
	scope := who.Scope()
	if !view.Can(scope) {
		return nil, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.freshen()
	all, known := s.profiles[scope]
	if !known {
		facts := s.index.Records(person.Only(scope), func(r memory.Record) bool {
			return r.Category == memory.AboutSensei && r.Stars >= profileStars
		})
		slices.Reverse(facts) // the newest first
		slices.SortStableFunc(facts, func(a, b memory.Unit) int { return b.Record.Stars - a.Record.Stars })
		all = append(s.index.Chunks(person.Only(scope), profileFile), facts...)
		s.profiles[scope] = all
	}
	return slices.DeleteFunc(slices.Clone(all), func(u memory.Unit) bool { return !tellable(view, *u.Record) }), nil
}

// freshen forgets what was kept of another version of the index.
func (s *Sources) freshen() {
	if v := s.index.Version(); v != s.version || s.profiles == nil {
		s.version, s.profiles, s.episodes = v, map[person.Scope][]memory.Unit{}, map[person.Scope][]memory.Unit{}
		s.policies = map[person.Scope][]memory.Unit{}
	}
}

// Recent is what happened and what was said in [from, to), in order.
func (s *Sources) Recent(_ context.Context, view person.View, from, to time.Time) ([]memory.Unit, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.freshen()
	out := s.index.Lines(view, from, to)
	for _, u := range s.listed(s.episodes, view, func(r memory.Record) bool { return r.Type == memory.Episodic }) {
		if !u.At.Before(from) && u.At.Before(to) {
			out = append(out, u)
		}
	}
	return out, nil
}

// listed are the records of the view that keep wants, scope by scope; what was
// looked up before at this version is in kept. The caller holds s.mu.
func (s *Sources) listed(kept map[person.Scope][]memory.Unit, view person.View, keep func(memory.Record) bool) (out []memory.Unit) {
	for _, scope := range view.Scopes() {
		all, known := kept[scope]
		if !known {
			all = s.index.Records(person.Only(scope), keep)
			kept[scope] = all
		}
		for _, u := range all {
			if tellable(view, *u.Record) {
				out = append(out, u)
			}
		}
	}
	return out
}

// Policies are those in use of the scopes of a view.
func (s *Sources) Policies(_ context.Context, view person.View) ([]memory.Unit, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.freshen()
	return s.listed(s.policies, view, func(r memory.Record) bool { return r.Level == memory.Policy }), nil
}

// Skills are the names of the skill files that share a word with what is said.
func (s *Sources) Skills(ctx context.Context, view person.View, words string) ([]string, error) {
	entries, err := s.library.Skills(ctx, view)
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	said := text.Fold(words)
	var names []string
	for _, e := range entries {
		for _, word := range append(text.Tokens(e.Title), e.Tags...) {
			if w := text.Fold(word); len([]rune(w)) > 1 && strings.Contains(said, w) {
				names = append(names, e.Title)
				break
			}
		}
	}
	return names, nil
}

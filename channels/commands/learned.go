package commands

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// Lessons is what was learned from mistakes.
type Lessons interface {
	// Learned lists it, the newest first.
	Learned(ctx context.Context) ([]ops.Lesson, error)
}

// learned lists what was learned, for the owner alone.
func (s Set) learned(ctx context.Context, conv turn.Conv) string {
	if conv != ownersOwn {
		return s.say(catalog.LearnedOwner)
	}
	list, err := s.Lessons.Learned(ctx)
	switch {
	case err != nil:
		return s.problem(err, "")
	case len(list) == 0:
		return s.say(catalog.LearnedNone)
	}
	var lines []string
	for i, l := range list {
		if i == shownMost {
			lines = append(lines, s.say(catalog.LearnedMore, "count", strconv.Itoa(len(list)-i)))
			break
		}
		what := text.Excerpt(strings.Join(strings.Fields(cmp.Or(l.Rule, l.Right, l.Text)), " "), shownRunes)
		lines = append(lines, s.say(catalog.LearnedItem, "rule", what, "step", s.say(l.Step())))
	}
	return s.say(catalog.LearnedChat, "list", strings.Join(lines, "\n"))
}

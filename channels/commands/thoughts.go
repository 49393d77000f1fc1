package commands

import (
	"context"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// Thoughts is what the companion thinks on its own.
type Thoughts interface {
	// Thoughts are the newest ones, the newest first.
	Thoughts(ctx context.Context, limit int) ([]state.Thought, error)
	// Clock is how a time is shown to the owner.
	Clock(t state.Thought) string
}

// thoughtsInChat is how many thoughts are listed in a chat.
const thoughtsInChat = 8

// thoughts lists what the companion thought of lately, for the owner alone.
func (s Set) thoughts(ctx context.Context, conv turn.Conv) string {
	if conv != ownersOwn {
		return s.say(catalog.ThoughtsOwner)
	}
	list, err := s.Thoughts.Thoughts(ctx, thoughtsInChat)
	switch {
	case err != nil:
		return s.problem(err, "")
	case len(list) == 0:
		return s.say(catalog.ThoughtsNone)
	}
	var lines []string
	for _, t := range slices.Backward(list) {
		lines = append(lines, s.say(catalog.ThoughtItem, "at", s.Thoughts.Clock(t),
			"outcome", s.say(catalog.OutcomeOf(string(t.Outcome))), "text", text.Excerpt(strings.Join(strings.Fields(t.Text), " "), shownRunes)))
	}
	return s.say(catalog.ThoughtsChat, "list", strings.Join(lines, "\n"))
}

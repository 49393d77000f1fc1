package ops

import (
	"context"
	"slices"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// How many of its thoughts the companion has before it: usually, and where it
// is asked what it has been thinking.
const (
	musedUsually = 3
	musedAsked   = 12
	musedRunes   = 300 // of each
)

// askedForThoughts are the words of somebody who wants to know what the
// companion thinks of when nobody talks to it.
var askedForThoughts = text.Lazy(`(?i)何.{0,6}考えて(?:い?た|る)|なに.{0,6}考えて(?:い?た|る)|考え事|考えごと|what (?:have|had|were) you been thinking|what (?:have|were) you (?:been )?think|on your mind|your thoughts lately|(?:在|都)想(?:些)?(?:什么|甚麼|什麼)|想了(?:些)?什么`)

// Mused implements agent.Notes: what was thought of for the owner, where the
// owner is alone with the companion.
func (o *Ops) Mused(_ context.Context, t turn.Turn) (list []agent.Noted) {
	scope := Privately(t).Scope()
	if t.Speaker.Role < person.Owner || scope == "" {
		return nil
	}
	limit := musedUsually
	if askedForThoughts.MatchString(t.Text()) {
		limit = musedAsked
	}
	var thoughts []state.Thought
	err := o.DB.View(func(tx *kv.Tx) (err error) {
		thoughts, err = state.Thoughts{}.Last(tx, scope, limit, func(th state.Thought) bool { return th.Text != "" })
		return err
	})
	if err != nil {
		o.Log.Error("read thoughts", "err", err)
	}
	for _, th := range slices.Backward(thoughts) {
		list = append(list, agent.Noted{At: th.At, Text: text.Excerpt(th.Text, musedRunes)})
	}
	return list
}

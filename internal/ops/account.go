package ops

import (
	"context"

	"github.com/kokoron/kokoron/autonomy/reminder"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
)

// Account is what the companion did, and did not do, by itself towards those
// whose scopes a viewer may see.
type Account struct {
	Spoken    []Spoken         // newest first
	Decisions []state.Decision // of each person oldest first
	Thoughts  []state.Thought  // of each scope newest first
	FollowUps []FollowUp
}

// Account gives all of that at one moment, as far as it is kept.
func (o *Ops) Account(_ context.Context, v Viewer) (a Account, err error) {
	err = o.DB.View(func(tx *kv.Tx) error {
		if a.Spoken, err = o.spokenTo(tx, v.View); err != nil {
			return err
		}
		for _, scope := range v.View.Scopes() {
			thoughts, err := state.Thoughts{}.Last(tx, scope, -1, func(state.Thought) bool { return true })
			if err != nil {
				return err
			}
			matters, err := followUps.List(tx, scope)
			if err != nil {
				return err
			}
			a.Thoughts, a.FollowUps = append(a.Thoughts, thoughts...), append(a.FollowUps, matters...)
			if who, own := personOfScope(scope); own {
				decided, err := speech.Decisions(tx, who)
				if err != nil {
					return err
				}
				a.Decisions = append(a.Decisions, decided...)
			}
		}
		return nil
	})
	return a, err
}

// ReminderSaid is the saying of a reminder by the id of its message; ok is
// false for every other message, and for those that a viewer may not see.
func (o *Ops) ReminderSaid(_ context.Context, v Viewer, id turn.ID) (f reminder.Firing, ok bool, err error) {
	err = o.DB.View(func(tx *kv.Tx) error {
		f, ok, err = reminders.Firing(tx, id)
		ok = ok && v.View.Can(f.Scope)
		return err
	})
	return f, ok, err
}

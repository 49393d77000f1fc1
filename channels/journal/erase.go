package journal

import (
	"fmt"
	"slices"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// Turns lists the turns that are committed and not finished.
func (j *Journal) Turns(tx *kv.Tx) (list []turn.Turn, err error) {
	err = j.turns.Ascend(tx, "", func(_ string, t turn.Turn) error {
		list = append(list, t)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("open turns: %w", err)
	}
	return list, nil
}

// Erase takes what is to be nowhere out of the messages and replies of some
// conversations and gives how many there were. A reply that is not delivered
// yet is given up; a message that waits is closed and gets no answer, unless a
// turn has it: that turn must end first, or be given up with FinishTurn.
func (j *Journal) Erase(tx *kv.Tx, convs []turn.Conv, e memory.Erasing) (n int, err error) {
	var replies, messages []turn.ID
	err = j.out.Ascend(tx, "", func(_ string, r Reply) error {
		if slices.Contains(convs, r.Out.Conv) && r.Out.Text != "" && e.Has(string(r.Out.ID), r.Out.Text) {
			replies = append(replies, r.Out.ID)
		}
		return nil
	})
	if err == nil {
		err = j.inbox.Ascend(tx, "", func(_ string, entry Entry) error {
			m := entry.Message
			if slices.Contains(convs, m.Conv) && entry.Turn == "" && e.Has(string(m.ID), m.Text) {
				messages = append(messages, m.ID)
			}
			return nil
		})
	}
	if err == nil {
		err = j.Close(tx, messages...)
	}
	for _, id := range replies {
		if err == nil {
			_, err = j.change(tx, id, func(r *Reply) error {
				r.Out.Text = ""
				return turnInto(Dropped, Queued, Sending, Unknown)(r)
			})
		}
	}
	if err != nil {
		return 0, fmt.Errorf("erase from the journal: %w", err)
	}
	return len(replies) + len(messages), nil
}

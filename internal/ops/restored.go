package ops

import (
	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// restored shuts the gate where the database is older than the diary, as after
// a copy of it was put back: what was said unasked since then is not known any
// more, and must not be said again, nor as much again. What the owner wants
// (quiet, topics that are closed) stays as the copy has it.
func (o *Ops) restored() error {
	conv := ConversationOf(o.Owner)
	last, _, err := o.Diary.Page(person.Only(o.Owner.Scope()), conv, "", 1)
	if err != nil || len(last) == 0 {
		return err
	}
	session, err := o.Session.Session(conv)
	if err != nil {
		return err
	}
	return o.DB.Update(func(tx *kv.Tx) error {
		if known, err := o.knows(tx, session, conv, last[0].ID); err != nil || known {
			return err
		}
		now := o.Clock.Now()
		gate, err := o.gate(tx, o.Owner.ID, now)
		if err != nil {
			return err
		}
		o.Log.Warn("the database is older than the diary: nothing is said unasked for a day, and then until the owner writes")
		return speech.Save(tx, o.Owner.ID, gate.Outdated(o.Speaking.Policy, now))
	})
}

// knows reports whether the newest line of a conversation is one that the
// database knows of: a line is committed there before it is in the diary.
func (o *Ops) knows(tx *kv.Tx, s agent.Session, conv turn.Conv, line turn.ID) (bool, error) {
	for _, l := range s.Lines {
		if l.ID >= line {
			return true, nil // the ids have the order of time
		}
	}
	if _, ok, err := o.Journal.Find(tx, line); err != nil || ok {
		return ok, err
	}
	waiting, err := o.Journal.Open(tx, conv)
	for _, e := range waiting {
		if e.Message.ID >= line {
			return true, err
		}
	}
	if err != nil {
		return false, err
	}
	t, _, err := o.Journal.OpenTurn(tx, conv)
	for _, m := range t.Messages {
		if m.ID >= line {
			return true, err
		}
	}
	return false, err
}

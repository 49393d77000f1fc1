package state

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

// Erase takes what is to be nowhere out of what was said unasked to some
// persons, out of the decisions about it and out of their topics, and gives how
// many messages there were. A message that is held is dropped; what else counts
// of it, counts still. A topic that was closed by such words opens.
func (s Speech) Erase(tx *kv.Tx, whose func(person.ID) bool, e memory.Erasing) (n int, err error) {
	gone := func(w governor.Wish) bool {
		return e.Has(string(w.ID), append([]string{w.Topic, w.Text, w.Cause}, w.Words...)...)
	}
	var doomed []Spoken
	err = spoken.Ascend(tx, "", func(_ string, m Spoken) error {
		if whose(m.Wish.Person) && !m.Erased && (gone(m.Wish) || e.IDs[string(m.ID)]) {
			doomed = append(doomed, m)
		}
		return nil
	})
	for _, m := range doomed {
		w := m.Wish
		m.Erased, m.Wish = true, governor.Wish{ID: w.ID, Person: w.Person, Kind: w.Kind, From: w.From, Until: w.Until, Again: w.Again}
		m.Verdict.Figures.Topic = ""
		if m.State == SpokenHeld || m.State == SpokenQueued {
			m.State, m.Verdict.Outcome, m.Verdict.Reason = SpokenDropped, governor.Dropped, governor.Erased
		}
		if err == nil {
			err = s.Put(tx, m)
		}
	}
	if err == nil {
		_, err = decisions.Rewrite(tx, func(who string, d Decision) (Decision, kv.Verdict) {
			hit := e.Words.In(d.Verdict.Figures.Topic) || slices.ContainsFunc(doomed, func(m Spoken) bool { return m.Wish.ID == d.Wish })
			if !whose(person.ID(who)) || d.Verdict.Figures.Topic == "" || !hit {
				return d, kv.Leave
			}
			d.Verdict.Figures.Topic = ""
			return d, kv.Change
		})
	}
	if err == nil {
		err = s.eraseTopics(tx, whose, e)
	}
	if err != nil {
		return 0, fmt.Errorf("erase from what was said unasked: %w", err)
	}
	return len(doomed), nil
}

// eraseTopics takes topics out of the governor's states.
func (Speech) eraseTopics(tx *kv.Tx, whose func(person.ID) bool, e memory.Erasing) error {
	_, err := gates.Rewrite(tx, "", func(who string, raw json.RawMessage) (json.RawMessage, kv.Verdict) {
		if !whose(person.ID(who)) {
			return raw, kv.Leave
		}
		s, bad := unseal(raw)
		if bad != nil {
			return raw, kv.Remove // it is lost: nothing of it may stay, and its absence closes the gate
		}
		changed := false
		for key := range s.Topics {
			if e.Words.In(key) {
				delete(s.Topics, key)
				changed = true
			}
		}
		before := len(s.Never)
		s.Never = slices.DeleteFunc(s.Never, func(n governor.Never) bool { return mentions(n, e) })
		if !changed && before == len(s.Never) {
			return raw, kv.Leave
		}
		if raw, bad = seal(s); bad != nil {
			return raw, kv.Remove
		}
		return raw, kv.Change
	})
	return errors.Join(err, eraseClosed(tx, whose, e))
}

// Package lessons keeps what was learned from mistakes: the entries of
// memory/learn with their rules, by scope, and the reactions to replies.
//
// Everything works in the transaction it is given and is durable when that is
// committed. Entries of one scope come in the order of their ids, which is that
// of time; what acts now is kept apart, so that reading it costs nothing by the
// others. A Store has no state and is safe for concurrent use; its zero value is
// ready. It decides nothing, and removes only what Erase is told to.
package lessons

import (
	"fmt"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/learn"
)

// Store keeps the entries.
type Store struct{}

var (
	entries   = kv.NewBucket[learn.Entry]("lessons/entries")      // scope, id → entry
	active    = kv.NewBucket[bool]("lessons/active")              // scope, id → true
	reactions = kv.NewBucket[learn.Reaction]("lessons/reactions") // scope, id of the reply → thumb
)

// List gives all entries of a scope, oldest first.
func (Store) List(tx *kv.Tx, scope person.Scope) (list []learn.Entry, err error) {
	err = entries.Ascend(tx, kv.Prefix(string(scope)), func(_ string, e learn.Entry) error {
		list = append(list, e)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list what was learned: %w", err)
	}
	return list, nil
}

// Active gives the entries of a scope whose rules act, oldest first.
func (Store) Active(tx *kv.Tx, scope person.Scope) (list []learn.Entry, err error) {
	err = active.Ascend(tx, kv.Prefix(string(scope)), func(key string, _ bool) error {
		e, ok, err := entries.Get(tx, key)
		if ok {
			list = append(list, e)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list active rules: %w", err)
	}
	return list, nil
}

// Put stores entries under their ids and scopes, in place of those that are
// there.
func (Store) Put(tx *kv.Tx, list ...learn.Entry) error {
	for _, e := range list {
		if e.ID == "" || e.Scope == "" {
			return fmt.Errorf("store what was learned: %q needs an id and a scope", e.Key)
		}
		k := kv.Key(string(e.Scope), string(e.ID))
		err := entries.Put(tx, k, e)
		if err == nil {
			if e.Status == learn.Active {
				err = active.Put(tx, k, true)
			} else {
				err = active.Delete(tx, k)
			}
		}
		if err != nil {
			return fmt.Errorf("store what was learned: %w", err)
		}
	}
	return nil
}

// Reaction is the thumb under a reply; "" where there is none.
func (Store) Reaction(tx *kv.Tx, scope person.Scope, reply turn.ID) (learn.Reaction, error) {
	r, _, err := reactions.Get(tx, kv.Key(string(scope), string(reply)))
	if err != nil {
		return "", fmt.Errorf("read reaction: %w", err)
	}
	return r, nil
}

// React sets the thumb under a reply, or takes it away ("").
func (Store) React(tx *kv.Tx, scope person.Scope, reply turn.ID, r learn.Reaction) (err error) {
	k := kv.Key(string(scope), string(reply))
	if r == "" {
		err = reactions.Delete(tx, k)
	} else {
		err = reactions.Put(tx, k, r)
	}
	if err != nil {
		return fmt.Errorf("store reaction: %w", err)
	}
	return nil
}

// Erase removes the entries of some scopes that have any of the words, or of
// which any evidence is to be nowhere, and the reactions to such replies. It
// gives how many entries went.
func (Store) Erase(tx *kv.Tx, scopes []person.Scope, doomed memory.Erasing) (n int, err error) {
	for _, scope := range scopes {
		var gone, thumbs []string
		err := entries.Ascend(tx, kv.Prefix(string(scope)), func(key string, e learn.Entry) error {
			has := doomed.Has(string(e.ID), e.Text, e.Wrong, e.Right, e.Rule, e.Key, e.Value)
			for _, id := range e.Evidence {
				has = has || doomed.IDs[string(id)]
			}
			if has {
				gone = append(gone, key)
			}
			return nil
		})
		if err == nil {
			err = reactions.Ascend(tx, kv.Prefix(string(scope)), func(key string, _ learn.Reaction) error {
				if doomed.IDs[key[len(kv.Prefix(string(scope))):]] {
					thumbs = append(thumbs, key)
				}
				return nil
			})
		}
		for _, k := range gone {
			if err == nil {
				err = entries.Delete(tx, k)
			}
			if err == nil {
				err = active.Delete(tx, k)
			}
		}
		for _, k := range thumbs {
			if err == nil {
				err = reactions.Delete(tx, k)
			}
		}
		if err != nil {
			return n, fmt.Errorf("erase what was learned: %w", err)
		}
		n += len(gone)
	}
	return n, nil
}

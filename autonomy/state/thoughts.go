package state

import (
	"fmt"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// Outcome is what came of a thought.
type Outcome string

// The outcomes.
const (
	Silent      Outcome = "silent"      // there was nothing to say
	Spoke       Outcome = "spoke"       // a message is on its way
	Held        Outcome = "held"        // a message waits until it may be sent
	Withheld    Outcome = "withheld"    // a message may not be sent at all
	Unreadable  Outcome = "unreadable"  // what looked like a message was none
	Interrupted Outcome = "interrupted" // the person spoke
	Failed      Outcome = "failed"      // the model could not answer
)

// Thought is one time that the companion thought for itself. Its JSON fields
// are stable.
type Thought struct {
	ID      turn.ID       `json:"id"`
	Scope   person.Scope  `json:"scope"` // of whom it is, and who may read it
	At      time.Time     `json:"at"`
	Took    time.Duration `json:"took_ns"`
	Text    string        `json:"text"` // what it thought, in its own words
	Outcome Outcome       `json:"outcome"`
	Why     string        `json:"why,omitempty"`     // of a message that is not sent: the reason, in one word
	Message turn.ID       `json:"message,omitempty"` // what it led to
	Tools   []string      `json:"tools,omitempty"`   // what was used
}

// thoughtsKept is how many thoughts of a scope are kept: at the quickest pace
// those of three days, at the usual one those of a month.
const thoughtsKept = 500

// Thoughts keeps what the companion thought, by scope. Its zero value is ready.
type Thoughts struct{}

func (Thoughts) bucket() kv.Bucket[Thought] { return kv.NewBucket[Thought]("state/thoughts") }

// Put keeps a thought; the oldest give way.
func (s Thoughts) Put(tx *kv.Tx, t Thought) error {
	if err := s.bucket().Put(tx, kv.Key(string(t.Scope), string(t.ID)), t); err != nil {
		return fmt.Errorf("store thought: %w", err)
	}
	n, old := 0, []string{}
	err := s.bucket().Descend(tx, kv.Prefix(string(t.Scope)), func(key string, _ Thought) error {
		if n++; n > thoughtsKept {
			old = append(old, key)
		}
		return nil
	})
	for _, key := range old {
		if err == nil {
			err = s.bucket().Delete(tx, key)
		}
	}
	if err != nil {
		return fmt.Errorf("drop old thoughts: %w", err)
	}
	return nil
}

// Last are a scope's newest thoughts for which keep holds, at most limit of
// them, the newest first.
func (s Thoughts) Last(tx *kv.Tx, scope person.Scope, limit int, keep func(Thought) bool) (list []Thought, err error) {
	err = s.bucket().Descend(tx, kv.Prefix(string(scope)), func(_ string, t Thought) error {
		if len(list) == limit {
			return kv.ErrStop
		}
		if keep(t) {
			list = append(list, t)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read thoughts: %w", err)
	}
	return list, nil
}

// Erase takes what is to be nowhere out of the thoughts of some scopes: one
// that has any of it goes whole. It gives how many there were.
func (s Thoughts) Erase(tx *kv.Tx, scopes []person.Scope, e memory.Erasing) (n int, err error) {
	for _, scope := range scopes {
		gone, err := s.bucket().Rewrite(tx, kv.Prefix(string(scope)), func(_ string, t Thought) (Thought, kv.Verdict) {
			if e.Has(string(t.ID), t.Text) {
				return t, kv.Remove
			}
			return t, kv.Leave
		})
		if n += gone; err != nil {
			return n, fmt.Errorf("erase thoughts: %w", err)
		}
	}
	return n, nil
}

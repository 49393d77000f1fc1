// Package state keeps what autonomy remembers between two lives of the
// process: so far, how each alarm of the heart stands.
//
// What writes, and All, works in the transaction it is given, so that it is
// durable when that is committed. The stores have no state of their own and
// are safe for concurrent use. The package decides nothing.
package state

import (
	"fmt"

	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/internal/kv"
)

// Alarms keeps the states of alarms by their names.
type Alarms struct {
	states kv.Bucket[heart.State]
}

// NewAlarms returns the store.
func NewAlarms() *Alarms {
	return &Alarms{states: kv.NewBucket[heart.State]("state/alarms")}
}

// All are the states that were put here, by name.
func (a *Alarms) All(tx *kv.Tx) (map[string]heart.State, error) {
	all := map[string]heart.State{}
	err := a.states.Ascend(tx, "", func(name string, s heart.State) error {
		all[name] = s
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read alarms: %w", err)
	}
	return all, nil
}

// Put remembers how an alarm stands.
func (a *Alarms) Put(tx *kv.Tx, name string, s heart.State) error {
	if err := a.states.Put(tx, name, s); err != nil {
		return fmt.Errorf("store alarm: %w", err)
	}
	return nil
}

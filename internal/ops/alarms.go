package ops

import (
	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/kv"
)

// Alarms keeps how the alarms of the heart stand. It implements heart.Store.
type Alarms struct {
	db    *kv.DB
	store *state.Alarms
}

// NewAlarms returns the states in db.
func NewAlarms(db *kv.DB) Alarms { return Alarms{db, state.NewAlarms()} }

// States are those of all alarms that were ever known, by name.
func (a Alarms) States() (all map[string]heart.State, err error) {
	err = a.db.View(func(tx *kv.Tx) error {
		all, err = a.store.All(tx)
		return err
	})
	return all, err
}

// SaveState commits how an alarm stands.
func (a Alarms) SaveState(name string, s heart.State) error {
	return a.db.Update(func(tx *kv.Tx) error { return a.store.Put(tx, name, s) })
}
